"""A device of a runtime: its streams, its memory, and the plans loaded for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import ref

from streamrt._compile.kernel import Kernel, Plan
from streamrt._compile.signatures.layout import Layout
from streamrt._core.handles import Handle
from streamrt._core.tracking.pool import MemoryStats
from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt._runtime.aids.memory_report import list_live
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.memory.room import Room
from streamrt._runtime.memory.rooms import Rooms
from streamrt._runtime.stream import Stream
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from streamrt._runtime.graphs.graph_exec import GraphExec
    from streamrt._runtime.graphs.instance import Instance
    from streamrt.graph.capture_plan import CapturePlan

MOST_DEPTH = 1024  # replays of one plan in flight; each has memory and streams of its own


class Device(Handle):
    """One device of a runtime. Made by `Runtime.device`.

    Attributes:
        kind: its kind, as in `cpu`.
        index: its number among the devices of its kind, from 0.
    """

    _instead = "pass its name, rt.device(name) finds it"

    def __init__(self, state: DeviceState, index: int, find: Callable[[str], Device]) -> None:
        """Not for users: a runtime opens devices."""
        self.kind: str = state.kind
        self.index: int = index
        self._state = state
        self._find = find
        self._fresh: Any = None
        if not (IN_PYTHON or state.engine.options.guard or state.engine.world is not None):
            memory = state.memory
            self._fresh = state.engine.core.new_fresh(
                self, state, memory.dropped, state.shapes, state.launched
            )
        self._execute_streams: list[Stream] = []
        self._call_stream: Stream | None = None
        self._rooms: Rooms | None = None
        self._graphs = 0
        # No WeakSet: the callbacks of its references are Python; see `finalizers`.
        self._instances: list[ref[Instance]] = []
        state.memory.report = list_live
        state.engine.at_end.insert(0, self._release)  # before the device itself ends

    @property
    def host_sees(self) -> bool:
        """Whether the host can use its memory: DLPack and host calls share its buffers."""
        return self._state.host_sees

    @property
    def sees_host(self) -> bool:
        """Whether its kernels can use the host's memory: `wrap` makes buffers of arrays there."""
        return self._state.sees_host

    @property
    def name(self) -> str:
        """The name of the device, as in `cpu:0`."""
        return self._state.name

    @property
    def epoch(self) -> int:
        """The number of times that the device was lost and came back.

        Of a device in a child process, the number of children that have taken over.
        See `streamrt.backend.RecoveringDevice`. Executions that were pending when an epoch ended
        have failed, and stay failed.
        """
        loss = self._state.backend.loss
        return 0 if loss is None else loss.epoch

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Device {self.name}>"

    # -- streams --------------------------------------------------------------------------------

    @refusing
    def stream(self, name: str | None = None, *, high_water: int = 1024) -> Stream:
        """Makes a new stream. This is cheap: its thread starts with the first submission.

        Args:
            name: the name in messages and traces; `s1`, `s2`, ... if not given.
            high_water: the number of pending submissions above which `Stream.drain` waits.
        """
        what = f"stream on {self.name}"
        if not (name is None or isinstance(name, str)):
            raise ArgumentTypeError(f"{what}: its name is {shown(name)}; names are text")
        check_count(high_water, f"{what}: high_water", 1)
        return Stream(self, self._state.open_lane(name), high_water)

    def _streams_to_execute_on(self, count: int) -> list[Stream]:
        """Returns the streams that `Runtime.execute` chooses from."""
        while len(self._execute_streams) < count:
            number = len(self._execute_streams)
            stream = self.stream(f"auto{number}")
            stream._lane.internal = True
            self._execute_streams.append(stream)
            tracks = [s._track for s in self._execute_streams]
            if self._fresh is not None and len(tracks) == count and None not in tracks:
                self._fresh.lanes = tuple(tracks)
        return self._execute_streams

    def _stream_to_call_on(self) -> Stream:
        """Returns the stream that compiled functions run on unless the caller names one."""
        if self._call_stream is None:
            stream = self.stream("jit")
            stream._lane.internal = True
            self._call_stream = stream
        return self._call_stream

    # -- memory ---------------------------------------------------------------------------------

    def memory_stats(self) -> MemoryStats:
        """Returns the pool's statistics: bytes in use, available, at peak, and the reuse rate."""
        return self._state.memory.stats()

    @refusing
    def room(self, *nbytes: int) -> Room:
        """Waits until buffers of these sizes fit below the `memory_limit`.

        `await device.room(nbytes)` suspends. What the task then makes before it suspends next fits,
        whatever others do who ask for room. A task that awaits something meanwhile keeps the bytes
        for a block, with `async with device.room(nbytes):`, and leaves it as soon as the buffers
        are made: as long as it is inside, others wait for as many bytes once more. A thread keeps
        them with `with device.room(nbytes):`; `device.room(nbytes).sync(timeout)` only waits.

        Who asks first is served first. Whoever allocates without asking waits for nobody, and may
        still take the memory. Without a limit there is always room. Cancelling the wait is
        harmless.

        Args:
            *nbytes: the size of each buffer in bytes. Each takes a block of its own, which may be a
                quarter larger.

        Returns:
            A coroutine with a method `sync`, which can also be entered.

        Raises:
            OutOfMemoryError: so many bytes are above the limit.
            DeviceLostError: the device is lost, or was lost while the caller waited.
            ClosedError: the runtime is closed, or was closed meanwhile.
        """
        for each in nbytes:
            check_count(each, f"room on {self.name}: nbytes", 0)
        state = self._state
        with state.engine.lock:
            if self._rooms is None:
                self._rooms = Rooms(state.engine, state.memory, state.backend.loss)
        return Room(self._rooms, nbytes)

    def trim(self, nbytes: int | None = None) -> int:
        """Gives free memory back to the system, largest blocks first.

        Args:
            nbytes: stop after that many bytes; None gives back all free memory.

        Returns:
            The number of bytes given back.
        """
        if nbytes is not None:
            check_count(nbytes, f"trim {self.name}: nbytes", 0)
        return self._state.memory.trim(nbytes)

    def _beside(self, device: Device | str, what: str) -> Device:
        """Returns a device of the same runtime, given as itself or by its name."""
        found = self._find(device) if isinstance(device, str) else device
        if not isinstance(found, Device) or found._state.engine is not self._state.engine:
            raise ArgumentError(
                f"{what}: {shown(device)} is no device of its runtime; pass one of rt.devices"
            )
        return found

    # -- graphs ---------------------------------------------------------------------------------

    @property
    def _can_loop(self) -> bool:
        """Whether it runs loops and branches; see `CapturePlan`."""
        return self._state.backend.can_loop

    def _plan(self, kernel: Kernel, layouts: tuple[Layout, ...], what: str) -> Plan:
        """Returns the plan that launches of a kernel use on this device."""
        return self._state.plan(kernel, layouts, what)

    @refusing
    def _instantiate(self, plan: CapturePlan[GraphExec], depth: int) -> GraphExec:
        """Makes a plan ready to run on this device; see `CapturePlan.instantiate`."""
        from streamrt._runtime.graphs.graph_exec import GraphExec  # launches need none of it

        what = f"instantiate a plan on {self.name}"
        self._state.engine.check_open(what)
        depth = check_count(depth, f"{what}: depth", 1, MOST_DEPTH)
        options = self._state.engine.options
        if options.check_finite or options.guard:
            raise ArgumentError(
                f"{what}: the runtime was opened with check_finite or guard, which look at one "
                "launch at a time; leave them out, or launch the kernels on a stream to debug them"
            )
        self._graphs += 1
        self._instances = [known for known in self._instances if known() is not None]
        return GraphExec(self, plan, depth, f"graph{self._graphs}")

    def _release(self) -> None:
        """Has what replays graphs here let go of its plans, because nothing runs any more."""
        for known in self._instances:
            instance = known()
            if instance is not None:
                instance.release()
