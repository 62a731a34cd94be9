"""The soak and the storm run; the soak finds what is wrong, and fails when memory grows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import soak

SCRIPT = Path(__file__).with_name("soak.py")
STORM = SCRIPT.with_name("storm.py")


def test_a_short_soak_finds_nothing() -> None:
    command = [sys.executable, str(SCRIPT), "--minutes", "0.03", "--burners", "0", "--seed", "5"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.startswith("seed 5\n")
    assert "submissions: " in ended.stdout


def test_a_short_storm_of_signals_leaves_nothing_pending() -> None:
    command = [sys.executable, str(STORM), "--launches", "20000", "--runs", "2"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count("20000 launches, ") == 2


@pytest.mark.parametrize("name", soak.Sample._fields)
def test_what_grows_is_found(name: str) -> None:
    flat = soak.Sample(kib=50_000, threads=1, descriptors=10, objects=30_000)
    soak.check_flat([flat] * 9)
    step = soak.MOST_GROWTH[name]
    growing = [flat._replace(**{name: i * step}) for i in range(9)]
    with pytest.raises(soak.Wrong, match=f"{name} grew"):
        soak.check_flat(growing)
