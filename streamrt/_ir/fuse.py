"""Fusion: cuts a program into kernels.

1. Views cost nothing: they are folded into the steps of operands (affine.py).
2. Elementwise values are computed where they are used, also more than once. A value that is dear
   and that an earlier kernel computes already is stored by that one.
3. A kernel that reduces rows holds all that is made from reductions of these rows: softmax and
   layernorm are one kernel each. A reduction over other axes than the last ones is a kernel of its
   own, with what goes into it.
4. A long row is reduced in blocks of a fixed length, whatever the number of workers, and another
   kernel reduces what the blocks gave.
5. A matrix product takes what is made of its result elementwise into its kernel.
6. A kernel has at most `MOST_OPS` operations and `MOST_OPERANDS` operands. Whatever does not fit is
   stored, and loaded by the next one.
7. Results over equal loops that need nothing of each other share a kernel.

`fuse(program, ..., separate=True)` stores every value instead; tests compare the two.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from streamrt._compile.layout import is_dense
from streamrt._ir.affine import Index, along, identity, through, unfolded
from streamrt._ir.body import Body, Tensor
from streamrt._ir.loops import BLOCK
from streamrt._ir.ops import BY_NAME, Op
from streamrt._ir.program import Program, Shape, Value

__all__ = ["LONG", "MOST_OPERANDS", "MOST_OPS", "Cut", "Fused", "fuse"]

LONG = 4 * BLOCK
"""The length above which a row is reduced in blocks."""

MOST_OPS = 64
MOST_OPERANDS = 28
DEAR = 0.2
"""The cost of an operation above which a value is not computed again in another kernel."""

PARTIAL = Op(-1, "partial", "reduce")
"""Stands for the partial results of a reduction in blocks; never in a program's bytes."""


@dataclass(slots=True)
class Cut:
    """One kernel: a body over loops, before the loops are merged.

    Attributes:
        kind: as in loops.py: `elementwise`, `rows` or `product`.
        body: its body.
        block: the elements of a block; 0 without blocks.
    """

    kind: str
    body: Body
    block: int = 0


@dataclass(slots=True)
class Fused:
    """A program cut into kernels.

    Attributes:
        cuts: the kernels, in an order in which they may run.
        results: the tensor of each result.
        tensors: every tensor that a kernel writes, in the order in which they were made.
    """

    cuts: list[Cut] = field(default_factory=list[Cut])
    results: list[Tensor] = field(default_factory=list[Tensor])
    tensors: list[Tensor] = field(default_factory=list[Tensor])


def fuse(
    program: Program,
    strides: Sequence[tuple[int, ...] | None] = (),
    *,
    separate: bool = False,
) -> Fused:
    """Cuts a program into kernels.

    Args:
        program: the program, after its passes.
        strides: the byte strides of each parameter that is an array; None, and a missing one, is
            dense in C order.
        separate: whether to store every value, as a reference for tests.
    """
    return _Fuser(program, strides, separate=separate).run()


class _Fuser:
    def __init__(
        self, program: Program, strides: Sequence[tuple[int, ...] | None], *, separate: bool
    ) -> None:
        self._program = program
        self._separate = separate
        self._fused = Fused()
        self._tensors: dict[int, Tensor] = {}
        self._kept: list[Value] = []  # values made here, whose ids are keys
        self._cut: set[int] = set()
        for number, value in enumerate(program.parameters):
            given = strides[number] if number < len(strides) else None
            if not value.attributes[1]:
                dense = Tensor.dense(value)
                self._tensors[id(value)] = dense if given is None else Tensor(value, given)

    def run(self) -> Fused:
        """Makes the kernels of all results."""
        self._look_around()
        arguments = dict(self._tensors)
        for result in self._program.results:
            tensor = arguments.get(id(result)) or self._tensors.get(id(result))
            tensor = tensor or self._beside(result) or self._make(result)
            self._fused.results.append(tensor)
        return self._fused

    def _look_around(self) -> None:
        """Finds the values that are stored because too much would be fused otherwise."""
        masks: dict[int, int] = {}
        arrays = 0
        for bit, value in enumerate(self._program.values()):
            mask, dear = 0, list[Value]()
            for operand in value.operands:
                mask |= masks[id(operand)]
                dear.append(operand)
            dear.sort(key=lambda one: masks[id(one)].bit_count())
            while dear and (
                (mask & ~arrays).bit_count() >= MOST_OPS
                or (mask & arrays).bit_count() >= MOST_OPERANDS
            ):
                operand = _below_views(dear.pop())
                if operand.op.group != "source":
                    self._cut.add(id(operand))
                mask = 0
                for other in dear:
                    mask |= masks[id(other)]
            group = value.op.group
            if group == "source":
                is_array = bool(value.shape) and value.op.name != "iota"
                mask = 1 << bit if is_array else 0
                arrays |= mask
            elif group in ("join", "product"):
                mask = 1 << bit
                arrays |= mask
            elif group != "view":
                mask |= 1 << bit
            masks[id(value)] = mask

    # -- tensors --------------------------------------------------------------------------------

    def _find(self, value: Value) -> Tensor | None:
        """Returns the tensor of a value; None if whoever asks is to compute it."""
        tensor = self._tensors.get(id(value))
        if tensor is not None:
            return tensor
        if value.op.name == "constant":
            tensor = self._tensors[id(value)] = Tensor.dense(value)
            return tensor
        if value.op.is_elementwise and value.op.cost >= DEAR:
            tensor = self._tapped(value)
        if tensor is None and (
            id(value) in self._cut or (self._separate and value.op.group not in ("source", "view"))
        ):
            tensor = self._make(value)
        return tensor

    def _new_tensor(self, value: Value, maker: int) -> Tensor:
        tensor = self._tensors[id(value)] = Tensor.dense(value, maker)
        self._fused.tensors.append(tensor)
        return tensor

    def _tapped(self, value: Value) -> Tensor | None:
        """Has an earlier kernel store a value that it computes; None if none does."""
        for number, cut in enumerate(self._fused.cuts):
            index = None if cut.block else _natural(value.shape, cut.body)
            if index is None:
                continue
            place = cut.body.known.get((id(value), index))
            if place is not None and len(cut.body.accesses) < MOST_OPERANDS:
                tensor = self._new_tensor(value, number)
                cut.body.store(value, index, tensor, place)
                return tensor
        return None

    # -- kernels --------------------------------------------------------------------------------

    def _make(self, value: Value) -> Tensor:
        """Returns the tensor of a value, and makes the kernel that writes it."""
        known = self._tensors.get(id(value)) or self._tapped(value)
        if known is not None:
            return known
        if value.op.group == "join":
            return self._join(value)
        if value.op.name == "reshape" and value.operands[0].op.group in ("reduce", "product"):
            return self._reshaped(value)
        reductions = self._reductions_in(value)
        for reduction in reductions:
            made = self._make_rows(value, reduction)
            if made is not None:
                return made
        for reduction in reductions:
            self._make(reduction)
        product = self._product_in(value)
        if product is not None:
            return self._make_product(value, product)
        return self._make_elementwise(value)

    def _reshaped(self, value: Value) -> Tensor:
        """Stores a reshaped value: its operand, looked at in another shape."""
        made = self._make(value.operands[0])
        tensor = self._tensors[id(value)] = Tensor.dense(value, made.maker, made.memory)
        return tensor

    def _dense(self, value: Value) -> Tensor:
        """Returns a tensor of a value that lies densely in C order; maybe a copy."""
        tensor = self._make(value)
        if not is_dense(value.shape, tensor.strides, value.dtype.itemsize):
            body = self._body(value.shape)
            index = identity(range(len(value.shape)), value.shape)
            place = body.load(tensor, index, tensor.strides)
            tensor = self._finish(Cut("elementwise", body), value, index, place)
        return tensor

    def _body(self, extents: Sequence[int], row: tuple[int, ...] = ()) -> Body:
        return Body(list(extents), row, self._find, self._make, self._dense)

    def _finish(self, cut: Cut, value: Value, index: Index, place: int) -> Tensor:
        self._fused.cuts.append(cut)
        tensor = self._new_tensor(value, len(self._fused.cuts) - 1)
        cut.body.store(value, index, tensor, place)
        return tensor

    def _make_elementwise(self, value: Value) -> Tensor:
        body = self._body(value.shape)
        index = identity(range(len(value.shape)), value.shape)
        place = self._top(body, value, index)
        return self._finish(Cut("elementwise", body), value, index, place)

    def _top(self, body: Body, value: Value, index: Index) -> int:
        """Writes the value that a kernel is made for, even if it would be stored elsewhere."""
        self._cut.discard(id(value))
        group = value.op.group
        if not self._separate or group in ("source", "view"):
            return body.express(value, index)
        if group == "product":
            return body.apply("product", value.dtype.name, ())
        inner = body.row_index(value, index) if group == "reduce" else index
        assert inner is not None
        inputs = tuple([body.express(operand, inner) for operand in value.operands])
        if _reduces(value):
            return body.apply("reduce", value.dtype.name, inputs, by=value.op.name)
        if group == "reduce":
            return inputs[0]
        return body.apply(value.op.name, value.dtype.name, inputs)

    def _beside(self, value: Value) -> Tensor | None:
        """Computes a result in a kernel that is there already; None if it does not fit in."""
        if self._separate or not (value.op.is_elementwise or value.op.group == "reduce"):
            return None
        for number in range(len(self._fused.cuts) - 1, -1, -1):
            cut = self._fused.cuts[number]
            if cut.kind == "product" or cut.block or len(cut.body.code) > MOST_OPS // 2:
                continue
            index = _natural(value.shape, cut.body)
            if index is None or not self._is_ready(value, number, cut):
                continue
            place = cut.body.express(value, index)
            if not _is_legal(cut):
                return None
            tensor = self._new_tensor(value, number)
            cut.body.store(value, index, tensor, place)
            return tensor
        return None

    def _is_ready(self, value: Value, number: int, cut: Cut) -> bool:
        """Whether a kernel could compute a value from what is complete before it."""
        operands = 0
        for one in _inlined(value, self._tensors, through_reductions=True):
            tensor = self._tensors.get(id(one))
            if tensor is not None:
                operands += 1
                if tensor.maker >= number:
                    return False
            elif one.op.group in ("product", "join") or id(one) in self._cut:
                return False
            elif _reduces(one):
                shape, axes = one.operands[0].shape, one.attributes[0]
                if (
                    cut.kind != "rows"
                    or list(shape) != cut.body.extents
                    or axes != cut.body.row
                    or one.op is PARTIAL
                ):
                    return False
        return len(cut.body.accesses) + operands < MOST_OPERANDS

    # -- rows -----------------------------------------------------------------------------------

    def _reductions_in(self, value: Value) -> list[Value]:
        """Returns the reductions that a value is made of and that are computed with it."""
        if self._separate:
            return [value] if _reduces(value) else []
        return [
            one
            for one in _inlined(value, self._tensors, through_reductions=False)
            if _reduces(one) and id(one) not in self._tensors
        ]

    def _make_rows(self, value: Value, reduction: Value) -> Tensor | None:
        """Makes a kernel that reduces rows; None if the value does not fit those of a reduction."""
        axes: Shape = reduction.attributes[0]
        shape = reduction.operands[0].shape
        if value.shape == shape and not _are_last(axes, shape):
            return None
        pieces = _pieces(axes)
        if len(pieces) > 1:
            return self._in_turns(value, reduction, pieces) if value is reduction else None
        length = 1
        for axis in axes:
            length *= shape[axis]
        if length > LONG and reduction.op.name not in ("argmax", "argmin"):
            return self._in_blocks(value, reduction, length) if value is reduction else None
        for _ in range(2):
            body = self._body(shape, axes)
            index = _natural(value.shape, body)
            if index is None:
                return None
            place = self._top(body, value, index)
            cut = Cut("rows", body)
            if _is_legal(cut):
                return self._finish(cut, value, index, place)
            if value is not reduction:
                return None
            self._dense(reduction.operands[0])
        raise AssertionError("a dense operand can be walked by one loop")

    def _in_turns(self, value: Value, reduction: Value, pieces: list[Shape]) -> Tensor:
        """Reduces axes that are not neighbours: the last ones first."""
        inner = self._derived(reduction, reduction.operands[0], pieces[-1])
        outer = self._derived(reduction, inner, tuple(a for piece in pieces[:-1] for a in piece))
        tensor = self._tensors[id(value)] = self._make(outer)
        return tensor

    def _derived(self, like: Value, operand: Value, axes: Shape) -> Value:
        """Returns a value that reduces other axes in the way of a reduction."""
        shape = tuple(n for axis, n in enumerate(operand.shape) if axis not in axes)
        made = Value(like.op, (operand,), (axes,), like.dtype, shape, like.number, like.site)
        self._kept.append(made)
        return made

    def _in_blocks(self, value: Value, reduction: Value, length: int) -> Tensor:
        """Reduces long rows: blocks of them first, then what these gave."""
        axes: Shape = reduction.attributes[0]
        operand = reduction.operands[0]
        shape = operand.shape
        if len(axes) > 1 or not _are_last(axes, shape):
            return self._flattened(value, reduction, length)
        blocks = -(-length // BLOCK)
        kept = tuple(n for axis, n in enumerate(shape) if axis not in axes)
        partial = Value(
            PARTIAL, (operand,), (reduction.op.name,), reduction.dtype, (*kept, blocks),
            reduction.number, reduction.site,
        )  # fmt: skip
        self._kept.append(partial)
        # Loops: the kept axes, the blocks, and the long axis.
        outer = range(len(kept))
        body = self._body((*kept, blocks, length), (len(kept) + 1,))
        index = (*identity(outer, kept), along(len(kept) + 1))
        place = body.express(operand, index)
        place = body.apply("reduce", reduction.dtype.name, (place,), by=reduction.op.name)
        self._finish(
            Cut("rows", body, BLOCK), partial, (*identity(outer, kept), along(len(kept))), place
        )
        whole = self._derived(reduction, partial, (len(kept),))
        tensor = self._tensors[id(value)] = self._make(whole)
        return tensor

    def _flattened(self, value: Value, reduction: Value, length: int) -> Tensor:
        """Reduces long axes that are several, or not the last: as one axis at the end."""
        axes: Shape = reduction.attributes[0]
        operand = reduction.operands[0]
        kept = tuple(axis for axis in range(len(operand.shape)) if axis not in axes)
        order = (*kept, *axes)
        moved = operand
        if order != tuple(range(len(order))):
            moved = self._view(operand, "transpose", order, [operand.shape[a] for a in order])
        shape = (*(operand.shape[axis] for axis in kept), length)
        moved = self._view(moved, "reshape", shape, shape)
        tensor = self._make(self._derived(reduction, moved, (len(kept),)))
        self._tensors[id(value)] = tensor
        return tensor

    def _view(self, of: Value, name: str, attribute: Shape, shape: Sequence[int]) -> Value:
        made = Value(BY_NAME[name], (of,), (attribute,), of.dtype, tuple(shape), of.number, of.site)
        self._kept.append(made)
        return made

    # -- products and joins ---------------------------------------------------------------------

    def _product_in(self, value: Value) -> Value | None:
        """Returns the matrix product that a value is made of, if its kernel can compute the value."""
        if value.op.name == "matmul":
            return value
        if self._separate or not value.op.is_elementwise:
            return None
        for one in _inlined(value, self._tensors, through_reductions=False):
            is_here = one.op.name == "matmul" and id(one) not in self._tensors
            if is_here and one.shape == value.shape:
                return one
        return None

    def _make_product(self, value: Value, product: Value) -> Tensor:
        left, right = product.operands
        rank = len(product.shape)
        body = self._body((*product.shape, left.shape[-1]))
        batch, (n, m, k) = range(rank - 2), range(rank - 2, rank + 1)
        for factor, loops in ((left, (*batch, n, k)), (right, (*batch, k, m))):
            self._load_factor(body, factor, loops)
        body.product = product
        body.whole = identity(range(rank), product.shape)
        place = self._top(body, value, body.whole)
        return self._finish(Cut("product", body), value, body.whole, place)

    def _load_factor(self, body: Body, factor: Value, loops: tuple[int, ...]) -> None:
        """Writes the load of a factor, as the next operand; stores it before if need be."""
        index = tuple(along(loop) for loop in loops)
        count = len(body.accesses)
        base, inner = factor, index
        while base.op.group == "view" and id(base) not in self._tensors:
            mapped = through(base, inner, body.extents)
            if mapped is None:
                break
            base, inner = base.operands[0], mapped
        tensor = self._tensors.get(id(base))
        if (tensor is None and base.op.group in ("join", "product", "reduce")) or base is factor:
            tensor = self._find(base) or self._make(base)
        if tensor is not None:
            body.load(tensor, inner, tensor.strides)
            if len(body.accesses) > count and _is_factor(
                body.accesses[-1].steps, loops, body, factor
            ):
                return
            del body.accesses[count:], body.code[count:]
            body.forget()
        tensor = self._make_elementwise(factor)
        body.load(tensor, index, tensor.strides)

    def _join(self, value: Value) -> Tensor:
        """Makes a kernel for each part of a value that is put together from parts."""
        tensor = Tensor.dense(value)
        self._fused.tensors.append(tensor)
        if value.op.name == "update":
            starts, steps = value.attributes
            self._put(value.operands[0], tensor, [(0, 1)] * len(value.shape))
            self._put(value.operands[1], tensor, list(zip(starts, steps, strict=True)))
        else:
            at = 0
            for part in value.operands:
                places = [(0, 1)] * len(value.shape)
                places[value.attributes[0]] = (at, 1)
                self._put(part, tensor, places)
                at += part.shape[value.attributes[0]]
        tensor.maker = len(self._fused.cuts) - 1
        self._tensors[id(value)] = tensor
        return tensor

    def _put(self, part: Value, tensor: Tensor, places: Sequence[tuple[int, int]]) -> None:
        """Makes the kernel that writes a part of a tensor."""
        if self._reductions_in(part) or self._product_in(part) is not None:
            self._make(part)
        body = self._body(part.shape)
        index = identity(range(len(part.shape)), part.shape)
        place = body.express(part, index)
        there = tuple(
            (start, tuple((loop, s * step) for loop, s in one[1]))
            for (start, step), one in zip(places, index, strict=True)
        )
        self._fused.cuts.append(Cut("elementwise", body))
        body.store(part, there, tensor, place)


# -- facts about values and bodies ------------------------------------------------------------------


def _inlined(
    value: Value, tensors: dict[int, Tensor], *, through_reductions: bool
) -> Iterator[Value]:
    """Gives what a value is made of in one kernel, and the tensors and others at its borders."""
    seen, stack = set[int](), [value]
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        group = one.op.group
        if id(one) in tensors or group in ("join", "product", "source"):
            continue
        if not _reduces(one) or through_reductions:
            stack += reversed(one.operands)


def _reduces(value: Value) -> bool:
    """Whether it is a reduction, over one axis at least."""
    return value.op.group == "reduce" and bool(value.attributes[0])


def _below_views(value: Value) -> Value:
    while value.op.group == "view":
        value = value.operands[0]
    return value


def _natural(shape: Shape, body: Body) -> Index | None:
    """Returns the index at which a kernel computes a value of that shape; None if nowhere.

    It is an element of all loops, or in a kernel that reduces rows one element for each row.
    """
    extents = tuple(body.extents[:-1] if body.product is not None else body.extents)
    if shape == extents:
        return identity(range(len(shape)), shape)
    if not body.row:
        return None
    kept = [loop for loop in range(len(extents)) if loop not in body.row]
    outer = tuple(extents[loop] for loop in kept)
    if prod(outer) != prod(shape):
        return None
    return unfolded(identity(kept, outer), outer, shape, extents)


def _are_last(axes: Shape, shape: Shape) -> bool:
    return axes == tuple(range(len(shape) - len(axes), len(shape)))


def _pieces(axes: Shape) -> list[Shape]:
    """Returns the runs of neighbours among axes."""
    found: list[Shape] = []
    for axis in axes:
        if found and found[-1][-1] == axis - 1:
            found[-1] = (*found[-1], axis)
        else:
            found.append((axis,))
    return found


def _is_legal(cut: Cut) -> bool:
    """Whether a kernel that reduces rows can walk each of its operands' rows by one loop."""
    body = cut.body
    if not prod(body.extents):
        return True
    if len(body.row) > 1 and any(
        each.name == "index" and each.at in body.row for each in body.code
    ):
        return False
    for access in body.accesses:
        long = [loop for loop in body.row if body.extents[loop] > 1]
        for outer, inner in itertools.pairwise(long):
            if access.steps[outer] != access.steps[inner] * body.extents[inner]:
                return False
    if not body.row or _are_last(body.row, tuple(body.extents)):
        return True
    found: list[int] = []
    for each in body.code:
        below = max((found[k] for k in each.inputs), default=0)
        found.append(below + (each.name == "reduce"))
    return max(found, default=0) < 2


def _is_factor(steps: Sequence[int], loops: Sequence[int], body: Body, factor: Value) -> bool:
    """Whether a matrix product takes an operand as it lies: rows or columns side by side."""
    rows, columns = loops[-2:]
    item = factor.dtype.itemsize
    for dense, pitch in ((columns, rows), (rows, columns)):
        n = body.extents[dense]
        if steps[dense] == item or n == 1:
            if steps[pitch] >= item * max(1, n) or body.extents[pitch] == 1:
                return True
    return False
