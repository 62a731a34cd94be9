"""Streams: in-order queues on a device that users submit to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._core.finalizers import AtEnd
from streamrt._runtime import host
from streamrt._runtime.buffer import Buffer, check_buffer
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.graphs.capture import capturing, refuse_in_capture
from streamrt._runtime.waiting.suspend import Point
from streamrt.errors import ArgumentError, ArgumentTypeError, ClosedError, StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.lane import Lane


class Stream(AtEnd):
    """An in-order queue on a device. Made by `Device.stream`.

    What is submitted runs in the order of submission, without the interpreter; different streams
    are ordered only where they touch the same memory, by events and by host calls. Every method
    works from any thread and any loop.

    Attributes:
        device: whose it is.
        high_water: `drain` holds the submitter while more than this is pending.
    """

    _instead = "device.stream() makes another"

    __slots__ = (
        "__weakref__",
        "_eager",
        "_engine",
        "_is_closed",
        "_lane",
        "_launch",
        "_plans",
        "_tenancy",
        "device",
        "high_water",
    )

    def __init__(self, device: Device, lane: Lane, high_water: int) -> None:
        """Not for users: `Device.stream` makes streams."""
        self.device: Device = device
        self.high_water: int = high_water
        self._lane = lane
        self._engine = lane.engine
        self._launch = lane.launch
        self._plans = device._plans
        self._is_closed = False
        self._eager = lane.engine.options.eager
        # Who takes the lane out of it has the lane: it may be retired by a finalizer and then by
        # `close`, if another finalizer calls that.
        self._tenancy = [lane]
        self.__del__: Callable[[], object] = partial(device._retired.append, self._tenancy)

    @property
    def name(self) -> str:
        """As in `cpu:0/s1`."""
        return self._lane.name

    @property
    def pending(self) -> int:
        """How many submissions are not over yet."""
        return max(0, self._lane.pending)  # closing signals once more

    # -- submitting -----------------------------------------------------------------------------

    def launch(self, kernel: Kernel, /, *args: Any, **scalars: Any) -> Execution:
        """Submits a kernel; returns at once.

        Args:
            kernel: what to run.
            args: buffers and scalars in the order of its signature.
            scalars: arguments by name.

        Raises:
            ArgumentError: an argument has the wrong type, dtype, shape or device, or shares
                elements that the kernel writes with another one.
            StateError: a buffer was deleted or frozen, or the stream is full or closed.
            CompileError: the kernel does not compile (at its first launch).
        """
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._launch(self, kernel, args, scalars, sys._getframe(1))
        try:
            key, reads, writes, values = kernel.bind(*args, **scalars)
            plan = self._plans[key]
        except (AttributeError, KeyError, TypeError):
            try:
                plan, reads, writes, values = self.device._prepare(self, kernel, args, scalars)
            except StreamRTError as error:  # what `bind` stumbled over explains nothing
                raise error from error.__cause__
            if not plan:
                return self._launch_in_python(kernel, args, scalars, sys._getframe(1))
        try:
            execution = self._launch(plan, reads, writes, values, kernel, sys._getframe(1))
        except (TypeError, OverflowError):
            kernel.check(args, scalars, self.device, f"launch {kernel.name} on {self.name}")
            values = without_numpy(values)
            execution = self._launch(plan, reads, writes, values, kernel, sys._getframe(1))
        if self._eager:
            execution.sync()
        return execution

    def _launch_in_python(
        self, kernel: Kernel, args: tuple[Any, ...], scalars: dict[str, Any], frame: FrameType
    ) -> Execution:
        """A kernel implemented by a Python function is a host call with declared accesses."""
        function, given, reads, writes = self.device._python_call(kernel, args, scalars)
        return self._finish(host.call(self, function, given, {}, reads, writes, frame))

    def _launch_from(self, kernel: Kernel, given: dict[str, Any], frame: FrameType) -> Execution:
        """A launch for `Runtime.execute`, whose caller's frame is the submit site."""
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._launch(self, kernel, (), given, frame)
        try:
            key, reads, writes, values = kernel.bind(**given)
            plan = self._plans[key]
        except (AttributeError, KeyError, TypeError):
            plan, reads, writes, values = self.device._prepare(self, kernel, (), given)
            if not plan:
                return self._launch_in_python(kernel, (), given, frame)
        try:
            return self._finish(self._launch(plan, reads, writes, values, kernel, frame))
        except (TypeError, OverflowError):
            kernel.check((), given, self.device, f"launch {kernel.name} on {self.name}")
            values = without_numpy(values)
            return self._finish(self._launch(plan, reads, writes, values, kernel, frame))

    def copy(self, dst: Buffer, src: Buffer) -> Execution:
        """Copies elements between buffers of one shape and dtype, with any strides.

        Args:
            dst: overwritten; may be on another device than `src`.
            src: read. This stream's device has to reach both: its own memory, the host's, and
                that of its kind.

        Raises:
            ArgumentError: shapes or dtypes differ, or the two share elements and are not the same.
        """
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._copy(self, dst, src, sys._getframe(1))
        what = f"copy on {self.name}"
        for name, buffer in (("dst", dst), ("src", src)):
            if not self.device.reaches(self._check(buffer, f"{what}: {name}").device):
                raise ArgumentError(
                    f"{what}: {name} is {buffer!r}, which {self.device} does not reach; copy on a "
                    "stream of its device, or use buffer.to"
                )
        plan = self.device._copies.plan(dst, src, what)
        values = (dst._address, src._address)
        execution = self._launch(
            plan, (src._region,), ((dst._region, False),), values, "copy", sys._getframe(1)
        )
        return self._finish(execution)

    def fill(self, dst: Buffer, value: object) -> Execution:
        """Sets every element of a buffer to a value of its dtype.

        Raises:
            ArgumentError: the value does not convert to the dtype.
        """
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._fill(self, dst, value, sys._getframe(1))
        what = f"fill on {self.name}"
        if self._check(dst, f"{what}: dst").device is not self.device:
            raise ArgumentError(f"{what}: dst is {dst!r}; fill it from a stream of its own device")
        plan, bits = self.device._copies.fill_plan(dst, value, what)
        execution = self._launch(
            plan, (), ((dst._region, False),), (dst._address, bits), "fill", sys._getframe(1)
        )
        return self._finish(execution)

    def call(
        self,
        function: Callable[..., object],
        /,
        *args: Any,
        reads: Sequence[Buffer] | None = None,
        writes: Sequence[Buffer] | None = None,
        **kwargs: Any,
    ) -> Execution:
        """Calls a Python function in its turn, with the submitter's context variables.

        A function runs in a worker thread, a coroutine function on the loop that submits it.

        Args:
            function: what to call. Buffers among its arguments arrive as NumPy views of their
                memory.
            args: for the function.
            reads: buffers it reads.
            writes: buffers it writes. A buffer argument named in neither counts as both; views
                are writable only for these.
            kwargs: for the function.

        Returns:
            An execution whose result is what the function returned. What it raised is raised by
            every await of it.
        """
        if self._engine.captures:
            refuse_in_capture(self._engine, f"call on {self.name}")
        execution = host.call(self, function, args, kwargs, reads, writes, sys._getframe(1))
        return self._finish(execution)

    def _finish(self, execution: Execution) -> Execution:
        if self._eager:
            execution.sync()
        return execution

    def _host_lane(self) -> host.HostLane:
        lane = self._lane
        with lane.engine.lock:
            if lane.companion is None:
                lane.companion = self.device._new_host_lane(lane)
        assert isinstance(lane.companion, host.HostLane)
        return lane.companion

    def check_open(self, what: str) -> None:
        """Raises ClosedError if the stream or its runtime is closed."""
        self._lane.engine.check_open(what)
        if self._is_closed:
            raise ClosedError(f"{what}: the stream is closed; make another one")

    def _check(self, buffer: object, what: str) -> Buffer:
        """A live buffer of this runtime, and an open stream."""
        self.check_open(what)
        return check_buffer(buffer, what, self._lane.engine)

    # -- ordering -------------------------------------------------------------------------------

    def record(self, event: Event | None = None) -> Event:
        """The point after everything submitted so far.

        Args:
            event: to record anew; None makes a new one.
        """
        self.check_open(f"record on {self.name}")
        event = Event() if event is None else event
        if not isinstance(event, Event):
            raise ArgumentTypeError(
                f"record on {self.name}: found {type(event).__name__}; pass an Event"
            )
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._record_event(self, event)
        event._record(((self._lane, self._lane.value),))
        return event

    def wait(self, what: Event | Execution) -> None:
        """Holds what is submitted from now on until an event, or an execution, is over.

        Raises:
            EventNotRecordedError: the event was never recorded.
            ArgumentError: the event is of another runtime.
        """
        if not isinstance(what, Event | Execution):
            raise ArgumentTypeError(
                f"wait on {self.name}: found {type(what).__name__}; pass an Event or an Execution"
            )
        self.check_open(f"wait on {self.name}")
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            capture._wait_for(self, what)
            return
        if isinstance(what, Event):
            points = what._recorded(f"wait on {self.name}")
        else:
            points = what._points()
        engine = self._lane.engine
        if any(lane.engine is not engine for lane, _ in points):
            raise ArgumentError(f"wait on {self.name}: it belongs to another runtime; await it")
        with engine.lock:
            self._lane.wait_for(points, asked=True)

    # -- waiting --------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Back-pressure: holds whoever submits faster than work is done, or memory comes back.

        Returns at once unless more than `high_water` submissions are pending on this stream; else
        it waits until half of that is. On a device with a `memory_limit` it also waits while more
        than half of that is held by pending work alone: by buffers that were dropped already.
        Cancelling it is harmless.
        """
        lane = self._lane
        if lane.pending > self.high_water:
            value = lane.value - self.high_water // 2
            await Point(lane, value)
            lane.tidy()
        while points := self.device._memory.crowding():
            for timeline, value in points.items():
                await Point(cast("Lane", timeline), value)

    def __await__(self) -> Generator[Any, None, None]:
        """Waits until everything submitted so far is over; it does not tell how it went."""
        if self._engine.captures:
            refuse_in_capture(self._engine, f"await {self.name}")
        yield from self._now().__await__()

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread until everything submitted so far is over.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: it was not over in time.
            WouldDeadlockError: part of it waits for the caller.
        """
        if self._engine.captures:
            refuse_in_capture(self._engine, f"sync {self.name}")
        self._now().sync(timeout)

    def _now(self) -> Event:
        event = Event()
        event._record(((self._lane, self._lane.value),))
        return event

    def close(self) -> None:
        """Refuses further submissions; what is in the stream goes on. A second close does nothing.

        Its queue is used again by the next stream. A stream that is dropped closes itself.
        """
        if not self._is_closed:
            self._is_closed = True
            self._plans = {}  # so that launch takes the slow path, which refuses
            self.disarm()
            self.device._retired.append(self._tenancy)

    def __repr__(self) -> str:
        return f"<Stream {self.name}: {self.pending} pending>"


def without_numpy(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values with NumPy's scalars as Python's; some of them do not convert by themselves."""
    plain: list[Any] = [v.item() if isinstance(v, np.generic) else v for v in values]
    return tuple(plain)
