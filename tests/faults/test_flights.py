"""Flight files: what goes wrong with them, and never makes a program fail."""

from __future__ import annotations

import errno
import os
import random
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from shared.processes import python
from shared.trial_kernels import Gate, axpy, values

import streamrt as srt
from streamrt import observe
from streamrt._runtime.recorder import flight_file
from streamrt._runtime.recorder.flight_file import PAGE
from streamrt._runtime.recorder.flight_format import MAGIC, Head, first_ring
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.observe.trace import EventKind, Span

TESTS = Path(__file__).parents[1]  # where `shared` is
PRELUDE = """
import gc, os, signal, sys
import numpy as np
import streamrt as srt
from streamrt import observe
from shared.trial_kernels import axpy
folder = sys.argv[1]
"""


def script(text: str, *arguments: object) -> str:
    """Runs a script; returns what it printed."""
    code = PRELUDE + textwrap.dedent(text)
    done = python("-W", "error", "-c", code, *arguments, cwd=TESTS)
    assert done.stderr == ""
    return done.stdout


def works(rt: srt.Runtime) -> None:
    """Uses some streams."""
    y = rt.put(np.zeros(4, "f4"))
    for name in ("a", "b"):
        rt.device().stream(name).launch(axpy, y, y, 1.0)
    assert values(y) == [0.0] * 4


def lines_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.name == "streamrt"]


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/no/folder"])
def test_a_folder_that_cannot_be_made_is_said_once(
    place: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Row 200."""
    (tmp_path / "file").write_text("not a folder")
    with srt.Runtime(flight=tmp_path / place) as rt:
        works(rt)
        with observe.record(rt) as recording:
            works(rt)
        assert len(recording.trace()) > 0
    (line,) = lines_of(caplog)
    assert line.startswith(f"flight: nothing is recorded in {tmp_path / place}: ")


def test_a_full_disk_leaves_no_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 201."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    with srt.Runtime(flight=tmp_path) as rt:
        works(rt)
    assert [line.rpartition("] ")[2] for line in lines_of(caplog)] == ["No space left on device"]
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_room_for_a_ring_loses_its_events_and_counts_that(tmp_path: Path) -> None:
    """Row 201."""
    text = """
        import logging, resource
        logging.basicConfig(format="%(message)s", stream=sys.stdout)
        limit = int(sys.argv[2])
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        with srt.Runtime(flight=folder) as rt:
            with observe.record(rt) as recording:
                y = rt.put(np.zeros(4, "f4"))
                streams = [rt.device().stream(str(i)) for i in range(8)]
                for stream in streams:
                    stream.launch(axpy, y, y, 1.0)
                rt.sync()
            print(np.asarray(y).tolist(), recording.lost > 0, len(recording.trace()) > 0)
            path = rt._engine.recorder.flight.path
        trace = observe.read(path)
        print(trace.lost > 0, len(trace) > 0)
    """
    # Room for names and spans, Python's events and three streams.
    head = Head(page=PAGE, text_size=flight_file.TEXT_BYTES, spans=flight_file.SPANS)
    out = script(text, tmp_path, first_ring(head) + (300 << 10) + 3 * (72 << 10))
    line, *rest = out.splitlines()
    assert line.startswith("record: no ring for a queue, whose events are lost: ")
    assert rest == ["[0.0, 0.0, 0.0, 0.0] True True", "True True"]


def test_a_file_of_another_process_is_kept(tmp_path: Path) -> None:
    """Row 202."""
    old = tmp_path / f"streamrt-{os.getpid()}-0.flight"
    old.write_bytes(b"of a process that had the same number")
    with srt.Runtime(flight=tmp_path) as rt:
        works(rt)
    assert old.read_bytes() == b"of a process that had the same number"
    new = tmp_path / f"streamrt-{os.getpid()}-1.flight"
    assert len(observe.read(new)) > 0
    assert new.stat().st_mode & 0o777 == 0o600


def test_the_child_of_a_fork_writes_nothing_to_its_parents_file(tmp_path: Path) -> None:
    """Row 203."""
    text = """
        import warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        os.environ["STREAMRT_FLIGHT"] = folder
        with srt.Runtime() as rt:
            y = rt.put(np.zeros(4, "f4"))
            rt.device().stream("a").launch(axpy, y, y, 1.0)
            rt.sync()
            path = rt._engine.recorder.flight.path
            rt._engine.recorder._end_thread()  # which takes samples of memory
            gc.disable()
            before = path.read_bytes()
            child = os.fork()
            if not child:
                with observe.span("in the child"):
                    pass
                recorder = rt._engine.recorder
                print(recorder.is_on, recorder.flight, recorder.all_sources(), flush=True)
                rt.close()
                with srt.Runtime() as own:
                    z = own.put(np.zeros(4, "f4"))
                    with observe.span("its own"):
                        own.device().stream("mine").launch(axpy, z, z, 1.0)
                    own.sync()
                os._exit(0)
            print(os.waitpid(child, 0)[1], path.read_bytes() == before)
            print([track.name for track in observe.read(path).tracks if track.index])
            print([span.name for span in observe.read(path).spans.values()])
            (other,) = [f for f in path.parent.iterdir() if f != path]
            print([track.name for track in observe.read(other).tracks if track.index])
            print([span.name for span in observe.read(other).spans.values()])
            print(observe.read(other).pid == child)
    """
    assert script(text, tmp_path).splitlines() == [
        "False None []", "0 True", "['cpu:0/a']", "[]", "['cpu:0/mine']", "['its own']", "True",
    ]  # fmt: skip


def test_a_file_survives_sigkill(tmp_path: Path) -> None:
    """Row 204."""
    text = """
        rt = srt.Runtime(flight=folder)
        y, stream = rt.put(np.zeros(4, "f4")), rt.device().stream("a")
        with observe.span("request", number=7):
            for _ in range(5000):
                last = stream.launch(axpy, y, y, 1.0)
        rt.sync()
        print(last.value, *last.times, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    last = [int(number) for number in script(text, tmp_path).split()]
    (path,) = tmp_path.iterdir()
    trace = observe.read(path)
    events = trace.of_kind(EventKind.EXECUTION)
    assert events[-1][["value", "submitted", "started", "finished"]].tolist() == tuple(last)
    assert events["value"].tolist() == list(range(last[0] - 1022, last[0] + 1))
    assert {trace.label(event) for event in events} == {"axpy"}
    (tag,) = set(events["tag"].tolist())
    assert trace.spans[tag] == Span("request", 0, {"number": "7"})
    out = python("-m", "streamrt", "trace", path, "-n", 3).stdout
    assert out.startswith(f"-c, process {trace.pid}: it was killed, or crashed\n")
    assert len(re.findall(r"^\S+ +cpu:0/a +axpy .* done$", out, re.MULTILINE)) == 3


# -- files that are damaged -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A flight file with names, spans and streams, without most of its empty room."""
    folder = tmp_path_factory.mktemp("flights")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flight_file, "TEXT_BYTES", 1 << 12)
        patch.setattr(flight_file, "SPANS", 8)
        with srt.Runtime(flight=folder) as rt:
            for number in range(12):
                with observe.span("request", number=number):
                    works(rt)
            rt.sync()
    (path,) = folder.iterdir()
    return path.read_bytes()


def read(data: bytes, path: Path) -> observe.Trace | None:
    """Reads a file of these bytes; None if it is refused."""
    path.write_bytes(data)
    try:
        return observe.read(path)
    except ArgumentError as error:
        refusal = error
    assert f"read the flight file {str(path)!r}: " in str(refusal)
    assert refusal.__suppress_context__ or refusal.__context__ is None
    return None


def test_damaged_files_are_refused_or_read_without_what_is_damaged(
    whole: bytes, tmp_path: Path
) -> None:
    """Row 205."""
    seed = int(os.environ.get("STREAMRT_SEED", random.randrange(10**9)))
    print(f"seed {seed}")
    draw, path, refused = random.Random(seed), tmp_path / "damaged.flight", 0
    filled = [at for at, byte in enumerate(whole) if byte]
    trace = read(whole, path)
    assert trace is not None
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(draw.choice((1, 3, 30, 1000))):
            at = (
                draw.choice(filled)
                if draw.randrange(4)
                else draw.randrange(draw.choice((400, len(data))))
            )
            data[at] = draw.choice((0, 1, 0x7F, 0xFF, draw.randrange(256)))
        if not draw.randrange(4):
            del data[draw.randrange(len(data)) :]
        found = read(bytes(data), path)
        refused += found is None
        if found is not None:
            assert len(found) <= len(trace)
            assert all(
                found.label(event) and found.tracks[event["track"]] for event in found.events
            )
    assert 0 < refused < 300


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "it begins with other bytes"),
        (b"\x7fELF" + bytes(9000), "it begins with other bytes"),
        (MAGIC, "it ends after 8 bytes"),
        (MAGIC + bytes(8000), "its head is damaged"),
    ],
)
def test_files_that_are_no_flight_files_are_refused(
    data: bytes, found: str, tmp_path: Path
) -> None:
    """Row 205."""
    path = tmp_path / "other.flight"
    path.write_bytes(data)
    with pytest.raises(ArgumentError, match=found):
        observe.read(path)
    done = python("-m", "streamrt", "trace", path)
    assert (done.returncode, done.stdout) == (1, "")
    assert found in done.stderr


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_what_is_no_file_is_refused_and_holds_nobody(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    """Row 205."""
    path = tmp_path / "streamrt-1-0.flight"
    make(path)
    with pytest.raises(ArgumentError, match="it is no regular file"):
        observe.read(path)
    with srt.Runtime(flight=tmp_path) as rt:  # whose end looks at all files there
        works(rt)
    with pytest.raises(ArgumentTypeError, match="found 7; pass a str or a Path"):
        observe.read(7)  # type: ignore[arg-type]


# -- stuck work, wrong arguments ------------------------------------------------------------------


def stuck(caplog: pytest.LogCaptureFixture, rt: srt.Runtime, in_flight: int = 5) -> str:
    """Has the watchdog name stuck work; returns its line."""
    with Gate(rt) as gate:
        stream = rt.device().stream("s")
        for _ in range(in_flight):
            stream.launch(axpy, *[rt.put(np.zeros(4, "f4"))] * 2, 1.0)
        stream.sync()
        gate.hold(stream)
        gate.running()
        while not (found := [r for r in caplog.records if "has been running" in r.message]):
            os.sched_yield()
    return found[0].message


@pytest.mark.parametrize("in_file", [True, False], ids=["flight", "recording"])
def test_what_ran_before_stuck_work_is_written(
    in_file: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 206."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    flight = tmp_path / "flights" if in_file else None
    with srt.Runtime(watchdog=0.02, flight=flight) as rt, observe.record(rt):
        line = stuck(caplog, rt)
    (path,) = re.findall(r"; `streamrt trace (\S+\.stuck\.flight)` shows what ran before$", line)
    assert Path(path).parent == (flight or tmp_path)
    trace = observe.read(path)
    events = trace.of_kind(EventKind.EXECUTION)
    (place,) = [i for i, track in enumerate(trace.tracks) if track.name == "cpu:0/s"]
    assert len(events[events["track"] == place]) == 5
    assert trace.pid == os.getpid()
    out = python("-m", "streamrt", "trace", path).stdout
    assert "a copy, made when work was stuck" in out


def test_what_ran_before_stuck_work_and_cannot_be_written_is_said_in_the_same_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 206."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone" / "file"))
    (tmp_path / "gone").write_text("no folder")
    with srt.Runtime(watchdog=0.02) as rt, observe.record(rt):
        line = stuck(caplog, rt)
    assert "; what ran before could not be written: " in line
    assert len(lines_of(caplog)) == 1


@pytest.mark.parametrize(
    ("flight", "error"),
    [
        (7, ArgumentTypeError),
        (b"bytes", ArgumentTypeError),
        ("", ArgumentError),
        ("a\0b", ArgumentError),
    ],
)
def test_what_is_no_folder_is_refused(flight: object, error: type[ArgumentError]) -> None:
    """Row 207."""
    with pytest.raises(error, match=r"Runtime: flight is .*; it is the path of a folder"):
        srt.Runtime(flight=flight)  # type: ignore[arg-type]
