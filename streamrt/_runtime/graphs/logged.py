"""Replays, as the log of a runtime knows them: a plan without buffers, and what a replay uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from streamrt._runtime.graphs.binder import Touch
from streamrt._runtime.graphs.programs import externals
from streamrt._runtime.lineage.log import Use
from streamrt._runtime.lineage.versions import Replayed
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt.graph.capture_plan import CapturePlan
from streamrt.graph.nodes import Node


def replayed(plan: CapturePlan[Any]) -> Replayed | None:
    """Returns the command that replays a plan; None if its replays cannot be done again.

    The command knows no buffer, because a log must not keep any.
    """
    used = [plan.values[value] for value in externals(plan.values)]
    if not (_are_pure(plan.nodes) and all(value.is_rebindable for value in used)):
        return None
    values = tuple([replace(value, bound=None) for value in plan.values])
    return Replayed(replace(plan, values=values), tuple([value.name for value in used]))


def _are_pure(nodes: Iterable[Node]) -> bool:
    """Whether all nodes are copies, fills, launches of pure kernels, and loops of such."""
    return all(
        (node.kernel is None or node.kernel.pure)
        and (node.loop is None or all(_are_pure(body.nodes) for body in node.loop.bodies))
        for node in nodes
    )


def uses_of(buffers: Sequence[TypedMemory], touches: Iterable[Touch]) -> list[Use]:
    """Returns the uses of a replay: a buffer that it does not overwrite as a whole is read, too.

    Args:
        buffers: the bound buffers, by base.
        touches: the bytes that the replay reads and writes.
    """
    reads, writes, covered = set[int](), set[int](), set[int]()
    for touch in touches:
        if touch.reads or not touch.writes:
            reads.add(touch.base)
        if touch.writes:
            writes.add(touch.base)
            if touch.is_all:
                covered.add(touch.base)
    reads |= writes - covered
    return [(buffer, base in reads, base in writes) for base, buffer in enumerate(buffers)]
