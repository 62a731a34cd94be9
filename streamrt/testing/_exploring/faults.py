"""Faults: what may go wrong, as draws. `explore` draws them, `sweep` tries each of them once.

1. A place for a fault is a draw whose label begins with `fault`; 0 is no fault. Once as many have
   struck as `most` allows, there are no further places in that run.
2. `cancel` has a place wherever a task suspends, with a variant for each of TASKS, and one for each
   execution that was submitted since the last suspension. `fail` and `slow` have one for each run
   of a kernel, copy, fill or host call; `out_of_memory` for each block that a pool asks for;
   `lose` before each command of a device.
3. The error of a fault may leave the program. Any other error counts, and so does a main task that
   swallows its cancellation.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._backends.sim.queues import Work
from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt.errors import (
    ArgumentTypeError,
    DeviceError,
    ExecutionError,
    InjectedError,
)
from streamrt.testing._exploring.sites import leaves, task_name

if TYPE_CHECKING:
    from streamrt._backends.sim.device import SimDevice
    from streamrt.testing._exploring.loop import ExploredLoop
    from streamrt.testing._exploring.world import World

CODE = 77  # the error code of a kernel that was made to fail
SLOW = 1_000_000_000  # ns
TRIES = 4  # that a pool makes for one allocation, see Memory.allocate

TASKS = ("at once", "while it waits", "as it goes on", "twice")
"""The moments at which a task that suspends is cancelled: before that, a turn later, when it is
about to go on, and while it waits and again while it cleans up."""


class Fault(NamedTuple):
    """A kind of fault. Make it by `cancel`, `fail`, `slow`, `out_of_memory` or `lose`.

    Attributes:
        kind: its name.
        what: the names of kernels, functions or devices that it is for; none for all.
        most: how often it strikes in one run.
    """

    kind: str
    what: tuple[str, ...] = ()
    most: int = 1


@refusing
def _fault(kind: str, what: Sequence[str], most: int) -> Fault:
    for name in what:
        if not isinstance(name, str):
            raise ArgumentTypeError(f"{kind}: found {shown(name)}; pass names")
    return Fault(kind, tuple(what), check_count(most, f"{kind}: most", 1))


def cancel(*, most: int = 1) -> Fault:
    """Returns the fault of a task, or an execution, that is cancelled at any place.

    Args:
        most: how often it strikes in one run.
    """
    return _fault("cancel", (), most)


def fail(*names: str, most: int = 1) -> Fault:
    """Returns the fault of a kernel, copy, fill or host call that fails without running.

    Args:
        names: the names of those that may fail; none for all.
        most: how often it strikes in one run.
    """
    return _fault("fail", names, most)


def slow(*names: str, most: int = 1) -> Fault:
    """Returns the fault of a kernel, copy or fill that takes a second of virtual time more.

    Args:
        names: the names of those that may be slow; none for all.
        most: how often it strikes in one run.
    """
    return _fault("slow", names, most)


def out_of_memory(*devices: str, most: int = 1) -> Fault:
    """Returns the fault of a device that has no memory for an allocation.

    Args:
        devices: the names of the devices; none for all.
        most: how often it strikes in one run.
    """
    return _fault("out of memory", devices, most)


def lose(*devices: str, most: int = 1) -> Fault:
    """Returns the fault of a device that is lost.

    Args:
        devices: the names of the devices; none for all.
        most: how often it strikes in one run.
    """
    return _fault("lose", devices, most)


class Faults:
    """The faults of one run.

    Attributes:
        struck: how many have struck, by kind.
    """

    def __init__(self, faults: Sequence[Fault], world: World) -> None:
        self.struck: Counter[str] = Counter()
        self._faults = {fault.kind: fault for fault in faults}
        self._world = world
        self._short: dict[SimDevice, int] = {}  # how many allocations fail next
        self._cancels = 0  # of the main task
        self._seen: dict[int, int] = {}  # the last execution looked at, by lane

    def may(self, kind: str, name: str, variants: int = 1) -> int:
        """Returns which variant of a fault strikes here; 0 for none.

        Args:
            kind: the kind of the fault.
            name: the name of what it would strike.
            variants: how many variants there are.
        """
        fault = self._faults.get(kind)
        if fault is None or self.struck[kind] >= fault.most:
            return 0
        if fault.what and name not in fault.what:
            return 0
        label = f"fault {kind} {name}"
        drawn = self._world.tape.draw(label, 1 + variants, (), lambda value: _spelt(label, value))
        if drawn:
            self.struck[kind] += 1
            self._world.note(name, f"fault: {kind}")
        return drawn

    def excuses(self, error: BaseException) -> bool:
        """Whether an error may leave the program because of what has struck."""
        if not self.struck:
            return False
        inner = list(leaves(error))
        if inner != [error]:
            return all(map(self.excuses, inner))
        if isinstance(error, asyncio.CancelledError):
            return bool(self.struck["cancel"])
        if isinstance(error, TimeoutError):
            return bool(self.struck["slow"])
        return isinstance(error, ExecutionError | DeviceError | InjectedError)

    # -- on devices -----------------------------------------------------------------------------

    def code(self, name: str) -> int:
        """Returns the error code with which a run of a kernel fails; 0 if it runs."""
        return CODE if self.may("fail", name) else 0

    def call(self, name: str) -> None:
        """Raises the error with which a host call fails, if it does."""
        if self.may("fail", name):
            raise InjectedError(
                f"call {name}: it was made to fail; explore(faults=...) asked for it"
            )

    def work(self, work: Work) -> Work:
        """Returns the cost of a launch."""
        is_slow = not work.calls and self.may("slow", work.name)
        return work._replace(ns=work.ns + SLOW) if is_slow else work

    def alloc(self, device: SimDevice) -> bool:
        """Whether an allocation fails."""
        left = self._short.get(device, 0)
        if not left and self.may("out of memory", device.name):
            left = TRIES
        self._short[device] = max(0, left - 1)
        return left > 0

    def lost(self, device: SimDevice) -> bool:
        """Whether a device is lost now."""
        return device.lost is None and bool(self.may("lose", device.name))

    # -- on a loop ------------------------------------------------------------------------------

    def on_loop(self, loop: ExploredLoop) -> None:
        """Has places for cancellation wherever a task of the loop suspends."""
        if "cancel" in self._faults:
            loop.set_task_factory(self._factory)

    def _factory(
        self, loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any
    ) -> asyncio.Task[Any]:
        stepped = Stepped(coroutine, loop, self)
        task: asyncio.Task[Any] = asyncio.Task(stepped, loop=loop, **options)
        return task

    def suspending(self, task: asyncio.Task[Any]) -> str:
        """Strikes at a task that suspends, if it does; returns when."""
        for lane in [lane for rt in self._world.runtimes for lane in rt._engine.lanes]:
            for execution in lane.inflight:
                if execution.value > self._seen.get(lane.handle, 0):
                    self._seen[lane.handle] = execution.value
                    if self.may("cancel", execution._describe()):
                        execution.cancel()
        drawn = self.may("cancel", task_name(task), len(TASKS))
        return TASKS[drawn - 1] if drawn else ""

    def strike(self, task: asyncio.Task[Any]) -> None:
        """Cancels a task."""
        if task.cancel() and task.get_name() == "main":
            self._cancels += 1

    def unbalanced(self, main: asyncio.Task[Any]) -> Iterator[str]:
        """Gives what is wrong with the cancellations of the main task."""
        if self._cancels and not main.cancelled() and main.exception() is None:
            yield "the main task was cancelled, and swallowed that; let CancelledError pass"


class Stepped(Coroutine[Any, Any, Any]):
    """A coroutine that has faults strike when it suspends."""

    def __init__(
        self, coroutine: Coroutine[Any, Any, Any], loop: asyncio.AbstractEventLoop, faults: Faults
    ) -> None:
        self.cr_await = coroutine
        self.__name__ = getattr(coroutine, "__name__", "a task")
        self._coroutine = coroutine
        self._loop = loop
        self._faults = faults
        self._when = ""

    def send(self, value: Any) -> Any:
        """See `collections.abc.Coroutine`."""
        return self._step(self._coroutine.send, value)

    def throw(self, *error: Any) -> Any:
        """See `collections.abc.Coroutine`."""
        try:
            return self._step(self._coroutine.throw, *error)
        finally:
            del error  # which comes back with this frame in its traceback

    def _step(self, step: Callable[..., Any], *given: Any) -> Any:
        task = asyncio.current_task()
        assert task is not None
        when, self._when = self._when, ""
        if when == "as it goes on":
            self._faults.strike(task)
        try:
            awaited = step(*given)
        finally:
            del given
        if when == "twice":
            self._loop.call_soon(self._faults.strike, task)
        drawn = self._faults.suspending(task)
        if drawn == "at once":
            self._faults.strike(task)
        elif drawn in ("while it waits", "twice"):
            self._loop.call_soon(self._faults.strike, task)
        if drawn in ("as it goes on", "twice"):
            self._when = drawn
        return awaited

    def close(self) -> None:
        """See `collections.abc.Coroutine`."""
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._coroutine.__await__()


def _spelt(label: str, value: int) -> str:
    if not value:
        return "no fault"
    _, _, name = label.partition("fault ")
    variant = f", {TASKS[value - 1]}" if name.startswith("cancel task") else ""
    return f"{name}{variant}"
