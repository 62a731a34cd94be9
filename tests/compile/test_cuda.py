"""NVRTC behind the cache on disk, with a library in the place of CuPy's.

`make cuda-check` runs the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import streamrt as srt
from streamrt._compile.cache import DiskCache
from streamrt._compile.code import CUDACode
from streamrt._compile.cuda import compiler as cuda
from streamrt._compile.cuda.compiler import NVRTC
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import CompileError


class Refusal(Exception):  # noqa: N818 - stands for CuPy's
    pass


class Library:
    """Does what NVRTC does, as far as its caller sees; a text with `wrong` does not compile."""

    NVRTCError: type[Exception] = Refusal

    def __init__(self, version: tuple[int, int] = (13, 5)) -> None:
        self.version = version
        self.asked: list[Sequence[str]] = []
        self.programs: dict[int, tuple[str, str]] = {}

    def getVersion(self) -> tuple[int, int]:  # noqa: N802
        return self.version

    def getSupportedArchs(self) -> Sequence[int]:  # noqa: N802
        return (80, 90, 75, 121)

    def createProgram(  # noqa: N802
        self, src: str, name: str, headers: Sequence[str], include_names: Sequence[str], /
    ) -> int:
        assert not headers
        assert not include_names
        self.programs[len(self.programs) + 1] = src, name
        return len(self.programs)

    def compileProgram(self, program: int, options: Sequence[str], /) -> None:  # noqa: N802
        self.asked.append(options)
        if "wrong" in self.programs[program][0]:
            raise Refusal("NVRTC_ERROR_COMPILATION (6)")

    def getProgramLog(self, program: int, /) -> str:  # noqa: N802
        return f"{self.programs[program][1]}(1): error: what a mess\n"

    def getCUBIN(self, program: int, /) -> bytes:  # noqa: N802
        return f"cubin {self.asked[-1]}".encode()

    def getPTX(self, program: int, /) -> str:  # noqa: N802
        return ".target"

    def destroyProgram(self, program: int, /) -> None:  # noqa: N802
        del self.programs[program]


def code(text: str = "", options: tuple[str, ...] = ()) -> CUDACode:
    source = f'extern "C" __global__ void f(const Words w, float *y) {{ {text} }}'
    kernel = srt.Kernel("f", "out y: f32[n]", cuda=srt.CUDA(source, options=options))
    made = kernel.plan([Layout(None, np.dtype("f4"), (3,))], "cuda").code
    assert isinstance(made, CUDACode)
    return made


def test_what_was_compiled_once_is_found_on_disk(tmp_path: Path) -> None:
    first, second = (NVRTC(Library(), DiskCache(tmp_path)) for _ in range(2))
    image = first.compile(code(), "sm_90")
    assert image.startswith(b"cubin")
    assert second.compile(code(), "sm_90") == image
    assert (first.stats.compiled, first.stats.from_disk) == (1, 0)
    assert (second.stats.compiled, second.stats.from_disk) == (0, 1)


def test_an_image_depends_on_all_that_it_is_made_of(tmp_path: Path) -> None:
    library = Library()
    compiler = NVRTC(library, DiskCache(tmp_path))
    for one, architecture in (
        (code(), "sm_90"),
        (code(), "sm_80"),
        (code("int x;"), "sm_90"),
        (code(options=("-G",)), "sm_90"),
        (code(), "sm_130"),
        (code(), "sm_90"),
    ):
        compiler.compile(one, architecture)
    assert (compiler.stats.compiled, compiler.stats.from_disk) == (5, 1)
    NVRTC(Library((13, 6)), DiskCache(tmp_path)).compile(code(), "sm_90")
    assert not library.programs  # each was destroyed


USUAL = ("--fmad=false", "--std=c++17")


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ((), USUAL),
        (("-G",), (*USUAL, "-G")),
        (("--fmad=true",), ("--std=c++17", "--fmad=true")),
        (("-fmad true",), ("--std=c++17", "-fmad true")),
        (("--use_fast_math",), ("--std=c++17", "--use_fast_math")),
        (("-std=c++20",), ("--fmad=false", "-std=c++20")),
    ],
)
def test_the_users_options_come_last_and_win(
    given: tuple[str, ...], passed: tuple[str, ...], tmp_path: Path
) -> None:
    library = Library()
    NVRTC(library, DiskCache(tmp_path)).compile(code(options=given), "sm_90")
    assert library.asked == [("--gpu-architecture=sm_90", *passed)]


def test_an_architecture_newer_than_the_compiler_gets_ptx(tmp_path: Path) -> None:
    library = Library()
    compiler = NVRTC(library, DiskCache(tmp_path))
    assert compiler.compile(code(), "sm_130") == b".target\0"
    assert compiler.compile(code(), "sm_100") == b".target\0"
    assert [asked[0] for asked in library.asked] == [
        "--gpu-architecture=compute_121",
        "--gpu-architecture=compute_90",
    ]


def test_an_architecture_older_than_the_compiler_is_an_error(tmp_path: Path) -> None:
    compiler = NVRTC(Library(), DiskCache(tmp_path))
    with pytest.raises(CompileError, match=r"NVRTC 13.5 knows architectures from sm_75 on.*sm_70"):
        compiler.compile(code(), "sm_70")


def test_an_error_has_the_log_and_the_users_file(tmp_path: Path) -> None:
    """Row 90."""
    library = Library()
    compiler = NVRTC(library, DiskCache(tmp_path))
    with pytest.raises(CompileError) as caught:
        compiler.compile(code("wrong"), "sm_90")
    text = str(caught.value)
    assert text.startswith("compile f: NVRTC 13.5 refuses the CUDA text that ")
    assert f"{__file__}:" in text
    assert text.endswith("for sm_90; correct the source\nf.cu(1): error: what a mess")
    assert isinstance(caught.value.__cause__, Refusal)
    assert not library.programs


def test_without_cupy_an_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Row 88."""

    def absent() -> cuda.Nvrtc:
        raise ModuleNotFoundError("No module named 'cupy'")

    monkeypatch.setattr(cuda, "_imported", absent)
    with pytest.raises(CompileError, match=r"No module named 'cupy'; install streamrt\[cuda13\]"):
        NVRTC(disk=DiskCache(tmp_path)).compile(code(), "sm_90")
