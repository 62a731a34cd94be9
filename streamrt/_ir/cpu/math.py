"""Mathematical functions by their names in ops.py, written into a kernel as vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamrt._compile.llvm.emit import Code
from streamrt._ir.math import exponentials, logarithms, powers, roots, trigonometry
from streamrt._ir.math.lanes import Vector

__all__ = ["FUNCTIONS", "NAMES", "emit_math"]

FUNCTIONS: Mapping[str, Callable[..., Vector]] = {
    function.__name__: function
    for function in (
        *(exponentials.exp, exponentials.exp2, exponentials.expm1, exponentials.logistic),
        *(exponentials.sinh, exponentials.cosh, exponentials.tanh, exponentials.erf),
        *(logarithms.log, logarithms.log2, logarithms.log10, logarithms.log1p),
        *(logarithms.arcsinh, logarithms.arccosh, logarithms.arctanh, powers.power),
        *(trigonometry.sin, trigonometry.cos, trigonometry.tan),
        *(trigonometry.arcsin, trigonometry.arccos, trigonometry.arctan, trigonometry.arctan2),
        *(roots.cbrt, roots.hypot),
    )
}
"""The function that writes each of these, by its name."""

NAMES: frozenset[str] = frozenset(FUNCTIONS)
"""The functions that `emit_math` knows."""


def emit_math(code: Code, name: str, lanes: int, element: str, *values: str) -> str:
    """Emits a function of vectors; returns the name of its value.

    Args:
        code: the function that is being written.
        name: one of NAMES.
        lanes: of the vectors; one lane is a plain number, which gives the same bits.
        element: `float` or `double`.
        values: the names of the arguments.
    """
    given = [Vector(code, lanes, element, value) for value in values]
    return FUNCTIONS[name](*given).name
