"""A stream that is lent: others enqueue work on it, between what was submitted before and after."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from streamrt._core.handles import Handle
from streamrt._interrupts import from_handler
from streamrt._native.device import Foreign
from streamrt._runtime.foreign.holding import Hold
from streamrt._runtime.subject import Named
from streamrt.errors import StateError

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane

LENT = Named("end of a loan")


class Lent(Handle):
    """The loan of a stream, as `Stream.lend` makes it: a block, `with` or `async with`.

    In the block the stream has a handle, and refuses submissions. Work that others enqueue there
    runs after what was submitted before the block, and before what is submitted after it. What
    other streams do with the same memory is ordered as ever: by events, such as `stream.record()`
    after the block.
    """

    _instead = "stream.lend() makes another"

    __slots__ = ("_begin", "_end", "_foreign", "_handle", "_is_lent", "_lane", "_what")

    def __init__(
        self,
        lane: Lane,
        foreign: Foreign,
        begin: Callable[[], object],
        end: Callable[[], object],
    ) -> None:
        """Not for users: `Stream.lend` makes it.

        Args:
            lane: the lane of the stream.
            foreign: the part of its device that other libraries see.
            begin: has the stream refuse submissions.
            end: has it take them again.
        """
        self._lane = lane
        self._foreign = foreign
        self._begin = begin
        self._end = end
        self._handle = 0
        self._is_lent = False
        self._what = f"lend {lane.name}"

    @property
    def handle(self) -> int:
        """The address of the CUDA stream, as in `torch.cuda.ExternalStream(lent.handle)`.

        Raises:
            StateError: outside of the block.
        """
        if not self._is_lent:
            raise StateError(f"{self._what}: it has a handle only inside of its block")
        return self._handle

    def __cuda_stream__(self) -> tuple[int, int]:
        """Returns (0, handle), as cuda.core and others ask for it."""
        return 0, self.handle

    def _open(self) -> Hold:
        """Begins; returns the wait until the driver has all that was submitted."""
        self._begin()
        try:
            self._handle = self._foreign.stream_of(self._lane.queue)
        except BaseException:
            self._end()
            raise
        return Hold(self._foreign, 0, ((self._lane, self._lane.value),), self._what)

    def __enter__(self) -> Lent:
        """Blocks the thread until all that was submitted is handed to the driver."""
        hold = self._open()
        try:
            hold.block(holds=False)
            self._foreign.check(self._handle, self._what)
            self._is_lent = True
        except BaseException:
            self._end()
            raise
        return self

    async def __aenter__(self) -> Lent:
        """Suspends until all that was submitted is handed to the driver."""
        hold = self._open()
        try:
            await hold.wait(holds=False)
            self._foreign.check(self._handle, self._what)
            self._is_lent = True
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Takes the stream back; points of it come after the others' work from now on.

        Raises:
            DeviceLostError: the device was lost meanwhile.
        """
        self._is_lent = False
        try:
            self._cover()
        except Exception as lost:
            if error is None or from_handler(lost):
                raise
        finally:
            self._end()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Does the same."""
        self.__exit__(kind, error, traceback)

    def _cover(self) -> None:
        """Submits a launch that comes after the others' work, and so a point that does."""
        mark: Any = self._foreign.mark(self._handle, self._what)
        plan = self._foreign.plan
        self._lane.launch(plan, (), (), (mark.event,), LENT, sys._getframe(2), mark)
