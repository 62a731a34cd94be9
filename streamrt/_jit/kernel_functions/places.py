"""The places of the results of a kernel function: each goes to its part of an output.

A program that is cut into kernels knows nothing of memory that several of its values share, and
here the parts of an output do, with each other and with the output as it was before. So:

1. A result is written where it belongs by the kernel that computes it, if nothing that runs later,
   and no other element of that kernel, needs what was there.
2. All results of any other output are made in scratch memory, and copied to their places in the
   end, in the order of the function.
3. Elements that two results share are written by two steps, in the order of the function. Where
   they would not be, the second rule is used as well.
4. The outputs of an elementwise kernel may have the memory of its inputs. Then a step that reads
   any argument counts as one that needs what was in each output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from streamrt._compile.signatures.layout import Layout
from streamrt._ir.limits import Limits
from streamrt._ir.lower import Fresh, Lowered, OperandPlace, Result, Step, lower
from streamrt._ir.program import Builder, Program, Value
from streamrt._ir.stored import check_stored
from streamrt._jit.kernel_functions.writes import Write, are_apart

__all__ = ["TracedKernel", "place"]

LIMITS_OF_KERNELS = Limits(steps=512)
"""Those of a kernel function: all of its steps are one function in machine code."""


@dataclass(frozen=True, slots=True)
class TracedKernel:
    """A kernel function as steps on its arguments.

    Attributes:
        program: the program, after its passes; its results are the values that are written.
        lowered: the steps. A place of the source `argument` has the number of a parameter among all
            parameters of the signature, and is also where results are.
        is_parallel: whether the steps may run in any order, and at the same time.
    """

    program: Program
    lowered: Lowered
    is_parallel: bool


def place(
    program: Program,
    writes: Sequence[Write],
    layouts: Sequence[Layout | None],
    *,
    may_alias: bool,
) -> TracedKernel:
    """Returns the steps that compute results and put them into outputs.

    Args:
        program: the program, after its passes; its results are the values of the writes.
        writes: where they go.
        layouts: the layout of each parameter; None of scalars.
        may_alias: whether outputs may have the memory of inputs, element by element.
    """
    computed = _computed(program)
    targets = [_target(write, layouts) for write in writes]
    late: set[int] = set()
    while True:
        placing = _Placing(computed, writes, layouts, targets, late, may_alias)
        found = placing.too_early() | placing.mixed()
        if not found:
            lowered = placing.with_copies()
            return TracedKernel(computed, lowered, placing.is_parallel())
        late |= found


def _computed(program: Program) -> Program:
    """Returns a program whose results are all computed, each once."""
    builder = Builder(program)
    seen: set[Value] = set()
    results: list[Value] = []
    for value in program.results:
        reshaped = value.op.name == "reshape"
        while value in seen or value.op.group in ("source", "join") or reshaped:
            value, reshaped = _again(value) or _same(builder, value), False
        seen.add(value)
        results.append(value)
    return Program(program.parameters, tuple(results))


def _again(value: Value) -> Value | None:
    """Returns a view of a number or an argument as another value; None of what is computed.

    Two results that are equal would else be one, which the second step reads from the output.
    """
    root = value
    while root.op.group == "view":
        root = root.operands[0]
    if root is value or root.op.group != "source":
        return None
    rest = value.attributes, value.dtype, value.shape, value.number, value.site
    return Value(value.op, value.operands, *rest)


def _same(builder: Builder, value: Value) -> Value:
    """Returns another value with the same elements."""
    return builder.apply("broadcast", value, attributes=(value.shape,))


def _target(write: Write, layouts: Sequence[Layout | None]) -> OperandPlace:
    """Returns the place of a result."""
    layout = layouts[write.output]
    assert layout is not None
    offset, strides = write.part.place(layout)
    dtype = write.value.dtype.name
    return OperandPlace("argument", write.output, offset, write.part.shape, strides, dtype)


class _Operand:
    """A place that a step uses.

    Attributes:
        place: the place.
        writes: whether the step writes it.
        result: the number of the result that is there, if it was moved to an output.
    """

    __slots__ = ("place", "result", "writes")

    def __init__(self, place: OperandPlace, writes: bool, result: int | None) -> None:
        self.place = place
        self.writes = writes
        self.result = result


class _Placing:
    """One try: a program as steps, with the results of some outputs in scratch memory.

    Attributes:
        late: the outputs whose results are copied in the end.
        lowered: the steps before they are moved.
        operands: those of each step.
    """

    def __init__(
        self,
        program: Program,
        writes: Sequence[Write],
        layouts: Sequence[Layout | None],
        targets: Sequence[OperandPlace],
        late: set[int],
        may_alias: bool,
    ) -> None:
        self.writes = writes
        self.targets = targets
        self.late = late
        self.may_alias = may_alias
        self.lowered = lower(
            program,
            [None if layout is None else layout.strides for layout in layouts],
            results=[None if t.number in late else t.strides for t in targets],
            limits=LIMITS_OF_KERNELS,
        )
        self.results = {
            result.number: k for k, result in enumerate(self.lowered.results) if _is_fresh(result)
        }
        self.operands = [[self._operand(p, w) for p, w in _places(s)] for s in self.lowered.steps]

    def _operand(self, place: OperandPlace, writes: bool) -> _Operand:
        result = self.results.get(place.number) if place.source == "fresh" else None
        if result is None or self.writes[result].output in self.late:
            return _Operand(place, writes, None)
        target = self.targets[result]
        offset = target.offset + place.offset
        moved = place._replace(source="argument", number=target.number, offset=offset)
        return _Operand(moved, writes, result)

    # -- what is needed as it was ------------------------------------------------------------------

    def too_early(self) -> set[int]:
        """Returns the outputs that are written while elements from before are still needed."""
        found: set[int] = set()
        for number, operands in enumerate(self.operands):
            targets = [one for one in operands if one.writes and one.result is not None]
            if not targets:
                continue
            later = [one for each in self.operands[number + 1 :] for one in each if not one.writes]
            for target in targets:
                output = target.place.number
                if output in found:
                    continue
                is_needed = any(self._needs(one, output) for one in later)
                only_there = self._reads_only_there(number, target)
                if is_needed or not only_there:
                    found.add(output)
        return found

    def _needs(self, one: _Operand, output: int) -> bool:
        """Whether an operand reads elements that may be lost if an output is written before."""
        if one.place.source != "argument":
            return False
        if one.result is None:
            return self.may_alias or one.place.number == output
        mine = self.writes[one.result]
        return mine.output == output and any(
            other is not mine and other.output == output and not are_apart(other.part, mine.part)
            for other in self.writes
        )

    def _reads_only_there(self, number: int, target: _Operand) -> bool:
        """Whether a step reads of an output only the element that it then writes."""
        operands, form = self.operands[number], self.lowered.steps[number].form
        for k, one in enumerate(operands):
            if one.writes or (one.place.source, one.place.number) != (
                "argument",
                target.place.number,
            ):
                continue
            if one.place != target.place or form is None or form.kind != "elementwise":
                return False
            if form.operands[k].loops != form.operands[operands.index(target)].loops:
                return False
        return True

    def mixed(self) -> set[int]:
        """Returns the outputs with an element of which a later write may not be the last one."""
        writer: dict[int, int] = {}
        for number, operands in enumerate(self.operands):
            writer |= {
                one.result: number for one in operands if one.writes and one.result is not None
            }
        return {
            self.writes[j].output
            for j, k in combinations(sorted(writer), 2)
            if writer[j] >= writer[k]
            and self.writes[j].output == self.writes[k].output
            and not are_apart(self.writes[j].part, self.writes[k].part)
        }

    def is_parallel(self) -> bool:
        """Whether no step needs or changes what another one writes."""
        if self.late or any(one.place.source == "fresh" for each in self.operands for one in each):
            return False
        if self.may_alias and len(self.operands) > 1:
            return False
        written = [{one.place.number for one in each if one.writes} for each in self.operands]
        for number, operands in enumerate(self.operands):
            others = set[int]().union(*written[:number], *written[number + 1 :])
            if any(
                not one.writes and one.place.source == "argument" and one.place.number in others
                for one in operands
            ):
                return False
        return all(
            one.output != other.output or are_apart(one.part, other.part)
            for one, other in combinations(self.writes, 2)
        )

    # -- the steps --------------------------------------------------------------------------------

    def with_copies(self) -> Lowered:
        """Returns the steps in their places, and after them the copies of late results."""
        gone = {n for n, k in self.results.items() if self.writes[k].output not in self.late}
        kept = [n for n in range(len(self.lowered.fresh)) if n not in gone]
        number = {n: place for place, n in enumerate(kept)}

        def numbered(place: OperandPlace) -> OperandPlace:
            return place._replace(number=number[place.number]) if _is_fresh(place) else place

        steps = [
            step._replace(places=tuple([numbered(one.place) for one in operands]))
            for step, operands in zip(self.lowered.steps, self.operands, strict=True)
        ]
        for n, k in sorted(self.results.items(), key=lambda each: each[1]):
            if n not in gone:
                steps += _copies(self.writes[k].value, number[n], self.targets[k])
        fresh: list[Fresh] = [self.lowered.fresh[n] for n in kept]
        results = tuple([Result("argument", t.number, t.shape) for t in self.targets])
        made = replace(self.lowered, steps=tuple(steps), fresh=tuple(fresh), results=results)
        check_stored(made)
        return made


def _copies(value: Value, fresh: int, target: OperandPlace) -> list[Step]:
    """Returns the step that copies a result from scratch memory to its place."""
    builder = Builder()
    parameter = builder.parameter(value.dtype.name, value.shape)
    program = Program((parameter,), (_same(builder, parameter),))

    def moved(place: OperandPlace) -> OperandPlace:
        if place.source == "argument":
            return place._replace(source="fresh", number=fresh)
        offset = target.offset + place.offset
        return place._replace(source="argument", number=target.number, offset=offset)

    steps = lower(program, results=[target.strides]).steps
    return [step._replace(places=tuple([moved(p) for p in step.places])) for step in steps]


def _is_fresh(one: OperandPlace | Result) -> bool:
    return one.source == "fresh"


def _places(step: Step) -> list[tuple[OperandPlace, bool]]:
    """Returns the places of a step, and whether it writes them."""
    arrays = step.kernel.signature.arrays
    return [(place, p.writes) for place, p in zip(step.places, arrays, strict=True)]
