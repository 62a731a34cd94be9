"""Faults that end a process or split it: signals, exit without close, fork."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from shared.trial_kernels import PATIENCE

TESTS = Path(__file__).resolve().parents[1]
PRELUDE = """\
import asyncio, os, sys, threading
import numpy as np
import streamrt as srt
from shared.trial_kernels import Gate, axpy, busy, count, empty

TURNS = 10_000_000  # of `busy`: some milliseconds
"""
# Of two thousand busy kernels the rest, cancelled, takes no time; all would take longer.
PROMPT = 8.0  # seconds of its own processor time


class Child:
    """A Python process that runs a script with the test kernels, line by line."""

    def __init__(self, script: str, *options: str, **environment: str) -> None:
        path = os.pathsep.join([str(TESTS), *(p for p in sys.path if p)])
        self.process = subprocess.Popen(
            [sys.executable, "-u", *options, "-c", PRELUDE + script],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path, **environment},
        )

    def says(self, line: str) -> None:
        """Waits for the next line of its output."""
        assert self.process.stdout is not None
        found = self.process.stdout.readline().strip()
        if found != line:
            self.process.kill()
            raise AssertionError(f"{found!r} instead of {line!r}: {self.process.communicate()[1]}")

    def sleeps(self) -> None:
        """Waits until its main thread waits for something, where the system can tell."""
        state = Path(f"/proc/{self.process.pid}/stat")
        deadline = time.monotonic() + PATIENCE
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline
            os.sched_yield()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def ends(self, within: float = PATIENCE) -> tuple[int, str, str]:
        """Its exit code, output and errors; it has so much processor time."""
        start = time.monotonic()
        before = os.times()
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            out, err = self.process.communicate()
            waited = time.monotonic() - start
            raise AssertionError(f"it ran on for {waited:.1f} s: {out}\n{err}") from None
        after = os.times()
        spent = sum(after[2:4]) - sum(before[2:4])
        assert spent < within, f"it ran for {spent:.1f} s: {out}\n{err}"
        return self.process.returncode, out, err


@pytest.fixture
def child(ctrl_c: None) -> Generator[Callable[..., Child]]:
    children: list[Child] = []

    def start(script: str, *options: str, **environment: str) -> Child:
        children.append(Child(script, *options, **environment))
        return children[-1]

    yield start
    for started in children:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()


Start = Callable[..., Child]

FORK = """
rt = srt.Runtime()
stream = rt.device().stream()
x = rt.put(np.zeros(1, "f4"))
with Gate(rt) as gate:
    held = gate.hold(stream, x)
    event = stream.record()
    gate.running()
    with rt._engine.lock:  # as if another thread were submitting: nobody will release it
        child = os.fork()
    if child == 0:
        async def await_it():
            await held
        refused = {
            "launch": lambda: stream.launch(empty, x), "fill": lambda: stream.fill(x, 1),
            "copy": lambda: stream.copy(x, x), "call": lambda: stream.call(print),
            "put": lambda: rt.put([1]), "empty": lambda: rt.empty(1), "fetch": lambda: x.fetch(),
            "wrap": lambda: rt.wrap(np.zeros(1)), "asarray": lambda: np.asarray(x),
            "stream": lambda: rt.device().stream(), "execute": lambda: rt.execute(empty, x),
            "held.sync": lambda: held.sync(), "event.sync": lambda: event.sync(),
            "await": lambda: asyncio.run(await_it()), "stream.sync": lambda: stream.sync(),
            "wait": lambda: rt.device().stream("other").wait(event),
        }
        for name, use in refused.items():
            try:
                use()
            except srt.errors.ForkedRuntimeError as error:
                assert "open a runtime in the child" in str(error), error
            else:
                print("not refused:", name)
        rt.close()
        async def own():
            async with srt.Runtime() as mine:
                y = mine.put(np.arange(100_000, dtype="f4"))
                for _ in range(50):
                    await mine.device().stream().launch(axpy, y, y, 1.0)
                return float((await y.fetch())[1])
        print(asyncio.run(own()) == 2.0 ** 50)
        sys.exit(3)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
async def go_on():
    return await held, (await x.fetch()).tolist()
print(asyncio.run(go_on()))
rt.close()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("portable", ["0", "1"])
def test_a_forked_child_is_refused_and_the_parent_is_unharmed(child: Start, portable: str) -> None:
    """Row 20."""
    process = child(FORK, "-W", "ignore::DeprecationWarning", STREAMRT_PORTABLE=portable)
    code, out, err = process.ends()
    assert (code, out.split("\n")) == (0, ["True", "child 3", "(None, [1.0])", ""]), err
    assert "Error" not in err


IDLE = """
async def main():
    async with srt.Runtime() as rt:
        await rt.device().stream().launch(count, rt.put(np.zeros(1, "u4")))
        print("ready")
        await asyncio.Event().wait()
try:
    asyncio.run(main())
finally:
    print([t.name for t in threading.enumerate() if "worker" not in t.name])
"""
FULL = """
async def main():
    async with srt.Runtime(drain_timeout=10**6) as rt:
        stream, n = rt.device().stream(), rt.put(np.zeros(1, "i8"))
        all = [stream.launch(busy, n, TURNS) for _ in range(2000)]
        print("ready")
        await all[-1]
try:
    asyncio.run(main())
finally:
    print([t.name for t in threading.enumerate() if "worker" not in t.name])
"""
DRAINING = FULL.replace("        await all[-1]\n", "")
SYNCHRONOUS = """
try:
    with srt.Runtime(drain_timeout=10**6) as rt:
        stream, n = rt.device().stream(), rt.put(np.zeros(1, "i8"))
        for _ in range(2000):
            stream.launch(busy, n, TURNS)
        print("ready")
finally:
    print([t.name for t in threading.enumerate() if "worker" not in t.name])
"""


@pytest.mark.parametrize(
    "script",
    [IDLE, FULL, DRAINING, SYNCHRONOUS],
    ids=["idle", "full queue", "draining", "draining in close()"],
)
def test_an_interrupt_stops_everything_promptly_and_in_order(child: Start, script: str) -> None:
    """Row 21."""
    process = child(script, "-W", "error")
    process.says("ready")
    process.interrupt()
    code, out, err = process.ends(PROMPT)
    assert code == -signal.SIGINT, err
    assert out == "['MainThread']\n"
    assert err.count("KeyboardInterrupt") >= 1
    assert "has not ended" not in err
    assert "ResourceWarning" not in err


STUCK_SYNC = """
with srt.Runtime(drain_timeout=10**6) as rt:
    stream = rt.device().stream()
    gate = Gate(rt)
    gate.hold(stream)
    gate.running()
    stream.call(print).add_done_callback(lambda e: print("cancelled", e.cancelled()))
    print("ready")
"""
IN_MAIN = textwrap.indent(STUCK_SYNC, "    ").replace("with", "async with")
STUCK_ASYNC = f"async def main():{IN_MAIN}asyncio.run(main())\n"


@pytest.mark.parametrize("script", [STUCK_ASYNC, STUCK_SYNC], ids=["async with", "with"])
def test_a_second_interrupt_waits_no_more_for_what_runs(child: Start, script: str) -> None:
    """Row 21."""
    process = child(script)
    process.says("ready")
    process.sleeps()  # in the close, which waits
    process.interrupt()
    process.says("cancelled True")
    process.interrupt()
    code, _, err = process.ends(PROMPT)
    assert code == -signal.SIGINT, err
    assert "KeyboardInterrupt" in err


UNCLOSED = """
rt = srt.Runtime(drain_timeout=10**6)
stream, n = rt.device().stream(), rt.put(np.zeros(1, "i8"))
gate = Gate(rt)
{hold}
for _ in range(2000):
    stream.launch(busy, n, TURNS)
stream.call(print, "must not run")
print("ready")
"""


@pytest.mark.parametrize("hold", ["", "gate.hold(stream)"], ids=["running", "stuck"])
def test_an_exit_without_close_warns_and_does_not_hang(child: Start, hold: str) -> None:
    """Row 22."""
    process = child(UNCLOSED.format(hold=hold), "-W", "always::ResourceWarning")
    process.says("ready")
    code, out, err = process.ends(PROMPT)
    assert (code, out) == (0, ""), err
    assert err.count("ResourceWarning: a streamrt Runtime was never closed") == 1
    assert "Traceback" not in err


BLOCKED = """
rt = srt.Runtime()
stream = rt.device().stream()
with Gate(rt) as gate:
    held, y = gate.hold(stream), rt.put(np.zeros(1, "f4"))
    stream.fill(y, 1)
    gate.running()
    try:
        print("ready")
        {wait}
    except KeyboardInterrupt:
        print("interrupted")
rt.close()
"""


@pytest.mark.parametrize(
    ("wait", "portable"),
    [
        ("held.sync()", "0"),
        ("stream.record().sync()", "0"),
        ("np.asarray(y)", "1"),
        pytest.param("held.sync()", "1", marks=pytest.mark.slow),
        pytest.param("stream.record().sync()", "1", marks=pytest.mark.slow),
        pytest.param("np.asarray(y)", "0", marks=pytest.mark.slow),
    ],
)
def test_an_interrupt_ends_a_native_wait_promptly(child: Start, wait: str, portable: str) -> None:
    """Row 43."""
    process = child(BLOCKED.format(wait=wait), STREAMRT_PORTABLE=portable)
    process.says("ready")
    process.sleeps()
    process.interrupt()
    process.says("interrupted")
    code, _, err = process.ends(PROMPT)
    assert (code, err) == (0, "")


@pytest.mark.parametrize("portable", ["0", "1"])
def test_a_process_without_descriptors_waits_again_once_it_has_some(
    child: Start, portable: str
) -> None:
    """Row 65."""
    script = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

def refused(text):
    print(text.partition(":")[0], "no file descriptor" in text, "ulimit -n" in text)

async def main():
    async with srt.Runtime() as rt:
        await asyncio.to_thread(int)  # imports what it needs
        with Gate(rt) as gate:
            held = gate.hold(rt.device().stream())
            files = []
            try:
                while True:
                    files.append(open(os.devnull))
            except OSError:
                pass
            for wait in (held, asyncio.to_thread(held.add_done_callback, print)):
                try:
                    await wait
                except srt.errors.ResourceError as error:
                    refused(str(error))
            assert not held.done()
            for file in files:
                file.close()
        await held
        seen = threading.Event()
        await asyncio.to_thread(held.add_done_callback, lambda _: seen.set())
        print(seen.wait(60))

asyncio.run(main())
"""
    process = child(script, "-W", "error", STREAMRT_PORTABLE=portable)
    code, out, err = process.ends(PATIENCE)
    assert (code, err) == (0, "")
    refused = ["wait for work True True", "wait for work in a thread True True"]
    assert out.splitlines() == [*refused, "True"]


@pytest.mark.parametrize("portable", ["0", "1"])
def test_a_loop_too_many_is_refused_and_leaves_no_descriptor(child: Start, portable: str) -> None:
    """Row 65."""
    script = """
def descriptors():
    return len(os.listdir("/proc/self/fd"))

async def look(held):
    before = descriptors()
    waiting = asyncio.create_task(wait(held))
    await asyncio.sleep(0)
    refused = waiting.done() and isinstance(waiting.exception(), srt.errors.StateError)
    waiting.cancel()
    return refused, descriptors() - before

async def wait(held):
    await held

with srt.Runtime() as rt, Gate(rt) as gate:
    held = gate.hold(rt.device().stream())
    loops = [asyncio.new_event_loop() for _ in range(67)]
    found = [loop.run_until_complete(look(held)) for loop in loops]
    print(found[:64] == [(False, found[0][1])] * 64, found[64:] == [(True, 0)] * 3)
    for loop in loops:
        loop.close()
"""
    process = child(script, STREAMRT_PORTABLE=portable)
    code, out, err = process.ends(PATIENCE)
    assert (code, out, err) == (0, "True True\n", "")


@pytest.fixture
def ignored() -> Generator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def test_tests_may_raise_ctrl_c_where_a_shell_has_them_ignore_it(
    ignored: None, ctrl_c: None
) -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    code = "import signal; raise SystemExit(signal.getsignal(2) is signal.SIG_IGN)"
    assert subprocess.run([sys.executable, "-S", "-c", code], check=False).returncode == 0
