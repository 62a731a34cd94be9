"""Constants, conversions, views and joins of StableHLO.

`convert` does what XLA does on a CPU. A float that becomes an integer is truncated; what does not
fit becomes the least or the greatest integer, and NaN becomes 0. A bool is what is not 0. An
integer keeps its low bits.
"""

from __future__ import annotations

from math import prod

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Value
from streamrt._ir.stablehlo.making import Maker, strides
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.site import Site, check_axes
from streamrt._ir.stablehlo.syntax import as_array
from streamrt._ir.stablehlo.tensors import literal

__all__ = [
    "bitcast_convert", "broadcast", "broadcast_in_dim", "concatenate", "constant", "convert",
    "convert_to", "iota", "pad", "reshape", "reverse", "slice_", "transpose",
]  # fmt: skip


def constant(site: Site) -> Value:
    """Returns the elements of a literal."""
    value, (type_,) = site.operation.attributes.get("value"), site.types
    if isinstance(value, str):
        value = literal(value, type_)
    array = as_array(value)
    if array is None:
        raise RefusedError("its elements are not in the text; print it without leaving any out")
    dtype = DTYPES[type_.dtype]
    if array.dtype != dtype.numpy or (array.shape and array.shape != type_.shape):
        raise RefusedError(f"a literal of {array.dtype}{list(array.shape)} for {type_}")
    if type_.shape and array.size and not any(array.strides):
        array = array[(0,) * array.ndim]  # one number, repeated
    if array.ndim == 0:
        return site.make.builder.full(array, type_.dtype, type_.shape)
    data = array.tobytes()
    if array.size > 1 and data == data[: dtype.itemsize] * array.size:
        return site.make.builder.full(array.flat[0], type_.dtype, type_.shape)
    return site.make.builder.constant(array)


def iota(site: Site) -> Value:
    """Returns the index along one dimension."""
    axis, (type_,) = site.operation.integer("iota_dimension"), site.types
    check_axes([axis], len(type_.shape), "dimension")
    if type_.dtype == "bool":
        raise RefusedError("it takes numbers, not bools")
    return site.make.cast(site.make.counting(type_.shape, axis), type_.dtype)


# -- conversions -----------------------------------------------------------------------------------


def convert(site: Site) -> Value:
    """Returns the elements in another dtype."""
    return convert_to(site.make, site.operands[0], site.types[0].dtype)


def convert_to(make: Maker, x: Value, dtype: str) -> Value:
    """Returns a value in another dtype, by the rules of this module."""
    to = DTYPES[dtype]
    if x.dtype.name == dtype:
        return x
    if dtype == "bool":
        return make.apply("not_equal", x, make.like(0, x))
    if x.dtype.kind != "f" or to.kind == "f":
        return make.cast(x, dtype)
    x = make.wide(x)
    least, most = to.bounds
    low = make.apply("maximum", x, make.like(least, x))
    if int(x.dtype.numpy.type(most)) == most:
        made = make.cast(make.apply("minimum", low, make.like(most, x)), dtype)
    else:  # the float next to `most` is most + 1
        made = make.cast(low, dtype)
        is_more = make.apply("greater_equal", x, make.like(most + 1, x))
        made = make.apply("where", is_more, make.like(most, made), made)
    is_nan = make.apply("isnan", x)
    return make.apply("where", is_nan, make.like(0, made), made)


def bitcast_convert(site: Site) -> Value:
    """Returns the same bits in a dtype of the same width, or a stand-in for them."""
    (x,), make, to = site.operands, site.make, DTYPES[site.types[0].dtype]
    if x.dtype.itemsize != to.itemsize or "b" in (x.dtype.kind, to.kind):
        raise RefusedError(f"the bits of {x} as {to.name} are not supported")
    if x.dtype is to or "f" not in (x.dtype.kind, to.kind):
        return make.cast(x, to.name)
    if x.dtype.kind == "f":
        bits = make.builder.inner(to, x.shape, "the bits of floats")
        make.bits[bits] = x, site.operation.start
        return bits
    if x not in make.bits or make.bits[x][0].dtype is not to:
        raise RefusedError(f"integers as the bits of {to.name} are not supported")
    return make.bits[x][0]


# -- views -----------------------------------------------------------------------------------------


def broadcast_in_dim(site: Site) -> Value:
    """Returns an operand whose dimensions become some of the result's."""
    x, shape = site.operands[0], site.types[0].shape
    axes = site.operation.integers("broadcast_dimensions", len(x.shape))
    check_axes(axes, len(shape), "dimensions")
    if any(n not in (1, shape[axis]) for axis, n in zip(axes, x.shape, strict=True)):
        raise RefusedError(f"{x} does not become {site.types[0]} by dimensions {list(axes)}")
    return site.make.into(x, axes, shape)


def broadcast(site: Site) -> Value:
    """Returns an operand with more dimensions before its own."""
    x, sizes = site.operands[0], site.operation.integers("broadcast_sizes")
    if any(size < 0 for size in sizes):
        raise RefusedError("a size is negative")
    return site.make.broadcast(x, (*sizes, *x.shape))


def reshape(site: Site) -> Value:
    """Returns the same elements in another shape."""
    x, shape = site.operands[0], site.types[0].shape
    if prod(shape) != x.size:
        raise RefusedError(f"{x} has other elements than {site.types[0]}")
    return site.make.reshape(x, shape)


def transpose(site: Site) -> Value:
    """Returns an operand with its dimensions in another order."""
    x = site.operands[0]
    axes = site.operation.integers("permutation", len(x.shape))
    check_axes(axes, len(x.shape), "dimensions")
    return site.make.transpose(x, axes)


def reverse(site: Site) -> Value:
    """Returns an operand with the order along some dimensions turned round."""
    x, axes = site.operands[0], site.operation.integers("dimensions")
    check_axes(axes, len(x.shape), "dimensions")
    return site.make.reverse(x, axes)


def slice_(site: Site) -> Value:
    """Returns a part of an operand."""
    x = site.operands[0]
    starts, limits, steps = [
        site.operation.integers(name, len(x.shape))
        for name in ("start_indices", "limit_indices", "strides")
    ]
    for extent, start, limit, step in zip(x.shape, starts, limits, steps, strict=True):
        if not (0 <= start <= limit <= extent and step > 0):
            raise RefusedError(f"the range {start}:{limit}:{step} does not fit {x}")
    walks = zip(starts, limits, steps, strict=True)
    shape = tuple([-((start - limit) // step) for start, limit, step in walks])
    return site.make.slice(x, starts, steps, shape)


# -- joins -----------------------------------------------------------------------------------------


def concatenate(site: Site) -> Value:
    """Returns the operands, one after the other along a dimension."""
    axis = site.operation.integer("dimension")
    if not site.operands:
        raise RefusedError("it has no operands")
    check_axes([axis], len(site.operands[0].shape), "dimension")
    if len(site.operands) == 1:
        return site.operands[0]
    return site.make.apply("concatenate", *site.operands, attributes=(axis,))


def pad(site: Site) -> Value:
    """Returns an operand with a number around and between its elements, or with less of it."""
    (x, number), rank = site.operands, len(site.operands[0].shape)
    low, high, inner = [
        site.operation.integers(name, rank)
        for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    ]
    if number.shape or any(each < 0 for each in inner):
        raise RefusedError("it takes one number, and no negative padding between elements")
    spread = [n + max(n - 1, 0) * k for n, k in zip(x.shape, inner, strict=True)]
    shape = [n + max(a, 0) + max(b, 0) for n, a, b in zip(spread, low, high, strict=True)]
    whole = site.make.broadcast(number, tuple(shape))
    if x.size:
        starts, steps = (
            tuple([max(a, 0) for a in low]),
            strides(tuple([k + 1 for k in inner]), x.shape),
        )
        is_all = whole.shape == x.shape
        whole = x if is_all else site.make.apply("update", whole, x, attributes=(starts, steps))
    cut = [n + min(a, 0) + min(b, 0) for n, a, b in zip(shape, low, high, strict=True)]
    if any(n < 0 for n in cut):
        raise RefusedError("its padding takes more away than there is")
    return site.make.slice(whole, tuple([max(-a, 0) for a in low]), (1,) * rank, tuple(cut))
