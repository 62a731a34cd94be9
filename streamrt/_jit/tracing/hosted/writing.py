"""The method `at` of ufuncs: it writes to elements in place, to some of them more than once.

Values never change. So the host applies the ufunc to a copy, which the cell then holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DType, from_numpy
from streamrt._ir.program import Value
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.hosted.results import named_place
from streamrt._jit.tracing.operands import common_shape, value_of
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt._jit.tracing.rules.called import index_of
from streamrt._jit.tracing.ufunc_calls import apply

__all__ = ["write_at"]


def write_at(
    recording: Recording, ufunc: np.ufunc, what: str, array: Any, indices: Any, *values: Any
) -> None:
    """Applies a ufunc to elements in place; one that is named twice is written to twice."""
    if not isinstance(array, Cell):
        recording.try_again(2)
        raise recording.error(
            f"{what} into a {type(array).__name__}: it would change while tracing, and never "
            "again; begin with np.zeros(shape, like=x) of a traced x"
        )
    place = named_place(recording, ufunc, what)
    target = array.read()
    recording.begin()
    given = list[Value]()
    for extent, each in zip(target.shape, _indexes(recording, what, indices, target), strict=False):
        given.append(index_of(recording, what, each, extent))
    rest = [value_of(recording, each) for each in values]
    loop = _loop_at(recording, ufunc, what, [target, *rest])
    if rest:
        around = common_shape(recording, what, [each.shape for each in given])
        shape = (*around, *target.shape[len(given) :])
        if common_shape(recording, what, [shape, rest[0].shape]) != shape:
            raise recording.value_error(
                f"{what}: the values are {rest[0]}, and the indexes are of shape {shape}"
            )
    operands = [target, *given, *rest]
    (made,) = apply(recording.builder, place, loop, operands, [target.shape], "at")
    array.write(made, what)


def _indexes(recording: Recording, what: str, indices: Any, target: Value) -> list[Any]:
    """Returns the index of each of the first axes; a mask that is known becomes integers."""
    found = list[Any]()
    for each in tuple_of(indices):
        is_mask = not isinstance(each, Cell) and np.asarray(each).dtype == np.bool_
        found += np.nonzero(np.asarray(each)) if is_mask else [each]
    if any(each is None or is_any(each, slice, type(...)) for each in found):
        raise recording.error(f"{what}: its indexes can be arrays of integers only")
    if not 0 < len(found) <= len(target.shape):
        raise recording.value_error(f"{what}: {len(found)} indexes of {target}")
    return found


def _loop_at(
    recording: Recording, ufunc: np.ufunc, what: str, operands: Sequence[Value]
) -> tuple[list[DType], list[DType]]:
    """Returns the dtypes in which NumPy computes, after NumPy itself has tried it.

    Raises:
        TraceTypeError: NumPy refuses these dtypes.
    """
    arrays = [np.ones(1, each.dtype.numpy) for each in operands]
    try:
        with np.errstate(all="ignore"):
            ufunc.at(arrays[0], [0], *arrays[1:])
        dtypes = [each.dtype.numpy for each in operands]
        found: Any = ufunc.resolve_dtypes((*dtypes, None))
    except (TypeError, ValueError) as error:
        raise recording.type_error(f"{what}: {error}") from None
    known = [from_numpy(each) for each in found]
    mine = [each for each in known if each is not None]
    if len(mine) < len(known):
        raise recording.type_error(f"{what}: NumPy computes it in {', '.join(map(str, found))}")
    return mine[:-1], mine[-1:]
