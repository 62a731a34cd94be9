"""Order and memory between one GPU and the other libraries that use it in this process.

CuPy, PyTorch, cuda.core and numba have streams in the same context. The driver orders streams by
events, whoever made them:

1. A *mark* is an event that is recorded on a stream of somebody else. A launch of the plan `mark`
   has a stream of streamrt wait for it; see `srt_hand_mark` in feeder.h.
2. The other way round, a stream of somebody else waits for the event that covers a submission.
   There is one as soon as the submission was handed over, and not before.
3. The driver waits for what had been recorded when the wait was asked for (cuStreamWaitEvent). So a
   mark's event is recorded again only after the launch that waits for it has ended.
4. Both are asked for in the caller's thread: what the other library was given before that is before
   it. These are the only calls of the driver that a thread of the user makes for streams.
"""

from __future__ import annotations

import ctypes
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.driver import OUT_OF_MEMORY, Driver
from streamrt._backends.cuda.memory import NON_BLOCKING
from streamrt._backends.cuda.queue import CudaQueue
from streamrt._backends.gpu.contexts import DriverError
from streamrt._backends.gpu.handed import Handed
from streamrt._core.finalizers import AtEnd
from streamrt._native.loss import Loss
from streamrt.errors import ArgumentError, ResourceError

_NO_TIMING = 2  # CU_EVENT_DISABLE_TIMING
_CAPTURE = range(900, 909)  # CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED and those behind it
DEFAULT_STREAMS = (0, 1, 2)
"""CUDA's own: 0 and CU_STREAM_LEGACY, CU_STREAM_PER_THREAD."""
_own: set[int] = set()  # the streams of all GPUs that `own_stream` returned
_MEMORY_TYPE, _DEVICE_ORDINAL, _ON_DEVICE = 2, 9, 2


class Mark(AtEnd):
    """A point of a foreign stream. Its event is used again when the mark is dropped.

    Attributes:
        event: the event of the driver.
    """

    _instead = "record() makes another"

    __slots__ = ("event",)

    def __init__(self, event: int, free: deque[int]) -> None:
        self.event: int = event
        self.__del__: Callable[[], object] = partial(free.append, event)


class Foreign:
    """The part of a GPU that orders it with foreign streams."""

    def __init__(
        self,
        context: Context,
        gpu: int,
        loss: Loss,
        new_plan: Callable[[], int],
        look: Callable[[], object],
    ) -> None:
        """Calls no driver yet.

        Args:
            context: the context of the GPU.
            gpu: the core's handle of the device.
            loss: the loss of the device.
            new_plan: makes the plan of a mark.
            look: counts the device as lost if it is.
        """
        self._context = context
        self._gpu = gpu
        self._loss = loss
        self._new_plan = new_plan
        self._look = look
        self._plan = 0
        self._events: list[int] = []
        self._free: deque[int] = deque()
        self._streams: dict[str, int] = {}
        self._lock = threading.Lock()

    def check(self, stream: int, what: str) -> None:
        """Refuses a handle that is no stream of this GPU's context, or one that records a graph.

        Raises:
            ArgumentError: it is one of these.
            DeviceLostError: the device is lost.
        """
        self._loss.check(what)
        of, status = ctypes.c_uint64(self._context.handle), ctypes.c_int(0)
        with self._refusing(what, stream) as driver:
            if stream not in DEFAULT_STREAMS:
                driver.call("cuStreamGetCtx", stream, ctypes.byref(of))
                if of.value != self._context.handle:
                    raise ArgumentError(
                        f"{what}: the stream {stream:#x} belongs to another context than that of "
                        f"{self._loss.name}; pass device= with the GPU that it runs on"
                    )
            driver.call("cuStreamIsCapturing", stream, ctypes.byref(status))
        if status.value:
            raise ArgumentError(
                f"{what}: the stream {stream:#x} records a CUDA graph, so nothing runs on it; end "
                "its capture first"
            )

    @property
    def plan(self) -> int:
        """The plan whose launch waits for a mark; its argument is the mark's event."""
        with self._lock:
            if not self._plan:
                self._plan = self._new_plan()
            return self._plan

    def mark(self, stream: int, what: str) -> Mark:
        """Returns the point after everything that a foreign stream was given so far.

        Raises:
            ArgumentError: the driver refuses.
            DeviceLostError: the device is lost.
        """
        with self._refusing(what, stream) as driver:
            mark = Mark(self._event(driver), self._free)
            driver.call("cuEventRecord", mark.event, stream)
        return mark

    def _event(self, driver: Driver) -> int:
        try:
            return self._free.popleft()
        except IndexError:
            event = driver.new("cuEventCreate", _NO_TIMING)
            self._events.append(event)
            return event

    def handed(self, queue: object) -> Handed | None:
        """Returns the timeline on which to wait before `hold`; None for queues of others."""
        if isinstance(queue, CudaQueue) and queue.is_of(self._gpu):
            return queue.handed
        return None

    def hold(self, stream: int, queue: object, value: int, what: str) -> None:
        """Has a foreign stream wait for a submission that was handed over.

        Raises:
            ArgumentError: the driver refuses.
            DeviceLostError: the device is lost.
        """
        assert isinstance(queue, CudaQueue)
        with self._refusing(what, stream):
            queue.hold(stream, value)

    def stream_of(self, queue: object) -> int:
        """Returns the CUDA stream of a queue, made if need be.

        Raises:
            ResourceError: the driver has no room for it.
            DeviceLostError: the device is lost.
        """
        assert isinstance(queue, CudaQueue)
        self._loss.check(f"lend {queue.name}")
        return queue.stream_handle()

    def own_stream(self, name: str) -> int:
        """Returns a stream that runs nothing and only waits, made if need be.

        Raises:
            ResourceError: the driver has no room for it.
            DeviceLostError: the device is lost.
        """
        with self._lock, self._refusing(f"open a stream of {self._loss.name}", 0) as driver:
            if name not in self._streams:
                self._streams[name] = driver.new("cuStreamCreate", NON_BLOCKING)
                _own.add(self._streams[name])
            return self._streams[name]

    def is_own(self, stream: int) -> bool:
        """Whether a stream is one that `own_stream` returned, of any runtime."""
        return stream in _own

    def check_memory(self, address: int, what: str) -> None:
        """Refuses an address that the driver does not know as memory of this GPU.

        Raises:
            ArgumentError: it does not.
            DeviceLostError: the device is lost.
        """
        self._loss.check(what)
        with self._context.current() as driver:
            found = [
                _attribute(driver, attribute, address)
                for attribute in (_MEMORY_TYPE, _DEVICE_ORDINAL)
            ]
        if found != [_ON_DEVICE, self._context.index]:
            raise ArgumentError(
                f"{what}: the driver does not know {address:#x} as memory of {self._loss.name}; "
                "was it freed, or is it on another device?"
            )

    @contextmanager
    def _refusing(self, what: str, stream: int) -> Generator[Driver]:
        """Tells the user what the driver refuses."""
        self._loss.check(what)
        try:
            with self._context.current() as driver:
                yield driver
        except DriverError as error:
            self._look()
            self._loss.check(what)
            if error.code == OUT_OF_MEMORY:
                raise ResourceError(f"{what}: {error}; free memory of the GPU") from error
            hint = "end the capture of the graph" if error.code in _CAPTURE else "was it destroyed?"
            raise ArgumentError(f"{what}: the stream {stream:#x}: {error}; {hint}") from error

    def close(self, unload: Callable[[int], object]) -> None:
        """Gives back the events, the streams and the plan, after all queues.

        Raises:
            DriverError: the device is lost.
        """
        plan, self._plan = self._plan, 0
        if plan:
            unload(plan)
        if self._loss.reason is None and (self._events or self._streams):
            context = self._context
            with context.current() as driver:
                destroy = driver.function("cuStreamDestroy")
                for name, stream in list(self._streams.items()):
                    # All that it waited for has ended.
                    context.took(
                        "cuStreamSynchronize", driver.result("cuStreamSynchronize", stream)
                    )
                    _own.discard(stream)
                    del self._streams[name]
                    code = destroy(stream)
                    context.took("cuStreamDestroy", code)
                destroy = driver.function("cuEventDestroy")
                while self._events:
                    event = self._events[-1]
                    del self._events[-1]
                    code = destroy(event)
                    context.took("cuEventDestroy", code)


def _attribute(driver: Driver, number: int, address: int) -> int | None:
    """Returns an attribute of memory; None if the driver does not know the address."""
    found = ctypes.c_int(0)
    code = driver.result("cuPointerGetAttribute", ctypes.byref(found), number, address)
    return None if code else found.value
