"""The programs in README.md and docs/ run as they stand there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def programs() -> list[object]:
    """Each block of Python, with the output that follows it where one is given."""
    found: list[object] = []
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = path.read_text()
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found.append(pytest.param(*match.groups(), id=f"{path.name}:{line}"))
    return found


@pytest.mark.parametrize(("program", "output"), programs())
def test_a_program_in_the_documents_runs(program: str, output: str | None, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout if output is None else done.stdout == output


def test_there_are_programs_to_run() -> None:
    assert len(programs()) >= 7
