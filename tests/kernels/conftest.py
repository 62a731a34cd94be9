"""How the tests of the kernels run them."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from shared.kernel_calls import Launch

import streamrt as srt


@pytest.fixture(scope="session")
def launch() -> Generator[Launch]:
    """Runs a kernel on a stream of a runtime that all these tests share."""
    rt = srt.Runtime()  # not entered: others would find it as the current one
    yield Launch(rt)
    rt.close()
