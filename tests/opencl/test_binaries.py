"""Binaries of a driver on the disk: a second process finds them, and damage is compiled again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from shared import warm
from shared.processes import python

PROGRAM = """
import logging
import sys
import numpy as np
import streamrt as srt

compiled = []
of_drivers = logging.getLogger("streamrt._backends.opencl.compiler")
of_drivers.setLevel(logging.DEBUG)
of_drivers.addFilter(lambda record: compiled.append(record.getMessage()))
by = int(sys.argv[1])
scale = srt.Kernel(
    "scale",
    "x: T[...], out y: T[...]",
    types={"T": ("f32", "i64")},
    opencl=srt.OpenCL('''
        __kernel void scale(const Words w, __global const T *x, __global T *y)
        {
            const long size = words_size(&w);
            for (long i = get_global_id(0); i < size; i += get_global_size(0)) y[i] = x[i] * BY;
        }
    ''', options=(f"-DBY={by}",)),
)
with srt.Runtime(["opencl:0"]) as rt:
    for dtype in ("f4", "i8"):
        x, y = rt.put(np.arange(5, dtype=dtype)), rt.empty(5, dtype)
        rt.device().stream().launch(scale, x, y)
        assert y.fetch().sync().tolist() == [by * n for n in range(5)]
    z = srt.jit(lambda x: np.sqrt(x) + by)(rt.put(np.arange(5, dtype="f4")))
    np.testing.assert_allclose(z.fetch().sync(), np.sqrt(np.arange(5)) + by, rtol=1e-6)
print(len(compiled))
"""


def compiled(cache: Path, by: int) -> tuple[int, str]:
    """How many kernels a process has compiled, of three; and what it said beside."""
    path = os.pathsep.join(p for p in sys.path if p)
    environment = os.environ | {"STREAMRT_CACHE_DIR": str(cache), "PYTHONPATH": path}
    done = python("-c", PROGRAM, by, env=environment)
    assert done.returncode == 0, done.stderr
    return int(done.stdout), done.stderr


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what one process has compiled, besides what every process needs."""
    folder = warm.copy_to(tmp_path_factory.mktemp("binaries") / "cache")
    assert compiled(folder, 2) == (3, "")
    return folder


def test_a_second_process_compiles_nothing(cache: Path) -> None:
    assert compiled(cache, 2) == (0, "")


def test_other_options_are_other_binaries(cache: Path) -> None:
    number, _ = compiled(cache, 3)
    assert number >= 2  # a number of a compiled function need not be in its text


def test_a_damaged_binary_is_compiled_again_and_mended(cache: Path) -> None:
    for file in cache.glob("*.obj"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 0xFF
        file.write_bytes(bytes(data))
    number, said = compiled(cache, 2)
    assert number == 3
    assert said.count("its digest is wrong; it is compiled again") >= 3  # others are damaged, too
    assert compiled(cache, 2) == (0, "")
