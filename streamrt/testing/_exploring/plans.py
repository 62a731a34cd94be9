"""`check_plan`: the orders in which a plan's nodes can run, looked at one by one.

A plan's commands are recorded once and replayed in each schedule, so many orders are looked at in
little time. Whatever the plan's own waits allow can happen; nothing else orders its nodes.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from streamrt._backends.sim.trace import TraceEvent
from streamrt._core.planning.plan import Schedule
from streamrt._core.values import check_count, shown
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.world import exploring
from streamrt.errors import ArgumentTypeError
from streamrt.graph.capture_plan import CapturePlan
from streamrt.graph.nodes import Node
from streamrt.testing._exploring.checks import check_strategy
from streamrt.testing._exploring.puppets import Puppets
from streamrt.testing._exploring.tape import Choose, Tape, following
from streamrt.testing._exploring.world import World

T = TypeVar("T")
MOST_STEPS = 1 << 40


class Disorder(NamedTuple):
    """Two nodes that ran the wrong way round.

    Attributes:
        first: the place in the plan of the node that the other has to follow.
        second: the place of the other, which ran before.
        reason: the reason why it has to follow.
        schedule: the number of the schedule, counted from 0.
    """

    first: int
    second: int
    reason: str
    schedule: int


class CheckedPlan(NamedTuple):
    """The outcome of `check_plan`.

    Attributes:
        schedules: how many schedules ran.
        orders: how many different orders of the nodes were among them.
        disorders: the nodes that ran the wrong way round, in the first schedule that has any.
    """

    schedules: int
    orders: int
    disorders: tuple[Disorder, ...]


class PlanRuns:
    """Replays a plan on simulated devices, in the order of a tape. Use it as a context manager.

    Attributes:
        rt: the runtime to make buffers with.
        ran: for each node, when it ran in the last replay: its place among all that did.
        lanes: what ran on each stream in the last replay, in order.
    """

    def __init__(self, plan: CapturePlan[Any]) -> None:
        self._schedule = plan.schedule
        self._context = contextvars.Context()
        self._world = World(
            Tape(following({})), Puppets(lambda: None), limit=MOST_STEPS, races=False
        )
        self.ran: list[int] = []
        self.lanes: list[list[str]] = []
        self._context.run(self._open, plan)

    def _open(self, plan: CapturePlan[Any]) -> None:
        exploring.set(self._world)
        self.rt: Runtime = Runtime(["sim:0"])
        self._exec: Any = replace(plan, target=self.rt.device()).instantiate()
        self._lanes = [stream.name for stream in self._exec.streams]

    def __enter__(self) -> PlanRuns:
        return self

    def __exit__(self, *error: object) -> None:
        self._context.run(self.rt.close)

    def within(self, function: Callable[..., T], *arguments: Any) -> T:
        """Calls a function as the program of this world, such as one that makes buffers."""
        return self._context.run(function, *arguments)

    def replay(self, choose: Choose, buffers: dict[str, Buffer]) -> tuple[Tape, Any]:
        """Replays the plan once; returns the tape of its order, and its result.

        Args:
            choose: chooses what runs next.
            buffers: the inputs, by name.
        """
        tape = Tape(choose)
        self._world.restart(tape)
        result = self.within(lambda: self._exec.replay(**buffers).sync())
        trace = self._world.machine.trace
        self.ran = _moments(self._schedule, trace, self._lanes)
        self.lanes = [
            [event.what for event in trace if event.queue == lane] for lane in self._lanes
        ]
        return tape, result


def check_plan(
    plan: CapturePlan[Any], *, schedules: int = 1000, seed: int = 0, strategy: str = "mixed"
) -> CheckedPlan:
    """Replays a plan in many orders, and looks whether each node follows what it has to.

    For authors of graphs' planners, and of backends that replay: plans of streamrt lack no wait.

    Args:
        plan: a plan for any device, of kernels that have an implementation for the CPU. Its inputs
            are filled with nothing in particular, because only the order is looked at. So a loop
            has no turn: nobody knows whether it would end.
        schedules: how many schedules to run.
        seed: the seed of their orders.
        strategy: as for `explore`.

    Raises:
        ArgumentError: an argument has a value that it cannot have, or the graph uses memory around
            an input, so that no other buffer can be bound to that.
    """
    if not isinstance(plan, CapturePlan):
        raise ArgumentTypeError(f"check_plan: plan is {shown(plan)}; pass a CapturePlan")
    check_count(schedules, "check_plan: schedules", 1)
    check_count(seed, "check_plan: seed", 0)
    drawing = check_strategy("check_plan", strategy)
    orders: set[tuple[int, ...]] = set()
    ran = 0
    with PlanRuns(_without_turns(plan)) as runs:
        buffers = runs.within(_inputs, plan, runs.rt)
        for number, choose in enumerate(drawing.choosers(seed)):
            if number == schedules:
                break
            tape, _ = runs.replay(choose, buffers)
            ran += 1
            orders.add(tuple(runs.ran))
            found = tuple(
                Disorder(first, second, reason, number)
                for first, second, reason in disorders(plan.schedule, runs.ran)
            )
            if found:
                return CheckedPlan(ran, len(orders), found)
            drawing.ran(tape)
    return CheckedPlan(ran, len(orders), ())


def disorders(schedule: Schedule, ran: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Gives the pairs of nodes that ran the wrong way round, with the reason for their order.

    Args:
        schedule: the plan's schedule.
        ran: for each node, when it ran.
    """
    for node, dependencies in enumerate(schedule.dependencies):
        for dependency in dependencies:
            if ran[dependency.node] > ran[node]:
                yield dependency.node, node, str(dependency.hazard)


def _without_turns(plan: CapturePlan[Any]) -> CapturePlan[Any]:
    """Returns the plan with loops and branches that run nothing."""
    return replace(plan, nodes=tuple(map(_idle, plan.nodes)))


def _idle(node: Node) -> Node:
    if node.loop is None:
        return node
    body = max(node.loop.bodies, key=lambda body: body.schedule.arena_nbytes)
    loop = replace(node.loop, kind="repeat", turns=0, flag=None, body=body, other=None)
    return replace(node, loop=loop)


def _inputs(plan: CapturePlan[Any], rt: Runtime) -> dict[str, Buffer]:
    """Returns a buffer for each input of a plan, by name."""
    return {
        value.name: rt.empty(value.layout.shape, value.layout.dtype)
        for value in plan.values
        if value.role == "input"
    }


def _moments(schedule: Schedule, trace: Sequence[TraceEvent], lanes: Sequence[str]) -> list[int]:
    """Returns when each node ran. The first stream has a head and a tail besides its nodes."""
    found = [-1] * len(schedule.order)
    places: dict[str, list[int]] = {name: [] for name in lanes}
    for place, event in enumerate(trace):
        if event.queue in places:
            places[event.queue].append(place)
    for lane, name in zip(schedule.lanes, lanes, strict=True):
        own = places[name][1:-1] if name == lanes[0] else places[name]
        for node, place in zip(lane, own, strict=True):
            found[node] = place
    return found
