"""Plans that are wrong: without one of their waits, or with temporaries that overlap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
from graph.exploring import Explored
from graph.program_runs import Array
from graph.programs import Part

from streamrt._core.planning.order import AFTER
from streamrt.graph.capture_plan import CapturePlan


@dataclass(frozen=True)
class Mutant:
    """A plan that is wrong.

    Attributes:
        name: what is wrong with it.
        plan: the plan.
        is_certain: of an overlap, whether it does damage in every order.
        is_seen: whether the damage that it allows may be seen in what the program gives.
    """

    name: str
    plan: CapturePlan[Any]
    is_certain: bool
    is_seen: bool


def without_a_wait(plan: CapturePlan[Any]) -> Iterator[Mutant]:
    """The plan with each of its waits dropped in turn.

    What only the user ordered cannot be seen in the bytes, nor need it be otherwise.
    """
    for node, waits in enumerate(plan.schedule.waits):
        for wait in waits:
            changed = list(plan.schedule.waits)
            changed[node] = tuple(other for other in waits if other is not wait)
            name = f"{plan.nodes[node]} waits no more for {plan.nodes[wait.node]}: {wait.hazard}"
            is_seen = wait.hazard != AFTER
            yield Mutant(name, _with(plan, waits=tuple(changed)), False, is_seen)


def with_an_overlap(plan: CapturePlan[Any], explored: Explored, most: int) -> Iterator[Mutant]:
    """The plan with one temporary on top of another that lives at the same time; some of those."""
    schedule = plan.schedule
    triples = dict[tuple[int, int], list[_Triple]]()
    for triple in _triples(plan):
        triples.setdefault((triple.kept, triple.moved), []).append(triple)
    draw = Random(most)
    for kept, moved in draw.sample(sorted(triples), min(most, len(triples))):
        offsets = list(schedule.offsets)
        offsets[moved] = at = schedule.offsets[kept]
        assert at is not None
        nbytes = max(schedule.arena_nbytes, at + plan.values[moved].nbytes)
        mutant = _with(plan, offsets=tuple(offsets), arena_nbytes=nbytes)
        name = f"{plan.values[moved].name} lies on {plan.values[kept].name}"
        first = sorted(triples[kept, moved], key=lambda triple: not triple.is_certain)
        seen = next((triple for triple in first if _shows(triple, plan, explored)), None)
        yield Mutant(name, mutant, seen is not None and seen.is_certain, seen is not None)


def _with(plan: CapturePlan[Any], **changes: Any) -> CapturePlan[Any]:
    return replace(plan, schedule=replace(plan.schedule, **changes))


@dataclass(frozen=True)
class _Triple:
    """A node whose write, to one temporary, may come between a write and a read of another.

    Attributes:
        kept: the value that is read.
        moved: the value that is written in between.
        writer: the node that does so.
        reader: the node that reads.
        is_certain: whether it comes between them in every order.
    """

    kept: int
    moved: int
    writer: int
    reader: int
    is_certain: bool


def _triples(plan: CapturePlan[Any]) -> Iterator[_Triple]:
    schedule = plan.schedule
    before = schedule.happens_before
    writes = [
        (number, access.operand.value)
        for number, node in enumerate(plan.nodes)
        for access in node.accesses
        if access.writes and schedule.offsets[access.operand.value] is not None
    ]
    for reader, dependencies in enumerate(schedule.dependencies):
        for made in dependencies:
            if made.hazard != "RAW" or schedule.offsets[made.value] is None:
                continue
            for writer, moved in writes:
                if moved == made.value or writer in (made.node, reader):
                    continue
                if not before(writer, made.node) and not before(reader, writer):
                    is_certain = before(made.node, writer) and before(writer, reader)
                    yield _Triple(made.value, moved, writer, reader, is_certain)


def _shows(triple: _Triple, plan: CapturePlan[Any], explored: Explored) -> bool:
    """Whether it can be seen if the reader finds what the writer writes, where it does."""
    ops = explored.program.ops
    written = explored.written
    writer, reader = (plan.nodes[node].index for node in (triple.writer, triple.reader))
    mask = _bytes_of(ops[writer].parts[-1], explored)
    for part in _mended(triple, plan, explored):
        again = _bytes_of(part, explored)
        most = min(len(mask), len(again))
        mask[:most] &= ~again[:most]
    if writer == len(written):  # the last operation of all
        return False
    kept, spoilt = explored.var_of[triple.kept], written[writer]

    def spoil(number: int, values: dict[int, Array]) -> None:
        if number == reader:
            target = values[kept].view("u1")
            most = min(len(target), len(mask))
            target[:most][mask[:most]] = spoilt[:most][mask[:most]]

    return explored.shows(spoil)


def _mended(triple: _Triple, plan: CapturePlan[Any], explored: Explored) -> Iterator[Part]:
    """Returns the bytes of the kept value written after the damage, before it is read."""
    before = plan.schedule.happens_before
    for number, node in enumerate(plan.nodes):
        part = explored.program.ops[node.index].parts[-1]
        is_between = before(triple.writer, number) and before(number, triple.reader)
        if is_between and part.var == explored.var_of[triple.kept]:
            yield part


def _bytes_of(part: Part, explored: Explored) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Returns the bytes of its value that a part has."""
    var = explored.program.variables[part.var]
    marks = np.zeros(var.size, "?")
    part.view.of(marks)[...] = True
    return np.repeat(marks, np.dtype(var.dtype).itemsize)
