"""Derives the coefficients in streamrt/_ir/math/polynomials.py, and writes that file.

Each polynomial is the best one in the sense of Chebyshev for the relative error of the function
that is computed with it, found with the algorithm of Remez. Its first coefficients are rounded one
after the other, each before the rest is fitted again, because their rounding errors weigh most;
but not if the interval has zero inside, where that does not converge.

It needs mpmath, which no test does: `pip install mpmath`, then
`python tests/ir/derive_polynomials.py`.
"""

from __future__ import annotations

import argparse
import importlib
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

mp: Any = importlib.import_module("mpmath")  # which type checkers need not find

TARGET = Path(__file__).resolve().parents[2] / "streamrt" / "_ir" / "math" / "polynomials.py"
POINTS = 40  # of the grid, for each coefficient

HEAD = '''"""The coefficients of the polynomials of mathematical functions, the constant one first.

tests/ir/derive_polynomials.py derives them and writes this file; it says how. The comment above a
polynomial gives the greatest relative error of the function's value in units of 2**-24 or 2**-53.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["COEFFICIENTS"]

'''


LAST = '"""The coefficients by the element of a vector, then by the name of the polynomial."""\n'


@dataclass(frozen=True)
class Fit:
    """One polynomial to find.

    Attributes:
        name: of the constant.
        bits: of the mantissa of a coefficient.
        degree: of the polynomial.
        low, high: the interval of its argument.
        target: the function that the polynomial stands for.
        weight: what turns its error into the relative error of the result.
        about: what the polynomial is, for the comment.
    """

    name: str
    bits: int
    degree: int
    low: Any
    high: Any
    target: Callable[[Any], Any]
    weight: Callable[[Any], Any]
    about: str


def remez(xs: list[Any], target: list[Any], weight: list[Any], degree: int) -> list[Any]:
    """Returns the coefficients of the best polynomial on a grid of points."""
    count = degree + 2
    chosen = [round((len(xs) - 1) * (1 - float(mp.cos(mp.pi * k / (count - 1)))) / 2)
              for k in range(count)]  # fmt: skip
    found: list[Any] = []
    for _ in range(12):
        matrix, right = mp.matrix(count, count), mp.matrix(count, 1)
        for row, k in enumerate(chosen):
            for power in range(degree + 1):
                matrix[row, power] = weight[k] * xs[k] ** power
            matrix[row, count - 1] = (-1) ** row
            right[row] = weight[k] * target[k]
        solved = mp.lu_solve(matrix, right)
        found = [solved[k] for k in range(count - 1)]
        errors = weighted(found, xs, target, weight)
        following = extrema(errors, count)
        if following == chosen or len(following) < count:
            break
        chosen = following
    return found


def weighted(found: list[Any], xs: list[Any], target: list[Any], weight: list[Any]) -> list[Any]:
    """Returns the weighted error at each point."""
    points = zip(xs, target, weight, strict=True)
    return [w * (mp.polyval(found[::-1], x) - t) for x, t, w in points]


def extrema(errors: list[Any], count: int) -> list[int]:
    """Returns the places of the greatest errors of alternating sign."""
    runs: list[int] = []
    for k, error in enumerate(errors):
        if runs and (errors[runs[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[runs[-1]]):
                runs[-1] = k
        else:
            runs.append(k)
    while len(runs) > count:  # drop the smaller end
        runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
    return runs


def rounded(value: Any, bits: int) -> float:
    """Returns a number with so many bits."""
    if bits == 24:
        return float(np.float32(mp.nstr(value, 30)))
    return float(mp.nstr(value, 40))


def derive(fit: Fit) -> tuple[list[float], float]:
    """Returns the rounded coefficients, and their error in ulp of a number just above one."""
    mp.mp.dps = 60
    middle, half = (mp.mpf(fit.low) + fit.high) / 2, (mp.mpf(fit.high) - fit.low) / 2
    count = POINTS * (fit.degree + 2)
    # The odd number keeps zero, where a weight vanishes, off the grid.
    xs = [middle - half * mp.cos(mp.pi * (k + mp.mpf("0.377")) / count) for k in range(count)]
    target = [fit.target(x) for x in xs]
    weight = [abs(fit.weight(x)) for x in xs]
    fixed: list[float] = []
    rest, pull = target, weight  # the polynomial without its first terms, divided by x**k
    for k in range(min(4, fit.degree) if fit.low == 0 or fit.low >= 0.9 else 0):
        fixed.append(rounded(remez(xs, rest, pull, fit.degree - k)[0], fit.bits))
        rest = [(r - fixed[k]) / x for r, x in zip(rest, xs, strict=True)]
        pull = [abs(w * x) for w, x in zip(pull, xs, strict=True)]
    found = remez(xs, rest, pull, fit.degree - len(fixed))
    fixed += [rounded(value, fit.bits) for value in found]
    worst = max(map(abs, weighted([mp.mpf(c) for c in fixed], xs, target, weight)))
    return fixed, float(worst * mp.mpf(2) ** fit.bits)


def _odd(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Returns `(f(z) - z) / z**3` as a function of the square of z."""
    return lambda u: (function(mp.sqrt(u)) - mp.sqrt(u)) / mp.sqrt(u) ** 3


def _odd_weight(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda u: mp.sqrt(u) ** 3 / function(mp.sqrt(u))


def _log_weight(u: Any) -> Any:
    s = mp.sqrt(u)
    return s**3 / mp.log((1 + s) / (1 - s))


def _log_tail(u: Any) -> Any:
    s = mp.sqrt(u)
    return (mp.log((1 + s) / (1 - s)) - 2 * s) / s**3


def _log2_by_s(u: Any) -> Any:
    s = mp.sqrt(u)
    return mp.log((1 + s) / (1 - s), 2) / s


def _log2_rest(u: Any) -> Any:
    return (_log2_by_s(u) - 2 / mp.log(2) - u * 2 / (3 * mp.log(2))) / u**2


def _fits(bits: int) -> list[Fit]:
    """Returns the polynomials for one dtype."""
    is_wide = bits == 53
    ln2, quarter = mp.log(2) / 2 * mp.mpf("1.001"), mp.pi / 4 * mp.mpf("1.01")
    edge = mp.mpf(1) if is_wide else mp.mpf("0.92")
    last = mp.mpf(6) if is_wide else mp.mpf("3.95")
    half, wider = mp.mpf("0.5005"), mp.mpf("0.69" if is_wide else "0.59")
    root = mp.sqrt(2) * mp.mpf("1.0005")
    s = (root - 1) / (root + 1)
    fits = [
        Fit("exp", bits, 10 if is_wide else 4, -ln2, ln2,
            lambda r: (mp.expm1(r) - r) / r**2, lambda r: r**2 / mp.exp(r),
            "exp(r) = 1 + r + r**2 * p(r)"),
        Fit("expm1", bits, 11 if is_wide else 4, -ln2, ln2,
            lambda r: (mp.expm1(r) - r) / r**2, lambda r: r**2 / mp.expm1(r),
            "expm1(r) = r + r**2 * p(r)"),
        Fit("exp2", bits, 12 if is_wide else 5, -half, half,
            lambda r: (mp.mpf(2) ** r - 1) / r, lambda r: r / mp.mpf(2) ** r,
            "2**r = 1 + r * p(r)"),
        Fit("sin", bits, 5 if is_wide else 2, 0, quarter**2, _odd(mp.sin), _odd_weight(mp.sin),
            "sin(r) = r + r**3 * p(r**2)"),
        Fit("cos", bits, 5 if is_wide else 2, 0, quarter**2,
            lambda u: (mp.cos(mp.sqrt(u)) - 1 + u / 2) / u**2,
            lambda u: u**2 / mp.cos(mp.sqrt(u)), "cos(r) = 1 - r**2 / 2 + r**4 * p(r**2)"),
        Fit("rcbrt", bits, 4, mp.sqrt(2) / 2 * mp.mpf("0.999"), mp.sqrt(2) * mp.mpf("1.001"),
            lambda m: 1 / mp.cbrt(m), mp.cbrt, "1 / cbrt(m) = p(m), from which iterations start"),
        Fit("arctan", bits, 10 if is_wide else 3, 0, mp.mpf("0.4143") ** 2,
            _odd(mp.atan), _odd_weight(mp.atan), "arctan(z) = z + z**3 * p(z**2)"),
        Fit("arcsin", bits, 12 if is_wide else 4, 0, mp.mpf("0.2501"),
            _odd(mp.asin), _odd_weight(mp.asin), "arcsin(z) = z + z**3 * p(z**2)"),
        Fit("tanh", bits, 11 if is_wide else 4, 0, mp.mpf("0.5501") ** 2,
            _odd(mp.tanh), _odd_weight(mp.tanh), "tanh(z) = z + z**3 * p(z**2)"),
        Fit("erf_near", bits, 12 if is_wide else 5, 0, edge**2,
            lambda u: mp.erf(mp.sqrt(u)) / mp.sqrt(u) - 1,
            lambda u: mp.sqrt(u) / mp.erf(mp.sqrt(u)), "erf(x) = x + x * p(x**2)"),
        Fit("erf_far", bits, 19 if is_wide else 5, edge, last,
            lambda t: -mp.log(mp.erfc(t)) / t - 1, lambda t: t * mp.erfc(t) / mp.erf(t),
            "erf(t) = 1 - exp(-t - t * p(t))"),
        Fit("log2_in_two", bits, 6 if is_wide else 2, 0, s**2, _log2_rest,
            lambda u: u**2 / _log2_by_s(u),
            "log2((1 + s) / (1 - s)) = s * 2 / ln2 + s**3 * 2 / (3 * ln2) + s**5 * p(s**2)"),
        Fit("exp2_in_two", bits, 11 if is_wide else 4, -wider, wider,
            lambda r: (mp.mpf(2) ** r - 1 - r * mp.log(2)) / r**2, lambda r: r**2 / mp.mpf(2) ** r,
            "2**r = 1 + r * ln2 + r**2 * p(r)"),
    ]  # fmt: skip
    if is_wide:
        fits += [
            Fit("log", bits, 6, 0, s**2, _log_tail, _log_weight,
                "log((1 + s) / (1 - s)) = 2 * s + s**3 * p(s**2)"),
        ]  # fmt: skip
    else:
        fits += [
            Fit("log", bits, 8, 1 / root - 1, root - 1,
                lambda f: (mp.log1p(f) - f) / f**2, lambda f: f**2 / mp.log1p(f),
                "log1p(f) = f + f**2 * p(f)"),
        ]  # fmt: skip
    return fits


def main() -> None:
    """Writes the file, or with --only prints one polynomial."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="the name of one polynomial, which is printed")
    only = parser.parse_args().only
    parts: list[str] = [HEAD, "COEFFICIENTS: Mapping[str, Mapping[str, tuple[float, ...]]] = {\n"]
    for element, bits in (("float", 24), ("double", 53)):
        parts.append(f'    "{element}": {{\n')
        for fit in _fits(bits):
            if only in (None, fit.name):
                parts.append(_text(fit))
                print(element, parts[-1])
        parts.append("    },\n")
    if only is None:
        TARGET.write_text("".join([*parts, "}  # fmt: skip\n", LAST]))


def _text(fit: Fit) -> str:
    found, error = derive(fit)
    numbers = [repr(float(c)) if fit.bits == 53 else str(np.float32(c)) for c in found]
    return text(f"{fit.about}; {error:.2g}", fit.name, numbers)


def text(about: str, name: str, numbers: list[str]) -> str:
    """Returns the lines of one polynomial."""
    wide = textwrap.TextWrapper(100, initial_indent=" " * 8, subsequent_indent=" " * 12)
    return f"        # {about}\n" + wide.fill(f'"{name}": ({", ".join(numbers)}),') + "\n"


if __name__ == "__main__":
    main()
