"""The public names for writing a kernel's source; the standard kernels show that they suffice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import streamrt as srt
from streamrt import emit

Run = Callable[..., list[int]]


def test_the_example_of_the_docstring_runs(run: Run) -> None:
    block = [line for line in (emit.__doc__ or "").splitlines() if line.startswith("    ")]
    namespace: dict[str, Any] = {"srt": srt, "Module": emit.Module}
    exec("\n".join(line[4:] for line in block), namespace)
    implementation = srt.LLVM(namespace["source"])
    kernel = srt.Kernel("double_all", "inout x: f32[n]", cpu=implementation, split="n")
    x = np.arange(7, dtype="f4")
    assert run(kernel, x, parts=2) == [0, 0]
    assert x.tolist() == [0, 2, 4, 6, 8, 10, 12]


def test_all_kernels_through_blas_share_one_guard() -> None:
    one, other = emit.find_blas(), emit.find_blas()
    assert one == other


def test_importing_it_imports_no_compiler() -> None:
    code = "import sys, streamrt.emit; sys.exit('llvmlite' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
