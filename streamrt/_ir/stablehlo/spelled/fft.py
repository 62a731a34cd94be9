"""Fourier transforms as StableHLO, which has complex numbers where programs have pairs."""

from __future__ import annotations

from math import sqrt

from streamrt._ir.called import NORMS, TRANSFORMS
from streamrt._ir.stablehlo.spelled.text import Block, Named
from streamrt._ir.values import Shape, Value

__all__ = ["spell_fft"]


def spell_fft(to: Block, value: Value, x: Named) -> Named:
    """Appends a transform along one axis; returns numbers, or pairs of them."""
    axis, function, n, norm, pairs = map(int, value.attributes)
    name, scale = TRANSFORMS[function], NORMS[norm]
    parts = [_part(to, x, k) for k in (0, 1)] if pairs else [x]
    rank = len(parts[0].shape)
    order = [*[k for k in range(rank) if k != axis], axis]
    taken = n // 2 + 1 if name == "irfft" else n
    parts = [_fitted(to, to.transpose(part, order), taken) for part in parts]
    if name == "rfft":
        given, kind = parts[0].name, parts[0].type
    else:
        imaginary = parts[1] if pairs else to.like(parts[0], 0)
        kind = _complex(parts[0])
        names = f"{parts[0].name}, {imaginary.name}"
        given = to.line(f"stablehlo.complex {names} : {kind}", x.dtype, parts[0].shape).name
    lead, back = parts[0].shape[:-1], _back(order)
    is_real = name == "irfft"
    made = Named("", x.dtype, (*lead, n // 2 + 1 if name == "rfft" else n))
    result = made.type if is_real else _complex(made)
    text = f"stablehlo.fft {given}, type = {name.upper()}, length = [{n}] : ({kind}) -> {result}"
    found = to.line(text, x.dtype, made.shape)
    factor = _factor(name, scale, n)
    if is_real:
        return to.transpose(_scaled(to, found, factor), back)
    halves: list[Named] = []
    for half in ("real", "imag"):
        line = f"stablehlo.{half} {found.name} : ({result}) -> {made.type}"
        one = to.transpose(_scaled(to, to.line(line, x.dtype, made.shape), factor), back)
        halves.append(to.reshape(one, (*one.shape, 1)))
    return to.concatenate(halves, rank)


def _part(to: Block, x: Named, place: int) -> Named:
    """Appends the real or the imaginary parts of pairs."""
    *lead, _ = x.shape
    starts = [*[0] * len(lead), place]
    found = to.slice(x, starts, [1] * len(starts), (*lead, 1))
    return to.reshape(found, tuple(lead))


def _fitted(to: Block, x: Named, count: int) -> Named:
    """Appends the first elements along the last axis, and zeros after them."""
    *lead, extent = x.shape
    if extent > count:
        return to.slice(x, [0] * len(x.shape), [1] * len(x.shape), (*lead, count))
    if extent == count:
        return x
    gap: Shape = (*lead, count - extent)
    return to.concatenate([x, to.full(0, x.dtype, gap)], len(lead))


def _complex(x: Named) -> str:
    return x.type.replace(x.dtype.name, f"complex<{x.dtype.name}>")


def _back(order: list[int]) -> list[int]:
    return [order.index(k) for k in range(len(order))]


def _factor(name: str, norm: str, n: int) -> float:
    """Returns the factor of the result; the inverse transforms divide by n by themselves."""
    is_inverse = name.startswith("i")
    if norm == "ortho":
        return sqrt(n) if is_inverse else 1 / sqrt(n)
    if norm == "forward":
        return float(n) if is_inverse else 1 / n
    return 1.0


def _scaled(to: Block, x: Named, factor: float) -> Named:
    return x if factor == 1 else to.same("stablehlo.multiply", x, to.like(x, factor))
