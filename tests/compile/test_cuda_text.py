"""`CUDA`: the definitions before its text, the grid, and what it cannot take."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._compile.code import CUDACode
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CompileError,
    SignatureError,
    StreamRTError,
)

TEXT = 'extern "C" __global__ void f(const Words w, const T *x, T *y) {}\n'
HERE = re.escape(__file__)
WRONG: Any = 5


def kernel(
    source: Any = TEXT, signature: str = "x: T[...], out y: T[...]", **options: Any
) -> srt.Kernel:
    split = options.pop("split", None)
    return srt.Kernel("f", signature, cuda=srt.CUDA(source, **options), split=split)


def code(of: srt.Kernel, *shapes: tuple[int, ...], dtype: str = "f4") -> CUDACode:
    """The code for dense arrays."""
    plan = of.plan([Layout(None, np.dtype(dtype), shape) for shape in shapes], "cuda")
    assert isinstance(plan.code, CUDACode)
    return plan.code


def grid(of: srt.Kernel, *shapes: tuple[int, ...]) -> tuple[int, int, int]:
    plan = of.plan([Layout(None, np.dtype("f4"), shape) for shape in shapes], "cuda")
    assert isinstance(plan.code, CUDACode)
    return plan.code.grid_for(plan.words, 2)


def test_a_text_is_given_its_types_and_its_words() -> None:
    before, _, behind = code(kernel(), (4, 5), (4, 5), dtype="i8").source.partition("#line 1")
    assert behind == f' "f.cu"\n{TEXT}'
    assert "typedef long long T;" in before
    assert "#define WORDS 3\n#define RANK 1\n" in before  # the two dimensions are merged


def test_a_text_for_extents_with_names_has_no_rank() -> None:
    made = code(kernel(signature="x: T[n, m], out y: T[m]"), (4, 5), (5,))
    assert "#define WORDS 5\n" in made.source
    assert "RANK" not in made.source


def test_layouts_that_differ_in_numbers_alone_share_a_text() -> None:
    of = kernel(strided=True)
    apart = np.zeros((8, 8), "f4")
    sources: set[str] = set()
    for x in (apart[::2, ::2], apart[::4, ::2], apart[:3, :5]):
        layout = Layout(None, x.dtype, x.shape, x.strides)
        made = of.plan([layout, layout], "cuda").code
        assert isinstance(made, CUDACode)
        sources.add(made.source)
    assert len(sources) == 1


def test_the_usual_grid_covers_the_split_or_all_elements_up_to_a_limit() -> None:
    assert grid(kernel(), (100, 10), (100, 10)) == (4, 1, 1)
    assert grid(kernel(block=(8, 4), items=3), (1000,), (1000,)) == (11, 1, 1)
    assert grid(kernel(), (0,), (0,)) == (1, 1, 1)
    assert grid(kernel(), (1 << 20,), (1 << 20,)) == (64, 1, 1)
    rows = kernel(signature="x: T[n, m], out y: T[m]", split="n")
    assert grid(rows, (600, 3), (3,)) == (3, 1, 1)
    both = kernel(signature="x: T[n, m], out y: T[m]", split="n*m")
    assert grid(both, (600, 3), (3,)) == (8, 1, 1)
    assert grid(kernel(signature="x: T[n, m], out y: T[m]"), (600, 3), (3,)) == (1, 1, 1)


def test_a_rule_of_the_kernels_own_is_given_all_it_needs() -> None:
    asked: list[tuple[Any, ...]] = []

    def rule(binding: srt.Binding, extents: Any, multiprocessors: int) -> tuple[int, ...]:
        asked.append((binding.dtypes["T"], dict(extents), multiprocessors))
        return extents["n"], extents["..."]

    of = kernel(signature="x: T[n], out y: T[...]", grid=rule)
    assert grid(of, (7,), (3, 4)) == (7, 12, 1)
    assert asked == [("f32", {"n": 7, "...": 12}, 2)]
    assert grid(of, (0,), (3,)) == (1, 3, 1)  # a grid has a block


@pytest.mark.parametrize("returned", [None, "4", (), (1, 2, 3, 4), 1.5, -1, (1, 1 << 16), True])
def test_a_rule_that_returns_no_grid_is_an_error(returned: Any) -> None:
    of = kernel(grid=lambda *given: returned)
    with pytest.raises(CompileError, match=r"load f: its grid rule, asked for .*, returned"):
        grid(of, (7,), (7,))


def test_a_rule_that_raises_is_an_error() -> None:
    with pytest.raises(
        CompileError, match=r"its grid rule, asked for .*, raised ZeroDivisionError"
    ):
        grid(kernel(grid=lambda *given: 1 // 0), (7,), (7,))


def test_a_source_function_is_asked_for_a_binding() -> None:
    of = kernel(lambda binding: f"// {binding.dtypes['x']}\n{TEXT}")
    assert "// f64" in code(of, (3,), (3,), dtype="f8").source
    for source, text in (
        (lambda binding: 1 // 0, "its source function raised ZeroDivisionError"),
        (lambda binding: None, "its source function returned NoneType"),
        (lambda binding: "int x;", "the CUDA text defines no f"),
    ):
        with pytest.raises(CompileError, match=text):
            code(kernel(source), (3,), (3,))


def test_code_says_where_its_text_was_written() -> None:
    assert re.fullmatch(rf"{HERE}:\d+", code(kernel(), (3,), (3,)).where)


REFUSED: dict[str, tuple[Callable[[], object], type[StreamRTError], str]] = {
    "no text": (lambda: srt.CUDA(WRONG), ArgumentTypeError, "source is of type int"),
    "an entry that is no name": (lambda: srt.CUDA(TEXT, "a b"), ArgumentError,
        "entry is 'a b'; pass the name of a function"),
    "no threads": (lambda: srt.CUDA(TEXT, block=0), ArgumentError, "CUDA: block"),
    "too many threads": (lambda: srt.CUDA(TEXT, block=(32, 64)), ArgumentError,
        r"block is \(32, 64\), 2048 threads; a block has at most 1024"),
    "too deep a block": (lambda: srt.CUDA(TEXT, block=(1, 1, 65)), ArgumentError, "CUDA: block"),
    "four dimensions": (lambda: srt.CUDA(TEXT, block=(1, 1, 1, 1)), ArgumentError,
        "pass up to three numbers"),
    "no items": (lambda: srt.CUDA(TEXT, items=0), ArgumentError, "CUDA: items"),
    "a grid that is a number": (lambda: srt.CUDA(TEXT, grid=WRONG), ArgumentTypeError,
        "grid is 5; pass a function"),
    "options in one text": (lambda: srt.CUDA(TEXT, options=WRONG), ArgumentTypeError,
        "options is 5; pass a tuple of texts"),
    "an architecture": (lambda: srt.CUDA(TEXT, options=("-arch=sm_90",)), ArgumentError,
        "streamrt itself chooses"),
    "an entry that the text lacks": (lambda: kernel("// f(\nvoid g(Words w) {}"), SignatureError,
        'kernel f: the CUDA text defines no f; it must define `extern "C" __global__ void f`'),
    "shared memory without a size": (lambda: kernel(TEXT + "extern __shared__ float s[];"),
        SignatureError, "shared memory without a size"),
    "a name that C++ cannot have": (
        lambda: srt.Kernel("my kernel", "x: f32[n]", cuda=srt.CUDA(TEXT)), SignatureError,
        r"pass CUDA\(text, entry=...\)"),
    "too many parameters": (
        lambda: code(
            kernel(signature=", ".join(f"x{k}: f32[n, m]" for k in range(200))), *[(2, 2)] * 200
        ),
        CompileError,
        r"402 layout words have up to 4824 bytes, and a kernel in CUDA C\+\+ takes 4096",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_it_cannot_take_is_refused(what: str) -> None:
    act, error, text = REFUSED[what]
    with pytest.raises(error, match=text):
        act()


class RawKernel:
    """Has what streamrt reads of a `cupy.RawKernel`."""

    def __init__(self, **more: bool) -> None:
        self.code = TEXT
        self.name = "f"
        self.options = ("--use_fast_math",)
        self.__dict__.update(more)


def test_a_raw_kernel_of_cupy_is_taken_by_its_attributes() -> None:
    raw: Any = RawKernel(enable_cooperative_groups=False)
    made = code(srt.Kernel("mine", "x: f32[n], out y: f32[n]", cuda=raw), (3,), (3,))
    assert (made.entry, made.options) == ("streamrt_f", ("--use_fast_math",))
    assert TEXT in made.source
    assert re.fullmatch(rf"{HERE}:\d+", made.where)


def test_a_raw_kernel_gets_a_thread_for_each_element_however_many() -> None:
    raw: Any = RawKernel()
    many = 1 << 22
    long = srt.Kernel("mine", "x: f32[n], out y: f32[...]", cuda=raw)
    assert grid(long, (3,), (many,)) == (many // 256, 1, 1)
    table = srt.Kernel("mine", "x: f32[n, 3], out y: f32[n]", cuda=raw)
    assert grid(table, (1000, 3), (1000,)) == (12, 1, 1)
    rows = srt.Kernel("mine", "x: f32[n, 3], out y: f32[n]", cuda=raw, split="n")
    assert grid(rows, (1000, 3), (1000,)) == (4, 1, 1)


def test_a_raw_kernel_that_needs_more_of_cupy_is_refused() -> None:
    raw: Any = RawKernel(enable_cooperative_groups=True)
    with pytest.raises(ArgumentError, match="f is a RawKernel with enable_cooperative_groups"):
        srt.Kernel("mine", "x: f32[n]", cuda=raw)
    plain: Any = RawKernel()
    with pytest.raises(SignatureError, match="T may be f32 or f64; a RawKernel is for one dtype"):
        srt.Kernel("mine", "x: T[n]", cuda=plain, types={"T": ("f32", "f64")})
    raw = RawKernel()
    with pytest.raises(ArgumentTypeError, match="a kind of device takes"):
        srt.Kernel("mine", "x: f32[n]", cpu=raw)
