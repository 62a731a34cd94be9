"""Delete one rule of the native tracker, and it answers the scripts wrongly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from native import tracker_mutants_check as check
from native.tracker_mutants import MUTANTS, QUICK, Mutant


def test_the_quick_ones_are_mutants() -> None:
    assert {mutant.rule for mutant in MUTANTS} >= QUICK


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mutant_changes_texts_that_stand_there_once(mutant: Mutant, tmp_path: Path) -> None:
    check.write_sources(tmp_path, mutant.changes)


def test_a_text_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(check.Wrong, match="stands there 0 times, not once"):
        check.write_sources(tmp_path, [("native.h", "no such text", "")])


@pytest.mark.native
def test_mutants_are_found_and_the_tracker_itself_is_right() -> None:
    """`make native-check` takes all of them."""
    command = [sys.executable, str(Path(check.__file__)), "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
