"""Matrix products, with what is made of their results elementwise."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from streamrt._ir.fusion.affine import Index, along, identity, through
from streamrt._ir.fusion.body import Body, Tensor
from streamrt._ir.fusion.cutting import APART, Cut, Cutter, inlined
from streamrt._ir.ops import BY_NAME
from streamrt._ir.program import Value

__all__ = ["make_product", "product_in"]

NARROW = 4
"""The columns up to which what is dear is not computed with a product: its vectors would be empty
for the most part, and a kernel of its own has full ones."""

DEAR = 0.15
"""The cost of an operation that is dear; see ops.py."""


def product_in(cutter: Cutter, value: Value) -> tuple[Value, Index] | None:
    """Returns the product that a value is made of, if one kernel can compute both.

    Returns:
        The product, and the index of its element that belongs to an element of the value, whose
        index is `walked(value)`.
    """
    whole = walked(value)
    if value.op.name == "matmul":
        return value, whole
    if cutter.separate or not value.op.is_elementwise or len(value.shape) < 2:
        return None
    seen, stack = set[int](), [(value, whole)]
    while stack:
        one, index = stack.pop()
        if id(one) in seen or id(one) in cutter.tensors:
            continue
        seen.add(id(one))
        if one.op.name == "matmul":
            if _fits(one, index, value):
                return None if _wastes_lanes(cutter, value) else (one, index)
        elif one.op.name == "reshape":
            inner = through(one, index, value.shape)
            if inner is not None:
                stack.append((one.operands[0], inner))
        elif one.op.is_elementwise:
            stack += [(operand, index) for operand in reversed(one.operands)]
    return None


def _wastes_lanes(cutter: Cutter, value: Value) -> bool:
    """Whether it is dear to compute, and its rows are too short for the vectors of a product."""
    return value.shape[-1] <= NARROW and any(
        one.op.is_elementwise and one.op.cost >= DEAR
        for one in inlined(value, cutter.tensors, through_reductions=False)
    )


def walked(value: Value) -> Index:
    """Returns the index that a kernel of products has for a value.

    It walks the last two loops also where these have one turn, as the kernel form has it.
    """
    batch, (n, m) = range(len(value.shape) - 2), range(len(value.shape) - 2, len(value.shape))
    return (*identity(batch, value.shape[:-2]), along(n), along(m))


def _fits(product: Value, index: Index, value: Value) -> bool:
    """Whether the rows and columns of a product are those of a value, maybe of several batches."""
    rows = len(value.shape) - 2
    is_same = product.size == value.size and product.shape[-1] == value.shape[-1]
    return is_same and all(loop < rows for _, steps in index[:-2] for loop, _ in steps)


def make_product(cutter: Cutter, value: Value, product: Value, index: Index) -> Tensor:
    """Makes the kernel of a value that is made of a matrix product, of elements at an index."""
    left, right = product.operands
    is_placed = id(product) in cutter.windows or id(product) in cutter.strides_of
    if value is product and _is_of_more_axes(left) and not (is_placed or cutter.separate):
        return _made_unfolded(cutter, product)
    rank = len(value.shape)
    # Factors are loaded by the terms that they have; a longer product reads on behind them.
    body = cutter.body((*value.shape, left.shape[-1]))
    batch, row, (n, m, k) = index[:-2], index[-2], range(rank - 2, rank + 1)
    _load_factor(cutter, body, left, (*batch, row, along(k)), (n, k))
    _load_factor(cutter, body, right, (*batch, along(k), along(m)), (k, m))
    if product.attributes:
        body.extents[k] *= product.attributes[0]
    body.product = product
    body.whole, own = index, walked(value)
    place = cutter.top(body, value, own)
    # It is not here if it is read along other axes, too, and so is stored; or if what needs it,
    # such as a factor of another product, was stored first.
    is_here = any(each.name == "product" for each in body.code)
    if id(product) in cutter.tensors or not is_here:
        return cutter.make_elementwise(value)
    return cutter.finish(Cut("product", body), value, own, place)


def _is_of_more_axes(left: Value) -> bool:
    """Whether the rows of a left factor are several axes of an array that may lie in any way."""
    if left.op.name != "reshape" or len(left.shape) != 2:
        return False
    shape = left.operands[0].shape
    # Without terms the last extents agree in any case, however many rows there are.
    return len(shape) > 2 and shape[-1] == left.shape[-1] and prod(shape[:-1]) == left.shape[0]


def _made_unfolded(cutter: Cutter, product: Value) -> Tensor:
    """Makes a product whose rows are several axes, by a loop for each of these."""
    shape = (*product.operands[0].operands[0].shape[:-1], product.shape[-1])
    seen = Value(
        BY_NAME["reshape"], (product,), (shape,), product.dtype, shape, product.number, product.site
    )
    cutter.kept.append(seen)
    index = through(seen, walked(seen), shape)
    assert index is not None  # rows of several axes are walked by these
    return cutter.reshaped(product, make_product(cutter, seen, product, index))


def _load_factor(
    cutter: Cutter, body: Body, factor: Value, index: Index, loops: tuple[int, int]
) -> None:
    """Writes the load of a factor, as the next operand; stores it before if need be."""
    count = len(body.accesses)
    base, inner = factor, index
    while base.op.group == "view" and id(base) not in cutter.tensors:
        mapped = through(base, inner, body.extents)
        if mapped is None:
            break
        base, inner = base.operands[0], mapped
    tensor = cutter.tensors.get(id(base))
    is_stored = base.op.group in APART
    is_whole = base.size == factor.size and base.op.group != "source"
    if tensor is None and (is_stored or is_whole or base is factor):
        tensor = cutter.find(base) or cutter.make(base)
    if tensor is not None:
        body.load(tensor, inner, tensor.strides)
        if len(body.accesses) > count and _is_factor(body.accesses[-1].steps, loops, body):
            return
        del body.accesses[count:], body.code[count:]
        body.forget()
    tensor = cutter.make_elementwise(factor)
    body.load(tensor, index, tensor.strides)


def _is_factor(steps: Sequence[int], loops: tuple[int, int], body: Body) -> bool:
    """Whether a matrix product takes an operand as it lies: unless a whole axis is one element."""
    return all(steps[loop] or body.extents[loop] == 1 for loop in loops)
