"""np.fft in a trace: one-dimensional transforms are host calls, the others are made of them.

1. A transform takes and gives complex numbers as pairs side by side. Pairs that come from another
   transform are handed on as they lie; others are joined first.
2. Transforms over many axes, those of Hermitian arrays and the shifts are compositions, which are
   NumPy's own. So results are NumPy's, bit for bit.
3. NumPy transforms float32 in single precision, and integers in double. float16 is transformed in
   single precision, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from streamrt._ir.called import NORMS, TRANSFORMS
from streamrt._ir.program import Value
from streamrt._jit.tracing.cells import Pair
from streamrt._jit.tracing.complexes.pairs import paired, promoted, refuse
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import ComplexError, Recording
from streamrt._jit.tracing.rules import rearranging, shaping
from streamrt._jit.tracing.rules.reductions import axis_of, integer_of

__all__ = ["FOURIER"]

Function: TypeAlias = Callable[..., Any]


# -- along one axis --------------------------------------------------------------------------------


def _transform(
    recording: Recording, name: str, thing: Any, n: Any, axis: Any, norm: Any, out: Any = None
) -> Any:
    """Returns one transform along an axis: a pair, or real numbers for `irfft`."""
    what = f"np.fft.{name}"
    thing = _given(recording, thing)
    recording.begin()
    if out is not None:
        refuse(recording, f"{what}(out=...)", [thing], "leave it out")
    if name == "rfft" and isinstance(thing, Pair):
        message = f"{what} of {thing._origin()}: it takes real numbers; write np.fft.fft, or .real"
        raise recording.type_error(message)
    parts = (thing._re, thing._im) if isinstance(thing, Pair) else (thing,)
    shape, is_dense = parts[0].read().shape, all(part._is_dense for part in parts)
    at = axis_of(recording, what, axis, len(shape))
    if n is None:
        n = 2 * (shape[at] - 1) if name == "irfft" else shape[at]
    count = integer_of(recording, f"{what}: n", n)
    if count < 1:
        raise recording.value_error(f"{what} of {count} elements: it takes one at least")
    scale = _norm(recording, what, norm)
    value = _interleaved(recording, thing) if isinstance(thing, Pair) else _real(recording, thing)
    attributes = (at, TRANSFORMS.index(name), count, scale, int(isinstance(thing, Pair)))
    made = recording.builder.apply("fft", value, attributes=attributes)
    halves = [made] if name == "irfft" else [_half(recording, made, k) for k in (0, 1)]
    cells = [recording.kind(recording, half, is_dense) for half in halves]  # of the same order
    return cells[0] if name == "irfft" else paired(recording, *cells)


def _given(recording: Recording, thing: Any) -> Any:
    """Returns the operand of a transform as a pair or as a cell."""
    if not isinstance(thing, Pair):
        try:
            return cell_of(recording, thing)
        except ComplexError:
            pass
    return promoted(recording, [thing])[0]


def _real(recording: Recording, cell: Any) -> Value:
    value: Value = cell.read()
    if value.dtype.kind != "f":
        return recording.builder.apply("cast", value, dtype="f64")
    return recording.widened(value)


def _norm(recording: Recording, what: str, norm: Any) -> int:
    if norm is None:
        return 0
    if not isinstance(norm, str) or norm not in NORMS:
        raise recording.value_error(f"{what}: norm is {norm!r}; it is one of {', '.join(NORMS)}")
    return NORMS.index(norm)


def _half(recording: Recording, value: Value, k: int) -> Value:
    """Returns the real or the imaginary parts of pairs that lie side by side."""
    shape = value.shape[:-1]
    attributes = ((*(0,) * len(shape), k), (1,) * len(value.shape), (*shape, 1))
    part = recording.builder.apply("slice", value, attributes=attributes)
    return recording.builder.apply("reshape", part, attributes=(shape,))


def _interleaved(recording: Recording, pair: Pair) -> Value:
    """Returns the parts of a pair side by side."""
    re, im = pair._re.read(), pair._im.read()
    source = (
        re.operands[0].operands[0] if re.op.name == "reshape" and re.operands[0].operands else None
    )
    if source is not None and source.op.name == "fft":
        whole = [_half(recording, source, k) for k in (0, 1)]
        if whole[0] is re and whole[1] is im:
            return source
    builder, shape = recording.builder, (*re.shape, 1)
    recording.check_shape(shape)
    parts = [builder.apply("reshape", part, attributes=(shape,)) for part in (re, im)]
    return builder.apply("concatenate", *parts, attributes=(len(shape) - 1,))


def _one(name: str) -> Function:
    def rule(
        recording: Recording, a: Any, n: Any = None, axis: Any = -1, norm: Any = None,
        out: Any = None,
    ) -> Any:  # fmt: skip
        return _transform(recording, name, a, n, axis, norm, out)

    return rule


def _hermitian(
    recording: Recording, a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> Any:
    """Returns np.fft.hfft: the transform of what is the conjugate of its own mirror image."""
    turned = np.conjugate(_given(recording, a))
    return _transform(recording, "irfft", turned, n, axis, _swapped(norm), out)


def _inverse_hermitian(
    recording: Recording, a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> Any:
    made = _transform(recording, "rfft", a, n, axis, _swapped(norm), out)
    return np.conjugate(made)


def _swapped(norm: Any) -> Any:
    return {None: "forward", "backward": "forward", "forward": "backward"}.get(norm, norm)


# -- along many axes -------------------------------------------------------------------------------


def _many(name: str, axes_by_default: Any) -> Function:
    """Returns np.fft.fftn and the like: one transform for each axis, in NumPy's order."""
    real, one = name.startswith(("r", "ir")), name.rstrip("n2")

    def rule(
        recording: Recording, a: Any, s: Any = None, axes: Any = axes_by_default, norm: Any = None,
        out: Any = None,
    ) -> Any:  # fmt: skip
        made = _given(recording, a)
        what = f"np.fft.{name}"
        sizes, places = _sizes(recording, what, made, s, axes)
        steps = list(zip(sizes, places, strict=True))
        if out is not None or (real and not steps):
            refuse(recording, what, [made], "give it an axis at least, and no out=")
        if not real:
            for n, axis in reversed(steps):
                made = _transform(recording, one, made, n, axis, norm)
            return made
        inner = "ifft" if one == "irfft" else "fft"
        *others, (n, axis) = steps
        if one == "rfft":
            made = _transform(recording, one, made, n, axis, norm)
            others.reverse()
        for size, place in others:
            made = _transform(recording, inner, made, size, place, norm)
        return made if one == "rfft" else _transform(recording, one, made, n, axis, norm)

    return rule


def _sizes(
    recording: Recording, what: str, thing: Any, s: Any, axes: Any
) -> tuple[Sequence[Any], Sequence[int]]:
    """Returns the numbers of elements along axes, and the axes."""
    ndim = thing.ndim
    if axes is None:
        count = ndim if s is None else len(s)
        places: tuple[int, ...] = tuple(range(-count, 0))
    else:
        places = shaping.integers(recording, f"{what}: axes", axes)
    sizes: list[Any] = [-1] * len(places) if s is None else list(s)
    if len(sizes) != len(places):
        raise recording.value_error(
            f"{what}: {len(sizes)} sizes for {len(places)} axes; give one for each axis"
        )
    for k, axis in enumerate(places):
        if sizes[k] == -1:
            sizes[k] = thing.shape[axis_of(recording, what, axis, ndim)]
    if s is None and sizes and "irfft" in what:
        sizes[-1] = 2 * (sizes[-1] - 1)
    return sizes, places


# -- shifts ----------------------------------------------------------------------------------------


def _shifted(inverse: bool) -> Function:
    """Returns np.fft.fftshift or its inverse."""
    what = f"np.fft.{'i' if inverse else ''}fftshift"

    def rule(recording: Recording, x: Any, axes: Any = None) -> Any:
        if isinstance(x, Pair):
            return paired(recording, *[rule(recording, part, axes) for part in (x._re, x._im)])
        made = _given(recording, x)
        shape = made.read().shape
        given = range(len(shape)) if axes is None else shaping.integers(recording, what, axes)
        places = tuple([axis_of(recording, what, axis, len(shape)) for axis in given])
        shifts = [-(shape[at] // 2) if inverse else shape[at] // 2 for at in places]
        return rearranging.roll_(recording, made, shifts, places) if places else made

    return rule


FOURIER: Mapping[Any, Function] = MappingProxyType({
    np.fft.fft: _one("fft"), np.fft.ifft: _one("ifft"), np.fft.rfft: _one("rfft"),
    np.fft.irfft: _one("irfft"), np.fft.hfft: _hermitian, np.fft.ihfft: _inverse_hermitian,
    np.fft.fft2: _many("fft2", (-2, -1)), np.fft.ifft2: _many("ifft2", (-2, -1)),
    np.fft.rfft2: _many("rfft2", (-2, -1)), np.fft.irfft2: _many("irfft2", (-2, -1)),
    np.fft.fftn: _many("fftn", None), np.fft.ifftn: _many("ifftn", None),
    np.fft.rfftn: _many("rfftn", None), np.fft.irfftn: _many("irfftn", None),
    np.fft.fftshift: _shifted(False), np.fft.ifftshift: _shifted(True),
})  # fmt: skip
"""The rule of each function of np.fft, for real and for complex arrays."""
