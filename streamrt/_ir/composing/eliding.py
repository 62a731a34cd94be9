"""Eliding: copies are left out where a part can write its result where it belongs.

A part that is followed by a copy of its result writes the target of the copy, and whatever reads
the result reads it there. Not so if the target is a carried array, because it changes: then only
the copy may have read the result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from streamrt._ir.composing.parts import Branch, Copy, Launches, Part, Repeat, Segment, While, walk

__all__ = ["readers", "renamed", "without_copies"]


def without_copies(
    parts: Sequence[Part], carried: Collection[int] = (), results: Collection[int] = ()
) -> list[Part]:
    """Returns the parts of a block without the copies that need not be.

    Args:
        parts: the parts.
        carried: the carried arrays of the loop that it is the body of. Copies to these stay: they
            come at the end of a turn, which still reads what was there before.
        results: the slots in which the results of the program are looked for.
    """
    found = list(parts)
    changing = {
        slot
        for part in walk(tuple(parts))
        if isinstance(part, Repeat | While)
        for slot in part.carried
    }
    fixed, at = {*carried, *results}, 0
    while at < len(found):
        copy = found[at]
        rest = [*found[:at], *found[at + 1 :]]
        if isinstance(copy, Copy) and copy.source not in fixed and _is_made(copy.source, rest[:at]):
            is_read = copy.target in changing and any(copy.source in readers(part) for part in rest)
            if not is_read and copy.target not in carried:
                found = [renamed(part, {copy.source: copy.target}) for part in rest]
                fixed.add(copy.target)
                continue
        at += 1
    return found


def _is_made(slot: int, parts: Sequence[Part]) -> bool:
    """Returns whether one of some parts makes an array that stays as it is."""
    for part in parts:
        match part:
            case Segment() if slot in part.outputs:
                return True
            case Repeat() if slot in part.stacked:
                return True
            case Branch() if slot in part.results:
                return True
            case _:
                pass
    return False


def readers(part: Part) -> Iterator[int]:
    """Yields the slots that a part reads, those in its body among them."""
    for each in walk((part,)):
        match each:
            case Segment() | Launches():
                yield from each.inputs
            case Copy():
                yield each.source
            case Repeat():
                yield from (array for array, _ in each.rows if array not in each.stacked)
            case While() | Branch():
                yield each.flag


def renamed(part: Part, names: Mapping[int, int]) -> Part:
    """Returns a part with other slots in place of some."""

    def of(slots: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([names.get(slot, slot) for slot in slots])

    def inside(parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple([renamed(each, names) for each in parts])

    match part:
        case Segment() | Launches():
            return replace(part, inputs=of(part.inputs), outputs=of(part.outputs))
        case Copy():
            return Copy(*of((part.source, part.target)))
        case Repeat():
            rows = tuple([(names.get(array, array), row) for array, row in part.rows])
            return replace(part, rows=rows, stacked=of(part.stacked), body=inside(part.body))
        case While():
            return replace(part, flag=names.get(part.flag, part.flag), body=inside(part.body))
        case Branch():
            flag = names.get(part.flag, part.flag)
            return Branch(flag, of(part.results), inside(part.true), inside(part.false))
