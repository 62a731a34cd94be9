"""Ranges of NVTX, by fakes of the package and of the library: no tool of NVIDIA's looks on."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import types
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt
from streamrt import _notes as notes
from streamrt import observe


class FakePackage(types.ModuleType):
    """A fake of the package nvtx: notes what begins and ends."""

    def __init__(self) -> None:
        super().__init__("nvtx")
        self.seen: list[str] = []
        self._names: dict[int, str] = {}
        self._numbers = itertools.count(1)

    def start_range(self, message: str, *, domain: str) -> int:
        assert domain == "streamrt"
        number = next(self._numbers)
        self._names[number] = message
        self.seen.append(f"+{message}")
        return number

    def end_range(self, number: int) -> None:
        self.seen.append(f"-{self._names.pop(number)}")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> FakePackage:
    fake = FakePackage()
    monkeypatch.setitem(sys.modules, "nvtx", fake)
    return fake


def test_spans_compiled_kernels_and_host_calls_become_ranges(
    package: FakePackage, rt: srt.Runtime, cpu: srt.Device, tmp_path: Path
):
    stream = cpu.stream("s")
    text = f"; {tmp_path}\ndefine i32 @k(ptr %a, i64 %lo, i64 %hi) {{\n  ret i32 0\n}}\n"
    kernel = srt.Kernel("fresh", "inout y: f32[n]", cpu=srt.LLVM(text, entry="k"))

    def work() -> None:
        assert package.seen[-1] == f"+host call {work.__qualname__}"

    def broken() -> None:
        raise KeyError

    with observe.nvtx() as ranges:
        assert ranges.source == "nvtx"
        outer, inner = notes.begin("span", "outer"), notes.begin("span", "inner")
        notes.end(outer)  # as spans of two tasks may
        notes.end(inner)
        stream.launch(kernel, rt.put(np.ones(4, "f4"))).sync()
        stream.call(work).sync()
        with pytest.raises(KeyError):
            stream.call(broken).sync()
        last = notes.begin("span", "last")
    notes.end(last)
    assert repr(ranges) == "<Nvtx by nvtx: closed>"
    stream.call(int).sync()
    names = ["compile fresh", f"host call {work.__qualname__}", f"host call {broken.__qualname__}"]
    found = [line for line in package.seen if "outer" not in line and "inner" not in line]
    pairs = [line for name in names for line in (f"+{name}", f"-{name}")]
    assert found == [*pairs, "+last", "-last"]
    assert package.seen[:4] == ["+outer", "+inner", "-outer", "-inner"]


def test_two_handles_each_see_everything_until_they_are_closed(package: FakePackage):
    first, second = observe.nvtx(), observe.nvtx()
    ends = notes.begin("span", "both")
    assert package.seen == ["+both", "+both"]
    first.close()
    first.close()
    notes.end(ends)
    assert package.seen[2:] == ["-both", "-both"]
    notes.end(notes.begin("span", "one"))
    assert package.seen[4:] == ["+one", "-one"]
    second.close()
    assert not notes.openers


FAKE_LIBRARY = """
#include <stdio.h>
#include <stdint.h>
static uint64_t ids = 1ull << 40;
uint64_t nvtxRangeStartA(const char *name) { printf("+%s\\n", name); fflush(stdout); return ids++; }
void nvtxRangeEnd(uint64_t id) { printf("-%llu\\n", (unsigned long long)(id - (1ull << 40))); fflush(stdout); }
"""  # noqa: E501

PROGRAM = """
import sys
sys.modules["nvtx"] = None
from streamrt import _notes as notes, observe
with observe.nvtx() as ranges:
    first, second = notes.begin("span", "first"), notes.begin("span", "zweite ä")
    notes.end(first)
    notes.end(second)
    sys.stdout.flush()
print(ranges.source)
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A fake of libnvToolsExt.so.1 that prints, in a folder."""
    compilers = [["cc"], ["gcc"]]
    found = next((c for c in compilers if shutil.which(c[0])), None)
    if found is None and find_spec("ziglang") is not None:
        found = [sys.executable, "-m", "ziglang", "cc"]
    if found is None:
        pytest.skip("there is no compiler of C")
    source, made = tmp_path / "fake.c", tmp_path / "libnvToolsExt.so.1"
    source.write_text(FAKE_LIBRARY)
    subprocess.run([*found, "-shared", "-fPIC", "-o", str(made), str(source)], check=True)
    return tmp_path


def test_the_library_takes_the_place_of_the_package(library: Path):
    done = python("-c", PROGRAM, env=os.environ | {"LD_LIBRARY_PATH": str(library)})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["+first", "+zweite ä", "-0", "-1", "libnvToolsExt.so.1"]
