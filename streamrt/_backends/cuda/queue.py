"""A queue of a GPU of NVIDIA: its stream and its events.

Another queue may wait for an event of this one as long as it has records, and a stream of another
library as long as it is told to.
"""

from __future__ import annotations

import threading

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.memory import NON_BLOCKING, DeviceMemory
from streamrt._backends.gpu.queue import PARTING, GpuQueue
from streamrt._native.core import CREDIT, Core
from streamrt._native.timeline import Timeline

_EVENT = 1 | 2  # CU_EVENT_BLOCKING_SYNC, CU_EVENT_DISABLE_TIMING


class CudaQueue(GpuQueue):
    """A queue whose records are handed to a CUDA stream."""

    _context: Context

    def __init__(
        self,
        core: Core,
        name: str,
        timeline: Timeline,
        gpu: int,
        context: Context,
        memory: DeviceMemory,
    ) -> None:
        """Makes the queue; see `GpuQueue`."""
        super().__init__(core, name, timeline, gpu, context, memory)
        self._stream = 0
        self._events: list[int] = []
        self._holding = threading.Lock()  # while a thread of somebody else uses an event

    def make_stream(self) -> tuple[int, tuple[int, ...]]:
        with self._context.current() as driver:
            if not self._stream:
                self._stream = driver.new("cuStreamCreate", NON_BLOCKING)
            while len(self._events) < CREDIT:
                self._events += (driver.new("cuEventCreate", _EVENT),)
        return self._stream, tuple(self._events)

    def stream_handle(self) -> int:
        """Returns its CUDA stream, which is made for that if need be.

        Raises:
            ResourceError: see `open_for_work`.
        """
        self.open_for_work()
        return self._stream

    def hold(self, stream: int, value: int) -> None:
        """Has a stream of somebody else wait for a submission that was handed over.

        Raises:
            DriverError: the driver refuses.
        """
        with self._holding:  # so that the event is not destroyed meanwhile
            if self._is_made and (event := self._core.cover_of(self.handle, value)):
                with self._context.current() as driver:
                    driver.call("cuStreamWaitEvent", stream, event, 0)

    def give_back(self) -> bool:
        if not self._holding.acquire(timeout=PARTING):
            self.is_abandoned = True
            return False
        try:
            return super().give_back()
        finally:
            self._holding.release()

    def end_stream(self) -> None:
        context = self._context
        if not self._stream:
            return
        with context.current() as driver:
            # Idle, unless an interrupt broke off the opening, so that no completer has seen it end.
            context.took("cuStreamSynchronize", driver.result("cuStreamSynchronize", self._stream))
            destroy = driver.function("cuEventDestroy")
            while self._events:
                event = self._events[-1]
                del self._events[-1]
                code = destroy(event)
                context.took("cuEventDestroy", code)
            destroy = driver.function("cuStreamDestroy")
            stream, self._stream = self._stream, 0
            code = destroy(stream)
            context.took("cuStreamDestroy", code)
