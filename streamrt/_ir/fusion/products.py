"""Matrix products, with what is made of their results elementwise."""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._ir.fusion.affine import along, identity, through
from streamrt._ir.fusion.body import Body, Tensor
from streamrt._ir.fusion.cutting import Cut, Cutter, inlined
from streamrt._ir.program import Value

__all__ = ["make_product", "product_in"]


def product_in(cutter: Cutter, value: Value) -> Value | None:
    """Returns the product that a value is made of, if one kernel can compute both."""
    if value.op.name == "matmul":
        return value
    if cutter.separate or not value.op.is_elementwise:
        return None
    for one in inlined(value, cutter.tensors, through_reductions=False):
        is_here = one.op.name == "matmul" and id(one) not in cutter.tensors
        if is_here and one.shape == value.shape:
            return one
    return None


def make_product(cutter: Cutter, value: Value, product: Value) -> Tensor:
    """Makes the kernel of a value that is made of a matrix product."""
    left, right = product.operands
    rank = len(product.shape)
    body = cutter.body((*product.shape, left.shape[-1]))
    batch, (n, m, k) = range(rank - 2), range(rank - 2, rank + 1)
    for factor, loops in ((left, (*batch, n, k)), (right, (*batch, k, m))):
        _load_factor(cutter, body, factor, loops)
    body.product = product
    # Outputs walk the last two loops also where these have one turn, as the kernel form has it.
    body.whole = (*identity(batch, product.shape[:-2]), along(n), along(m))
    place = cutter.top(body, value, body.whole)
    # It is not here if it is read along other axes, too, and so is stored; or if what needs it,
    # such as a factor of another product, was stored first.
    is_here = any(each.name == "product" for each in body.code)
    if id(product) in cutter.tensors or not is_here:
        return cutter.make_elementwise(value)
    return cutter.finish(Cut("product", body), value, body.whole, place)


def _load_factor(cutter: Cutter, body: Body, factor: Value, loops: tuple[int, ...]) -> None:
    """Writes the load of a factor, as the next operand; stores it before if need be."""
    index = tuple(along(loop) for loop in loops)
    count = len(body.accesses)
    base, inner = factor, index
    while base.op.group == "view" and id(base) not in cutter.tensors:
        mapped = through(base, inner, body.extents)
        if mapped is None:
            break
        base, inner = base.operands[0], mapped
    tensor = cutter.tensors.get(id(base))
    if (
        tensor is None and base.op.group in ("join", "product", "reduce", "call")
    ) or base is factor:
        tensor = cutter.find(base) or cutter.make(base)
    if tensor is not None:
        body.load(tensor, inner, tensor.strides)
        if len(body.accesses) > count and _is_factor(body.accesses[-1].steps, loops, body):
            return
        del body.accesses[count:], body.code[count:]
        body.forget()
    tensor = cutter.make_elementwise(factor)
    body.load(tensor, index, tensor.strides)


def _is_factor(steps: Sequence[int], loops: Sequence[int], body: Body) -> bool:
    """Whether a matrix product takes an operand as it lies: unless a whole axis is one element."""
    return all(steps[loop] or body.extents[loop] == 1 for loop in loops[-2:])
