"""The layer of faults lets exactly the call go wrong that it was told, on every driver."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from opencl import driver
from opencl.layer.faulty import over_layer

PROGRAM = Path(__file__).with_name("layer") / "plain_program.py"
LAUNCH = "clEnqueueNDRangeKernel"


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What the program saw: a child process, because the loader reads the layers once."""
    if shutil.which("cc") is None:
        driver.lacks("no C compiler (cc), which compiles the layer of faults")
    done = over_layer(PROGRAM, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_layer_counts_the_calls_of_each_function(found: dict[str, Any]) -> None:
    assert found["counted"] == [{LAUNCH: 2, "clFlush": 2, "clFinish": 1}, 5]


def test_a_call_that_fails_does_nothing_and_others_go_on(found: dict[str, Any]) -> None:
    assert found["failed"] == [[0, -5, 0], [2], LAUNCH]
    assert found["any_call"] == [[0, -36, 0], LAUNCH]


def test_a_function_that_makes_an_object_fails_by_its_code(found: dict[str, Any]) -> None:
    kernel, code, memory = found["objects"]
    assert (kernel, code, memory) == (None, -6, None)


def test_a_call_that_is_delayed_works(found: dict[str, Any]) -> None:
    seconds, words = found["delayed"]
    assert seconds >= 0.05
    assert words == [1]


def test_a_command_that_is_held_holds_its_queue_until_it_goes_on(found: dict[str, Any]) -> None:
    assert found["held"] == [[True, True], [0, 0], [2]]


def test_a_callback_comes_once_never_or_with_a_negative_status(found: dict[str, Any]) -> None:
    """A held one never comes, although its command has ended."""
    assert found["callbacks"] == [[0], [], [-5]]


def test_an_event_with_a_negative_status_says_so_wherever_it_is_asked(
    found: dict[str, Any],
) -> None:
    """What stands behind it on its queue does not run, and other queues go on."""
    waited, status, behind, elsewhere, words = found["negative"]
    assert (waited, status, behind) == (-14, -5, -5)
    assert (elsewhere, words) == (0, [1])


def test_a_function_that_the_layer_lacks_is_refused(found: dict[str, Any]) -> None:
    assert "no function clFrobnicate" in found["unknown"]
