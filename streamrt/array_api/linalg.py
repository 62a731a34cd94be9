"""The extension `linalg` of the standard: host calls of NumPy's LAPACK, apart from products.

Errors of the numbers, such as a matrix that has no inverse, arrive where results are awaited.
"""

from __future__ import annotations

import operator
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np

from streamrt._core.values import check_choice
from streamrt.array_api import _host
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import checked_dtype, result_type
from streamrt.array_api._functions import native
from streamrt.array_api._manipulation import matrix_transpose
from streamrt.array_api._products import matmul, tensordot, vecdot
from streamrt.array_api._public import public
from streamrt.array_api._views import view_or_trace
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm",
    "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve",
    "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm",
]  # fmt: skip

Shape = tuple[int, ...]


class EighResult(NamedTuple):
    """The result of `eigh`."""

    eigenvalues: Array
    eigenvectors: Array


class QRResult(NamedTuple):
    """The result of `qr`."""

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """The result of `slogdet`."""

    sign: Array
    logabsdet: Array


class SVDResult(NamedTuple):
    """The result of `svd`."""

    U: Array
    S: Array
    Vh: Array


def _matrix(x: Any, what: str, *, is_square: bool = False) -> tuple[Shape, int, int]:
    """Returns the extents before the matrices, and those of the matrices.

    Raises:
        ArgumentTypeError: the elements are no floats.
        ArgumentError: the array holds no matrices, or none that are square.
    """
    if x.dtype.kind not in "fc":
        raise ArgumentTypeError(f"{what}: found {x.dtype}; pass floats")
    if x.ndim < 2 or (is_square and x.shape[-1] != x.shape[-2]):
        kind = "square matrices" if is_square else "matrices"
        raise ArgumentError(f"{what}: found shape {list(x.shape)}; pass {kind}")
    return x.shape[:-2], x.shape[-2], x.shape[-1]


def _real(dtype: Any) -> np.dtype[Any]:
    return np.zeros(0, dtype).real.dtype


def _call(name: str, given: list[Any], *results: tuple[Shape, Any], **options: Any) -> Any:
    """Submits a host call of NumPy's function of this name.

    Args:
        name: the name.
        given: its arguments.
        results: the shape and dtype of each result.
        options: what it is passed by name.
    """
    made = _host.call(partial(getattr(np.linalg, name), **options), name, given, results, Array)
    return made[0] if len(made) == 1 else made


def _with_rtol(name: str, x: Any, rtol: Any, result: tuple[Shape, Any]) -> Any:
    """Submits a host call of a function with a tolerance, which may be an array."""

    def function(x: Any, rtol: Any) -> Any:
        return getattr(np.linalg, name)(x, rtol=rtol)

    return _host.call(function, name, [x, rtol], [result], Array)[0]


@public
def cholesky(x: Any, /, *, upper: bool = False) -> Array:
    """Returns the triangular factors of positive definite matrices: `L @ L.mT`, or `U.mT @ U`."""
    _matrix(x, "cholesky", is_square=True)
    return cast("Array", _call("cholesky", [x], (x.shape, x.dtype), upper=upper))


@public
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Array:
    """Returns the cross products of vectors with three elements along an axis."""
    shape = _common(x1, x2, "cross")
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ArgumentError("cross: vectors have three elements")
    return cast("Array", _call("cross", [x1, x2], (shape, result_type(x1, x2)), axis=axis))


def _common(x1: Any, x2: Any, what: str) -> Shape:
    try:
        return np.broadcast_shapes(x1.shape, x2.shape)
    except ValueError as error:
        raise ArgumentError(f"{what}: {error}") from None


@public
def det(x: Any, /) -> Array:
    """Returns determinants."""
    batch, _, _ = _matrix(x, "det", is_square=True)
    return cast("Array", _call("det", [x], (batch, x.dtype)))


@public
def diagonal(x: Any, /, *, offset: int = 0) -> Array:
    """Returns a view of the diagonals of matrices; positive offsets are above the main one."""
    if x.ndim < 2:
        raise ArgumentError(f"diagonal: found shape {list(x.shape)}; pass matrices")

    def take(x: Any) -> Any:
        return np.diagonal(x, offset, -2, -1)

    return cast("Array", view_or_trace(x, take, "diagonal"))


@public
def eigh(x: Any, /) -> EighResult:
    """Returns the eigenvalues, in ascending order, and eigenvectors of symmetric matrices."""
    batch, n, _ = _matrix(x, "eigh", is_square=True)
    values, vectors = (*batch, n), x.shape
    made = _call("eigh", [x], (values, _real(x.dtype)), (vectors, x.dtype))
    return EighResult(*made)


@public
def eigvalsh(x: Any, /) -> Array:
    """Returns the eigenvalues of symmetric matrices, in ascending order."""
    batch, n, _ = _matrix(x, "eigvalsh", is_square=True)
    result = (*batch, n), _real(x.dtype)
    return cast("Array", _call("eigvalsh", [x], result))


@public
def inv(x: Any, /) -> Array:
    """Returns inverse matrices."""
    _matrix(x, "inv", is_square=True)
    return cast("Array", _call("inv", [x], (x.shape, x.dtype)))


@public
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Array:  # noqa: A002
    """Returns norms of matrices.

    Args:
        x: the matrices.
        keepdims: whether the last two axes stay, with extent 1.
        ord: `fro`, `nuc`, 1, -1, 2, -2, inf or -inf.
    """
    batch, _, _ = _matrix(x, "matrix_norm")
    result = (*batch, 1, 1) if keepdims else batch, _real(x.dtype)
    return cast("Array", _call("matrix_norm", [x], result, keepdims=keepdims, ord=ord))


@public
def matrix_power(x: Any, n: int, /) -> Array:
    """Returns powers of square matrices with an integer exponent."""
    _matrix(x, "matrix_power", is_square=True)
    return cast("Array", _call("matrix_power", [x], (x.shape, x.dtype), n=operator.index(n)))


@public
def matrix_rank(x: Any, /, *, rtol: Any = None) -> Array:
    """Returns ranks of matrices: how many singular values exceed `rtol` times the largest."""
    batch, _, _ = _matrix(x, "matrix_rank")
    return cast("Array", _with_rtol("matrix_rank", x, rtol, (batch, np.dtype("int64"))))


@native()
def outer(x1: Any, x2: Any, /) -> Any:
    """Returns the products of each element of one vector with each of another."""
    return np.multiply(x1[:, None], x2)


@public
def pinv(x: Any, /, *, rtol: Any = None) -> Array:
    """Returns pseudo-inverses; singular values below `rtol` times the largest count as 0."""
    batch, n, m = _matrix(x, "pinv")
    return cast("Array", _with_rtol("pinv", x, rtol, ((*batch, m, n), x.dtype)))


@public
def qr(x: Any, /, *, mode: str = "reduced") -> QRResult:
    """Returns orthonormal and upper triangular factors.

    Args:
        x: the matrices.
        mode: `reduced` or `complete`.
    """
    batch, n, m = _matrix(x, "qr")
    check_choice(mode, "qr: mode", "reduced", "complete")
    k = n if mode == "complete" else min(n, m)
    results = ((*batch, n, k), x.dtype), ((*batch, k, m), x.dtype)
    return QRResult(*_call("qr", [x], *results, mode=mode))


@public
def slogdet(x: Any, /) -> SlogdetResult:
    """Returns the signs of determinants, and the logarithms of their absolute values."""
    batch, _, _ = _matrix(x, "slogdet", is_square=True)
    results = (batch, x.dtype), (batch, _real(x.dtype))
    return SlogdetResult(*_call("slogdet", [x], *results))


@public
def solve(x1: Any, x2: Any, /) -> Array:
    """Returns the solutions of linear equations `x1 @ x == x2`.

    Args:
        x1: square matrices.
        x2: a vector, or matrices whose columns are right-hand sides.
    """
    batch, n, _ = _matrix(x1, "solve", is_square=True)
    dtype = result_type(x1, x2)
    if x2.ndim == 1:
        shape: Shape = (*batch, n)
    else:
        before = np.broadcast_shapes(batch, x2.shape[:-2])
        shape = (*before, *x2.shape[-2:])
    return cast("Array", _call("solve", [x1, x2], (shape, dtype)))


@public
def svd(x: Any, /, *, full_matrices: bool = True) -> SVDResult:
    """Returns singular values, in descending order, and the factors on both sides."""
    batch, n, m = _matrix(x, "svd")
    k = min(n, m)
    left, right = (n, m) if full_matrices else (k, k)
    first, last = ((*batch, n, left), x.dtype), ((*batch, right, m), x.dtype)
    results = first, ((*batch, k), _real(x.dtype)), last
    return SVDResult(*_call("svd", [x], *results, full_matrices=full_matrices))


@public
def svdvals(x: Any, /) -> Array:
    """Returns singular values, in descending order."""
    batch, n, m = _matrix(x, "svdvals")
    result = (*batch, min(n, m)), _real(x.dtype)
    return cast("Array", _call("svdvals", [x], result))


@native()
def _trace(x: Any, /, *, offset: int, dtype: Any) -> Any:
    return np.sum(np.diagonal(x, offset, -2, -1), axis=-1, dtype=dtype)


@public
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Array:
    """Returns the sums of the diagonals of matrices, in the dtypes of `sum`."""
    if x.ndim < 2:
        raise ArgumentError(f"trace: found shape {list(x.shape)}; pass matrices")
    wanted = None if dtype is None else checked_dtype(dtype, "trace")
    return _trace(x, offset=offset, dtype=wanted)


@native(is_real=True)
def _vector_norm(x: Any, /, *, axis: Any, keepdims: bool, ord: float) -> Any:  # noqa: A002
    size = np.abs(x)
    options: Any = {"axis": axis, "keepdims": keepdims}
    if ord == 0:
        return np.sum((size != 0).astype(size.dtype), **options)
    if ord in (np.inf, -np.inf):
        return np.max(size, **options) if ord > 0 else np.min(size, **options)
    if ord == 1:
        return np.sum(size, **options)
    if ord == 2:
        return np.sqrt(np.sum(size * size, **options))
    return np.sum(size**ord, **options) ** (1.0 / ord)


@public
def vector_norm(
    x: Any,
    /,
    *,
    axis: Any = None,
    keepdims: bool = False,
    ord: float = 2,  # noqa: A002
) -> Array:
    """Returns norms of vectors: `sum(abs(x)**ord) ** (1 / ord)`.

    Args:
        x: the array.
        axis: the axis, or several; None means all.
        keepdims: whether the axes stay, with extent 1.
        ord: a number, inf or -inf; 0 counts the elements that are not 0.
    """
    if x.dtype.kind not in "fc":
        raise ArgumentTypeError(f"vector_norm: found {x.dtype}; pass floats")
    return _vector_norm(x, axis=axis, keepdims=keepdims, ord=float(ord))
