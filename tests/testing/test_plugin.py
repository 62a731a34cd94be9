"""The pytest plugin, run by pytest in a process of its own, as users have it.

Each run costs a second, so one run shows many things.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from streamrt.testing._exploring.in_pytest import _stem

pytest_plugins = ["pytester"]

LIGHT = """
import sys
import pytest

ALL = {"streamrt", "numpy"}
if sys.version_info < (3, 15):  # where pdb, which pytest imports, does not import asyncio
    ALL |= {"asyncio"}

def loaded():
    return {name.partition(".")[0] for name in sys.modules} & ALL

def test_a_run_without_marked_tests_is_light():
    assert "streamrt_pytest.plugin" in sys.modules
    assert not loaded()

@pytest.mark.explore(schedules=1)
def test_a_marked_test_loads_all():
    assert loaded() == ALL
"""


def test_nothing_is_imported_until_a_marked_test_runs(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """anyio's plugin imports asyncio, so that others are left out."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(LIGHT)
    result = pytester.runpytest_subprocess("-p", "streamrt_pytest.plugin")
    result.assert_outcomes(passed=2)


# Timers and jobs decide about the order; the normal one is right.
PROGRAM = """
import asyncio
import numpy as np
import pytest

async def order(seen):
    async def slow(name):
        await asyncio.sleep(0.01)
        seen.append(name)
    async def job(name):
        await asyncio.to_thread(seen.append, name)
    await asyncio.gather(slow("a"), job("b"), slow("c"))

@pytest.mark.explore
class TestOrders:
    @pytest.mark.parametrize("name", ["a", "b c"])
    async def test_order(self, streamrt_rt, name, tmp_path):
        assert tmp_path.exists()
        print("seen by", name)
        seen = []
        await order(seen)
        assert seen[0] == "b"  # BUG

    @pytest.mark.explore(devices=["sim:0", "sim:1"], schedules=20)
    async def test_good(self, streamrt_rt):
        stream = streamrt_rt.device("sim:1").stream()
        x = streamrt_rt.put(np.zeros(8, "f4"), device="sim:1")
        stream.fill(x, 2.0)
        assert (await x.fetch()).tolist() == [2.0] * 8

@pytest.mark.explore(sweep=True)
async def test_swept():
    try:
        await asyncio.sleep(1)
    except asyncio.CancelledError:
        pass  # BUG

@pytest.mark.explore(seed=5)
def test_without_a_loop(streamrt_rt):
    with pytest.raises(ValueError):
        pass  # BUG

async def test_of_another_plugin():
    await asyncio.sleep(0)
"""
BUGS = {"  # BUG": "", "seen[0] == ": "seen[0] in ", '"b"': '"abc"', "Error:\n        pass": ""}
OTHERS = ("-o", "asyncio_mode=auto", "--import-mode=importlib", "-p", "no:cacheprovider")


def failures(folder: Path) -> set[str]:
    """The names of the saved failures."""
    return {path.name for path in (folder / ".streamrt" / "failures").iterdir()}


@pytest.mark.slow
def test_a_failure_is_reported_saved_tried_first_replayed_and_forgotten(
    pytester: pytest.Pytester,
) -> None:
    file = pytester.makepyfile(test_feed=PROGRAM)
    first = pytester.runpytest_subprocess(*OTHERS)
    first.assert_outcomes(passed=2, failed=4)
    text = first.stdout.str()
    assert "Traceback" not in text
    assert "in_pytest.py" not in text
    assert text.count("seen by a") == 1, "only the schedule that is reported may be heard"
    first.stdout.fnmatch_lines(
        [
            "*invariant: the main task was cancelled, and swallowed that*",
            "  again: pytest test_feed.py::test_swept --explore-replay *test_swept-0.json",
            "AssertionError: DID NOT RAISE ValueError",
            "  at *test_feed.py:* in test_without_a_loop",
            "  schedule 1 of 1, seed 5*",
            "  page: .streamrt*test_without_a_loop-5.html",
            "FAILED test_feed.py::TestOrders::test_order[[]a] - AssertionError: assert*",
        ]
    )
    saved = failures(pytester.path)
    assert len(saved) == 8
    assert {Path(name).suffix for name in saved} == {".json", ".html"}

    again = re.findall(r"again: pytest (.*)", text)
    (command,) = (shlex.split(words) for words in again if "[b c]" in words)
    path = Path(command[-1])
    elsewhere = path.read_text().replace(str(pytester.path), "/home/another")
    assert "/home/another/test_feed.py:" in elsewhere
    path.write_text(elsewhere)
    replayed = pytester.runpytest_subprocess(*OTHERS, *command, "test_feed.py")
    replayed.assert_outcomes(failed=1, deselected=5)
    assert "again: pytest 'test_feed.py::TestOrders::test_order[b c]'" in replayed.stdout.str()

    other = json.loads(path.read_text()) | {"program": "test_feed.py::test_gone"}
    Path("other.json").write_text(json.dumps(other))
    refused = pytester.runpytest_subprocess(*OTHERS, "--explore-replay", "other.json")
    refused.assert_outcomes(deselected=6)
    refused.stderr.fnmatch_lines(
        ["ERROR: --explore-replay*is a failure of test_feed.py::test_gone*"]
    )

    file.write_text("\n\n" + file.read_text())  # each line moves
    first_only = pytester.runpytest_subprocess(*OTHERS, "--explore", "1", "-k", "test_order")
    first_only.assert_outcomes(failed=2, deselected=4)
    assert failures(pytester.path) == saved

    path.write_text("{")
    source = file.read_text().replace('seen[0] == "b"', "len(seen) == 3")
    source = source.replace("pass  # BUG", "raise", 1).replace("pass  # BUG", "int('x')")
    file.write_text(source)
    good = pytester.runpytest_subprocess(*OTHERS, "--explore-seed", "7", "--explore", "20")
    good.assert_outcomes(passed=6)
    good.stdout.fnmatch_lines(
        ["*test_swept-0.json was removed: test_feed.py::test_swept does not fail in it any more"]
    )
    assert "JSON" in good.stdout.str() or "Expecting" in good.stdout.str()  # the broken file
    assert not failures(pytester.path)


MISUSED = """
import asyncio
import unittest
import pytest
import streamrt as srt
from hypothesis import given, strategies

def test_unmarked(streamrt_rt): ...

@pytest.fixture
def asking(streamrt_rt): ...

@pytest.mark.explore
def test_asking(asking): ...

@pytest.mark.explore
@given(x=strategies.integers())
def test_given(x): ...

@pytest.mark.explore
class TestOfUnittest(unittest.TestCase):
    def test_it(self): ...

@pytest.mark.explore(200)
def test_position(streamrt_rt): ...

@pytest.mark.explore(schedule=200)
def test_option(streamrt_rt): ...

@pytest.mark.explore(schedules=0)
def test_value(streamrt_rt): ...

@pytest.fixture
def rt():
    with srt.Runtime(["cpu:0"]) as runtime:
        yield runtime

@pytest.mark.explore
def test_real(rt): ...

@pytest.mark.explore
async def test_real_in_test():
    count.append(1)
    async with srt.Runtime(["cpu:0"]) as runtime:
        assert len(count) != 3

count = []

def called(test):
    def call(self):
        return test(self)
    return call

class TestUnrun:
    @pytest.mark.explore
    @called
    async def test_decorated(self):
        assert False, "it ran"

    @pytest.mark.explore
    @called
    async def test_yields(self):
        yield

@pytest.fixture
def later():
    coroutine = asyncio.sleep(0)
    yield coroutine
    coroutine.close()

@pytest.mark.explore
def test_later(later): ...

@pytest.mark.trio
@pytest.mark.explore
async def test_of_trio():
    await asyncio.sleep(0)
    assert False, "not by trio"
"""


@pytest.mark.slow
def test_each_misuse_is_refused_in_words(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MISUSED)
    result = pytester.runpytest_subprocess(*OTHERS)
    result.assert_outcomes(errors=4, failed=9)
    result.stdout.fnmatch_lines_random(
        [
            "test_unmarked: streamrt_rt is the runtime of an explored test*@pytest.mark.explore*",
            "test_asking: a fixture asks for streamrt_rt*take it in the test itself",
            "test_given: Hypothesis gives its arguments*",
            "test_it: it is marked explore, but another runner has it, such as unittest*",
            "test_position: explore is given (200,); give its options by name*",
            "ArgumentError: explore *::test_option: found the option schedule; there are *",
            "ArgumentError: explore: schedules is 0*",
            "StateError: explore *::test_real: the fixture rt is a Runtime from outside*",
            "NotDeterministicError: *",
            "AssertionError: it ran",
            "ArgumentError: explore: the program returned <async_generator object *",
            "StateError: explore *::test_later: the fixture later is <coroutine object *",
            "AssertionError: not by trio",
        ]
    )


def test_no_two_tests_share_the_files_of_their_failures() -> None:
    names = ["a/b.py::t", "a-b.py::t", "a.b.py::t", "a/b.py::t[1]", "a/b.py::t[ 1]", "a/b.py::t-1"]
    names += [f"a.py::t[{'x' * 200}{end}]" for end in "12"]
    stems = {_stem(name) for name in names}
    assert len(stems) == len(names)
    assert all(re.fullmatch(r"[\w.-]{1,100}", stem) for stem in stems)
