"""The OpenCL C of three functions, of several kinds of kernels, as people would read it.

`python tests/ir/on_opencl/test_opencl_texts.py`, with tests/ on the path, writes them again; look
at what changed. These tests need no driver.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from ir.looped.random_loops import form_of_turns, random_loop
from ir.on_cuda.cuda_functions import digits, forms_of, layer, softmax
from ir.on_cuda.test_cuda_rows import many
from ir.operation_forms import form_of, results_of
from ir.random_forms import random_form
from ir.random_products import random_product
from ir.random_programs import takes

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.dialects import OPENCL
from streamrt._ir.gpu.emit import emit
from streamrt._ir.loops import Loops
from streamrt._ir.ops import OPS

HERE = Path(__file__).resolve().parents[1] / "opencl"
READ = (softmax, digits, layer)
FOREIGN = re.compile(
    r"long long|\bLL\b|\dULL|__global__|__device__|__shared__|__shfl|__sync|template|\basm\b"
    r"|threadIdx|blockIdx|blockDim|gridDim|extern|\b[A-Z]+_OF\b|\b(?:ULONG|LONG|GENERIC|FUNCTION)\b"
    r"|\b(?:fma|sqrt|floor|ceil|trunc|rint|fmod|fabs|copysign)f\("
)
UNQUALIFIED = re.compile(r"^__kernel void \w+\((?:.*, )?(?!__global )[^,()]*\*", re.MULTILINE)


def text_of(function: Callable[..., Any]) -> str:
    """The texts of a function's kernels, one after the other."""
    forms = forms_of(function)
    return "\n".join([emit(form, f"kernel{k}", OPENCL) for k, form in enumerate(forms)])


@pytest.mark.parametrize("function", READ, ids=lambda function: function.__name__)
def test_a_text_is_as_it_was(function: Callable[..., Any]) -> None:
    written = (HERE / f"{function.__name__}.cl").read_text()
    assert text_of(function) == written, "if it should change, run this file"


def test_every_text_belongs_to_a_function() -> None:
    names = {function.__name__ for function in READ}
    assert {path.stem for path in HERE.glob("*.cl")} == names


def every_form() -> list[Loops]:
    """Each operation of each dtype, and random forms of all kinds."""
    found = [many(kind, 8) for kind in ("rows", "columns")]
    for dtype in DTYPES:
        accepting = [op for op in OPS if op.is_elementwise and takes(op, dtype)]
        found += [form_of(op, dtype, r, 8) for op in accepting for r in results_of(op, dtype)]
    for seed in range(40):
        random = Random(seed)
        found += [random_form(random), random_product(random), form_of_turns(random_loop(random))]
    return found


def test_no_text_has_a_word_of_cuda_or_a_pointer_without_its_memory() -> None:
    for form in every_form():
        text = emit(form, "kernel", OPENCL)
        assert not FOREIGN.search(text), text
        assert not UNQUALIFIED.search(text), text


if __name__ == "__main__":
    for each in READ:
        (HERE / f"{each.__name__}.cl").write_text(text_of(each))
