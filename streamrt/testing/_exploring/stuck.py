"""Tasks that cannot go on: who waits for whom, and at which line.

deadlock    nothing can happen, and tasks are left
lost wake   the same, and what one of them waits for has happened: nobody told it
livelock    tasks take turn after turn, and nothing else happens
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from streamrt._runtime.waiting.loop_future import Wakeup
from streamrt.errors import StuckError
from streamrt.testing._exploring.sites import is_task, waits_at, waits_for

if TYPE_CHECKING:
    from streamrt.testing._exploring.world import World


Name = Callable[[asyncio.Task[Any]], str]


def stuck_tasks(tasks: Sequence[asyncio.Task[Any]], world: World, name_of: Name) -> StuckError:
    """Returns the error of tasks that wait for ever."""
    points = {
        id(callback): (queue, value)
        for bridge in world.bridges
        for queue, value, callback in bridge.waiting()
    }
    kind, lines, sites = "deadlock", list[str](), list[str]()
    for task in tasks:
        site, awaited = waits_at(task), waits_for(task)
        if site and site not in sites:
            sites.append(site)
        what, missed = _described(
            awaited, tasks, points, name_of, is_deep=world.moments is not None
        )
        if missed:
            kind = "lost wake"
        lines.append(f"  {name_of(task)} waits at {site or 'its beginning'} for {what}")
    lines += [f"  {line}" for line in world.held()]
    cycle = _cycle(tasks)
    head = (
        f"{kind}: nothing can happen any more, and {len(tasks)} tasks wait"
        if len(tasks) != 1
        else f"{kind}: nothing can happen any more, and a task waits"
    )
    if cycle:
        lines.append(
            "  in a circle: " + " -> ".join([name_of(task) for task in (*cycle, cycle[0])])
        )
    return StuckError("\n".join([head, *lines]), kind, tuple(sites))


def livelocked(tasks: Sequence[asyncio.Task[Any]], turns: int, name_of: Name) -> StuckError:
    """Returns the error of tasks that go on for ever, while nothing else happens."""
    sites = tuple(dict.fromkeys(site for site in map(waits_at, tasks) if site))
    lines = [f"  {name_of(task)} is at {waits_at(task) or 'its beginning'}" for task in tasks]
    head = (
        f"livelock: {turns} turns of the loop, and nothing else has happened or will; await "
        "something that somebody sets, in place of `asyncio.sleep(0)`"
    )
    return StuckError("\n".join([head, *lines]), "livelock", sites)


def _described(
    awaited: Any,
    tasks: Sequence[asyncio.Task[Any]],
    points: dict[int, tuple[Any, int]],
    name_of: Name,
    *,
    is_deep: bool,
) -> tuple[str, bool]:
    """Returns the thing that a task waits for, in words, and whether it has happened already.

    Args:
        awaited: the future or the like.
        tasks: the tasks that are left.
        points: the points of streams that are waited for, by their callbacks' ids.
        name_of: names a task.
        is_deep: whether to look for the lock or queue to which a future belongs. That takes long.
    """
    if awaited is None:
        return "its turn", False
    if isinstance(awaited, Wakeup) and awaited.what:
        return f"{awaited.what}; nobody is left who could give it back", False
    if isinstance(awaited, Wakeup):
        point = points.get(id(awaited))
        if point is None:
            return "a point of a stream, and nobody will tell it", True
        queue, value = point
        is_reached = queue.completed >= value
        words = "is reached, and it was not told" if is_reached else "is not reached"
        return f"{queue.name}@{value}, which {words}", is_reached
    if is_task(awaited):
        state = "goes on" if awaited in tasks else "has ended"
        return f"{name_of(awaited)}, which {state}", False
    holder = _owner(awaited) if is_deep else f"a {type(awaited).__name__}"
    return f"{holder}; nobody is left who could set it", False


def _owner(future: Any) -> str:
    """Returns the lock, event or queue whose waiters a future is among, as far as one can see."""
    children = getattr(future, "_children", None)
    if children:
        return f"all of {len(children)} that it gathers"
    import gc

    for waiters in gc.get_referrers(future):
        if type(waiters).__name__ not in ("deque", "list", "set", "WeakSet"):
            continue
        for space in gc.get_referrers(waiters):
            owner = space if not isinstance(space, dict) else None
            for found in (owner,) if owner is not None else gc.get_referrers(space):
                kind = found.__class__
                if kind.__module__.startswith("asyncio."):
                    state = re.search(r"\[[^\]]*\]", repr(found))
                    return f"an asyncio.{kind.__name__} {state[0] if state else ''}".rstrip()
    return f"a {type(future).__name__}"


def _cycle(tasks: Sequence[asyncio.Task[Any]]) -> list[asyncio.Task[Any]]:
    """Returns tasks that wait for each other in a circle, if there are any."""
    for first in tasks:
        path: list[asyncio.Task[Any]] = [first]
        awaited = waits_for(first)
        while is_task(awaited) and awaited not in path:
            path.append(awaited)
            awaited = waits_for(awaited)
        if awaited is first:
            return path
    return []
