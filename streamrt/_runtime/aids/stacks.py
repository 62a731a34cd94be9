"""The stacks of threads and tasks say where they stand, and what they wait for.

Nothing is noted when a wait begins, so a wait costs nothing more: the frames of a thread that is
blocked have the point in their variables. Only one who asks reads them.
"""

from __future__ import annotations

import sys
import sysconfig
import threading
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._runtime.execution import Execution
from streamrt._runtime.hosts.host_lane import HostLane
from streamrt._runtime.lane import Lane
from streamrt._runtime.waiting.loop_future import Tell, Wakeup

if TYPE_CHECKING:
    import asyncio

_OURS = __file__.removesuffix("_runtime/aids/stacks.py")
_STANDARD = sysconfig.get_paths()["stdlib"]
_AWAIT = Execution.__await__.__code__


class Stack(NamedTuple):
    """The facts that the stack of a thread tells.

    Attributes:
        name: the thread's name.
        at: the innermost line of the user's program, as in `app.py:41 in main`; "" if none is.
        point: the point that it is blocked for; None if it is not blocked.
        since: since when, in ns of `time.monotonic_ns`; 0 if it is not blocked.
        call: the host call that it runs, as a point; None if it runs none.
    """

    name: str
    at: str
    point: tuple[Lane, int] | None
    since: int
    call: tuple[Lane, int] | None


def stacks() -> list[Stack]:
    """Returns the stacks of all threads of Python."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    frames = sys._current_frames().items()
    return [_stack(names.get(ident) or f"thread {ident}", frame) for ident, frame in frames]


def _stack(name: str, frame: FrameType | None) -> Stack:
    lines: list[FrameType] = []
    point: tuple[Lane, int] | None = None
    call: tuple[Lane, int] | None = None
    since = 0
    while frame is not None:
        code, found = frame.f_code, frame.f_locals if frame.f_code in _CODES else {}
        if code is _BLOCK and point is None:
            point, since = (found["self"], found["value"]), found.get("since", 0)
        elif code is _RUN and call is None and "execution" in found:
            call = found["self"], found["execution"].value
        lines.append(frame)
        frame = frame.f_back
    return Stack(name, _innermost(reversed(lines)), point, since, call)


_BLOCK, _RUN = Lane._wait.__code__, HostLane._run.__code__
_CODES = (_BLOCK, _RUN)


def _innermost(frames: Iterator[FrameType]) -> str:
    """Returns the last line of a program in frames, the outermost first."""
    found = ""
    for frame in frames:
        file = frame.f_code.co_filename
        if "site-packages" in file or not file.startswith((_OURS, _STANDARD, "<frozen")):
            found = f"{file}:{frame.f_lineno} in {frame.f_code.co_name}"
    return found


class Awaiter(NamedTuple):
    """A task or function that is called when a point is reached.

    Attributes:
        kind: `task` or `callback`.
        name: its name.
        key: what host calls know a task by; None for callbacks.
        at: the innermost line of the user's program at which a task waits; "" if unknown.
        since: since when, in ns of `time.monotonic_ns`; 0 if unknown.
    """

    kind: str
    name: str
    key: object = None
    at: str = ""
    since: int = 0


def awaiter_of(callback: Any) -> Awaiter | None:
    """Returns who is behind a callback of a bridge; None if that is streamrt itself."""
    if isinstance(callback, Wakeup):
        task = next((getattr(each, "__self__", None) for each, _ in callback._callbacks), None)
        return Awaiter("task", "a task") if task is None else _of_task(task)
    if isinstance(callback, Tell):
        if callback.task is not None:
            return Awaiter("task", f"task {callback.task.name}", callback.task.id)
        callback = callback._event_set
    for each in (callback, *getattr(callback, "args", ())):
        execution = getattr(getattr(each, "func", None), "__self__", None)
        if isinstance(execution, Execution):
            entry = each.args[0]
            name = getattr(entry.callback, "__qualname__", None) or repr(entry.callback)
            return Awaiter("callback", f"done-callback {name}")
    return None


def _of_task(task: asyncio.Task[Any]) -> Awaiter:
    frames: list[FrameType] = []
    since = 0
    part: Any = task.get_coro()
    while part is not None:
        frame: Any = next(
            (found for key in _FRAMES if (found := getattr(part, key, None)) is not None), None
        )
        if frame is not None:
            frames.append(frame)
            if frame.f_code is _AWAIT:
                since = frame.f_locals.get("suspended", 0)
        part = next(
            (found for key in _INWARD if (found := getattr(part, key, None)) is not None), None
        )
    shown, own = task.get_name(), getattr(task.get_coro(), "__qualname__", "")
    if own == "_wrap_awaitable":
        shown = f"{shown} (of asyncio.gather, wait or ensure_future)"
    elif shown.startswith("Task-"):
        shown = own or shown
    return Awaiter("task", f"task {shown}", task, _innermost(iter(frames)), since)


_FRAMES = ("cr_frame", "gi_frame", "ag_frame")
_INWARD = ("cr_await", "gi_yieldfrom", "ag_await")
