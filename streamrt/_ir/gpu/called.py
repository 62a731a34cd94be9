"""The operations with kernels of their own, as the C of GPUs.

1. A thread of `take` computes elements of the result, neighbours beside each other. An index out of
   range leaves the element as it is, and writes the code.
2. A thread of `cumsum` walks one line along the axis; neighbours have neighbouring lines. The order
   of the additions is NumPy's, so a line is the work of one thread. Where lines lie behind one
   another, that is slow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.taking import OUT_OF_RANGE
from streamrt._ir.gpu.dialects import Dialect

__all__ = ["TEXTS"]

_TAKE = """\
KERNEL ENTRY(
    const Words w, GLOBAL const T *x, GLOBAL const LONG *indices, GLOBAL T *y, GLOBAL int *error)
{
    const LONG n = w.at[1], i = w.at[2], k = w.at[3], turns = w.at[0] * k * i;
    const LONG step = (LONG)BLOCKS * THREADS;
    LONG turn = (LONG)BLOCK * THREADS + THREAD;
    for (; turn < turns; turn += step) {
        const LONG row = turn / i, column = turn - row * i;
        const LONG outer = row / k, place = row - outer * k;
        GLOBAL const LONG *from = (GLOBAL const LONG *)((GLOBAL const char *)indices + INDEX);
        const LONG index = *from < 0 ? *from + n : *from;
        if (index < 0 || index >= n) {
            *error = CODE;
            continue;
        }
        const LONG at = outer * w.at[4] + index * w.at[5] + column * w.at[6];
        y[turn] = *(GLOBAL const T *)((GLOBAL const char *)x + at);
    }
}
"""

_CUMULATE = """\
KERNEL ENTRY(const Words w, GLOBAL const T *x, GLOBAL T *y)
{
    const LONG n = w.at[1], i = w.at[2], lines = w.at[0] * i;
    const LONG step = (LONG)BLOCKS * THREADS;
    LONG line = (LONG)BLOCK * THREADS + THREAD;
    for (; line < lines; line += step) {
        const LONG outer = line / i, column = line - outer * i;
        GLOBAL const char *from = (GLOBAL const char *)x + outer * w.at[3] + column * w.at[5];
        GLOBAL T *to = y + outer * n * i + column;
        T joined = *(GLOBAL const T *)from;
        *to = joined;
        for (LONG row = 1; row < n; row++) {
            const T value = *(GLOBAL const T *)(from + row * w.at[4]);
            joined = JOINED;
            to[row * i] = joined;
        }
    }
}
"""

_GUARDED = """\
KERNEL ENTRY(
    const Words w, GLOBAL const T *x, GLOBAL const LONG *code, GLOBAL T *y, GLOBAL int *error)
{
    const LONG n = w.at[0], step = (LONG)BLOCKS * THREADS;
    LONG turn = (LONG)BLOCK * THREADS + THREAD;
    if (*code) {
        *error = (int)*code;
        return;
    }
    for (; turn < n; turn += step)
        y[turn] = *(GLOBAL const T *)((GLOBAL const char *)x + turn * w.at[2]);
}
"""


_ORDERS = {"cummax": ">", "cummin": "<"}


def _guarded(entry: str, dtype: str, dialect: Dialect) -> str:
    return _filled(dialect, _GUARDED, ENTRY=entry)


def _take(entry: str, dtype: str, dialect: Dialect) -> str:
    index = "place * w.at[7]"
    return _filled(dialect, _TAKE, ENTRY=entry, CODE=str(OUT_OF_RANGE), INDEX=index)


def _take_along_axis(entry: str, dtype: str, dialect: Dialect) -> str:
    index = "outer * w.at[7] + place * w.at[8] + column * w.at[9]"
    return _filled(dialect, _TAKE, ENTRY=entry, CODE=str(OUT_OF_RANGE), INDEX=index)


def _cumulation(name: str) -> Callable[[str, str, Dialect], str]:
    """Returns what writes the text of `cumsum`, `cumprod`, `cummax` or `cummin`."""

    def text(entry: str, dtype: str, dialect: Dialect) -> str:
        return _filled(dialect, _CUMULATE, ENTRY=entry, JOINED=_joined(name, dtype, dialect))

    return text


def _joined(name: str, dtype: str, dialect: Dialect) -> str:
    """Returns the value that joins `joined` and `value`."""
    if name in _ORDERS:
        is_kept = f"joined {_ORDERS[name]} value"
        if dtype in ("f32", "f64"):
            is_kept += " || joined != joined"
        return f"({is_kept}) ? joined : value"
    sign = "+" if name == "cumsum" else "*"
    if DTYPES[dtype].kind not in "iu":
        return f"joined {sign} value"
    kind = dialect.unsigned(dtype)
    return f"(T)(({kind})joined {sign} ({kind})value)"


def _filled(dialect: Dialect, text: str, **words: str) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return dialect.fill(text)


TEXTS: Mapping[str, Callable[[str, str, Dialect], str]] = {
    "check": _guarded,
    "take": _take,
    "take_along_axis": _take_along_axis,
    **{name: _cumulation(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
}
"""What writes the text of each operation, from the name of its function and the dtype of `T`."""
