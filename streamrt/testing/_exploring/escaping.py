"""Whatever no exploration can order is found where it happens: EscapedError at that line.

1. Sockets and processes announce themselves to the interpreter's audit hooks, and ours raises. It
   stays in the process for good, as all audit hooks do, and asks one flag if nothing is explored.
2. `time.sleep` and the start of threads are replaced while a program is explored. Reading a clock
   is no escape; if what it says changes the schedule, the replay is found to differ.
3. A program that blocks for a second without computing is found by a thread that looks now and
   then. In the main thread a signal breaks the wait off; in others nothing can break off a wait in
   C, and the error comes when that returns.
"""

from __future__ import annotations

import ctypes
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

from streamrt._refusals import frame_at
from streamrt.errors import EscapedError
from streamrt.testing._exploring.sites import is_users, site_of
from streamrt.testing._exploring.threads import BUSY, MOST, PATIENCE, here, ours

ESCAPES = {
    "socket.__new__": "opens a socket",
    "socket.getaddrinfo": "asks for an address of the network",
    "subprocess.Popen": "starts a process",
    "os.fork": "forks the process",
    "os.forkpty": "forks the process",
    "os.posix_spawn": "starts a process",
    "os.system": "starts a process",
}
INSTEAD = {
    "starts a thread of its own": "call `asyncio.to_thread`, or `stream.call`",
    "sleeps in real time": "await `asyncio.sleep`, whose time is virtual",
}

_TRIO = re.compile(r"[/\\]trio[/\\]_core[/\\]")
_state = {"explorations": 0, "is_hooked": 0}


def _new_hook() -> Callable[[str, tuple[Any, ...]], None]:
    """Returns the audit hook. It has what it needs as its own: modules end before hooks do."""
    state, escapes, mine, frame_of, error_of = _state, ESCAPES, here, frame_at, escaped

    def audit(event: str, args: tuple[Any, ...]) -> None:
        del args
        if not state["explorations"]:
            return
        what = escapes.get(event)
        if what is not None and mine.note is not None and not mine.is_ours:
            raise error_of(what, frame_of(1))

    return audit


def escaped(what: str, frame: FrameType | None) -> EscapedError:
    """Returns the error of a program that escapes at a frame, and takes note of it."""
    site = site_of(frame)
    remedy = INSTEAD.get(what, "give the program a stand-in while it is explored")
    if _is_trios(frame):
        what, remedy = "runs trio's loop", "explore it on asyncio's"
    error = EscapedError(f"explore: the program {what} at {site}; {remedy}", site)
    if here.note is not None:
        here.note(error)
    return error


def _is_trios(frame: FrameType | None) -> bool:
    """Whether trio's core stands between a frame and the line of the program above it."""
    while frame is not None and not is_users(frame.f_code.co_filename):
        if _TRIO.search(frame.f_code.co_filename):
            return True
        frame = frame.f_back
    return False


def enter(note: Callable[[EscapedError], object]) -> None:
    """Refuses escapes in this thread from now on.

    Args:
        note: takes note of an escape, because the program may swallow the error.
    """
    here.note = note


def leave() -> None:
    """Refuses escapes in this thread no more."""
    here.note = None


def _no_thread(thread: threading.Thread) -> None:
    if here.note is None or here.is_ours:
        _start(thread)
        return
    raise escaped("starts a thread of its own", frame_at(1))


def _no_sleep(seconds: float) -> None:
    if here.note is None or here.is_ours:
        _sleep(seconds)
        return
    raise escaped("sleeps in real time", frame_at(1))


_sleep, _start = time.sleep, threading.Thread.start


def _replace(sleep: Any, start: Any) -> None:
    """Has everybody sleep, and start threads, by these functions."""
    time.sleep = sleep
    setattr(threading.Thread, "start", start)  # noqa: B010 - a type checker must not see it


class Watch:
    """Looks whether the thread that explores blocks in the program.

    Use it as a context manager around an exploration, in the thread that explores.
    """

    def __init__(self, beat: Callable[[], float]) -> None:
        """Looks at nothing yet.

        Args:
            beat: returns a number that changes while the exploration goes on.
        """
        self._beat = beat
        self._ident = threading.get_ident()
        self._is_main = threading.current_thread() is threading.main_thread()
        self._is_over = threading.Event()
        self._handler: Any = None
        self._site = ""

    def __enter__(self) -> Watch:
        if not _state["is_hooked"]:
            _state["is_hooked"] = 1
            sys.addaudithook(_new_hook())
        _state["explorations"] += 1
        _replace(_no_sleep, _no_thread)
        if self._is_main and hasattr(signal, "SIGURG"):
            self._handler = signal.signal(signal.SIGURG, self._break_off)
        self._thread = threading.Thread(target=self._look, name="streamrt-watch", daemon=True)
        with ours():
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()
        if self._handler is not None:
            signal.signal(signal.SIGURG, self._handler)
        _state["explorations"] -= 1
        if not _state["explorations"]:
            _replace(_sleep, _start)
        leave()

    def _look(self) -> None:
        beat, since, used = self._beat(), time.monotonic(), self._used()
        while not self._is_over.wait(PATIENCE / 2):
            now, busy = self._beat(), self._used()
            elapsed = time.monotonic() - since
            if now != beat or sys.gettrace() is not None:  # a debugger may stand still
                beat, since, used = now, time.monotonic(), busy
            elif elapsed >= (MOST if busy - used >= BUSY * elapsed else PATIENCE):
                self._strike()
                since = time.monotonic()

    def _used(self) -> float:
        if not hasattr(time, "pthread_getcpuclockid"):
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(self._ident))

    def _strike(self) -> None:
        if self._handler is not None:
            signal.pthread_kill(self._ident, signal.SIGURG)
            return
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self._ident), ctypes.py_object(EscapedError)
        )

    def _break_off(self, number: int, frame: FrameType | None) -> None:
        del number
        if here.note is not None:
            raise escaped("blocks the thread", frame)
