"""`OpenCL`: the definitions before its text, and what it cannot take.

The rest is that of `CUDA`: see test_cuda_text.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._compile.code import OpenCLCode
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CompileError,
    SignatureError,
    StreamRTError,
)

TEXT = "__kernel void f(const Words w, __global const T *x, __global T *y) {}\n"
WRONG: Any = 5


def kernel(
    source: Any = TEXT, signature: str = "x: T[...], out y: T[...]", **options: Any
) -> srt.Kernel:
    return srt.Kernel("f", signature, opencl=srt.OpenCL(source, **options))


def code(of: srt.Kernel, *shapes: tuple[int, ...], dtype: str = "f4") -> OpenCLCode:
    """The code for dense arrays."""
    plan = of.plan([Layout(None, np.dtype(dtype), shape) for shape in shapes], "opencl")
    assert isinstance(plan.code, OpenCLCode)
    return plan.code


def test_a_text_is_given_its_types_and_its_words() -> None:
    made = code(kernel(), (4, 5), (4, 5), dtype="i8")
    before, _, behind = made.source.partition("#line 1")
    assert behind == f' "f.cl"\n{TEXT}'
    assert "typedef long T;" in before
    assert "#define WORDS 3\n#define RANK 1\n" in before  # the two dimensions are merged
    assert "#pragma OPENCL FP_CONTRACT OFF" in before
    assert re.fullmatch(rf"{re.escape(__file__)}:\d+", made.where)
    rows = code(kernel(signature="x: T[n, m], out y: T[m]"), (4, 5), (5,)).source
    assert "#define WORDS 5\n" in rows
    assert not re.search("RANK|words_size", rows)


@pytest.mark.parametrize("dtype", DTYPES)
def test_each_dtype_has_a_type_of_its_size(dtype: str) -> None:
    sizes = {"char": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8}
    made = code(kernel(), (3,), (3,), dtype=DTYPES[dtype].numpy.str)
    (name,) = re.findall(r"typedef (\w+) T;", made.source)
    assert sizes[name.removeprefix("u")] == DTYPES[dtype].itemsize
    kinds = {"f": name in ("float", "double", "ushort"), "i": name in list(sizes)[:4]}
    assert kinds.get(DTYPES[dtype].numpy.kind, name.startswith("u"))


REFUSED: dict[str, tuple[Callable[[], object], type[StreamRTError], str]] = {
    "no text": (lambda: srt.OpenCL(WRONG), ArgumentTypeError,
        "OpenCL: source is of type int; pass OpenCL C text"),
    "an option that makes no program": (
        lambda: srt.OpenCL(TEXT, options=("-create-library",)), ArgumentError,
        "streamrt itself chooses"),
    "a NUL character": (lambda: kernel(TEXT + "\0"), SignatureError, "holds a NUL character"),
    "an entry that the text lacks": (lambda: kernel("// f(\nvoid g(Words w) {}"), SignatureError,
        "kernel f: the OpenCL text defines no f; it must define `__kernel void f`"),
    "a name that C cannot have": (
        lambda: srt.Kernel("my kernel", "x: f32[n]", opencl=srt.OpenCL(TEXT)), SignatureError,
        r"pass OpenCL\(text, entry=...\)"),
    "too many parameters": (
        lambda: code(
            kernel(signature=", ".join(f"x{k}: f32[n, m]" for k in range(200))), *[(2, 2)] * 200
        ),
        CompileError,
        "402 layout words have up to 4824 bytes, and a kernel in OpenCL C takes 4096",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_it_cannot_take_is_refused(what: str) -> None:
    act, error, text = REFUSED[what]
    with pytest.raises(error, match=text):
        act()
