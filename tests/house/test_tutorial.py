"""The tutorial "Find a race" is followed as a reader would: files saved, edited, commands run.

A block with a title is a file, or a change of one; a block of a console is a command and what it
prints. A line `...` of the page stands for any lines. Times and the reader's folder may differ, and
which schedule failed first, because that changes with the strategies; so may its chart.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "find_a_race.md"
BLOCK = re.compile(
    r'^```(py|diff|console)(?: title="(.*?)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL
)
CHART = re.compile(r"(  [a-z][\w:./ ]* +)\||  +\d[\d.]* µs +\d")
HOME = "/home/you"


def edited(text: str, change: str) -> str:
    """The text after a change: lines that begin with - go, lines with + come, others stay."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    assert text.count(before) == 1, f"the change does not fit, or fits twice:\n{change}"
    return text.replace(before, after)


def run(command: str, folder: Path) -> str:
    """What a command prints; of a Python program that fails, its traceback."""
    program, *arguments = command.split()
    called = {"python": [], "pytest": ["-m", "pytest"]}[program]
    unset = ("PYTEST_ADDOPTS", "FORCE_COLOR", "PY_COLORS")
    done = subprocess.run(
        [sys.executable, *called, *arguments],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k not in unset} | {"COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if program == "python" else subprocess.PIPE,
        text=True,
        timeout=3600,
        check=False,
    )
    return done.stdout.replace(str(folder), HOME) or f"nothing; and as errors:\n{done.stderr}"


def pattern(output: str) -> str:
    """A regular expression for an output of the page."""
    lines: list[str] = []
    for line in output.splitlines(keepends=True):
        if line == "...\n":
            lines.append(r"(?:.*\n)*?")
        elif chart := CHART.match(line):
            lines.append(rf"{chart[1] or ' +'}.*\n")
        elif line.startswith("  schedule "):
            lines.append(r"  schedule \d+ of \d+, seed 0, \w+; .* draws?, .*: draw \d+.*\n")
        else:
            lines.append(re.sub(r"in\\ \d+\\\.\d+s", r"in\\ \\d+\\.\\d+s", re.escape(line)))
    return "".join(lines)


def follow(page: str, folder: Path) -> int:
    """Does what a page says; returns how many commands there were."""
    commands = 0
    for language, title, text in BLOCK.findall(page):
        if language == "py":
            (folder / title).write_text(text)
        elif language == "diff":
            (folder / title).write_text(edited((folder / title).read_text(), text))
        else:
            command, _, output = text.removeprefix("$ ").partition("\n")
            found = run(command, folder)
            assert re.fullmatch(pattern(output), found), f"$ {command}\n{found}"
            commands += 1
    return commands


@pytest.mark.slow
def test_a_reader_who_follows_the_tutorial_sees_what_it_shows(tmp_path: Path) -> None:
    assert follow(PAGE.read_text(), tmp_path.resolve()) >= 9


@pytest.mark.parametrize("wrong", ["11.0", "10.0\nmore"])
def test_a_tutorial_that_shows_another_output_is_found(wrong: str, tmp_path: Path) -> None:
    page = f'```py title="ten.py"\nprint(10.0)\n```\n\n```console\n$ python ten.py\n{wrong}\n```\n'
    with pytest.raises(AssertionError, match=r"\$ python ten.py\n *10.0"):
        follow(page, tmp_path)
    assert follow(page.replace(wrong, "10.0"), tmp_path) == 1
