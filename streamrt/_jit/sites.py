"""Sites: the lines of the user's source that a trace's operations come from.

A site is the nearest frame outside of streamrt, NumPy and the standard library. The search looks at
nothing but the name of each frame's file, which it looks up in a dictionary, because it happens for
each operation of a trace.
"""

from __future__ import annotations

import inspect
import os
import sys
import sysconfig
from types import CodeType, FrameType

import numpy as np

__all__ = ["is_foreign", "short", "site", "site_of", "site_of_error", "user_frame"]

_LIMIT = 4096
"""The entries that each memory below may have; it is emptied beyond."""


def _roots() -> tuple[str, ...]:
    ours = os.path.dirname(os.path.dirname(__file__))
    standard = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    return tuple(root + os.sep for root in (ours, os.path.dirname(np.__file__), *standard) if root)


_ROOTS = _roots()
_PACKAGES = ("site-packages", "dist-packages")
_is_foreign: dict[str, bool] = {}
_texts: dict[tuple[CodeType, int], str] = {}


def _judge(filename: str) -> bool:
    """Returns whether a file belongs to streamrt, NumPy or Python itself, and remembers it."""
    root = next((root for root in _ROOTS if filename.startswith(root)), None)
    foreign = filename.startswith("<frozen") or filename == "<__array_function__ internals>"
    if root is not None:  # site-packages lies within the standard library
        foreign = not filename[len(root) :].startswith(_PACKAGES)
    if len(_is_foreign) >= _LIMIT:
        _is_foreign.clear()
    _is_foreign[filename] = foreign
    return foreign


def is_foreign(filename: str) -> bool:
    """Returns whether a file belongs to streamrt, NumPy or Python itself."""
    known = _is_foreign.get(filename)
    return _judge(filename) if known is None else known


def user_frame(above: int = 0) -> FrameType | None:
    """Returns the nearest frame of the stack that is the user's.

    Args:
        above: how many callers, from the nearest one, are known to be streamrt's.
    """
    frame: FrameType | None = sys._getframe(1 + above)  # pyright: ignore[reportPrivateUsage]
    known = _is_foreign
    while frame is not None:
        filename = frame.f_code.co_filename
        foreign = known.get(filename)
        if foreign is None:
            foreign = _judge(filename)
        if not foreign:
            return frame
        frame = frame.f_back
    return None


def site() -> str:
    """Returns the user's line that runs now as `file:line in function`; empty if none does."""
    frame = user_frame(2)
    if frame is None:
        return ""
    code, line = frame.f_code, frame.f_lineno
    text = _texts.get((code, line))
    if text is None:
        if len(_texts) >= _LIMIT:
            _texts.clear()
        text = _texts[code, line] = f"{code.co_filename}:{line} in {code.co_name}"
    return text


def site_of_error(error: BaseException) -> str:
    """Returns the last line of the user's that an error came through; empty if there is none."""
    found = ""
    last = error.__traceback__
    while last is not None:
        code = last.tb_frame.f_code
        if not is_foreign(code.co_filename) and os.path.isabs(code.co_filename):
            found = f"{code.co_filename}:{last.tb_lineno} in {code.co_name}"
        last = last.tb_next
    return found


def site_of(function: object) -> str:
    """Returns the place of a function, as sites are written; empty for one in C."""
    code = getattr(inspect.unwrap(function) if callable(function) else None, "__code__", None)
    if not isinstance(code, CodeType):
        return ""
    return f"{code.co_filename}:{code.co_firstlineno} in {code.co_name}"


def short(text: str) -> str:
    """Returns a site as messages show it: `model.py:12`."""
    return os.path.basename(text.rpartition(" in ")[0] or text)
