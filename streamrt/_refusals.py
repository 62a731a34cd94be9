"""Refusals: the errors of a call that was passed something wrong. They end at the caller's line.

A refusal is found deep in streamrt, and its cause stands in the caller's line. So its traceback
drops the frames of streamrt on its way out. CPython adds a frame to a traceback when an exception
leaves the frame, except by a bare `raise`. So a function that catches a refusal, drops the frames
below, and raises it again leaves no trace of itself. Two forms do that:

- `@refusing` around a function. It costs a call, and moves the caller's frame by one.
- `except StreamRTError as error: shorten(error); raise`, on hot paths, and where the caller's frame
  is looked at. It costs nothing as long as nothing is raised.

Most stand around the functions that public methods call, so the frame of the public method stays.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

import numpy as np

from streamrt.errors import StreamRTError

__all__ = ["FULL", "frame_at", "refusing", "shorten"]

frame_at: Final = sys._getframe  # 0 is the caller's frame, 1 that of its own caller, and so on

FULL = "STREAMRT_TRACEBACK"
"""The environment variable which keeps all frames if it is `full`."""

# The frames of a context manager of streamrt are among those of contextlib, and NumPy asks objects
# of streamrt's for their values.
_OURS = (
    __file__.removesuffix("_refusals.py"),
    contextlib.__file__,
    np.__file__.removesuffix("__init__.py"),
)

P = ParamSpec("P")
T = TypeVar("T")


def shorten(error: StreamRTError) -> None:
    """Drops the traceback so far if all of it is streamrt's own; a bare `raise` must follow.

    If code of a user was called on the way, such as a backend, its frames say more than the line
    that the traceback would end with, so all stay.
    """
    if os.environ.get(FULL) == "full":
        return
    step = error.__traceback__
    while step is not None:
        if not step.tb_frame.f_code.co_filename.startswith(_OURS):
            return
        step = step.tb_next
    error.__traceback__ = None


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
