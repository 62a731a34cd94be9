"""The suite from outside: another distribution's backend, and the page that shows how."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from streamrt._backends import GROUP

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "backends.md"


def distribution(folder: Path, value: str) -> None:
    """Makes what pip leaves of a distribution that brings the kind `null` along."""
    info = folder / "streamrt_null-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: streamrt-null\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[streamrt.backends]\nnull = {value}\n")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the null backend as a distribution of its own."""
    shutil.copy(HERE / "null_backend.py", tmp_path / "null_backend.py")
    distribution(tmp_path, "null_backend:backend")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *(p for p in sys.path if p)])
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def suite(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "streamrt.testing.conformance", *arguments)


def test_another_distributions_backend_passes_the_suite(installed: Path) -> None:
    done = suite(installed, "null")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^passed +1a +Commands of one queue", done.stdout, re.MULTILINE)
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"null:0: \d\d passed, 0 failed, \d+ not applicable", last)


def test_a_failure_makes_the_command_fail(installed: Path) -> None:
    source = installed / "null_backend.py"
    text = source.read_text()
    broken = text.replace("self.timeline.check(command.cell)", "continue")
    assert broken != text
    source.write_text(broken)
    done = suite(installed, "null", "--rule", "4", "--rule", "10a")
    assert done.returncode == 1
    assert re.search(r"^failed +4a ", done.stdout, re.MULTILINE)
    assert re.search(r"^passed +10a ", done.stdout, re.MULTILINE)
    assert " 1a " not in done.stdout


def test_a_kind_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = suite(tmp_path, "quantum")
    assert done.returncode == 2
    assert "'quantum'" in done.stderr
    assert "cpu" in done.stderr


def test_the_cases_can_be_listed(tmp_path: Path) -> None:
    done = suite(tmp_path, "--list")
    assert done.returncode == 0
    assert done.stdout.startswith("1a Commands of one queue run in the order of submission\n")


def block(language: str, words: str) -> str:
    """The block of the page in this language that has these words."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    blocks = fence.findall(PAGE.read_text())
    (found,) = [block for block in blocks if words in block]
    return str(found)


def test_the_page_shows_the_null_backend_as_it_is() -> None:
    assert block("py", "class NullDevice") == (HERE / "null_backend.py").read_text()


def test_the_entry_point_on_the_page_is_the_one_that_is_looked_up() -> None:
    project = tomllib.loads(block("toml", "entry-points"))["project"]
    assert project["entry-points"][GROUP] == {"null": "null_backend:backend"}


def test_the_tests_on_the_page_pass(installed: Path) -> None:
    (installed / "test_null.py").write_text(block("py", "conformance.cases()"))
    done = run(installed, "-m", "pytest", "-q", "test_null.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d\d passed, \d+ skipped", done.stdout)


def test_what_the_page_says_of_the_device_in_use_is_so(installed: Path) -> None:
    (installed / "use.py").write_text(block("py", 'devices=["null:0"]'))
    done = run(installed, "use.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[7. 7. 7. 7.]\n"
