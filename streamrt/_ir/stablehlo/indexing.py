"""Gathers, and slices whose starts depend on data.

An index that does not fit is moved to the nearest one at which the whole slice fits, as StableHLO
has it: nothing is ever outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from streamrt._ir.program import Shape, Value
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.site import Site, check_axes
from streamrt._ir.stablehlo.syntax import as_dictionary, named_integers

__all__ = ["dynamic_slice", "dynamic_update_slice", "gather"]


def _starts(site: Site, starts: list[Value], rank: int) -> list[Value]:
    if len(starts) != rank or any(each.shape or each.dtype.kind not in "iu" for each in starts):
        raise RefusedError(f"it takes {rank} starts, which are integers without dimensions")
    return starts


def dynamic_slice(site: Site) -> Value:
    """Returns a part of an operand, with one start for each dimension."""
    x, make = site.operands[0], site.make
    starts = _starts(site, site.operands[1:], len(x.shape))
    sizes = site.operation.integers("slice_sizes", len(x.shape))
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        extent = x.shape[axis]
        if not 0 <= size <= extent:
            raise RefusedError(f"a slice of {size} does not fit {x} along {axis}")
        if size == extent:
            continue
        known = make.known(start)
        if known is not None:
            x = make.along(x, axis, min(max(known, 0), extent - size), size)
            continue
        index = make.broadcast(make.reshape(make.clamped(start, extent - size), (1,)), (size,))
        index = make.apply("add", index, make.counting((size,), 0))
        x = make.apply("take", x, index, attributes=(axis,))
    return x


def dynamic_update_slice(site: Site) -> Value:
    """Returns an operand of which a part is replaced, with one start for each dimension."""
    (x, part), make = site.operands[:2], site.make
    starts = _starts(site, site.operands[2:], len(x.shape))
    fits = len(part.shape) == len(x.shape) and part.dtype is x.dtype
    if not fits or any(m > n for m, n in zip(part.shape, x.shape, strict=True)):
        raise RefusedError(f"{part} is no part of {x}")
    if not part.size:
        return x
    known = [make.known(start) for start in starts]
    if None not in known:
        rooms = [n - m for n, m in zip(x.shape, part.shape, strict=True)]
        places = [min(max(k, 0), room) for k, room in zip(known, rooms, strict=True)]
        steps = (1,) * len(places)
        return make.apply("update", x, part, attributes=(tuple(places), steps))
    return _replaced(make, x, part, starts)


def _replaced(make: Maker, x: Value, part: Value, starts: list[Value]) -> Value:
    """Returns x, with the elements of the part where the indexes are inside of it."""
    inside: Value | None = None
    for axis, start in enumerate(starts):
        n, m = x.shape[axis], part.shape[axis]
        if n == m:
            continue
        first = make.broadcast(make.reshape(make.clamped(start, n - m), (1,)), (n,))
        place = make.apply("subtract", make.counting((n,), 0), first)
        fits = make.apply(
            "bitwise_and",
            make.apply("greater_equal", place, make.like(0, place)),
            make.apply("less", place, make.like(m, place)),
        )
        fits = make.into(fits, (axis,), x.shape)
        inside = fits if inside is None else make.apply("bitwise_and", inside, fits)
        part = make.apply("take", part, make.clamped(place, m - 1), attributes=(axis,))
    return part if inside is None else make.apply("where", inside, part, x)


# -- gathers ---------------------------------------------------------------------------------------

_NUMBERS = (
    "offset_dims", "collapsed_slice_dims", "operand_batching_dims",
    "start_indices_batching_dims", "start_index_map",
)  # fmt: skip


@dataclass(slots=True)
class _Gather:
    """A gather, as the specification names its parts.

    Attributes:
        x: the operand.
        index: the start indices; the last dimension is the one of the index vectors.
        offset: the dimensions of the result that walk a slice.
        collapsed: the dimensions of the operand along which a slice has one element, and the
            result none.
        batching: the dimensions of the operand that are walked together with those of the indices.
        index_batching: these dimensions of the indices.
        starts: the dimension of the operand for each element of an index vector.
        sizes: of a slice.
        shape: of the result.
    """

    x: Value
    index: Value
    offset: Shape
    collapsed: Shape
    batching: Shape
    index_batching: Shape
    starts: Shape
    sizes: Shape
    shape: Shape = ()

    @property
    def lead(self) -> Shape:
        """The extents of the indices without the vectors."""
        return self.index.shape[:-1]

    @property
    def batch(self) -> Shape:
        """The dimensions of the result that walk the indices."""
        return tuple([axis for axis in range(len(self.shape)) if axis not in self.offset])

    @property
    def walked(self) -> list[int]:
        """The dimensions of the operand that those of `offset` walk, in order."""
        gone = self.collapsed + self.batching
        return [axis for axis in range(len(self.x.shape)) if axis not in gone]


def gather(site: Site) -> Value:
    """Returns slices of an operand, one for each index vector."""
    make, given = site.make, _given(site)
    x = given.x
    if not prod(given.shape):
        return make.broadcast(make.builder.full(0, x.dtype.name), given.shape)
    is_whole = [size == n for size, n in zip(given.sizes, x.shape, strict=True)]
    if len(given.starts) == 1:
        (axis,) = given.starts
        rest = [place for place in range(len(x.shape)) if place != axis]
        is_take = not given.batching and set(given.collapsed) <= {axis}
        if is_take and all(is_whole[place] for place in rest):
            return _take(make, given, axis)
        is_row = axis in given.collapsed and len(given.lead) == len(x.shape)
        if is_row and sorted(given.batching) == rest:
            return _take_along(make, given, axis)
    return _take_flat(make, given)


def _given(site: Site) -> _Gather:
    """Returns the parts of a gather that is known to be right."""
    x, index = site.operands
    numbers = dict(as_dictionary(site.operation.attributes.get("dimension_numbers")) or {})
    vector: Any = numbers.pop("index_vector_dim", 0)
    lists = named_integers(numbers, _NUMBERS)
    sizes = site.operation.integers("slice_sizes", len(x.shape))
    rank = len(index.shape)
    if type(vector) is not int or not 0 <= vector <= rank or index.dtype.kind not in "iu":
        raise RefusedError(f"{index} holds no index vectors along {vector}")
    if vector == rank:
        index = site.make.reshape(index, (*index.shape, 1))
    else:
        order = tuple([axis for axis in range(rank) if axis != vector])
        index = site.make.transpose(index, (*order, vector))
        if any(axis == vector for axis in lists[3]):
            raise RefusedError("the index vectors lie along a batching dimension")
        lists[3] = tuple([axis - (axis > vector) for axis in lists[3]])
    offset, collapsed, batching, index_batching, starts = lists
    found = _Gather(x, index, offset, collapsed, batching, index_batching, starts, sizes)
    _check(found, site)
    return found


def _check(given: _Gather, site: Site) -> None:
    x, rank = given.x, len(given.x.shape)
    check_axes((*given.collapsed, *given.batching), rank, "collapsed and batching dimensions")
    check_axes((*given.starts, *given.batching), rank, "indexed and batching dimensions")
    check_axes(given.index_batching, len(given.lead), "batching dimensions")
    result = len(given.lead) + len(given.offset)
    check_axes(given.offset, result, "offset dimensions")
    fits = given.index.shape[-1] == len(given.starts)
    fits = fits and len(given.batching) == len(given.index_batching)
    fits = fits and len(given.offset) == len(given.walked)
    fits = fits and list(given.offset) == sorted(given.offset)
    fits = fits and all(0 <= size <= n for size, n in zip(given.sizes, x.shape, strict=True))
    fits = fits and all(given.sizes[axis] == 1 for axis in given.collapsed)
    fits = fits and all(given.sizes[axis] <= 1 for axis in given.batching)
    pairs = zip(given.batching, given.index_batching, strict=False)
    if not fits or any(x.shape[a] != given.lead[b] for a, b in pairs):
        raise RefusedError("its dimension numbers, sizes and operands do not fit each other")
    extents, lead = iter([given.sizes[axis] for axis in given.walked]), iter(given.lead)
    shape = [next(extents if axis in given.offset else lead) for axis in range(result)]
    given.shape = tuple(shape)


def _starts_along(make: Maker, given: _Gather, place: int) -> Value:
    """Returns one element of all index vectors, which fits: i64, with the extents `lead`."""
    axis = given.starts[place]
    rank = len(given.lead)
    found = make.along(given.index, rank, place, 1)
    found = make.reshape(found, given.lead)
    return make.clamped(found, given.x.shape[axis] - given.sizes[axis])


def _take(make: Maker, given: _Gather, axis: int) -> Value:
    """Returns a gather along one axis, whose slices are whole along the others."""
    index, size, lead = _starts_along(make, given, 0), given.sizes[axis], len(given.lead)
    walks = list(given.batch)  # the dimensions of the result, as `take` has them
    if size > 1:
        shape = (*given.lead, size)
        index = make.broadcast(make.reshape(index, (*given.lead, 1)), shape)
        index = make.apply("add", index, make.counting(shape, lead))
    made = make.apply("take", given.x, index, attributes=(axis,))
    by_axis = dict(zip(given.walked, given.offset, strict=True))
    before = [by_axis[place] for place in range(axis)]
    after = [by_axis[place] for place in range(axis + 1, len(given.x.shape))]
    here = [by_axis[axis]] if size > 1 and axis in by_axis else []
    walks = [*before, *walks, *here, *after]
    order = tuple(sorted(range(len(walks)), key=walks.__getitem__))
    return make.reshape(make.transpose(made, order), given.shape)


def _take_along(make: Maker, given: _Gather, axis: int) -> Value:
    """Returns a gather along one axis, whose other axes are all walked with the indices."""
    index = _starts_along(make, given, 0)
    place_of = dict(zip(given.batching, given.index_batching, strict=True))
    (left,) = set(range(len(given.lead))) - set(given.index_batching)
    order = tuple([place_of.get(place, left) for place in range(len(given.x.shape))])
    made = make.apply("take_along_axis", given.x, make.transpose(index, order), attributes=(axis,))
    return make.transpose(made, tuple(sorted(range(len(order)), key=order.__getitem__)))


def _take_flat(make: Maker, given: _Gather) -> Value:
    """Returns any gather, by the places of all its elements in the operand's memory."""
    x, shape = given.x, given.shape
    by_axis = dict(zip(given.walked, given.offset, strict=True))
    place_of = dict(zip(given.batching, given.index_batching, strict=True))
    flat: Value | None = None
    for axis, extent in enumerate(x.shape):
        parts: list[Value] = []
        if axis in given.starts:
            start = _starts_along(make, given, given.starts.index(axis))
            parts.append(make.into(start, given.batch, shape))
        if axis in by_axis:
            parts.append(make.counting(shape, by_axis[axis]))
        if axis in place_of:
            parts.append(make.counting(shape, given.batch[place_of[axis]]))
        for part in [flat] if flat is not None and extent != 1 else []:
            flat = make.apply("multiply", part, make.like(extent, part))
        for part in parts if extent != 1 else []:
            flat = part if flat is None else make.apply("add", flat, part)
    if flat is None:  # the first element, everywhere
        rank = len(x.shape)
        first = make.slice(x, (0,) * rank, (1,) * rank, (1,) * rank)
        return make.broadcast(make.reshape(first, (1,) * len(shape)), shape)
    return make.apply("take", make.reshape(x, (x.size,)), flat, attributes=(0,))
