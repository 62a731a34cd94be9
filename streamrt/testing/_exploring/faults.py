"""Faults: what may go wrong, as draws. `explore` draws them, `sweep` tries each of them once.

1. A place for a fault is a draw whose label begins with `fault`; 0 is no fault. Once as many have
   struck as `most` allows, there are no further places in that run.
2. `cancel` has a place wherever a task suspends, with a variant for each of TASKS. It also has one
   for each execution that was submitted since the last suspension, with a variant for each of
   EXECUTIONS; what no user could cancel, such as the copy of `put`, has none. `fail` and `slow`
   have one for each run of a kernel, copy, fill or host call; `out_of_memory` for each block that a
   pool asks for; `lose` before each command of a device.
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
from streamrt._runtime.composite import Composite
from streamrt._runtime.graphs.subjects import Replayed, StepName
from streamrt._runtime.inner import engine_of
from streamrt._runtime.transfers import COPY, PUT
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

MAIN = "main"  # the name of the main task
CODE = 77  # the error code of a kernel that was made to fail
SLOW = 1_000_000_000  # ns
TRIES = 4  # that a pool makes for one allocation, see Memory.allocate

TASKS = ("at once", "while it waits", "as it goes on", "twice", "main, while it waits")
"""The moments at which a task that suspends is cancelled: before that, a turn later, when it is
about to go on, and while it waits and again while it cleans up. In the last variant the main task
is cancelled while another one waits."""

EXECUTIONS = ("before the task waits", "a turn later", "with all before it")
"""The moments at which an execution is cancelled after it was submitted; the last variant also
cancels all others that have not ended, the newest first."""


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
        cancelled: the lanes' handles and the values of the executions that were cancelled in time.
        tasks: how often a task was cancelled, the main task included.
        main: how often the main task was cancelled.
    """

    def __init__(self, faults: Sequence[Fault], world: World) -> None:
        self.struck: Counter[str] = Counter()
        self._faults = {fault.kind: fault for fault in faults}
        self._world = world
        self._short: dict[SimDevice, int] = {}  # how many allocations fail next
        self.cancelled: set[tuple[int, int]] = set()
        self.tasks = 0
        self.main = 0
        self._is_over = False
        self._seen: dict[int, int] = {}  # the last execution looked at, by lane

    def may(self, kind: str, name: str, variants: int = 1) -> int:
        """Returns which variant of a fault strikes here; 0 for none.

        Args:
            kind: the kind of the fault.
            name: the name of what it would strike.
            variants: how many variants there are.
        """
        fault = self._faults.get(kind)
        if fault is None or self._is_over or self.struck[kind] >= fault.most:
            return 0
        if fault.what and name not in fault.what:
            return 0
        label = f"fault {kind} {name}"
        drawn = self._world.tape.draw(label, 1 + variants, (), lambda value: _spelt(label, value))
        if drawn:
            self.struck[kind] += 1
            self._world.note(name, f"fault: {kind}")
        return drawn

    def end(self) -> None:
        """Lets nothing strike any more."""
        self._is_over = True

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
        """Strikes at a task that suspends, or at an execution, if it does; returns when."""
        for lane in self._lanes():
            for execution in _of_users(lane):
                if execution.value > self._seen.get(lane.handle, 0):
                    self._seen[lane.handle] = execution.value
                    self._strike_execution(execution, task)
        variants = len(TASKS) - (task.get_name() == MAIN)
        drawn = self.may("cancel", task_name(task), variants)
        return TASKS[drawn - 1] if drawn else ""

    def _lanes(self) -> list[Any]:
        return [lane for rt in self._world.runtimes for lane in engine_of(rt).lanes]

    def _strike_execution(self, execution: Any, task: asyncio.Task[Any]) -> None:
        drawn = self.may("cancel", execution._describe(), len(EXECUTIONS))
        when = EXECUTIONS[drawn - 1] if drawn else ""
        if when == "a turn later":
            task.get_loop().call_soon(self._cancel, execution)
        elif when:
            self._cancel(execution)
        if when == "with all before it":
            for lane in self._lanes():
                for other in reversed(_of_users(lane)):
                    self._cancel(other)

    def _cancel(self, execution: Any) -> None:
        if execution.cancel():
            self.cancelled.add((execution.timeline.handle, execution.value))

    def strike(self, task: asyncio.Task[Any]) -> None:
        """Cancels a task."""
        if task.cancel():
            self.tasks += 1
            self.main += task.get_name() == MAIN

    def strike_main(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cancels the main task, if it has not ended."""
        for task in asyncio.all_tasks(loop):
            if task.get_name() == MAIN:
                self.strike(task)

    def unbalanced(self, main: asyncio.Task[Any]) -> Iterator[str]:
        """Gives what is wrong with the cancellations of the main task."""
        if self.main and not main.cancelled() and main.exception() is None:
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
        when, self._when = self._when, ""
        if when == "as it goes on":
            self._faults.strike(_current())
        try:
            awaited = step(*given)
        finally:
            del given
        task = _current()  # only now: an error that leaves keeps this frame, and the task the error
        if when == "twice":
            self._loop.call_soon(self._faults.strike, task)
        drawn = self._faults.suspending(task)
        if drawn == "at once":
            self._faults.strike(task)
        elif drawn in ("while it waits", "twice"):
            self._loop.call_soon(self._faults.strike, task)
        elif drawn:
            self._loop.call_soon(self._faults.strike_main, self._loop)
        if drawn in ("as it goes on", "twice"):
            self._when = drawn
        return awaited

    def close(self) -> None:
        """See `collections.abc.Coroutine`."""
        self._coroutine.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._coroutine.__await__()


def _current() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


def _of_users(lane: Any) -> list[Any]:
    """Returns the executions in flight, as a user may have them.

    A copy for `put` or `to` is nobody's. A replay in steps is one execution: its head and its tail.
    """
    found: list[Any] = []
    tail: Any = None
    for execution in reversed(lane.inflight):
        subject = execution.subject
        if isinstance(subject, Replayed):
            if tail is not None:
                found.append(Composite([execution, tail], tail))
            tail = execution if tail is None else None
        elif not (isinstance(subject, StepName) or (lane.internal and subject in (COPY, PUT))):
            found.append(execution)
    return found[::-1]


def _spelt(label: str, value: int) -> str:
    if not value:
        return "no fault"
    _, _, name = label.partition("fault ")
    if name.startswith("cancel task"):
        return f"{name}, {TASKS[value - 1]}"
    if name.startswith("cancel "):
        return f"{name}, {EXECUTIONS[value - 1]}"
    return name
