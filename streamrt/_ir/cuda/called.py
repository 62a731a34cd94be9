"""The operations with kernels of their own, as CUDA C.

1. A thread of `take` computes elements of the result, neighbours beside each other. An index out of
   range leaves the element as it is, and writes the code.
2. A thread of `cumsum` walks one line along the axis; neighbours have neighbouring lines. The order
   of the additions is NumPy's, so a line is the work of one thread. Where lines lie behind one
   another, that is slow.
"""

from __future__ import annotations

from streamrt._ir.cuda.values import UNSIGNED

__all__ = ["cumulation_text", "guarded_text", "take_along_axis_text", "take_text"]

_TAKE = """\
extern "C" __global__ void ENTRY(
    const Words w, const T *x, const long long *indices, T *y, int *error)
{
    const long long n = w.at[1], i = w.at[2], k = w.at[3], turns = w.at[0] * k * i;
    const long long step = (long long)gridDim.x * blockDim.x;
    long long turn = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; turn < turns; turn += step) {
        const long long row = turn / i, column = turn - row * i;
        const long long outer = row / k, place = row - outer * k;
        const long long *from = (const long long *)((const char *)indices + INDEX);
        const long long index = *from < 0 ? *from + n : *from;
        if (index < 0 || index >= n) {
            *error = CODE;
            continue;
        }
        const long long at = outer * w.at[4] + index * w.at[5] + column * w.at[6];
        y[turn] = *(const T *)((const char *)x + at);
    }
}
"""

_CUMULATE = """\
extern "C" __global__ void ENTRY(const Words w, const T *x, T *y)
{
    const long long n = w.at[1], i = w.at[2], lines = w.at[0] * i;
    const long long step = (long long)gridDim.x * blockDim.x;
    long long line = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; line < lines; line += step) {
        const long long outer = line / i, column = line - outer * i;
        const char *from = (const char *)x + outer * w.at[3] + column * w.at[5];
        T *to = y + outer * n * i + column;
        T joined = *(const T *)from;
        *to = joined;
        for (long long row = 1; row < n; row++) {
            const T value = *(const T *)(from + row * w.at[4]);
            joined = JOINED;
            to[row * i] = joined;
        }
    }
}
"""

_GUARDED = """\
extern "C" __global__ void ENTRY(
    const Words w, const T *x, const long long *code, T *y, int *error)
{
    const long long n = w.at[0], step = (long long)gridDim.x * blockDim.x;
    long long turn = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (*code) {
        *error = (int)*code;
        return;
    }
    for (; turn < n; turn += step)
        y[turn] = *(const T *)((const char *)x + turn * w.at[2]);
}
"""


def guarded_text(entry: str) -> str:
    """Returns the text of `guarded`."""
    return _filled(_GUARDED, ENTRY=entry)


_ORDERS = {"cummax": ">", "cummin": "<"}


def take_text(entry: str, code: int) -> str:
    """Returns the text of `take`; `code` is the error of an index out of range."""
    return _filled(_TAKE, ENTRY=entry, CODE=str(code), INDEX="place * w.at[7]")


def take_along_axis_text(entry: str, code: int) -> str:
    """Returns the text of `take_along_axis`."""
    index = "outer * w.at[7] + place * w.at[8] + column * w.at[9]"
    return _filled(_TAKE, ENTRY=entry, CODE=str(code), INDEX=index)


def cumulation_text(name: str, dtype: str, entry: str) -> str:
    """Returns the text of `cumsum`, `cumprod`, `cummax` or `cummin`."""
    if name in _ORDERS:
        is_kept = f"joined {_ORDERS[name]} value"
        if dtype in ("f32", "f64"):
            is_kept += " || joined != joined"
        return _filled(_CUMULATE, ENTRY=entry, JOINED=f"({is_kept}) ? joined : value")
    sign = "+" if name == "cumsum" else "*"
    joined = f"joined {sign} value"
    if dtype in UNSIGNED:
        kind = UNSIGNED[dtype]
        joined = f"(T)(({kind})joined {sign} ({kind})value)"
    return _filled(_CUMULATE, ENTRY=entry, JOINED=joined)


def _filled(text: str, **words: str) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text
