"""NumPy as it is written: its functions on traced arrays mean what they mean on arrays."""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Callable
from math import hypot
from typing import Any

import numpy as np
import pytest
from jit.comparing import close
from numpy import array as array_by_name
from numpy import zeros as zeros_by_name

import streamrt as srt
from streamrt.errors import DependencyError, TraceError

RNG = np.random.default_rng(34)
X, Y = RNG.uniform(0.1, 1, 12), RNG.uniform(0.1, 1, 12)
M = RNG.uniform(0.1, 1, (5, 5))

EXPRESSIONS = """
np.asarray(x) * 2; np.asanyarray(m)[0]; np.array(x, dtype=np.float32); np.array(x, ndmin=2)
np.array([x[0], 2.0, x[1]]); np.array([[x[0], 1], [2, x[3]]]) @ np.array([1.0, 2.0])
np.array([x[0], 1], dtype=np.float32); np.asarray([x, y]); np.array((x[:2], [1, x[0]]))
np.ascontiguousarray(m.T); np.asfortranarray(m).ravel(); np.require(x, np.float64, "C")
np.asarray_chkfinite(m) + 1; np.atleast_1d(x[0]); np.atleast_3d(x); np.atleast_2d(x, m)
np.cov(m); np.cov(x, y); np.cov(m, rowvar=False, ddof=0); np.corrcoef(m); np.corrcoef([x, y])
np.gradient(x); np.gradient(m); np.gradient(x, 0.5); np.gradient(m, axis=1, edge_order=2)
np.cross(x[:3], y[:3]); np.cross(m[:, :3], m[:, 2:])
np.convolve(x, y); np.convolve(x, y[:3], "same"); np.convolve(x[:3], y, "valid")
np.correlate(x, y); np.correlate(x, y[:5], "same"); np.correlate(x[:4], y, "full")
np.interp(x, np.sort(y), x); np.interp(x, np.arange(3) / 2, [1.0, 5, 2], left=-1, right=-2)
np.interp(x * 9, np.sort(y), x, period=2.5)
np.polyval([1, 2, 3.0], x); np.polyval(x[:3], y); np.polyadd(x[:3], y[:5])
np.kron(m, m); np.kron(x, m); np.rot90(m); np.rot90(m, 2, (1, 0)); np.roll(m, (1, 2), (0, 1))
np.roll(m, 3); np.roll(m, 1, axis=(0, 1)); np.block([[m, m], [m, m]]); np.block([x, y])
np.nanstd(m, axis=0); np.nanvar(x, ddof=1); np.nanmedian(m, axis=1); np.nanpercentile(m, 30)
np.nanquantile(m, [0.2, 0.8], axis=0); np.nancumsum(x); np.nanargmax(x); np.nanmin(m, axis=1)
np.isin(x, y); np.isin(x, [1, 2]); np.isin((x * 9).astype(int), [1, 2]); np.isin(x, x[:3], invert=True)
np.isin((x * 9).astype(int), np.arange(20) * 2); np.digitize(x, [0.2, 0.5]); np.unwrap(x * 9); np.ediff1d(x)
np.histogram(x); np.histogram(x, bins=5, range=(0, 1)); np.histogram(x, 4, weights=y)
np.histogram(m, bins=7, density=True); np.histogram(x, bins=[0, 0.3, 0.9]); np.vander(x[:4], 3)
np.bincount((x * 5).astype(int), minlength=8); np.bincount((x * 5).astype(int), y, 6)
np.lib.stride_tricks.sliding_window_view(x, 3).mean(-1); np.trapezoid(x, y); np.diff(m, axis=0)
np.lib.stride_tricks.sliding_window_view(m, (2, 3)).max(axis=(2, 3)); np.resize(x, (3, 5))
np.diag(x); np.diag(m, 1); np.diagflat(x); np.trace(m); np.tri(5) * m; np.eye(5) @ m
np.insert(x, 0, 0.0); np.insert(x, 3, y); np.delete(x, 3); np.delete(m, [1, 2], axis=1)
np.logspace(0, 1, 5) * x[0]; np.linspace(x[0], x[1], 7); np.linspace(x, y, 3, retstep=True)
np.linspace(x[0], 2, 4, endpoint=False); np.geomspace(1, 9, 4) * x[0]; np.logspace(x[0], x[1], 5)
np.isrealobj(x); np.iscomplexobj(x); np.ndim(x); np.isscalar(x); np.shares_memory(x, y)
np.lexsort((x, y)); np.take_along_axis(m, np.argsort(m), -1); np.select([x > 0.5], [y], 7)
np.average(x, weights=y); np.average(m, axis=0, returned=True); np.median(m, axis=1)
np.flip(m, (0, 1)); np.rollaxis(m, 1)
np.apply_over_axes(np.sum, m, [0, 1]); np.fft.fftfreq(8) * x[0]
np.max([x.max(), y.max(), 3]); np.sum([x, y], axis=0); np.mean([x[0], 2])
np.tril_indices(3)[0] * x[0]; np.ravel(m, order="F"); np.reshape(m, (25,), order="F"); m.flatten("F")
np.common_type(x)(1) * x; np.einsum("ij,ij->i", m, m); np.linalg.matrix_power(m, 3)
np.linalg.multi_dot([m, m, m]); np.heaviside(x - 0.5, 0.5)
math.sqrt(x[0]) * x; math.floor(x[0] * 5) + m; math.atan2(x[0], x[1]) + x; math.log(x[0], 2) + x
math.isnan(x[0]) + x; hypot(x[0], x[1]) * x; math.pow(x[0], 2) + x; math.ceil(x[1]) * x
x.flat[3:5] * 1; m.T.flat[7] + x; x.view(np.ndarray) + 1; x.strides; m.flags.c_contiguous
np.linalg.qr(m); np.linalg.qr(m[:, :3]); np.linalg.qr(m[:3], "complete"); np.linalg.qr(m, "r")
np.linalg.lstsq(m, x[:5]); np.linalg.lstsq(m[:, :2], m); np.linalg.lstsq(m[:, :3], x[:5])
np.linalg.cond(m); np.linalg.svd(m, compute_uv=False); np.linalg.eigvalsh(m + m.T); np.linalg.inv(m)
np.linalg.solve(m, x[:5]); np.linalg.det(m); np.linalg.slogdet(m); np.linalg.pinv(m[:, :3])
np.linalg.cholesky(m @ m.T + np.eye(5)); np.linalg.norm(m, "nuc"); np.linalg.matrix_rank(m)
np.linalg.eigh(m @ m.T)[0]; np.polyfit(x, y, 2); np.linalg.tensorinv(m, 1); np.linalg.trace(m)
x[np.argmax(y)]; x[x.argsort()[:3]]; copy_of(x) + 1; x.device; np.copy(m)[0]
""".replace("\n", ";")  # noqa: E501
NAMES = {"np": np, "math": math, "hypot": hypot, "copy_of": __import__("copy").deepcopy}


def compiled(text: str) -> Callable[..., Any]:
    """Returns `lambda x, y, m: text`, which finds NumPy as a module of the user's would."""
    made: Callable[..., Any] = eval(f"lambda x, y, m: {text}", {**NAMES, "__name__": "model"})
    return made


def cases() -> list[object]:
    """Each expression in both dtypes; one of the two, by turns, is slow."""
    texts = [each.strip() for each in EXPRESSIONS.split(";") if each.strip()]
    return [
        pytest.param(text, dtype, marks=[pytest.mark.slow] if (n + k) % 2 else [])
        for n, text in enumerate(texts)
        for k, dtype in enumerate(("f8", "f4"))
    ]


@pytest.mark.parametrize(("text", "dtype"), cases())
def test_an_expression_gives_what_numpy_gives(rt: srt.Runtime, text: str, dtype: str) -> None:
    function = compiled(text)
    given = [each.astype(dtype) for each in (X, Y, M)]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = function(*given)
        found = srt.jit(function)(*given)
    rtol = 2e-5 if dtype == "f4" else 1e-9
    close(_plain(found), _plain(expected), rtol=rtol)


def _plain(thing: Any) -> Any:
    """NumPy gives scalars, and namedtuples, where compiled functions give arrays and tuples."""
    if isinstance(thing, tuple):
        return [_plain(each) for each in thing]
    return np.asarray(thing) if isinstance(thing, np.generic) else thing


def test_a_tall_matrix_without_full_rank_is_an_error_of_the_launch(rt: srt.Runtime) -> None:
    fit = srt.jit(lambda a, b: np.linalg.lstsq(a, b)[0])
    close(fit(M[:, :2], X[:5]), np.linalg.lstsq(M[:, :2], X[:5])[0], rtol=1e-9)
    with pytest.raises(DependencyError, match="LinAlgError: lstsq: the matrix has no full rank"):
        np.asarray(fit(np.ones((5, 2)), X[:5]))


def test_scipys_transforms_are_those_of_numpy(rt: srt.Runtime) -> None:
    scipy_fft = pytest.importorskip("scipy.fft")

    def filtered(x: Any) -> Any:
        spectrum = scipy_fft.rfft(x)
        return scipy_fft.irfft(spectrum * (np.abs(spectrum) > 1), n=x.size), np.abs(spectrum)

    close(srt.jit(filtered)(X), filtered(X), rtol=1e-9)
    assert type(scipy_fft.rfft(X)) is np.ndarray  # nobody else is asked


# -- arrays that are made, and written to ---------------------------------------------------------


def in_zeros(x: Any, y: Any, m: Any) -> Any:
    out = np.zeros(5)
    for k in range(5):
        out[k] = x[k] * 2
    return out


def transition(x: Any, y: Any, m: Any) -> Any:
    step = np.eye(4)
    step[0, 2] = step[1, 3] = x[0]
    return step @ x[:4]


def in_a_list(x: Any, y: Any, m: Any) -> Any:
    made = np.array([[1.0, 0], [0, 1]])
    made[0, 1] = x[1]
    made += y[0]
    return made


def by_name(x: Any, y: Any, m: Any) -> Any:
    made = zeros_by_name(4)
    made[1] = x[2]
    return made + array_by_name([x[0], 1, 2, y[0]])


def in_like(x: Any, y: Any, m: Any) -> Any:
    made = np.empty_like(np.arange(3.0))
    made[:] = x[:3]
    np.copyto(made, 7, where=x[:3] > 0.5)
    np.fill_diagonal(square := np.zeros((3, 3)), made)
    np.putmask(made, made > 6, -1)
    return made, square


def in_flat(x: Any, y: Any, m: Any) -> Any:
    made = m.copy()
    made.flat[::6] = x[:5]
    made.flat = made.flat[::-1] * 2
    return made


@pytest.mark.parametrize("function", [in_zeros, transition, in_a_list, by_name, in_like, in_flat])
def test_traced_values_are_written_to_arrays_that_numpy_makes(
    rt: srt.Runtime, function: Callable[..., Any]
) -> None:
    close(srt.jit(function)(X, Y, M), function(X, Y, M), rtol=1e-12)


def test_an_array_of_the_caller_is_left_alone(rt: srt.Runtime) -> None:
    outside = np.zeros(12)
    with pytest.raises(TraceError, match="into a ndarray: it would change while tracing"):
        srt.jit(lambda x: np.exp(x, out=outside))(X)
    assert not outside.any()


# -- what stands for NumPy's functions -------------------------------------------------------------


def test_functions_are_replaced_while_a_trace_runs_only(rt: srt.Runtime) -> None:
    before = {name: getattr(np, name) for name in ("asarray", "zeros", "sum", "array", "sqrt")}

    def looks(x: Any) -> Any:
        made = np.zeros(2)
        made[0] = x[0] + math.sqrt(x[1])
        return made, np.asarray is before["asarray"]

    _, is_same = srt.jit(looks)(X)
    assert not is_same
    assert all(getattr(np, name) is each for name, each in before.items())
    assert math.sqrt(4) == 2
    assert type(math.sqrt).__name__ == "builtin_function_or_method"


def test_other_threads_see_functions_that_do_the_same(rt: srt.Runtime) -> None:
    inside, done = threading.Event(), threading.Event()

    def waits(x: Any) -> Any:
        inside.set()
        assert done.wait(30)
        return np.asarray(x) + 1

    thread = threading.Thread(target=lambda: np.asarray(srt.jit(waits)(X)))
    thread.start()
    assert inside.wait(30)
    try:
        made = np.array([[1, 2], [3, 4]], dtype="f4", order="F")
        assert type(made) is np.ndarray
        assert made.flags.f_contiguous
        assert np.asarray(made) is made
        assert type(np.zeros(3)) is np.ndarray
    finally:
        done.set()
        thread.join()


def test_somebody_elses_function_in_numpys_module_stays(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Any] = []

    def ones(*args: Any) -> Any:
        calls.append(args)
        return np.full(args[0], 1.0)

    monkeypatch.setattr(np, "ones", ones)
    close(srt.jit(lambda x: x + np.ones(12))(X), X + 1, rtol=1e-12)
    assert np.ones is ones
    assert calls


# -- refusals --------------------------------------------------------------------------------------

REFUSED = {
    "np.unique(x)": "np.unique: it cannot be traced; the shape would depend on values",
    "np.apply_along_axis(np.sum, 0, m)": "np.apply_along_axis: it cannot be traced",
    "np.bincount((x * 5).astype(int))": "np.bincount: its length depends on values; give minlength",
    "np.dtype(float).type(x)": "use as a NumPy array of f64[12], the argument x; write it with",
    "np.frombuffer(x)": "what says so is no function of NumPy's, and may take no traced values",
    "np.histogram(x, bins='auto')": "their number would depend on values",
    "np.place(x, x > 0.5, [1, 2])": "np.place of several values",
    "np.array([x, y[:3]])": "a list of f64[12], f64[3]: shapes differ",
    "math.sqrt(x)": "a function of math of f64[12], the argument x: use NumPy's",
    "float(x.sum())": "float() of f64[], made by sum",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_traced_is_named(rt: srt.Runtime, text: str) -> None:
    with pytest.raises(TraceError) as found:
        srt.jit(compiled(text))(X, Y, M)
    assert REFUSED[text] in str(found.value)
