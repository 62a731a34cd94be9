"""The runtime of calls with plain arrays: the one that is entered, or a default one."""

from __future__ import annotations

import asyncio
import os
import subprocess
from typing import Any

import numpy as np
import pytest
from shared.processes import python
from shared.threads import in_threads

import streamrt
from streamrt._jit.calling.default_runtime import current_runtime
from streamrt.errors import StateError

X = np.arange(4, dtype=np.float32)


@streamrt.jit
def double(x: Any) -> Any:
    return x * 2


def run(program: str) -> subprocess.CompletedProcess[str]:
    return python("-W", "error", "-c", program, env=os.environ)


def test_the_namespace_of_arrays_is_loaded_when_it_is_first_asked_for() -> None:
    """By whoever asks first; nobody here has imported it."""
    setup = (
        "import sys, numpy as np, streamrt as srt\nassert 'streamrt.array_api' not in sys.modules\n"
        "f = srt.jit(lambda x: x.__array_namespace__().asarray(x))"
    )
    for line in (
        "with srt.Runtime() as rt: print(rt.asarray([1, 2.5]) * 2)",
        "print(np.asarray(f(np.array([2.0, 5]))))",
    ):
        done = run(f"{setup}\n{line}")
        assert (done.stdout.split(), done.stderr) == (["[2.", "5.]"], "")


def test_the_first_line_of_a_newcomer_works_and_nothing_is_left_at_exit() -> None:
    ended = run(
        "import numpy as np, streamrt, sys\n"
        "assert 'llvmlite' not in sys.modules\n"
        "assert not [m for m in sys.modules if m.startswith('streamrt._ir')]\n"
        "f = streamrt.jit(lambda x: np.tanh(x) + 1)\n"
        "assert not [m for m in sys.modules if m.startswith('streamrt._ir')]\n"
        "print(np.asarray(f(np.zeros(3, np.float32))))\n"
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("[1. 1. 1.]\n", "", 0)


def test_the_child_of_a_fork_opens_a_runtime_of_its_own() -> None:
    ended = run(
        "import numpy as np, streamrt, os, warnings\n"
        "f = streamrt.jit(lambda x: x + 1)\n"
        "x = np.zeros(3, np.float32)\n"
        "y = f(x)\n"
        "warnings.filterwarnings('ignore', '.*fork', DeprecationWarning)\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    print(np.asarray(f(x)), flush=True)\n"
        "    try:\n"
        "        f(y)\n"
        "    except streamrt.errors.ForkedRuntimeError:\n"
        "        print('refused', flush=True)\n"
        "    os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "print(np.asarray(f(y)))\n"
    )
    assert ended.stderr == ""
    assert ended.stdout == "[1. 1. 1.]\nrefused\n[2. 2. 2.]\n"


def test_failures_nobody_retrieved_are_logged_at_exit() -> None:
    ended = run(
        "import numpy as np, streamrt\n"
        "y = streamrt.jit(lambda x: x + 1)(np.zeros(3, np.float32))\n"
        "def fails(): raise ValueError('nobody looks')\n"
        "y.device.stream().call(fails)\n"
    )
    assert ended.returncode == 0
    assert "close the default runtime" in ended.stderr
    assert "nobody looks" in ended.stderr


async def test_the_innermost_runtime_is_the_one() -> None:
    default = current_runtime()
    assert double(X).device is default.device()
    async with streamrt.Runtime(["cpu"]) as outer:
        assert current_runtime() is outer

        async def task() -> streamrt.Runtime:
            with streamrt.Runtime(["cpu"]) as inner:
                assert double(X).device is inner.device()
            return current_runtime()

        assert await asyncio.create_task(task()) is outer
        with streamrt.Runtime(["cpu"]) as inner:
            assert current_runtime() is inner
            later = asyncio.create_task(asyncio.sleep(0, current_runtime))
        assert current_runtime() is outer
        assert (await later)() is outer
        outer.close()
        assert current_runtime() is default
    assert current_runtime() is default


def test_threads_share_one_default_runtime() -> None:
    found: list[streamrt.Runtime] = []
    in_threads([lambda: found.append(current_runtime())] * 4)
    assert set(found) == {current_runtime()}


def test_an_explored_program_has_no_default_runtime() -> None:
    from streamrt.testing import explore

    async def program() -> None:
        with pytest.raises(StateError, match="no runtime is entered in this explored program"):
            double(X)

    explore(program, schedules=1)
