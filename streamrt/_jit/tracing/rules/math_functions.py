"""Functions of Python's module math, of traced numbers: floats of 64 bits, as Python has them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import elementwise
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import Recording

__all__ = ["BY_NAME"]

_SAME = (
    "sqrt", "cbrt", "exp", "exp2", "expm1", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh",
    "cosh", "tanh", "degrees", "radians", "fabs", "hypot", "copysign", "fmod", "isnan", "isinf",
    "isfinite",
)  # fmt: skip
_OTHERS = {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh",
    "acosh": "arccosh", "atanh": "arctanh", "pow": "power",
}  # fmt: skip


def _number(recording: Recording, thing: Any) -> Cell:
    """Returns a number as a float of 64 bits.

    Raises:
        TraceTypeError: it is an array of several elements.
    """
    value = cell_of(recording, thing).read()
    if value.size != 1:
        raise recording.type_error(f"a function of math of {recording.origin(value)}: use NumPy's")
    if value.shape:
        value = recording.builder.apply("reshape", value, attributes=((),))
    return recording.kind(recording, recording.cast(value, DTYPES["f64"]))


def _rule(ufunc: np.ufunc, recording: Recording, *things: Any) -> Any:
    recording.begin()
    (made,) = elementwise(recording, ufunc, [_number(recording, each) for each in things])
    made._weak = bool if made.read().dtype.kind == "b" else float
    return made


def _whole(ufunc: np.ufunc, recording: Recording, thing: Any) -> Any:
    made = _rule(ufunc, recording, thing)
    return recording.kind(recording, recording.cast(made.read(), DTYPES["i64"]), True, int)


def _log(recording: Recording, thing: Any, *base: Any) -> Any:
    made = _rule(np.log, recording, thing)
    return made / _rule(np.log, recording, *base) if base else made


BY_NAME: Mapping[str, Callable[..., Any]] = {
    **{name: partial(_rule, getattr(np, name)) for name in _SAME if hasattr(math, name)},
    **{name: partial(_rule, getattr(np, other)) for name, other in _OTHERS.items()},
    **{name: partial(_whole, getattr(np, name)) for name in ("floor", "ceil", "trunc")},
    "log": _log,
}
"""The rule of each function of `math` that can be traced."""
