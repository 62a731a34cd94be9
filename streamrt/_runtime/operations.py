"""Operations of streams: launches, host calls, events, waits. transfers.py has those on memory.

A run checks the arguments, then finds the plan, then makes one submission. A refused operation
leaves no trace. A capture reads the same objects, see `graphs/capture.py`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.write_bind import Bound
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._runtime.aids.checked import Checks
from streamrt._runtime.door import OnLane, OnStream
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.hosts.host_calls import HostCall, loop_for, name_of
from streamrt._runtime.hosts.host_lane import host_lane_of
from streamrt._runtime.lineage.versions import Launched
from streamrt._runtime.memory.typed_memory import TypedMemory, check_buffer
from streamrt.errors import ArgumentError, ArgumentTypeError, WouldDeadlockError

if TYPE_CHECKING:
    from streamrt._runtime.hosts.host_calls import Loop


@dataclass(slots=True, eq=False, repr=False)
class KernelLaunch(OnStream):
    """A launch of a kernel, with the user's arguments as they were given."""

    kernel: object
    args: tuple[object, ...]
    scalars: dict[str, object]

    @property
    def what(self) -> str:
        """See `Operation`."""
        kernel = self.kernel
        name = kernel.name if isinstance(kernel, Kernel) else type(kernel).__name__
        return f"launch {name} on {self.lane.name}"

    def checked_kernel(self) -> Kernel:
        """Returns the kernel, if it is a `Kernel`."""
        if not isinstance(self.kernel, Kernel):
            raise ArgumentTypeError(
                f"launch on {self.lane.name}: found {type(self.kernel).__name__}; pass a Kernel "
                "first, `rt.kernel(name)` finds registered ones"
            )
        return self.kernel

    def run(self) -> Execution[Any]:
        """Submits the launch the long way: explains errors, loads the plan, adds checks."""
        kernel, state = self.checked_kernel(), self.state
        key, reads, writes, values = self._bound(kernel)
        options = state.engine.options
        if not (options.check_finite or options.guard):
            return self._submit(kernel, key, reads, writes, values)
        checks = Checks(self.lane, state, kernel, self.given(kernel), self.frame)
        checks.check_room(self.what)
        writes = (*writes, (checks.token, False))
        run = self._submit(kernel, key, reads, writes, values)
        return checks.behind(run, writes)

    def _bound(self, kernel: Kernel) -> Bound:
        """Returns the result of `bind`; checks the arguments if no launch was like this one."""
        try:
            bound = kernel.bind(*self.args, **self.scalars)
        except (AttributeError, TypeError):
            bound = None
        if bound is None or bound[0] not in self.state.plans:
            kernel.check(self.args, self.scalars, self.state, self.what)
            bound = kernel.bind(*self.args, **self.scalars)
        return bound

    def given(self, kernel: Kernel) -> dict[str, Any]:
        """Returns the arguments by the names of the kernel's parameters."""
        return dict(zip(kernel.signature.names, self.args, strict=False)) | self.scalars

    def _submit(
        self, kernel: Kernel, key: Any, reads: Reads, writes: Writes, values: tuple[object, ...]
    ) -> Execution[Any]:
        handle = self.state.plans.get(key)
        if handle is None:
            plan = self.state.plan(kernel, key[1:], self.what)
            if plan.function is not None:
                call = partial(self._call, kernel, plan.function, reads, writes)
                return self._noted(kernel, values, call)
            handle = self.state.load_plan(kernel, key, plan)
        self._declare(kernel)
        given = (handle, reads, writes, _plain(values), kernel, self.frame)
        try:
            if self.state.engine.lineage is None:
                return self.lane.launch(*given)
            return self._noted(kernel, values, partial(self.lane.launch, *given))
        except (TypeError, OverflowError):
            kernel.check(self.args, self.scalars, self.state, self.what)
            raise

    def _call(
        self, kernel: Kernel, function: Callable[..., object], reads: Reads, writes: Writes
    ) -> Execution[Any]:
        """Submits a kernel that is a Python function, as a host call with its accesses."""
        given = self.given(kernel)
        arguments = [
            given[p.name]._share(not p.writes, for_call=True) if p.is_array else given[p.name]
            for p in kernel.signature.parameters
        ]
        call = HostCall(self.state.engine.hosts, function, arguments, {}, None)
        lane = host_lane_of(self.lane)
        self._declare(kernel)
        return lane.submit(call, self.lane, reads, writes, self.frame)

    def _noted(
        self, kernel: Kernel, values: tuple[object, ...], submit: Callable[[], Execution[Any]]
    ) -> Execution[Any]:
        """Makes a submission; says to the log, if there is one, what it does."""
        log = self.state.engine.lineage
        if log is None or not kernel.pure:
            return submit()
        given, parameters = self.given(kernel), kernel.signature.parameters
        pairs = zip(parameters, _plain(values), strict=True)
        scalars = {p.name: value for p, value in pairs if not p.is_array}
        if not all(isinstance(value, int | float) for value in scalars.values()):
            return submit()  # nobody knows whether it converts to the same number once more
        arrays = [p for p in parameters if p.is_array]
        command = Launched(kernel, tuple([p.name for p in arrays]), scalars)
        uses = [(given[p.name], p.reads, p.writes) for p in arrays]
        return log.run(command, self.state, uses, submit)

    def _declare(self, kernel: Kernel) -> None:
        """Says to the watch, if there is one, which buffers the next submission uses."""
        watch = self.state.engine.watch
        if watch is not None:
            named = [*zip(kernel.signature.names, self.args, strict=False), *self.scalars.items()]
            watch.declare([pair for pair in named if isinstance(pair[1], TypedMemory)])


@dataclass(slots=True, eq=False, repr=False)
class Call(OnStream):
    """A call of a Python function, with declared accesses."""

    verb: ClassVar[str] = "call"
    function: Callable[..., object]
    arguments: tuple[object, ...]
    keywords: dict[str, object]
    reads: object
    writes: object

    def run(self) -> Execution[Any]:
        """Submits the call to the stream's host lane."""
        function = self.function
        is_coroutine = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004 - that of an object
        )
        loop = self._loop() if is_coroutine else None
        arguments, keywords = self.arguments, self.keywords
        reads: Reads = ()
        writes: Writes = ()
        has_buffers = self.reads is not None or self.writes is not None
        for argument in (*arguments, *keywords.values()):
            has_buffers = has_buffers or isinstance(argument, TypedMemory)
        if has_buffers:
            arguments, keywords, reads, writes = self._shared()
        call = HostCall(self.state.engine.hosts, self.function, arguments, keywords, loop)
        lane = host_lane_of(self.lane)
        if has_buffers and self.state.engine.watch is not None:
            self.state.engine.watch.declare([("", buffer) for buffer in self._buffers()])
        return lane.submit(call, self.lane, reads, writes, self.frame)

    def _loop(self) -> Loop:
        """Returns the loop on which the function's coroutine will run."""
        loop = loop_for(self.function, self.what)
        if self.state.engine.options.eager:
            raise WouldDeadlockError(
                f"{self.what}: an eager runtime blocks the loop that "
                f"{name_of(self.function)} needs; pass a plain function"
            )
        return loop

    def _buffers(self) -> list[TypedMemory]:
        """Returns all buffers that it uses, which were checked."""
        given = [*self.arguments, *self.keywords.values()]
        for declared in (self.reads, self.writes):
            given += cast("Sequence[object]", declared or ())
        return [buffer for buffer in given if isinstance(buffer, TypedMemory)]

    def _declared(self, name: str, buffers: object) -> list[TypedMemory]:
        if buffers is None:
            return []
        what = f"{self.what}: {name}="
        if isinstance(buffers, TypedMemory) or not isinstance(buffers, Sequence | Set):
            raise ArgumentTypeError(
                f"{what}: found {type(buffers).__name__}; pass a list of buffers"
            )
        engine = self.state.engine
        return [check_buffer(b, what, engine) for b in cast("Sequence[object]", buffers)]

    def _shared(self) -> tuple[tuple[object, ...], dict[str, object], Reads, Writes]:
        """Returns the arguments with views in place of buffers, and the accesses.

        A buffer among the arguments that is in neither list counts as read and written.
        """
        # By buffer, because several buffers may have one region.
        reading = dict.fromkeys(self._declared("reads", self.reads))
        writing = dict.fromkeys(self._declared("writes", self.writes))
        for argument in (*self.arguments, *self.keywords.values()):
            if isinstance(argument, TypedMemory):
                check_buffer(argument, self.what, self.state.engine)
                if argument not in reading and argument not in writing:
                    reading[argument] = writing[argument] = None

        def view(argument: object) -> object:
            if isinstance(argument, TypedMemory):
                return argument._share(argument not in writing, for_call=True)
            return argument

        arguments = tuple([view(argument) for argument in self.arguments])
        keywords = {name: view(argument) for name, argument in self.keywords.items()}
        reads = tuple([buffer._region for buffer in reading if buffer not in writing])
        writes = tuple([(buffer._region, buffer in reading) for buffer in writing])
        return arguments, keywords, reads, writes


@dataclass(slots=True, eq=False, repr=False)
class Record(OnLane[Event]):
    """The recording of an event: the point after all that was submitted to a stream so far."""

    verb: ClassVar[str] = "record"
    event: Event

    def run(self) -> Event:
        """Records the event."""
        self.event._record((self.lane.mark(),))
        return self.event


@dataclass(slots=True, eq=False, repr=False)
class WaitFor(OnLane[None]):
    """A stream's wait for an event or an execution."""

    verb: ClassVar[str] = "wait"
    source: Event | Execution

    def run(self) -> None:
        """Orders all later submissions to the stream after the source."""
        source, engine = self.source, self.lane.engine
        points = source._recorded(self.what) if isinstance(source, Event) else source._points()
        if any(lane.engine is not engine for lane, _ in points):
            raise ArgumentError(
                f"{self.what}: the event or execution belongs to another runtime; await it"
            )
        self.lane.wait_for(points, asked=True)


def _plain(values: tuple[Any, ...]) -> tuple[object, ...]:
    """Returns the values with Python's scalars in place of NumPy's; some of these do not pack."""
    plain: list[object] = [v.item() if isinstance(v, np.generic) else v for v in values]
    return tuple(plain)
