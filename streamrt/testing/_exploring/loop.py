"""The event loop of a world: asyncio's own rules, on virtual time, without a selector.

1. Callbacks that are ready keep asyncio's order. What comes from outside (completions, timers,
   executors) arrives between two turns, when the world draws it. So every order of callbacks is one
   that asyncio can produce. With `order="any"`, each callback of a turn is drawn as well.
2. `time()` is the world's clock. A timer that is due fires when it is drawn; earlier ones first.
3. There is no selector: sockets, signals and subprocesses are escapes.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from streamrt._refusals import frame_at
from streamrt.errors import StuckError
from streamrt.testing._exploring.escaping import escaped
from streamrt.testing._exploring.sites import task_name, waits_at
from streamrt.testing._exploring.stuck import livelocked, stuck_tasks
from streamrt.testing._exploring.world import Job, World

ESCAPES = {
    "opens a socket": (
        *("create_connection", "create_server", "create_datagram_endpoint"),
        *("create_unix_connection", "create_unix_server", "connect_accepted_socket"),
    ),
    "uses a socket": (
        *("sock_accept", "sock_connect", "sock_recv", "sock_recv_into", "sock_recvfrom"),
        *("sock_recvfrom_into", "sock_sendall", "sock_sendto", "sock_sendfile", "sendfile"),
    ),
    "asks for an address of the network": ("getaddrinfo", "getnameinfo"),
    "waits for a file descriptor": (
        *("add_reader", "remove_reader", "add_writer", "remove_writer"),
        *("connect_read_pipe", "connect_write_pipe"),
    ),
    "handles a signal": ("add_signal_handler", "remove_signal_handler"),
    "starts a process": ("subprocess_exec", "subprocess_shell"),
}
"""The methods of a loop that use what no exploration can order."""


class ExploredLoop(asyncio.BaseEventLoop):
    """An event loop whose turns, timers and executors a world orders.

    Attributes:
        ready: what the next turn does.
        problems: what its exception handler was told.
    """

    _ready: Any
    _scheduled: Any
    _asyncgens: Any

    def __init__(self, world: World, order: str) -> None:
        super().__init__()
        self._world = world
        self._is_any = order == "any"
        self.ready = self._ready
        self.problems: list[dict[str, Any]] = []
        self.set_exception_handler(self._note)
        self._places: dict[asyncio.Task[Any], str] = {}
        self._names: dict[str, str] = {}  # for people, by the names of tasks
        self._alike: Counter[str] = Counter()

    def _note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        del loop
        self.problems.append(context)

    # -- asyncio's hooks ------------------------------------------------------------------------

    def time(self) -> float:
        """The virtual time, in seconds."""
        return self._world.machine.now / 1e9

    def _run_once(self) -> None:
        self._world.next_turn()
        ready = self.ready
        for left in range(len(ready), 0, -1):
            if self._is_any and left > 1:
                drawn = self._world.tape.draw("ready", left)
                ready.rotate(-drawn)
                handle = ready.popleft()
                ready.rotate(drawn)
            else:
                handle = ready.popleft()
            if not handle._cancelled:
                handle._run()
                if self._world.moments is not None and self._world.is_noting:
                    self._look_at_tasks()
        handle = None

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def _process_events(self, events: Any) -> None:
        """There are none."""

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Runs a function at a drawn moment, and tells of its end at another."""
        del executor
        if self.is_closed():
            raise RuntimeError("Event loop is closed")
        future: asyncio.Future[Any] = self.create_future()
        inner = getattr(func, "args", (func,))[:1] if hasattr(func, "func") else (func,)
        name = str(getattr(inner[0] if inner else func, "__qualname__", "a job"))
        world = self._world

        def begin() -> None:
            end: list[Callable[[], object]] = []

            def run() -> None:
                try:
                    end.append(partial(self._give, future, func(*args)))
                except BaseException as error:  # noqa: BLE001 - the future has the error of any kind
                    end.append(partial(self._fail, future, error))

            world.run(run, name)
            world.add_job(Job(name, end[0], world.now() + 10_000, "ends"))

        world.add_job(Job(name, begin, world.now(), "begins"))
        return future

    def _give(self, future: asyncio.Future[Any], result: Any) -> None:
        if not future.done():
            future.set_result(result)

    def _fail(self, future: asyncio.Future[Any], error: BaseException) -> None:
        if not future.done():
            future.set_exception(error)

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """There is none."""

    # -- for the world --------------------------------------------------------------------------

    def next_timer(self) -> int | None:
        """Returns when the next timer is due, in ns."""
        scheduled = self._scheduled
        while scheduled and scheduled[0]._cancelled:
            self._timer_cancelled_count = max(0, self._timer_cancelled_count - 1)
            heapq.heappop(scheduled)._scheduled = False
        return round(scheduled[0]._when * 1e9) if scheduled else None

    _timer_cancelled_count: int

    def fire(self) -> None:
        """Has the callback of the next timer run in the next turn."""
        handle = heapq.heappop(self._scheduled)
        handle._scheduled = False
        self._ready.append(handle)
        self._world.note("a timer", "fires")

    def stuck(self) -> StuckError:
        """Returns the error of tasks that wait for ever."""
        return stuck_tasks(self.tasks(), self._world, self.name_of)

    def livelock(self, turns: int) -> StuckError:
        """Returns the error of tasks that go on for ever, while nothing else happens."""
        return livelocked(self.tasks(), turns, self.name_of)

    def tasks(self) -> list[asyncio.Task[Any]]:
        """The tasks that have not ended, oldest first."""
        tasks = [task for task in asyncio.all_tasks(self) if not task.done()]
        return sorted(tasks, key=_age)

    def name_of(self, task: asyncio.Task[Any]) -> str:
        """Returns the name of a task for people; of several of one name, with a number."""
        name = self._names.get(task.get_name())
        if name is None:
            name = task_name(task)
            self._alike[name] += 1
            if self._alike[name] > 1:
                name = f"{name} {self._alike[name]}"
            self._names[task.get_name()] = name
        return name

    def _look_at_tasks(self) -> None:
        for task in self.tasks():
            place = waits_at(task)
            if place and self._places.get(task) != place:
                self._places[task] = place
                self._world.note(self.name_of(task), "waits", place)
        for task in [task for task in self._places if task.done()]:
            del self._places[task]
            failed = (
                getattr(task, "_exception", None) is not None
            )  # asking would count as retrieving
            what = "is cancelled" if task.cancelled() else "fails" if failed else "ends"
            self._world.note(self.name_of(task), what)


def _refuse(what: str) -> Callable[..., Any]:
    def refuse(self: ExploredLoop, *args: Any, **options: Any) -> Any:
        del self, args, options
        raise escaped(what, frame_at(1))

    return refuse


for _what, _names in ESCAPES.items():
    for _name in _names:
        setattr(ExploredLoop, _name, _refuse(_what))


def _age(task: asyncio.Task[Any]) -> tuple[int, str]:
    name = task.get_name()
    digits = name.removeprefix("Task-")
    return (int(digits), name) if digits.isdecimal() else (0, name)
