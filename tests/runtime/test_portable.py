"""The portable wait and wake-up path (conditions, socket pairs) passes the same tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FAULTS = HERE.parent / "faults"


@pytest.mark.slow
@pytest.mark.skipif(
    os.environ.get("STREAMRT_PORTABLE") == "1", reason="it is the portable path that is running"
)
def test_the_portable_path_passes_the_tests_of_waiting() -> None:
    chosen = [
        *(HERE / f"test_{name}.py" for name in ("events", "executions", "calls", "stress")),
        HERE / "waiting" / "test_draining.py",
        *(FAULTS / "ending" / f"test_{name}.py" for name in ("cancelling", "waiting")),
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
    command += ["-k", "not 100000", *map(str, chosen)]
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "STREAMRT_PORTABLE": "1", "PYTHONPATH": path}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=3600, check=False
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
