"""Lowering of composed programs: each segment becomes steps, as any program does.

1. A loop whose turns one kernel can make becomes that. It reads the first values where they lie,
   and its results are new arrays in place of the carried ones.
2. The index of any other loop is a row of an array of consecutive integers, which is made before
   the loop, or in a long loop a carried counter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.composing.eliding import renamed
from streamrt._ir.composing.in_place import in_place
from streamrt._ir.composing.one_kernel import in_kernel
from streamrt._ir.composing.parts import (
    Branch,
    Composed,
    Copy,
    Launches,
    Part,
    Repeat,
    Segment,
    Slot,
    While,
    walk,
)
from streamrt._ir.extents.kept import kept
from streamrt._ir.limits import LIMITS, Limits
from streamrt._ir.lower import Fresh, Lowered, OperandPlace, Result, Step
from streamrt._ir.program import Builder

__all__ = ["LoweredParts", "as_one", "as_steps", "lower_parts"]

MOST_INDEXES = 1 << 20
"""The turns up to which the indexes of all turns lie in an array; a longer loop counts."""

Strides = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LoweredParts:
    """A composed program, lowered.

    Attributes:
        composed: the program; its parts have launches in place of segments.
        constants: the elements of all constant arrays.
    """

    composed: Composed
    constants: tuple[np.ndarray[tuple[int, ...], np.dtype[np.generic]], ...]


def lower_parts(
    composed: Composed,
    strides: Sequence[Strides | None],
    *,
    contract: bool = True,
    limits: Limits = LIMITS,
) -> LoweredParts:
    """Lowers a composed program.

    Args:
        composed: the program.
        strides: the byte strides of each parameter; None of one that is dense.
        contract: whether products and sums may be rounded once, as one operation.
        limits: what each of its programs may have at most.

    Raises:
        TooMuchError: see `lower` of lower.py.
    """
    known = {slot: found for slot, found in enumerate(strides) if found is not None}
    lowering = _Lowering(composed, contract, limits)
    parts = lowering.all(composed.parts, known)
    results = tuple([lowering.names.get(slot, slot) for slot in composed.results])
    made = replace(composed, slots=tuple(lowering.slots), parts=parts, results=results)
    return LoweredParts(made, tuple(lowering.constants))


class _Lowering:
    """Parts while they are lowered.

    Attributes:
        constants: the constant arrays so far.
        slots: the slots, those of results of kernels among them.
        names: the slots of these results, by those of the carried arrays.
    """

    def __init__(self, composed: Composed, contract: bool, limits: Limits) -> None:
        self.constants: list[np.ndarray[tuple[int, ...], np.dtype[np.generic]]] = []
        self.slots: list[Slot] = list(composed.slots)
        self.names: dict[int, int] = {}
        self._contract = contract
        self._limits = limits

    def all(self, parts: Sequence[Part], strides: Mapping[int, Strides]) -> tuple[Part, ...]:
        """Returns lowered parts, for slots of these byte strides; others are dense."""
        found: list[Part] = []
        for part in parts:
            named = renamed(part, self.names)
            match named:
                case Segment():
                    found.append(self._launches(named, strides))
                case Repeat():
                    if not self._as_kernel(named, found, strides):
                        found += self._repeat(named, strides)
                case While():
                    body = self._inside(named.body, strides)
                    found.append(replace(named, body=in_place(body, named.carried, self.slots)))
                case Branch():
                    ways = [self._inside(way, strides) for way in (named.true, named.false)]
                    found.append(replace(named, true=ways[0], false=ways[1]))
                case _:
                    found.append(named)
        return tuple(found)

    def _inside(self, parts: Sequence[Part], strides: Mapping[int, Strides]) -> tuple[Part, ...]:
        """Returns the lowered parts of a body, whose names count in it alone."""
        around, self.names = self.names, dict(self.names)
        try:
            return self.all(parts, strides)
        finally:
            self.names = around

    def _launches(self, segment: Segment, strides: Mapping[int, Strides]) -> Launches:
        given = [strides.get(slot) for slot in segment.inputs]
        lowered = kept.lower(segment.program, given, contract=self._contract, limits=self._limits)
        return self._launched(lowered, segment.inputs, segment.outputs)

    def _launched(
        self, lowered: Lowered, inputs: tuple[int, ...], outputs: tuple[int, ...]
    ) -> Launches:
        first = len(self.constants)
        self.constants += lowered.constants
        return Launches(lowered, inputs, outputs, first)

    def _slot(self, slot: Slot) -> int:
        self.slots.append(slot)
        return len(self.slots) - 1

    # -- loops that are kernels --------------------------------------------------------------------

    def _as_kernel(self, part: Repeat, before: list[Part], strides: Mapping[int, Strides]) -> bool:
        """Adds a loop as one kernel to the parts before it; returns whether that is done."""
        sources = dict(zip(part.carried, part.carried, strict=True))
        for place in range(len(before) - 1, -1, -1):
            copy = before[place]
            if not isinstance(copy, Copy) or copy.target not in sources:
                break
            sources[copy.target] = copy.source
        made = in_kernel(
            part,
            self.slots,
            lambda slot: strides.get(sources.get(slot, slot)),
            contract=self._contract,
        )
        if made is None:
            return False
        lowered, arguments = made
        copies = sum(source != slot for slot, source in sources.items())
        del before[len(before) - copies :]
        outputs = tuple([self._slot(self.slots[slot]) for slot in part.carried])
        inputs = tuple([sources.get(slot, slot) for slot in arguments])
        before.append(self._launched(lowered, inputs, outputs))
        names = dict(zip(part.carried, outputs, strict=True))
        self.names = {slot: names.get(other, other) for slot, other in self.names.items()} | names
        return True

    # -- loops -------------------------------------------------------------------------------------

    def _repeat(self, part: Repeat, strides: Mapping[int, Strides]) -> list[Part]:
        """Returns a loop, and what has to be made before it."""
        before: list[Part] = []
        if part.index >= 0:
            builder = Builder()
            if part.turns <= MOST_INDEXES:
                indexes = self._slot(Slot(DTYPES["i64"], (part.turns,)))
                program = builder.finish([builder.iota((part.turns,), 0)])
                before.append(self._launches(Segment(program, (), (indexes,)), {}))
                part = replace(part, rows=(*part.rows, (indexes, part.index)))
            else:
                program = builder.finish([builder.full(0, "i64")])
                before.append(self._launches(Segment(program, (), (part.index,)), {}))
                part = self._counting(part)
        rows = {row: strides[array][1:] for array, row in part.rows if array in strides}
        body = self._inside(part.body, {**strides, **rows})
        body = in_place(body, part.carried, self.slots, [row for _, row in part.rows])
        return [*before, replace(part, index=-1, body=body)]

    def _counting(self, part: Repeat) -> Repeat:
        """Returns a loop that counts its turns in its index."""
        builder = Builder()
        last = builder.parameter("i64", ())
        program = builder.finish([builder.apply("add", last, builder.full(1, "i64"))])
        following = self._slot(Slot(DTYPES["i64"], ()))
        count = Segment(program, (part.index,), (following,)), Copy(following, part.index)
        carried = (*part.carried, part.index)
        return replace(part, carried=carried, body=(*part.body, *count))


def as_steps(lowered: LoweredParts) -> Lowered | None:
    """Returns a program whose loops are kernels as any other one; None if a loop is left.

    It has to have no copies either, and no numbers among its arguments, which are passed as arrays.
    """
    composed = lowered.composed
    made: set[int] = set()
    for part in composed.parts:
        if not isinstance(part, Launches) or set(part.outputs) != set(part.made().values()):
            return None
        made.update(part.outputs)
    if not made >= set(composed.results):
        return None
    whole = as_one(lowered)
    slots = [slot - composed.parameters for slot in composed.results]
    places = [place for step in whole.steps for place in step.places]
    used = dict.fromkeys([place.number for place in places if place.source == "fresh"] + slots)
    number_of = {old: new for new, old in enumerate(used)}

    def renumbered(place: OperandPlace) -> OperandPlace:
        is_fresh = place.source == "fresh"
        return place._replace(number=number_of[place.number]) if is_fresh else place

    steps = [step._replace(places=tuple(map(renumbered, step.places))) for step in whole.steps]
    fresh = tuple([whole.fresh[old] for old in number_of])
    results = tuple([Result("fresh", number_of[slot], whole.fresh[slot].shape) for slot in slots])
    return Lowered(tuple(steps), fresh, whole.constants, results)


def as_one(lowered: LoweredParts) -> Lowered:
    """Returns all steps of a composed program in the order of its text, to be read and loaded.

    The arrays that it makes are its slots, except parameters, then the temporaries of its segments.
    """
    composed = lowered.composed
    count = composed.parameters
    fresh = [
        Fresh(slot.dtype.numpy, slot.shape, number + count in composed.results)
        for number, slot in enumerate(composed.slots[count:])
    ]
    steps: list[Step] = []
    for part in walk(composed.parts):
        if isinstance(part, Launches):
            steps += _renumbered(part, count, fresh)
    return Lowered(tuple(steps), tuple(fresh), lowered.constants, ())


def _renumbered(part: Launches, parameters: int, fresh: list[Fresh]) -> list[Step]:
    """Returns the steps of launches, with slots in place of their arrays."""
    slots = {("argument", number): slot for number, slot in enumerate(part.inputs)}
    slots |= {("fresh", number): slot for number, slot in part.made().items()}

    def place_of(place: OperandPlace) -> OperandPlace:
        if place.source == "constant":
            return place._replace(number=part.constants + place.number)
        key = place.source, place.number
        if key not in slots:
            slots[key] = parameters + len(fresh)
            fresh.append(part.lowered.fresh[place.number])
        slot = slots[key]
        if slot < parameters:
            return place._replace(source="argument", number=slot)
        return place._replace(source="fresh", number=slot - parameters)

    return [
        step._replace(places=tuple([place_of(place) for place in step.places]))
        for step in part.lowered.steps
    ]
