"""Buffers of a device in a child process, which is killed, in a runtime that keeps a log."""

from __future__ import annotations

import numpy as np
import pytest
from process.crashing import keeper_of

import streamrt as srt
from streamrt.errors import StreamRTError
from streamrt_kernels import axpy

LAUNCHES = 300


@pytest.mark.slow
def test_what_ran_when_its_process_was_killed_is_made_again(crashes_are_allowed: None) -> None:
    """Row 269: its memory is kept, and what the kernel that ran was to write is not in it."""
    with srt.Runtime(devices=["process+cpu:0"], recompute=1 << 20) as rt:
        x, y = rt.put(np.arange(16, dtype="f4")), rt.put(np.zeros(16, "f4"))
        stream = rt.device().stream()
        for _ in range(LAUNCHES):
            stream.launch(axpy, x, y, alpha=1.0)
        keeper_of(rt).kill("for a test")
        for _ in range(LAUNCHES):
            stream.launch(axpy, x, y, alpha=1.0)
        try:
            found = y.to_numpy()
        except StreamRTError:  # it was submitted before what it reads was known to have failed
            found = y.to_numpy()
        np.testing.assert_array_equal(found, 2 * LAUNCHES * np.arange(16))
