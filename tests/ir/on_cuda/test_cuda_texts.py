"""The texts of four functions, of all kinds of kernels, as people would read them.

Tests that run the kernels judge what they compute.

`python tests/ir/on_cuda/test_cuda_texts.py`, with tests/ on the path, writes them again; look at
what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ir.on_cuda.cuda_functions import axpy, digits, forms_of, layer, softmax

from streamrt._ir.gpu.emit import emit

HERE = Path(__file__).resolve().parents[1] / "cuda"
READ = (axpy, softmax, digits, layer)


def text_of(function: Callable[..., Any]) -> str:
    """The texts of a function's kernels, one after the other."""
    forms = forms_of(function)
    return "\n".join([emit(form, f"kernel{k}") for k, form in enumerate(forms)])


@pytest.mark.parametrize("function", READ, ids=lambda function: function.__name__)
def test_a_text_is_as_it_was(function: Callable[..., Any]) -> None:
    written = (HERE / f"{function.__name__}.cu").read_text()
    assert text_of(function) == written, "if it should change, run this file"


def test_every_text_belongs_to_a_function() -> None:
    names = {function.__name__ for function in READ}
    assert {path.stem for path in HERE.glob("*.cu")} == names


if __name__ == "__main__":
    for each in READ:
        (HERE / f"{each.__name__}.cu").write_text(text_of(each))
