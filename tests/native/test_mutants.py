"""Delete one rule of the native core's C, and what checks it finds that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from native import check_model, cuda_mutants, tracker_mutants_check
from native.mutants import Change, Mutant, Wrong, changed, check
from shared.processes import python

MODEL = check_model.mutants()
CHANGES = [
    *(pytest.param(check_model.SMALLER + mutant.changes, id=str(mutant)) for mutant in MODEL),
    *(
        pytest.param(mutant.changes, id=str(mutant))
        for mutant in (*tracker_mutants_check.MUTANTS, *cuda_mutants.MUTANTS)
    ),
]


@pytest.mark.parametrize("changes", CHANGES)
def test_a_mutant_changes_texts_that_stand_there_once(changes: tuple[Change, ...]) -> None:
    assert changed(changes) != changed(())


def test_a_text_that_is_not_there_is_an_error() -> None:
    with pytest.raises(Wrong, match="stands there 0 times, not once"):
        changed([("native.h", "no such text", "")])


@pytest.mark.parametrize(
    ("mutant", "found", "status"),
    [
        (Mutant("broken", (("native.h", "", ""),)), True, 0),
        (Mutant("broken", (("native.h", "", ""),)), False, 1),
        (Mutant("whole"), False, 0),
        (Mutant("whole"), True, 1),
    ],
)
def test_a_check_fails_unless_mutants_and_nothing_else_are_found(
    mutant: Mutant, found: bool, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["check"])
    assert check("nothing", [mutant], lambda _: (found, "said")) == status


@pytest.mark.native
def test_mutants_of_the_tracker_are_found_and_the_tracker_itself_is_right() -> None:
    """`make native-check` takes all of them."""
    done = python(Path(tracker_mutants_check.__file__), "--quick")
    assert done.returncode == 0, done.stdout + done.stderr
