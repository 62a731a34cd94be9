"""The operations with kernels of their own, as the C of GPUs.

1. A thread of `take` computes elements of the result, neighbours beside each other. An index out of
   range leaves the element as it is, and writes the code.
2. A thread of `cumsum` walks one line along the axis; neighbours have neighbouring lines. The order
   of the additions is NumPy's, so a line is the work of one thread. Where lines lie behind one
   another, that is slow.
"""

from __future__ import annotations

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.taking import OUT_OF_RANGE
from streamrt._ir.gpu.dialects import Dialect

__all__ = ["called_text"]

_TAKE = """\
KERNEL ENTRY(
    const Words w, INPUT_0 const T *x, INPUT_1 const LONG *indices, GLOBAL T *y, GLOBAL int *error)
{
    const LONG n = w.at[1], i = w.at[2], k = w.at[3], turns = w.at[0] * k * i;
    const LONG step = (LONG)BLOCKS * THREADS;
    LONG turn = (LONG)BLOCK * THREADS + THREAD;
    for (; turn < turns; turn += step) {
        const LONG row = turn / i, column = turn - row * i;
        const LONG outer = row / k, place = row - outer * k;
        INPUT_1 const LONG *from = (INPUT_1 const LONG *)((INPUT_1 const char *)indices + INDEX);
        const LONG index = *from < 0 ? *from + n : *from;
        if (index < 0 || index >= n) {
            *error = CODE;
            continue;
        }
        const LONG at = outer * w.at[4] + index * w.at[5] + column * w.at[6];
        y[turn] = *(INPUT_0 const T *)((INPUT_0 const char *)x + at);
    }
}
"""

_CUMULATE = """\
KERNEL ENTRY(const Words w, INPUT_0 const T *x, GLOBAL T *y)
{
    const LONG n = w.at[1], i = w.at[2], lines = w.at[0] * i;
    const LONG step = (LONG)BLOCKS * THREADS;
    LONG line = (LONG)BLOCK * THREADS + THREAD;
    for (; line < lines; line += step) {
        const LONG outer = line / i, column = line - outer * i;
        INPUT_0 const char *from = (INPUT_0 const char *)x + outer * w.at[3] + column * w.at[5];
        GLOBAL T *to = y + outer * n * i + column;
        T joined = *(INPUT_0 const T *)from;
        *to = joined;
        for (LONG row = 1; row < n; row++) {
            const T value = *(INPUT_0 const T *)(from + row * w.at[4]);
            joined = JOINED;
            to[row * i] = joined;
        }
    }
}
"""

_GUARDED = """\
KERNEL ENTRY(
    const Words w, INPUT_0 const T *x, INPUT_1 const LONG *code, GLOBAL T *y, GLOBAL int *error)
{
    const LONG n = w.at[0], step = (LONG)BLOCKS * THREADS;
    LONG turn = (LONG)BLOCK * THREADS + THREAD;
    if (*code) {
        *error = (int)*code;
        return;
    }
    for (; turn < n; turn += step)
        y[turn] = *(INPUT_0 const T *)((INPUT_0 const char *)x + turn * w.at[2]);
}
"""


_ORDERS = {"cummax": ">", "cummin": "<"}
_INDEXES = {
    "take": "place * w.at[7]",
    "take_along_axis": "outer * w.at[7] + place * w.at[8] + column * w.at[9]",
}


def called_text(
    name: str,
    entry: str,
    dtype: str,
    dialect: Dialect,
    constants: frozenset[int] = frozenset(),
) -> str:
    """Returns the text of an operation.

    Args:
        name: the operation.
        entry: the name of the function to define.
        dtype: the dtype of `T`.
        dialect: the language of the text.
        constants: the inputs that lie in memory of constants.
    """
    words = {"ENTRY": entry}
    if name == "check":
        text = _GUARDED
    elif name in _INDEXES:
        text = _TAKE
        words |= {"INDEX": _INDEXES[name], "CODE": str(OUT_OF_RANGE)}
    else:
        text = _CUMULATE
        words["JOINED"] = _joined(name, dtype, dialect)
    for k in range(2):
        words[f"INPUT_{k} "] = dialect.constant_space if k in constants else dialect.space
    for word, value in words.items():
        text = text.replace(word, value)
    return dialect.fill(text)


def _joined(name: str, dtype: str, dialect: Dialect) -> str:
    """Returns the value that joins `joined` and `value`, in a cumulation."""
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
