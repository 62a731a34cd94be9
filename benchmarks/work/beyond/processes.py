"""Programs that run beside a case, and the children of a process."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path


@contextlib.contextmanager
def beside(module: str, *arguments: object) -> Generator[str]:
    """Runs a program of this package beside a case; gives the first line that it prints.

    The program ends when its input does, so also with this process.
    """
    command = [sys.executable, "-m", f"benchmarks.work.beyond.{module}", *map(str, arguments)]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        yield program.stdout.readline().strip()
    finally:
        program.stdin.close()
        program.wait()
        program.stdout.close()


def places_of(pid: int | str = "self") -> list[int]:
    """The process ids of the places that a process started: its children that run streamrt."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text().split():
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"streamrt._backends" in command:
                found.append(int(child))
    return found
