"""A graph's fixed strategy for one kind of device, as far as it can be known before a replay.

Graph ─> lower (lowering.py) ─> checks (replayable.py) ─> make_plan (_core/planning) ─> CapturePlan
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, Protocol, TypeVar, runtime_checkable

from streamrt import _html
from streamrt._compile.kernel import Kernel
from streamrt._compile.kernel import Plan as KernelPlan
from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.layout import Layout
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
MOST_DRAWN = 200  # nodes of a picture in a notebook

# Part of every hash: another lowering makes other plans of the same graph.
_EDITION = 1


# The type that replays a plan. Each device has its own; graphs know nothing of it.
Exec = TypeVar("Exec")


@runtime_checkable
class Target(Protocol[Exec]):
    """A device, as a plan needs it."""

    @property
    def name(self) -> str:
        """Its name, such as `cpu:0`; the part before the colon is its kind."""
        ...

    @property
    def _can_loop(self) -> bool:
        """Whether it runs loops and branches."""
        ...

    def _plan(self, kernel: Kernel, layouts: tuple[Layout, ...], what: str) -> KernelPlan:
        """Returns the kernel's plan for the layouts of its operands."""
        ...

    def _instantiate(self, plan: CapturePlan[Exec], depth: int) -> Exec:
        """Returns the object that replays the plan."""
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
        schedule: when and where each node runs, and which memory each temporary has.
        policy: the policy by which the order was chosen.
        hash: a hash of everything that the strategy depends on; equal in every process.
    """

    _instead = "graph.plan() makes it again, with the same hash"

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
        """The number of streams that it runs on."""
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
        """Returns the plan as text: each stream's nodes and waits, then the arena."""
        return explain(self.target.name, self.nodes, self.values, self.schedule, self.hash)

    def to_svg(self) -> str:
        """Returns a picture of the plan, as the text of an SVG file."""
        from streamrt.graph.pictures.plan_svg import draw_plan

        name = self.target.name
        return draw_plan(self.schedule, self.nodes, self.values, self.costs, title=name)

    def instantiate(self, depth: int = 1) -> Exec:
        """Prepares the plan on its device; returns the object that replays it.

        Args:
            depth: how many replays may be in flight at once, each with temporaries of its own; at
                most 1024.
        """
        return self.target._instantiate(self, depth)

    def _repr_html_(self) -> str:
        title = f"CapturePlan {self.hash[:12]} of {len(self.nodes)} nodes on {self.target.name}"
        return _html.picture(title, self.to_svg()) if len(self.nodes) <= MOST_DRAWN else title

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
    replayable.check_loops(lowered.sources, target._can_loop, what)
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
    """Returns the policy; raises the first error in the three."""
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
        # On one stream every order runs the same nodes. On random programs `least-memory` took up
        # to eight times less memory than `program-order`, and never more than 3 % more. Small
        # arenas stay in the caches.
        return "least-memory" if streams == 1 else "critical-path"
    if not isinstance(policy, str) or policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise ArgumentError(f"{what}: there is no policy {shown(policy)}; take one of {known}")
    return policy


def _hash(
    kind: str, planned: str, lowered: Lowered, values: Sequence[Value], results: Sequence[int]
) -> str:
    """Returns the hash of a plan: of the planner's input and all else that a replay does.

    No names, sites or addresses go into it.
    """
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
    """Yields the place of each operand, and scalars: 1 and 1.0 are equal to a parameter."""
    for place, argument in enumerate(node.arguments):
        if isinstance(argument, Operand):
            yield f"{argument.value}+{argument.offset}"
        else:
            is_float = form.codes[place : place + 1] in ("f", "d")
            yield repr(float(argument)) if is_float else str(int(argument))
