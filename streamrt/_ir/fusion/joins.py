"""Values that are put together from parts: a kernel for each part.

An update of a value that nothing else reads is written to the memory of that value. So a loop that
writes to one element after the other copies nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from streamrt._ir.fusion.affine import identity, moved
from streamrt._ir.fusion.body import Tensor, TooLongError
from streamrt._ir.fusion.cutting import Cut, Cutter, inlined
from streamrt._ir.fusion.products import product_in
from streamrt._ir.fusion.rows import reductions_in
from streamrt._ir.fusion.sharing import Shared
from streamrt._ir.program import Value

__all__ = ["make_join"]


def make_join(cutter: Cutter, value: Value) -> Tensor:
    """Makes the kernels of all parts of a value that is put together from parts."""
    old, window = value.operands[0], cutter.windows.pop(id(value), None)
    if value.op.name == "update" and old.op.group == "join" and cutter.is_read_once(old):
        if window is not None and id(old) not in cutter.tensors:
            cutter.windows[id(old)] = window
        tensor = cutter.make(old)
    else:
        tensor = Tensor.dense(value) if window is None else window
        old = value
    if value.op.name == "update":
        starts, steps = value.attributes
        if old is value:
            _put(cutter, value.operands[0], tensor, [(0, 1)] * len(value.shape))
        _put(cutter, value.operands[1], tensor, list(zip(starts, steps, strict=True)))
    else:
        _concatenate(cutter, value, tensor)
    tensor.maker = len(cutter.fused.cuts) - 1
    cutter.tensors[id(value)] = tensor
    return tensor


def _concatenate(cutter: Cutter, value: Value, tensor: Tensor) -> None:
    """Makes the kernels of parts that lie one behind the other."""
    axis: int = value.attributes[0]
    shapes = Counter(part.shape for part in value.operands)
    shared, at = Shared(cutter), 0
    for part in value.operands:
        places = [(0, 1)] * len(value.shape)
        places[axis] = (at, 1)
        starts = tuple([start for start, _ in places])
        at += part.shape[axis]
        if shapes[part.shape] > 1 and _is_plain(cutter, part):
            try:
                index = identity(range(len(part.shape)), part.shape)
                shared.express(part, moved(index, starts))
                continue
            except TooLongError:
                pass
        if not _is_made_there(cutter, part, tensor, places):
            _put(cutter, part, tensor, places)
    shared.finish(tensor)


def _is_plain(cutter: Cutter, part: Value) -> bool:
    """Whether a part is computed elementwise; stores the reductions of other rows in it."""
    is_free = cutter.is_read_once(part) and id(part) not in cutter.tensors
    if not part.op.is_elementwise or not is_free or id(part) in cutter.cut:
        return False
    for one in reductions_in(cutter, part):
        if one.operands[0].shape != part.shape:
            cutter.make(one)
    if reductions_in(cutter, part) or product_in(cutter, part) is not None:
        return False
    inside = inlined(part, cutter.tensors, through_reductions=False)
    return all(one.op.name != "concatenate" for one in inside)


def _is_made_there(
    cutter: Cutter, part: Value, tensor: Tensor, places: Sequence[tuple[int, int]]
) -> bool:
    """Has the kernel that computes a part write it to its place; False if it stands elsewhere."""
    if not cutter.is_read_once(part) or id(part) in cutter.tensors or part.op.group == "source":
        return False
    window = cutter.windows[id(part)] = tensor.window(part, places)
    made = cutter.make(part)
    cutter.windows.pop(id(part), None)
    return made is window


def _put(cutter: Cutter, part: Value, tensor: Tensor, places: Sequence[tuple[int, int]]) -> None:
    """Makes the kernel that writes a part of a tensor."""
    if reductions_in(cutter, part) or product_in(cutter, part) is not None:
        cutter.make(part)
    index = identity(range(len(part.shape)), part.shape)
    try:
        body = cutter.body(part.shape)
        place = body.express(part, index)
    except TooLongError:
        cutter.make(part)
        body = cutter.body(part.shape)
        place = body.express(part, index)
    there = moved(index, [start for start, _ in places], [step for _, step in places])
    cutter.add(Cut("elementwise", body))
    body.store(part, there, tensor, place)
