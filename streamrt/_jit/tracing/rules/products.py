"""Products in a trace: matmul, dot, inner, outer and norms."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import elementwise, store
from streamrt._jit.tracing.operands import asked_dtype, cell_of, common_shape, operand_of, value_of
from streamrt._jit.tracing.promotion import resolve
from streamrt._jit.tracing.recording import NoRuleError, Recording, is_any, tuple_of
from streamrt._jit.tracing.rules.reductions import axis_of, reduce
from streamrt._jit.tracing.rules.shaping import moveaxis

__all__ = ["BY_UFUNC", "called", "dot", "inner", "matmul", "norm", "outer", "vdot", "vecdot"]


def _pair(
    recording: Recording, what: str, left: Any, right: Any, dtype: DType | None
) -> tuple[Value, Value]:
    """Returns two operands in the dtype in which np.matmul computes."""
    one, first, _ = operand_of(recording, left)
    two, second, _ = operand_of(recording, right)
    resolved = resolve(np.matmul, (first, second), dtype)
    if resolved.refusal:
        raise recording.type_error(resolved.refusal)
    found: list[Value] = []
    for operand, wanted in zip((one, two), resolved.inputs, strict=True):
        if not isinstance(operand, Value) or not operand.shape:
            raise recording.value_error(f"{what} of a number; use *")
        found.append(recording.cast(operand, wanted))
    return found[0], found[1]


def matmul(recording: Recording, left: Any, right: Any, dtype: DType | None = None) -> Cell:
    """Returns the matrix product, with NumPy's rules for one and for many dimensions."""
    builder = recording.begin()
    a, b = _pair(recording, "matmul", left, right, dtype)
    rows, columns = len(a.shape) > 1, len(b.shape) > 1
    one, two, result = str(a), str(b), a.dtype
    a, b = recording.widened(a), recording.widened(b)
    if not rows:
        a = builder.apply("reshape", a, attributes=((1, *a.shape),))
    if not columns:
        b = builder.apply("reshape", b, attributes=((*b.shape, 1),))
    if a.shape[-1] != b.shape[-2]:
        raise recording.value_error(
            f"matmul of {one} by {two}: {a.shape[-1]} columns and {b.shape[-2]} rows"
        )
    of = _of_bools if a.dtype.kind == "b" else _of_numbers
    made = of(recording, a, b)
    shape = list(made.shape)
    if not columns:
        del shape[-1]
    if not rows:
        del shape[-1 if not columns else -2]
    if tuple(shape) != made.shape:
        made = builder.apply("reshape", made, attributes=(tuple(shape),))
    if result.name == "f16":  # rounded once, as NumPy does it
        made = recording.cast(made, result)
    return recording.kind(recording, made)


def _of_numbers(recording: Recording, a: Value, b: Value) -> Value:
    builder = recording.builder
    lead = common_shape(recording, "matmul", [a.shape[:-2], b.shape[:-2]])
    if (a.shape[-2], b.shape[-1]) == (1, 1) and a.dtype.kind == "f":
        return _dot_products(recording, a, b, lead)
    if len(b.shape) == 2 and len(a.shape) > 2:  # one matrix for all rows: a single product
        flat = (a.size // a.shape[-1] if a.shape[-1] else _rows(a), a.shape[-1])
        made = builder.apply("matmul", builder.apply("reshape", a, attributes=(flat,)), b)
        return builder.apply("reshape", made, attributes=((*a.shape[:-1], b.shape[-1]),))
    if len(a.shape) == 2 and b.shape[-1] == 1 and b.size:  # one matrix by many vectors
        rows = builder.apply("reshape", b, attributes=((b.size // b.shape[-2], b.shape[-2]),))
        made = builder.apply("matmul", rows, builder.apply("transpose", a, attributes=((1, 0),)))
        return builder.apply("reshape", made, attributes=((*b.shape[:-2], a.shape[0], 1),))
    a = recording.broadcast(a, (*lead, *a.shape[-2:]))
    b = recording.broadcast(b, (*lead, *b.shape[-2:]))
    return builder.apply("matmul", a, b)


def _dot_products(recording: Recording, a: Value, b: Value, lead: Shape) -> Value:
    """Returns products of rows (..., 1, k) and columns (..., k, 1), which are one kernel."""
    builder, count = recording.builder, a.shape[-1]
    column = builder.apply("reshape", b, attributes=((*b.shape[:-2], 1, count),))
    left, right = (recording.broadcast(each, (*lead, 1, count)) for each in (a, column))
    made = builder.apply("multiply", left, right)
    total = builder.apply("sum", made, attributes=((len(lead) + 1,),))
    return builder.apply("reshape", total, attributes=((*lead, 1, 1),))


def _rows(a: Value) -> int:
    return int(np.prod(a.shape[:-1], dtype=np.int64))


def _of_bools(recording: Recording, a: Value, b: Value) -> Value:
    """Returns the product of bools: whether any pair of elements is true."""
    counts = _of_numbers(recording, recording.cast(a, _U64), recording.cast(b, _U64))
    zero = recording.builder.full(0, "u64", counts.shape)
    return recording.builder.apply("not_equal", counts, zero)


_U64 = resolve(np.add, ("u64", "u64")).outputs[0]


def called(recording: Recording, left: Any, right: Any, **options: Any) -> Any:
    """Returns the result of np.matmul, called with its keyword arguments."""
    out = options.pop("out", (None,))
    dtype = options.pop("dtype", None)
    if options:
        raise recording.error(f"np.matmul({next(iter(options))}=...): leave it out")
    made = matmul(recording, left, right, asked_dtype(recording, dtype) if dtype else None)
    return made if out[0] is None else store(recording, out[0], made, "np.matmul(out=...)")


def dot(recording: Recording, left: Any, right: Any, out: Any = None) -> Any:
    """Returns np.dot: of numbers, vectors and matrices."""
    builder = recording.begin()
    a, b = value_of(recording, left), value_of(recording, right)
    one, two = recording.kind(recording, a), recording.kind(recording, b)
    if not a.shape or not b.shape:
        made = elementwise(recording, np.multiply, (one, two))[0]
    elif len(b.shape) > 2:  # the last axis of one by the last but one of the other
        order = (len(b.shape) - 2, *range(len(b.shape) - 2), len(b.shape) - 1)
        flat = builder.apply("transpose", b, attributes=(order,))
        rest = (*b.shape[:-2], b.shape[-1])
        flat = builder.apply("reshape", flat, attributes=((b.shape[-2], prod(rest)),))
        made = matmul(recording, one, recording.kind(recording, flat))
        made = made.reshape_to((*a.shape[:-1], *rest))
    else:
        made = matmul(recording, one, two)
    return made if out is None else store(recording, out, made, "np.dot(out=...)")


def inner(recording: Recording, left: Any, right: Any) -> Any:
    """Returns np.inner: the products of last axes."""
    builder = recording.begin()
    b = value_of(recording, right)
    if len(b.shape) > 1 and value_of(recording, left).shape:
        ndim = len(b.shape)
        order = (*range(ndim - 2), ndim - 1, ndim - 2)
        turned = builder.apply("transpose", b, attributes=(order,))
        right = recording.kind(recording, turned)
    return dot(recording, left, right)


def vdot(recording: Recording, left: Any, right: Any) -> Any:
    """Returns np.vdot: the product of all elements as two vectors."""
    recording.begin()
    one, two = (_flat(recording, each) for each in (left, right))
    return matmul(recording, one, two)


def _flat(recording: Recording, thing: Any) -> Cell:
    value = value_of(recording, thing)
    made = recording.builder.apply("reshape", value, attributes=((value.size,),))
    return recording.kind(recording, made)


def vecdot(recording: Recording, left: Any, right: Any, axis: Any = -1) -> Any:
    """Returns the products of vectors along one axis."""
    cells = [_core(recording, "vecdot", each, 1) for each in (left, right)]
    left, right = (moveaxis(recording, cell, axis, -1) for cell in cells)
    one, two = left.read().shape[-1], right.read().shape[-1]
    if one != two:
        raise recording.value_error(f"np.vecdot of vectors of {one} and {two} elements")
    (made,) = elementwise(recording, np.multiply, (left, right))
    kept = made.read().dtype
    if kept.name != "f16":
        return reduce(recording, "sum", made, -1, dtype=kept.numpy)
    (made,) = elementwise(recording, np.multiply, (left, right), DTYPES["f32"])
    total = reduce(recording, "sum", made, -1).read()
    return recording.kind(recording, recording.cast(total, kept))


def outer(recording: Recording, ufunc: np.ufunc, left: Any, right: Any) -> Any:
    """Returns a ufunc of each element of one with each of the other."""
    recording.begin()
    a, b = value_of(recording, left), value_of(recording, right)
    shape = (*a.shape, *(1,) * len(b.shape))
    recording.check_shape(shape)
    if shape != a.shape:
        a = recording.builder.apply("reshape", a, attributes=(shape,))
    cells = (recording.kind(recording, a), recording.kind(recording, b))
    made = elementwise(recording, ufunc, cells)
    return made[0] if len(made) == 1 else tuple(made)


def _core(recording: Recording, name: str, thing: Any, least: int) -> Cell:
    """Returns an operand that has so many dimensions or more.

    Raises:
        TraceValueError: it has fewer.
    """
    cell = cell_of(recording, thing)
    if len(cell.read().shape) < least:
        raise recording.value_error(f"np.{name} of {cell.read()}: it needs {least} dimensions")
    return cell


def _matvec(recording: Recording, left: Any, right: Any) -> Cell:
    """Returns a matrix by each vector."""
    vector = _core(recording, "matvec", right, 1)
    column = vector.reshape_to((*vector.read().shape, 1))
    made = matmul(recording, _core(recording, "matvec", left, 2), column)
    return made.reshape_to(made.read().shape[:-1])


def _vecmat(recording: Recording, left: Any, right: Any) -> Cell:
    """Returns each vector by a matrix."""
    vector = _core(recording, "vecmat", left, 1)
    shape = vector.read().shape
    matrix = _core(recording, "vecmat", right, 2)
    made = matmul(recording, vector.reshape_to((*shape[:-1], 1, shape[-1])), matrix)
    shape = made.read().shape
    return made.reshape_to((*shape[:-2], shape[-1]))


_SINCE_2_2: dict[str, Callable[..., Any]] = {"matvec": _matvec, "vecmat": _vecmat}
BY_UFUNC: dict[Any, Callable[..., Any]] = {
    np.matmul: called,
    np.vecdot: vecdot,
    **{vars(np)[name]: rule for name, rule in _SINCE_2_2.items() if name in vars(np)},
}
"""The generalised ufuncs."""


def norm(
    recording: Recording,
    thing: Any,
    ord: Any = None,  # noqa: A002
    axis: Any = None,
    keepdims: Any = False,
) -> Any:
    """Returns np.linalg.norm: of vectors by 1, 2 and infinity, of matrices by Frobenius."""
    recording.begin()
    value = value_of(recording, thing)
    many = len(value.shape) if axis is None else len(tuple_of(axis))
    is_two = (
        (ord in (None, 2) and many == 1)
        or (ord in (None, "fro") and many == 2)
        or (ord is None and axis is None)
    )
    if axis is not None and not is_any(axis, tuple):
        axis = axis_of(recording, "np.linalg.norm", axis, len(value.shape))
    if value.dtype.kind != "f":
        value = recording.builder.apply("cast", value, dtype="f64")
    if not is_two and (many != 1 or ord not in (1, np.inf, -np.inf)):
        raise NoRuleError(f"np.linalg.norm(ord={ord!r}) of {value}")
    cell = recording.kind(recording, recording.widened(value))
    if is_two:
        (square,) = elementwise(recording, np.multiply, (cell, cell))
        total = reduce(recording, "sum", square, axis, keepdims=keepdims)
        (made,) = elementwise(recording, np.sqrt, (total,))
    else:
        (size,) = elementwise(recording, np.absolute, (cell,))
        names: dict[Any, str] = {1: "sum", np.inf: "max", -np.inf: "min"}
        made = reduce(recording, names[ord], size, axis, keepdims=keepdims)
    if value.dtype.name == "f16":
        made = recording.kind(recording, recording.cast(made.read(), value.dtype))
    return made
