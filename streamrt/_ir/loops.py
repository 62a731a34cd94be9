"""The kernel form: a nest of loops, with operands that are walked by strides and one flat body.

Fusion (fuse.py) makes it from a program; each kind of device writes its kernels from it. It knows
no lanes, masks, unrolling or threads: those are the emitter's.

1. Loops are numbered from the outside in. The last one is the innermost, in which elements lie
   side by side, if they do anywhere.
2. An operand says for each of its axes which loop walks it. A loop that walks none of its axes
   finds the same element each turn: that is broadcasting.
3. The body is a list of instructions; each names its inputs by their places in the list. An
   instruction that depends on an element of the innermost loop is computed for each element; the
   others once for each turn of the loops around it (`levels`).
4. Extents, strides, addresses and scalars are known when the kernel is launched. Everything else
   is part of the code, so two forms with equal `skeleton` share it.
5. An elementwise form may have turns: each element runs a part of the body that many times, and
   carries values from one turn to the next. `carry` is such a value, and `next` says what it is in
   the next turn. What depends on a `carry` or on `turn` runs in each turn (`turning`), and all else
   before the first one. Stores come after the last turn, and a `carry` is what it has become by
   then; after no turns it is its input. Each `carry` is stored, and is as wide as what holds it: if
   the last loop does not walk that operand, all its elements carry one value.

The kinds:

`elementwise`  each turn of all loops stores its elements. Nothing is reduced.
`rows`         the last loop is reduced. `reduce` gives one value a row; a later instruction may use
               it beside elements of the row again, which takes another pass over the row, a stage.
               If `block` is not 0, the last two loops are one long axis in pieces: the loop before
               the last counts blocks, and the last one runs over the elements of one, `block` of
               them, fewer in the last block. Operands walk the long axis by the last loop; only
               outputs have an axis for the loop before it.
`columns`      the loop before the last is reduced, so its sums lie side by side in vectors. There
               is one stage: an instruction after `reduce` uses reduced values, and elements of
               operands that the reduced loop does not walk. `block` is as for rows: the loop before
               the reduced one counts blocks of that many turns.
`product`      the loops are those of the result, and at the end the one that is summed over. The
               first two operands are the factors, `(..., n, k)` and `(..., k, m)`; the instruction
               `product` is their product at an element of the result. The others are the epilogue,
               and the last loop walks none of their operands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

__all__ = [
    "BLOCK", "Instruction", "Loops", "Operand", "depths", "held", "levels", "needed", "stages",
    "stages_of", "turning",
]  # fmt: skip

BLOCK = 8192
"""The elements that one partial result of a long reduction is made of, whatever the workers."""


class Operand(NamedTuple):
    """An array that a kernel reads or writes.

    Attributes:
        dtype: the dtype of its elements.
        loops: for each of its axes the loop that walks it; each loop stands there at most once.
        dense: whether the axis of the last loop has elements side by side. False without such an
            axis. Emitted code checks it when it is launched. In a product, what is no factor has
            elements side by side along the columns of the result, the loop before the last; of the
            factors it says nothing that code depends on.
        writes: whether it is an output; no output shares an element with any other operand,
            except that the runtime may pass the memory of an input whose loops and dtype are the
            same and that no later stage reads.
    """

    dtype: str
    loops: tuple[int, ...]
    dense: bool
    writes: bool = False


class Instruction(NamedTuple):
    """One instruction of a body.

    Attributes:
        name: an elementwise operation's name from ops.py, or one of these:
            `load`      an element of operand `at`
            `store`     puts its input into operand `at`; it has no result
            `scalar`    the scalar in slot `at`
            `constant`  the constant `at`
            `index`     the index of loop `at`, as i64
            `carry`     the carried value `at`, at the beginning of a turn; its input before the
                        first one
            `next`      makes its input the carried value `at` of the next turn; it has no result
            `turn`      the number of the turn, from 0 on, as i64
            `reduce`    its input, reduced along the reduced loop by the operation `by`
            `product`   an element of the product of the first two operands
        dtype: of its result; for a store, of what it stores.
        inputs: places of earlier instructions.
        at: a number, where the name says so.
        by: `sum`, `prod`, `max`, `min`, `any`, `all`, `argmax` or `argmin`. The last two give i64
            indexes along the reduced axis; NaN counts as the extreme value.
    """

    name: str
    dtype: str
    inputs: tuple[int, ...] = ()
    at: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True)
class Loops:
    """One kernel, as loops.

    Attributes:
        kind: `elementwise`, `rows`, `columns` or `product`.
        extents: the extent of each loop. A loop over blocks has the number of blocks, and the long
            axis it divides keeps its whole extent.
        operands: inputs first, then outputs, of which there is at least one.
        scalars: the dtypes of the scalar slots.
        constants: dtype and value of each constant; a value is an int, a float or a bool.
        body: the instructions; the last ones are stores.
        block: the elements of a block; 0 without blocks.
        turns: the scalar slot with the number of turns, an i64; -1 without turns.
    """

    kind: str
    extents: tuple[int, ...]
    operands: tuple[Operand, ...]
    scalars: tuple[str, ...]
    constants: tuple[tuple[str, Any], ...]
    body: tuple[Instruction, ...]
    block: int = 0
    turns: int = -1

    @property
    def inputs(self) -> tuple[Operand, ...]:
        """The operands that are read."""
        return tuple(operand for operand in self.operands if not operand.writes)

    @property
    def outputs(self) -> tuple[Operand, ...]:
        """The operands that are written."""
        return tuple(operand for operand in self.operands if operand.writes)

    @property
    def reduced(self) -> int:
        """The number of the loop that is reduced; -1 in an elementwise kernel."""
        last = len(self.extents) - 1
        return {"elementwise": -1, "rows": last, "columns": last - 1, "product": last}[self.kind]

    @property
    def lanes(self) -> int:
        """The number of the loop along which vectors run: the last one, or a product's columns."""
        return len(self.extents) - (2 if self.kind == "product" else 1)

    def skeleton(self) -> Loops:
        """Returns the part that code depends on: without extents and the values of constants."""
        unknown = tuple((dtype, None) for dtype, _ in self.constants)
        return replace(self, extents=(0,) * len(self.extents), constants=unknown)

    def shape_of(self, operand: Operand) -> tuple[int, ...]:
        """Returns the extents of an operand."""
        return tuple(self.extents[loop] for loop in operand.loops)

    def signature(self) -> str:
        """Returns the signature of the kernel: `x0: f32[d0, d1], out y0: f32[d0, d1], s0: f32`."""
        parts: list[str] = []
        for prefix, mode, operands in (("x", "", self.inputs), ("y", "out ", self.outputs)):
            for k, operand in enumerate(operands):
                dims = ", ".join(f"d{loop}" for loop in operand.loops)
                parts.append(f"{mode}{prefix}{k}: {operand.dtype}[{dims}]")
        parts += [f"s{k}: {dtype}" for k, dtype in enumerate(self.scalars)]
        return ", ".join(parts)

    def extent_words(self) -> dict[int, int]:
        """Returns the layout word that holds the extent of each loop that an operand has.

        These are the words of a kernel of this signature: extents in the order in which it names
        them, then the byte strides of each operand.
        """
        seen = dict.fromkeys(loop for operand in self.operands for loop in operand.loops)
        return {loop: word for word, loop in enumerate(seen)}

    def stride_words(self) -> list[dict[int, int]]:
        """Returns for each operand the layout word of its byte stride along each of its loops."""
        word, found = len(self.extent_words()), list[dict[int, int]]()
        for operand in self.operands:
            found.append({loop: word + k for k, loop in enumerate(operand.loops)})
            word += len(operand.loops)
        return found


def levels(form: Loops) -> list[bool]:
    """Returns for each instruction whether it differs from turn to turn of the last loop.

    In a `columns` kernel that says nothing of the reduced loop; `stages` does.
    """
    last = form.lanes
    holders = held(form) if form.turns >= 0 else {}
    found: list[bool] = []
    for each in form.body:
        if each.name in ("load", "store"):
            found.append(last in form.operands[each.at].loops)
        elif each.name == "carry":
            found.append(last in holders[each.at].loops)
        elif each.name == "index":
            found.append(each.at == last)
        elif each.name == "product":
            found.append(True)
        elif each.name == "reduce" and form.kind == "rows":
            found.append(False)
        else:
            found.append(any(found[k] for k in each.inputs))
    return found


def depths(form: Loops) -> list[int]:
    """Returns for each instruction the innermost loop that it depends on; -1 for none."""
    holders = held(form) if form.turns >= 0 else {}
    found: list[int] = []
    for each in form.body:
        depth = max((found[k] for k in each.inputs), default=-1)
        if each.name in ("load", "store"):
            depth = max(depth, *form.operands[each.at].loops, -1)
        elif each.name == "carry":
            depth = max(depth, *holders[each.at].loops, -1)
        elif each.name == "index":
            depth = max(depth, each.at)
        found.append(depth)
    return found


def held(form: Loops) -> dict[int, Operand]:
    """Returns for each carried value the operand that holds it in the end."""
    sources = [(form.body[each.inputs[0]], each) for each in form.body if each.name == "store"]
    return {
        source.at: form.operands[store.at] for source, store in sources if source.name == "carry"
    }


def turning(form: Loops) -> list[bool]:
    """Returns for each instruction whether it belongs to the turns of a form that has some."""
    if form.turns < 0:
        return [False] * len(form.body)
    found: list[bool] = []
    for each in form.body:
        is_one = each.name in ("carry", "next", "turn") or any(found[k] for k in each.inputs)
        found.append(is_one and each.name != "store")
    return found


def needed(form: Loops, targets: Iterable[int], known: Iterable[int] = ()) -> list[int]:
    """Returns the instructions that the targets need, and the targets, in order.

    Args:
        form: the kernel.
        targets: instructions.
        known: instructions whose values are there; neither they nor what they need is returned.
    """
    seen, stack = set(known), list(targets)
    found: set[int] = set()
    while stack:
        number = stack.pop()
        if number not in seen:
            seen.add(number)
            found.add(number)
            stack += form.body[number].inputs
    return sorted(found)


def stages(form: Loops) -> list[int]:
    """Returns for each instruction how many reductions in a row have to end before it."""
    return stages_of(form.body)


def stages_of(body: Sequence[Instruction]) -> list[int]:
    """Like `stages`, for a body without a form."""
    found: list[int] = []
    for each in body:
        below = _most(each.inputs, found)
        found.append(below + 1 if each.name == "reduce" else below)
    return found


def _most(inputs: Sequence[int], found: Sequence[int]) -> int:
    return max([found[k] for k in inputs], default=0)
