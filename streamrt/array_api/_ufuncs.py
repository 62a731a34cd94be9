"""NumPy's ufuncs with arrays among their operands: they return at once, as operators do.

A call is that of a native function that is made of the ufunc, once for each. One that no compiled
code computes, such as those of SciPy, is a host call. A reduction is the namespace's function.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from streamrt._core.values import told
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.rules.products import BY_UFUNC
from streamrt._jit.tracing.rules.reductions import REDUCTIONS
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.tracing.ufunc_table import is_traced
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._namespace import array_namespace
from streamrt._runtime.inner import stand_in
from streamrt.array_api import _host, _views
from streamrt.array_api._dtypes import known_dtype
from streamrt.array_api._native import native
from streamrt.array_api._operators import OPERANDS
from streamrt.array_api._public import public
from streamrt.errors import ArgumentTypeError

__all__ = ["Ufuncs", "store"]

_OPERATORS: dict[np.ufunc, str] = {
    np.add: "__radd__", np.subtract: "__rsub__", np.multiply: "__rmul__",
    np.true_divide: "__rtruediv__", np.floor_divide: "__rfloordiv__", np.remainder: "__rmod__",
    np.power: "__rpow__", np.matmul: "__rmatmul__", np.bitwise_and: "__rand__",
    np.bitwise_or: "__ror__", np.bitwise_xor: "__rxor__", np.left_shift: "__rlshift__",
    np.right_shift: "__rrshift__", np.less: "__gt__", np.less_equal: "__ge__",
    np.greater: "__lt__", np.greater_equal: "__le__", np.equal: "__eq__", np.not_equal: "__ne__",
}  # fmt: skip
"""The operators of the right operand, by the ufunc of the left one."""

_SUMS: dict[np.ufunc, str] = {np.add: "cumulative_sum", np.multiply: "cumulative_prod"}


class Ufuncs:
    """The way in which arrays answer NumPy's ufuncs."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Calls a ufunc with arrays of the namespace, of NumPy, and numbers; it does not wait.

        Args:
            ufunc: the ufunc.
            method: `__call__`, `outer`, `reduce`, or `accumulate` of sums and products.
            inputs: the operands.
            options: `out`, an array of the namespace; of `reduce` also `axis`, `dtype` and
                `keepdims`.

        Raises:
            ArgumentTypeError: the namespace has no such method or option, or `out` is NumPy's.
        """
        name = _OPERATORS.get(ufunc)
        if name is not None and method == "__call__" and not options:
            left, right = inputs
            if right is self and not isinstance(left, Wrapped | Tracer):
                return getattr(self, name)(left)
        if any(isinstance(each, Tracer) for each in inputs):
            return NotImplemented  # the tracer serves it
        if method == "__call__" and not all(is_any(each, *OPERANDS) for each in inputs):
            return NotImplemented
        tracer = stand_in(getattr(self, "buffer"))  # noqa: B009 - the class beside this one has it
        if tracer is not None:
            return tracer.__array_ufunc__(ufunc, method, *inputs, **options)
        return _served(self, ufunc, method, inputs, options)


@public
def _served(x: Any, ufunc: np.ufunc, method: str, inputs: Any, options: Any) -> Any:
    """Returns the result of a call of a ufunc, or of one of its methods."""
    outs = options.pop("out", ())
    call = f"np.{ufunc.__name__}" + ("" if method == "__call__" else f".{method}")
    if any(each is not None and not isinstance(each, Wrapped) for each in outs):
        raise _refusal(x, ufunc, method, f"{call} into an array of NumPy")
    if method in ("reduce", "accumulate"):
        made = _along_axis(x, ufunc, method, inputs, options, call)
    elif method in ("__call__", "outer") and not options:
        made = _applied(ufunc, method, [_array_of(inputs[0], inputs, x), *inputs[1:]])
    else:
        option = "".join(f"({each}=...)" for each in list(options)[:1])
        raise _refusal(x, ufunc, method, f"{call}{option}")
    if not any(each is not None for each in outs):
        return made
    results: tuple[Any, ...] = made if is_any(made, tuple) else (made,)
    kept = tuple(
        result if out is None else store(out, result, call)
        for result, out in zip(results, outs, strict=True)
    )
    return kept if is_any(made, tuple) else kept[0]


def store(out: Any, made: Any, what: str) -> Any:
    """Writes a result to an array, as `out=` asks, and returns that array.

    Raises:
        ArgumentTypeError: its dtype does not hold the elements.
        ArgumentError: its shape is another.
    """
    old, new = out.buffer.dtype, made.buffer.dtype
    if not np.can_cast(new, old, "same_kind"):
        raise ArgumentTypeError(f"{what}: the result is {new}, and out is {told(out)}")
    _views.overwrite(out, made, what)
    return out


def _array_of(first: Any, inputs: Sequence[Any], x: Any) -> Any:
    """Returns the first operand; as an array of the namespace, if none is one but `out`."""
    if any(isinstance(each, Wrapped) for each in inputs):
        return first
    return array_namespace().asarray(first, device=x.device)


def _applied(ufunc: np.ufunc, method: str, operands: list[Any]) -> Any:
    is_compiled = is_traced(ufunc) or ufunc in BY_UFUNC
    if is_compiled or ufunc.signature is not None or method == "outer":
        return _function_of(ufunc, method)(*operands)
    samples = list(map(_host.sample, operands))
    with np.errstate(all="ignore"):
        found = ufunc(*samples)
    shape = np.broadcast_shapes(*[np.shape(_shadow(each)) for each in operands])
    results = [(shape, each.dtype) for each in (found if ufunc.nout > 1 else (found,))]
    for _, dtype in results:
        known_dtype(dtype, ufunc.__name__)
    wrapper = next(type(each) for each in operands if isinstance(each, Wrapped))
    made = _host.call(ufunc, ufunc.__name__, operands, results, wrapper)
    return made[0] if ufunc.nout == 1 else tuple(made)


def _shadow(operand: Any) -> Any:
    shape = operand.buffer.shape if isinstance(operand, Wrapped) else np.shape(operand)
    return np.broadcast_to(np.zeros((), "i1"), shape)


@functools.lru_cache(maxsize=256)
def _function_of(ufunc: np.ufunc, method: str) -> Callable[..., Any]:
    """Returns the native function that a ufunc is, or its method `outer`."""
    call: Any = ufunc if method == "__call__" else ufunc.outer

    def unary(x: Any, /) -> Any:
        return call(x)

    def binary(x1: Any, x2: Any, /) -> Any:
        return call(x1, x2)

    function = unary if ufunc.nin == 1 else binary
    function.__name__ = ufunc.__name__
    return native(is_real=ufunc is np.absolute)(function)


def _along_axis(
    x: Any, ufunc: np.ufunc, method: str, inputs: Sequence[Any], options: Any, call: str
) -> Any:
    """Returns the result of the namespace's function for a reduction."""
    name = (REDUCTIONS if method == "reduce" else _SUMS).get(ufunc)
    known = ("axis", "dtype", "keepdims") if name in ("sum", "prod") else ("axis", "keepdims")
    if method == "accumulate":
        known = ("axis", "dtype")
    names = ("axis", "dtype", "out", "keepdims", "initial", "where")
    (array, *rest) = inputs
    given = {"axis": 0} | dict(zip(names, rest, strict=False)) | options
    asked = {key: value for key, value in given.items() if value is not None or key == "axis"}
    if name in ("all", "any") and asked.get("dtype") in (bool, np.dtype(bool)):
        del asked["dtype"]  # NumPy's own functions ask for it
    unknown = [key for key in asked if key not in known]
    if name is None or unknown:
        raise _refusal(x, ufunc, method, call + (f"({unknown[0]}=...)" if unknown else ""))
    return getattr(array_namespace(), name)(_array_of(array, [array], x), **asked)


def _refusal(x: Any, ufunc: np.ufunc, method: str, what: str) -> ArgumentTypeError:
    """Returns the error for a call that the namespace does not have."""
    name = REDUCTIONS.get(ufunc, "") if method == "reduce" else ""
    ours = f"write xp.{name}, with `from streamrt import array_api as xp`, or " if name else ""
    return ArgumentTypeError(
        f"{what} of {told(x)}: eager arrays do not have it; {ours}pass np.asarray(x), which waits"
    )
