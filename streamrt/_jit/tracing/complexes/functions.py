"""Functions of NumPy of complex arrays.

Most do the same with both parts. Products are four products of parts, or two if one operand is
real. The others are made of these and of ufuncs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing import reductions
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes import creations
from streamrt._jit.tracing.complexes.pairs import (
    both,
    dtype_of_parts,
    key_of,
    paired,
    promoted,
    refuse,
    seen,
    stored,
)
from streamrt._jit.tracing.elementwise import cell_of, elementwise
from streamrt._jit.tracing.recording import NoRuleError, Recording, is_any

__all__ = [
    "COMPLEX_FUNCTIONS",
    "angle_",
    "imag_",
    "is_kind_",
    "product_",
    "real_",
    "result_type_",
    "test_",
]

Function: TypeAlias = Callable[..., Any]

_np: Any = np
"""NumPy, of which type checkers do not know that it takes tracers."""


def _pair(recording: Recording, thing: Any) -> Any:
    """Returns a thing as a complex array, also if it was a number."""
    return promoted(recording, [thing])[0]


def _part(thing: Any, name: str) -> Any:
    """Returns an argument with a part in place of each complex array."""
    if isinstance(thing, Pair):
        return getattr(thing, name)
    return thing


# -- the same with both parts ----------------------------------------------------------------------


def _parts(function: Any) -> Function:
    """Returns the rule of a function that does the same with both parts of its only array."""

    def rule(recording: Recording, a: Any, *args: Any, dtype: Any = None, **options: Any) -> Any:
        what = f"np.{function.__name__}"
        others = [each for each in (*args, *options.values()) if isinstance(each, Pair)]
        asks = dtype is not None or any(map(_is_complex_dtype, args))
        if others or options.get("out") is not None or not (asks or _is_complex(recording, a)):
            refuse(recording, what, [a], "it takes one complex array, and no out= here")
        if dtype is not None:
            options["dtype"] = dtype_of_parts(recording, dtype).numpy
        args = tuple([
            dtype_of_parts(recording, each).numpy if _is_complex_dtype(each) else each
            for each in args
        ])  # fmt: skip
        pair = _pair(recording, a)
        re, im = (function(part, *args, **options) for part in (pair._re, pair._im))
        return both(recording, re, im)

    return rule


def _is_complex_dtype(thing: Any) -> bool:
    return is_any(thing, np.dtype, type) and np.dtype(thing).kind == "c"


def _joining(function: Any) -> Function:
    """Returns the rule of a function that joins a list of arrays."""

    def rule(recording: Recording, things: Any, *args: Any, **options: Any) -> Any:
        dtype = options.pop("dtype", None)
        pairs = promoted(recording, list(things), dtype, yields=False)
        re, im = ([_part(pair, name) for pair in pairs] for name in ("_re", "_im"))
        return paired(recording, function(re, *args, **options), function(im, *args, **options))

    return rule


def _append(recording: Recording, thing: Any, values: Any, axis: Any = None) -> Any:
    pairs = promoted(recording, [thing, values], yields=False)
    re, im = (
        _np.append(*[_part(pair, name) for pair in pairs], axis=axis) for name in ("_re", "_im")
    )
    return paired(recording, re, im)


def _pad(
    recording: Recording, array: Any, pad_width: Any, mode: Any = "constant", **options: Any
) -> Any:
    pair = _pair(recording, array)
    fill: Any = np.asarray(options.pop("constant_values", 0))
    found: list[Any] = []
    for part, values in ((pair._re, fill.real), (pair._im, fill.imag)):
        more: dict[str, Any] = {"constant_values": values.tolist()} if mode == "constant" else {}
        found.append(_np.pad(part, pad_width, mode, **more, **options))
    return paired(recording, *found)


def _block(recording: Recording, arrays: Any) -> Any:
    leaves: list[Any] = []
    _collect(arrays, leaves)
    pairs = promoted(recording, leaves, yields=False)
    re, im = (
        _np.block(_rebuilt(arrays, iter([_part(pair, name) for pair in pairs])))
        for name in ("_re", "_im")
    )
    return paired(recording, re, im)


def _collect(arrays: Any, leaves: list[Any]) -> None:
    if not isinstance(arrays, list):
        leaves.append(arrays)
        return
    for each in arrays:
        _collect(each, leaves)


def _rebuilt(arrays: Any, leaves: Iterator[Any]) -> Any:
    if not isinstance(arrays, list):
        return next(leaves)
    return [_rebuilt(each, leaves) for each in arrays]


def _apart(function: Any) -> Function:
    """Returns the rule of a function of arrays that gives one for each, of the same dtype."""

    def rule(recording: Recording, *things: Any, **options: Any) -> Any:
        are = [_is_complex(recording, thing) for thing in things]
        given = [
            _pair(recording, thing) if each else thing
            for each, thing in zip(are, things, strict=True)
        ]
        cells = [function(*[_part(x, name) for x in given], **options) for name in ("_re", "_im")]
        found = [
            paired(recording, re, im) if each else re
            for each, re, im in zip(are, *cells, strict=True)
        ]
        return type(cells[0])(found)

    return rule


def _copyto(
    recording: Recording, dst: Any, src: Any, casting: Any = "same_kind", where: Any = True
) -> None:
    del casting
    made = src if where is True else _np.where(where, src, dst)
    stored(recording, dst, made, "np.copyto")


def _where(recording: Recording, condition: Any, x: Any = None, y: Any = None) -> Any:
    if isinstance(condition, Pair):
        condition = _np.not_equal(condition, 0)
    if x is None or y is None:
        refuse(recording, "np.where", [condition], "give it two arrays beside the condition")
    one, two = promoted(recording, [x, y])
    test = cell_of(recording, condition)
    re, im = (_np.where(test, _part(one, name), _part(two, name)) for name in ("_re", "_im"))
    return paired(recording, re, im)


# -- parts and predicates, also of real arrays ----------------------------------------------------


def real_(recording: Recording, val: Any) -> Any:
    """Returns np.real, a view."""
    return seen(_pair(recording, val)._re)


def imag_(recording: Recording, val: Any) -> Any:
    """Returns np.imag: a view of a complex array, and zeros for a real one."""
    if isinstance(val, Pair):
        return seen(val._im)
    if not isinstance(val, Cell):
        return _pair(recording, val)._im
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
        pair = _pair(recording, z)
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
        return _is_complex(recording, x) == (name == "iscomplexobj")

    return rule


def _is_complex(recording: Recording, thing: Any) -> bool:
    return np.result_type(key_of(recording, thing)).kind == "c"


# -- products --------------------------------------------------------------------------------------


def product_(function: Any, *, is_conjugated: bool = False) -> Function:
    """Returns the rule of a function that is linear in each of two arrays."""

    def rule(recording: Recording, left: Any, right: Any, *args: Any, **options: Any) -> Any:
        if options.get("out") is not None:
            refuse(recording, f"np.{function.__name__}", [left, right], "it takes no out= here")
        pairs = promoted(recording, [left, right])
        (a, b), (c, d) = ((pair._re, pair._im) for pair in pairs)
        is_real = [not _is_complex(recording, each) for each in (left, right)]
        if is_conjugated and not is_real[0]:
            b = -b

        def of(x: Any, y: Any) -> Any:
            return function(x, y, *args, **options)

        if is_real[1]:
            return paired(recording, of(a, c), of(b, c))
        if is_real[0]:
            return paired(recording, of(a, c), of(a, d))
        return paired(recording, of(a, c) - of(b, d), of(a, d) + of(b, c))

    return rule


def _outer(recording: Recording, a: Any, b: Any, out: Any = None) -> Any:
    if out is not None:
        refuse(recording, "np.outer", [a, b], "it takes no out= here")
    one, two = promoted(recording, [a, b])
    return _np.reshape(one, (-1, 1)) * _np.reshape(two, -1)


def _correlate(recording: Recording, a: Any, v: Any, mode: Any = "valid") -> Any:
    return product_(np.correlate)(recording, a, _np.conjugate(v), mode)


def _linspace(
    recording: Recording, start: Any, stop: Any, *args: Any, dtype: Any = None, **options: Any
) -> Any:
    if options.get("retstep"):
        refuse(recording, "np.linspace", [start, stop], "it returns no step here")
    pairs = promoted(recording, [start, stop], dtype)
    re, im = (
        _np.linspace(*[_part(pair, name) for pair in pairs], *args, **options)
        for name in ("_re", "_im")
    )
    return paired(recording, re, im)


def _vdot(recording: Recording, a: Any, b: Any) -> Any:
    one, two = promoted(recording, [a, b])
    return _np.dot(_np.conjugate(_np.reshape(one, -1)), _np.reshape(two, -1))


def _einsum(recording: Recording, subscripts: Any, *operands: Any, **options: Any) -> Any:
    options.pop("optimize", None)
    if not isinstance(subscripts, str) or len(operands) not in (1, 2) or options:
        advice = "write it with a text, and with one or two arrays at once"
        refuse(recording, "np.einsum", operands, advice)
    if len(operands) == 1:
        pair = _pair(recording, operands[0])
        return paired(recording, *[_np.einsum(subscripts, x) for x in (pair._re, pair._im)])
    return product_(partial(_einsum_of, subscripts))(recording, *operands)


def _einsum_of(subscripts: str, left: Any, right: Any) -> Any:
    return _np.einsum(subscripts, left, right)


# -- others ----------------------------------------------------------------------------------------


def _norm(recording: Recording, x: Any, *args: Any, **options: Any) -> Any:
    return _np.linalg.norm(_np.absolute(_pair(recording, x)), *args, **options)


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
        pair = _pair(recording, a)
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
        test = _pair(recording, a) != 0
        return reductions.reduce(recording, name, test, axis, keepdims=keepdims)

    return rule


def _shape(recording: Recording, a: Any) -> Any:
    return _pair(recording, a).shape


def _ndim(recording: Recording, a: Any) -> Any:
    return _pair(recording, a).ndim


def _size(recording: Recording, a: Any, axis: Any = None) -> Any:
    return _np.size(_pair(recording, a)._re, axis)


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
        function: _joining(function)
        for function in (
            np.concatenate, np.concat, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack,
        )
    },
    np.average: _average, np.append: _append, np.pad: _pad, np.where: _where,
    np.real: real_, np.imag: imag_, np.angle: angle_,
    np.isreal: test_("isreal"), np.iscomplex: test_("iscomplex"),
    np.isrealobj: is_kind_("isrealobj"), np.iscomplexobj: is_kind_("iscomplexobj"),
    **{
        function: product_(function)
        for function in (np.dot, np.inner, np.tensordot, np.linalg.tensordot, np.linalg.matmul)
    },
    np.kron: product_(np.kron), np.convolve: product_(np.convolve), np.correlate: _correlate,
    np.meshgrid: _apart(np.meshgrid), np.broadcast_arrays: _apart(np.broadcast_arrays),
    np.block: _block, np.linspace: _linspace, np.copyto: _copyto,
    np.linalg.vecdot: product_(np.linalg.vecdot, is_conjugated=True),
    np.vdot: _vdot, np.outer: _outer, np.linalg.outer: _outer, np.einsum: _einsum,
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
    np.shape: _shape, np.ndim: _ndim, np.size: _size, np.result_type: result_type_,
})  # fmt: skip
"""The rule of each function of NumPy that takes complex arrays."""
