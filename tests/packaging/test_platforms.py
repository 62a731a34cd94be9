"""The wheel installs anywhere; where the native core cannot load, opening a runtime says so."""

from __future__ import annotations

import platform
import sys

import pytest
from shared.processes import python

from streamrt._native import core
from streamrt.errors import UnsupportedPlatformError

# Each differs from a platform that has a core in one respect.
OTHERS = {
    "32-bit cpython on x86_64-linux, little": {"maxsize": (1 << 31) - 1},
    "64-bit cpython on aarch64-linux, big": {"machine": "aarch64", "byteorder": "big"},
    "64-bit cpython on riscv64-linux, little": {"machine": "riscv64"},
    "64-bit cpython on x86_64-darwin, little": {"platform": "darwin"},
    "64-bit cpython on AMD64-win32, little": {"platform": "win32", "machine": "AMD64"},
    "64-bit pypy on x86_64-linux, little": {"name": "pypy"},
}


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Makes this a 64-bit CPython on Linux on x86-64, whatever it is."""
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    for name, value in {"platform": "linux", "byteorder": "little", "maxsize": 1 << 62}.items():
        monkeypatch.setattr(sys, name, value)
    return monkeypatch


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_there_is_a_core_for_two_machines(linux: pytest.MonkeyPatch, machine: str) -> None:
    linux.setattr(platform, "machine", lambda: machine)
    assert core._source().name == f"{machine}-linux.ll"


@pytest.mark.parametrize("words", OTHERS)
def test_any_other_platform_is_named_beside_those_that_have_a_core(
    linux: pytest.MonkeyPatch, words: str
) -> None:
    for name, value in OTHERS[words].items():
        if name == "machine":
            linux.setattr(platform, name, lambda value=value: value)
        else:
            linux.setattr(sys.implementation if name == "name" else sys, name, value)
    with pytest.raises(UnsupportedPlatformError) as refused:
        core._source()
    assert str(refused.value) == (
        f"load the native core: this is {words}-endian; the core exists for 64-bit CPython on "
        "aarch64-linux and x86_64-linux"
    )


ELSEWHERE = """
import platform
platform.machine = lambda: "riscv64"
import streamrt as srt
from streamrt._cli import main
from streamrt.testing import Simulator
from streamrt_kernels import axpy

print(axpy.name, srt.Buffer.__name__, main(["cache"]))
for backends in ((), [Simulator()]):
    try:
        srt.Runtime(backends=backends)
    except srt.errors.UnsupportedPlatformError as error:
        print("refused:", error)
print(main(["devices"]))
"""


def test_elsewhere_everything_works_that_needs_no_core_and_a_runtime_does_not_open() -> None:
    """The command names the platform on stderr, in one line and without a traceback."""
    done = python("-W", "error", "-c", ELSEWHERE)
    *shown, first, second, codes = done.stdout.splitlines()
    assert shown[0].startswith("directory"), done.stderr
    assert shown[-1] == "axpy Buffer 0"
    assert first == second
    assert "64-bit cpython on riscv64-linux" in first
    assert codes == "1"
    message = first.replace("refused:", "streamrt:")
    assert done.stderr.splitlines() == [message]
