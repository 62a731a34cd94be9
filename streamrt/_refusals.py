"""Refusals: the errors of a call that was passed something wrong. They end at the caller's line.

A refusal is found deep in streamrt, and its cause stands in the caller's line. So its traceback
drops the frames of streamrt on its way out. CPython adds a frame to a traceback when an exception
leaves the frame, except by a bare `raise`. So a function that catches a refusal, drops the frames
below, and raises it again leaves no trace of itself. Two forms do that:

- `@refusing` around a function. It costs a call, and moves the caller's frame by one.
- `except StreamRTError as error: shorten(error); raise`, on hot paths, and where the caller's frame
  is looked at. It costs nothing as long as nothing is raised.

Most stand around the functions that public methods call, so the frame of the public method stays.

A call of a compiled function may trace it, and so run a user's code among frames of streamrt.
`keep_users` leaves the user's own, in the order in which they called each other.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from types import TracebackType
from typing import Final, ParamSpec, TypeVar

from streamrt.errors import StreamRTError, TraceError

__all__ = ["FULL", "frame_at", "keep_users", "refusing", "shorten", "showing_users"]

frame_at: Final = sys._getframe  # 0 is the caller's frame, 1 that of its own caller, and so on

FULL = "STREAMRT_TRACEBACK"
"""The environment variable which keeps all frames if it is `full`."""

_NUMPY: Final = find_spec("numpy")  # found and not loaded: a device's child process needs none

# The frames of a context manager of streamrt are among those of contextlib, and NumPy asks objects
# of streamrt's for their values.
_OURS = (
    __file__.removesuffix("_refusals.py"),
    contextlib.__file__,
    *((_NUMPY and _NUMPY.submodule_search_locations) or ()),
)

P = ParamSpec("P")
T = TypeVar("T")


def shorten(error: StreamRTError) -> None:
    """Drops the traceback so far if all of it is streamrt's own; a bare `raise` must follow.

    If code of a user was called on the way, such as a backend, its frames say more than the line
    that the traceback would end with, so all stay. Of a trace, the users' alone stay.
    """
    if isinstance(error, TraceError):
        keep_users(error)
        return
    if os.environ.get(FULL) == "full":
        return
    step = error.__traceback__
    while step is not None:
        if not step.tb_frame.f_code.co_filename.startswith(_OURS):
            return
        step = step.tb_next
    error.__traceback__ = None


def keep_users(error: Exception) -> None:
    """Drops streamrt's frames of the traceback so far, wherever they stand; a bare `raise` follows.

    If streamrt raised an error that is none of its own, all stay, because its authors need them.
    """
    if os.environ.get(FULL) == "full":
        return
    step, theirs, last = error.__traceback__, list[TracebackType](), None
    while step is not None:
        last = step
        if not step.tb_frame.f_code.co_filename.startswith(_OURS):
            theirs.append(step)
        step = step.tb_next
    if isinstance(error, StreamRTError) or theirs[-1:] == [last]:
        error.__traceback__ = None
        for each in reversed(theirs):
            error.__traceback__ = TracebackType(
                error.__traceback__, each.tb_frame, each.tb_lasti, each.tb_lineno
            )


def refusing(function: Callable[P, T]) -> Callable[P, T]:
    """Returns the function, which leaves no frames in the tracebacks of streamrt's errors."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except StreamRTError as error:
            shorten(error)
            raise

    return called


def showing_users(function: Callable[P, T]) -> Callable[P, T]:
    """Returns the function, whose errors show the frames of users alone; see `keep_users`."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            keep_users(error)
            raise

    return called
