"""The runtime: the object that users open first."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.native_function import Native
from streamrt._core.values import check_seconds
from streamrt._native.core import core
from streamrt._refusals import refusing
from streamrt._runtime import execute, native_classes
from streamrt._runtime.aids.watchdog import Watchdog
from streamrt._runtime.aids.who_waits import WaitingTable, who_waits
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.devices.device_list import DeviceList
from streamrt._runtime.ending import closing
from streamrt._runtime.ending.deadlines import deadline as work_until
from streamrt._runtime.engine import Engine
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.foreign import foreign_stream
from streamrt._runtime.foreign.foreign_stream import ForeignStream
from streamrt._runtime.making import BufferMaker
from streamrt._runtime.options import check_options
from streamrt._runtime.races.watch import Watch
from streamrt._runtime.races.watched_lanes import dress
from streamrt._runtime.scope import Scope
from streamrt._runtime.world import exploring
from streamrt.backend import Backend
from streamrt.errors import ArgumentTypeError, RaceError

if TYPE_CHECKING:
    from streamrt._runtime.graphs.capture import Capture


class Runtime(BufferMaker, closing.Closable):
    """Devices, memory and caches, opened together and closed together.

        async with streamrt.Runtime() as rt: ...     # or `with`, from synchronous code

    Leaving it waits for everything submitted, gives all memory back, and raises failures that
    nobody retrieved as an ExceptionGroup. Leaving it by an exception cancels work that is still
    queued. Then that exception goes on as it is, and the failures are logged. Every method works
    from any thread and any loop.
    """

    _instead = "open another one with Runtime()"

    def __init__(
        self,
        devices: Sequence[str] | None = None,
        *,
        backends: Sequence[Backend] = (),
        hazards: Literal["auto", "manual", "check"] = "auto",
        eager: bool = False,
        memory_limit: int | None = None,
        queue_limit: int = 1 << 20,
        drain_timeout: float = 10.0,
        check_finite: bool = False,
        guard: bool = False,
        watchdog: float | None = None,
        threads: int | None = None,
        races: bool = False,
        flight: str | os.PathLike[str] | None = None,
        kernel_timeout: float | None = None,
        recompute: int | None = None,
    ) -> None:
        """Opens a runtime. Devices themselves open at their first use.

        Args:
            devices: names such as `cpu:0`; None means all devices of the machine, except those that
                lack a driver or a package (`streamrt devices` says what).
            backends: backends to use besides those installed; one given here comes first.
            hazards: `auto` orders work by the memory that it uses. `manual` inserts no waits
                between the user's streams; the user places events. Work on no stream of the user's
                (copies to and from the host and between devices, `execute`) is ordered in either
                case. Lifetime, reuse of memory and failures are tracked in either case, too.
                `check` is `manual` with a check: a submission that uses the same bytes as an
                earlier one, of which one writes, raises a RaceError unless a wait, an event or an
                await orders the two. Nothing is submitted then.
            eager: finish each submission before it returns; tracebacks then show the user's line.
            memory_limit: the most bytes that each device's pool may reserve; None sets no limit.
                For a GPU it also bounds the pinned memory of the host, which arrays that `fetch`
                returned keep.
            queue_limit: the most executions pending on one stream; beyond it, QueueFullError.
            drain_timeout: the seconds that closing waits for running work.
            check_finite: look at every float output of a kernel after it has run. A NaN or an
                infinity fails the execution with a NonFiniteError that names kernel, output and
                index; readers of that output are skipped. Copies, fills and host calls are not
                looked at. Costs a pass over each output, and nothing when off.
            guard: put 64 known bytes before and behind each allocation of the pool, and look at
                those of a kernel's buffers after it has run. Damage fails the execution with an
                OutOfBoundsError that names kernel, buffer and byte. Damage that no kernel can be
                blamed for is reported when the memory is freed. Memory that is shared by `wrap` or
                `from_dlpack` has no such bytes. The allocation itself is filled with NaNs: what is
                read before anything was written shows, and `check_finite` finds it. Costs 128 bytes
                an allocation, a pass over it, a short check for each buffer of a launch, and
                nothing when off.
            watchdog: log an error, once, for each execution that runs for more than this many
                seconds; None starts no thread.
            threads: the most threads that one launch on a CPU device runs on, that of its stream
                included; None is the cores that the process may use. Other devices ignore it.
            races: look for accesses that nothing orders; see `races`. It works on every device,
                and finds in one run all races of that order of submissions. The first one is
                raised when the runtime is left in good order. Costs some microseconds for each
                submission, and nothing when off.
            flight: a folder, made if need be, in which a file has the newest events of each stream
                while the runtime is open. Other processes read it, also while this one hangs and
                after it was killed: see `streamrt top`, `streamrt trace` and `observe.read`. None
                takes the folder that the environment variable STREAMRT_FLIGHT names, if it does.
                What cannot be written is logged, and the runtime works without it. Costs a few
                percent of a launch that takes half a microsecond, and nothing when off.
            kernel_timeout: the most seconds that one kernel may run on a device that lives in a
                process of its own, such as `process+cpu:0`; None for any time. One that runs for
                longer is ended with its process: it fails with DeviceLostError, as if it had
                crashed. A kernel on any other device cannot be ended.
            recompute: the most bytes of the host's memory for a log of puts, copies, fills, and
                launches of kernels that are `pure`. A buffer that is lost with its device, and
                whose log is complete, is made again when it is read, bit by bit, on its own device
                if that works again, else on another one of its kind. See `checkpoint`. Costs a
                copy of what is put, some microseconds for each submission, and nothing when off.

        Raises:
            ArgumentError: an option has a value that it cannot have.
            BackendNotFoundError: the machine has no such kind of device, or not that many.
            UnsupportedPlatformError: streamrt's native core does not exist for this platform.
        """
        options = check_options(
            hazards=hazards, eager=eager, memory_limit=memory_limit, queue_limit=queue_limit,
            drain_timeout=drain_timeout, check_finite=check_finite, guard=guard, watchdog=watchdog,
            threads=threads, races=races, flight=flight, kernel_timeout=kernel_timeout,
            recompute=recompute,
        )  # fmt: skip
        world = exploring.get()
        if world is not None and world.races and not options.check:
            options = options._replace(races=True)
        self._engine = Engine(core(), options)
        if options.races or options.check:
            self._engine.watch = Watch(options, dress)
        self._devices = DeviceList(self._engine, devices, backends, memory_limit)
        self._fresh = self._engine.reclaimer.dropped
        if options.recompute is not None:
            from streamrt._runtime.lineage.making_again import keep_log  # few keep one

            keep_log(self._devices, options.recompute)
        try:
            closing.opened(self._engine)
            if self._engine.world is not None:
                self._engine.world.opened(self)
            elif options.flight is not None:
                from streamrt._runtime.recorder.flights import take_off  # few record

                take_off(self._engine, options.flight)
            if options.watchdog is not None:
                dog = Watchdog(self._engine, options.watchdog)
                self._engine.stop_watching = dog.stop
                dog.start()
        except BaseException:
            closing.end(self._engine)
            raise

    # -- devices --------------------------------------------------------------------------------

    @property
    def devices(self) -> tuple[Device, ...]:
        """All devices of this runtime.

        If the runtime named no devices, those that cannot be opened here are left out.
        """
        return self._devices.opened()

    def device(self, name: str | None = None, index: int | None = None) -> Device:
        """Returns a device of this runtime; without arguments the first.

        Args:
            name: its name, as in `cpu:0`, or its kind, as in `cpu`.
            index: its number among its kind, if the name is a kind; 0 if not given.

        Raises:
            BackendNotFoundError: this runtime has no such device.
        """
        return self._devices.device(name, index)

    # -- kernels --------------------------------------------------------------------------------

    def register(
        self,
        name: str,
        pointer: object,
        signature: str,
        *,
        split: str | None = None,
        grain: int = 32768,
        returns: str | None = None,
        bounds: bool = False,
        elementwise: bool = False,
        aliasing: bool = False,
        errors: dict[int, str] | None = None,
    ) -> Kernel:
        """Registers a native function, compiled ahead of time, as a kernel.

        Kernels of the same name and signature that would be compiled use the function instead. An
        elementwise kernel does so only if the function is elementwise, too.

        Args:
            name: the name of the kernel.
            pointer: an address, a ctypes or cffi function, a numba cfunc or a PyCapsule.
            signature: its parameters; see `Kernel`. The C prototype follows from it; see `Native`.
            split: the symbol whose extent is divided over workers; it needs `bounds` or
                `elementwise`.
            grain: the least extent worth a worker of its own.
            returns: `i32` if the function returns an error code, None if nothing.
            bounds: whether the function takes the bounds of its part; see `Native`.
            elementwise: whether an element of an output depends on the inputs' elements at the
                same index alone; see `Kernel`.
            aliasing: whether arrays that it writes may share elements with others.
            errors: the meanings of non-zero codes.

        Raises:
            SignatureError: pointer and signature do not match, or the function would take a part
                of its arrays as the whole.
        """
        implementation = Native(pointer, returns=returns, bounds=bounds)
        kernel = Kernel(
            name,
            signature,
            cpu=implementation,
            split=split,
            grain=grain,
            elementwise=elementwise,
            aliasing=aliasing,
            errors=errors,
        )
        self._engine.check_open(f"register {name}")
        self._devices.registry.add(kernel)
        for device in self.devices:
            device._state.forget_plans(name)
        return kernel

    def kernel(self, name: str) -> Kernel:
        """Returns the kernel registered under a name.

        Raises:
            ArgumentError: no kernel has that name.
        """
        return self._devices.registry.kernel(name)

    def warm(
        self,
        kernel: Kernel,
        *arrays: Buffer | np.ndarray[Any, Any],
        device: Device | str | None = None,
    ) -> Execution[None]:
        """Compiles a kernel in a host thread, so that later launches do not; returns at once.

        A launch of a kernel that was never compiled for such arrays compiles it in the caller's
        thread, which takes 20 to 400 ms and holds the event loop. So warm kernels up at the start,
        as many as you like at once: `await asyncio.gather(rt.warm(...), rt.warm(...))`.

        Args:
            kernel: the kernel to compile.
            arrays: a buffer or an array for each array parameter, in the order of the signature,
                as for a launch. Later launches may have other shapes: only the dtypes, the numbers
                of dimensions and the contiguity decide what is compiled.
            device: the device to compile for; None is that of the first buffer.

        Raises:
            ArgumentError: the arrays do not fit the kernel.
        """
        return execute.warm(self._devices, kernel, arrays, device, sys._getframe(1))

    def execute(
        self, kernel: Kernel, /, *inputs: Any, device: Device | str | None = None, **scalars: Any
    ) -> Execution[Buffer | Any]:
        """Runs a kernel: allocates outputs, moves inputs, chooses a stream, and launches.

        Args:
            kernel: the kernel to run.
            inputs: its arguments in order, without those of `out` parameters.
            device: the device to run on; None is that of the first input.
            scalars: arguments by name.

        Returns:
            An execution whose result is the output: one buffer, or a tuple of them. Without
            `out` parameters these are the `inout` ones.
        """
        return execute.execute(self._devices, kernel, inputs, scalars, device, sys._getframe(1))

    # -- ordering -------------------------------------------------------------------------------

    def event(self) -> Event:
        """Makes an event that is not recorded yet."""
        return Event()

    @refusing
    def foreign(self, stream: object, device: Device | str | None = None) -> ForeignStream:
        """Returns a handle on a stream of another library, to order its work with streamrt's.

        Args:
            stream: a stream of CuPy, PyTorch, cuda.core or numba: anything with `__cuda_stream__`,
                or an attribute `ptr`, `cuda_stream` or `handle`; or the handle as a number.
            device: the GPU that it runs on; None finds that out, except for CUDA's default streams
                where the runtime has several GPUs.

        Raises:
            ArgumentError: it is no stream of that GPU, it records a CUDA graph, or the runtime has
                no GPU.
        """
        return foreign_stream.opened(self._devices, stream, device)

    def barrier(self) -> Event:
        """Returns an event at the point after everything submitted so far, on all streams."""
        event = Event()
        with self._engine.lock:
            lanes = list(self._engine.lanes)
        event._record(tuple((lane, lane.value) for lane in lanes))
        return event

    def __await__(self) -> Generator[Any, None, None]:
        """Waits until everything submitted so far has ended; it does not raise failures."""
        yield from self.barrier().__await__()

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread until everything submitted so far has ended.

        A coroutine writes `await rt` instead.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: it did not end in time.
            WouldDeadlockError: part of it waits for the caller.
        """
        self.barrier().sync(timeout)

    def scope(self, *, drain_timeout: float | None = None, deadline: float | None = None) -> Scope:
        """Makes a block that waits for everything submitted in it: `async with`, or `with`.

        Args:
            deadline: the seconds after which its work does not start; see `streamrt.deadline`.
            drain_timeout: the seconds that leaving it by an exception waits for running work; None
                is the runtime's. Leaving it without an exception waits as long as it takes.
        """
        timeout = self._engine.options.drain_timeout
        if drain_timeout is not None:
            timeout = check_seconds(drain_timeout, "make a scope: drain_timeout")
        return Scope(self._engine, timeout, work_until(deadline))

    def capture(self, /, **inputs: Buffer) -> Capture:
        """Makes a block that records launches, copies and fills: `with rt.capture() as graph`.

        It records the operations of this context, and of tasks started in it. In the block `empty`
        makes buffers of the graph; `graph.output(name, buffer)` names a result of each replay.
        Older buffers are inputs, bound to themselves unless a replay binds others to their names.

        Args:
            inputs: buffers by name; under these names replays may bind others.
        """
        from streamrt._runtime.graphs.capture import Capture  # launches need none of it

        return Capture(self._engine, inputs)

    @property
    def races(self) -> tuple[RaceError, ...]:
        """The races that were found so far, one for each pair of places; with `races=True`.

        With `hazards="auto"` only what streamrt knows as ordered by itself counts, which should be
        all. Otherwise only what the program placed, awaited or was told of, because work that
        happens to end early is ordered by luck. Each race is logged when it is found.
        """
        watch = self._engine.watch
        return () if watch is None else tuple(watch.found)

    def explain(self, execution: Execution) -> str:
        """Tells as text what an execution waits for; see `Execution.explain`."""
        if not isinstance(execution, Execution):
            raise ArgumentTypeError(f"explain: found {type(execution).__name__}; pass an Execution")
        return execution.explain()

    def waiting(self) -> WaitingTable:
        """Returns who waits for what at this moment; what everybody waits for comes first.

        Coroutines, threads, streams, host calls and done-callbacks have a row each. It takes no
        lock and lets no virtual time pass, so it works also in a signal's handler or a debugger.
        """
        return who_waits(self._engine)

    def __repr__(self) -> str:
        return f"<Runtime {self._engine.state}: {', '.join(self._devices.names)}>"


native_classes.introduce(Runtime)
