"""Functions of numpy.linalg in a trace that NumPy's own code does not give: qr and cond."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.linalg import _umath_linalg

from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import elementwise, select
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import NoRuleError, Recording
from streamrt._jit.tracing.rules.constructions import asarray_

__all__ = ["cond_", "lstsq_", "qr_"]


def qr_(recording: Recording, a: Any, mode: Any = "reduced") -> Any:
    """Returns np.linalg.qr, of which NumPy's own code writes to its operand."""
    value = cell_of(recording, a).read()
    recording.begin()
    if mode not in ("reduced", "complete", "r"):
        raise recording.error(f"np.linalg.qr(mode={mode!r}): write 'reduced', 'complete' or 'r'")
    if len(value.shape) < 2 or value.dtype.name == "f16":
        raise recording.type_error(f"np.linalg.qr of {value}: it is no matrix of f32 or f64")
    if value.dtype.kind != "f":
        value = recording.builder.apply("cast", value, dtype="f64")
    complete = int(mode == "complete")
    *lead, m, n = value.shape
    k = m if complete else min(m, n)
    whole = recording.builder.apply("qr", value, attributes=(complete,))
    q = _part(recording, whole, 0, (*lead, m, k))
    r = _part(recording, whole, m * k, (*lead, k, n))
    if mode == "r":
        return r
    from numpy.linalg._linalg import QRResult

    return QRResult(q, r)


def _part(recording: Recording, whole: Value, start: int, shape: Shape) -> Cell:
    lead = whole.shape[:-1]
    starts = (*(0,) * len(lead), start)
    counts = (*lead, prod(shape[len(lead) :]))
    piece = recording.builder.apply("slice", whole, attributes=(starts, (1,) * len(counts), counts))
    made = recording.builder.apply("reshape", piece, attributes=(shape,))
    return recording.kind(recording, made)


def lstsq_(recording: Recording, a: Any, b: Any, rcond: Any = None) -> Any:
    """Returns np.linalg.lstsq of a tall matrix; one without full rank is an error of the launch.

    NumPy gives no residuals then, so their shape would depend on values.

    Raises:
        NoRuleError: the matrix is not tall.
    """
    one, two = cell_of(recording, a), cell_of(recording, b)
    if len(one.read().shape) != 2 or len(two.read().shape) not in (1, 2):
        raise recording.value_error(f"np.linalg.lstsq of {one.read()} and {two.read()}: no such")
    rows, columns = one.read().shape
    if rows <= columns or two.read().shape[0] != rows:
        raise NoRuleError("np.linalg.lstsq of a matrix that is not tall")
    is_row = len(two.read().shape) == 1
    dtype = np.result_type(one.read().dtype.numpy, two.read().dtype.numpy, np.float32)
    wide = two.reshape_to((rows, 1)) if is_row else two
    given = [asarray_(recording, each, np.float64) for each in (one, wide)]
    least = np.finfo(dtype).eps * rows if rcond is None else rcond
    solve: Any = _umath_linalg.lstsq
    x, residuals, rank, s = solve(*given, least, signature="ddd->ddid")
    if rank != columns:
        raise np.linalg.LinAlgError("lstsq: the matrix has no full rank; use np.linalg.pinv")
    if is_row:
        x = x.reshape(columns)
    return x.astype(dtype), residuals.astype(dtype), rank, s.astype(dtype)


def cond_(recording: Recording, x: Any, p: Any = None) -> Any:
    """Returns np.linalg.cond by the 2-norm.

    Raises:
        NoRuleError: another norm is asked for.
    """
    if p not in (None, 2, -2):
        raise NoRuleError("np.linalg.cond by another norm")
    s = np.linalg.svd(cell_of(recording, x), compute_uv=False)  # type: ignore[call-overload]
    low, high = s[..., -1], s[..., 0]
    ends = (low, high) if p == -2 else (high, low)
    (made,) = elementwise(recording, np.divide, ends)
    wrong = elementwise(recording, np.isnan, (made,))[0]
    given = np.isnan(cell_of(recording, x)).any(axis=(-2, -1))  # type: ignore[union-attr]
    return select(recording, wrong & ~given, np.inf, made)
