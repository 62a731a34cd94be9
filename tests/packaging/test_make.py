"""The Makefile keeps interpreters apart, and says so when one cannot be used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is absent")


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs make, which is told nothing by whatever make runs the tests."""
    foreign = ("PYTHON", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL")
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    return subprocess.run(
        ["make", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )


def fake(folder: Path, answer: str) -> str:
    """A program that prints something, whatever it is asked, and fails."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\necho '{answer}'\nexit 1\n")
    path.chmod(0o755)
    return str(path)


def test_each_interpreter_has_an_environment_of_its_own() -> None:
    number = "{}.{}".format(*sys.version_info) + sys.abiflags
    assert "\n.venv/bin/python -m pytest" in "\n" + make("-n", "test").stdout
    for target, command in {"test": "-m pytest", "bench": "-m benchmarks"}.items():
        shown = make("-n", target, f"PYTHON={sys.executable}").stdout
        assert f".venv-{number}/bin/python {command}" in shown
        assert "\n.venv/" not in shown


def test_what_is_no_interpreter_is_named(tmp_path: Path) -> None:
    path = fake(tmp_path, "")
    done = make("-n", "test", f"PYTHON={path}")
    assert done.returncode == 2
    assert f"PYTHON={path} does not start; name an interpreter of Python 3.11" in done.stderr


def test_an_interpreter_that_is_too_old_makes_no_environment(tmp_path: Path) -> None:
    """The check of the version is the first thing that runs."""
    done = make("test", f"PYTHON={fake(tmp_path, '3.10')}")
    assert done.returncode == 2
    assert not (ROOT / ".venv-3.10").exists()
    assert done.stdout == "3.10\n"


@pytest.mark.parametrize(
    ("arch", "needed"),
    [
        ("", "debootstrap is not on the path; install it"),
        ("arm64", "debootstrap is not on the path; install it"),
        ("mips", "ARCH is mips; it is arm64, or nothing"),
    ],
)
def test_the_script_for_pythons_that_are_absent_says_what_it_needs(
    arch: str, needed: str, tmp_path: Path
) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    script = str(Path(__file__).with_name("other_python.sh"))
    done = subprocess.run(
        [bash, script, "sid", "3.14"],
        env={"PATH": str(tmp_path), "ARCH": arch},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert done.returncode == 2
    assert (needed if os.geteuid() == 0 else "run it as root") in done.stderr
