"""Tries which functions of NumPy run in compiled functions though programs have no rule for them.

Most functions of NumPy are Python code, which is traced as it is. Whether that works depends on
what the code does. So each function is called here, compiled and by NumPy, and the page of
functions says what came of it. A function that is refused needs an advice in TRIED.
"""

from __future__ import annotations

import logging
import warnings
from collections import defaultdict
from typing import Any, cast

import numpy as np

import streamrt as srt

X = np.linspace(0.1, 1, 6)
M = np.random.default_rng(0).uniform(0.1, 1, (4, 4))
GIVEN = X, X[::-1].copy(), M, M @ M.T + np.eye(4)
"""The arguments x, y, m and s of the calls; s is symmetric and positive definite."""

ARRAYS = "Functions of arrays"
LINEAR = "Linear algebra"
NUMBERS = "Functions that make arrays of numbers"

_SHAPE = "the shape would depend on values; write `np.where(mask, x, other)`"
_SETS = "the shape would depend on values; write `np.isin(x, y)`, which is a mask"
_COMPLEX = "the dtype would depend on values; write `np.sqrt(x + 0j)`, and so on"
_OUTSIDE = "compute it outside of the function"
_TEXT = "return the array, and write it as text outside"

TRIED: dict[str, str] = {
    ARRAYS: """
        apply_over_axes(np.sum, m, [0]); asarray_chkfinite(x); asfortranarray(m)
        astype(x, np.float32); atleast_3d(x); convolve(x, y); corrcoef(m); correlate(x, y); cov(m)
        cross(m[:, :3], m[:, 1:]); cumulative_prod(x); cumulative_sum(x); delete(x, 2); diag(m)
        diagflat(x); digitize(x, [0.5]); dsplit(m.reshape(2, 2, 4), 2); ediff1d(x)
        geomspace(x[0], x[1], 4); gradient(x); hsplit(m, 2); insert(x, 1, 0.0); interp(x, x, y)
        isin(x, y); isneginf(x); isposinf(x); ix_(x, y); kron(x, m); logspace(x[0], x[1], 4)
        nanargmax(x); nanargmin(x); nancumprod(x); nancumsum(x); polyadd(x, y); polyder(x)
        polyint(x); polysub(x, y); polyval(x, y); real_if_close(x); require(x); resize(x, (2, 3))
        rollaxis(m, 1); rot90(m); unstack(m); unwrap(x); vander(x)
        put_along_axis: [c := m.copy(), np.put_along_axis(c, m.argmax(1)[:, None], 0.0, 1), c][2]
    """,
    LINEAR: """
        linalg.cholesky(s); linalg.cross(x[:3], y[:3]); linalg.det(m); linalg.diagonal(m)
        linalg.eigh(s); linalg.eigvalsh(s); linalg.inv(m)
        linalg.matrix_norm(m); linalg.matrix_power(m, 3); linalg.matrix_rank(m)
        linalg.matrix_transpose(m); linalg.multi_dot([m, m, m]); linalg.pinv(m)
        linalg.slogdet(m); linalg.solve(m, x[:4]); linalg.svd(m); linalg.svdvals(m)
        linalg.vecdot(x, y); linalg.vector_norm(x); linalg.tensorinv(m, 1)
    """,
    NUMBERS: """
        arange(4); bartlett(4); blackman(4); broadcast_shapes((2, 1), (3,)); diag_indices(3); eye(4)
        fft.fftfreq(4); fft.rfftfreq(4); hamming(4); hanning(4); identity(4); indices((2, 2))
        kaiser(4, 2.0); tri(4); tril_indices(3); triu_indices(3)
        tril_indices_from(m); triu_indices_from(m); diag_indices_from(m)
    """,
    _SHAPE: "trim_zeros(x)",
    _SETS: """
        intersect1d(x, y); setdiff1d(x, y); setxor1d(x, y); union1d(x, y); unique_all(x)
        unique_counts(x); unique_inverse(x); unique_values(x)
    """,
    _COMPLEX: """
        emath.log(x); emath.power(x, y); emath.sqrt(x)
    """,
    _OUTSIDE: """
        emath.arccos(x); emath.arcsin(x); emath.arctanh(x); emath.log10(x); emath.log2(x)
        histogram_bin_edges(x); histogram2d(x, y); histogramdd(m); linalg.eig(m)
        linalg.eigvals(m); linalg.qr(m); linalg.tensorsolve(m, x[:4]); roots(x)
    """,
    "write `np.linalg.pinv(a) @ b`": "linalg.lstsq(m[:, :2], x[:4])",
    "write `np.linalg.pinv(np.vander(x, n + 1)) @ y`": "polyfit(x, y, 2)",
    "write `np.convolve(x, y)`": "polymul(x, y)",
    "with `s = np.linalg.svdvals(x)`, write `s[0] / s[-1]`": "linalg.cond(m)",
    "write `y.flat[at] = values`": "put: [c := x.copy(), np.put(c, [1, 2], y[0]), c][2]",
    "write `np.all(x == y)`": "array_equiv(x, y)",
    "write `scipy.special.i0(x)`": "i0(x)",
    "write the function for whole arrays": "vectorize: np.vectorize(np.exp)(x)",
    _TEXT: "array2string: [np.array2string(x), x][1]; array_repr: [np.array_repr(x), x][1]",
}  # fmt: skip
"""Calls with the heading under which they stand if they run, or with the advice if they do not.

`name(...)` calls `np.name`; what follows after `name: ` is an expression that does.
"""


def tried() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Returns the functions that run, by their headings, and those that are refused, by advice.

    Raises:
        ValueError: a function of the first headings is refused.
    """
    runs: dict[str, list[str]] = defaultdict(list)
    refused: dict[str, list[str]] = defaultdict(list)
    lacking: list[str] = []
    logging.getLogger("streamrt").setLevel(logging.ERROR)
    with srt.Runtime(threads=1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for heading, calls in TRIED.items():
            for call in calls.replace("\n", ";").split(";"):
                name, expression = _parted(call.strip())
                if not name:
                    continue
                if _gives_the_same(expression):
                    is_heading = heading in (ARRAYS, LINEAR, NUMBERS)
                    other = LINEAR if name.startswith("linalg") else ARRAYS
                    runs[heading if is_heading else other].append(name)
                elif heading in (ARRAYS, LINEAR, NUMBERS):
                    lacking.append(name)
                else:
                    refused[heading].append(name)
    if lacking:
        raise ValueError(f"{lacking} are refused: write in {__file__} what to write instead")
    return {heading: sorted(names) for heading, names in runs.items()}, refused


def _parted(call: str) -> tuple[str, str]:
    """Returns the name of a function and the expression that calls it."""
    name, colon, expression = call.partition(": ")
    if colon and "(" not in name:
        return name, expression
    return call.partition("(")[0], f"np.{call}"


def _gives_the_same(expression: str) -> bool:
    """Returns whether a compiled function gives what NumPy does."""
    function = eval(f"lambda x, y, m, s: [{expression}, x[0]]", {"np": np, "__name__": "tried"})
    try:
        found = srt.jit(function)(*GIVEN)
    except srt.errors.StreamRTError:
        return False
    _compare(found, function(*GIVEN))
    return True


def _compare(found: Any, expected: Any) -> None:
    if not isinstance(expected, tuple | list):
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-9)
        return
    pairs: list[tuple[Any, Any]] = list(zip(found, cast("list[Any]", expected), strict=True))
    for one, other in pairs:
        _compare(one, other)
