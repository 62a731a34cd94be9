"""Nests: makes the kernel form of a cut, with as few loops as its operands allow.

1. Loops of extent 1 go, and so do operands' axes along them.
2. Neighbouring loops that every operand walks as one become one, so an elementwise kernel over
   dense arrays has one loop whatever their rank. The loops of a row always become one.
3. If only the last loop around a row has elements side by side, and one reduction is all there is,
   the two change places: then sums lie side by side in vectors, and the kind is `columns`. A loop
   over the blocks of a long row stays outside of both.
4. A product of one column is written as its transpose, of one row: vectors run along rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from streamrt._ir.fusion.body import Access
from streamrt._ir.fusion.cutting import Cut, walked_as_one
from streamrt._ir.loops import Instruction, Loops, Operand, stages_of
from streamrt._ir.program import Value

__all__ = ["Nest", "nest"]


@dataclass(frozen=True, slots=True)
class Nest:
    """The kernel form of a cut, with what its operands and scalars are.

    Attributes:
        form: the kernel form.
        accesses: the operands, in the order of the form's; their steps are by the form's loops.
        scalars: the scalar parameters, in the order of the form's slots.
    """

    form: Loops
    accesses: tuple[Access, ...]
    scalars: tuple[Value, ...]


def nest(cut: Cut) -> Nest:
    """Returns the kernel form of a cut."""
    body = cut.body
    loops = _order(cut)
    groups = _merged(cut, loops)
    kind = cut.kind
    around = 3 if cut.block else 2  # from the loop beside the row on
    if kind == "rows" and _lies_in_columns(cut, groups, around):
        groups[-around:] = [*groups[1 - around :], groups[-around]]
        kind = "columns"
    ordered = _ordered(body.accesses)
    if kind == "product" and _extent(cut, groups[-2]) == 1:
        groups[-3:-1] = groups[-2], groups[-3]
        ordered[:2] = reversed(ordered[:2])
    number = {group[-1]: k for k, group in enumerate(groups)}
    extents = tuple([_extent(cut, group) for group in groups])
    accesses = [
        body.accesses[at]._replace(steps=_steps(body.accesses[at], groups)) for at in ordered
    ]
    if kind == "product":
        accesses[:2] = _factors(accesses[0], accesses[1], extents)
    form = Loops(
        kind=kind,
        extents=extents,
        operands=tuple([_operand(a, k, len(groups), kind) for k, a in enumerate(accesses)]),
        scalars=tuple(value.dtype.name for value in body.scalars),
        constants=tuple(body.constants),
        body=_renumbered(tuple(body.code), tuple(ordered), tuple(number.items())),
        block=cut.block,
    )
    return Nest(form, tuple(accesses), tuple(body.scalars))


def _order(cut: Cut) -> list[int]:
    """Returns the loops from the outside in: those of the row last."""
    row = cut.body.row
    return [loop for loop in range(len(cut.body.extents)) if loop not in row] + list(row)


def _extent(cut: Cut, group: Sequence[int]) -> int:
    extent = 1
    for loop in group:
        extent *= cut.body.extents[loop]
    return extent


def _merged(cut: Cut, loops: Sequence[int]) -> list[list[int]]:
    """Returns the loops that are left, each as the group of those that it stands for."""
    body = cut.body
    counted = {each.at for each in body.code if each.name == "index"}
    fixed = set(counted)
    rows = -1
    if cut.kind == "product":
        # A loop over batches joins the one over rows, if all batches have one right factor, and
        # each a left one of its own.
        rows = len(body.extents) - 3
        fixed |= set(range(rows, len(body.extents)))
    if cut.block:
        fixed |= {len(body.extents) - 2, len(body.extents) - 1}
    groups: list[list[int]] = []
    for loop in loops:
        in_row = loop in body.row
        if body.extents[loop] == 1 and loop not in fixed and not (in_row and len(body.row) == 1):
            continue
        joins = loop not in fixed or (loop == rows and loop not in counted)
        if groups and joins and groups[-1][-1] not in fixed:
            outer = groups[-1][-1]
            is_own = loop != rows or body.accesses[0].steps[outer]
            if in_row and outer in body.row and not prod(body.extents):
                groups[-1].append(loop)
                continue
            walked = walked_as_one(body.accesses, outer, loop, body.extents)
            if (outer in body.row) == in_row and walked and is_own:
                groups[-1].append(loop)
                continue
        groups.append([loop])
    if body.row and not any(group[-1] in body.row for group in groups):
        groups.append([body.row[-1]])
    return groups


def _steps(access: Access, groups: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple([access.steps[group[-1]] for group in groups])


def _factors(left: Access, right: Access, extents: Sequence[int]) -> list[Access]:
    """Returns the factors of a product; a loop of one turn gets the step of a dense array."""
    found: list[Access] = []
    count = len(extents)
    for access, (rows, columns) in (
        (left, (count - 3, count - 1)),
        (right, (count - 1, count - 2)),
    ):
        steps = list(access.steps)
        item = access.tensor.value.dtype.itemsize
        if not steps[columns]:
            steps[columns] = item if steps[rows] != item else item * max(1, extents[rows])
        if not steps[rows]:
            steps[rows] = item * max(1, extents[columns]) if steps[columns] == item else item
        found.append(access._replace(steps=tuple(steps)))
    return found


def _operand(access: Access, number: int, count: int, kind: str) -> Operand:
    walked = [loop for loop in range(count) if access.steps[loop]]
    last = count - 1
    if kind == "product" and number == 1:  # (..., k, m)
        walked[-2:] = [count - 1, count - 2]
    elif kind == "product" and number:  # the epilogue
        last = count - 2
    item = access.tensor.value.dtype.itemsize
    dense = last in walked and access.steps[last] == item
    return Operand(access.tensor.value.dtype.name, tuple(walked), dense, access.writes)


def _ordered(accesses: Sequence[Access]) -> list[int]:
    """Returns the places of inputs, then those of outputs."""
    return sorted(range(len(accesses)), key=lambda at: accesses[at].writes)


@lru_cache(maxsize=256)
def _renumbered(
    code: tuple[Instruction, ...], ordered: tuple[int, ...], loops: tuple[tuple[int, int], ...]
) -> tuple[Instruction, ...]:
    """Returns the body with operands and loops as the form numbers them, stores last.

    All shapes of a program have one body. It is remembered, so that their forms share it.
    """
    number = dict(loops)
    place_of = {at: place for place, at in enumerate(ordered)}
    kept = [k for k, each in enumerate(code) if each.name != "store"]
    kept += [k for k, each in enumerate(code) if each.name == "store"]
    new = {old: k for k, old in enumerate(kept)}
    found: list[Instruction] = []
    for old in kept:
        each = code[old]
        at = each.at
        if each.name in ("load", "store"):
            at = place_of[at]
        elif each.name == "index":
            at = number[at]
        inputs = tuple([new[k] for k in each.inputs])
        if at != each.at or inputs != each.inputs:
            each = Instruction(each.name, each.dtype, inputs, at, each.by)
        found.append(each)
    return tuple(found)


def _lies_in_columns(cut: Cut, groups: Sequence[Sequence[int]], around: int) -> bool:
    """Whether the last loop around the row has elements side by side, and the row has none."""
    body = cut.body
    if len(groups) < around or groups[-1][-1] not in body.row:
        return False
    row, beside = groups[-1][-1], groups[-around][-1]
    votes = 0
    for access in body.accesses:
        item = access.tensor.value.dtype.itemsize
        if access.writes and access.steps[row]:
            return False  # an element of each row is stored, too
        if access.steps[row] and access.steps[beside]:
            votes += (abs(access.steps[beside]) == item) - (abs(access.steps[row]) == item)
    return votes > 0 and max(stages_of(body.code), default=0) < 2
