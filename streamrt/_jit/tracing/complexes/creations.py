"""Functions of NumPy that make complex arrays, of numbers or of other arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from streamrt._jit.tracing.complexes.pairs import (
    as_pair,
    dtype_of_parts,
    key_of,
    paired,
    promoted,
)
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.rules import constructions
from streamrt._jit.tracing.rules.shaping import integers

__all__ = [
    "array_",
    "asarray_",
    "ascontiguous_",
    "chkfinite_",
    "full_",
    "full_like_",
    "like_",
    "new_",
]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""

Function: TypeAlias = Callable[..., Any]


def _filled(
    recording: Recording, number: Any, dtype: Any, shape: Any, *, is_dense: bool = True
) -> Any:
    """Returns an array that holds one number; its dtype may be real."""
    wanted = np.result_type(dtype)
    if wanted.kind != "c":
        return constructions.full_(recording, shape, number, wanted)
    recording.begin()
    extents = integers(recording, "shape", shape)
    recording.check_shape(extents)
    pair = as_pair(recording, number, dtype_of_parts(recording, wanted))
    values = [recording.broadcast(part.read(), extents) for part in (pair._re, pair._im)]
    cells = [recording.kind(recording, value, is_dense).as_array() for value in values]
    return paired(recording, *cells)


def full_like_(
    recording: Recording,
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    **_: Any,
) -> Any:
    """Returns np.full_like."""
    del order, subok
    wanted = key_of(recording, a) if dtype is None else dtype
    if shape is not None:
        return _filled(recording, fill_value, wanted, shape)
    (pair,) = promoted(recording, [a])
    is_dense = pair._re._is_dense
    return _filled(recording, fill_value, wanted, pair.shape, is_dense=is_dense)


def like_(fill: int) -> Function:
    """Returns np.zeros_like or np.ones_like."""

    def rule(recording: Recording, a: Any, dtype: Any = None, *args: Any, **options: Any) -> Any:
        return full_like_(recording, a, fill, dtype, *args, **options)

    return rule


def full_(
    recording: Recording, shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", **_: Any
) -> Any:
    """Returns np.full, called with `like=` a tracer."""
    del order
    wanted = key_of(recording, fill_value) if dtype is None else dtype
    return _filled(recording, fill_value, wanted, shape)


def new_(fill: int) -> Function:
    """Returns np.zeros and the like, called with `like=` a tracer."""

    def rule(
        recording: Recording, shape: Any, dtype: Any = None, order: Any = "C", **_: Any
    ) -> Any:
        del order
        return _filled(recording, fill, np.float64 if dtype is None else dtype, shape)

    return rule


def array_(
    recording: Recording,
    object: Any,  # noqa: A002 - as NumPy calls it
    dtype: Any = None,
    *,
    copy: Any = True,
    ndmin: Any = 0,
    **_: Any,
) -> Any:
    """Returns np.array: a copy, unless it is told to make none."""
    made = asarray_(recording, object, dtype, copy=copy)
    more: int = ndmin - made.ndim
    return made.reshape((1,) * more + made.shape) if more > 0 else made


def asarray_(
    recording: Recording,
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    copy: Any = None,
    **_: Any,
) -> Any:
    """Returns np.asarray: a complex array as it is, and others as new ones."""
    del order
    recording.begin()
    if dtype is None:
        (pair,) = promoted(recording, [a])
    else:
        pair = as_pair(recording, a, dtype_of_parts(recording, dtype))
    if pair is a and pair._re.is_array and copy not in (True, np._CopyMode.ALWAYS):
        return a
    cells = [recording.kind(recording, x.read()).as_array() for x in (pair._re, pair._im)]
    return paired(recording, *cells)


def ascontiguous_(recording: Recording, a: Any, dtype: Any = None, **_: Any) -> Any:
    """Returns np.ascontiguousarray or np.asfortranarray, which have a dimension at least."""
    made = asarray_(recording, a, dtype)
    return made if made.shape else made.reshape((1,))


def chkfinite_(recording: Recording, a: Any, dtype: Any = None, order: Any = None) -> Any:
    """Returns np.asarray_chkfinite, which checks that all elements are finite."""
    made = asarray_(recording, a, dtype, order)
    if not _np.all(_np.isfinite(made)):
        raise ValueError("array must not contain infs or NaNs")
    return made
