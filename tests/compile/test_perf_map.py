"""The names of machine code that perf and gdb see: of kernels, compiled functions and the core."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from shared.processes import python

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm import loading
from streamrt._compile.llvm.loading import Entry, acquire, release
from streamrt._compile.llvm.perf_map import PerfMap, functions
from streamrt._compile.signatures.layout import Layout

# Beside the entry: a local function, one that is not local, and a constant.
TEXT = """
@marked = constant i32 7
define internal i32 @inner(i32 %x) noinline {
  %y = mul i32 %x, 1000003
  ret i32 %y
}
define i32 @outer(i32 %x) noinline {
  %y = add i32 %x, 17
  ret i32 %y
}
define i32 @k(ptr %args, i64 %lo, i64 %hi) {
  %n = trunc i64 %hi to i32
  %a = call i32 @inner(i32 %n)
  %b = call i32 @outer(i32 %a)
  ret i32 %b
}
"""

PROGRAM = """
import ctypes, json, os
import numpy as np
import streamrt as srt
from streamrt_kernels import axpy
from streamrt._compile.llvm import loading
from streamrt._native.core import core

def executable():
    with open("/proc/self/maps") as maps:
        rows = [line.split(None, 2)[:2] for line in maps]
    return [[int(end, 16) for end in ends.split("-")] for ends, modes in rows if "x" in modes]

def seen(path):
    with open(path) as file:
        lines = [line.split(" ", 2) for line in file.read().splitlines()]
    return [[int(start, 16), int(size, 16), name] for start, size, name in lines]

@srt.jit
def curve(x):
    return np.sin(x) * np.float32(2) + np.sqrt(x)

with srt.Runtime(["cpu:0"]) as rt:
    stream = rt.device("cpu:0").stream("s")
    x, y = rt.put(np.ones(16, "f4")), rt.put(np.ones(16, "f4"))
    stream.launch(axpy, x, y, alpha=2.0).sync()
    assert np.asarray(curve(np.ones(16, "f4"))).shape == (16,)
path = f"/tmp/perf-{os.getpid()}.map"
entries = [entry.address for entry in loading._entries.values()]
before = seen(path)
child = os.fork()
if child == 0:
    os._exit(seen(f"/tmp/perf-{os.getpid()}.map") != before)
child_status = os.waitpid(child, 0)[1]
os.unlink(f"/tmp/perf-{child}.map")
os.unlink(path)
print(json.dumps({"lines": before, "maps": executable(), "entries": entries,
    "child": child_status, "drain": ctypes.cast(core().srt_drain, ctypes.c_void_p).value}))
"""


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PerfMap:
    """A map in a folder of the test's, which loading code writes to."""
    made = PerfMap(str(tmp_path))
    monkeypatch.setattr(loading, "PERF_MAP", made)
    return made


@pytest.fixture
def entry_of(make_buffer: Any) -> Generator[Any]:
    """Loads a text as the kernel of a name."""
    import numpy as np

    layout: Layout = make_buffer(np.zeros(1, "f4"))._layout
    loaded: list[Entry] = []

    def load(name: str, text: str) -> Entry:
        plan = Kernel(name, "x: f32[n]", cpu=LLVM(text, entry="k", opt=0)).plan([layout])
        loaded.append(acquire(plan))
        return loaded[-1]

    yield load
    for entry in loaded:
        release(entry)


def lines_of(folder: Path, pid: int | None = None) -> dict[str, tuple[int, int]]:
    path = folder / f"perf-{os.getpid() if pid is None else pid}.map"
    rows = [line.split(" ", 2) for line in path.read_text().splitlines()]
    return {name: (int(start, 16), int(size, 16)) for start, size, name in rows}


def test_each_function_of_a_kernel_is_named_where_it_lies(
    noted: PerfMap, entry_of: Any, tmp_path: Path
):
    entry = entry_of("scale", f"; {tmp_path}\n{TEXT}")
    lines = lines_of(tmp_path)
    assert set(lines) == {f"streamrt:scale{end}" for end in ("", ":inner", ":outer")}
    assert lines["streamrt:scale"][0] == entry.address
    call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)
    assert call(lines["streamrt:scale:inner"][0])(5) == 5 * 1000003
    assert call(lines["streamrt:scale:outer"][0])(5) == 5 + 17


def test_functions_of_a_library_lie_where_the_linker_says(tmp_path: Path, noted: PerfMap):
    data = llvm.compile_ir(TEXT, name="library", opt=0)
    library = loading.load_object(data, name="library")
    lines = lines_of(tmp_path)
    found = functions(data)
    assert {f.name for f in found} == {"inner", "outer", "k"}
    for function in found:
        if not function.is_local:
            assert lines[f"streamrt:{function.name}"][0] == library.address(function.name)
    ends = sorted((start, start + size) for start, size in lines.values())
    assert all(end <= start for (_, end), (start, _) in pairwise(ends))


def test_a_map_that_cannot_be_written_is_off_and_says_so_once(
    tmp_path: Path,
    entry_of: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    monkeypatch.setattr(loading, "PERF_MAP", PerfMap(str(tmp_path / "absent")))
    entry_of("one", f"; one {tmp_path}\n{TEXT}")
    entry_of("two", f"; two {tmp_path}\n{TEXT}")
    (record,) = caplog.records
    assert "STREAMRT_PERF_MAP" in record.getMessage()
    assert "absent" in record.getMessage()


def test_an_object_that_is_no_elf_turns_the_map_off(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    data = llvm.compile_ir(TEXT, name="library", opt=0)
    for wrong in (b"", b"\x7fELF\x02\x01", data[: len(data) // 2]):
        made = PerfMap(str(tmp_path))
        made.add_library(wrong, lambda symbol: 0)
        made.add_library(data, lambda symbol: 0)
        assert len(caplog.records) == 1
        caplog.clear()
    assert not list(tmp_path.glob("perf-*"))


@pytest.mark.slow
def test_a_program_and_its_fork_name_kernels_compiled_functions_and_the_core():
    done = python("-c", PROGRAM, env=os.environ | {"STREAMRT_PERF_MAP": "1"})
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    for start, size, name in seen["lines"]:
        assert any(low <= start and start + size <= high for low, high in seen["maps"]), name
    names = {name: start for start, _, name in seen["lines"]}
    assert {"streamrt:axpy", "streamrt:sleep_on"} <= set(names)
    assert names["streamrt:srt_drain"] == seen["drain"]
    assert any("sin" in name and "sqrt" in name for name in names)
    assert set(seen["entries"]) <= set(names.values())
    assert seen["child"] == 0


# ---- the tools themselves -----------------------------------------------------------------------


BUSY = """
import os, time
import numpy as np
import streamrt as srt
from streamrt_kernels import axpy
with srt.Runtime(["cpu:0"], threads=1) as rt:
    stream = rt.device("cpu:0").stream("s")
    x, y = rt.put(np.ones(1 << 16, "f4")), rt.put(np.ones(1 << 16, "f4"))
    end = time.process_time() + 0.5
    while time.process_time() < end:
        for _ in range(50):
            stream.launch(axpy, x, y, alpha=1.0)
        stream.sync()
print(os.getpid())
"""


def ends_well(*command: str) -> bool:
    """Whether a tool is there, and may look into a process."""
    if shutil.which(command[0]) is None:
        return False
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)
    return done.returncode == 0 and "not permitted" not in done.stdout + done.stderr


@pytest.fixture
def perf(tmp_path: Path) -> None:
    if not ends_well("perf", "record", "-o", str(tmp_path / "none"), "--", "true"):
        pytest.skip("perf is absent, or may not record")


@pytest.fixture
def gdb() -> None:
    if not ends_well("gdb", "-nx", "-batch", "-ex", "run", "--args", "true"):
        pytest.skip("gdb is absent, or may not trace")


@pytest.mark.slow
def test_perf_names_a_kernel(perf: None, tmp_path: Path):
    data = str(tmp_path / "samples")
    recorded = subprocess.run(
        ["perf", "record", "-o", data, "--", sys.executable, "-c", BUSY],
        env=os.environ | {"STREAMRT_PERF_MAP": "1"},
        capture_output=True,
        text=True,
        timeout=3600,
        check=True,
    )
    command = ["perf", "report", "-i", data, "--stdio", "--sort", "symbol"]
    report = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=True)
    os.unlink(f"/tmp/perf-{int(recorded.stdout)}.map")
    assert "streamrt:axpy" in report.stdout


@pytest.mark.slow
def test_gdb_stops_in_the_core_and_names_it(gdb: None):
    steps = ["set breakpoint pending on", "break srt_drain", "run", "backtrace 1"]
    command = ["gdb", "-nx", "-batch", *(f"-ex={step}" for step in steps)]
    done = subprocess.run(
        [*command, "--args", sys.executable, "-c", BUSY],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert "#0" in done.stdout, done.stdout
    assert "srt_drain" in done.stdout[done.stdout.index("#0") :]
