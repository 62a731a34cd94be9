"""The extension `fft` of the standard: host calls of NumPy's transforms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from streamrt._core.values import told
from streamrt.array_api import _host
from streamrt.array_api._array import Array
from streamrt.array_api._conversion import asarray
from streamrt.array_api._manipulation import roll
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError, ArgumentIndexError, ArgumentTypeError

__all__ = [
    "fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft",
    "irfftn", "rfft", "rfftfreq", "rfftn",
]  # fmt: skip

Numbers = Sequence[int] | None
_COMPLEX = {"float32": "complex64", "float64": "complex128"}
_FLOAT = {"complex64": "float32", "complex128": "float64"}


def _transform(
    function: Callable[..., Any],
    x: Any,
    s: Numbers,
    axes: Numbers,
    norm: str,
    *,
    kind: str,
    options: dict[str, Any],
) -> Array:
    """Submits a transform.

    Args:
        function: NumPy's.
        x: the array.
        s: the extents along the axes; None means those of `x`.
        axes: the axes; None means all.
        norm: `backward`, `ortho` or `forward`.
        kind: `complex`, `to half` (real to complex) or `from half` (complex to real).
        options: the arguments of NumPy's function about axes and extents.
    """
    name = function.__name__
    if x.dtype.kind not in ("f" if kind == "to half" else "fc"):
        raise ArgumentTypeError(f"{name}: found {x.dtype}; pass floats")
    along = list(range(x.ndim)) if axes is None else list(axes)
    if axes is None and s is not None:
        along = along[-len(s) :]
    is_none = not along and kind != "complex"
    if is_none or any(not -x.ndim <= axis < x.ndim for axis in along):
        raise ArgumentIndexError(f"{name}: axes {along} of {told(x)}: there are no such axes")
    shape = list(x.shape)
    for place, axis in enumerate(along):
        if s is not None:
            shape[axis] = s[place]
        elif kind == "from half" and place == len(along) - 1:
            shape[axis] = 2 * (shape[axis] - 1)
    if any(shape[axis] < 1 for axis in along):
        raise ArgumentError(f"{name}: found shape {list(x.shape)}; there is nothing to transform")
    if kind == "to half":
        shape[along[-1]] = shape[along[-1]] // 2 + 1
    dtype = str(x.dtype)
    wanted = _FLOAT.get(dtype, dtype) if kind == "from half" else _COMPLEX.get(dtype, dtype)

    def call(x: Any) -> Any:
        return function(x, norm=norm, **options)

    made = _host.call(call, name, [x], [(tuple(shape), np.dtype(wanted))], Array)
    return cast("Array", made[0])


def _one(function: Callable[..., Any], x: Any, n: Any, axis: int, norm: str, kind: str) -> Array:
    s, options = (None if n is None else (n,)), {"n": n, "axis": axis}
    return _transform(function, x, s, (axis,), norm, kind=kind, options=options)


def _several(
    function: Callable[..., Any], x: Any, s: Any, axes: Any, norm: str, kind: str
) -> Array:
    if axes is None and s is not None:
        axes = tuple(range(-len(s), 0))
    return _transform(function, x, s, axes, norm, kind=kind, options={"s": s, "axes": axes})


@public
def fft(x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Returns the discrete Fourier transform along an axis.

    Args:
        x: the array, of floats or complex numbers.
        n: the extent: `x` is cut, or filled with zeros; None is that of `x`.
        axis: the axis.
        norm: `backward`, `ortho` or `forward`: where the factor 1 / n goes.
    """
    return _one(np.fft.fft, x, n, axis, norm, "complex")


@public
def ifft(x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Returns the inverse of `fft`."""
    return _one(np.fft.ifft, x, n, axis, norm, "complex")


@public
def rfft(x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Returns the first half of `fft` of real numbers; the other half mirrors it."""
    return _one(np.fft.rfft, x, n, axis, norm, "to half")


@public
def irfft(x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Returns the inverse of `rfft`."""
    return _one(np.fft.irfft, x, n, axis, norm, "from half")


@public
def hfft(x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Returns `fft` of numbers whose second half mirrors the first one, which is passed."""
    return _one(np.fft.hfft, x, n, axis, norm, "from half")


@public
def ihfft(x: Any, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Returns the inverse of `hfft`."""
    return _one(np.fft.ihfft, x, n, axis, norm, "to half")


@public
def fftn(x: Any, /, *, s: Numbers = None, axes: Numbers = None, norm: str = "backward") -> Array:
    """Returns the discrete Fourier transform along several axes.

    Args:
        x: the array, of floats or complex numbers.
        s: the extents along the axes; None means those of `x`.
        axes: the axes; None means all, or the last ones if there is `s`.
        norm: as in `fft`.
    """
    return _several(np.fft.fftn, x, s, axes, norm, "complex")


@public
def ifftn(x: Any, /, *, s: Numbers = None, axes: Numbers = None, norm: str = "backward") -> Array:
    """Returns the inverse of `fftn`."""
    return _several(np.fft.ifftn, x, s, axes, norm, "complex")


@public
def rfftn(x: Any, /, *, s: Numbers = None, axes: Numbers = None, norm: str = "backward") -> Array:
    """Returns the first half, along the last axis, of `fftn` of real numbers."""
    return _several(np.fft.rfftn, x, s, axes, norm, "to half")


@public
def irfftn(x: Any, /, *, s: Numbers = None, axes: Numbers = None, norm: str = "backward") -> Array:
    """Returns the inverse of `rfftn`."""
    return _several(np.fft.irfftn, x, s, axes, norm, "from half")


@public
def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Array:
    """Returns the frequencies of the elements of `fft`, in cycles per unit of `d`.

    Args:
        n: the extent of the transform.
        d: the distance of the samples.
        dtype: the dtype; None is float64.
        device: the device, or its name.
    """
    return asarray(np.fft.fftfreq(n, d), dtype=dtype, device=device)


@public
def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Array:
    """Returns the frequencies of the elements of `rfft`; see `fftfreq`."""
    return asarray(np.fft.rfftfreq(n, d), dtype=dtype, device=device)


def _shifts(x: Any, axes: Any, sign: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    along = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, int) else axes
    shifts = [x.shape[axis] // 2 if sign > 0 else -(x.shape[axis] // 2) for axis in along]
    return tuple(shifts), tuple(along)


@public
def fftshift(x: Any, /, *, axes: int | Numbers = None) -> Array:
    """Returns the elements moved, so that those of frequency 0 stand in the middle."""
    shifts, along = _shifts(x, axes, 1)
    return roll(x, shifts, axis=along)


@public
def ifftshift(x: Any, /, *, axes: int | Numbers = None) -> Array:
    """Returns the inverse of `fftshift`."""
    shifts, along = _shifts(x, axes, -1)
    return roll(x, shifts, axis=along)
