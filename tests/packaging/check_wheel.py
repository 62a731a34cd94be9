"""The wheel, looked into and used as a user would: installed, with no checkout on the path.

Run by `make wheel-test`, which builds it, installs it into a fresh virtual environment and
starts these tests in an empty directory; and by `wheel_on_others.sh`, on other Pythons.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

USE = """
import asyncio
import numpy as np
import streamrt as srt
from streamrt_kernels import axpy

async def main():
    async with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream()
        x, y = rt.put(np.arange(6, dtype="f4")), rt.put(np.ones(6, "f4"))
        await stream.launch(axpy, x, y, alpha=2.0)
        print(*(await y.fetch()).tolist())

asyncio.run(main())
"""


TEST = """
import sys
import pytest

def test_it_is_light():
    assert not {"streamrt", "numpy"} & set(sys.modules)

@pytest.mark.explore(schedules=3)
async def test_it_runs(streamrt_rt):
    import streamrt
    assert "pytest" not in type(streamrt.__spec__.loader).__module__, "pytest has rewritten it"
    assert streamrt_rt.device("sim:0").name == "sim:0"
"""


@pytest.fixture(scope="module")
def wheel() -> zipfile.ZipFile:
    return zipfile.ZipFile(os.environ["STREAMRT_WHEEL"])


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def python(*arguments: str) -> str:
    """Runs this environment's Python where the tests were started; returns what it printed."""
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tests_start_in_an_empty_directory_without_the_checkout() -> None:
    assert not list(Path.cwd().iterdir())
    origin = python("-c", "import streamrt, streamrt_kernels as k; print(streamrt, k)")
    assert str(REPOSITORY / "streamrt") not in origin
    assert origin.count("site-packages") == 2


def test_the_wheel_holds_the_three_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "streamrt",
        "streamrt_kernels",
        "streamrt_pytest",
    }
    suffixes = {Path(name).suffix for name in names if ".dist-info/" not in name}
    assert suffixes <= {
        *(".py", ".c", ".h", ".ll", ".cu", ".cuh", ".cl", ".typed"),
        *(".html", ".css", ".js"),
    }


def test_the_wheel_holds_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    """Among them py.typed and the native core, in C and as IR."""
    held = set(wheel.namelist())
    homes = {"streamrt": "", "streamrt_kernels": "kernels", "streamrt_pytest": "plugins"}
    for package, parent in homes.items():
        base = REPOSITORY / parent
        files = {
            path.relative_to(base).as_posix()
            for path in (base / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert f"{package}/py.typed" in files
        assert files <= held, sorted(files - held)
    assert any(name.startswith("streamrt/_native/ll/") and name.endswith(".ll") for name in held)
    assert {"streamrt/_backends/cuda/texts/copy.cu", "streamrt_kernels/gpu/axpy.c"} <= held
    page = ("page.html", "style.css", "start.js")
    assert {f"streamrt/observe/page/{name}" for name in page} <= held


def test_the_wheel_is_pure_and_asks_for_three_packages(
    wheel: zipfile.ZipFile, metadata: Message
) -> None:
    """Extras are for users; the tools of those who work on streamrt are dependency groups."""
    assert Path(wheel.filename or "").name.endswith("-py3-none-any.whl")
    needed = [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]
    names = [re.split("[<>=]", need)[0] for need in needed]
    assert names == ["anyio", "llvmlite", "numpy"]
    extras = ["cuda12", "cuda13", "dask", "examples", "nvtx", "onnx", "otel", "progress", "top"]
    assert metadata.get_all("Provides-Extra") == extras
    assert metadata["License-Expression"] == "Apache-2.0"
    assert any(name.endswith("/licenses/LICENSE") for name in wheel.namelist())


LINK = re.compile(r"(?<=\])\(([^)\s]+)\)")


def test_the_readme_on_a_package_index_has_the_repositorys_links_made_absolute(
    metadata: Message,
) -> None:
    """Each leads to what stands beside README.md, in the repository that the metadata names."""
    urls = dict(url.split(", ") for url in metadata.get_all("Project-URL", []))
    assert set(urls) == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert metadata["Description-Content-Type"] == "text/markdown"
    kept = LINK.findall((REPOSITORY / "README.md").read_text())
    shown = LINK.findall(str(metadata.get_payload()))
    assert len(kept) >= 10
    for before, after in zip(kept, shown, strict=True):
        if ":" in before:
            assert after == before
        else:
            path = before.partition("#")[0]
            kind = "tree" if (REPOSITORY / path).is_dir() else "blob"
            assert (REPOSITORY / path).exists(), before
            assert after == f"{urls['Source']}/{kind}/main/{before}"


def test_the_sdist_that_the_wheel_was_built_from_has_all_that_a_packager_needs() -> None:
    (path,) = Path(os.environ["STREAMRT_WHEEL"]).parent.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    assert {"LICENSE", "SECURITY.md", "CITATION.cff", "CHANGELOG.md", "Makefile"} <= held
    assert {"tests/conftest.py", "docs/index.md", "streamrt/_native/c/streamrt.c"} <= held


def test_the_citation_names_this_version_and_the_projects_home(metadata: Message) -> None:
    lines = (REPOSITORY / "CITATION.cff").read_text().splitlines()
    assert f"version: {metadata['Version']}" in lines
    home = [url for url in metadata.get_all("Project-URL", []) if url.startswith("Source, ")]
    assert f"repository-code: {home[0].partition(', ')[2]}" in lines


def test_the_installed_library_runs_a_kernel() -> None:
    assert python("-c", USE) == "1.0 3.0 5.0 7.0 9.0 11.0\n"


def test_pytest_finds_the_installed_plugin_and_imports_streamrt_as_others_do(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_it.py").write_text(TEST)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:asyncio", f"--rootdir={tmp_path}"]
    assert "2 passed" in python("-m", "pytest", *options, "-c", os.devnull, str(tmp_path))


def test_the_installed_command_works(metadata: Message) -> None:
    assert "cpu:0" in python("-m", "streamrt", "devices")
    assert python("-m", "streamrt", "--version") == f"streamrt {metadata['Version']}\n"
