"""The life of a child: starts, stops, signals, forks, limits, and what is left when it is over."""

from __future__ import annotations

import ctypes
import fcntl
import gc
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from process.crashing import ADDS, SPINS, TRAP, alone, keeper_of, running, until

import streamrt as srt
from streamrt._backends.process import ProcessBackend
from streamrt._backends.process.shared import LEAST_BYTES, SharedMemory
from streamrt.errors import (
    ArgumentError,
    CompileError,
    DeviceLostError,
    ExecutionCancelledError,
    OutOfMemoryError,
)

N = 16
CREDIT = 1024  # CHANNEL_CREDIT
TESTS = Path(__file__).parents[1]


def ones(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.ones(N, np.float32))


def run(program: str, *, is_leader: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs a program of its own, with the tests' folder on its path."""
    text = f"import sys; sys.path.insert(0, {str(TESTS)!r})\n{textwrap.dedent(program)}"
    return subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        start_new_session=is_leader,
    )


def test_nothing_is_left_of_a_closed_runtime() -> None:
    def once() -> None:
        with srt.Runtime(devices=["process+cpu:0"]) as rt:
            streams = [rt.device().stream() for _ in range(3)]
            x = ones(rt)
            for stream in streams:
                stream.launch(TRAP, x, ones(rt), mode=ADDS).sync()
            until(lambda: keeper_of(rt).spare_pid)
            pids.extend((keeper_of(rt).pid, keeper_of(rt).spare_pid))

    def descriptors() -> set[str]:
        gc.collect()
        found: set[str] = set()
        for fd in os.listdir("/proc/self/fd"):
            try:
                target = os.readlink(f"/proc/self/fd/{fd}")
            except OSError:
                continue
            if "streamrt process" in target or "pidfd" in target:
                found.add(target)
        return found

    pids: list[int | None] = []
    once()
    threads = {t.name for t in threading.enumerate() if "process+cpu" in t.name}
    assert not threads
    assert not descriptors()
    assert not [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
    assert "streamrt process" not in Path("/proc/self/maps").read_text()


def test_arrays_outlive_the_device() -> None:
    with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
        shared, other = np.from_dlpack(ones(rt)), np.from_dlpack(ones(rt))
    del other
    np.testing.assert_array_equal(shared, np.ones(N))
    del shared
    gc.collect()
    assert "streamrt process" not in Path("/proc/self/maps").read_text()


def test_a_child_that_is_stopped_goes_on() -> None:
    """Row 227."""
    with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
        stream = rt.device().stream()
        x, y = ones(rt), ones(rt)
        stream.launch(TRAP, x, y, mode=ADDS).sync()
        pid = keeper_of(rt).pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        executions = [stream.launch(TRAP, x, y, mode=ADDS) for _ in range(3000)]
        assert not executions[-1].done()
        time.sleep(0.2)
        os.kill(pid, signal.SIGCONT)
        for execution in executions:
            execution.sync()
        np.testing.assert_array_equal(np.asarray(y), np.full(N, 3002))
        assert keeper_of(rt).restarts == 0


def test_a_full_channel_holds_what_comes_behind_and_cancels_what_has_not_begun() -> None:
    """Row 228."""
    with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
        stream = rt.device().stream()
        x, y = ones(rt), ones(rt)
        spins = stream.launch(TRAP, x, ones(rt), mode=SPINS)
        until(lambda: running(rt))
        executions = [stream.launch(TRAP, x, y, mode=ADDS) for _ in range(5000)]
        until(lambda: executions[CREDIT - 2].times.started)
        cancelled = [execution.cancel() for execution in executions]
        assert cancelled[-1]
        assert not cancelled[0], "it was handed over"
        keeper_of(rt).kill("for a test")
        for execution, is_cancelled in zip(executions, cancelled, strict=True):
            with pytest.raises(ExecutionCancelledError) if is_cancelled else nullcontext():
                execution.sync()
        assert cancelled == sorted(cancelled), "what was handed over comes first"
        assert cancelled.count(False) == CREDIT - 1, "one place is the spinning one's"
        assert isinstance(spins.exception(), DeviceLostError)


def test_the_end_of_the_parent_is_the_childs() -> None:
    """Row 229."""
    done = run(
        """
        import os, signal
        import numpy as np, streamrt as srt
        from process.crashing import *
        rt = srt.Runtime(devices=["process+cpu:0"])
        x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
        rt.device().stream().launch(TRAP, x, y, mode=ADDS).sync()
        rt.device().stream().launch(TRAP, x, rt.put(np.ones(4, "f4")), mode=SPINS)
        until(lambda: keeper_of(rt).spare_pid)
        print(keeper_of(rt).pid, keeper_of(rt).spare_pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    for pid in done.stdout.split():
        until(lambda pid=pid: not _lives(int(pid)))


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_child_of_the_parent_has_no_device() -> None:
    """Row 230."""
    done = run(
        """
        import os
        import numpy as np, streamrt as srt
        from process.crashing import *
        rt = srt.Runtime(devices=["process+cpu:0"], backends=alone())
        x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
        stream = rt.device().stream()
        stream.launch(TRAP, x, y, mode=ADDS).sync()
        pid = os.fork()
        if not pid:
            try:
                stream.launch(TRAP, x, y, mode=ADDS)
            except srt.errors.StreamRTError as error:
                print(type(error).__name__, flush=True)
            os._exit(0)
        os.waitpid(pid, 0)
        stream.launch(TRAP, x, y, mode=ADDS).sync()
        print(np.asarray(y)[0])
        rt.close()
        """
    )
    assert done.stdout == "ForkedRuntimeError\n3.0\n", done.stderr


def test_ctrl_c_in_a_terminal_ends_no_child() -> None:
    """Row 231."""
    done = run(
        """
        import os, signal, time
        import numpy as np, streamrt as srt
        from process.crashing import *
        rt = srt.Runtime(devices=["process+cpu:0"])
        x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
        stream = rt.device().stream()
        stream.launch(TRAP, x, y, mode=ADDS).sync()
        try:
            os.killpg(0, signal.SIGINT)
            time.sleep(10)
        except KeyboardInterrupt:
            pass
        stream.launch(TRAP, x, y, mode=ADDS).sync()
        print(np.asarray(y)[0], keeper_of(rt).restarts)
        rt.close()
        """,
        is_leader=True,
    )
    assert done.stdout == "3.0 0\n", done.stderr


def test_ctrl_c_while_another_child_starts_loses_nothing() -> None:
    """Row 231."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
            stream, keeper = rt.device().stream(), keeper_of(rt)
            x, y = ones(rt), ones(rt)
            stream.launch(TRAP, x, y, mode=ADDS).sync()

            def wait_on(new: srt.Stream, x: srt.Buffer = x) -> None:
                new.launch(TRAP, x, ones(rt), mode=ADDS).sync()
                time.sleep(60)

            for number in range(3):
                pid = keeper.pid
                assert pid is not None
                os.kill(pid, signal.SIGSTOP)
                execution = stream.launch(TRAP, x, y, mode=ADDS)
                signal.setitimer(signal.ITIMER_REAL, 0.03)
                os.kill(pid, signal.SIGKILL)
                with pytest.raises(KeyboardInterrupt):
                    wait_on(rt.device().stream())
                try:
                    execution.sync()
                except DeviceLostError:  # it had begun
                    y = ones(rt)
                until(lambda pid=pid: keeper.pid not in (pid, None))
                assert keeper.restarts == number + 1
            stream.launch(TRAP, x, y, mode=ADDS).sync()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_memory_that_cannot_grow_is_an_error_of_the_allocation() -> None:
    """Row 232."""
    done = run(
        """
        import resource
        import numpy as np, streamrt as srt
        from process.crashing import *
        with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
            x = rt.put(np.ones(4, "f4"))
            limit = 1 << 27
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            try:
                rt.empty((1 << 28,), "f4")
            except srt.errors.OutOfMemoryError as error:
                print("refused")
            y = rt.put(np.ones(4, "f4"))
            rt.device().stream().launch(TRAP, x, y, mode=ADDS).sync()
            print(np.asarray(y)[0])
        """
    )
    assert done.stdout == "refused\n2.0\n", done.stderr


def test_a_limit_of_the_parents_address_space_leaves_a_smaller_device() -> None:
    """Row 232."""
    done = run(
        """
        import resource
        import numpy as np, streamrt as srt
        from process.crashing import *
        limit = 1 << 33
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
        with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
            x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
            rt.device().stream().launch(TRAP, x, y, mode=ADDS).sync()
            print(np.asarray(y)[0])
        """
    )
    assert done.stdout == "2.0\n", done.stderr


def test_shared_memory_cannot_shrink_and_gives_pages_back() -> None:
    memory = SharedMemory("a test", LEAST_BYTES)
    try:
        assert memory.reach(memory.address + (1 << 20))
        with pytest.raises(PermissionError):
            os.ftruncate(memory.fd, 0)
        with pytest.raises(PermissionError):
            fcntl.fcntl(memory.fd, 1033, 0x0004)  # no further seals
        view = np.ctypeslib.as_array((ctypes.c_uint8 * 65536).from_address(memory.address))
        view[:] = 1
        before = os.fstat(memory.fd).st_blocks
        memory.clear(memory.address, 65536)
        assert os.fstat(memory.fd).st_blocks < before
        assert not view.any()
    finally:
        memory.close()


def test_a_confined_child_opens_nothing_and_gets_no_more_memory_or_cores() -> None:
    """Row 234."""
    core = min(os.sched_getaffinity(0))
    backend = ProcessBackend(spare=False, sealed=True, memory=1 << 29, cpus=(core,))
    with srt.Runtime(devices=["process+cpu:0"], backends=[backend]) as rt:
        stream = rt.device().stream()
        opens, maps = ones(rt), ones(rt)
        stream.launch(OPENS, opens).sync()
        stream.launch(MAPS, maps).sync()
        assert np.asarray(opens)[0] == -1
        assert np.asarray(maps)[0] == -1
        pid = keeper_of(rt).pid
        assert pid is not None
        assert os.sched_getaffinity(pid) == {core}
        assert resource.prlimit(pid, resource.RLIMIT_CORE) == (0, 0)
    with srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt:
        stream = rt.device().stream()
        opens, maps = ones(rt), ones(rt)
        stream.launch(OPENS, opens).sync()
        stream.launch(MAPS, maps).sync()
        assert np.asarray(opens)[0] == 1
        assert np.asarray(maps)[0] == 1


def _tries(name: str, declared: str, call: str, fails: str) -> srt.Kernel:
    """A kernel that makes a system call, and writes 1 for success and -1 for failure."""
    return srt.Kernel(
        name,
        "out y: f32[n]",
        cpu=srt.LLVM(
            f"""
@path = private constant [10 x i8] c"/dev/null\\00"
declare {declared}
define i32 @{name}(ptr %args, i64 %lo, i64 %hi) {{
  %py = getelementptr i64, ptr %args, i64 1
  %y = load ptr, ptr %py
  %found = call {call}
  %failed = icmp {fails}
  %told = select i1 %failed, float -1.0, float 1.0
  store float %told, ptr %y
  ret i32 0
}}
"""
        ),
    )


OPENS = _tries(
    "opens", "i32 @open(ptr, i32, ...)", "i32 (ptr, i32, ...) @open(ptr @path, i32 0)",
    "slt i32 %found, 0",
)  # fmt: skip
MAPS = _tries(
    "maps", "i64 @mmap(ptr, i64, i32, i32, i32, i64)",
    f"i64 @mmap(ptr null, i64 {1 << 30}, i32 3, i32 34, i32 -1, i64 0)", "eq i64 %found, -1",
)  # fmt: skip


def test_what_runs_in_this_process_alone_is_refused_by_name() -> None:
    """Row 233."""
    python = srt.Kernel("in_python", "inout y: f32[n]", cpu=srt.Python(lambda y: None))
    with (
        srt.Runtime(devices=["process+cpu:0"], backends=alone()) as rt,
        pytest.raises(CompileError, match="in_python is a Python function, which would run in"),
    ):
        rt.device().stream().launch(python, ones(rt))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shared": 1}, "shared is 1"),
        ({"memory": 0}, "memory is 0"),
        ({"cpus": ()}, "cpus is empty"),
        ({"cpus": (-1,)}, "cpus is -1"),
    ],
)
def test_options_are_checked(options: dict[str, object], words: str) -> None:
    """Row 235."""
    with pytest.raises(ArgumentError, match=words):
        ProcessBackend(**options)  # pyright: ignore[reportArgumentType]


def test_kernel_timeout_without_a_device_that_ends_kernels_is_refused() -> None:
    """Row 224."""
    with pytest.raises(ArgumentError, match="kernel_timeout has no effect on cpu:0"):
        srt.Runtime(devices=["cpu:0"], kernel_timeout=1.0)
    with pytest.raises(ArgumentError, match="kernel_timeout is 0"):
        srt.Runtime(devices=["process+cpu:0"], kernel_timeout=0)


def test_a_pool_at_its_limit_says_so() -> None:
    with (
        srt.Runtime(devices=["process+cpu:0"], backends=alone(), memory_limit=1 << 20) as rt,
        pytest.raises(OutOfMemoryError, match="process\\+cpu:0"),
    ):
        rt.empty((1 << 20,), "f4")
