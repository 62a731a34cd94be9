"""Completion without the interpreter: a timeline as C calls it, and the ends that a driver tells.

`streamrt.h`, in the folder that `include()` names, has the same structures and all rules.

1. A driver's callback in C calls the functions of a `NativeTimeline`.
2. A driver whose callbacks come from several threads, in any order, calls `Ends.told`, which is
   native code. It ends the executions in the order in which they began.
3. Memory that a driver may still use is never freed: `Ends` stay until `close` finds that all has
   ended.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from streamrt._core.handles import Handle
from streamrt._core.values import check_count
from streamrt._native.core import core

__all__ = ["Ends", "NativeTimeline", "include", "native_table", "python_table"]

VERSION = 1
MOST_ROOM = 1 << 20
RESULT_BYTES = 24

_I32, _I64, _U64, _P = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "check": (_P, _P),
    "start": (_P, _P, _I64),
    "finish": (_P, _P, _I32, _I64),
    "fail": (_P, _P, _U64, _I64),
    "advance": (_P, _P, _U64),
    "signal": (_P,),
}


def include() -> str:
    """Returns the folder with `streamrt.h`, for a C compiler's option `-I`."""
    return str(Path(__file__).parent / "c" / "include")


class NativeTimeline(ctypes.Structure):
    """A timeline as C code raises it: a `srt_timeline` of `streamrt.h`.

    Pass it by its address, `ctypes.addressof(native)`, and keep it until nobody in C uses it any
    more. It keeps the timeline.

    Attributes:
        version: the version of the structure, 1.
        nbytes: its size in bytes.
        self: the first argument of the functions.
        check: the address of the function; so are `start`, `finish`, `fail`, `advance` and
            `signal`.
    """

    _fields_ = (
        ("version", ctypes.c_uint32),
        ("nbytes", ctypes.c_uint32),
        ("self", ctypes.c_uint64),
        *[(name, ctypes.c_uint64) for name in _FUNCTIONS],
    )
    keeps: object
    version: int
    nbytes: int
    check: int
    start: int
    finish: int
    fail: int
    advance: int
    signal: int


def native_table(owner: object, promises: int) -> NativeTimeline:
    """Returns the functions of the native core, for the promises at that address."""
    addresses = [core().endings[name] for name in _FUNCTIONS]
    table = NativeTimeline(VERSION, ctypes.sizeof(NativeTimeline), promises, *addresses)
    table.keeps = owner
    return table


class Raised(Protocol):
    """A timeline, or what stands between a device and one; see `Timeline` for the methods."""

    def check(self, cell: int) -> None: ...
    def start(self, cell: int, at: int = 0) -> bool: ...
    def finish(self, cell: int, error: int = 0, at: int = 0) -> None: ...
    def fail(self, cell: int, reason: str, at: int = 0) -> None: ...
    def advance(self, results: bytes) -> None: ...
    def signal(self) -> None: ...


def python_table(raised: Raised, reason_of: Callable[[int], str]) -> NativeTimeline:
    """Returns functions for C code that call methods in Python.

    Args:
        raised: has the methods.
        reason_of: returns the reason with a number of `Timeline.number_of`.
    """

    def check(_: int | None, cell: int) -> int:
        raised.check(cell)
        return 0

    def start(_: int | None, cell: int, at: int) -> int:
        return int(raised.start(cell, at))

    def finish(_: int | None, cell: int, error: int, at: int) -> int:
        raised.finish(cell, error, at)
        return 0

    def fail(_: int | None, cell: int, reason: int, at: int) -> int:
        raised.fail(cell, reason_of(reason), at)
        return 0

    def advance(_: int | None, results: int, count: int) -> int:
        raised.advance(ctypes.string_at(results, RESULT_BYTES * count))
        return 0

    def signal(_: int | None) -> int:
        raised.signal()
        return 0

    calls: tuple[Callable[..., int], ...] = (check, start, finish, fail, advance, signal)
    kinds = zip(_FUNCTIONS.values(), calls, strict=True)
    made = [ctypes.CFUNCTYPE(_I32, *arguments)(call) for arguments, call in kinds]
    addresses = [ctypes.cast(function, _P).value for function in made]
    table = NativeTimeline(VERSION, ctypes.sizeof(NativeTimeline), 0, *addresses)
    table.keeps = made
    return table


class _End(ctypes.Structure):
    """A `srt_end` of streamrt.h."""

    _fields_ = (("of", _P), ("cell", _P), ("error", _P), ("status", _I32), ("is_told", _I32))


class _Ends(ctypes.Structure):
    """A `srt_ends` of streamrt.h."""

    _fields_ = (
        ("timeline", _P),
        ("ring", _P),
        ("room", _U64),
        ("begun", _U64),
        ("ended", _U64),
        ("reason", _U64),
        ("release", _P),
        ("resume", _P),
        ("context", _P),
        ("is_wanted", ctypes.c_uint32),
        ("status", _I32),
        ("telling", _U64),
        ("inside", _U64),
    )
    begun: int
    ended: int
    status: int
    inside: int


class Ends(Handle):
    """The ends of one queue's launches, which a driver tells from any thread, in any order.

        ends = Ends(timeline.native(), release=address_of_clReleaseEvent)
        if timeline.start(cell):
            token = ends.begin(cell)
            ...  # hand the work over
            driver.clSetEventCallback(event, CL_COMPLETE, ends.told, token)

    The driver then calls `ends.told(event, status, token)`, a native function: the execution ends,
    in its turn, and no thread waits for the interpreter. A negative status says that the work was
    lost: the execution fails.

    One thread at a time calls `begin` and `wants`: that which hands work over.
    """

    _instead = "each queue makes its own"

    def __init__(
        self,
        timeline: NativeTimeline,
        room: int = 1024,
        *,
        reason: int = 0,
        release: int = 0,
        resume: Callable[[], object] | None = None,
    ) -> None:
        """Makes room for ends.

        Args:
            timeline: the timeline of the queue.
            room: the most executions that have begun and not ended; a power of two.
            reason: the reason for the failure of work that was lost, from `timeline.number_of`.
            release: the address of a function that is called with each event; 0 is none.
            resume: called once after an end, from a thread of the driver, where `wants` has asked.
        """
        room = check_count(room, "Ends: room", 1, MOST_ROOM)
        self._timeline = timeline
        self._ring = (_End * (1 << (room - 1).bit_length()))()

        def resumed(_: int | None) -> None:
            if resume is not None:
                resume()

        self._resume = ctypes.CFUNCTYPE(None, _P)(resumed)
        self._core = core()
        self._ends = _Ends(
            timeline=ctypes.addressof(timeline),
            ring=ctypes.addressof(self._ring),
            room=len(self._ring),
            reason=reason,
            release=release,
            resume=ctypes.cast(self._resume, _P).value,
        )
        self._at = ctypes.addressof(self._ends)
        self._open = True
        _left.add(self)

    @property
    def told(self) -> int:
        """The address of the function that a driver calls: `void (void *, int32_t, void *)`."""
        return self._core.endings["end_told"]

    @property
    def begun(self) -> int:
        """The number of executions that have begun."""
        return self._ends.begun

    @property
    def ended(self) -> int:
        """The number of executions that have ended."""
        return self._ends.ended

    @property
    def status(self) -> int:
        """The last negative status that the driver told; 0 if there was none."""
        return self._ends.status

    def begin(self, cell: int, error: int = 0) -> int:
        """Notes an execution for which `start` was true, before it is handed over.

        Args:
            cell: its status cell.
            error: the address of the i32 to which its kernel writes its code; 0 if it has none.

        Returns:
            The token for the driver; 0 if there is no room, until something has ended.
        """
        return self._core.srt_end_begun(self._at, cell, error) or 0

    def wants(self) -> bool:
        """Asks that `resume` is called after the next end; False: all that began has ended."""
        return bool(self._core.srt_end_wanted(self._at))

    def close(self) -> bool:
        """Frees the memory, later; returns False if something may still end, and then does not."""
        if self._ends.begun != self._ends.ended or self._ends.inside:
            return False
        _left.discard(self)
        return True


_left: set[Ends] = set()  # their memory may be used by a driver
