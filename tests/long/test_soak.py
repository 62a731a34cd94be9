"""The soak and the storm run, and find nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from shared.processes import python

SCRIPT = Path(__file__).with_name("soak.py")
STORM = SCRIPT.with_name("storm.py")


@pytest.mark.slow
def test_a_short_soak_finds_nothing() -> None:
    ended = python(SCRIPT, "--minutes", "0.03", "--burners", "0", "--seed", "5")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.startswith("seed 5\n")
    assert "submissions: " in ended.stdout


def test_a_short_storm_of_signals_leaves_nothing_pending() -> None:
    ended = python(STORM, "--launches", "20000", "--runs", "2")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count("20000 launches, ") == 2
