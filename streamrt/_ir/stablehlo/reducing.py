"""Reductions, running sums and sorts of StableHLO, as far as their bodies are known."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from streamrt._ir.program import Shape, Value
from streamrt._ir.stablehlo.bodies import combination, extreme_place, neutral, order
from streamrt._ir.stablehlo.elementwise import BINARY
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.site import Site, check_axes
from streamrt._ir.stablehlo.syntax import integers

__all__ = ["reduce", "reduce_window", "sort", "top_k"]


def _only_region(site: Site) -> None:
    if len(site.operation.regions) != 1:
        raise RefusedError("it has one body, no more and no less")


def reduce(site: Site) -> list[Value]:
    """Returns the elements along some dimensions combined into one."""
    _only_region(site)
    axes = site.operation.integers("dimensions")
    body = site.body(site.operation.regions[0])
    if len(site.operands) == 4:
        return _reduce_to_place(site, axes, extreme_place(body))
    if len(site.operands) != 2:
        raise RefusedError("a reduction of several operands that is none of argmax and argmin")
    x, initial = site.operands
    check_axes(axes, len(x.shape), "dimensions")
    if initial.shape or initial.dtype is not x.dtype or body.arguments[0].dtype is not x.dtype:
        raise RefusedError(f"{initial} does not begin a reduction of {x}")
    return [_combined(site.make, combination(body), x, initial, tuple(sorted(axes)))]


_REDUCTIONS = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min"}
_OF_BOOLS = {"add": "any", "or": "any", "maximum": "any",
             "multiply": "all", "and": "all", "minimum": "all"}  # fmt: skip


def _combined(make: Maker, name: str, x: Value, initial: Value, axes: Shape) -> Value:
    """Returns a reduction by one operation, which begins with a number."""
    kept = tuple([n for axis, n in enumerate(x.shape) if axis not in axes])
    if not prod([x.shape[axis] for axis in axes]):
        return make.broadcast(initial, kept)
    by = (_OF_BOOLS if x.dtype.kind == "b" else _REDUCTIONS).get(name)
    if by is None:
        raise RefusedError(f"a reduction of {x} by {name} is not supported")
    given = x.dtype.name
    made = make.apply(by, make.wide(x), attributes=(axes,)) if axes else make.wide(x)
    if not make.has(initial, neutral(name, x)):
        begin = make.broadcast(make.wide(initial), kept)
        made = BINARY[f"stablehlo.{name}"](make, begin, made)
    return make.cast(made, given)


def _reduce_to_place(site: Site, axes: Shape, name: str) -> list[Value]:
    """Returns the greatest or least elements, and their first places.

    The second operand counts along the dimension, and the two beginnings are a number that no
    element exceeds, and place 0.
    """
    make = site.make
    x, index, initial, first = site.operands
    if len(axes) != 1:
        raise RefusedError(f"{name} over several dimensions")
    (axis,) = axes
    check_axes(axes, len(x.shape), "dimensions")
    combining = "maximum" if name == "argmax" else "minimum"
    counting = make.cast(make.counting(x.shape, axis), index.dtype.name)
    fits = index is counting and first.dtype is index.dtype and initial.dtype is x.dtype
    if not fits or not make.has(first, 0) or not make.has(initial, neutral(combining, x)):
        raise RefusedError(f"{name} that begins with other numbers, or counts in another way")
    if not x.shape[axis]:
        shape = tuple([n for place, n in enumerate(x.shape) if place != axis])
        return [make.broadcast(initial, shape), make.broadcast(first, shape)]
    wide = make.wide(x)
    place = make.builder.apply(name, wide, attributes=((axis,),))
    best = make.builder.apply("max" if name == "argmax" else "min", wide, attributes=((axis,),))
    return [make.cast(best, x.dtype.name), make.cast(place, index.dtype.name)]


# -- windows ---------------------------------------------------------------------------------------

_RUNNING = {"add": "cumsum", "multiply": "cumprod", "maximum": "cummax", "minimum": "cummin"}


def reduce_window(site: Site) -> Value:
    """Returns running sums, products, maxima or minima, as jax spells them: by long windows."""
    _only_region(site)
    if len(site.operands) != 2:
        raise RefusedError("windows over several operands are not supported")
    x, initial = site.operands
    axis, is_reversed = _running_axis(site, x)
    name = combination(site.body(site.operation.regions[0]))
    if name not in _RUNNING or x.dtype.kind == "b":
        raise RefusedError(f"windows over {x} by {name} are not supported")
    if initial.dtype is not x.dtype or not site.make.has(initial, neutral(name, x)):
        raise RefusedError("running sums that do not begin with the neutral number")
    if not x.size or axis < 0:
        return x
    turned = site.make.reverse(x, (axis,)) if is_reversed else x
    made = site.make.apply(_RUNNING[name], turned, attributes=(axis,))
    return site.make.reverse(made, (axis,)) if is_reversed else made


def _running_axis(site: Site, x: Value) -> tuple[int, bool]:
    """Returns the axis along which windows hold all before an element, or all after it.

    The axis is -1 if each window holds one element. The second result says that it is all after.
    """
    rank, operation = len(x.shape), site.operation
    sizes = operation.integers("window_dimensions", rank)
    for name in ("window_strides", "base_dilations", "window_dilations"):
        given = integers(operation.attributes.get(name, [1] * rank))
        if given is None or given != (1,) * rank:
            raise RefusedError("windows that are no running sums are not supported")
    padding = integers(operation.attributes.get("padding", [0] * (2 * rank)))
    long = [axis for axis in range(rank) if sizes[axis] != 1]
    if padding is not None and len(padding) == 2 * rank:
        if not long and not any(padding):
            return -1, False
        axis = long[0] if len(long) == 1 else -1
        pair = padding[2 * axis : 2 * axis + 2]
        rest = padding[: 2 * axis] + padding[2 * axis + 2 :]
        if axis >= 0 and sizes[axis] == x.shape[axis] and not any(rest):
            most = x.shape[axis] - 1
            if pair in ((most, 0), (0, most)):
                return axis, pair[0] == 0
    raise RefusedError("windows that are no running sums are not supported")


# -- sorts -----------------------------------------------------------------------------------------


def sort(site: Site) -> list[Value]:
    """Returns the operands in the order of the first one, along one dimension."""
    _only_region(site)
    operands, make = site.operands, site.make
    if not operands:
        raise RefusedError("it has no operands")
    x, rank = operands[0], len(operands[0].shape)
    axis = site.operation.attributes.get("dimension", -1)
    axis = axis + rank if type(axis) is int and axis < 0 else axis
    if type(axis) is not int or any(each.shape != x.shape for each in operands):
        raise RefusedError("its operands have other shapes, or its dimension is no integer")
    check_axes([axis], rank, "dimension")
    body = site.body(site.operation.regions[0])
    types = [each.dtype for each in operands for _ in range(2)]
    if [each.dtype for each in body.arguments] != types:
        raise RefusedError("its body takes other types than its operands have")
    is_falling = order(body) == "GT"
    if len(operands) == 1:
        made = make.apply("sort", x, attributes=(axis,))
        return [make.reverse(made, (axis,)) if is_falling else made]
    places = _falling_places(make, x, axis) if is_falling else _places(make, x, axis)
    return [make.apply("take_along_axis", each, places, attributes=(axis,)) for each in operands]


def _places(make: Maker, x: Value, axis: int) -> Value:
    """Returns the places that sort x; of equal elements the earlier one comes first."""
    return make.builder.apply("argsort", x, attributes=(axis, 1))


def _falling_places(make: Maker, x: Value, axis: int) -> Value:
    """Returns the places that sort x from the greatest on; the earlier of equal ones first.

    The order that rises is stable, so that of the reversed array, read backwards, is stable, too.
    """
    places = make.reverse(_places(make, make.reverse(x, (axis,)), axis), (axis,))
    return make.apply("subtract", make.like(x.shape[axis] - 1, places), places)


def top_k(site: Site) -> Sequence[Value]:
    """Returns the k greatest elements along the last dimension, and their places.

    A NaN is greater than all numbers, and of equal elements the earlier one comes first.
    """
    (x,), make, k = site.operands, site.make, site.operation.integer("k")
    axis = len(x.shape) - 1
    if axis < 0 or not 0 <= k <= x.shape[axis]:
        raise RefusedError(f"{x} has no {k} elements along its last dimension")
    places = make.along(_falling_places(make, x, axis), axis, 0, k)
    made = make.apply("take_along_axis", x, places, attributes=(axis,))
    return [made, make.cast(places, site.types[1].dtype)]
