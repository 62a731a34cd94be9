"""The life of a child: starts, stops, signals, forks, and what is left when it is over."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from process.crashing import ADDS, SPINS, TRAP, alone, keeper_of, run, running, until

import streamrt as srt
from streamrt.errors import (
    DeviceLostError,
    ExecutionCancelledError,
)

N = 16
CREDIT = 1024  # CHANNEL_CREDIT


def ones(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.ones(N, np.float32))


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


@pytest.mark.parametrize("seconds", [0.2, pytest.param(10.0, marks=pytest.mark.slow)])
def test_a_child_that_is_stopped_goes_on(seconds: float) -> None:
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
        time.sleep(seconds)
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
        os.kill(keeper_of(rt).pid, 9)
        until(lambda: rt.device().epoch)
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
