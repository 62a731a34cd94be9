"""Errors of signal handlers. They go through whatever streamrt was doing when they were raised.

CPython runs a handler between two instructions of the main thread, also behind a call that cannot
fail. What it raises, such as TimeoutError, belongs to the program. It is no fault of the value, the
function or the device that was just looked at. So there are two rules for an `except`:

1. One around a conversion of a value catches what conversions raise (`BAD_VALUE`), and none stands
   around one that cannot fail.
2. One around code of others, which may raise anything, asks `from_handler`.
"""

from __future__ import annotations

import signal
import threading
from functools import partial
from types import CodeType

BAD_VALUE: tuple[type[Exception], ...] = (
    *(TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RuntimeError),
    *(BufferError, MemoryError, SyntaxError, AssertionError, Warning),
)
"""The errors of converting a value, by Python's and NumPy's conventions. A handler's is rarely
one of these: most raise KeyboardInterrupt, TimeoutError or a class of their own."""


def from_handler(error: BaseException) -> bool:
    """Returns whether a signal's handler raised an error: a frame of one is in its traceback."""
    if threading.current_thread() is not threading.main_thread():
        return False  # handlers run in that thread only
    codes = {_code_of(signal.getsignal(number)) for number in signal.valid_signals()}
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code in codes:
            return True
        step = step.tb_next
    return False


def _code_of(handler: object) -> CodeType | None:
    """Returns the code of a handler; None if there is none, or it is not Python's."""
    while isinstance(handler, partial):
        handler = handler.func
    handler = getattr(handler, "__func__", handler)
    if not hasattr(handler, "__code__") and callable(handler):
        handler = getattr(type(handler), "__call__", None)  # noqa: B004
    code = getattr(handler, "__code__", None)
    return code if isinstance(code, CodeType) else None
