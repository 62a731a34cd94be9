"""A runtime for each test, and a gate that is open before the runtime closes."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

import streamrt as srt

# Test files are imported by path, so that what they share needs a place to be found in. Last, so
# that no folder of tests hides an installed package.
TESTS = str(Path(__file__).resolve().parents[1])
if TESTS not in sys.path:
    sys.path.append(TESTS)

from trial_kernels import Gate  # noqa: E402


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    with srt.Runtime() as runtime:
        yield runtime


@pytest.fixture
def cpu(rt: srt.Runtime) -> srt.Device:
    return rt.device("cpu:0")


@pytest.fixture
def gate(rt: srt.Runtime) -> Generator[Gate]:
    with Gate(rt) as gate:
        yield gate
