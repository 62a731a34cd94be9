"""A queue behind a driver: a native queue whose loop feeds a stream, and a thread that sees it end.

feeder.h says how the two threads work, and gpu_builtins.h how they end. Here is what they need of
the driver, and who gives it back:

1. The stream, the events and the threads are made for the first submission. The feeder's thread
   calls the driver for that, so that no thread of the user has to.
2. A step of opening or closing that an interrupt breaks off is done again by the next call.
3. Another queue may wait for an event of this one as long as it has records. So events live until
   `free`, which comes after the end of all queues.
4. A thread that is stuck in the driver when the device is lost is abandoned after `PARTING`
   seconds. What it may still use is never freed.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial

from streamrt._backends.gpu.contexts import DriverContext, DriverError, DriverMemory
from streamrt._backends.gpu.handed import Handed
from streamrt._native.core import CREDIT, Core
from streamrt._native.queue import NativeQueue
from streamrt._native.threads import Worker
from streamrt._native.timeline import Timeline
from streamrt.errors import KernelError, ResourceError

PARTING = 0.1
_LOOK = 0.001  # seconds between two looks at threads that are about to leave
_SLICE = 0.1  # seconds


class GpuQueue(NativeQueue, ABC):
    """A queue whose records are handed to a stream of a driver."""

    def __init__(
        self,
        core: Core,
        name: str,
        timeline: Timeline,
        gpu: int,
        context: DriverContext,
        memory: DriverMemory,
    ) -> None:
        """Makes the queue; the driver is called for the first submission.

        Args:
            core: the native core.
            name: the name of the threads.
            timeline: the timeline that the completer raises.
            gpu: the core's handle of the device.
            context: the context of the device.
            memory: where it gets memory of the host from.
        """
        super().__init__(core, name, timeline, self._feed, context.loss)
        self._gpu = gpu
        self._context = context
        self._memory = memory
        self._completer = Worker(partial(core.srt_complete, timeline.handle), f"{name}.completer")
        self._codes = 0
        self._is_made = False  # whether the native half is there
        self._has_tried = False  # to make it
        self._trying = threading.Lock()  # held until then
        self._trying.acquire()
        self._trouble: list[DriverError] = []  # one error, if that failed
        self._has_parted = False
        self._late: list[Worker] = []  # threads that had not left a lost device in time
        self.is_abandoned: bool = False  # a thread of it may be in the driver for good
        self.handed: Handed | None = None  # from the first submission on

    def open_for_work(self) -> None:
        """Makes the stream and starts both threads; see `NativeQueue.open_for_work`.

        Raises:
            ResourceError: the system has no room for another thread, or the driver for a stream.
            DeviceLostError: the device is lost.
        """
        if self._closed or self._is_open or (self.loss is not None and self.loss.reason):
            return
        if self._trouble:  # its thread has ended
            self._worker, self._trouble = Worker(self._feed, self.name), []
            self._has_tried = False
            self._trying = threading.Lock()
            self._trying.acquire()
        self._worker.start()
        self._await_try(threading.TIMEOUT_MAX)
        if self._trouble:
            (error,) = self._trouble
            self._context.judge(error)
            self._context.loss.check(f"open {self.name}")
            raise ResourceError(f"open {self.name}: {error}; close streams") from error
        self._completer.start()
        self._open()

    def _feed(self) -> None:
        """Makes the native half and feeds the stream. On the feeder's thread."""
        trying = self._trying  # the next try has another one
        try:
            self._make()
        except DriverError as error:
            self._trouble.append(error)
        finally:
            self._has_tried = True
            trying.release()
        if self._is_made:
            self._core.srt_feed(self.timeline.handle)

    def _await_try(self, timeout: float) -> None:
        """Waits until the feeder has tried to make the native half, in slices.

        An interrupt may strike between the two calls, and then the lock stays held. An Event would
        raise another error in its place.
        """
        deadline = time.monotonic() + timeout
        while not self._has_tried and (left := deadline - time.monotonic()) > 0:
            if self._trying.acquire(timeout=min(left, _SLICE)):
                self._trying.release()

    def _make(self) -> None:
        if not self._codes:
            self._codes = self._memory.alloc_host(8 * CREDIT + 8)
        if not self._codes:
            raise self._context.no_memory()
        stream, events = self.make_stream()
        address = self._core.open_gpu(self.handle, self._gpu, stream, events, self._codes)
        self.handed = Handed(self._core, self.name, address)
        self._is_made = True

    def error_of(self, what: str, refused: int) -> KernelError:
        said = self._context.spell(refused)
        return KernelError(f"{what}: the driver refused the launch with {said}")

    def close(self, timeout: float) -> bool:
        """Ends both threads after the work, or at once if the device is lost."""
        self.refuse()
        if not self._worker.prevent():
            self._await_try(timeout)
        if not self._is_made:
            return True
        if self.loss is not None and self.loss.reason:
            return self.part()
        deadline = time.monotonic() + timeout
        has_ended = super().close(timeout)
        left = max(0.0, deadline - time.monotonic())
        return has_ended and (self._completer.prevent() or self._completer.wait(left))

    def part(self) -> bool:
        """Sees both threads leave a lost device; gives those up that are stuck in the driver."""
        if not self._is_made or self._has_parted:
            return True
        deadline = time.monotonic() + PARTING
        while not self._core.part_gpu(self.handle, time.monotonic() > deadline):
            time.sleep(_LOOK)
        # One that has begun in Python may still be on its way to the core, which looks at the queue
        # to refuse it.
        for worker in (self._worker, self._completer):
            if not worker.prevent() and not worker.wait(max(0.0, deadline - time.monotonic())):
                self._late.append(worker)
        self._has_parted = True
        return True

    def give_up(self) -> None:
        self.part()

    def end_pending(self, value: int, cells: Mapping[int, int]) -> None:
        super().end_pending(value, cells)
        if self.handed is not None:
            self.handed.finish(value)

    def is_of(self, gpu: int) -> bool:
        """Whether it is a queue of that device, by the core's handle."""
        return self._gpu == gpu

    def free(self) -> None:
        """Frees the native half, then the records; see `NativeQueue.free`."""
        if self.give_back():
            super().free()

    def give_back(self) -> bool:
        """Gives the driver back what it made; only once all queues that wait on it have ended.

        Returns False if a thread was given up, which may come back to all of it.
        """
        is_late = any(not worker.is_over for worker in self._late)
        if is_late or (self._is_made and not self._core.close_gpu(self.handle)):
            self.is_abandoned = True
            return False
        self._is_made = False
        if self.handed is not None:
            self.handed.close()
        if self.loss is None or self.loss.reason is not None:
            return True
        with self._context.taking_back():
            self.end_stream()
            if self._codes:
                codes, self._codes = self._codes, 0
                self._memory.free_host(codes)
        return True

    # -- what a driver does -----------------------------------------------------------------------

    @abstractmethod
    def make_stream(self) -> tuple[int, tuple[int, ...]]:
        """Makes what is not there yet of a stream and its CREDIT events; returns their handles.

        On the feeder's thread. What an interrupt or an error breaks off is done again.

        Raises:
            DriverError: the driver refuses.
        """

    @abstractmethod
    def end_stream(self) -> None:
        """Gives the stream and its events back. It may be done again.

        Raises:
            DriverError: the device is lost.
        """
