"""Flight files: what is in them, while a program runs and afterwards."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt import observe
from streamrt._native.core import Core
from streamrt._native.core import core as load_core
from streamrt._native.ring import Ring
from streamrt._runtime.recorder import flight_file
from streamrt._runtime.recorder.flight_file import KEPT, FlightFile
from streamrt._runtime.recorder.flight_format import SLOT_BYTES, TRACKS
from streamrt._runtime.recorder.names import WorkName, names
from streamrt._runtime.recorder.recorder import Recorder
from streamrt._runtime.recorder.spans import SpanFacts
from streamrt.observe.flight_reader import UNSURE, FlightReader
from streamrt.observe.trace import EventKind
from streamrt.testing import Simulator, explore


@pytest.fixture
def core() -> Core:
    return load_core()


@pytest.fixture
def file(tmp_path: Path) -> Generator[FlightFile]:
    file = FlightFile(tmp_path / "streamrt-1-0.flight")
    yield file
    file.end()


def recorder_of(rt: srt.Runtime) -> Recorder:
    recorder = rt._engine.recorder
    assert isinstance(recorder, Recorder)
    return recorder


def test_the_variable_turns_it_on_and_the_argument_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STREAMRT_FLIGHT", str(tmp_path / "of the variable"))
    with srt.Runtime(), srt.Runtime(flight=tmp_path / "of the argument"):
        pass
    monkeypatch.setenv("STREAMRT_FLIGHT", "")
    with srt.Runtime() as rt:
        assert rt._engine.recorder is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "of the argument",
        "of the variable",
    ]
    assert [len(list(folder.iterdir())) for folder in tmp_path.iterdir()] == [1, 1]


def test_an_exploration_records_into_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STREAMRT_FLIGHT", str(tmp_path))

    async def program() -> None:
        async with srt.Runtime(flight=tmp_path) as rt:
            await rt.put(np.zeros(4, "f4")).fetch()

    assert explore(program, schedules=3) is not None
    assert list(tmp_path.iterdir()) == []


def test_a_file_knows_names_that_are_older_and_tells_streams_and_memory(tmp_path: Path) -> None:
    older = names.of(WorkName("made before the file", "kernel", "here.py:3", 12))
    with srt.Runtime(flight=tmp_path) as rt:
        x = rt.put(np.zeros(1000, "f4"))
        rt.device().stream("load").launch(axpy, x, x, 1.0)
        rt.sync()
        recorder_of(rt).look()
        (path,) = tmp_path.iterdir()
        trace = observe.read(path)
        with FlightReader(path) as reader:
            names_there = reader.names()
    assert names_there[older] == WorkName("made before the file", "kernel", "here.py:3", 12)
    tracks = {track.name: track for track in trace.tracks}
    assert tracks["cpu:0/load"].device == "cpu:0"
    assert tracks["cpu:0"].kind == "samples"
    assert trace.of_kind(EventKind.MEMORY)["value"].max() >= 4000
    assert abs(trace.clock.wall + time.monotonic_ns() - time.time_ns()) < 60e9
    assert trace.began < trace.events["finished"].min() <= trace.ended <= time.monotonic_ns()


def test_a_sample_of_memory_is_repeated_before_it_is_written_over(tmp_path: Path) -> None:
    with srt.Runtime(flight=tmp_path) as rt:
        x, recorder = rt.put(np.zeros(1000, "f4")), recorder_of(rt)
        recorder._end_thread()
        for _ in range(5000):
            recorder._python._put(8, 1, 0, 5, 6)
            recorder.look()
        (path,) = tmp_path.iterdir()
        used = observe.read(path).of_kind(EventKind.MEMORY)["value"]
        assert used[-1] == rt.device().memory_stats().in_use > 0
        assert 1 < len(used) < 5
        del x


def test_reading_while_a_stream_works_gives_whole_events_in_order(tmp_path: Path) -> None:
    with srt.Runtime(flight=tmp_path) as rt:
        x, stream, end = rt.put(np.zeros(4, "f4")), rt.device().stream("s"), threading.Event()

        def submit() -> None:
            while not end.is_set():
                for _ in range(100):
                    stream.launch(axpy, x, x, 1.0)
                stream.sync()

        writer = threading.Thread(target=submit)
        writer.start()
        (path,) = tmp_path.iterdir()
        newest, looks = 0, 0
        while looks < 100:
            events = observe.read(path).of_kind(EventKind.EXECUTION)
            if not len(events) or events["value"][-1] == newest:
                continue
            newest, looks = int(events["value"][-1]), looks + 1
            values = events["value"].astype("i8")
            assert (np.diff(values) == 1).all()
            assert (events["submitted"] <= events["started"]).all()
            assert (events["started"] <= events["finished"]).all()
            assert (events["finished"][:-1] <= events["started"][1:]).all()
        end.set()
        writer.join()
    assert newest > 2000


def test_virtual_time_is_told_as_such(tmp_path: Path) -> None:
    simulator = Simulator(0)
    with srt.Runtime(["sim:0"], backends=[simulator], flight=tmp_path) as rt:
        x = rt.put(np.zeros(4, "f4"))
        execution = rt.device().stream("s").launch(axpy, x, x, 1.0)
        rt.sync()
        (path,) = tmp_path.iterdir()
        trace = observe.read(path)
        assert trace.clock.kind == "virtual"
        assert trace.ended == execution.times.finished
        assert execution.times.finished in trace.events["finished"]


# -- what is bounded ------------------------------------------------------------------------------


def test_spans_are_written_over_and_never_fill_the_file(file: FlightFile) -> None:
    number = 3 * flight_file.SPANS
    for tag in range(1, number + 1):
        facts = {"path": "/x" * 30, "size": "9" * tag} if tag % 100 == 0 else {}
        file.write_span(tag, SpanFacts(f"request {tag}", tag - 1, facts, (tag, 7)))
    with FlightReader(file.path) as reader:
        spans = reader.spans()
        size = reader.size
    assert list(spans) == list(range(number - flight_file.SPANS + 1, number + 1))
    assert spans[number - 1] == SpanFacts(f"request {number - 1}", number - 2, {}, (number - 1, 7))
    assert spans[4100].facts == {"path": "/x" * 30}, "what fits of the facts"
    assert size == file.path.stat().st_size < 3 << 20


@pytest.mark.parametrize("text", ["ö" * 80, "\0" * 80, "\ud800" * 80, "🙂" * 80, "\n\u2028\x85"])
def test_any_text_may_be_the_name_of_a_span_a_stream_or_work(text: str, file: FlightFile) -> None:
    file.write_span(1, SpanFacts(text, 0, {text: text}, (1 << 127, 1 << 63)))
    file.write_name(1, WorkName(text, "kernel"))
    file.write_name(2, WorkName("after it", "kernel"))
    room = file.room(64)
    room.begin(0, text * 5, "stream", 1, text)
    room.ready()
    with FlightReader(file.path) as reader:
        name = reader.spans()[1].name
        assert len(name) >= min(40, len(text))
        assert text.encode("utf-8", "replace").decode().startswith(name)
        assert reader.names()[1].text == text.encode("utf-8", "replace").decode()
        assert reader.names()[2].text == "after it"
        assert reader.rings()[0].track.kind == "stream"


def test_names_that_find_no_room_are_counted(file: FlightFile) -> None:
    for number in range(1, 8000):
        file.write_name(number, WorkName("x" * 200, "kernel"))
    with FlightReader(file.path) as reader:
        found = reader.names()
        assert list(found) == list(range(1, len(found) + 1))
        assert len(found) + reader.head.left_out == 7999
        assert 4000 < len(found) < 7999


def test_a_ring_knows_its_newest_tracks(file: FlightFile, core: Core) -> None:
    room = file.room(64)
    ring = Ring(core, 64, room.memory)
    for number in range(TRACKS + 2):
        room.begin(4 * number, f"cpu:0/{number}", "stream", number, "cpu:0")
        for value in range(4):
            core.note_event(ring.address, 0, 0, 0, 4 * number + value, 99, value + 1, 0, 0, 0)
    room.ready()
    trace = observe.read(file.path)
    names = [trace.tracks[place].name for place in trace.events["track"].tolist()]
    wanted = [f"cpu:0/{n}" if n > 1 else UNSURE.name for n in range(TRACKS + 2) for _ in range(4)]
    assert names == wanted


def test_a_slot_that_is_half_written_is_left_out(file: FlightFile) -> None:
    file.write_span(1, SpanFacts("old"))
    file.write_span(2, SpanFacts("whole"))
    place = flight_file.HEAD_BYTES + flight_file.TEXT_BYTES + SLOT_BYTES
    with file.path.open("r+b") as other:
        other.seek(place + 20)
        other.write(b"N")
    with FlightReader(file.path) as reader:
        assert reader.spans() == {2: SpanFacts("whole")}


def test_who_is_broken_in_upon_while_writing_writes_for_both(file: FlightFile) -> None:
    """As by the handler of a signal, or the collector, whose names are new."""
    with file._lock:
        file.write_name(1, WorkName("of the handler", "span"))
        with FlightReader(file.path) as reader:
            assert reader.names() == {}
    file.write_name(2, WorkName("of the program", "span"))
    with FlightReader(file.path) as reader:
        assert [name.text for name in reader.names().values()] == [
            "of the handler",
            "of the program",
        ]


# -- what is kept ---------------------------------------------------------------------------------


def test_a_few_files_of_ended_runtimes_are_kept_and_all_others(tmp_path: Path) -> None:
    kept = {"streamrt-notes.txt", "streamrt-x.flight", "other.flight"}
    for name in kept:
        (tmp_path / name).write_bytes(b"of others")
    crashed = FlightFile(tmp_path / "streamrt-1-0.flight")
    copy = FlightFile(tmp_path / "streamrt-1-0.stuck.flight")
    copy.mark_copy()
    began: list[int] = []
    for _ in range(KEPT + 3):
        with srt.Runtime(flight=tmp_path) as rt:
            flight = recorder_of(rt).flight
            assert flight is not None
            began.append(observe.read(flight.path).began)
    kept |= {crashed.path.name, copy.path.name}
    found = {path.name for path in tmp_path.iterdir()}
    assert kept < found
    assert sorted(observe.read(tmp_path / name).began for name in found - kept) == began[-KEPT:]
