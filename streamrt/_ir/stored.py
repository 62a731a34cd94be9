"""Whether each element that a step of a lowered program reads was stored by an earlier step.

Lowering asks this of every program, because memory that nothing wrote holds what was there before:
maybe an older array. A program that fails is a defect of fusion or of lowering.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt._ir.lower import Lowered, Step

__all__ = ["NotStoredError", "check_stored"]


class NotStoredError(RuntimeError):
    """A step reads elements that no earlier step stores; a defect of the compiler."""


def check_stored(lowered: Lowered) -> None:
    """Checks the arrays that a program makes: nothing reads one before all of it is stored.

    Raises:
        NotStoredError: a step, or the caller, would read elements that nothing stored.
    """
    missing = [prod(fresh.shape) for fresh in lowered.fresh]
    for number, step in enumerate(lowered.steps):
        pairs = list(zip(step.places, _writes(step), strict=True))
        for place, is_written in pairs:
            if place.source != "fresh" or is_written or missing[place.number] <= 0:
                continue
            if prod(place.shape):
                raise NotStoredError(
                    f"step {number}, {step.kernel.name}, reads the array {place.number} of the "
                    f"program, and no step before it stores {missing[place.number]} of its elements"
                )
        for place, is_written in pairs:
            if place.source == "fresh" and is_written:
                missing[place.number] -= prod(place.shape)
    for result in lowered.results:
        if result.source == "fresh" and missing[result.number] > 0:
            raise NotStoredError(
                f"the result {list(result.shape)} is the array {result.number} of the program, and "
                f"no step stores {missing[result.number]} of its elements"
            )


def _writes(step: Step) -> list[bool]:
    """Returns whether a step writes each of its arrays."""
    if step.form is not None:
        return [operand.writes for operand in step.form.operands]
    return [parameter.writes for parameter in step.kernel.signature.arrays]
