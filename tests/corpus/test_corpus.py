"""Each bug of the corpus is found within its budget, named, replayed and shrunk; no twin fails.

The normal run takes one seed and replays each failure once, `make corpus` takes ten of both. The
mutants are mutants of the specification in Python. So where the tracker in C runs, their tests run
in a process of their own.
"""

from __future__ import annotations

import importlib
import inspect
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conformance.mutants import MUTANTS, without
from corpus.registry import BUGS, RACE, Bug
from shared.processes import python

from streamrt import testing
from streamrt._runtime.tracking import IN_PYTHON

for room in (
    *("races_waits", "races_bytes", "memory", "undeclared"),
    *("tasks", "endings", "liveness", "mutants"),
):
    importlib.import_module(f"corpus.{room}")

SEEDS = range(int(os.environ.get("STREAMRT_CORPUS_SEEDS", "1")))
REPLAYS = len(SEEDS)
DEVIATIONS = 3
BY_USERS = [bug for bug in BUGS if not bug.without]
OF_THE_LIBRARY = [bug for bug in BUGS if bug.without]

each_seed = pytest.mark.parametrize("seed", SEEDS)


def explored(bug: Bug, program: Any, seed: int) -> testing.Failure | None:
    """What exploration finds in a bug's program, or in its twin, within the bug's budget."""
    found = bug.explored(program, seed)
    assert found.failure is not None or found.schedules == bug.budget or found.is_complete
    return found.failure


def check_found(bug: Bug, seed: int, folder: Path) -> None:
    """Fails unless the bug is found, at its lines, in few draws, and again in each replay."""
    failure = explored(bug, bug.program, seed)
    assert failure is not None, f"not found in {bug.budget} schedules"
    assert failure.kind in bug.kinds, failure.report()
    assert not bug.missing(failure.sites), failure.report()
    assert len(failure.deviations) <= DEVIATIONS, failure.report()
    path = folder / "failure.json"
    failure.save(path)
    for _ in range(REPLAYS):
        again = testing.replay(bug.program, path)
        assert (again.kind, again.message, again.sites) == (
            *(failure.kind, failure.message, failure.sites),
        )


def check_clean(bug: Bug, seed: int) -> None:
    """Fails if something is found in the twin."""
    failure = explored(bug, bug.twin, seed)
    assert failure is None, failure.report()


# --- the corpus itself -------------------------------------------------------------------------


def test_the_corpus_has_what_it_promises() -> None:
    groups = Counter(str(bug).partition(".")[0] for bug in BUGS)
    assert groups["races_waits"] + groups["races_bytes"] >= 12
    assert groups["memory"] >= 8
    assert groups["undeclared"] >= 4
    assert groups["tasks"] + groups["endings"] >= 10
    assert groups["liveness"] >= 6
    assert {bug.without for bug in OF_THE_LIBRARY} == {mutant.rule for mutant in MUTANTS}
    assert len({bug.cites for bug in BUGS if bug.cites}) >= 12


@pytest.mark.parametrize("bug", BUGS, ids=str)
def test_a_bug_is_marked_explained_and_has_a_twin(bug: Bug) -> None:
    assert "first" in bug.marks()
    assert "second" in bug.marks() or bug.kinds != RACE
    assert bug.program.__doc__
    assert ("mended" in inspect.signature(bug.program).parameters) == (not bug.without)


# --- bugs of programs --------------------------------------------------------------------------


@each_seed
@pytest.mark.parametrize("bug", BY_USERS, ids=str)
def test_a_bug_is_found(bug: Bug, seed: int, tmp_path: Path) -> None:
    check_found(bug, seed, tmp_path)


@pytest.mark.slow
@each_seed
@pytest.mark.parametrize("bug", BY_USERS, ids=str)
def test_a_twin_is_clean(bug: Bug, seed: int) -> None:
    check_clean(bug, seed)


# --- bugs of the library -----------------------------------------------------------------------

if IN_PYTHON:

    @each_seed
    @pytest.mark.parametrize("bug", OF_THE_LIBRARY, ids=str)
    def test_a_missing_rule_is_found(
        bug: Bug, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And with all rules, its program is clean."""
        check_clean(bug, seed)
        without(bug.without)(monkeypatch)
        check_found(bug, seed, tmp_path)

else:

    @pytest.mark.slow
    def test_missing_rules_are_found() -> None:
        command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "missing_rule"]
        done = python(*command, env=os.environ | {"STREAMRT_TRACKER": "python"})
        assert done.returncode == 0, done.stdout
        assert f"{len(OF_THE_LIBRARY) * len(SEEDS)} passed" in done.stdout
