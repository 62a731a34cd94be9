"""How results are compared, and how a program is compiled and run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt
from streamrt._ir.program import Program
from streamrt._jit.calling.executable import prepare

Array = np.ndarray[Any, Any]

TEXTS = Path(__file__).with_name("texts")
NEAR = {"float16": 2e-3, "float32": 2e-5, "float64": 1e-12}


def texts(group: str) -> dict[str, str]:
    """The texts of a file by their names."""
    parts = (TEXTS / f"{group}.mlir").read_text().split("// ----- ")[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


def assert_near(found: Sequence[Array], wanted: Sequence[Array], name: str = "") -> None:
    """The same shapes, kinds and integers; floats as near as some roundings allow."""
    assert len(found) == len(wanted)
    for place, (array, expected) in enumerate(zip(found, wanted, strict=True)):
        assert (array.dtype.kind, array.shape) == (expected.dtype.kind, expected.shape), (
            f"{name} {place}"
        )
        if array.dtype.kind == "f":
            near = NEAR[array.dtype.name]
            array, expected = array.astype("f8"), expected.astype("f8")
            np.testing.assert_allclose(array, expected, near, near / 10, err_msg=f"{name} {place}")
        else:
            np.testing.assert_array_equal(array, expected, err_msg=f"{name} {place}")


def compiled(rt: srt.Runtime, program: Program, arrays: Sequence[Array]) -> list[Array]:
    """What a compiled program computes."""
    arguments = [rt.put(array) for array in arrays]
    layouts = [argument._layout for argument in arguments]
    executable = prepare(program, rt.device(), layouts, name="read")
    executable.load()
    found = executable.call(None, arguments, sys._getframe(0))
    return [np.asarray(each) for each in found]
