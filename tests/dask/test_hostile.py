"""Places that mean harm, and strangers: what they can do, to devices and to other places."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def _run(program: str, *arguments: str) -> None:
    command = [sys.executable, "-X", "faulthandler", str(HERE / program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]


def test_a_hostile_place_can_give_wrong_numbers_and_no_more() -> None:
    """Rows 283, 284 and 285: nothing hangs, and nothing is unpickled, imported, run or started."""
    _run("hostile_places.py", "--cases", "150", "--seed", "40")


def test_a_place_answers_or_ends_whoever_comes_and_whatever_they_say() -> None:
    """Row 288: strangers keep nobody out, other versions are told both, damaged frames end it."""
    _run("hostile_devices.py", "--places", "4", "--seed", "40")


def test_the_work_of_many_workers_is_right_and_what_is_lost_is_told() -> None:
    _run("many_workers.py", "--workers", "50", "--operations", "10000", "--seed", "40")
