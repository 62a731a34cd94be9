"""Holds: streams of other libraries that wait for work of streamrt.

The driver can have a stream wait only for what was handed to it. So a hold waits for the hand-over
on the host, which is short as a rule, and only then has the stream wait, on the device. A point of
the CPU or of another GPU is waited for on the host to its end, because nobody else can.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._native.device import Foreign, Handed, NativeDevice
from streamrt._runtime.waiting.points import Blocking, Point
from streamrt._runtime.waiting.time_left import TimeLeft
from streamrt.errors import ArgumentError

if TYPE_CHECKING:
    from streamrt._runtime.devices.device_state import DeviceState
    from streamrt._runtime.lane import Lane

NAME = "ForeignStream.wait (in synchronous code: `foreign.wait(...).sync()`)"

Points = tuple[tuple["Lane", int], ...]


class Handing(Blocking):
    """The wait of one `ForeignStream.wait`: await it, or block the thread with `sync`.

    It does nothing before that. If it is dropped unused, Python warns.
    """

    __slots__ = ("_hold",)

    def __init__(self, foreign: Foreign, stream: int, points: Points, what: str) -> None:
        """Not for users: `ForeignStream.wait` makes it."""
        self._hold = Hold(foreign, stream, points, what)
        super().__init__(self._hold.wait(), NAME)

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread in place of an `await`.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: it was not handed over in time.
            WouldDeadlockError: part of it waits for the caller.
        """
        self._coroutine.close()
        self._hold.block(timeout)


class Hold(NamedTuple):
    """A foreign stream that is to wait for points of lanes."""

    foreign: Foreign
    stream: int
    points: Points
    what: str

    async def wait(self, holds: bool = True) -> None:
        """Suspends until all points are handed over, and has the stream wait for each.

        Args:
            holds: whether the stream is to wait for them.
        """
        for lane, value in self._open():
            handed = self.foreign.handed(lane.queue)
            if handed is None:
                await Point(lane, value)
                lane.tidy(value)
            else:
                await _HandedPoint(lane, handed, value)
            if handed is not None and holds:
                self.foreign.hold(self.stream, lane.queue, value, self.what)

    def block(self, timeout: float | None = None, holds: bool = True) -> None:
        """Blocks the thread until then."""
        deadline = TimeLeft(timeout, self.what)
        for lane, value in self._open():
            handed = self.foreign.handed(lane.queue)
            lane.engine.hosts.refuse_deadlock(lane, value, self.what)
            if handed is None:
                is_over = lane.block(value, 0, deadline.left)
                lane.tidy(value if is_over else 0)
            else:
                is_over = _block(lane, handed, value, deadline)
            if not is_over:
                late = "handed over" if handed else "reached"
                raise TimeoutError(
                    f"{self.what}: {lane.name}@{value} was not {late} after {timeout} s"
                )
            if handed is not None and holds:
                self.foreign.hold(self.stream, lane.queue, value, self.what)

    def _open(self) -> Sequence[tuple[Lane, int]]:
        return [(lane, value) for lane, value in self.points if lane.queue.completed < value]


class _HandedPoint(NamedTuple):
    """A point of a lane, awaited until it is handed over."""

    lane: Lane
    handed: Handed
    value: int

    def __await__(self) -> Generator[Any, None, None]:
        lane, handed, value = self
        queue: Any = handed
        yield from lane.engine.waiters.suspend(lane, queue, value)


def _block(lane: Lane, handed: Handed, value: int, deadline: TimeLeft) -> bool:
    """Blocks the thread until a value is handed over; False on a timeout."""
    lane.engine.hand_over()
    while handed.completed < value:
        lane.engine.check_alive()
        left = deadline.left
        if left is not None and left <= 0:
            return False
        lane.engine.core.srt_sync(handed.handle, value, 0, -1 if left is None else int(left * 1e9))
    return True


def foreign_of(state: DeviceState, what: str) -> Foreign:
    """Returns the part of a device that orders it with foreign streams.

    Raises:
        ArgumentError: it has no such streams.
    """
    backend = state.backend
    found = backend.foreign if isinstance(backend, NativeDevice) else None
    if found is None:
        raise ArgumentError(
            f"{what}: {state} shares no streams with other libraries; pass device= with a GPU of "
            "this runtime, as in 'cuda:0'"
        )
    return found
