"""Streams: the in-order queues of a device, to which users submit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from streamrt._compile.kernel import Kernel
from streamrt._core.finalizers import AtEnd
from streamrt._refusals import shorten
from streamrt._runtime.aids.tables import table_of
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.door import HostSide, OnLane, Operation, interpreter_of, take
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.foreign.holding import foreign_of
from streamrt._runtime.foreign.lending import Lent
from streamrt._runtime.operations import Call, KernelLaunch, Record, WaitFor
from streamrt._runtime.transfers import Copy, Fill
from streamrt._runtime.waiting.draining import Drain
from streamrt._runtime.waiting.points import Point
from streamrt.errors import ArgumentTypeError, ClosedError, StateError, StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.lane import Lane

T = TypeVar("T")

_NO_PLANS: dict[tuple[object, ...], int] = {}


class Stream(AtEnd):
    """An in-order queue on a device. Made by `Device.stream`.

    Its submissions run in their order, without the Python interpreter. Work of different streams is
    ordered only by the memory that it shares, by events and by host calls. Every method works from
    any thread and any loop.

    Attributes:
        device: the device that it runs on.
        high_water: the number of pending submissions above which `drain` waits.
    """

    _instead = "device.stream() makes another"

    __slots__ = (
        "__weakref__",
        "_eager",
        "_engine",
        "_is_closed",
        "_is_lent",
        "_kept",
        "_lane",
        "_launch",
        "_plans",
        "_state",
        "_tenancy",
        "_track",
        "device",
        "high_water",
    )

    def __init__(self, device: Device, lane: Lane, high_water: int) -> None:
        """Not for users: `Device.stream` makes streams."""
        self.device: Device = device
        self.high_water: int = high_water
        self._lane = lane
        self._engine = lane.engine
        self._state = device._state
        self._launch = lane.launch
        options = lane.engine.options
        # Without plans each launch takes the long way, which adds the checks, and tells the watch.
        is_checked = options.check_finite or options.guard or lane.engine.is_told
        self._plans = _NO_PLANS if is_checked else device._state.plans
        self._is_closed = self._is_lent = False
        self._eager = options.eager
        # Native code launches if it finds the lane's native half here; see stream_launch.h.
        is_plain = lane.is_native and not (is_checked or self._eager)
        self._track: Any = lane._track if is_plain else None
        # The lane belongs to whoever takes it out of the list. A finalizer may retire the list, and
        # then `close` again, if another finalizer calls that.
        self._tenancy = [lane]
        self.__del__: Callable[[], object] = partial(device._state.retired.append, self._tenancy)

    @property
    def name(self) -> str:
        """The name of the stream, as in `cpu:0/s1`."""
        return self._lane.name

    @property
    def pending(self) -> int:
        """The number of submissions that have not ended."""
        return max(0, self._lane.pending)  # closing adds one more signal

    # -- submitting -----------------------------------------------------------------------------

    def launch(self, kernel: Kernel, /, *args: Any, **scalars: Any) -> Execution[None]:
        """Submits a kernel; returns at once.

        Args:
            kernel: the kernel to run.
            args: buffers and scalars in the order of its signature. The `__float__` or `__index__`
                of a scalar may be called more than once.
            scalars: arguments by name.

        Raises:
            ArgumentError: an argument has the wrong type, dtype, shape or device, or two arguments
                share elements that the kernel writes.
            StateError: a buffer was deleted or frozen, or the stream is full or closed.
            CompileError: the kernel does not compile (at its first launch).
        """
        if self._plans is _NO_PLANS or self._engine.interpreters:
            return self._launch_from(kernel, args, scalars, sys._getframe(1))
        execution: Execution[None] | None = None
        try:
            key, reads, writes, values = kernel.bind(*args, **scalars)
            plan = self._plans[key]
        except (AttributeError, KeyError, TypeError):
            pass
        else:
            try:
                execution = self._launch(plan, reads, writes, values, kernel, sys._getframe(1))
                if self._track is not None:  # the next launch like this one is native
                    self._state.note_launched(kernel, key, plan)
            except (TypeError, OverflowError):  # a scalar does not convert as it is
                pass
            except StreamRTError as error:
                shorten(error)
                raise
        if execution is None:  # the long way finds the reason, and an error that explains it
            return self._launch_from(kernel, args, scalars, sys._getframe(1))
        if self._eager:
            execution.sync()
        return execution

    def _launch_from(
        self, kernel: object, args: tuple[Any, ...], scalars: dict[str, Any], frame: FrameType
    ) -> Execution[None]:
        """Submits a launch the long way."""
        try:
            return self._take(KernelLaunch(self._lane, self._state, frame, kernel, args, scalars))
        except StreamRTError as error:
            shorten(error)
            raise

    def copy(self, dst: Buffer, src: Buffer) -> Execution[None]:
        """Copies elements between buffers of one shape and dtype, with any strides.

        Args:
            dst: overwritten; may be on another device than `src`.
            src: read. This stream's device has to reach both: it reaches its own memory, the
                host's, and that of devices of its kind.

        Raises:
            ArgumentError: shapes or dtypes differ, or the two share elements and are not the same.
        """
        return self._take(Copy(self._lane, self._state, sys._getframe(1), dst, src))

    def fill(self, dst: Buffer, value: object) -> Execution[None]:
        """Sets every element of a buffer to a value of its dtype.

        Raises:
            ArgumentError: the value does not convert to the dtype, or an element has more than 8
                bytes.
        """
        return self._take(Fill(self._lane, self._state, sys._getframe(1), dst, value))

    @overload
    def call(
        self,
        function: Callable[..., Coroutine[Any, Any, T]],
        /,
        *args: Any,
        reads: Sequence[Buffer] | None = None,
        writes: Sequence[Buffer] | None = None,
        **kwargs: Any,
    ) -> Execution[T]: ...
    @overload
    def call(
        self,
        function: Callable[..., T],
        /,
        *args: Any,
        reads: Sequence[Buffer] | None = None,
        writes: Sequence[Buffer] | None = None,
        **kwargs: Any,
    ) -> Execution[T]: ...
    def call(
        self,
        function: Callable[..., object],
        /,
        *args: Any,
        reads: Sequence[Buffer] | None = None,
        writes: Sequence[Buffer] | None = None,
        **kwargs: Any,
    ) -> Execution[Any]:
        """Calls a Python function in its turn, with the submitter's context variables.

        A function runs in the host thread of the stream, a coroutine function on the loop that
        submits it. Type checkers know the result; they do not check the arguments, because buffers
        arrive as arrays.

        Args:
            function: the function to call. Buffers among its arguments arrive as NumPy views of
                their memory.
            args: its arguments.
            reads: the buffers that it reads.
            writes: the buffers that it writes. A buffer argument in neither list counts as read
                and written. Only views of what is written are writable.
            kwargs: its arguments by name.

        Returns:
            An execution whose result is that of the function. If the function raises, every await
            of the execution raises that error.
        """
        if not callable(function):
            raise ArgumentTypeError(
                f"call on {self.name}: found {type(function).__name__}; pass a function"
            )
        frame = sys._getframe(1)
        return self._take(
            Call(self._lane, self._state, frame, function, args, kwargs, reads, writes)
        )

    def _take(self, operation: OnLane[T]) -> T:
        """Runs an operation, or has an open capture record it.

        Raises:
            ClosedError: the stream or its runtime is closed.
        """
        try:
            if self._is_closed or self._is_lent or self._engine.state != OPEN:
                raise self._refusal(operation)
            if self._engine.interpreters and (reader := interpreter_of(self._engine)) is not None:
                return reader._take(operation)
            result = operation.run()
        except StreamRTError as error:
            shorten(error)
            raise
        if self._eager:
            _finish(result)
        return result

    def _refusal(self, operation: Operation[Any]) -> StateError:
        if self._engine.state != OPEN:
            return self._engine.refusal(operation.what)
        if self._is_lent and not self._is_closed:
            return StateError(
                f"{operation.what}: the stream is lent; submit after the block of `lend`, or use "
                "another stream"
            )
        return ClosedError(f"{operation.what}: the stream is closed; make another one")

    # -- ordering -------------------------------------------------------------------------------

    def record(self, event: Event | None = None) -> Event:
        """Records the point after everything submitted so far; returns the event.

        Args:
            event: the event to record; None makes a new one.
        """
        event = Event() if event is None else event
        if not isinstance(event, Event):
            raise ArgumentTypeError(
                f"record on {self.name}: found {type(event).__name__}; pass an Event"
            )
        return self._take(Record(self._lane, event))

    def wait(self, what: Event | Execution) -> None:
        """Holds later submissions until an event is reached, or an execution has ended.

        Raises:
            EventNotRecordedError: the event was never recorded.
            ArgumentError: the event or the execution belongs to another runtime.
        """
        if not isinstance(what, Event | Execution):
            raise ArgumentTypeError(
                f"wait on {self.name}: found {type(what).__name__}; pass an Event or an Execution"
            )
        self._take(WaitFor(self._lane, what))

    def lend(self) -> Lent:
        """Lends the stream of a GPU to other libraries: `with stream.lend() as lent`.

        In the block, `lent.handle` is the CUDA stream, for `cupy.cuda.ExternalStream` and the like,
        and the stream refuses submissions. `async with` works as well. Entering waits until all
        that was submitted is handed to the driver.

        Raises:
            ArgumentError: the stream is not one of a GPU.
            StateError: it is lent already, or closed.
        """
        what = f"lend {self.name}"
        if self._engine.interpreters:
            take(self._engine, HostSide(what))
        return Lent(self._lane, foreign_of(self._state, what), self._begin_loan, self._end_loan)

    def _begin_loan(self) -> None:
        with self._engine.lock:
            if self._is_closed or self._is_lent or self._engine.state != OPEN:
                raise self._refusal(HostSide(f"lend {self.name}"))
            self._is_lent = True
            self._kept: tuple[Any, Any] = (
                self._track,
                self._plans,
            )  # as in `close`, launches take the long way
            self._track, self._plans = None, _NO_PLANS

    def _end_loan(self) -> None:
        with self._engine.lock:
            self._is_lent = False
            if not self._is_closed:
                self._track, self._plans = self._kept

    # -- waiting --------------------------------------------------------------------------------

    def drain(self) -> Drain:
        """Waits if work is submitted faster than it ends or gives memory back: back-pressure.

        `await stream.drain()` suspends, `stream.drain().sync(timeout)` blocks the thread. If more
        than `high_water` submissions are pending on this stream, it waits until half of
        `high_water` are. On a device with a `memory_limit` it also waits while dropped buffers,
        which only pending work still uses, hold more than half of that limit. Cancelling the wait
        is harmless.

        Returns:
            A coroutine with a method `sync`.
        """
        return Drain(self.name, self._crowd(), self._engine.waiters)

    def _crowd(self) -> Iterator[Point]:
        """Gives the points that `drain` waits for, each after the one before was reached."""
        lane = self._lane
        if lane.pending > self.high_water:
            yield Point(lane, lane.value - self.high_water // 2)
        while points := self._state.memory.crowding():
            for timeline, value in points.items():
                yield Point(cast("Lane", timeline), value)

    def __await__(self) -> Generator[Any, None, None]:
        """Waits until everything submitted so far has ended; it does not raise failures."""
        if self._engine.interpreters:
            take(self._engine, HostSide(f"await {self.name}"))
        yield from self._now().__await__()

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread until everything submitted so far has ended.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: it did not end in time.
            WouldDeadlockError: part of it waits for the caller.
        """
        if self._engine.interpreters:
            take(self._engine, HostSide(f"sync {self.name}"))
        self._now().sync(timeout)

    def _now(self) -> Event:
        event = Event()
        event._record(((self._lane, self._lane.value),))
        return event

    def close(self) -> None:
        """Refuses further submissions; earlier ones go on. A second close does nothing.

        A launch that is under way, as when the `__float__` of its own argument closes the stream,
        is made as a whole or refused.

        A later stream may use its queue again. A stream that is dropped closes itself.
        """
        if not self._is_closed:
            self._is_closed = True
            # From now on launches take the long way, which refuses.
            self._track, self._plans = None, _NO_PLANS
            self.disarm()
            self._state.retired.append(self._tenancy)

    def _repr_html_(self) -> str:
        return table_of(self._lane, f"Stream {self.name}: {self.pending} pending")

    def __repr__(self) -> str:
        return f"<Stream {self.name}: {self.pending} pending>"


def _finish(result: object) -> None:
    """Blocks until an execution has ended, if the result is one."""
    if isinstance(result, Execution):
        cast("Execution", result).sync()
