"""`perturb`: a real backend, whose batches and completions are held for drawn times.

A backend that always runs alone, on an idle machine, shows few of the orders that it allows. This
wrapper is a backend itself. It keeps the contract of `streamrt.backend` if the one inside does:

1. A batch is held for a drawn time, and then handed to the queue inside. Batches of one queue keep
   their order. Those of different queues may reach the device in any order, as they also would if
   other threads had submitted them.
2. A completion is held for a drawn time, or until its queue goes on, whatever comes first. So a
   timeline rises late, but it has risen whenever the device asks `start`.
3. The device inside hears `submit`, `alloc` and the others one at a time, as the contract promises.
   `submit` comes from a thread of the wrapper. If it raises, the timeline is lost.
4. `close` of a queue hands over at once whatever is held.

Native queues raise their timelines in native code, where nothing can be held. So the queues of the
CPU are replaced by threads in Python, see threaded.py. Devices with virtual time are refused,
because `explore` draws their orders, and can do so again.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import cast

from streamrt import _backends
from streamrt._core.values import shown
from streamrt._interrupts import from_handler
from streamrt._native.device import NativeDevice
from streamrt._refusals import refusing
from streamrt.backend import (
    Backend,
    BackendDevice,
    Command,
    HostingDevice,
    ImplementingDevice,
    LoopDevice,
    Plan,
    ProbedBackend,
    Queue,
    RecoveringDevice,
    ReplayDevice,
    Timeline,
)
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.testing._real.held import HeldTimeline, Holds, Pacer
from streamrt.testing._real.threaded import ThreadedDevice

LONGEST = 0.01  # seconds


class PerturbedQueue:
    """A queue that holds its batches before the queue inside gets them."""

    def __init__(
        self, device: PerturbedDevice, inside: Queue, timeline: HeldTimeline, holds: Holds
    ) -> None:
        self._device = device
        self._inside = inside
        self._timeline = timeline
        self._holds = holds
        self._held: deque[tuple[float, Sequence[Command]]] = deque()

    def submit(self, commands: Sequence[Command]) -> None:
        """See `streamrt.backend.Queue`, also for the methods that follow."""
        with self._device.lock:
            due = time.monotonic() + self._holds.next()
            self._held.append((due, commands))
            if len(self._held) == 1:
                self._device.pacer.call(due, self._release)

    def _release(self) -> None:
        """Hands the oldest batches over whose time has come."""
        with self._device.lock:
            now = time.monotonic()
            while self._held and self._held[0][0] <= now:
                self._hand_over()
            if self._held:
                self._device.pacer.call(self._held[0][0], self._release)

    def _hand_over(self) -> None:
        _, commands = self._held.popleft()
        try:
            self._inside.submit(commands)
        except Exception as error:
            if from_handler(error):
                raise
            self._timeline.lose(f"its queue's submit raised {type(error).__name__}: {error}")

    def rename(self, name: str) -> None:
        """Tells the queue inside the name of its new stream."""
        with self._device.lock:
            rename = getattr(self._inside, "rename", None)
            if rename is not None:
                rename(name)

    def close(self, timeout: float) -> bool:
        """Ends the queue inside, after all that is held."""
        with self._device.lock:
            while self._held:
                self._hand_over()
        has_ended = self._inside.close(timeout)
        self._timeline.pass_on()
        return has_ended


class PerturbedDevice:
    """A device whose queues hold what they get and what they give."""

    def __init__(self, inside: BackendDevice, name: str, seed: int, longest: float) -> None:
        self.inside = inside
        self.lock = threading.RLock()
        self.pacer = Pacer(f"perturb-{name}")
        self._seed = seed
        self._longest = longest
        self._queues = itertools.count()
        if isinstance(inside, RecoveringDevice):
            self.recover = inside.recover
        if isinstance(inside, ReplayDevice):
            self.instantiate = inside.instantiate
        if isinstance(inside, LoopDevice):
            self.load_loop = inside.load_loop
        if isinstance(inside, ImplementingDevice):
            self.implement = inside.implement

    @property
    def runs(self) -> str:
        """See `streamrt.backend.BackendDevice`, also for the methods that follow."""
        return self.inside.runs

    @property
    def host_sees(self) -> bool:
        """Whether the host may use the memory of the device inside."""
        return self.inside.host_sees

    @property
    def sees_host(self) -> bool:
        """Whether the device inside may use the host's memory."""
        return self.inside.sees_host

    def alloc(self, nbytes: int) -> int:
        """Returns memory of the device inside."""
        with self.lock:
            return self.inside.alloc(nbytes)

    def free(self, address: int) -> None:
        """Gives memory back to the device inside."""
        with self.lock:
            self.inside.free(address)

    def load(self, plan: Plan) -> int:
        """Loads a plan on the device inside."""
        return self.inside.load(plan)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        """Loads a standard operation on the device inside."""
        return self.inside.load_standard(name, words, extent, grain)

    def unload(self, plan: int) -> None:
        """Drops a handle of the device inside."""
        self.inside.unload(plan)

    def can_wait_on(self, timeline: int) -> bool:
        """Whether the device inside can wait for a timeline."""
        with self.lock:
            return self.inside.can_wait_on(timeline)

    def open_queue(self, name: str, timeline: Timeline) -> PerturbedQueue:
        """Opens a queue of the device inside, which raises a timeline that holds completions."""
        with self.lock:
            seed = f"{self._seed} {name} {next(self._queues)}"
            holds = Holds(f"{seed} batches", self._longest)
            held = HeldTimeline(timeline, self.pacer, Holds(f"{seed} ends", self._longest))
            inside = self.inside.open_queue(name, cast(Timeline, held))
            if hasattr(inside, "advance"):
                raise _virtual(name)
            return PerturbedQueue(self, inside, held, holds)

    def close(self) -> None:
        """Ends the device inside."""
        self.pacer.end()
        self.inside.close()


class PerturbedBackend:
    """A kind of device under its own name, all of whose devices are perturbed."""

    def __init__(self, inside: Backend, seed: int, longest: float) -> None:
        self.inside = inside
        self._seed = seed
        self._longest = longest

    @property
    def kind(self) -> str:
        """The kind of the devices inside."""
        return self.inside.kind

    def count(self) -> int:
        """The number of devices inside."""
        return self.inside.count()

    def open(self, index: int) -> PerturbedDevice:
        """Opens a device."""
        device = self.inside.open(index)
        name = f"{self.kind}:{index}"
        if isinstance(device, NativeDevice):
            device = ThreadedDevice(device)
        if isinstance(device, HostingDevice):
            device.close()
            raise _virtual(name)
        return PerturbedDevice(device, name, self._seed, self._longest)


class PerturbedProbedBackend(PerturbedBackend):
    """The same for a kind that knows its devices without opening them."""

    def has(self, index: int) -> bool:
        """Whether there is a device of that index."""
        return cast(ProbedBackend, self.inside).has(index)


def perturb(backend: Backend | str, seed: int = 0, *, longest: float = LONGEST) -> Backend:
    """Returns a backend whose real devices meet other orders than they would by themselves.

    Batches and completions are held for times that a seed draws. That finds faults of a backend,
    and of programs on real devices, which show only when one queue falls behind another. A seed
    gives the same times again, but not the same order: the devices are real.

        conformance.check(testing.perturb(MyBackend(), seed=3))
        srt.Runtime(["cpu:0"], backends=[testing.perturb("cpu", seed=3)])

    Kernels of `cpu` then run in one Python thread for each stream, not on native queues.

    Args:
        backend: a backend, or the name of an installed kind.
        seed: the seed of the times.
        longest: the longest time, in seconds. One of twenty is of this order.

    Raises:
        ArgumentError: the devices have virtual time, so that `explore` is the tool for them.
        BackendNotFoundError: there is no kind of that name.
    """
    if isinstance(backend, str):
        backend = refusing(_backends.backend)(backend)
    if not hasattr(backend, "open"):
        raise ArgumentTypeError(f"perturb: found {shown(backend)}; pass a backend, or its kind")
    if not isinstance(longest, int | float) or not 0 <= longest <= 60:
        raise ArgumentError(f"perturb: longest is {shown(longest)}; it is in seconds, 60 at most")
    known = PerturbedProbedBackend if isinstance(backend, ProbedBackend) else PerturbedBackend
    return known(backend, seed, longest)


def _virtual(name: str) -> ArgumentError:
    return ArgumentError(
        f"perturb {name}: its time is virtual, so nothing can be held; testing.explore and "
        "Simulator(seed=...) draw its orders"
    )
