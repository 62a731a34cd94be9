"""Lines of the user's program: of frames, tracebacks and coroutines."""

from __future__ import annotations

import asyncio
import re
import sysconfig
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, cast

import streamrt

_OURS = str(Path(streamrt.__file__).parent)
_STANDARD = sysconfig.get_paths()["stdlib"]
_BETWEEN = re.compile(r"site-packages[/\\](trio|anyio|numpy|_pytest|pluggy)[/\\]")
"""Libraries whose lines say less than the line that called them."""


@lru_cache(maxsize=4096)
def is_users(file: str) -> bool:
    """Whether a source file is neither streamrt's nor the standard library's."""
    if file.startswith((_OURS, "<frozen", "<attrs generated")):
        return False
    installed = "site-packages" in file
    return not (installed and _BETWEEN.search(file)) and (
        installed or not file.startswith(_STANDARD)
    )


def spell(code: CodeType, line: int | None) -> str:
    """Returns a line as in `feed.py:41 in feed`, with the file's whole path."""
    return f"{code.co_filename}:{line or code.co_firstlineno} in {code.co_name}"


def site_of(frame: FrameType | None) -> str:
    """Returns the innermost line of the user's program at or above a frame."""
    first = frame
    while frame is not None:
        if is_users(frame.f_code.co_filename):
            return spell(frame.f_code, frame.f_lineno)
        frame = frame.f_back
    return "" if first is None else spell(first.f_code, first.f_lineno)


def line_of(frame: FrameType | None) -> tuple[CodeType, int] | None:
    """Returns the innermost line of the user's program at or above a frame, for `spell`."""
    while frame is not None:
        if is_users(frame.f_code.co_filename):
            return frame.f_code, frame.f_lineno
        frame = frame.f_back
    return None


def raised_at(error: BaseException) -> str:
    """Returns the innermost line of the user's program in an error's traceback.

    A function that asserts something for its caller is passed over: it says so to pytest, too.
    """
    found = ""
    traceback: TracebackType | None = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        is_helper = traceback.tb_frame.f_locals.get("__tracebackhide__") is True
        if is_users(code.co_filename) and not (is_helper and found):
            found = spell(code, traceback.tb_lineno)
        traceback = traceback.tb_next
    return found


def _inward(coroutine: Any) -> Iterator[Any]:
    """Gives a coroutine, what it awaits, and so on."""
    while coroutine is not None:
        yield coroutine
        for name in ("cr_await", "gi_yieldfrom", "ag_await"):
            if hasattr(coroutine, name):
                coroutine = getattr(coroutine, name)
                break
        else:
            return


def waits_at(task: asyncio.Task[Any]) -> str:
    """Returns the innermost line of the user's program at which a suspended task waits."""
    found = ""
    for part in _inward(task.get_coro()):
        frame = getattr(part, "cr_frame", None) or getattr(part, "gi_frame", None)
        if frame is not None and is_users(frame.f_code.co_filename):
            found = spell(frame.f_code, frame.f_lineno)
    return found


def is_task(thing: object) -> bool:
    """Whether a thing is a task of asyncio."""
    return isinstance(thing, asyncio.Task)


def waits_for(task: asyncio.Task[Any]) -> Any:
    """Returns the future, or the like, that a suspended task waits for."""
    return getattr(task, "_fut_waiter", None)


def task_name(task: asyncio.Task[Any]) -> str:
    """Returns the name of a task for people: the one it was given, or its coroutine's."""
    name = task.get_name()
    coroutine = cast(Any, task.get_coro())
    own = getattr(coroutine, "__name__", "")
    return f"task {own}" if name.startswith("Task-") and own else f"task {name}"


def leaves(error: BaseException) -> Iterator[BaseException]:
    """Gives the errors in a group, and in groups in it; an error that is no group gives itself."""
    inner: tuple[BaseException, ...] | None = getattr(error, "exceptions", None)
    if inner is None or not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for each in inner:
        yield from leaves(each)
