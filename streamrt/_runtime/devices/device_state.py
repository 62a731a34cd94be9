"""The inner half of a device: its backend, memory, layouts, plans and lanes.

Only the handles of users know `Device`; everything below them knows `DeviceState`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast
from weakref import ref

import numpy as np

from streamrt._compile.code import PythonFunction
from streamrt._compile.kernel import Identity, Kernel, Plan
from streamrt._compile.owners import may_know_users
from streamrt._compile.signatures.layout import Layout, is_dense
from streamrt._core.finalizers import Inbox
from streamrt._native.device import HostDevice, NativeDevice
from streamrt._native.queue import NativeQueue
from streamrt._native.replays import Replay
from streamrt._native.timeline import Timeline
from streamrt._runtime.aids import guarded
from streamrt._runtime.devices.contract_device import DispatchedDevice
from streamrt._runtime.devices.recovering import Recovering
from streamrt._runtime.devices.registry import Registry
from streamrt._runtime.devices.standard_plans import StandardPlans
from streamrt._runtime.ending.losing import Losing
from streamrt._runtime.ending.reclaim import Loaded
from streamrt._runtime.engine import Engine
from streamrt._runtime.lane import Lane
from streamrt._runtime.lineage.logged_lanes import LoggedLane, LoggedWatchedLane
from streamrt._runtime.memory.allocations import Returned
from streamrt._runtime.memory.blocks import Memory
from streamrt._runtime.memory.pinned import Pinning, Staging
from streamrt._runtime.options import Options
from streamrt._runtime.races.watched_lanes import WatchedLane
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.backend import BackendDevice
from streamrt.errors import ArgumentError, CompileError

MOST_LAYOUTS = 16384
MOST_PLANS = 16384
SWEEP = 64  # the least number of plans loaded between two looks for those of dropped kernels
LANES_TRIED = 8  # the most retired lanes to look at before a new one is made

Backend: TypeAlias = NativeDevice | DispatchedDevice


class DeviceState:
    """The inner half of a device, which submissions, memory and graphs use.

    Attributes:
        engine: the engine of its runtime.
        name: its name, as in `cpu:0`.
        kind: its kind, as in `cpu`.
        backend: the device of the backend, as lanes use it.
        memory: its memory.
        staging: the memory of the host that it copies; None if it copies all.
        host_sees: whether the host may use its memory.
        sees_host: whether its kernels may use the host's memory.
        space: the addresses that it uses: its name, or "" if the host or a device of the host's
            memory uses them, too.
        launched: the same plans of kernels, as native launches find them; None without the native
            tracker.
        plans: the loaded plans: by kernel and layouts, or by the name of a standard operation.
        standard: the plans of copies, fills and checks.
        shapes: layouts by shape and dtype as users write them.
        retired: lanes of closed streams; see `Stream._tenancy`.
        returned: memory that other libraries let go of; None if they have none. See sharing.py.
    """

    def __init__(
        self,
        engine: Engine,
        backend: BackendDevice,
        name: str,
        limit: int | None,
        registry: Registry,
    ) -> None:
        """Takes an open device of a backend.

        Raises:
            ArgumentError: the device does not support an option of the runtime, and was closed.
        """
        self.engine: Engine = engine
        self.name: str = name
        self.kind: str = name.partition(":")[0]
        self.backend: Backend
        self._losing: Losing | None = None  # of a device with native queues
        if isinstance(backend, NativeDevice):
            backend.threads = engine.options.threads
            backend.limit_kernels(engine.options.kernel_timeout)
            self.backend = backend
            if backend.loss is not None:
                self._losing = Losing(engine, backend.loss)
                engine.looks_for_loss.append(backend.look_for_loss)
                engine.waiters.thread_bridge()  # native code wakes it when the device is lost
        else:
            self.backend = DispatchedDevice(engine, backend, name)
        _check_options(engine.options, self.backend, name)
        self._is_observed = (
            engine.options.races
            and isinstance(self.backend, DispatchedDevice)
            and engine.watch is not None
            and self.backend.observe(engine.watch.note_changes)
        )
        self.host_sees: bool = self.backend.host_sees
        self.sees_host: bool = self.backend.sees_host
        self.space: str = "" if self.host_sees or self.sees_host else name
        self.memory: Memory = guarded.memory_of(engine, self.backend, name, limit)
        engine.pools[name] = self.memory.pool
        if isinstance(self.backend, DispatchedDevice):
            self._losing = self.backend.losing
        if self._losing is not None and self.backend.recovers:
            self._losing.recovery = Recovering(engine, self.backend, self.memory, self.space)
        if isinstance(self.backend, HostDevice):
            self.backend.replays.opened = self._record_program
            self.backend.replays.closing = self._forget_program
            engine.note_nodes.append(self._note_nodes)
        self.staging: Staging | None = (
            Staging(engine, cast("Pinning", self.backend), name, limit)
            if self.backend.pins
            else None
        )
        self.plans: dict[tuple[object, ...], int] = {}
        self.launched: Any = None if IN_PYTHON else engine.core.new_plans()
        self._kernels: dict[object, ref[Kernel]] = {}  # those that have plans
        self._next_sweep = SWEEP
        self.standard: StandardPlans = StandardPlans(self.backend.load_standard, self.plans)
        self.shapes: dict[tuple[object, object], Layout] = {}
        self.retired: deque[list[Lane]] = deque()
        self.returned: Inbox[Returned] | None = None
        self._registry = registry
        self._layouts: dict[tuple[object, ...], Layout] = {}
        self._internal: dict[str, Lane] = {}
        self._streams = 0
        engine.at_end.append(self._end)

    def reaches(self, other: DeviceState) -> bool:
        """Whether its copies can use another device's memory: of its kind, or seen by the host."""
        return other.host_sees or other.kind == self.kind

    def __str__(self) -> str:
        return self.name

    # -- layouts --------------------------------------------------------------------------------

    def intern(
        self, dtype: np.dtype[Any], shape: tuple[int, ...], strides: tuple[int, ...] | None = None
    ) -> Layout:
        """Returns this device's only object for a layout; None for the strides means dense."""
        key = (dtype, shape, strides)
        layout = self._layouts.get(key)
        if layout is None:
            if strides is not None and is_dense(shape, strides, dtype.itemsize):
                layout = self.intern(dtype, shape)
            else:
                layout = Layout(self, dtype, shape, strides)
            if len(self._layouts) > MOST_LAYOUTS:
                self._layouts.clear()
                self.shapes.clear()
            layout = self._layouts.setdefault(key, layout)  # another thread may be quicker
        return layout

    # -- plans ----------------------------------------------------------------------------------

    def plan(self, kernel: Kernel, layouts: Sequence[Layout], what: str) -> Plan:
        """Returns the plan of a registered function if one fits, else of the kernel."""
        registered = self._registry.twin_of(kernel)
        if registered is not None and all(layout.contiguous for layout in layouts):
            kernel = registered
        if self.backend.runs in kernel.implementations:
            plan = kernel.plan(layouts, self.backend.runs, what=what)
        else:
            from streamrt._compile.lookup import plan_for  # few devices ask for it

            plan = plan_for(kernel, layouts, self.backend, what)
        code = plan.code
        is_users = isinstance(code, PythonFunction) and not code.is_numpys
        if is_users and not self.backend.calls_python:
            raise CompileError(
                f"{what}: {kernel.name} is a Python function, which would run in this process, and "
                f"not in that of {self.name}; give it an LLVM implementation, or use cpu:0"
            )
        return plan

    def registered(self, name: str) -> Kernel | None:
        """Returns the kernel registered under a name; None without one."""
        return self._registry.find(name)

    def load(self, kernel: Kernel, layouts: tuple[Layout, ...]) -> None:
        """Compiles and loads a kernel for these layouts, if that is not done yet. Blocks."""
        key = (kernel.identity, *layouts)
        if key not in self.plans:
            plan = self.plan(kernel, layouts, f"warm {kernel.name} on {self.name}")
            if plan.function is None:
                self.load_plan(kernel, key, plan)

    def load_plan(self, kernel: Kernel, key: tuple[object, ...], plan: Plan) -> int:
        """Loads a plan, and keeps it for launches with this key while the kernel lives."""
        self.engine.before_loading()
        handle = self.backend.load(plan)
        self.show(handle, [kernel])
        with self.engine.lock:
            if len(self.plans) >= MOST_PLANS:
                dropped = Loaded(self.backend, list(self.plans.values()))
                self.engine.reclaimer.unload_later(dropped)
                self._forget_launched()
                self.plans.clear()
            known = self.plans.setdefault(key, handle)
            self._kernels[kernel.identity] = ref(kernel)
            if len(self.plans) >= self._next_sweep:
                self._sweep()
        if known != handle:  # another thread was quicker
            self.backend.unload(handle)
        return known

    def show(self, handle: int, kernels: Iterable[Kernel]) -> None:
        """Shows a plan's executions to the collector if a kernel of it may know users' objects.

        Those of other backends are never hidden.
        """
        if isinstance(self.backend, NativeDevice) and any(map(may_know_users, kernels)):
            self.backend.show_executions(handle)

    def forget_plans(self, name: str) -> None:
        """Forgets the plans of kernels of a name, so that they are chosen again."""
        if self.launched is not None:
            self.launched.forget()
        for key in [k for k in self.plans if isinstance(k[0], Identity) and k[0].name == name]:
            del self.plans[key]

    def _sweep(self) -> None:
        """Unloads the plans of kernels that were dropped. Under the lock.

        A pending launch keeps its kernel, so these plans are not in use. How often this is done
        depends on the number of plans, so it costs each of them little.
        """
        dropped = {identity for identity, kernel in self._kernels.items() if kernel() is None}
        if dropped:
            self._forget_launched()
            keys = [key for key in self.plans if key[0] in dropped]
            handles = [self.plans.pop(key) for key in keys]
            self.engine.reclaimer.unload_later(Loaded(self.backend, handles))
            for identity in dropped:
                del self._kernels[identity]
        self._next_sweep = len(self.plans) + max(SWEEP, len(self.plans) // 4)

    def note_launched(self, kernel: Kernel, key: tuple[Any, ...], plan: int) -> None:
        """Lets native launches of a kernel with these layouts find its plan. Under the lock."""
        if self.launched is not None and self.plans.get(key) == plan:
            self.launched.add(kernel, *kernel.form, key[1:], plan)

    def note_executed(self, kernel: Kernel, layouts: tuple[Layout, ...]) -> None:
        """Lets native calls of `Runtime.execute` find a plan, and the layouts of the outputs."""
        key = (kernel.identity, *layouts)
        plan = self.plans.get(key)
        if self.launched is not None and plan is not None:
            self.note_launched(kernel, key, plan)
            self.launched.remember(kernel, layouts)

    def _forget_launched(self) -> None:
        if self.launched is not None:
            self.launched.clear()

    # -- lanes ----------------------------------------------------------------------------------

    def open_lane(self, name: str | None) -> Lane:
        """Returns a lane for a stream: a retired one, whose queue goes on, or a new one."""
        engine = self.engine
        with engine.lock:
            engine.check_open(f"stream on {self.name}")
            if not name:
                self._streams += 1
                name = f"s{self._streams}"
            full_name = f"{self.name}/{name}"
            lane = self._idle_lane()
            if lane is not None:
                lane.begin_tenancy()
                engine.departed.add(lane.name, lane.counts_here())
                lane.before[:] = lane.counts()
                lane.name = full_name
                lane.queue.rename(full_name)
                if engine.recorder is not None:
                    engine.record(lane)
                return lane
            timeline = Timeline(engine.next_index(), engine.options.queue_limit, engine.core)
            queue = self.backend.open_queue(full_name, timeline)
            kind = LoggedWatchedLane if engine.lineage is not None else WatchedLane
            if engine.watch is not None:
                lane = kind(engine, queue, self.space)
                lane.is_observed = self._is_observed
            else:
                lane = (Lane if engine.lineage is None else LoggedLane)(engine, queue)
            if lane.is_native:
                lane._track.plans = self.launched
            engine.lanes.append(lane)
            if engine.recorder is not None:
                engine.record(lane)
            if isinstance(queue, NativeQueue) and self._losing is not None:
                self._losing.add(queue)
        return lane

    def _idle_lane(self) -> Lane | None:
        """Returns a retired lane without pending work: a stream must not wait for another's."""
        for _ in range(min(LANES_TRIED, len(self.retired))):
            tenancy = self.retired.popleft()
            if not tenancy:  # its stream was closed twice, and the lane is taken already
                continue
            (lane,) = tenancy
            if not lane.pending and not (lane.companion and lane.companion.pending):
                tenancy.clear()
                lane.reap()
                return lane
            self.retired.append(tenancy)
        return None

    def internal_lane(self, name: str) -> Lane:
        """Returns a lane of the runtime's own: `in` and `out` for the two directions of copies.

        There are two so that neither direction waits for the other.
        """
        lane = self._internal.get(name)
        if lane is None:
            lane = self.open_lane(name)
            lane.internal = True
            self._internal[name] = lane
        return lane

    # -- recording ------------------------------------------------------------------------------

    def _note_nodes(self) -> None:
        """Has the nodes of all programs noted that are open."""
        if isinstance(self.backend, HostDevice):
            for replay in self.backend.replays.all():
                self._record_program(replay)

    def _record_program(self, replay: Replay) -> None:
        recorder = self.engine.recorder
        if recorder is not None and recorder.is_on and recorder.nodes:
            cast("HostDevice", self.backend).replays.give_progress(replay)
            recorder.add_program(replay, self.name)

    def _forget_program(self, replay: Replay) -> None:
        if self.engine.recorder is not None:
            self.engine.recorder.forget(replay.progress)

    # -- ending ---------------------------------------------------------------------------------

    def _end(self) -> None:
        """Frees the pool and the plans, after the lanes have ended. It may be done twice."""
        if self.returned is not None:
            self.returned.close()
        self.memory.close()
        if self.staging is not None:
            self.staging.close()
        if self.launched is not None:
            self.launched.forget()
        while self.plans:
            self.backend.unload(self.plans.popitem()[1])
        self.engine.reclaimer.unload_kept(self.backend)
        self.engine.after_lock()
        self.backend.close()
        if self._losing is not None and self._losing.recovery is not None:
            self._losing.recovery.wait(self.engine.options.drain_timeout)


def _check_options(options: Options, backend: Backend, name: str) -> None:
    """Raises ArgumentError unless a device can do what the runtime's options ask for."""
    try:
        _check_operations(options, backend, name)
    except ArgumentError:
        backend.close()
        raise


def _check_operations(options: Options, backend: Backend, name: str) -> None:
    if options.guard and not backend.host_sees:
        raise ArgumentError(
            f"open {name}: the host cannot write canaries into its memory; leave out guard=True"
        )
    wanted = {"finite": options.check_finite, "guard": options.guard}
    for operation, option in (("finite", "check_finite"), ("guard", "guard")):
        if wanted[operation]:
            try:
                backend.unload(backend.load_standard(operation, (1, 4, 1, 4), 1, 1))
            except NotImplementedError as error:
                raise ArgumentError(
                    f"open {name}: its backend has no operation `{operation}`; leave out "
                    f"{option}=True"
                ) from error
