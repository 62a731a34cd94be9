"""The cache on disk, as users meet it: kernels launched in processes of their own.

tests/compile/test_cache.py tests the cache by itself, every damaged byte included. Here a process
with a defective cache computes what it should, and says what it found.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from shared import warm

from streamrt._compile import cache as cache_module
from streamrt._compile.cache import DiskCache

TESTS = Path(__file__).resolve().parents[1]
KERNELS = 9
OBJECTS = KERNELS + 1  # with the native core
PROGRAM = f"""
import numpy as np
import streamrt as srt
from streamrt._compile.llvm import compiler as llvm
from shared.trial_kernels import count

TEXT = '''
define i32 @store(ptr %args, i64 %lo, i64 %hi) {{
  %slot.y = getelementptr ptr, ptr %args, i64 1
  %y = load ptr, ptr %slot.y
  store i64 NUMBER, ptr %y
  ret i32 0
}}
'''

with srt.Runtime() as rt:
    y = rt.put(np.zeros(1, "i8"))
    for number in range({KERNELS}):
        text = TEXT.replace("NUMBER", str(number))
        store = srt.Kernel("store", "inout y: i64[1]", cpu=srt.LLVM(text, entry="store"))
        rt.device().stream().launch(store, y)
        assert np.asarray(y).tolist() == [number]
    more(rt)
print(llvm.STATS.compiled, llvm.STATS.from_disk)
"""


class Run(NamedTuple):
    """The deeds of a process: objects compiled and found, and the warnings it logged."""

    compiled: int
    found: int
    warnings: list[str]


class Processes:
    """Starts processes that use one cache directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def start(
        self, before: str = "", more: str = "pass", **environment: str
    ) -> subprocess.Popen[str]:
        """Starts PROGRAM.

        Args:
            before: the code that it runs before it imports the library.
            more: the code that it also runs with the runtime.
            environment: the variables that differ; an empty one is as good as none.
        """
        path = os.pathsep.join([str(TESTS), *(p for p in sys.path if p)])
        changed = {"PYTHONPATH": path, "STREAMRT_CACHE_DIR": str(self.directory), **environment}
        program = f"{before}\ndef more(rt):\n    {more}\n{PROGRAM}"
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program],
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **changed},
        )

    def finish(self, process: subprocess.Popen[str]) -> Run:
        """Waits for one that has to succeed."""
        output, errors = process.communicate(timeout=3600)
        assert process.returncode == 0, errors
        compiled, found = map(int, output.split())
        return Run(compiled, found, errors.splitlines())

    def run(self, before: str = "", more: str = "pass", **environment: str) -> Run:
        """Starts one and waits for it."""
        return self.finish(self.start(before, more, **environment))

    def entries(self) -> list[Path]:
        """The files of compiled objects."""
        return sorted(self.directory.glob("*.obj"))


@pytest.fixture
def processes(tmp_path: Path) -> Processes:
    return Processes(tmp_path / "cache")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a cache with a good entry for each object."""
    processes = Processes(warm.copy_to(tmp_path_factory.mktemp("good") / "cache"))
    assert processes.run() == (KERNELS, 1, [])
    assert len(processes.entries()) == OBJECTS
    return processes.directory


@pytest.fixture
def filled(good: Path, processes: Processes) -> Processes:
    """A copy of that, to be spoilt."""
    shutil.copytree(good, processes.directory)
    return processes


def test_a_second_process_compiles_nothing(filled: Processes) -> None:
    """Fault 38: without a defect there is no miss, so that the tests below tell something."""
    assert filled.run() == (0, OBJECTS, [])


# -- fault 38 -------------------------------------------------------------------------------------


def corrupt(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def link(path: Path) -> None:
    path.symlink_to(path.rename(path.with_name(f"{path.stem}.elsewhere")))


def open_to_all(path: Path) -> None:
    path.chmod(0o666)


def from_another_cache(path: Path) -> None:
    """A well-formed entry with the key of another user's cache; to run it would crash."""
    other = DiskCache(path.parent.parent / "other")
    other.put(bytes.fromhex(path.stem), b"\x0f\x0b" * 500)
    assert other.directory is not None
    path.write_bytes((other.directory / path.name).read_bytes())


def stale(path: Path) -> None:
    """A good entry of another version of the format."""
    secret = (path.parent / "secret").read_bytes()
    magic, cache_module._MAGIC = cache_module._MAGIC, b"streamrt object\x00"
    try:
        path.write_bytes(cache_module._pack(bytes.fromhex(path.stem), b"\x0f\x0b", (), secret))
    finally:
        cache_module._MAGIC = magic


def of_another_kernel(path: Path) -> None:
    """A good entry under a wrong name."""
    DiskCache(path.parent).put(bytes(32), b"\x0f\x0b" * 500)
    path.write_bytes((path.parent / f"{bytes(32).hex()}.obj").read_bytes())


def for_another_cpu(path: Path) -> None:
    DiskCache(path.parent).put(bytes.fromhex(path.stem), b"\x0f\x0b" * 500, ["avx9000"])


DEFECTS: list[tuple[Callable[[Path], None], str]] = [
    (corrupt, "its digest is wrong"),
    (truncate, "its digest is wrong"),
    (empty, "it has 0 bytes"),
    (link, "it is a link"),
    (open_to_all, "may be written by others"),
    (from_another_cache, "its digest is wrong"),
    (stale, "it is of another key or version"),
    (of_another_kernel, "it is of another key or version"),
    (for_another_cpu, "it needs avx9000, which this CPU lacks"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")
def test_a_defective_entry_is_a_logged_miss_and_compiled_again(filled: Processes) -> None:
    """Fault 38: an entry for each defect, and one that stays good."""
    entries = filled.entries()
    assert len(entries) == len(DEFECTS) + 1
    for path, (spoil, _) in zip(entries, DEFECTS, strict=False):
        spoil(path)
    compiled, found, warnings = filled.run()
    assert (compiled, found) == (len(DEFECTS), 1)
    assert len(warnings) == len(DEFECTS)
    for path, (spoil, reason) in zip(entries, DEFECTS, strict=False):
        (warning,) = (w for w in warnings if w.startswith(f"read cached object {path}: "))
        assert reason in warning, spoil.__name__
        assert warning.endswith("; it is compiled again")
    assert filled.run() == (0, OBJECTS, [])


@pytest.mark.slow
def test_an_entry_of_another_user_is_a_logged_miss(filled: Processes) -> None:
    """Fault 38. Only root can give files away, so that one process takes its own for foreign."""
    before = """
import os
from streamrt._compile import trusted_files
check = trusted_files._check_owner

def check_owner(status, path):
    fields = list(status)
    fields[4] += str(path).endswith(".obj")
    check(os.stat_result(fields), path)

trusted_files._check_owner = check_owner
"""
    compiled, found, warnings = filled.run(before)
    assert (compiled, found) == (OBJECTS, 0)
    assert len(warnings) == OBJECTS
    assert all("belongs to user" in w and "compiled again" in w for w in warnings)


# -- fault 39 -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_processes_that_write_one_entry_at_once_all_run(processes: Processes) -> None:
    """Fault 39."""
    racing = [processes.start() for _ in range(3)]
    for compiled, found, warnings in map(processes.finish, racing):
        assert compiled + found == OBJECTS
        assert warnings == []
    assert processes.run() == (0, OBJECTS, [])
    names = sorted(path.name for path in processes.directory.iterdir())
    assert names == sorted(["secret", *(path.name for path in processes.entries())])


# -- fault 40 -------------------------------------------------------------------------------------

FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
"""
# Root may write into every directory.
READ_ONLY = """
import os, tempfile
if not os.geteuid():
    def refuse(*arguments, **options):
        raise PermissionError(13, "Permission denied")
    tempfile.mkstemp = refuse
"""
HOMELESS = """
import pathlib
def home():
    raise RuntimeError("Could not determine home directory.")
pathlib.Path.home = home
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")
@pytest.mark.parametrize("kind", ["unwritable", "full", "a file", "below a file", "open to all"])
def test_an_unusable_directory_is_one_warning_and_the_work_goes_on(
    kind: str, processes: Processes
) -> None:
    """Fault 40."""
    directory = processes.directory
    if kind == "a file":
        directory.write_text("")
    elif kind == "below a file":
        directory.write_text("")
        processes.directory = directory / "cache"
    elif kind != "full":
        directory.mkdir()
        directory.chmod(0o500 if kind == "unwritable" else 0o777)
    before = {"full": FULL, "unwritable": READ_ONLY}.get(kind, "")
    compiled, found, warnings = processes.run(before)
    assert (compiled, found) == (OBJECTS, 0)
    (warning,) = warnings
    assert warning.startswith("cache of compiled kernels: ")
    assert "kernels are compiled in every process until STREAMRT_CACHE_DIR names" in warning
    assert processes.entries() == []


@pytest.mark.slow
def test_a_user_without_a_home_directory_has_no_cache_and_one_warning(
    processes: Processes,
) -> None:
    """Fault 40."""
    compiled, found, warnings = processes.run(HOMELESS, STREAMRT_CACHE_DIR="", XDG_CACHE_HOME="")
    assert (compiled, found) == (OBJECTS, 0)
    assert [w for w in warnings if "the user has no home directory" in w] == warnings
    assert len(warnings) == 1


def test_a_directory_that_is_missing_or_goes_missing_is_made(filled: Processes) -> None:
    """Fault 40."""
    more = (
        "import shutil, os; shutil.rmtree(os.environ['STREAMRT_CACHE_DIR']); "
        "rt.device().stream().launch(count, rt.put(np.zeros(1, 'u4')))"
    )
    assert filled.run(more=more) == (1, OBJECTS, [])
    assert len(filled.entries()) == 1
    assert filled.run() == (OBJECTS, 0, [])
