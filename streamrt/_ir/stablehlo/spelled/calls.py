"""Operations of the group `call` as StableHLO: cumulated sums, gathers and sorts.

An index that is out of range is no error there: a gather takes the element at the nearest end. What
is partitioned becomes what is sorted, which is one of the results that a partition may have.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.stablehlo.spelled.shapes import Rule, extreme_of
from streamrt._ir.stablehlo.spelled.text import Block, Named
from streamrt._ir.values import Shape, Value

__all__ = ["CALL_RULES"]

_I64 = DTYPES["i64"]


# -- along an axis ---------------------------------------------------------------------------------


def _cumulated(to: Block, value: Value, x: Named) -> Named:
    """Appends a window that ends at each element."""
    axis, name = int(value.attributes[0]), value.op.name
    op = {"cumsum": "add", "cumprod": "multiply", "cummax": "maximum", "cummin": "minimum"}[name]
    start = {"cumsum": 0, "cumprod": 1}.get(name, extreme_of(x.dtype, name == "cummax"))
    first = to.full(start, x.dtype)
    rank, extent = len(x.shape), x.shape[axis]
    ones = ", ".join(["1"] * rank)
    window = ", ".join(str(extent if k == axis else 1) for k in range(rank))
    padding = [[extent - 1 if k == axis else 0, 0] for k in range(rank)]
    arguments = to.fresh(x.dtype), to.fresh(x.dtype)
    region = to.joined(arguments, lambda inner: [inner.same(f"stablehlo.{op}", *arguments)])
    head = (
        f'"stablehlo.reduce_window"({x.name}, {first.name}) <{{'
        f"base_dilations = array<i64: {ones}>, padding = dense<{padding}> : tensor<{rank}x2xi64>, "
        f"window_dilations = array<i64: {ones}>, window_dimensions = array<i64: {window}>, "
        f"window_strides = array<i64: {ones}>}}> ({{"
    )
    tail = f"}}) : ({x.type}, {first.type}) -> {x.type}"
    return to.lines_of([head], [region], tail, [(x.dtype, x.shape)])[0]


def _in_range(to: Block, index: Named, extent: int) -> Named:
    """Appends indexes that count from the front; negative ones count from the end."""
    is_negative = to.compare("LT", index, to.like(index, 0))
    return to.select(is_negative, to.same("stablehlo.add", index, to.like(index, extent)), index)


def _gathered(
    to: Block, x: Named, places: Named, numbers: str, sizes: Sequence[int], shape: Shape
) -> Named:
    """Appends a gather. The last axis of `places` is the vector of an index.

    Args:
        to: takes the lines.
        x: the elements.
        places: the indexes, from the front.
        numbers: what the axes stand for, except `index_vector_dim`.
        sizes: the extents of the piece that each index takes.
        shape: that of the result.
    """
    counts = ", ".join(map(str, sizes))
    text = (
        f'"stablehlo.gather"({x.name}, {places.name}) <{{dimension_numbers = #stablehlo.gather<'
        f"{numbers}, index_vector_dim = {len(places.shape) - 1}>, indices_are_sorted = false, "
        f"slice_sizes = array<i64: {counts}>}}>"
    )
    return to.to(text, (x, places), x.dtype, shape)


def _taken(to: Block, x: Named, index: Named, axis: int) -> Named:
    """Appends the elements at indexes from the front along an axis."""
    rank = len(index.shape)
    shape = (*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])
    kept = [k for k in range(len(shape)) if not axis <= k < axis + rank]
    numbers = f"offset_dims = {kept}, collapsed_slice_dims = [{axis}], start_index_map = [{axis}]"
    if not kept:
        numbers = numbers.partition(", ")[2]
    sizes = [1 if k == axis else n for k, n in enumerate(x.shape)]
    places = to.reshape(index, (*index.shape, 1))
    return _gathered(to, x, places, numbers, sizes, shape)


def _take(to: Block, value: Value, x: Named, index: Named) -> Named:
    axis: int = value.attributes[0]
    return _taken(to, x, _in_range(to, index, x.shape[axis]), axis)


def _take_along(to: Block, value: Value, x: Named, index: Named) -> Named:
    axis: int = value.attributes[0]
    rank = len(x.shape)
    near = _in_range(to, index, x.shape[axis])
    wide = (*index.shape, 1)
    if rank == 1:
        return _taken(to, x, near, 0)
    columns = [to.reshape(near, wide) if k == axis else to.iota(wide, k) for k in range(rank)]
    axes = list(range(rank))
    numbers = f"collapsed_slice_dims = {axes}, start_index_map = {axes}"
    places = to.concatenate(columns, rank)
    return _gathered(to, x, places, numbers, [1] * rank, value.shape)


# -- in order --------------------------------------------------------------------------------------


def _comparable(to: Block, x: Named) -> Named:
    """Appends a float in which zeros, and NaNs, are equal in the total order, and NaN is last."""
    if x.dtype.kind != "f":
        return x
    zero = to.like(x, 0)
    sound = to.select(to.compare("EQ", x, zero), zero, x)
    return to.select(to.compare("NE", x, x), to.like(x, float("nan")), sound)


def _comes_before(to: Block, x: Named, y: Named) -> Named:
    if x.dtype.kind != "f":
        return to.compare("LT", x, y)
    keys = _comparable(to, x), _comparable(to, y)
    text = f"stablehlo.compare LT, {keys[0].name}, {keys[1].name}, TOTALORDER"
    return to.to(text, keys, DTYPES["bool"], x.shape)


def _ordered(to: Block, axis: int, *parts: Named) -> list[Named]:
    """Appends a stable sort by the first tensor, which the others follow, in jax's words."""
    arguments = [to.fresh(part.dtype) for part in parts for _ in range(2)]
    region = to.joined(arguments, lambda inner: [_comes_before(inner, *arguments[:2])])
    names, types = (
        ", ".join(each) for each in zip(*[(p.name, p.type) for p in parts], strict=True)
    )
    head = f'"stablehlo.sort"({names}) <{{dimension = {axis} : i64, is_stable = true}}> ({{'
    made = types if len(parts) == 1 else f"({types})"
    results = [(part.dtype, part.shape) for part in parts]
    return to.lines_of([head], [region], f"}}) : ({types}) -> {made}", results)


def _sort(to: Block, value: Value, x: Named) -> Named:
    return _ordered(to, value.attributes[0], x)[0]


def _argsort(to: Block, value: Value, x: Named) -> Named:
    axis = value.attributes[0]
    return _ordered(to, axis, x, to.iota(x.shape, axis))[1]


def _searchsorted(to: Block, value: Value, x: Named, keys: Named) -> Named:
    """Appends how many elements come before each key, or not after it."""
    (right,) = value.attributes
    rank = len(keys.shape)
    shape = (*keys.shape, *x.shape)
    wide = to.broadcast(x, shape, [rank])
    key = to.broadcast(keys, shape, range(rank))
    before = _comes_before(to, key, wide) if right else _comes_before(to, wide, key)
    counted = to.same("stablehlo.not", before) if right else before
    return to.reduced("stablehlo.add", to.convert(counted, _I64), 0, [rank])


# -- quantiles -------------------------------------------------------------------------------------


def _rows(to: Block, x: Named, axes: Shape) -> Named:
    """Appends rows in order: the elements along some axes become a last one, sorted."""
    kept = [k for k in range(len(x.shape)) if k not in axes]
    moved = to.transpose(x, [*kept, *axes])
    shape = (*[x.shape[k] for k in kept], prod([x.shape[k] for k in axes]))
    return _ordered(to, len(kept), to.reshape(moved, shape))[0]


def _column(to: Block, rows: Named, place: int) -> Named:
    *lead, _ = rows.shape
    starts = [*[0] * len(lead), place]
    found = to.slice(rows, starts, [1] * len(starts), (*lead, 1))
    return to.reshape(found, tuple(lead))


def _computed(to: Block, op: str, x: Named, y: Named) -> Named:
    """Appends an operation; one of f16 is computed in f32, and rounded."""
    if x.dtype.name != "f16":
        return to.same(op, x, y)
    wide = [to.convert(each, DTYPES["f32"]) for each in (x, y)]
    return to.convert(to.same(op, *wide), x.dtype)


def _median(to: Block, value: Value, x: Named) -> Named:
    rows = _rows(to, x, value.attributes[0])
    count = rows.shape[-1]
    dtype = DTYPES["f32"] if x.dtype.name == "f16" else value.dtype
    found = to.convert(_column(to, rows, count // 2), dtype)
    if count % 2 == 0:
        lower = to.convert(_column(to, rows, count // 2 - 1), dtype)
        total = to.same("stablehlo.add", lower, found)
        found = to.same("stablehlo.divide", total, to.like(total, 2))
    found = to.convert(found, value.dtype)
    return _or_nan(to, rows, found, 0)


def _or_nan(to: Block, rows: Named, found: Named, more: int) -> Named:
    """Appends NaN for rows that have one, which is then their last element.

    Args:
        to: takes the lines.
        rows: the rows, in order.
        found: an element for each row, with more axes after those of the rows.
        more: the number of these.
    """
    if rows.dtype.kind != "f":
        return found
    rank = len(rows.shape) - 1
    last = to.convert(_column(to, rows, rows.shape[-1] - 1), found.dtype)
    last = to.broadcast(last, found.shape, range(rank)) if more else last
    return to.select(to.compare("NE", last, last), last, found)


def _quantile(to: Block, value: Value, x: Named, share: Named) -> Named:
    """Appends the linear quantile as np.quantile computes it: the gap in the dtype of x."""
    rows, dtype = _rows(to, x, value.attributes[0]), value.dtype
    last, axis = rows.shape[-1] - 1, len(rows.shape) - 1
    given = to.convert(share, dtype)
    place = _computed(to, "stablehlo.multiply", given, to.like(given, last))
    low = to.same("stablehlo.floor", place)
    part = _computed(to, "stablehlo.subtract", place, low)
    index = to.convert(low, _I64)
    after = to.same("stablehlo.add", index, to.like(index, 1))
    nearest = [to.same("stablehlo.minimum", each, to.like(each, last)) for each in (index, after)]
    ends = [_taken(to, rows, each, axis) for each in nearest]
    gap = to.convert(_computed(to, "stablehlo.subtract", ends[1], ends[0]), dtype)
    a, b = (to.convert(each, dtype) for each in ends)
    part = to.broadcast(part, a.shape, range(axis, len(a.shape)))
    rest = _computed(to, "stablehlo.subtract", to.like(part, 1), part)
    rise, fall = (_computed(to, "stablehlo.multiply", gap, each) for each in (part, rest))
    is_late = to.compare("GE", part, to.like(part, 0.5))
    up, down = _computed(to, "stablehlo.add", a, rise), _computed(to, "stablehlo.subtract", b, fall)
    found = _or_nan(to, rows, to.select(is_late, down, up), len(share.shape))
    count = len(share.shape)
    return to.transpose(found, [*range(axis, axis + count), *range(axis)])


CALL_RULES: dict[str, Rule] = {
    **dict.fromkeys(("cumsum", "cumprod", "cummax", "cummin"), _cumulated),
    "take": _take,
    "take_along_axis": _take_along,
    **dict.fromkeys(("sort", "partition"), _sort),
    **dict.fromkeys(("argsort", "argpartition"), _argsort),
    "searchsorted": _searchsorted,
    "median": _median,
    "quantile": _quantile,
}
"""The rule of each operation; the others of the group `call` have none."""
