"""A device of a runtime: its streams, its memory, and the plans loaded for it."""

from __future__ import annotations

import functools
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import numpy as np

from streamrt._compile.kernel import Kernel, Plan
from streamrt._compile.layout import Layout
from streamrt._core.handles import Handle
from streamrt._core.tracking.pool import MemoryStats
from streamrt._core.tracking.ranges import FROZEN
from streamrt._core.values import check_count, shown
from streamrt._native.device import NativeDevice
from streamrt._native.timeline import Timeline
from streamrt._runtime import foreign
from streamrt._runtime.aids import checked, guarded
from streamrt._runtime.buffer import Buffer, check_buffer
from streamrt._runtime.contract_queue import DispatchedDevice
from streamrt._runtime.copies import Copies
from streamrt._runtime.engine import Engine, Loaded
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.graphs.capture import refuse_in_capture
from streamrt._runtime.graphs.graph_exec import GraphExec
from streamrt._runtime.host import HostLane
from streamrt._runtime.lane import Lane
from streamrt._runtime.registry import Registry
from streamrt._runtime.stream import Stream
from streamrt.backend import BackendDevice
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.graph.capture_plan import CapturePlan

MOST_LAYOUTS = 16384
MOST_PLANS = 16384
MOST_DEPTH = 1024  # replays of one plan in flight; each has memory and streams of its own
LANES_TRIED = 8  # retired lanes looked at before a new one is made
Prepared = tuple[int, tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


class Device(Handle):
    """One device of a runtime. Made by `Runtime.device`.

    Attributes:
        kind: as in `cpu`.
        index: as in `cpu:0`.
    """

    _instead = "pass its name, rt.device(name) finds it"

    def __init__(
        self,
        engine: Engine,
        backend: BackendDevice,
        kind: str,
        index: int,
        memory_limit: int | None,
        registry: Registry,
    ) -> None:
        """Not for users: a runtime opens devices."""
        self.kind = kind
        self.index = index
        self._plans: dict[tuple[Any, ...], int] = {}
        self._engine = engine
        self._backend: NativeDevice | DispatchedDevice = (
            backend
            if isinstance(backend, NativeDevice)
            else DispatchedDevice(engine, backend, self.name)
        )
        self._registry = registry
        checked.check_device(engine.options, self._backend, self.name)
        self._memory = guarded.memory_of(engine, self._backend, self.name, memory_limit)
        self._retired: deque[list[Lane]] = deque()  # see `Stream._tenancy`
        self._layouts: dict[tuple[Any, ...], Layout] = {}
        self._streams = 0
        self._copies = Copies(self)
        self._execute_streams: list[Stream] = []
        self._shapes: dict[tuple[Any, Any], Layout] = {}
        self._graphs = 0
        # No WeakSet: the callbacks of its references are Python; see `finalizers`.
        self._execs: list[weakref.ref[GraphExec]] = []

    @property
    def host_memory(self) -> bool:
        """Whether its memory is the host's: then host calls and NumPy can use its buffers."""
        return self._memory.is_host

    @property
    def name(self) -> str:
        """As in `cpu:0`."""
        return f"{self.kind}:{self.index}"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Device {self.name}>"

    # -- streams --------------------------------------------------------------------------------

    def stream(self, name: str | None = None, *, high_water: int = 1024) -> Stream:
        """A new stream. Cheap: its thread starts with its first submission.

        Args:
            name: for messages and traces; `s1`, `s2`, ... if not given.
            high_water: `drain` holds the submitter while more than this is pending.
        """
        what = f"stream on {self.name}"
        if not (name is None or isinstance(name, str)):
            raise ArgumentTypeError(f"{what}: its name is {shown(name)}; names are text")
        check_count(high_water, f"{what}: high_water", 1)
        options = self._engine.options
        kind = checked.CheckedStream if options.check_finite or options.guard else Stream
        return kind(self, self._new_lane(name), high_water)

    def _new_lane(self, name: str | None) -> Lane:
        """A lane for a stream: a retired one, whose queue goes on where it stood, or a new one."""
        engine = self._engine
        with engine.lock:
            engine.check_open(f"stream on {self.name}")
            if not name:
                self._streams += 1
                name = f"s{self._streams}"
            full_name = f"{self.name}/{name}"
            lane = self._idle_lane()
            if lane is not None:
                lane.name = full_name
                lane.queue.rename(full_name)
                return lane
            timeline = Timeline(engine.next_index(), engine.options.queue_limit, engine.core)
            lane = Lane(engine, self._backend.open_queue(full_name, timeline))
            engine.lanes.append(lane)
        return lane

    def _idle_lane(self) -> Lane | None:
        """A retired lane with nothing left to do: a stream must not queue behind a stranger."""
        for _ in range(min(LANES_TRIED, len(self._retired))):
            tenancy = self._retired.popleft()
            if not tenancy:  # closed twice, and taken since
                continue
            (lane,) = tenancy
            if not lane.pending and not (lane.companion and lane.companion.pending):
                tenancy.clear()
                lane.reap()
                return lane
            self._retired.append(tenancy)
        return None

    def _new_host_lane(self, lane: Lane) -> HostLane:
        """The companion for a stream's host calls. Under the lock."""
        host_lane = HostLane(self._engine, f"{lane.name}.host")
        host_lane.internal = lane.internal
        self._engine.lanes.append(host_lane)
        return host_lane

    def _streams_to_execute_on(self, count: int) -> list[Stream]:
        """The streams that `Runtime.execute` chooses from."""
        while len(self._execute_streams) < count:
            number = len(self._execute_streams)
            stream = self.stream(f"auto{number}")
            stream._lane.internal = True
            self._execute_streams.append(stream)
        return self._execute_streams

    # -- memory ---------------------------------------------------------------------------------

    def memory_stats(self) -> MemoryStats:
        """The pool's statistics: bytes in use, reserved and at peak, and the reuse rate."""
        return self._memory.stats()

    def trim(self, nbytes: int | None = None) -> int:
        """Gives free memory back to the system, largest blocks first.

        Args:
            nbytes: stop after that many; None gives back all that is free.

        Returns:
            The bytes given back.
        """
        if nbytes is not None:
            check_count(nbytes, f"trim {self.name}: nbytes", 0)
        return self._memory.trim(nbytes)

    def _intern(
        self, dtype: np.dtype[Any], shape: tuple[int, ...], strides: tuple[int, ...] | None = None
    ) -> Layout:
        """The one layout object of this device for these; strides None is dense."""
        key = (dtype, shape, strides)
        layout = self._layouts.get(key)
        if layout is None:
            layout = Layout(self, dtype, shape, strides)
            if layout.contiguous:
                dense = (dtype, shape, None)
                layout = self._layouts.setdefault(dense, Layout(self, dtype, shape))
            if len(self._layouts) > MOST_LAYOUTS:
                self._layouts.clear()
                self._shapes.clear()
            self._layouts[key] = layout
        return layout

    def _empty(self, layout: Layout, for_host: bool = False) -> Buffer:
        """A buffer of that layout from the pool, not cleared."""
        allocation = self._memory.allocate(layout.nbytes, for_host)
        return Buffer(self, allocation, layout, allocation.address)

    def _freeze(self, buffer: Buffer) -> None:
        """Ends writing to a buffer's memory."""
        tracked = buffer._region.tracked
        with self._engine.lock:
            tracked.bar |= FROZEN

    def _writers(self, buffer: Buffer) -> list[Execution]:
        """The executions that wrote what the buffer holds and were not seen to succeed yet."""
        with self._engine.lock:
            found = {w for span in buffer._region.spans() for w in span.producers()}
        return [w for w in found if isinstance(w, Execution) and not w.clean]

    def _sync_writers(self, buffer: Buffer) -> None:
        """Blocks until a buffer holds what was submitted to be written to it.

        Reused memory that nothing was written to yet may still serve its previous life, which
        is waited for, too.
        """
        if self._engine.captures:
            refuse_in_capture(self._engine, f"share {buffer!r}")
        for execution in self._writers(buffer):
            execution.sync()
        with self._engine.lock:
            spans = buffer._region.spans()
            points = tuple(p for span in spans if span.reuse for p in span.reuse.items())
        earlier = Event()
        earlier._record(points)  # type: ignore[arg-type]
        earlier.sync()

    # -- copies ---------------------------------------------------------------------------------

    def reaches(self, other: Device) -> bool:
        """Whether its commands can use the other's memory: its own kind's, and the host's."""
        if not isinstance(other, Device):
            raise ArgumentTypeError(f"reaches, of {self}: found {shown(other)}; pass a Device")
        return other.host_memory or other.kind == self.kind

    def _copy_to(self, buffer: Buffer, device: Device | str, frame: FrameType) -> Buffer:
        """Submits a copy of a buffer to a new buffer on a device of the same runtime."""
        if self._engine.captures:
            refuse_in_capture(self._engine, f"copy {buffer!r} to {device}")
        target = self._registry.device(device) if isinstance(device, str) else device
        if not isinstance(target, Device) or target._engine is not self._engine:
            raise ArgumentError(
                f"copy {buffer!r}: {shown(device)} is no device of its runtime; pass one of "
                "rt.devices"
            )
        layout = buffer._alive("copy")
        copy = target._empty(target._intern(layout.dtype, layout.shape))
        if target.reaches(self):
            target._copies.bring(copy, buffer, frame)
        elif self.reaches(target):
            self._copies.send(copy, buffer, frame)
        else:
            host = foreign.wrap(self._engine, self, np.empty(layout.shape, layout.dtype))
            self._copies.send(host, buffer, frame)
            target._copies.bring(copy, host, frame)
        return copy

    # -- plans ----------------------------------------------------------------------------------

    def _prepare(
        self, stream: Stream, kernel: object, args: tuple[Any, ...], scalars: dict[str, Any]
    ) -> Prepared:
        """The slow path of a launch: says what is wrong, or loads a plan.

        Returns:
            The plan, regions read and written, and values to pack; plan 0 stands for a kernel
            that is a Python function.
        """
        if not isinstance(kernel, Kernel):
            raise ArgumentTypeError(
                f"launch on {stream.name}: found {type(kernel).__name__}; pass a Kernel first, "
                "`rt.kernel(name)` finds registered ones"
            )
        what = f"launch {kernel.name} on {stream.name}"
        stream.check_open(what)
        kernel.check(args, scalars, self, what)
        key, reads, writes, values = kernel.bind(*args, **scalars)
        plan = self._plan(kernel, key[1:], what)
        if plan.function is not None:
            return 0, reads, writes, values
        return self._load_plan(key, plan), reads, writes, values

    def _plan(self, kernel: Kernel, layouts: Sequence[Layout], what: str) -> Plan:
        """The plan of a registered ahead-of-time function if it fits, else of the kernel."""
        registered = self._registry.twin_of(kernel)
        if registered is not None and all(layout.contiguous for layout in layouts):
            return registered.plan(layouts, self._backend.runs, what=what)
        return kernel.plan(layouts, self._backend.runs, what=what)

    def _load(self, kernel: Kernel, layouts: tuple[Layout, ...]) -> None:
        """Compiles and loads a kernel for these layouts, if it is not yet. Blocks."""
        key = (kernel, *layouts)
        if key not in self._plans:
            plan = self._plan(kernel, layouts, f"compile {kernel.name} for {self.name}")
            if plan.function is None:
                self._load_plan(key, plan)

    def _load_plan(self, key: tuple[Any, ...], plan: Plan) -> int:
        handle = self._backend.load(plan)
        with self._engine.lock:
            if len(self._plans) >= MOST_PLANS:
                self._engine.unload_later(Loaded(self._backend, list(self._plans.values())))
                self._plans.clear()
            self._plans[key] = handle
        return handle

    def _forget_plans(self, name: str) -> None:
        """Forgets what was loaded for kernels of a name, so that it is chosen anew."""
        for key in [k for k in self._plans if getattr(k[0], "name", None) == name]:
            del self._plans[key]

    def _python_call(
        self, kernel: Kernel, args: tuple[Any, ...], scalars: dict[str, Any]
    ) -> tuple[Callable[..., object], tuple[Any, ...], list[Buffer], list[Buffer]]:
        """A kernel in Python as a host call: function, arguments, reads and writes."""
        names = [p.name for p in kernel.signature.parameters]
        given = dict(zip(names, args, strict=False)) | scalars
        arrays = [p for p in kernel.signature.parameters if p.is_array]
        reads = [check_buffer(given[p.name], kernel.name) for p in arrays if p.reads]
        writes = [check_buffer(given[p.name], kernel.name) for p in arrays if p.writes]
        layouts = tuple(check_buffer(given[p.name], kernel.name)._layout for p in arrays)
        function = self._plan(kernel, layouts, f"launch {kernel.name}").function
        assert function is not None

        @functools.wraps(function)
        def launched(*arguments: object) -> None:
            function(*arguments)

        return launched, tuple(given[name] for name in names), reads, writes

    # -- graphs ---------------------------------------------------------------------------------

    def _instantiate(self, plan: CapturePlan[GraphExec], depth: int) -> GraphExec:
        """Makes a plan ready to run here; see `CapturePlan.instantiate`."""
        what = f"instantiate a plan on {self.name}"
        self._engine.check_open(what)
        depth = check_count(depth, f"{what}: depth", 1, MOST_DEPTH)
        options = self._engine.options
        if options.check_finite or options.guard:
            raise ArgumentError(
                f"{what}: the runtime was opened with check_finite or guard, which look at one "
                "launch at a time; leave them out, or launch the kernels on a stream to debug them"
            )
        self._graphs += 1
        replayed = GraphExec(self, plan, depth, f"graph{self._graphs}")
        self._execs = [known for known in self._execs if known() is not None]
        self._execs.append(weakref.ref(replayed))
        return replayed

    def _close(self) -> None:
        """Frees the pool and the plans; the lanes have ended. What was freed is not freed again."""
        for known in self._execs:
            replayed = known()
            if replayed is not None:
                replayed._release()
        self._memory.close()
        while self._plans:
            self._backend.unload(self._plans.popitem()[1])
        self._engine.after_lock()
        self._backend.close()
