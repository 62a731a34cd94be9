"""Products of StableHLO: one matrix product, over transposed and reshaped operands."""

from __future__ import annotations

from math import prod

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Shape, Value
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.shaping import convert_to
from streamrt._ir.stablehlo.site import Site, check_axes
from streamrt._ir.stablehlo.syntax import named_integers

__all__ = ["dot", "dot_general"]

_NUMBERS = (
    "lhs_batching_dimensions", "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions",
)  # fmt: skip


def dot_general(site: Site) -> Value:
    """Returns a product over any dimensions, for each place along others."""
    x, y = site.operands
    numbers = site.operation.attributes.get("dot_dimension_numbers")
    batch, other_batch, inner, other_inner = named_integers(numbers, _NUMBERS)
    check_axes((*batch, *inner), len(x.shape), "dimensions of the left")
    check_axes((*other_batch, *other_inner), len(y.shape), "dimensions of the right")
    pairs = [(batch, other_batch), (inner, other_inner)]
    if any([x.shape[a] for a in one] != [y.shape[a] for a in other] for one, other in pairs):
        raise RefusedError(f"the dimensions of {x} and {y} do not fit each other")
    dtype = site.types[0].dtype
    return _product(site.make, x, y, batch, other_batch, inner, other_inner, dtype)


def dot(site: Site) -> Value:
    """Returns the product of two vectors or matrices."""
    x, y = site.operands
    ranks = len(x.shape), len(y.shape)
    if not (1 <= min(ranks) <= max(ranks) <= 2) or x.shape[-1] != y.shape[0]:
        raise RefusedError(f"{x} and {y} are no factors")
    axis = len(x.shape) - 1
    return _product(site.make, x, y, (), (), (axis,), (0,), site.types[0].dtype)


def _product(
    make: Maker, x: Value, y: Value, batch: Shape, other_batch: Shape, inner: Shape,
    other_inner: Shape, dtype: str,
) -> Value:  # fmt: skip
    """Returns the product in the dtype of the result, computed in it or in a wider one."""
    if "b" in (x.dtype.kind, y.dtype.kind, DTYPES[dtype].kind):
        raise RefusedError("it takes numbers, not bools")
    sizes = [x.dtype.itemsize, y.dtype.itemsize, DTYPES[dtype].itemsize]
    widest = (x.dtype.name, y.dtype.name, dtype)[sizes.index(max(sizes))]
    rows = tuple([axis for axis in range(len(x.shape)) if axis not in batch + inner])
    columns = tuple([axis for axis in range(len(y.shape)) if axis not in other_batch + other_inner])
    count = prod([x.shape[axis] for axis in inner])
    lead = tuple([x.shape[axis] for axis in batch])
    m = tuple([x.shape[axis] for axis in rows])
    n = tuple([y.shape[axis] for axis in columns])
    left = make.transpose(convert_to(make, x, widest), batch + rows + inner)
    right = make.transpose(convert_to(make, y, widest), other_batch + other_inner + columns)
    left = make.reshape(left, (*lead, prod(m), count))
    right = make.reshape(right, (*lead, count, prod(n)))
    made = make.reshape(make.apply("matmul", left, right), (*lead, *m, *n))
    return convert_to(make, made, dtype)
