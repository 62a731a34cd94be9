"""A graph's fixed strategy for one kind of device: what there is to know before it is replayed.

Graph ─> lower (lowering.py) ─> checks (replayable.py) ─> make_plan (_core/planning) ─> CapturePlan
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, Protocol, TypeVar, runtime_checkable

from streamrt._compile.arguments import spell_type
from streamrt._compile.kernel import Kernel
from streamrt._compile.kernel import Plan as KernelPlan
from streamrt._compile.layout import Layout
from streamrt._core.handles import Unique
from streamrt._core.planning.plan import POLICIES, Schedule, digest, make_plan
from streamrt._core.values import shown
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.graph import replayable
from streamrt.graph.explain import explain
from streamrt.graph.forms import Form, layout_text
from streamrt.graph.lowering import Lowered, lower
from streamrt.graph.nodes import Node, Operand, Value

__all__ = ["CapturePlan", "Target", "make_capture_plan"]

MOST_STREAMS = 64

# Part of every hash: another lowering makes other plans of the same graph.
_EDITION = 1


# What replays a plan; devices have their own. Graphs know nothing of it.
Exec = TypeVar("Exec")


@runtime_checkable
class Target(Protocol[Exec]):
    """What a graph is planned for: a device."""

    @property
    def name(self) -> str:
        """As in `cpu:0`; the part before the colon is its kind."""
        ...

    def _plan(self, kernel: Kernel, layouts: tuple[Layout, ...], what: str) -> KernelPlan:
        """The kernel's plan for the layouts of its operands."""
        ...

    def _instantiate(self, plan: CapturePlan[Exec], depth: int) -> Exec:
        """What replays the plan."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CapturePlan(Unique, Generic[Exec]):
    """A graph's fixed strategy: order, streams, waits, memory. Made by `Graph.plan`.

    Attributes:
        target: the device it is for.
        nodes: the graph's, in an order that respects all edges. The schedule counts them by their
            places here; a node's `index` is its place in the graph.
        values: the graph's.
        outputs: the results: names and values' indices.
        costs: how long each node runs by the estimate, in nanoseconds.
        schedule: who runs when and where, and which memory temporaries have.
        policy: that the order was chosen by.
        hash: of everything that the strategy depends on; equal in every process.
    """

    _instead = "graph.plan() makes it anew, with the same hash"

    target: Target[Exec]
    nodes: tuple[Node, ...]
    values: tuple[Value, ...]
    outputs: tuple[tuple[str, int], ...]
    costs: tuple[int, ...]
    schedule: Schedule
    policy: str
    hash: str

    @property
    def streams(self) -> int:
        """How many streams it runs on."""
        return len(self.schedule.lanes)

    @property
    def arena_nbytes(self) -> int:
        """The memory of all temporaries together, in bytes."""
        return self.schedule.arena_nbytes

    @property
    def live_bytes_bound(self) -> int:
        """The most bytes of temporaries that live at one moment: no arena could be smaller."""
        return self.schedule.live_bytes_bound

    def explain(self) -> str:
        """The plan as text: each stream's nodes and waits, then where temporaries lie."""
        return explain(self.target.name, self.nodes, self.values, self.schedule, self.hash)

    def to_svg(self) -> str:
        """A picture of the plan, as the text of an SVG file."""
        from streamrt.graph.pictures.plan_svg import draw_plan

        name = self.target.name
        return draw_plan(self.schedule, self.nodes, self.values, self.costs, title=name)

    def instantiate(self, depth: int = 1) -> Exec:
        """Prepares the plan on its device: what this returns replays it.

        Args:
            depth: how many replays may be in flight at once, each with temporaries of its own; at
                most 1024.
        """
        return self.target._instantiate(self, depth)

    def __repr__(self) -> str:
        return f"<CapturePlan {self.hash[:12]} of {len(self.nodes)} nodes on {self.target.name}>"


def make_capture_plan(
    nodes: Sequence[Node],
    values: Sequence[Value],
    outputs: tuple[tuple[str, int], ...],
    target: Target[Exec],
    streams: int,
    policy: str | None,
) -> CapturePlan[Exec]:
    """Plans a graph; `Graph.plan` documents it."""
    policy = _check(target, streams, policy)
    what = f"plan on {target.name}"
    results = [index for _, index in outputs]
    lowered = lower(nodes, values, what)
    replayable.check_bound(lowered.sources, values, results, what)
    replayable.check_kernels(lowered, target._plan, what)
    replayable.check_written(lowered, values, results, what)
    planned = lowered.values, lowered.nodes, streams, policy
    return CapturePlan(
        target,
        nodes=lowered.sources,
        values=tuple(values),
        outputs=outputs,
        costs=tuple(node.cost for node in lowered.nodes),
        schedule=make_plan(*planned),
        policy=policy,
        hash=_hash(target.name.partition(":")[0], digest(*planned), lowered, values, results),
    )


def _check(target: object, streams: object, policy: object) -> str:
    """The policy; raises the first thing wrong with the three."""
    if not isinstance(target, Target):
        raise ArgumentTypeError(
            f"plan: the device is of type {spell_type(target)}; pass one that rt.device() gave"
        )
    what = f"plan on {target.name}"
    if not isinstance(streams, int) or isinstance(streams, bool):
        raise ArgumentTypeError(f"{what}: streams is {shown(streams)}; pass an integer")
    if not 1 <= streams <= MOST_STREAMS:
        raise ArgumentError(f"{what}: streams is {shown(streams)}; a plan has 1 to {MOST_STREAMS}")
    if policy is None:
        # On one stream every order runs the same nodes. Over random programs least memory took up
        # to eight times less than program order, never more than 3 % more; small arenas stay in
        # the caches.
        return "least-memory" if streams == 1 else "critical-path"
    if not isinstance(policy, str) or policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise ArgumentError(f"{what}: there is no policy {shown(policy)}; take one of {known}")
    return policy


def _hash(
    kind: str, planned: str, lowered: Lowered, values: Sequence[Value], results: Sequence[int]
) -> str:
    """What a replay does, beside what the planner was given: no names, sites or addresses."""
    lines = [f"streamrt graph {_EDITION};{kind};{planned};{results}"]
    lines += [f"{value.role} {value.low} {layout_text(value.layout)}" for value in values]
    number_of: dict[Form, int] = {}
    for node, form in zip(lowered.sources, lowered.forms, strict=True):
        number = number_of.get(form)
        if number is None:
            number = number_of[form] = len(number_of)
            lines.append(form.text)
        lines.append(f"{number}:{','.join(_argument_texts(node, form))}")
    return sha256("\n".join(lines).encode()).hexdigest()


def _argument_texts(node: Node, form: Form) -> Iterator[str]:
    """Where operands lie, and scalars: 1 and 1.0 are the same to a parameter."""
    for place, argument in enumerate(node.arguments):
        if isinstance(argument, Operand):
            yield f"{argument.value}+{argument.offset}"
        else:
            is_float = form.codes[place : place + 1] in ("f", "d")
            yield repr(float(argument)) if is_float else str(int(argument))
