"""Whole calls: an executable as one launch, which a call makes in one native step.

1. One kernel is launched as it is. Several become a program of one stream, which the device runs
   as it runs a graph: its bases are the operands of the call.
2. A scalar argument of a program is a base, too. The device adds the distance that a base has moved
   to the slots that hold an address in it; a base that was 0 gives the bits of the scalar.
3. Temporaries are scratch memory. Two share a piece if one is last used before the other is made,
   because the steps run in order; or in the step that makes the other, if that may write over it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple, TypeAlias, cast

from streamrt._compile.failing import returned
from streamrt._compile.implementations import Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._ir.lower import Lowered, OperandPlace, Step
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.compiled_calls import Argument, Callee, Compiled, Number, Recipe, Scalar
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.stream import Stream
from streamrt.backend import Program, ProgramStep, ReplayDevice
from streamrt.errors import KernelError

__all__ = ["Given", "whole"]

Given: TypeAlias = Callable[[int], "int | Buffer"]
"""Tells the place among the arguments of a call of a parameter, or the Buffer that it always is."""

MOST_BASES = 255
"""The most addresses that a launch of a program can be passed."""
_BITS = 1 << 64


class _Steps(NamedTuple):
    """The kernels of a program, as the subject of its executions."""

    name: str
    kernels: tuple[Kernel, ...]

    @property
    def node_names(self) -> tuple[str, ...]:
        """The names of its steps, by number."""
        return tuple([kernel.name for kernel in self.kernels])

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        """See `Subject`."""
        if not node:
            return returned(what, code, {})
        kernel = self.kernels[node - 1]
        return returned(f"{what}, {kernel.name}", code, kernel.errors)


def whole(
    lowered: Lowered,
    layouts: Sequence[Sequence[Layout]],
    fresh: Sequence[Layout],
    constants: Sequence[Buffer],
    stream: Stream,
    arguments: Sequence[Argument],
    given: Given,
    name: str,
) -> Compiled | None:
    """Makes the native calls of a program; None if the device or the runtime has none.

    Args:
        lowered: the program.
        layouts: the layouts of the operands of each step.
        fresh: the layouts of the arrays that it makes. A result of another shape is a view, which
            a native call cannot make; nor does it return its arguments.
        constants: its constant arrays on the device.
        stream: the stream that runs it.
        arguments: what each argument of a call is.
        given: which of them a parameter is.
        name: the function's, in messages.
    """
    device = stream.device
    if device._fresh is None or stream._track is None or not lowered.steps:
        return None
    runs = device._state.backend.runs
    if any(isinstance(s.kernel.implementations.get(runs), Python) for s in lowered.steps):
        return None  # threads of Python run it, which no native step waits for
    if any(r.source != "fresh" or r.shape != fresh[r.number].shape for r in lowered.results):
        return None
    if len({r.number for r in lowered.results}) < len(lowered.results):
        return None  # equal results, which are copied
    arguments = _with_codes(lowered, arguments, given)
    operands = _Operands(lowered, fresh, constants, arguments, given)
    if len(lowered.steps) == 1:
        step = lowered.steps[0]
        callee = Callee.of_kernel(device._state, step.kernel, layouts[0], name)
        slots = step.in_order(map(operands.slot, step.places), operands.scalars(step))
    elif len(_parameters(lowered)) + len(constants) + len(operands.fresh) > MOST_BASES:
        return None  # one launch cannot pass so many addresses
    else:
        callee, slots = _program(lowered, layouts, device._state, operands, name)
    results = tuple([operands.number(r.source, r.number) for r in lowered.results])
    recipe = Recipe(
        arguments, tuple(operands.constants), tuple(operands.fresh), tuple(slots), results
    )
    made = Compiled(stream, callee, recipe, depth=1)
    return None if made.submit is None else made


def _with_codes(
    lowered: Lowered, arguments: Sequence[Argument], given: Given
) -> tuple[Argument, ...]:
    """Returns the arguments, with scalars as the kernels take them."""
    found = list(arguments)
    for step in lowered.steps:
        for code, (kind, value) in _codes(step):
            at = given(value) if kind == "parameter" else None
            scalar = found[at] if isinstance(at, int) else None
            if isinstance(at, int) and isinstance(scalar, Scalar):
                found[at] = Scalar(scalar.type, code)
    return tuple(found)


class _Operands:
    """The operands of a call, numbered: arguments, constants, fresh memory.

    Attributes:
        constants: the buffers and numbers that are the same in each call.
        fresh: layouts of results, and bytes of scratch memory.
    """

    def __init__(
        self,
        lowered: Lowered,
        fresh: Sequence[Layout],
        constants: Sequence[Buffer],
        arguments: Sequence[Argument],
        given: Given,
    ) -> None:
        self.constants: list[Buffer | Number] = list(constants)
        self._arguments = len(arguments)
        self._given: dict[int, int] = {}
        for parameter in sorted(_parameters(lowered)):
            found = given(parameter)
            if not isinstance(found, int):
                self.constants.append(found)
                found = self._arguments + len(self.constants) - 1
            self._given[parameter] = found
        self._numbers: dict[tuple[str, str], int] = {}
        for step in lowered.steps:
            for dtype, value in _numbers(step):
                key = (dtype, repr(value))
                if key not in self._numbers:
                    self._numbers[key] = self._arguments + len(self.constants)
                    self.constants.append(Number(value, dtype))
        self.fresh, self._fresh = _with_scratch(lowered, fresh)

    def number(self, source: str, number: int) -> int:
        """Returns the operand of an array."""
        if source == "argument":
            return self._given[number]
        if source == "constant":
            return self._arguments + number
        return self._arguments + len(self.constants) + self._fresh[number]

    def slot(self, place: OperandPlace) -> tuple[int, int]:
        """Returns the slot of a place: its operand, and the offset there."""
        offset = place.offset if prod(place.shape) else 0
        return self.number(place.source, place.number), offset % _BITS

    def scalars(self, step: Step) -> list[tuple[int, int]]:
        """Returns the slots of a step's scalars."""
        codes = [code for code, _ in _codes(step)]
        return [
            (self._given[value] if kind == "parameter" else self._numbers[code, repr(value)], 0)
            for code, (kind, value) in zip(codes, step.scalars, strict=True)
        ]


def _codes(step: Step) -> list[tuple[str, Any]]:
    """Returns the code of the slot of each of a step's scalars, and the scalar."""
    dtypes = [step.kernel.signature.dtype_of(p, {}) for p in step.kernel.signature.scalars]
    return [(dtype.code, scalar) for dtype, scalar in zip(dtypes, step.scalars, strict=True)]


def _numbers(step: Step) -> list[tuple[str, Any]]:
    return [(code, value) for code, (kind, value) in _codes(step) if kind == "constant"]


def _parameters(lowered: Lowered) -> set[int]:
    """Returns the parameters that a program uses."""
    used = {r.number for r in lowered.results if r.source == "argument"}
    for step in lowered.steps:
        used |= {place.number for place in step.places if place.source == "argument"}
        used |= {value for kind, value in step.scalars if kind == "parameter"}
    return used


def _with_scratch(
    lowered: Lowered, fresh: Sequence[Layout]
) -> tuple[list[Layout | int], list[int]]:
    """Returns the memory that calls take, and the piece of it that each fresh array is in."""
    last: dict[int, int] = {}
    for number, step in enumerate(lowered.steps):
        last |= {place.number: number for place in step.places if place.source == "fresh"}
    pieces: list[Layout | int] = []
    piece_of = [0] * len(fresh)
    free: list[int] = []
    known: set[int] = set()
    for array, layout in enumerate(fresh):
        if lowered.fresh[array].is_result:
            piece_of[array] = len(pieces)
            pieces.append(layout)
            known.add(array)
    for number, step in enumerate(lowered.steps):
        used = {place.number for place in step.places if place.source == "fresh"}
        ended = {each for each in used if last[each] == number}
        ended = {each for each in ended if not lowered.fresh[each].is_result}
        for array in sorted(used - known):
            before = _written_over(step, array, fresh[array].nbytes, ended & known)
            known.add(array)
            if before < 0:
                piece_of[array] = _take(pieces, free, fresh[array].nbytes)
            else:
                piece_of[array] = piece_of[before]
                ended.remove(before)
        free += [piece_of[array] for array in sorted(ended)]
    return pieces, piece_of


def _written_over(step: Step, array: int, nbytes: int, ended: set[int]) -> int:
    """Returns the array that a step reads for the last time and may write another one over.

    An elementwise kernel reads an element before it writes that one, and a kernel of rows has no
    pass after the one that writes its only output. Both operands must be walked alike, and nothing
    else may read or write there.

    Args:
        step: the step.
        array: the array that it makes.
        nbytes: the bytes of that array.
        ended: the arrays that no later step needs.

    Returns:
        The number of the array; -1 if there is none.
    """
    form = step.form
    if form is None or form.kind not in ("elementwise", "rows") or form.turns >= 0 or form.block:
        return -1
    if len(form.operands) - len(form.inputs) != 1:
        return -1
    fresh = [place.number if place.source == "fresh" else -1 for place in step.places]
    made = fresh.index(array)
    place, loops = step.places[made], form.operands[made].loops
    is_whole = prod(place.shape) * DTYPES[place.dtype].itemsize == nbytes and not place.offset
    for at, other in enumerate(fresh):
        if is_whole and other in ended and fresh.count(other) == 1:
            same = place._replace(number=other)
            if step.places[at] == same and form.operands[at].loops == loops:
                return other
    return -1


def _take(pieces: list[Layout | int], free: list[int], nbytes: int) -> int:
    """Returns a free piece of scratch memory that is large enough, or another one.

    Of the smallest ones it is that which was used last, because that is in a cache, maybe.
    """
    best, least = -1, 2 * nbytes + 4097
    for at in reversed(free):
        size = pieces[at]
        assert isinstance(size, int)
        if nbytes <= size < least:
            best, least = at, size
    if best >= 0:
        free.remove(best)
        return best
    pieces.append(max(1, nbytes))
    return len(pieces) - 1


def _program(
    lowered: Lowered,
    layouts: Sequence[Sequence[Layout]],
    state: DeviceState,
    operands: _Operands,
    name: str,
) -> tuple[Callee, list[tuple[int, int]]]:
    """Loads a program of several steps; returns it, and the operand of each of its bases."""
    bases: dict[int, int] = {}
    steps: list[ProgramStep] = []
    handles: list[int] = []
    try:
        for number, step in enumerate(lowered.steps):
            plan = state.plan(step.kernel, layouts[number], f"call {name} on {state.name}")
            handles.append(state.backend.load(plan))
            values: list[Any] = []
            moved: list[tuple[int, int]] = []
            for place in step.places:
                operand, offset = operands.slot(place)
                moved.append((len(values), bases.setdefault(operand, len(bases))))
                values.append(offset)
            for (code, (kind, value)), (operand, _) in zip(
                _codes(step), operands.scalars(step), strict=True
            ):
                if kind == "parameter":
                    moved.append((len(values), bases.setdefault(operand, len(bases))))
                    value = 0.0 if code in "fd" else 0
                values.append(value)
            packed = struct.pack("<" + plan.slots, *values)
            words = struct.unpack(f"<{len(packed) // 8}Q", packed)
            steps.append(ProgramStep(number, handles[-1], words, tuple(moved), ()))
        device = cast("ReplayDevice", state.backend)  # for it can replay
        handles.insert(0, device.instantiate(Program((tuple(steps),), len(bases))))
    except BaseException:
        for handle in handles:
            state.backend.unload(handle)
        raise
    subject = _Steps(name, tuple([step.kernel for step in lowered.steps]))
    return Callee(state, handles, subject, name), [(operand, 0) for operand in bases]
