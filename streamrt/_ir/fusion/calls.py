"""Operations with kernels of their own: their operands in memory, as the kernels take them.

A kernel that is native has three axes for each array along which the operation runs: those before
the axis together, the axis, and those behind it together. So one kernel serves all axes. An operand
that lies so in memory already, dense or with strides, is taken where it is; any other is copied.
"""

from __future__ import annotations

from math import prod

from streamrt._compile.signatures.layout import dense_strides, is_dense
from streamrt._ir.called import CALLED
from streamrt._ir.fusion.affine import identity, linear, through
from streamrt._ir.fusion.body import Tensor
from streamrt._ir.fusion.cutting import APART, Call, Cut, Cutter, Part
from streamrt._ir.program import Shape, Value

__all__ = ["make_call"]


def make_call(cutter: Cutter, value: Value) -> Tensor:
    """Makes the launch of the kernel that computes a value."""
    parts = [_part(cutter, operand, _form(value, operand)) for operand in value.operands]
    maker, window = len(cutter.fused.cuts), cutter.windows.get(id(value))
    given = cutter.strides_of.get(id(value)) if window is None else window.strides
    is_odd = given is not None and not is_dense(value.shape, given, value.dtype.itemsize)
    made = None if is_odd else _checked_in_place(cutter, value, parts[0])
    if made is None:
        made = Tensor.dense(value, maker) if is_odd else cutter.new_tensor(value, maker)
    made.maker = maker
    # No value has such a shape, so no other computation joins this kernel.
    body = cutter.body((-1,))
    cutter.add(Cut("call", body, call=Call(value, tuple(parts), made)))
    return _spread(cutter, value, made) if is_odd else made


def _checked_in_place(cutter: Cutter, value: Value, part: Part) -> Tensor | None:
    """Returns the tensor of what a `check` checks, if nothing else reads it: it stays there."""
    checked = value.operands[0]
    tensor = cutter.tensors.get(id(checked))
    if value.op.name != "check" or tensor is None or tensor.maker < 0 or tensor is not part.tensor:
        return None
    if not cutter.is_read_once(checked) or not is_dense(
        value.shape, tensor.strides, value.dtype.itemsize
    ):
        return None
    cutter.tensors[id(value)] = tensor
    return tensor


def _spread(cutter: Cutter, value: Value, made: Tensor) -> Tensor:
    """Copies what a call has made, which always lies densely, to where a result lies."""
    body, index = cutter.body(value.shape), identity(range(len(value.shape)), value.shape)
    place = body.load(made, index, made.strides)
    return cutter.finish(Cut("elementwise", body), value, index, place)


def _form(value: Value, operand: Value) -> Shape | None:
    """Returns the extents in which a kernel takes an operand; None as they are."""
    if CALLED[value.op.name].host:
        return None
    if value.op.name == "check":
        return (operand.size,)
    axis: int = value.attributes[0]
    if value.op.name == "take" and operand is value.operands[1]:
        return (operand.size,)
    shape = operand.shape
    return prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])


def _part(cutter: Cutter, operand: Value, form: Shape | None) -> Part:
    """Returns where an operand is, in the extents of a form; stores or copies it if need be."""
    shape = operand.shape
    offset, strides, tensor = _lying(cutter, operand)
    if form is None:
        return Part(tensor.memory, offset, shape, strides)
    if prod(shape):
        merged = _merged(shape, strides, form)
        if merged is not None:
            return Part(tensor.memory, offset, form, merged)
        tensor = cutter.dense(operand)
    return Part(tensor.memory, tensor.offset, form, dense_strides(form, operand.dtype.itemsize))


def _lying(cutter: Cutter, operand: Value) -> tuple[int, tuple[int, ...], Tensor]:
    """Returns the first byte and the strides of a value, and the tensor that they are in."""
    extents = operand.shape
    base, index = operand, identity(range(len(extents)), extents)
    while base.op.group == "view" and id(base) not in cutter.tensors:
        inner = through(base, index, extents)
        if inner is None:
            break
        base, index = base.operands[0], inner
    tensor = cutter.tensors.get(id(base))
    if tensor is None and (base.op.group in APART or base is operand):
        tensor = cutter.find(base) or cutter.make(base)
    if tensor is None or not operand.size:
        tensor = cutter.dense(operand)
        return tensor.offset, dense_strides(extents, operand.dtype.itemsize), tensor
    offset, terms = linear(index, tensor.strides)
    steps = dict(terms)
    dense = dense_strides(extents, operand.dtype.itemsize)
    strides = [
        steps.get(axis, 0) if extent > 1 else dense[axis] for axis, extent in enumerate(extents)
    ]
    return tensor.offset + offset, tuple(strides), tensor


def _merged(shape: Shape, strides: tuple[int, ...], form: Shape) -> tuple[int, ...] | None:
    """Returns the strides of axes that each stand for several; None if some cannot be walked so."""
    found: list[int] = []
    axes = [(n, stride) for n, stride in zip(shape, strides, strict=True) if n != 1]
    for extent in reversed(form):
        whole, step = 1, 0
        while whole < extent:
            n, stride = axes.pop()
            if whole == 1:
                step = stride
            elif stride != step * whole:
                return None
            whole *= n
        found.append(step)
    return tuple(found[::-1])
