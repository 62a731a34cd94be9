"""Calls to a driver that fail, are late, never end or end in an error, at any place of a program.

The programs are in layer/faulty_programs.py. Each runs in processes of their own, over the layer.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from opencl import driver
from opencl.layer.faulty import over_layer
from opencl.layer.faulty_programs import DRAIN, PROGRAMS, Attempt

PROGRAM = Path(__file__).with_name("layer") / "faulty_programs.py"
EVERY_TENTH, ALL = 10, 1
# The tenth part takes seconds, and all calls of a program some minutes, on a machine that is busy.
LIMITS = {EVERY_TENTH: 300, ALL: 3000}
OUT_OF_RESOURCES = "-5"
REFUSED = "-59"  # CL_INVALID_OPERATION
NO_CODE = ("clSVMAlloc", "clGetDeviceInfo")  # of these the error says what was refused in words
FAILING = [(EVERY_TENTH, OUT_OF_RESOURCES), (ALL, OUT_OF_RESOURCES), (ALL, REFUSED)]
HELD = ("clEnqueueNDRangeKernel", "clEnqueueSVMMemcpy", "clSetEventCallback")


def quick(number: int, *cases: tuple[Any, ...]) -> list[Any]:
    """The cases, each marked slow but the first ones."""
    slow = [pytest.param(*case, marks=pytest.mark.slow) for case in cases[number:]]
    return [*(pytest.param(*case) for case in cases[:number]), *slow]


ORDER = sorted(PROGRAMS, reverse=True)  # the one with two streams is the quick one
FUNCTIONS = quick(len(HELD), *((program, name) for program in ORDER for name in HELD))


@pytest.fixture(scope="module", autouse=True)
def compiler() -> None:
    """There is a C compiler."""
    if shutil.which("cc") is None:
        driver.lacks("no C compiler (cc), which compiles the layer of faults")


def attempts(program: str, mode: str, *arguments: object, step: int = EVERY_TENTH) -> list[Attempt]:
    """What became of a program with each call that went wrong; nothing was lost or hung."""
    given = (program, mode, "1", *map(str, arguments))
    done = over_layer(PROGRAM, *given, timeout=LIMITS[step])
    assert done.returncode == 0, done.stderr[-8000:]
    found = [Attempt(**each) for each in json.loads(done.stdout)]
    *struck, last = found
    assert struck
    for each in found:
        assert each.wrong == [], each
        assert each.next == "", f"the runtime after it: {each}"
        assert each.closing < DRAIN + 5, each
    assert (last.hit, last.errors) == ("", []), last
    return struck


@pytest.mark.parametrize(("step", "code"), quick(1, *FAILING))
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_call_that_fails_is_told_and_loses_nothing(program: str, step: int, code: str) -> None:
    """Row 292."""
    name = {OUT_OF_RESOURCES: "CL_OUT_OF_RESOURCES", REFUSED: "CL_INVALID_OPERATION"}[code]
    struck = attempts(program, "fail", step, code, step=step)
    told = [each for each in struck if each.errors]
    assert len(told) > len(struck) // 4
    for each in told:
        assert each.hit in NO_CODE or name in "".join(each.errors), each


@pytest.mark.parametrize("step", quick(1, (EVERY_TENTH,), (ALL,)))
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_call_that_is_late_changes_nothing(program: str, step: int) -> None:
    """Row 292."""
    for each in attempts(program, "delay", step, 20_000, step=step):
        assert each.errors == [], each


@pytest.mark.parametrize(("program", "function"), FUNCTIONS)
def test_the_watchdog_names_what_never_ends(program: str, function: str) -> None:
    """Row 293: the close keeps its limit, and another runtime uses the device at once."""
    struck = attempts(program, "hold", 5, 0, function)
    named = [each for each in struck if each.heard]
    assert named
    for each in named:
        assert "has been running for" in each.heard or "has been due for" in each.heard, each
    for each in struck:
        assert bool(each.errors) <= bool(each.heard), each
        assert all("no completion of" in error for error in each.errors), each


@pytest.mark.parametrize(("program", "function"), FUNCTIONS)
def test_work_that_ends_in_an_error_loses_the_device(program: str, function: str) -> None:
    """Row 291: readers of what it should have written are skipped, and nothing reads it."""
    struck = attempts(program, "negative", 5, OUT_OF_RESOURCES, function)
    told = [each for each in struck if each.errors]
    assert told
    for each in told:
        assert all("CL_OUT_OF_RESOURCES" in error for error in each.errors), each
        assert any("DeviceLostError" in error for error in each.errors), each
