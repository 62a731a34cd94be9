"""Functions of NumPy of complex arrays.

Most do the same with both parts. The others are made of these and of ufuncs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes import creations
from streamrt._jit.tracing.complexes.joining import (
    apart_,
    append_,
    block_,
    joining_,
    linspace_,
    pad_,
    where_,
)
from streamrt._jit.tracing.complexes.pairs import (
    both,
    dtype_of_parts,
    is_complex,
    key_of,
    pair_of,
    promoted,
    refuse,
    seen,
    stored,
)
from streamrt._jit.tracing.complexes.products import (
    correlate_,
    einsum_,
    outer_,
    product_,
    vdot_,
)
from streamrt._jit.tracing.elementwise import elementwise
from streamrt._jit.tracing.recording import NoRuleError, Recording, is_any
from streamrt._jit.tracing.rules import rearranging, reductions

__all__ = [
    "COMPLEX_FUNCTIONS",
    "angle_",
    "imag_",
    "is_kind_",
    "real_",
    "result_type_",
    "test_",
]

Function: TypeAlias = Callable[..., Any]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""


# -- the same with both parts ----------------------------------------------------------------------


def _parts(function: Any) -> Function:
    """Returns the rule of a function that does the same with both parts of its only array."""

    def rule(recording: Recording, a: Any, *args: Any, dtype: Any = None, **options: Any) -> Any:
        what = f"np.{function.__name__}"
        others = [each for each in (*args, *options.values()) if isinstance(each, Pair)]
        asks = dtype is not None or any(map(_is_complex_dtype, args))
        if others or options.get("out") is not None or not (asks or is_complex(recording, a)):
            refuse(recording, what, [a], "it takes one complex array, and no out= here")
        if dtype is not None:
            options["dtype"] = dtype_of_parts(recording, dtype).numpy
        args = tuple([
            dtype_of_parts(recording, each).numpy if _is_complex_dtype(each) else each
            for each in args
        ])  # fmt: skip
        pair = pair_of(recording, a)
        re, im = (function(part, *args, **options) for part in (pair._re, pair._im))
        return both(recording, re, im)

    return rule


def _is_complex_dtype(thing: Any) -> bool:
    return is_any(thing, np.dtype, type) and np.dtype(thing).kind == "c"


def _copyto(
    recording: Recording, dst: Any, src: Any, casting: Any = "same_kind", where: Any = True
) -> None:
    del casting
    made = src if where is True else _np.where(where, src, dst)
    stored(recording, dst, made, "np.copyto")


# -- parts and predicates, also of real arrays ----------------------------------------------------


def real_(recording: Recording, val: Any) -> Any:
    """Returns np.real, a view."""
    return seen(pair_of(recording, val)._re)


def imag_(recording: Recording, val: Any) -> Any:
    """Returns np.imag: a view of a complex array, and zeros for a real one."""
    if isinstance(val, Pair):
        return seen(val._im)
    if not isinstance(val, Cell):
        return pair_of(recording, val)._im
    recording.begin()
    like = val.read()
    zeros = recording.builder.full(0, like.dtype.name, like.shape)
    return recording.kind(recording, zeros, val._is_dense).as_read_only()


def angle_(recording: Recording, z: Any, deg: Any = False) -> Any:
    """Returns np.angle."""
    if isinstance(z, Cell):
        re, im = z, recording.kind(recording, recording.builder.full(0, "bool", z.read().shape))
        dtype = None if z.read().dtype.kind == "f" else DTYPES["f64"]
    else:
        pair = pair_of(recording, z)
        re, im, dtype = pair._re, pair._im, None
    recording.begin()
    (made,) = elementwise(recording, np.arctan2, (im, re), dtype)
    return elementwise(recording, np.multiply, (made, 180 / np.pi))[0] if deg else made


def test_(name: str) -> Function:
    """Returns np.isreal or np.iscomplex."""
    ufunc = np.equal if name == "isreal" else np.not_equal

    def rule(recording: Recording, x: Any) -> Any:
        return elementwise(recording, ufunc, (imag_(recording, x), 0))[0]

    return rule


def is_kind_(name: str) -> Function:
    """Returns np.isrealobj or np.iscomplexobj, which is known."""

    def rule(recording: Recording, x: Any) -> bool:
        return is_complex(recording, x) == (name == "iscomplexobj")

    return rule


# -- products --------------------------------------------------------------------------------------


# -- others ----------------------------------------------------------------------------------------


def _norm(recording: Recording, x: Any, *args: Any, **options: Any) -> Any:
    return _np.linalg.norm(_np.absolute(pair_of(recording, x)), *args, **options)


def _average(
    recording: Recording, a: Any, axis: Any = None, weights: Any = None, returned: Any = False,
    **options: Any,
) -> Any:  # fmt: skip
    if returned:
        refuse(recording, "np.average", [a], "it returns no weights here", NoRuleError)
    return _parts(np.average)(recording, a, axis, weights, **options)


def _variance(function: Any) -> Function:
    is_root = function is np.std

    def rule(recording: Recording, a: Any, *args: Any, **options: Any) -> Any:
        pair = pair_of(recording, a)
        if not {"dtype", "out", "mean", "where"}.isdisjoint(options) or len(args) > 1:
            refuse(recording, f"np.{function.__name__}", [pair], "give it an axis and ddof only")
        one, two = (_np.var(x, *args, **options) for x in (pair._re, pair._im))
        return _np.sqrt(one + two) if is_root else one + two

    return rule


def _isclose(
    recording: Recording,
    a: Any,
    b: Any,
    rtol: Any = 1e-05,
    atol: Any = 1e-08,
    equal_nan: Any = False,
) -> Any:
    x, y = promoted(recording, [a, b])
    one: Any = x
    two: Any = y
    near = (_np.abs(one - two) <= atol + rtol * _np.abs(two)) & _np.isfinite(two)
    made = near | (one == two)
    return made | (_np.isnan(one) & _np.isnan(two)) if equal_nan else made


def _allclose(recording: Recording, a: Any, b: Any, *args: Any, **options: Any) -> Any:
    return _np.all(_isclose(recording, a, b, *args, **options))


def _array_equal(recording: Recording, a1: Any, a2: Any) -> Any:
    x, y = promoted(recording, [a1, a2])
    return _np.shape(x) == _np.shape(y) and _np.all(x == y)


def _truth(name: str) -> Function:
    def rule(recording: Recording, a: Any, axis: Any = None, *, keepdims: Any = False) -> Any:
        test = pair_of(recording, a) != 0
        return reductions.reduce(recording, name, test, axis, keepdims=keepdims)

    return rule


def _shares_memory(recording: Recording, a: Any, b: Any, max_work: Any = None) -> bool:
    one, two = (each._re if isinstance(each, Pair) else each for each in (a, b))
    return rearranging.shares_memory_(recording, one, two, max_work)


def _shape(recording: Recording, a: Any) -> Any:
    return pair_of(recording, a).shape


def _ndim(recording: Recording, a: Any) -> Any:
    return pair_of(recording, a).ndim


def _size(recording: Recording, a: Any, axis: Any = None) -> Any:
    return _np.size(pair_of(recording, a)._re, axis)


def result_type_(recording: Recording, *things: Any) -> Any:
    """Returns np.result_type."""
    known = [each if is_any(each, str, type) else key_of(recording, each) for each in things]
    return np.result_type(*known)


# -- the table -------------------------------------------------------------------------------------

_SAME = (
    np.reshape, np.ravel, np.transpose, np.permute_dims, np.matrix_transpose, np.swapaxes,
    np.moveaxis, np.expand_dims, np.squeeze, np.broadcast_to, np.atleast_1d, np.atleast_2d,
    np.flip, np.fliplr, np.flipud, np.roll, np.tile, np.repeat, np.split, np.array_split, np.vsplit,
    np.tril, np.triu, np.diagonal, np.copy, np.take, np.take_along_axis,
    np.sum, np.mean, np.cumsum, np.trace, np.trapezoid, np.diff,
    np.round, np.around, np.nan_to_num,
)  # fmt: skip

COMPLEX_FUNCTIONS: Mapping[Any, Function] = MappingProxyType({
    **{function: _parts(function) for function in _SAME},
    **{
        function: joining_(function)
        for function in (
            np.concatenate, np.concat, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack,
        )
    },
    np.average: _average, np.append: append_, np.pad: pad_, np.where: where_,
    np.real: real_, np.imag: imag_, np.angle: angle_,
    np.isreal: test_("isreal"), np.iscomplex: test_("iscomplex"),
    np.isrealobj: is_kind_("isrealobj"), np.iscomplexobj: is_kind_("iscomplexobj"),
    **{
        function: product_(function)
        for function in (np.dot, np.inner, np.tensordot, np.linalg.tensordot, np.linalg.matmul)
    },
    np.kron: product_(np.kron), np.convolve: product_(np.convolve), np.correlate: correlate_,
    np.meshgrid: apart_(np.meshgrid), np.broadcast_arrays: apart_(np.broadcast_arrays),
    np.block: block_, np.linspace: linspace_, np.copyto: _copyto,
    np.linalg.vecdot: product_(np.linalg.vecdot, is_conjugated=True),
    np.vdot: vdot_, np.outer: outer_, np.linalg.outer: outer_, np.einsum: einsum_,
    np.linalg.norm: _norm, np.var: _variance(np.var), np.std: _variance(np.std),
    np.isclose: _isclose, np.allclose: _allclose, np.array_equal: _array_equal,
    np.any: _truth("any"), np.all: _truth("all"), np.count_nonzero: _truth("sum"),
    np.zeros_like: creations.like_(0), np.ones_like: creations.like_(1),
    np.empty_like: creations.like_(0), np.full_like: creations.full_like_,
    np.zeros: creations.new_(0), np.ones: creations.new_(1), np.empty: creations.new_(0),
    np.full: creations.full_, np.array: creations.array_, np.asarray: creations.asarray_,
    np.asanyarray: creations.asarray_, np.require: creations.asarray_,
    np.ascontiguousarray: creations.ascontiguous_, np.asfortranarray: creations.ascontiguous_,
    np.asarray_chkfinite: creations.chkfinite_,
    np.may_share_memory: _shares_memory, np.shares_memory: _shares_memory,
    np.shape: _shape, np.ndim: _ndim, np.size: _size, np.result_type: result_type_,
})  # fmt: skip
"""The rule of each function of NumPy that takes complex arrays."""
