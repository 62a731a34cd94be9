"""Kernels and memory that a device refuses, other users of it beside, and the ends of processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import numpy as np
import pytest
from opencl.layer.plain_program import SIZE, Program
from shared.processes import python

import streamrt as srt
from streamrt.errors import CompileError, OutOfMemoryError

HEAD = "__kernel void {name}(const Words w, __global uint *y)\n"
INCREASE = "{ for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0)) y[i] += 1; }"

LONG = "{ uint v = y[0]; for (long i = 0; i < 400000000; i++) v = v * v + 1; y[0] = v; }"


def kernel(name: str, body: str) -> srt.Kernel:
    """A kernel on an array of words."""
    text = HEAD.format(name=name) + body
    return srt.Kernel(name, "inout y: u32[n]", opencl=srt.OpenCL(text), split="n")


ADD_ONE = kernel("add_one", INCREASE)
ENDS = 120  # seconds that a process may take


@pytest.fixture
def rt() -> srt.Runtime:
    return srt.Runtime(["opencl:0"])


@pytest.fixture(autouse=True)
def closed(rt: srt.Runtime) -> object:
    with rt:
        yield


def test_a_text_that_does_not_compile_is_refused_with_the_words_of_the_driver(
    rt: srt.Runtime,
) -> None:
    """Row 289."""
    stream, y = rt.device().stream(), rt.put(np.zeros(4, "u4"))
    with pytest.raises(CompileError, match=r"test_refused\.py:\d+ gives(.|\n)*nonsense") as raised:
        stream.launch(kernel("wrong", "{\n    y[0] = nonsense;\n}"), y)
    assert "wrong.cl:3" in str(raised.value)
    stream.launch(ADD_ONE, y).sync()
    assert y.fetch().sync().tolist() == [1, 1, 1, 1]


def test_a_kernel_with_more_local_memory_than_a_work_group_has_is_refused(rt: srt.Runtime) -> None:
    """Row 290: one driver would end the process, the other one lose the device."""
    stream, y = rt.device().stream(), rt.put(np.zeros(4, "u4"))
    text = """{
    __local uint all[1 << 26];
    all[get_local_id(0)] = y[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[0] = all[get_local_size(0) - 1];
}"""
    with pytest.raises(CompileError, match="268435456 bytes of __local memory, and the device has"):
        stream.launch(kernel("large", text), y)
    stream.launch(ADD_ONE, y).sync()
    assert y.fetch().sync().tolist() == [1, 1, 1, 1]


def test_memory_that_a_driver_refuses_is_told_and_nothing_else_happens(rt: srt.Runtime) -> None:
    """Row 290."""
    y = rt.put(np.zeros(4, "u4"))
    with pytest.raises(OutOfMemoryError, match="allocate 70368744177664 bytes on opencl:0"):
        rt.empty(1 << 46, "u1")
    rt.device().stream().launch(ADD_ONE, y).sync()
    assert y.fetch().sync().tolist() == [1, 1, 1, 1]


def test_two_runtimes_use_one_device_side_by_side(rt: srt.Runtime) -> None:
    """Row 294: the first goes on when the second one is closed."""
    mine = rt.put(np.zeros(64, "u4"))
    stream = rt.device().stream()
    with srt.Runtime(["opencl:0"]) as other:
        its = other.put(np.zeros(64, "u4"))
        second = other.device().stream()
        for _ in range(50):
            stream.launch(ADD_ONE, mine)
            second.launch(ADD_ONE, its)
        assert its.fetch().sync().tolist() == [50] * 64
    stream.launch(ADD_ONE, mine)
    assert mine.fetch().sync().tolist() == [51] * 64


def test_a_context_of_the_users_own_works_beside_it(rt: srt.Runtime) -> None:
    """Row 294."""
    program = Program()
    program.clear()
    y, stream = rt.put(np.zeros(64, "u4")), rt.device().stream()
    for _ in range(50):
        stream.launch(ADD_ONE, y)
        assert program.launch()[0] == 0
    assert program.words() == [50]
    assert y.fetch().sync().tolist() == [50] * 64
    rt.close()
    program.launch()
    assert program.words() == [51]
    assert SIZE == 64


# -- processes -------------------------------------------------------------------------------------

PRELUDE = f"""
import os, sys
import numpy as np
import streamrt as srt
def kernel(name, body):
    text = {HEAD!r}.format(name=name) + body
    return srt.Kernel(name, "inout y: u32[n]", opencl=srt.OpenCL(text), split="n")
ADD_ONE = kernel("add_one", {INCREASE!r})
LONG = kernel("run_long", {LONG!r})
rt = srt.Runtime(["opencl:0", "cpu:0"], drain_timeout=float(os.environ["DRAIN"]))
stream, y = rt.device("opencl:0").stream(), rt.put(np.zeros(4, "u4"), "opencl:0")
stream.launch(ADD_ONE, y).sync()
"""

FORK = """
child = os.fork()
if child == 0:
    try:
        stream.launch(ADD_ONE, y)
    except srt.errors.ForkedRuntimeError as error:
        assert "open a runtime in the child" in str(error), error
    else:
        os._exit(4)
    try:
        with srt.Runtime(["opencl:0"]) as own:
            own.device()
    except srt.errors.BackendNotFoundError as error:
        assert "forked" in str(error) and "spawn" in str(error), error
    else:
        os._exit(5)
    with srt.Runtime(["cpu:0"]) as own:
        assert own.put(np.arange(3)).fetch().sync().tolist() == [0, 1, 2]
    os._exit(3)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stream.launch(ADD_ONE, y).sync()
print(y.fetch().sync().tolist())
rt.close()
"""

EXIT = """
stream.launch(LONG, y)
last = [stream.launch(ADD_ONE, y) for _ in range(20)][-1]
assert not last.done()
print("leaving", flush=True)
"""


def ended(program: str, drain: str) -> subprocess.CompletedProcess[str]:
    """A process that ran the prelude and a program, to its end."""
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "PYTHONPATH": path, "DRAIN": drain}
    return python("-c", PRELUDE + program, env=environment, timeout=ENDS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_is_refused_and_the_parent_goes_on() -> None:
    """Row 295."""
    done = ended(FORK, "10")
    assert done.stdout.splitlines() == ["child 3", "[2, 2, 2, 2]"], done
    assert done.returncode == 0, done


@pytest.mark.parametrize("drain", ["0.1", "60"])
def test_a_program_that_leaves_work_pending_ends(drain: str) -> None:
    """Row 296: after the work, or after the limit if that is sooner."""
    start = time.monotonic()
    done = ended(EXIT, drain)
    assert done.stdout.splitlines() == ["leaving"], done
    assert done.returncode == 0, done
    assert time.monotonic() - start < ENDS / 2
