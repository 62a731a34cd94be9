"""Processes of Python that tests start."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

__all__ = ["python"]


def python(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs Python until it ends, for an hour at most; returns what it said, and its exit status.

    `options` are those of `subprocess.run`. A status that is not 0 raises only with `check=True`.
    """
    command = [sys.executable, *map(str, arguments)]
    usual: Any = {"capture_output": True, "text": True, "timeout": 3600, "check": False}
    return subprocess.run(command, **usual | options)
