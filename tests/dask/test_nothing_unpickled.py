"""A real cluster: what its workers send is not unpickled by streamrt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed")


def test_nothing_that_a_worker_sends_is_unpickled() -> None:
    """Row 283: an audit hook sees no pickle on the threads of devices, nor of their users."""
    program = str(Path(__file__).with_name("audited_cluster.py"))
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
