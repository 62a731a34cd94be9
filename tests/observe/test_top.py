"""`streamrt top` and `streamrt trace`, of programs that run, hang, are stopped or were killed."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, axpy

import streamrt as srt
from streamrt import observe
from streamrt._cli import main, programs
from streamrt._cli.looks import Looks, Screen, quantile
from streamrt._cli.words import duration, size
from streamrt.observe.flight_reader import FlightReader
from streamrt.observe.trace import EventKind
from streamrt.testing import Simulator

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command here; returns its exit status, output and errors."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def flight_in(folder: Path) -> Path:
    (path,) = folder.glob("*.flight")
    return path


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        os.sched_yield()


# It holds the interpreter's lock in C for good, while its stream works on.
HOLDS = """
import ctypes, sys
import numpy as np
import streamrt as srt
from shared.trial_kernels import busy
rt = srt.Runtime(flight=sys.argv[1])
stream, n = rt.device().stream("load"), rt.put(np.zeros(1, "i8"))
for _ in range(300_000):
    stream.launch(busy, n, 300_000)
print("ready", flush=True)
ctypes.PyDLL(None).pause()
"""


@pytest.fixture
def holding(tmp_path: Path) -> Generator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    tests = Path(__file__).parents[1]  # where `shared` is
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tests) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def state_of(process: subprocess.Popen[str]) -> str:
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]


def busy_in(done: tuple[int, str, str], line: str) -> bool:
    """Whether the stream has worked while it was looked at."""
    code, out, _ = done
    assert code == 0
    assert line in out
    row = re.search(r"^cpu:0/load +([\d,]+) +(\d+)% .* busy ", out, re.MULTILINE)
    return row is not None and row[1] != "0" and row[2] != "0"


def test_a_program_that_holds_the_interpreters_lock_is_seen_stopped_and_killed(
    holding: subprocess.Popen[str], tmp_path: Path, run: Run
) -> None:
    """Row 204."""
    until(lambda: busy_in(run("top", holding.pid), f"-c  process {holding.pid}: it runs\n"))
    assert run("trace", flight_in(tmp_path))[1].startswith(f"-c, process {holding.pid}: it runs\n")
    holding.send_signal(signal.SIGSTOP)
    until(lambda: state_of(holding) == "T")
    assert "it is stopped, as by SIGSTOP" in run("top", holding.pid)[1]
    assert "it is stopped, as by SIGSTOP" in run("trace", flight_in(tmp_path))[1]
    assert holding.pid in [program.head.pid for program in programs.running()]
    holding.kill()
    until(lambda: state_of(holding) == "Z")  # dead, and nobody has asked for it yet
    assert "it was killed, or crashed" in run("trace", flight_in(tmp_path))[1]
    holding.wait()
    code, out, err = run("top", holding.pid)
    assert (code, out) == (1, "")
    assert f"no runtime of process {holding.pid} records into a flight file; open the" in err
    assert "it was killed, or crashed" in run("top", flight_in(tmp_path))[1]


def test_a_terminal_shows_it_until_q_is_pressed(tmp_path: Path) -> None:
    with srt.Runtime(flight=tmp_path) as rt:
        x = rt.put(np.zeros(4, "f4"))
        rt.device().stream("[bold]load").launch(axpy, x, x, 1.0)
        rt.sync()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "120", "LINES": "30"}
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "streamrt", "top", str(flight_in(tmp_path))]
        with subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=environment
        ) as process:
            os.close(theirs)
            seen = b""
            deadline = time.monotonic() + PATIENCE
            while seen.count(b"axpy") < 2:  # it is drawn again
                assert time.monotonic() < deadline
                seen += os.read(ours, 65536)
            os.write(ours, b"xq")
            while select.select([ours], [], [], PATIENCE)[0]:
                try:
                    seen += os.read(ours, 65536)
                except OSError:  # it has ended
                    break
            assert process.wait() == 0
            assert process.stderr is not None
            assert process.stderr.read() == b""
        os.close(ours)
    assert b"cpu:0/[bold]load" in seen
    assert f"process {os.getpid()}: it runs".encode() in seen
    assert seen.endswith(b"\x1b[?1049l\x1b[?25h") or b"\x1b[?1049l" in seen[-40:]


def test_without_rich_the_live_view_says_what_to_install(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with srt.Runtime(flight=tmp_path):
        monkeypatch.setitem(sys.modules, "rich.live", None)
        monkeypatch.setattr(type(sys.stdout), "isatty", lambda _: True)
        code, out, err = run("top", flight_in(tmp_path))
        assert (code, out) == (1, "")
        assert "needs rich; pip install 'streamrt[top]', or use --once" in err
        assert run("top", "--once", flight_in(tmp_path))[0] == 0


def test_several_programs_are_listed(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_mapped", lambda _: iter(()))
    monkeypatch.setenv("STREAMRT_FLIGHT", str(tmp_path))
    assert run("top")[0] == 1
    with srt.Runtime():
        assert "it runs" in run("top")[1]
        with srt.Runtime() as other:
            code, out, _ = run("top")
            assert code == 1
            assert out.startswith("streamrt top: several programs run; name one of them")
            assert [line.split()[0] for line in out.splitlines()[1:]] == [str(os.getpid())] * 2
            assert programs.of_process(os.getpid())[0].head.began == began(other)


def began(rt: srt.Runtime) -> int:
    path = rt._engine.recorder.flight.path  # type: ignore[union-attr]
    return observe.read(path).began


@pytest.mark.parametrize("ending", ["pftrace", "json", "html"])
def test_a_trace_is_written_in_the_form_of_the_ending(
    ending: str, tmp_path: Path, run: Run
) -> None:
    with srt.Runtime(flight=tmp_path) as rt:
        x = rt.put(np.zeros(4, "f4"))
        rt.device().stream("s").launch(axpy, x, x, 1.0)
    path, out = flight_in(tmp_path), tmp_path / f"run.{ending}"
    observe.write(observe.read(path), tmp_path / f"same.{ending}")
    code, said, _ = run("trace", path, "-o", out)
    assert (code, said) == (0, f"wrote {len(observe.read(path))} events to {out}\n")
    assert out.read_bytes() == (tmp_path / f"same.{ending}").read_bytes()
    assert b"axpy" in out.read_bytes()


def test_an_ending_without_a_form_is_refused(tmp_path: Path, run: Run) -> None:
    with srt.Runtime(flight=tmp_path):
        code, out, err = run("trace", flight_in(tmp_path), "-o", tmp_path / "run.txt")
    assert (code, out) == (1, "")
    assert err.startswith("streamrt: write a trace: 'run.txt' has no known ending; ")


def test_processes_are_found_by_what_they_have_mapped(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    with srt.Runtime(flight=folder):
        assert flight_in(folder) in [program.path for program in programs.of_process(os.getpid())]
        assert flight_in(folder) in [program.path for program in programs.running()]
    assert flight_in(folder) not in [program.path for program in programs.running()]


# -- figures --------------------------------------------------------------------------------------


def cells(screen: Screen, stream: str) -> dict[str, str]:
    titles, *rows = screen.rows
    (row,) = [row for row in rows if row[0] == stream]
    return dict(zip(titles, row, strict=True))


def test_figures_are_of_the_time_between_the_looks(tmp_path: Path) -> None:
    with srt.Runtime(flight=tmp_path) as rt, FlightReader(flight_in(tmp_path)) as reader:
        x, stream, looks = rt.put(np.zeros(4, "f4")), rt.device().stream("s"), Looks(reader)
        for count in (3, 500):
            for _ in range(count):
                stream.launch(axpy, x, x, 1.0)
            rt.sync()
            shown = cells(looks.look(10**9 * count), "cpu:0/s")
        assert shown["per s"] == "1"  # 500 in 497 seconds
        assert shown["busy"] == "0%"
        assert shown["last"] == "axpy"
        screens = [looks.look(10**12) for _ in range(10)]
        screen = screens[-1]
        assert cells(screen, "cpu:0/s")["per s"] == "0"
        assert cells(screen, "cpu:0/s")["ran p50"] != "-"
        assert f"process {os.getpid()}: it runs" in screen.lines[0]
    with FlightReader(flight_in(tmp_path)) as reader:
        assert "its runtime was closed" in Looks(reader).look(0).lines[0]


def test_virtual_time_is_compared_with_no_clock(tmp_path: Path) -> None:
    with srt.Runtime(["sim:0"], backends=[Simulator(0)], flight=tmp_path) as rt:
        x = rt.put(np.zeros(4, "f4"))
        rt.device().stream("s").launch(axpy, x, x, 1.0)
        rt.sync()
        with FlightReader(flight_in(tmp_path)) as reader:
            shown = cells(Looks(reader).look(time.monotonic_ns()), "sim:0/s")
    assert (shown["busy"], shown["ended ago"], shown["last"]) == ("-", "-", "axpy")


async def test_how_late_awaits_go_on_is_shown(tmp_path: Path) -> None:
    async with srt.Runtime(flight=tmp_path) as rt:
        stream, resumed = rt.device().stream("s"), 0
        with FlightReader(flight_in(tmp_path)) as reader:
            while not resumed:
                await stream.call(os.getpid)
                resumed = len(observe.read(flight_in(tmp_path)).of_kind(EventKind.WAKE))
            screen = Looks(reader).look(time.monotonic_ns())
    assert any(line.startswith("awaits resumed") and " at most" in line for line in screen.lines)


def test_quantiles_of_histograms_are_within_their_buckets() -> None:
    draw = random.Random(3)
    for _ in range(200):
        times = [
            int(draw.lognormvariate(8, draw.random() * 4)) + 1
            for _ in range(draw.randrange(1, 200))
        ]
        counts = [0] * 64
        for ns in times:
            counts[ns.bit_length() - 1] += 1
        for part in (0.5, 0.99):
            exact = np.quantile(times, part, method="inverted_cdf")
            found = quantile(counts, part)
            assert found is not None
            assert exact / 2 <= found <= exact * 2
    assert quantile([0] * 64, 0.5) is None


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (duration(0), "0 ns"),
        (duration(1234), "1.23 µs"),
        (duration(99_960), "100 µs"),
        (duration(61e9), "1.02 min"),
        (size(999), "999 bytes"),
        (size(4_190_000), "4.19 MB"),
    ],
)
def test_numbers_are_short(shown: str, text: str) -> None:
    assert shown == text
