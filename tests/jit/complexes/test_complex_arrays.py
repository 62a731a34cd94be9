"""Complex values inside of compiled functions are NumPy's: values, dtypes, shapes and views.

Arguments and results are real. So each function gets two arrays, of which it makes complex ones,
and returns the parts of what it computes, with the dtype as text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt

Array = np.ndarray[Any, Any]
W: Any = np.array([2 - 1j, 0.5j, -1, 3 + 2j])
_np: Any = np


def parts(thing: Any) -> Any:
    """A result that compiled functions can return: parts in place of complex numbers."""
    if isinstance(thing, tuple | list):
        return tuple(parts(each) for each in thing)
    if np.iscomplexobj(thing):
        return thing.real, thing.imag, str(thing.dtype), thing.shape
    return thing


def same(found: Any, expected: Any, rtol: float) -> None:
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for one, two in zip(found, expected, strict=True):
            same(one, two, rtol)
    elif not hasattr(expected, "dtype"):
        assert (np.asarray(found) if isinstance(found, srt.Buffer) else found) == expected
    else:
        array = np.asarray(found)
        assert (array.dtype, array.shape) == (expected.dtype, expected.shape)
        if array.dtype.kind == "f":
            np.testing.assert_allclose(array, expected, rtol, rtol)
        else:
            np.testing.assert_array_equal(array, expected)


def compare(function: Callable[..., Any], *arrays: Array, rtol: float = 0) -> None:
    def f(*given: Any) -> Any:
        return parts(function(*given))

    is_single = any(array.dtype == np.float32 for array in arrays)
    with np.errstate(all="ignore"):
        expected = f(*arrays)
    same(srt.jit(f)(*arrays), expected, rtol or (2e-5 if is_single else 1e-12))


def _fill(z: Any) -> Any:
    y = z.copy()
    y[1:, ::2] = 3 - 1j
    y[0] = W[:1] * 2
    y[..., -1] = z.real[..., 0]
    y[np.abs(z) > 2] = 1j
    return y


def _views(z: Any) -> Any:
    y = z * 1
    row = y[1]
    row += 2j
    y.real[:, 0] = 7
    y.imag *= -1
    y.T[1] = 0
    return y, row


def _in_place(z: Any) -> Any:
    y = z + 0
    y += 1
    y *= 2 - 1j
    y -= z.real
    y /= z * z + 1
    y **= 2
    n = y[0, 0]
    n += 1j
    return y, n


def _picked(z: Any, x: Any) -> Any:
    """What a mask picks that nobody knows."""
    mask = np.abs(z) < 1
    y = z * 1
    y[mask] = z[mask] ** 2 + x[mask] * z[mask].conj() - z[0, 0]
    y[x > 0] *= 1j
    y[x > 1] = x[x > 1]
    y[x < -1] -= np.where(x[x < -1] > -2, z[x < -1], 1)
    w = x + 0
    w[mask] = np.abs(z[mask]) + z[mask].imag
    found = z[mask].copy()
    found += 1
    found /= np.exp(found)
    return y, w, found.sum(), np.sum(found), np.mean(z[mask]), np.add.reduce(z[mask].real)


def _allocated(z: Any, x: Any) -> Any:
    """Arrays that NumPy makes, to which traced values are written."""
    rows = np.zeros(4, complex)
    for k in range(4):
        rows[k] = z[k].sum()
    whole = np.empty((4, 4), z.dtype)
    whole[:] = z
    whole[0] += x[0]
    whole.real[1] = 2
    half = np.zeros_like(whole)
    half[...] = whole.T
    whole -= half.conj()
    mixed = np.eye(4, dtype=complex)
    mixed[0, 1] = z[0, 0]
    mixed[2] = x[0]
    flat = np.ones((4, 4), complex)
    flat.flat[::5] = z[0]
    np.fill_diagonal(half, 1j)
    half.fill(2) if half.shape[0] > 9 else np.copyto(half[1:], z[1:])
    return rows, whole, half, mixed @ z, flat


def _known(z: Any, x: Any) -> Any:
    """Elements that depend on no argument are known."""
    weights = np.zeros(3, complex)
    weights[0] = z[0, 0]
    ones = np.ones_like(z)
    if ones[0, 0] == 1 and ones.tolist()[0][0] and 1 in ones:
        return weights * complex(ones[0, 0]) ** ones[0, 1], ones.sum().item().real
    return x


def _checked(z: Any, x: Any) -> Any:
    if np.any(np.isnan(z)) or not z[0, 0]:
        raise ValueError("nothing to compute with")
    return z


# Functions of a complex matrix `z` and a real one `x` of its shape.
FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "arithmetic": lambda z, x: (z + x, x - z, z * x, x / z, z / (x + 3), -z, +z),
    "two of them": lambda z, x: (z + z.T.T, z * z.conj(), z / (z + 1j), z - z[0]),
    "numbers of Python": lambda z, x: (
        z * 2,
        2.5 - z,
        z / 3j,
        (1 + 2j) * z,
        x * 1j,
        1j - x,
        x / 2j,
    ),
    "constants": lambda z, x: (z * W, W - z, x * W, W[0] * x, x + np.complex64(1j), z + W.real),
    "lists": lambda z, x: np.add(x, [1j, 2, 3, 4]),
    "powers": lambda z, x: (z**2, z**-1, z**0.5, z**3, z**-4, z**0, np.power(z, 5), z**1),
    "comparisons": lambda z, x: (z == z, z != z.conj(), z == x, x == z, z == 1j, x != 1j),
    "ufuncs": lambda z, x: (np.exp(z), np.log(z), np.sqrt(z), np.square(z), np.reciprocal(z)),
    "trigonometry": lambda z, x: (np.sin(z), np.cos(z), np.sinh(z), np.cosh(z), np.tanh(z)),
    "predicates": lambda z, x: (np.isfinite(z), np.isnan(z), np.isinf(z), np.iscomplex(z)),
    "ufuncs, called": lambda z, x: (np.add(z, x), np.multiply(x, z), np.conjugate(z), np.abs(z)),
    "parts": lambda z, x: (z.real, z.imag, np.real(z), np.imag(z), np.angle(z), np.angle(z, True)),
    "parts of reals": lambda z, x: (x.imag, np.imag(x), np.angle(x), np.isreal(x), np.iscomplex(x)),
    "describing": lambda z, x: (
        *(z.shape, z.ndim, z.size, z.itemsize, z.nbytes, len(z), str(z.dtype), np.shape(z)),
        *(np.iscomplexobj(z), np.isrealobj(z), np.iscomplexobj(x), np.isrealobj(x), np.ndim(z)),
        *(np.size(z), np.size(z, 1), str(np.result_type(z, x)), str(np.result_type(x, 1j))),
    ),
    "rows": lambda z, x: [row * k for k, row in enumerate(z)],
    "indexes": lambda z, x: (z[0], z[:, 1], z[-1, 2], z[::-1, None], z[..., [0, 2]], z[()]),
    "methods": lambda z, x: (
        *(z.T, z.mT, z.conj(), z.conjugate(), z.copy(), z.reshape(4, -1), z.reshape((2, -1))),
        *(z.ravel(), z.flatten(), z.transpose(1, 0), z.swapaxes(0, 1), z.sum(), z.mean(axis=0)),
        *(z.sum(axis=1, keepdims=True), z.std(), z.var(axis=1), z.cumsum(), z.dot(z.T), z.trace()),
        *(
            z.any(),
            z.all(axis=0),
            z.round(1),
            z.take([1, 0], axis=0),
            z.diagonal(),
            z[:1].squeeze(),
        ),
    ),
    "dtypes": lambda z, x: (
        *(z.astype(np.complex64), z.astype("c16"), z.astype(bool), x.astype(complex)),
        *(z.sum(0, np.complex128), x.mean(None, complex), np.cumsum(x, 0, dtype="c16")),
        *(z.sum(dtype=np.complex128), x.sum(dtype=complex), np.add(x, 1, dtype=complex)),
    ),
    "shapes": lambda z, x: (
        *(np.roll(z, 1, axis=0), np.roll(z, 2), np.flip(z, 0), np.moveaxis(z, 0, 1), np.fliplr(z)),
        *(np.broadcast_to(z, (2, *z.shape)), np.expand_dims(z, 0), np.atleast_2d(z[0]), np.tril(z)),
        *(np.repeat(z, 2, axis=1), np.tile(z, (2, 1)), np.split(z, 2, axis=1), np.diff(z, axis=1)),
    ),
    "pads": lambda z, x: (
        *(np.pad(z, 1), np.pad(z, ((0, 2), (1, 0)), constant_values=2 - 1j), np.pad(z, 2, "edge")),
        *(np.pad(x, 1, constant_values=0), np.pad(z, 1, "reflect")),
    ),
    "sums": lambda z, x: (
        *(np.sum(z), np.sum(z, axis=0), np.mean(z, 1), np.cumsum(z, axis=1), np.add.reduce(z)),
        *(np.trapezoid(z), np.average(z, axis=0), np.count_nonzero(z), np.nan_to_num(z)),
    ),
    "joins": lambda z, x: (
        *(np.concatenate([z, x]), np.concatenate([x, W[None]]), np.stack([x, z], axis=1)),
        *(
            np.vstack([z, W]),
            np.hstack([z, x]),
            np.append(z, 1j),
            np.hstack([z[0], 2]),
            np.column_stack([z, x]),
        ),
    ),
    "arrays of lists": lambda z, x: (
        *(np.array([z[0], z[1]]), np.array([z[0, 0], 1]), np.array([[z[0, 0], x[0, 0]], [1j, 2]])),
        *(np.array([1j, x[0, 0]]), np.array(z, ndmin=3), np.array(z[0, 0]), np.asarray(x, complex)),
        *(np.asarray(z), np.asarray_chkfinite(z), np.ascontiguousarray(z[0, 0]), np.require(z)),
        *(np.sum([z[0, 0], z[1, 1]]), np.block([[z, x], [x, z]]), np.hstack((z, [[1]] * 4))),
    ),
    "choices": lambda z, x: (
        *(np.where(x > 0, z, 0), np.where(x > 0, x, 1j), np.where(x > 0, z.conj(), z)),
        *(np.where(z, x, W), np.where(x > 1, 2.0, z), np.where(x > 1, 2.0, 1j)),
    ),
    "products": lambda z, x: (
        *(z @ z.T, z @ x.T, x @ z.T, z @ W, W @ z.T, np.dot(z, x.T), np.dot(x[0], W)),
        *(np.vdot(z, z), np.vdot(x, z), np.outer(z[0], x[0]), np.outer(x, z[0]), np.inner(z, x)),
        *(np.tensordot(z, x), np.einsum("ij,kj->ik", z, x), np.einsum("ij->j", z), np.vecdot(z, x)),
        *(np.multiply.outer(z[0], z[1]), np.matmul(x, z.T)),
    ),
    "NumPy's own code": lambda z, x: (
        *(np.unwrap(np.angle(z)), np.gradient(z), np.rot90(z), np.cross(z[:, :3], x[:, :3])),
        *(np.polyval([1, 2, 3.0], z), np.linalg.matrix_power(z, 3), np.resize(z, (3, 3))),
        *(np.delete(z, 1, axis=0), np.insert(z, 1, 2j, axis=0), np.diag(z), np.diag(z[0])),
        *(np.cov(z), np.nansum(z), np.select([x > 0, x < -1], [z, x], 1j), np.ediff1d(z)),
        *(np.atleast_3d(z), np.unstack(z), np.hsplit(z, 2), np.linalg.multi_dot([z, x, z])),
        *(np.average(z, axis=0, returned=True), np.linalg.vector_norm(z), np.linalg.trace(z)),
    ),
    "pairs of arrays": lambda z, x: (
        *(np.kron(z, x), np.kron(x, z), np.convolve(z[0], x[0]), np.correlate(z[0], z[1], "same")),
        *(np.meshgrid(z[0], np.arange(3)), np.broadcast_arrays(z, x[0]), np.linspace(1, z[0], 5)),
        *(np.linalg.vecdot(z, x), _np.vecdot(z, z, axis=0)),
        *(np.interp(x, [0, 1, 2, 3], z[0]), np.interp(x[0], [0, 1, 2, 3], z[0], 1j, 2)),
    ),
    "norms": lambda z, x: (
        *(np.linalg.norm(z), np.linalg.norm(z, axis=1), np.linalg.norm(z[0], 1), np.std(z, axis=0)),
        *(np.allclose(z, z + 1e-12), np.isclose(z, z.conj()), np.array_equal(z, z), np.var(z)),
        *(np.array_equal(z, z[0]), np.any(z, axis=1)),
    ),
    "new arrays": lambda z, x: (
        *(np.zeros_like(z), np.ones_like(z), np.full_like(z, 2j), np.zeros_like(x, dtype=complex)),
        *(np.zeros_like(z, dtype=float), np.zeros((2, 3), complex, like=x), np.zeros(2, like=z)),
        *(np.full(3, 1j, like=x), np.full_like(z, 1.5, shape=(2,)), np.asarray([1j, 2], like=x)),
        *(np.ones((), "c8", like=x), np.copy(z)),
    ),
    "kinds": lambda z, x: (
        *(isinstance(z, np.ndarray), isinstance(z[0, 0], np.complexfloating), np.isscalar(z[0, 0])),
        *(isinstance(z[0, 0], complex), isinstance(z[0], np.generic), type(z) is type(z[0])),
        *(np.shares_memory(z, z.T), np.may_share_memory(z, z.copy()), np.shares_memory(z, x)),
        *(z.flags.c_contiguous, z.T.flags.c_contiguous, z.base is None),
    ),
    "new arrays that are written to": _allocated,
    "elements that a mask picks": _picked,
    "known elements": _known,
    "a check": _checked,
    "writes": lambda z, x: _fill(z),
    "writes to views": lambda z, x: _views(z),
    "writes in place": lambda z, x: _in_place(z),
    "out": lambda z, x: np.multiply(z, 2j, out=np.zeros_like(z)),
    "scalars": lambda z, x: (z[0, 0] * 2, abs(z[1, 1]), z[0, 0] * x, x[0, 0] * 1j, z[0, 0] ** 2),
}


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        pytest.param(name, dtype, marks=[pytest.mark.slow] if (n + k) % 2 else [])
        for n, name in enumerate(FUNCTIONS)
        for k, dtype in enumerate(("f8", "f4"))
    ],
)
def test_a_complex_array_behaves_as_numpys(name: str, dtype: str) -> None:
    rng = np.random.default_rng(len(name))
    a, b, x = (rng.standard_normal((4, 4)).astype(dtype) for _ in range(3))
    a[1, 2] = b[1, 2] = x[3, 0] = 0
    if name in ("arithmetic", "powers", "ufuncs"):  # zero has other rules, and a test of its own
        a[1, 2] = 1
    compare(lambda a, b, x: FUNCTIONS[name](a + 1j * b, x), a, b, x)


def test_a_branch_on_a_complex_value_that_raises_is_a_check(rt: srt.Runtime) -> None:
    @srt.jit
    def root(x: Any) -> Any:
        z = np.sqrt(x + 0j)
        if np.any(z.imag != 0):
            raise ValueError("negative")
        if not z[0]:
            raise KeyError("zero")
        return z.real

    assert np.asarray(root(np.array([4.0, 9.0]))).tolist() == [2, 3]
    for wrong, message in (([4.0, -9.0], "ValueError: negative"), ([0.0, 9.0], "KeyError: 'zero'")):
        with pytest.raises(srt.errors.StreamRTError, match=message):
            np.asarray(root(np.array(wrong)))


def test_functions_that_a_module_imported_take_complex_values() -> None:
    space: dict[str, Any] = {}
    code = """
from numpy import array, asarray, sum, zeros
def f(x):
    z = asarray(x * 1j)
    made = zeros(3, complex)
    made[1] = z[0]
    return made.imag, asarray([z[0], 2]).real, sum([z[0], z[1]]).imag, array(list(z)).imag
"""
    exec(code, space)
    x = np.array([3.0, 4.0])
    same(srt.jit(space["f"])(x), space["f"](x), 0)


def test_a_compiled_function_gives_another_one_complex_values() -> None:
    inner = srt.jit(lambda z, k: z * k)
    x = np.array([3.0, 4.0])
    assert np.asarray(srt.jit(lambda x: abs(inner(x * 1j, 2)))(x)).tolist() == [6, 8]


@pytest.mark.parametrize("dtype", ["i1", "i8", "u2", "?", "f2"])
def test_other_dtypes_become_complex_as_in_numpy(dtype: str) -> None:
    x = np.array([0, 1, 1, 0, 1]).astype(dtype)
    z = np.arange(5, dtype="f4")
    compare(
        lambda x, y: (x * 1j, x + np.complex64(1j), y * 1j + x, x / 2j, np.where(x, 1j, y)), x, z
    )


def test_numbers_of_python_yield_as_complex_ones_do() -> None:
    def f(x: Any, n: Any) -> Any:
        return parts((x * (n * 1j), x + (n + 1j) * 2j, -(n * 1j) * x, x**2 / (1j - n)))

    x = np.ones(3, np.float32)
    for n in (2, 0.5):
        same(srt.jit(f)(x, n), f(x, n), 1e-6)


SPECIAL = np.array([0.0, -0.0, 1, -1, 2.5, -1e-3, 30, -700, np.inf, -np.inf, np.nan])
PLANE = np.meshgrid(SPECIAL, SPECIAL)
OF_SPECIALS: dict[str, Callable[..., Any]] = {
    "absolute": np.abs, "angle": np.angle, "negative": np.negative, "conjugate": np.conj,
    "isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "nan_to_num": np.nan_to_num,
    "a sum": lambda z: z + (1 - 2j), "a difference": lambda z: 1 - z, "is zero": lambda z: z == 0,
    "a product by a real one": lambda z: z * 2.0, "a quotient": lambda z: z / (1 + 2j),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_SPECIALS)
def test_special_values_are_numpys(name: str) -> None:
    def f(a: Any, b: Any) -> Any:
        z = np.zeros((11, 11), complex, like=a)
        z.real, z.imag = a, b
        return OF_SPECIALS[name](z)

    def expected(a: Any, b: Any) -> Any:
        z = np.zeros((11, 11), complex)
        z.real, z.imag = a, b
        return OF_SPECIALS[name](z)

    with np.errstate(all="ignore"):
        same(srt.jit(lambda a, b: parts(f(a, b)))(*PLANE), parts(expected(*PLANE)), 1e-12)


FINITE = st.floats(-50, 50).filter(lambda x: x == 0 or abs(x) > 1e-3)
UFUNCS = (
    np.exp, np.log, np.sqrt, np.square, np.reciprocal, np.sin, np.cos, np.sinh, np.cosh, np.tanh,
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(FINITE, FINITE), min_size=1, max_size=6), st.sampled_from(UFUNCS))
def test_a_function_is_numpys_all_over_the_plane(
    points: list[tuple[float, float]], ufunc: np.ufunc
) -> None:
    a, b = np.array(points).T

    def f(a: Any, b: Any) -> Any:
        z = np.zeros(len(points), complex, like=a)
        z.real, z.imag = a, b
        return parts(ufunc(z))

    with np.errstate(all="ignore"):
        z = np.empty(len(points), complex)
        z.real, z.imag = a, b
        re, im, *_ = srt.jit(f)(a, b)
        expected = ufunc(z)
    found = np.asarray(re) + 1j * np.asarray(im)
    for one, two in zip(found.tolist(), expected.tolist(), strict=True):
        if np.isfinite(two):
            assert abs(one - two) <= 1e-12 * max(abs(two), 1)
