"""Interrupts a program at a chosen one of all the points at which a signal's handler could raise.

CPython runs handlers in the main thread, and only between some instructions: when a function
begins, after a call, and where a loop goes round. A trace function counts these points in the
library's own code, and raises at the one it is told: so a sweep is exhaustive, needs no timing,
and a failure can be run again.
"""

from __future__ import annotations

import asyncio
import dis
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import streamrt

LIBRARY = str(Path(streamrt.__file__).parent)
ALSO = ("threading.py",)  # functions in which the library waits
# There CPython itself cannot bear it: a lock is held that nobody gives back, so that the new thread
# never gets it, or a thread that never began stays in the list of threads.
NOT = ("Condition.__enter__", "Thread.start")

# The instructions behind which the interpreter looks for signals. CALL_INTRINSIC calls no function:
# with it, a generator of Python 3.12 that is dropped half-way ends.
_LOOKS = frozenset(
    number
    for name, number in dis.opmap.items()
    if (name.startswith("CALL") or "JUMP_BACKWARD" in name)
    and not name.startswith(("CALL_INTRINSIC", "JUMP_BACKWARD_NO_INTERRUPT"))
)
_RESUME = dis.opmap["RESUME"]  # the low two bits of its argument say after what


class Interrupt(KeyboardInterrupt):
    """What the handler raises: Ctrl-C."""


class Late(TimeoutError):  # noqa: N818 - it is no error of the program
    """What the handler raises: the end of a time limit, which is an Exception, and an OSError."""


KINDS: tuple[type[Interrupt | Late], ...] = (Interrupt, Late)
SIGNAL = signal.SIGUSR1


class Point:
    """Counts the points of a run, and raises at one of them.

    Attributes:
        count: the number of points so far.
        place: the place where it raised; None as long as it did not.
        kind: the class of what it raises.
        logged: whether it raised in a callback of asyncio's, which logs an Exception.
    """

    def __init__(
        self,
        number: int,
        functions: frozenset[str],
        *,
        inside: bool,
        kind: type[Interrupt | Late] = Interrupt,
    ) -> None:
        """Traces nothing yet.

        Args:
            number: the number of the point to raise at, from 1 on; 0 for none.
            functions: qualified names of functions.
            inside: whether only points in these, and in what they call, count, or only others.
            kind: the class of what it raises.
        """
        self.kind = kind
        self.logged = False
        self.count = 0
        self.place: str | None = None
        self._number = number
        self._functions = functions
        self._inside = inside
        self._codes: dict[CodeType, bool] = {}
        self._entries: dict[CodeType, list[Any]] = {}
        self._last: dict[FrameType, int] = {}  # where it was last; -1 where nobody looks

    def note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Takes what asyncio would log."""
        self.logged |= isinstance(context.get("exception"), self.kind)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signal, so that what it raises looks as it does in programs."""
        raise self.kind(self.place)

    def __enter__(self) -> Point:
        signal.signal(SIGNAL, self._handle)
        # Python 3.12 looks when tracing begins whether any frame ever asked for instructions.
        sys._getframe().f_trace_opcodes = True
        sys.settrace(self._call)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(None)
        self._last.clear()

    def _counts(self, code: CodeType) -> bool:
        known = self._codes.get(code)
        if known is None:
            name = code.co_filename
            known = name.startswith(LIBRARY) or name.endswith(ALSO)
            known = self._codes[code] = known and code.co_qualname not in NOT
        return known

    def _is_inside(self, frame: FrameType | None) -> bool:
        while frame is not None:
            if frame.f_code.co_qualname in self._functions:
                return True
            frame = frame.f_back
        return False

    def _call(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        name = frame.f_code.co_name
        if frame.f_back in self._last and name[0] != "<" and name[:2] != "__":
            self._last[frame.f_back] = -1  # a call of Python by Python: nobody looks behind it
        counts = self._counts(frame.f_code) and (
            frame.f_code.co_filename.startswith(LIBRARY) or frame.f_back in self._last
        )
        if not counts:
            return None
        frame.f_trace = self._instruction  # before the next line, which Python 3.13 else forgets
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._instruction

    def _instruction(
        self, frame: FrameType, event: str, argument: object
    ) -> Callable[..., Any] | None:
        if event == "return":
            self._last.pop(frame, None)
            return None
        if event != "opcode":
            return self._instruction
        code, at = frame.f_code.co_code, frame.f_lasti
        before = self._last.get(frame, -1)
        self._last[frame] = at if code[at] != _RESUME or code[at + 1] & 3 < 2 else -1
        if before >= 0 and (code[before] == _RESUME or code[before] in _LOOKS):
            handlers = self._handlers(frame.f_code)
            # What a handler raises comes from the instruction before this one. Where another
            # `except` or `with` guards that, it cannot be raised here.
            if handlers(before) == handlers(at):
                self._look(frame)
        return self._instruction

    def _handlers(self, code: CodeType) -> Callable[[int], int]:
        """The handler of an exception raised at an instruction; -1 if it leaves the code."""
        entries = self._entries.get(code)
        if entries is None:
            told: Any = dis.Bytecode(code)
            entries = self._entries[code] = list(told.exception_entries)

        def find(at: int) -> int:
            return next((e.target for e in entries if e.start <= at < e.end), -1)

        return find

    def _look(self, frame: FrameType) -> None:
        if self._is_inside(frame) is not self._inside:
            return
        self.count += 1
        if self.count == self._number:
            sys.settrace(None)
            code = frame.f_code
            self.place = f"{code.co_qualname} ({Path(code.co_filename).name}:{frame.f_lineno})"
            signal.raise_signal(SIGNAL)  # the handler runs in it, and so raises here
