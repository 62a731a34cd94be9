"""Defects: an error inside of the compiler that is no error of streamrt's becomes a CompileError.

It names the user's line, and asks to report it. A trace runs the user's code, and so does a signal
handler, and their errors pass as they are. The traceback tells them apart: the innermost frame
counts that is neither NumPy's nor Python's own, nor of a part of streamrt that the compiler calls.
What says something of the process and nothing of the compiler passes, too: no memory, no file,
no room on the stack.
"""

from __future__ import annotations

import os
import traceback
from types import FrameType, TracebackType

from streamrt._ir.limits import TooMuchError
from streamrt._ir.program import Value
from streamrt._jit.sites import is_foreign, short, site
from streamrt.errors import CompileError, StreamRTError

__all__ = ["Reporting"]

_STREAMRT = os.path.dirname(os.path.dirname(__file__)) + os.sep
_COMPILER = (_STREAMRT + "_jit" + os.sep, _STREAMRT + "_ir" + os.sep)
_WRITTEN_WITH_NUMPY = _STREAMRT + "array_api" + os.sep
_OF_THE_PROCESS = (StreamRTError, MemoryError, RecursionError, OSError)


class Reporting:
    """A block of the compiler's work: `with Reporting("f", site): ...`."""

    __slots__ = ("_name", "_site")

    def __init__(self, name: str, site: str = "") -> None:
        """Takes what is compiled.

        Args:
            name: the function.
            site: the place of the function, which is named if no line of an operation is known.
        """
        self._name = name
        self._site = site

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Raises a CompileError if the block failed by a mistake of the compiler.

        Raises:
            CompileError: with the user's line, caused by the error.
        """
        if isinstance(error, TooMuchError):
            steps = list(traceback.walk_tb(where))
            place = _line_of_user(steps) or error.site or _line_of_value(steps) or self._site
            raise CompileError(
                f"compile {self._name} ({short(place)}): {error}; make several functions of it, or "
                "write its loops as operations of whole arrays"
            ) from None
        if not isinstance(error, Exception) or isinstance(error, _OF_THE_PROCESS):
            return
        steps = list(traceback.walk_tb(where))
        if not _is_in_compiler([step.f_code.co_filename for step, _ in steps]):
            return
        place = _line_of_user(steps) or _line_of_value(steps) or self._site
        if not place or place.startswith(_STREAMRT):
            place = site() or place
        raise CompileError(
            f"compile {self._name} ({short(place)}): the compiler itself failed, by "
            f"{type(error).__name__}: {error}; please report it to the authors of streamrt, with "
            "the function and this traceback"
        ) from error


def _is_in_compiler(files: list[str]) -> bool:
    """Returns whether the compiler raised an error that came through these files."""
    for file in reversed(files):
        if file.startswith(_COMPILER):
            return True
        if file.startswith(_WRITTEN_WITH_NUMPY) or not is_foreign(file):
            return False
    return False


def _line_of_user(steps: list[tuple[FrameType, int]]) -> str:
    """Returns the user's line in a traceback; empty if the user's code had returned."""
    for frame, line in reversed(steps):
        code = frame.f_code
        if not is_foreign(code.co_filename):
            return f"{code.co_filename}:{line} in {code.co_name}"
    return ""


def _line_of_value(steps: list[tuple[FrameType, int]]) -> str:
    """Returns the line of the value that the compiler worked on; empty if it knew none."""
    for frame, _ in reversed(steps):
        for thing in frame.f_locals.values():
            if isinstance(thing, Value) and thing.site:
                return thing.site
    return ""
