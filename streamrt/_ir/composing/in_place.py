"""Carried arrays in place: a body writes the next value to the array itself, without a copy.

That is safe if nothing reads the value before it after that. The step that writes it may read it
itself, if it is an elementwise kernel with one output, all of whose operands are walked alike: each
element is read before it is written. A value that is stacked, too, lies in a row, and is copied.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from math import prod

from streamrt._compile.signatures.layout import dense_strides
from streamrt._ir.composing.eliding import readers, renamed
from streamrt._ir.composing.parts import Copy, Launches, Part, Slot
from streamrt._ir.lower import OperandPlace, Step

__all__ = ["in_place"]

MOST = 256
"""The carried arrays of a loop that are looked at: each is compared with all parts of its body."""


def in_place(
    body: Sequence[Part],
    carried: Collection[int],
    slots: Sequence[Slot],
    rows: Collection[int] = (),
) -> tuple[Part, ...]:
    """Returns the lowered body of a loop without the copies to carried arrays that need not be.

    Args:
        body: the parts of a turn.
        carried: the slots of the carried arrays.
        slots: the slots of the program.
        rows: the slots of rows, which are seen from outside of the body.
    """
    found = list(body)
    for target in itertools.islice(carried, MOST):
        at = next((k for k, part in enumerate(found) if _is_copy_to(part, target)), -1)
        copy = found[at] if at >= 0 else None
        if not isinstance(copy, Copy):
            continue
        made = [k for k, part in enumerate(found[:at]) if _makes(part, copy.source)]
        between = found[made[0] + 1 : at] if made else []
        maker = found[made[0]] if made else None
        if not isinstance(maker, Launches) or copy.source in (*carried, *rows):
            continue
        if any(target in readers(part) for part in between):
            continue
        if _may_write(maker, copy.source, target, slots[target]):
            del found[at]
            found = [renamed(part, {copy.source: target}) for part in found]
    return tuple(found)


def _is_copy_to(part: Part, target: int) -> bool:
    return isinstance(part, Copy) and part.target == target


def _makes(part: Part, slot: int) -> bool:
    return isinstance(part, Launches) and slot in part.outputs


def _may_write(maker: Launches, source: int, target: int, slot: Slot) -> bool:
    """Returns whether launches may write a result to an array that they read before."""
    number = next((number for number, each in maker.made().items() if each == source), None)
    if number is None:
        return False
    arguments = [k for k, each in enumerate(maker.inputs) if each == target]
    for result in maker.lowered.results:
        if result.source == "argument" and result.number in arguments:
            return False  # it is copied after all steps
    steps = maker.lowered.steps
    writers = [k for k, step in enumerate(steps) if _writes(step, number)]
    if len(writers) != 1:
        return False
    (writer,) = writers
    for step in steps[writer + 1 :]:
        if any(_is_in(place, arguments) for place in step.places):
            return False
    return _reads_as_it_writes(steps[writer], arguments, slot)


def _is_in(place: OperandPlace, arguments: Collection[int]) -> bool:
    return place.source == "argument" and place.number in arguments


def _writes(step: Step, number: int) -> bool:
    """Returns whether a step writes an array that its program makes."""
    modes = [parameter.writes for parameter in step.kernel.signature.arrays]
    return any(
        place.source == "fresh" and place.number == number and is_written
        for place, is_written in zip(step.places, modes, strict=True)
    )


def _reads_as_it_writes(step: Step, arguments: Collection[int], slot: Slot) -> bool:
    """Returns whether a step may read an array at the place where it writes its result."""
    read = [k for k, place in enumerate(step.places) if _is_in(place, arguments)]
    if not read:
        return True
    form = step.form
    if form is None or form.kind != "elementwise" or len(form.outputs) != 1:
        return False
    if len({operand.loops for operand in form.operands}) > 1:
        return False  # such a kernel says that its operands share nothing
    written = next(k for k, operand in enumerate(form.operands) if operand.writes)
    place = step.places[written]
    is_dense = place.strides == dense_strides(place.shape, slot.dtype.itemsize)
    if not is_dense or place.offset or prod(place.shape) != prod(slot.shape):
        return False
    return all(step.places[k][2:] == place[2:] for k in read)
