"""Mathematical functions in CUDA C: CUDA's own."""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._ir.cuda.writer import Writer

__all__ = ["spell_math"]

_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh",
    "arccosh": "acosh", "arctanh": "atanh", "arctan2": "atan2", "power": "pow"}  # fmt: skip


def spell_math(writer: Writer, name: str, dtype: str, values: Sequence[str]) -> str:
    return f"{_NAMES.get(name, name)}{'f' if dtype == 'f32' else ''}({', '.join(values)})"
