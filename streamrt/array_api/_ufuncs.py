"""NumPy's ufuncs with arrays among their operands: operators are served, the rest is refused.

NumPy does not tell `a + x` from `np.add(a, x)` where `a` is an array of NumPy. With None in place
of `__array_ufunc__`, it would leave operators to the class of arrays, and refuse all other calls in
words of its own, which do not say what to write instead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._core.values import told
from streamrt._jit.tracing.rules.reductions import REDUCTIONS
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._namespace import array_namespace
from streamrt.errors import ArgumentTypeError

__all__ = ["Ufuncs"]

_OPERATORS: dict[np.ufunc, str] = {
    np.add: "__radd__", np.subtract: "__rsub__", np.multiply: "__rmul__",
    np.true_divide: "__rtruediv__", np.floor_divide: "__rfloordiv__", np.remainder: "__rmod__",
    np.power: "__rpow__", np.matmul: "__rmatmul__", np.bitwise_and: "__rand__",
    np.bitwise_or: "__ror__", np.bitwise_xor: "__rxor__", np.left_shift: "__rlshift__",
    np.right_shift: "__rrshift__", np.less: "__gt__", np.less_equal: "__ge__",
    np.greater: "__lt__", np.greater_equal: "__le__", np.equal: "__eq__", np.not_equal: "__ne__",
}  # fmt: skip
"""The operators of the right operand, by the ufunc of the left one."""


class Ufuncs:
    """The way in which arrays answer NumPy's ufuncs."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Serves `numpy_array + x`; any other call of a ufunc is refused.

        Raises:
            ArgumentTypeError: it is no operator with an array of NumPy at the left.
        """
        name = _OPERATORS.get(ufunc)
        if name is not None and method == "__call__" and not options:
            left, right = inputs
            if right is self and not isinstance(left, Wrapped | Tracer):
                return getattr(self, name)(left)
        if any(isinstance(each, Tracer) for each in inputs):
            return NotImplemented  # the tracer serves it
        raise _refusal(self, ufunc, method, is_stored=bool(options.get("out")))


def _refusal(x: Any, ufunc: np.ufunc, method: str, *, is_stored: bool) -> ArgumentTypeError:
    """Returns the error for a call of a ufunc; `is_stored` says that it has an `out=`."""
    call = f"np.{ufunc.__name__}" + ("" if method == "__call__" else f".{method}")
    name = "" if is_stored else _name_of(ufunc, method)
    ours = f"write xp.{name}, with `from streamrt import array_api as xp`, or " if name else "pass "
    return ArgumentTypeError(
        f"{call} of {told(x)}: NumPy's functions would wait for it; {ours}"
        "np.asarray(x), which waits"
    )


def _name_of(ufunc: np.ufunc, method: str) -> str:
    """Returns the name of the namespace's function that does the same; empty if there is none."""
    if method == "reduce":
        return REDUCTIONS.get(ufunc, "")
    names = dir(array_namespace()) if method == "__call__" else []
    return next((name for name in names if getattr(np, name, None) is ufunc), "")
