"""Kernel functions, traced: a function that writes to its outputs becomes steps on its arguments.

1. The function gets a tracer for each parameter of the signature. It may write to outputs, and
   returns nothing.
2. What it writes are the results of a program (kernel_writes.py), which is made better and cut into
   kernels as any other. The place of a result is its part of the output.
3. A result that a later step, or another element of its own step, still needs as it was before is
   made in scratch memory, and copied at the end.
4. Writes to one element are made in the order of the function. Where one kernel would make several
   of them, or the order would be another one, the output is written as a whole instead.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.layout import Layout
from streamrt._compile.signature import Signature
from streamrt._ir.lower import Fresh, Lowered, Place, Result, Step, lower
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Program, Value
from streamrt._jit.hidden import hidden_sources
from streamrt._jit.kernel_writes import Part, Write, are_apart, check_outputs, writes_of
from streamrt._jit.recording import Recording, is_any
from streamrt._jit.sites import short
from streamrt._jit.trace import Spec, record
from streamrt._jit.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._runtime.buffer import Buffer
from streamrt.errors import ArgumentError, TraceError

__all__ = ["Traced", "trace_kernel"]


@dataclass(frozen=True, slots=True)
class Traced:
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


def trace_kernel(
    function: Callable[..., object],
    signature: Signature,
    dtypes: Sequence[str],
    layouts: Sequence[Layout],
    *,
    name: str,
    contract: bool,
    elementwise: bool,
) -> Traced:
    """Returns what a kernel function does to arguments of some layouts.

    Args:
        function: the function; it takes the parameters of the signature in order.
        signature: the kernel's.
        dtypes: the dtype of each parameter.
        layouts: the layout of each array parameter, in order.
        name: the name of the kernel.
        contract: whether products and sums may be rounded once, as one operation.
        elementwise: whether the kernel says that it is; if so, that is checked.

    Raises:
        TraceError: the function does what no kernel can.
    """
    recording = Recording(name, _site(function), Tracer)
    recording.instead_of_writing = "declare it inout, or write to a copy, as in `y = x.copy()`"
    _refuse_arrays(function, recording)
    remaining = iter(layouts)
    by_number = [next(remaining) if p.is_array else None for p in signature.parameters]
    parameters, outputs = _record(function, signature, dtypes, by_number, recording)
    merged: set[int] = set()
    while True:
        writes = _writes_to(outputs, merged)
        program = Program(parameters, tuple([write.value for write in writes]))
        optimised = optimise(program, contract=contract)
        placing = _Placing(optimised, writes, by_number, elementwise)
        traced = placing.lowered()
        mixed = placing.mixed(traced.lowered)
        if not mixed:
            break
        merged |= mixed
    if elementwise and not _is_elementwise(optimised, writes, by_number):
        raise recording.error(
            "it says that it is elementwise, and an element of an output depends on elements at "
            "other indexes, or an output is not written as a whole; leave elementwise out"
        )
    return traced


# -- the trace ------------------------------------------------------------------------------------


def _record(
    function: Callable[..., object],
    signature: Signature,
    dtypes: Sequence[str],
    layouts: Sequence[Layout | None],
    recording: Recording,
) -> tuple[tuple[Value, ...], list[tuple[int, Value, Value]]]:
    """Returns the parameters, and of each output its number, its value before, and that after."""
    numbers = [k for k, p in enumerate(signature.parameters) if p.writes]

    def run(*given: Any) -> list[Any]:
        before = [given[k]._value for k in numbers]
        returned = function(*given)
        if returned is not None:
            raise TraceError(
                f"trace {recording.name} ({_line_of_return(function)}): return of {_kind(returned)}: "
                f"a kernel function returns nothing; write to its "
                f"output, as in `{signature.parameters[numbers[0]].name}[...] = x`"
            )
        parameters.extend(before)
        return [given[k] for k in numbers]

    parameters: list[Value] = []
    specs = [
        Spec(dtype, () if layout is None else layout.shape, layout is None, False, p.name, p.writes)
        for p, dtype, layout in zip(signature.parameters, dtypes, layouts, strict=True)
    ]
    found = record(recording, run, specs, lambda leaves: (tuple(leaves), {}))
    if found.captures:
        raise recording.error(
            f"use of {recording.names[len(specs)]}: a kernel reads its arguments only; pass it as "
            "a parameter"
        )
    outputs = list(zip(numbers, parameters, found.program.results, strict=True))
    unknown = [
        (signature.parameters[k].name, before, after)
        for k, before, after in outputs
        if not signature.parameters[k].reads
    ]
    check_outputs(recording, found.program, unknown)
    return found.program.parameters, outputs


def _writes_to(outputs: Sequence[tuple[int, Value, Value]], merged: set[int]) -> list[Write]:
    """Returns the writes to outputs; those of which the parts are merged are written as a whole."""
    writes: list[Write] = []
    for k, before, after in outputs:
        if k in merged:
            writes.append(Write(after, k, Part.whole(after.shape)))
        else:
            writes += writes_of(before, after, k)
    return writes


def _refuse_arrays(function: Callable[..., object], recording: Recording) -> None:
    """Raises TraceError if a function names an array in its module or its closure."""
    for source in hidden_sources(function):
        try:
            leaves, _ = flatten(source.read(), most=64)
        except ArgumentError:  # it holds itself, or too much
            continue
        for leaf in leaves:
            if is_any(leaf, np.ndarray, Buffer):
                kind = "NumPy array" if is_any(leaf, np.ndarray) else "Buffer"
                raise TraceError(
                    f"trace {recording.name} ({_line_of_name(function, source.path)}): use of the "
                    f"{kind} {source.path}: a kernel reads its arguments only; pass it as a "
                    "parameter"
                )


def _site(function: Callable[..., object]) -> str:
    code = getattr(function, "__code__", None)
    if not isinstance(code, types.CodeType):
        return ""
    return f"{code.co_filename}:{code.co_firstlineno} in {code.co_name}"


def _line(function: Callable[..., object], wanted: Callable[[dis.Instruction], bool]) -> str:
    """Returns the first line of a function with such an instruction, as messages show it."""
    code = getattr(function, "__code__", None)
    line = 0
    if isinstance(code, types.CodeType):
        for step in dis.get_instructions(code):
            line = getattr(step.positions, "lineno", None) or line
            if wanted(step):
                return short(f"{code.co_filename}:{line} in {code.co_name}")
    return short(_site(function))


def _kind(value: object) -> str:
    """Returns what messages call a value that a function returns."""
    return "an array" if isinstance(value, Tracer) else f"a {type(value).__name__}"


def _line_of_name(function: Callable[..., object], name: str) -> str:
    return _line(function, lambda step: step.argval == name)


def _line_of_return(function: Callable[..., object]) -> str:
    """Returns the line of the first `return` with a value."""
    before: list[dis.Instruction] = []

    def returns(step: dis.Instruction) -> bool:
        is_value = step.opname == "RETURN_VALUE" and not (
            before and before[-1].opname == "LOAD_CONST" and before[-1].argval is None
        )
        before.append(step)
        return is_value

    return _line(function, returns)


# -- the places -----------------------------------------------------------------------------------


class _Placing:
    """Puts the results of a program into the outputs of a kernel.

    If these may have the memory of inputs, each array counts as read where any one is.
    """

    def __init__(
        self,
        program: Program,
        writes: Sequence[Write],
        layouts: Sequence[Layout | None],
        may_alias: bool,
    ) -> None:
        self.writes = writes
        self.layouts = layouts
        self.may_alias = may_alias
        self.builder = Builder(program)
        self.program = self._computed(program)
        self.writers: list[Step | None] = []

    def _computed(self, program: Program) -> Program:
        """Returns a program whose results are all computed, each once."""
        seen: set[Value] = set()
        results: list[Value] = []
        for value in program.results:
            reshaped = value.op.name == "reshape"
            while value in seen or value.op.group in ("source", "join") or reshaped:
                value, reshaped = self._same(value), False
            seen.add(value)
            results.append(value)
        return Program(program.parameters, tuple(results))

    def _same(self, value: Value) -> Value:
        """Returns another value with the same elements."""
        return self.builder.apply("broadcast", value, attributes=(value.shape,))

    def _copied(self, results: Sequence[Value], which: Sequence[int]) -> list[Value]:
        """Returns results of which some are copies, and no two are one value."""
        found, seen = list(results), set(results)
        for k in which:
            while found[k] in seen:
                found[k] = self._same(found[k])
            seen.add(found[k])
        return found

    def lowered(self) -> Traced:
        """Returns the steps."""
        program, lowered = self.program, self._lower(self.program, ())
        late = self._too_early(lowered)
        if late:
            results = self._copied(program.results, late)
            stored = [program.results[k] for k in late]
            program = Program(program.parameters, tuple(results))
            lowered = self._lower(program, stored)
            inouts = {self.writes[k].output for k in late}
            last = [s for s in lowered.steps if self._written(s) & inouts]
            others = [s for s in lowered.steps if s not in last]
            lowered = replace(lowered, steps=(*others, *last))
        return Traced(program, lowered, self._is_parallel(lowered))

    def mixed(self, lowered: Lowered) -> set[int]:
        """Returns the outputs with an element that a later write may not be the last to write."""
        number = {id(step): number for number, step in enumerate(lowered.steps)}
        found: set[int] = set()
        for (one, first), (other, second) in combinations(
            zip(self.writes, self.writers, strict=True), 2
        ):
            is_late = first is not None and second is not None
            is_late = is_late and number[id(first)] >= number[id(second)]
            if is_late and one.output == other.output and not are_apart(one.part, other.part):
                found.add(one.output)
        return found

    def _lower(self, program: Program, stored: Sequence[Value]) -> Lowered:
        strides = [None if layout is None else layout.strides for layout in self.layouts]
        places = [self._place(write) for write in self.writes]
        found = lower(program, strides, results=[p.strides for p in places], stored=stored)
        where = {
            result.number: place
            for result, place in zip(found.results, places, strict=True)
            if result.source == "fresh"
        }
        kept = [k for k in range(len(found.fresh)) if k not in where]
        number = {k: place for place, k in enumerate(kept)}

        def moved(place: Place) -> Place:
            if place.source != "fresh":
                return place
            if place.number not in where:
                return place._replace(number=number[place.number])
            target = where[place.number]
            return place._replace(
                source="argument", number=target.number, offset=target.offset + place.offset
            )

        steps = [s._replace(places=tuple([moved(p) for p in s.places])) for s in found.steps]
        writer = {
            place.number: after
            for before, after in zip(found.steps, steps, strict=True)
            for place, writes in _operands(before)
            if writes and place.source == "fresh"
        }
        self.writers = [writer.get(result.number) for result in found.results]
        fresh: list[Fresh] = [found.fresh[k] for k in kept]
        results = tuple([Result("argument", p.number, p.shape) for p in places])
        return Lowered(tuple(steps), tuple(fresh), found.constants, results)

    def _place(self, write: Write) -> Place:
        layout = self.layouts[write.output]
        assert layout is not None
        offset, strides = write.part.place(layout)
        dtype = write.value.dtype.name
        return Place("argument", write.output, offset, write.part.shape, strides, dtype)

    # -- what is read and written -----------------------------------------------------------------

    def _written(self, step: Step) -> set[int]:
        """Returns the parameters that a step writes."""
        return {p.number for p, writes in _operands(step) if writes and p.source == "argument"}

    def _too_early(self, lowered: Lowered) -> list[int]:
        """Returns the results that are written while elements from before are still needed."""
        found: set[int] = set()
        for number, step in enumerate(lowered.steps):
            for place, writes in _operands(step):
                if not writes or place.source != "argument":
                    continue
                later = any(
                    p.source == "argument" and (p.number == place.number or self.may_alias)
                    for each in lowered.steps[number + 1 :]
                    for p, is_written in _operands(each)
                    if not is_written
                )
                if later or not _reads_only_there(step, place):
                    found |= {k for k, w in enumerate(self.writes) if w.output == place.number}
        return sorted(found)

    def _is_parallel(self, lowered: Lowered) -> bool:
        """Whether no step needs or changes what another one writes."""
        if lowered.fresh or (self.may_alias and len(lowered.steps) > 1):
            return False
        written = [self._written(step) for step in lowered.steps]
        for number, step in enumerate(lowered.steps):
            others = set[int]().union(*written[:number], *written[number + 1 :])
            if any(
                place.source == "argument" and place.number in others
                for place, writes in _operands(step)
                if not writes
            ):
                return False
        parts: dict[int, list[Part]] = {}
        for write in self.writes:
            before = parts.setdefault(write.output, [])
            if not all(are_apart(write.part, each) for each in before):
                return False
            before.append(write.part)
        return True


def _operands(step: Step) -> list[tuple[Place, bool]]:
    """Returns the places of a step, and whether it writes them."""
    arrays = step.kernel.signature.arrays
    return [(place, p.writes) for place, p in zip(step.places, arrays, strict=True)]


def _reads_only_there(step: Step, target: Place) -> bool:
    """Whether a step reads of an output only the element that it then writes."""
    for place, writes in _operands(step):
        if writes or place.source != "argument" or place.number != target.number:
            continue
        if not step.kernel.elementwise or place != target:
            return False
    return True


def _is_elementwise(
    program: Program, writes: Sequence[Write], layouts: Sequence[Layout | None]
) -> bool:
    """Whether outputs are written as a whole, with elements made from those at the same index."""
    wholes = {number: Part.whole(one.shape) for number, one in enumerate(layouts) if one is not None}
    if any(write.part != wholes[write.output] for write in writes):
        return False
    of_arrays: set[Value] = set()
    for value in program.values():
        op, shape = value.op, value.shape
        operands = [operand for operand in value.operands if operand in of_arrays]
        if op.name == "parameter":
            if not value.attributes[1]:
                of_arrays.add(value)
        elif operands:
            is_here = op.is_elementwise or op.name in ("broadcast", "reshape")
            if not is_here or any(operand.shape != shape for operand in operands):
                return False
            of_arrays.add(value)
    return True
