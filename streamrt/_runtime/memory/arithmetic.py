"""Operators of buffers, and NumPy's ufuncs with buffers: a buffer is memory, and computes nothing.

In a function that is traced a tracer stands for the buffer, and computes. Anywhere else the error
says what to write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from streamrt._core.values import told
from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError

__all__ = ["STAND_INS", "NoArithmetic"]

STAND_INS: list[Callable[[Any], Any]] = []
"""Each returns what stands for a buffer in the function that this thread traces, or None."""

_ADVICE = (
    "a Buffer has no arithmetic; compute in a function of @streamrt.jit, with xp.asarray(buffer) "
    "after `from streamrt import array_api as xp`, or with np.asarray(buffer), which waits"
)


def _stand_in(buffer: object, what: str) -> Any:
    """Returns the tracer of a buffer in the function that is traced.

    Raises:
        ArgumentTypeError: nothing is traced.
    """
    for each in STAND_INS:
        found = each(buffer)
        if found is not None:
            return found
    raise ArgumentTypeError(f"{what} of {told(buffer)}: {_ADVICE}")


def _operator(name: str, symbol: str) -> Callable[..., Any]:
    """Returns the method of an operator; it leaves operands to their classes if they have one."""

    @refusing
    def method(self: Any, *others: Any) -> Any:
        if all(isinstance(each, bool | int | float | complex | type(self)) for each in others):
            return getattr(_stand_in(self, f"`{symbol}`"), name)(*others)
        return NotImplemented

    return method


class NoArithmetic:
    """The arithmetic that buffers lack. Most of it is not there for type checkers."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        """Raises, because `if buffer` could ask for its size, its contents or its presence."""
        raise ArgumentTypeError(
            f"bool of {told(self)}: a buffer is neither true nor false; ask `buffer.size` for "
            "emptiness, `(await buffer.fetch()).any()` for values, `buffer is None` for absence"
        )

    if not TYPE_CHECKING:

        @refusing
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            """Serves functions that are traced; anywhere else it is refused.

            Raises:
                ArgumentTypeError: nothing is traced.
            """
            known = (type(self), np.ndarray)
            others = [each for each in inputs if not isinstance(each, known)]
            if any(hasattr(each, "__array_ufunc__") for each in others):
                return NotImplemented  # one of those serves it
            call = f"np.{ufunc.__name__}" + ("" if method == "__call__" else f".{method}")
            tracer = _stand_in(self, call)
            return tracer.__array_ufunc__(ufunc, method, *inputs, **options)


_SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%",
    "pow": "**", "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
_OTHERS = {
    "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=", "__neg__": "-", "__pos__": "+",
    "__abs__": "abs()", "__invert__": "~", "__divmod__": "divmod()", "__rdivmod__": "divmod()",
}  # fmt: skip

_METHODS = {
    **{f"__{name}__": symbol for name, symbol in _SYMBOLS.items()},
    **{f"__r{name}__": symbol for name, symbol in _SYMBOLS.items()},
    **{f"__i{name}__": f"{symbol}=" for name, symbol in _SYMBOLS.items()},
    **_OTHERS,
}
for _name, _symbol in _METHODS.items():
    setattr(NoArithmetic, _name, _operator(_name, _symbol))
