"""The shim finds each barrier that a standard kernel lacks: none of their barriers can go."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cuda.texts import on_cpu

import streamrt as srt
import streamrt_kernels as kernels
from streamrt._backends.cuda.standard import standard_code
from streamrt._compile.code import CUDACode
from streamrt._compile.signatures.layout import Layout
from streamrt_kernels import reference

pytestmark = pytest.mark.cuda

Array = np.ndarray[Any, Any]
BARRIER = re.compile(r"__syncthreads\(\);")
ENDS = (".c", ".h", ".cu", ".cuh")
SEEDS = range(6)


def planned(kernel: srt.Kernel, *arrays: Array) -> tuple[CUDACode, tuple[int, ...]]:
    plan = kernel.plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays], "cuda")
    assert isinstance(plan.code, CUDACode)
    return plan.code, plan.words


def numbers(*shape: int) -> Array:
    return np.random.default_rng(7).integers(-50, 50, shape).astype(np.float32)


def sum_rows() -> tuple[CUDACode, Callable[[CUDACode, int], bool]]:
    """A block has several rows, as where there are more rows than blocks."""
    x, y = numbers(5, 700), np.zeros(5, np.float32)
    code, words = planned(kernels.sum_rows, x, y)

    def is_right(code: CUDACode, seed: int) -> bool:
        on_cpu.run(code, words, [x, y], (1, 1, 1), seed=seed)
        return bool((y == x.sum(1)).all())

    return code, is_right


def top_k() -> tuple[CUDACode, Callable[[CUDACode, int], bool]]:
    x, values, columns = numbers(3, 300), np.zeros((3, 4), np.float32), np.zeros((3, 4), np.int64)
    code, words = planned(kernels.top_k, x, values, columns)

    def is_right(code: CUDACode, seed: int) -> bool:
        on_cpu.run(code, words, [x, values, columns], (1, 1, 1), seed=seed)
        return bool((columns == reference.top_k(x, 4)[1]).all())

    return code, is_right


def ngrams() -> tuple[CUDACode, Callable[[CUDACode, int], bool]]:
    data, ends, f = np.arange(200, dtype=np.uint8), np.array([150, 200]), np.ones((2, 9), "f4")
    code, words = planned(kernels.ngrams, data, ends, f)

    def is_right(code: CUDACode, seed: int) -> bool:
        f[:] = 1
        on_cpu.run(code, words, [data, ends, f, np.int64(2)], (1, 1, 1), seed=seed)
        return bool((f == reference.ngrams(data, ends, 9, 2)).all())

    return code, is_right


def matmul() -> tuple[CUDACode, Callable[[CUDACode, int], bool]]:
    a, b, c = numbers(70, 40), numbers(40, 70), np.zeros((70, 70), np.float32)
    code, words = planned(kernels.matmul, a, b, c)

    def is_right(code: CUDACode, seed: int) -> bool:
        on_cpu.run(code, words, [a, b, c], (1, 1, 1), seed=seed)
        return bool((c == a @ b).all())

    return code, is_right


def guard() -> tuple[CUDACode, Callable[[CUDACode, int], bool]]:
    words = (1, 4, 1, 4)

    def is_right(code: CUDACode, seed: int) -> bool:
        canary = np.arange(64, dtype=np.uint8) ^ np.uint8(0xA5)
        whole, word = np.concatenate([canary, canary]), np.zeros(1, np.int64)
        whole[[5, 40]] = 0
        found = on_cpu.run(code, words, [whole[64:], np.int64(0), word], seed=seed)
        return found == 1 and bool(word[0] == 5 - 64)

    return standard_code("guard", words), is_right


def scatter_add() -> tuple[CUDACode, Callable[[CUDACode, int], bool]]:
    """One of many indices is bad, so that nothing may be written, also not to the row behind."""
    idx, x, whole = np.zeros(300, np.int64), np.ones((300, 40), "f4"), np.zeros((3, 40), "f4")
    idx[130], y = 2, whole[:2]
    code, words = planned(kernels.scatter_add, idx, x, y)

    def is_right(code: CUDACode, seed: int) -> bool:
        whole[:] = 0
        return on_cpu.run(code, words, [idx, x, y], (1, 1, 1), seed=seed) == 1 and not whole.any()

    return code, is_right


CASES = (sum_rows, top_k, ngrams, matmul, scatter_add, guard)


def is_found(code: CUDACode, is_right: Callable[[CUDACode, int], bool]) -> bool:
    """Whether a mistake shows in one of the orders."""
    try:
        return not all(is_right(code, seed) for seed in SEEDS)
    except on_cpu.FaultError:
        return True


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_each_barrier_is_needed_and_its_absence_is_found(
    case: Callable[[], tuple[CUDACode, Callable[[CUDACode, int], bool]]],
) -> None:
    code, is_right = case()
    assert not is_found(code, is_right)
    barriers = list(BARRIER.finditer(code.source))
    assert barriers
    for barrier in barriers:
        before, behind = code.source[: barrier.start()], code.source[barrier.end() :]
        line = before.count("\n") + 1
        assert is_found(replace(code, source=f"{before};{behind}"), is_right), f"line {line}"


def test_every_text_with_a_barrier_has_a_case() -> None:
    folders = Path(kernels.__file__).parent / "gpu", Path(srt.__file__).parent / "_backends/cuda"
    texts = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in ENDS]
    barrier = re.compile(rf"{BARRIER.pattern}|\bBARRIER\b")
    texts = [path for path in texts if path.parent.name != "opencl"]
    found = {path.stem for path in texts if barrier.search(path.read_text())}
    assert found == {"rows", "first", "ngrams", "product", "scatter_add", "guard"}
