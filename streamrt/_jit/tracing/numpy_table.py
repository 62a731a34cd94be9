"""NumPy's functions in a trace: which of them can be traced, and what is said of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

import numpy as np

from streamrt._jit.tracing.complexes.fourier import FOURIER
from streamrt._jit.tracing.complexes.functions import angle_, imag_, is_kind_, test_
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.rules import (
    called,
    compositions,
    constructions,
    contractions,
    matrices,
    padding,
    products,
    rearranging,
    reductions,
    shaping,
    tables,
)

__all__ = ["TABLE", "refuse", "refuse_some"]

Function: TypeAlias = Callable[..., Any]


def _reduction(name: str) -> Function:
    def call(recording: Recording, a: Any, *args: Any, **options: Any) -> Any:
        return reductions.reduce(recording, name, a, *args, **options)

    return call


def _extreme(name: str) -> Function:
    """Returns max, min, any or all, which take no dtype."""

    def call(
        recording: Recording, a: Any, axis: Any = None, out: Any = None, *args: Any, **options: Any
    ) -> Any:
        return reductions.reduce(recording, name, a, axis, None, out, *args, **options)

    return call


def _argument(name: str) -> Function:
    return partial(_with_name, reductions.argument, name)


def _variance(name: str) -> Function:
    return partial(_with_name, reductions.var, name)


def _with_name(
    function: Function, name: str, recording: Recording, a: Any, *args: Any, **options: Any
) -> Any:
    return function(recording, name, a, *args, **options)


def _atleast(ndim: int) -> Function:
    def call(recording: Recording, *things: Any) -> Any:
        return shaping.atleast(recording, ndim, *things)

    return call


def _along(axis: int, function: Function, *more: Any) -> Function:
    """Returns a function with an axis that its name gives, as np.fliplr."""

    def call(recording: Recording, thing: Any, *args: Any) -> Any:
        return function(recording, thing, *args, axis, *more)

    return call


def _reshape(
    recording: Recording, a: Any, shape: Any = None, order: Any = "C", *, copy: Any = None, **_: Any
) -> Any:
    del copy
    return shaping.reshape(recording, a, shape, order)


def _broadcast_to(recording: Recording, array: Any, shape: Any, subok: Any = False) -> Any:
    del subok
    return shaping.broadcast_to(recording, array, shape).as_read_only()


def _outer(recording: Recording, a: Any, b: Any, out: Any = None) -> Any:
    if out is not None:
        raise recording.error("np.outer(out=...): leave it out")
    flat = (shaping.ravel(recording, a), shaping.ravel(recording, b))
    return products.outer(recording, np.multiply, *flat)


TABLE: Mapping[Any, Function] = MappingProxyType({
    # reductions
    np.sum: _reduction("sum"), np.prod: _reduction("prod"),
    np.max: _extreme("max"), np.min: _extreme("min"), np.amax: _extreme("max"),
    np.amin: _extreme("min"), np.any: _extreme("any"), np.all: _extreme("all"),
    np.argmax: _argument("argmax"), np.argmin: _argument("argmin"),
    np.mean: reductions.mean, np.var: _variance("var"), np.std: _variance("std"),
    np.ptp: compositions.ptp_, np.average: compositions.average_,
    np.count_nonzero: compositions.count_nonzero_,
    # elementwise
    np.where: compositions.where_, np.clip: compositions.clip_, np.round: compositions.round_,
    np.around: compositions.round_, np.fix: compositions.fix_, np.sinc: compositions.sinc_,
    np.nan_to_num: compositions.nan_to_num_, np.isclose: compositions.isclose_,
    np.allclose: compositions.allclose_, np.array_equal: compositions.array_equal_,
    np.isin: tables.isin_, np.copy: constructions.copy_,
    # parts of numbers
    np.real: compositions.real_, np.imag: imag_, np.angle: angle_,
    np.isreal: test_("isreal"), np.iscomplex: test_("iscomplex"),
    np.isrealobj: is_kind_("isrealobj"), np.iscomplexobj: is_kind_("iscomplexobj"),
    # shapes
    np.reshape: _reshape, np.ravel: shaping.ravel, np.transpose: shaping.transpose,
    np.permute_dims: shaping.transpose, np.matrix_transpose: _along(-1, shaping.swapaxes, -2),
    np.swapaxes: shaping.swapaxes, np.moveaxis: shaping.moveaxis,
    np.expand_dims: shaping.expand_dims, np.squeeze: shaping.squeeze,
    np.broadcast_to: _broadcast_to, np.broadcast_arrays: constructions.broadcast_arrays_,
    np.atleast_1d: _atleast(1), np.atleast_2d: _atleast(2),
    np.flip: shaping.flip, np.fliplr: _along(1, shaping.flip), np.flipud: _along(0, shaping.flip),
    np.shape: compositions.shape_, np.ndim: compositions.ndim_, np.size: compositions.size_,
    np.result_type: compositions.result_type_,
    # joining and parting
    np.concatenate: shaping.concatenate, np.concat: shaping.concatenate, np.stack: shaping.stack,
    np.vstack: constructions.vstack_, np.hstack: constructions.hstack_,
    np.append: constructions.append_,
    np.split: constructions.split_(True), np.array_split: constructions.split_(False),
    np.vsplit: _along(0, constructions.split_(True)), np.tile: constructions.tile_,
    np.repeat: constructions.repeat_, np.diff: compositions.diff_,
    np.tril: constructions.triangle_(True), np.triu: constructions.triangle_(False),
    # new arrays
    np.zeros_like: constructions.like_(0), np.ones_like: constructions.like_(1),
    np.empty_like: constructions.like_(0), np.full_like: constructions.full_like_,
    np.zeros: constructions.new_(0), np.ones: constructions.new_(1),
    np.empty: constructions.new_(0), np.full: constructions.full_,
    np.asarray: constructions.asarray_, np.array: constructions.array_,
    np.asanyarray: constructions.asarray_,
    np.ascontiguousarray: constructions.ascontiguous_,
    np.linspace: tables.linspace_,
    # more compositions
    np.roll: rearranging.roll_, np.dstack: constructions.dstack_,
    np.column_stack: constructions.column_stack_, np.diagonal: constructions.diagonal_,
    np.trace: constructions.trace_, np.meshgrid: constructions.meshgrid_, np.pad: padding.pad_,
    np.nansum: compositions.nan_reduction_("sum", 0),
    np.nanprod: compositions.nan_reduction_("prod", 1),
    np.nanmax: compositions.nan_reduction_("max", -np.inf),
    np.nanmin: compositions.nan_reduction_("min", np.inf), np.nanmean: compositions.nan_mean_,
    np.nanvar: compositions.nan_variance_("var"), np.nanstd: compositions.nan_variance_("std"),
    np.select: compositions.choose_, np.trapezoid: compositions.trapezoid_,
    # elements at places, and sums up to each element
    np.take: called.take_, np.take_along_axis: called.take_along_axis_,
    np.cumsum: called.cumulate_("sum"), np.cumprod: called.cumulate_("prod"),
    # host calls
    np.sort: called.sort_, np.argsort: called.argsort_,
    np.partition: called.partition_("partition"),
    np.argpartition: called.partition_("argpartition"),
    np.searchsorted: called.searchsorted_, np.median: called.median_("median"),
    np.nanmedian: called.median_("nanmedian"),
    np.quantile: called.quantile_("quantile", 1),
    np.percentile: called.quantile_("percentile", 100),
    np.nanquantile: called.quantile_("nanquantile", 1),
    np.nanpercentile: called.quantile_("nanpercentile", 100),
    np.bincount: tables.bincount_, np.histogram: tables.histogram_,
    # elements in other places
    np.block: rearranging.block_, np.copyto: rearranging.copyto_,
    np.fill_diagonal: rearranging.fill_diagonal_, np.putmask: rearranging.putmask_,
    np.place: rearranging.place_, np.lexsort: rearranging.lexsort_,
    np.may_share_memory: rearranging.shares_memory_, np.shares_memory: rearranging.shares_memory_,
    np.lib.stride_tricks.sliding_window_view: rearranging.windows_,
    # Fourier transforms, which are host calls
    np.fft.fft: FOURIER[np.fft.fft], np.fft.ifft: FOURIER[np.fft.ifft],
    np.fft.rfft: FOURIER[np.fft.rfft], np.fft.irfft: FOURIER[np.fft.irfft],
    np.fft.hfft: FOURIER[np.fft.hfft], np.fft.ihfft: FOURIER[np.fft.ihfft],
    np.fft.fft2: FOURIER[np.fft.fft2], np.fft.ifft2: FOURIER[np.fft.ifft2],
    np.fft.rfft2: FOURIER[np.fft.rfft2], np.fft.irfft2: FOURIER[np.fft.irfft2],
    np.fft.fftn: FOURIER[np.fft.fftn], np.fft.ifftn: FOURIER[np.fft.ifftn],
    np.fft.rfftn: FOURIER[np.fft.rfftn], np.fft.irfftn: FOURIER[np.fft.irfftn],
    np.fft.fftshift: FOURIER[np.fft.fftshift], np.fft.ifftshift: FOURIER[np.fft.ifftshift],
    # matrices, in host calls
    np.linalg.qr: matrices.qr_, np.linalg.cond: matrices.cond_, np.linalg.lstsq: matrices.lstsq_,
    # products
    np.dot: products.dot, np.inner: products.inner, np.vdot: products.vdot, np.outer: _outer,
    np.linalg.norm: products.norm,
    np.linalg.matmul: products.matmul, np.linalg.outer: _outer,
    np.einsum: contractions.einsum_, np.tensordot: contractions.tensordot_,
    np.linalg.tensordot: contractions.tensordot_,
})  # fmt: skip
"""The rule of each function of NumPy that can be traced."""

_OUTSIDE = "compute it outside of the function"
_VALUES = "the shape would depend on values; write np.where(mask, x, other)"

_INSTEAD: dict[str, str] = {
    **dict.fromkeys(
        ("nonzero", "argwhere", "flatnonzero", "unique", "compress", "extract"), _VALUES
    ),
    "piecewise": "write nested np.where",
    "choose": "write nested np.where",
    "apply_along_axis": "write the function for whole arrays",
    "save": "return the array, and save it outside",
    "savetxt": "return the array, and save it outside",
}


def refuse_some(recording: Recording, function: Function) -> None:
    """Raises the error for a function of which is known that NumPy's own code cannot be traced."""
    if getattr(function, "__name__", "") in _INSTEAD:
        refuse(recording, function)


def refuse(recording: Recording, function: Function) -> NoReturn:
    """Raises the error that names a function of NumPy which cannot be traced."""
    module = getattr(function, "__module__", "numpy").replace("numpy", "np", 1)
    name = getattr(function, "__name__", repr(function))
    advice = _INSTEAD.get(name, f"write it with others, or {_OUTSIDE}")
    raise recording.error(f"{module}.{name}: it cannot be traced; {advice}")
