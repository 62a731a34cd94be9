"""The fields of what the logger `streamrt` writes, and conditions that it writes once a minute."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, fail

import streamrt as srt
from streamrt import observe
from streamrt._runtime.aids.watchdog import Watchdog
from streamrt._runtime.inner import engine_of
from streamrt._runtime.telling.seldom import PERIOD, Seldom
from streamrt.testing import Simulator

HERE = re.escape(__file__)
TABLE = Path(__file__).resolve().parents[2] / "docs" / "services.md"


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    return {k: v for k, v in vars(record).items() if k.startswith("streamrt_")}


def fail_on(rt: srt.Runtime) -> None:
    stream = rt.device().stream("work")
    stream.launch(fail, rt.put(np.zeros(4, "f4")), code=7)
    stream.sync()


def drop_it() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        fail_on(rt)
        gc.collect()
        rt.device().memory_stats()


def leave_by_an_error() -> None:
    def body() -> None:
        with srt.Runtime(["cpu:0"]) as rt:
            fail_on(rt)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        body()


def leave_a_scope_by_ctrl_c() -> None:
    def body(rt: srt.Runtime) -> None:
        with rt.scope():
            fail_on(rt)
            raise KeyboardInterrupt

    with srt.Runtime(["cpu:0"]) as rt, pytest.raises(KeyboardInterrupt):
        body(rt)


@pytest.mark.parametrize("way", [drop_it, leave_by_an_error, leave_a_scope_by_ctrl_c])
def test_a_failure_that_nobody_retrieves_is_logged_with_its_fields(
    way: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    way()
    (record,) = caplog.records
    assert "nobody retrieved" in record.message
    found = fields_of(record)
    assert re.fullmatch(rf"{HERE}:\d+ in fail_on", found.pop("streamrt_site"))
    assert found == {
        "streamrt_kernel": "fail",
        "streamrt_stream": "cpu:0/work",
        "streamrt_execution": "cpu:0/work@1",
    }


def test_stuck_work_is_logged_with_its_fields(caplog: pytest.LogCaptureFixture) -> None:
    with srt.Runtime(["cpu:0"]) as rt, Gate(rt) as gate:
        stream, y = rt.device().stream("work"), rt.put(np.zeros(4, "f4"))
        gate.hold(stream, y)
        stream.launch(axpy, y, y, alpha=1.0)
        gate.running()
        dog = Watchdog(engine_of(rt), 1e-9)
        dog.start()
        while not caplog.records:
            rt.put(np.zeros(1, "f4"))
        dog.stop()
    found = fields_of(caplog.records[0])
    assert found["streamrt_execution"] == "cpu:0/work@1"
    assert found["streamrt_kernel"] == "latch"
    assert found["streamrt_behind"] == 1
    assert 0 < found["streamrt_seconds"] < 3600


def test_late_completions_are_logged_with_their_number(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "streamrt")
    with srt.Runtime(["cpu:0"]) as rt, Gate(rt) as gate:
        held = gate.hold(rt.device().stream("work"))

        async def leave() -> None:
            loop = asyncio.get_running_loop()
            held.add_done_callback(lambda _: None)
            loop.call_soon(loop.stop)

        loop = asyncio.new_event_loop()
        task = loop.create_task(leave())
        loop.run_forever()
        assert task.done()
        loop.close()
        gate.open()
        held.sync()
        engine_of(rt).tidy()
    (record,) = [r for r in caplog.records if "closed" in r.message]
    assert fields_of(record) == {"streamrt_count": 1}


def test_a_lost_device_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    sim = Simulator()
    with srt.Runtime(["sim:0"], backends=[sim]) as rt:
        stream, y = rt.device().stream("work"), rt.put(np.zeros(4, "f4"))
        rt.sync()
        done = stream.launch(axpy, y, y, alpha=1.0)
        stream._lane.queue.timeline.lose("it was pulled out")
        with pytest.raises(srt.errors.DeviceLostError):
            done.sync()
    (record,) = [r for r in caplog.records if "is lost" in r.message]
    assert record.message == "sim:0 is lost: it was pulled out (executions that failed: 1)"
    assert fields_of(record) == {"streamrt_device": "sim:0"}


def test_a_stream_that_is_full_is_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = 1000.0
    with srt.Runtime(["cpu:0"], queue_limit=4) as rt, Gate(rt) as gate:
        monkeypatch.setattr(engine_of(rt), "seldom", Seldom(lambda: time))
        stream, y = rt.device().stream("work"), rt.put(np.zeros(4, "f4"))
        gate.hold(stream)
        for _ in range(3):
            stream.launch(axpy, y, y, alpha=1.0)

        def refused() -> None:
            with pytest.raises(srt.errors.QueueFullError):
                stream.launch(axpy, y, y, alpha=1.0)

        for _ in range(5):
            refused()
        time += PERIOD
        refused()
    assert [fields_of(r) for r in caplog.records] == [
        {"streamrt_stream": "cpu:0/work", "streamrt_count": count} for count in (1, 5)
    ]
    assert "cpu:0/work is full: 4 executions are pending" in caplog.records[0].message


def test_events_that_a_recording_loses_are_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level("INFO", "streamrt"), srt.Runtime(["cpu:0"]) as rt:
        stream, x = rt.device().stream("work"), rt.put(np.zeros(4, "f4"))
        with observe.record(rt, events=16) as recording:
            for _ in range(3):
                for _ in range(100):
                    stream.fill(x, 1.0)
                stream.sync()
                assert recording.lost
    (line,) = [record for record in caplog.records if "overwritten unread" in record.message]
    assert 0 < vars(line)["streamrt_count"] <= recording.lost


def test_what_happens_seldom_is_told_at_once_and_nothing_is_forgotten() -> None:
    time = 0.0
    seldom = Seldom(lambda: time)
    assert seldom.note("a") == 1
    assert seldom.note("b", 7) == 7
    told = 0
    for _ in range(1000):
        time += PERIOD / 10
        told += seldom.note("a", 3)
    assert told == 3000  # all but those of an unfinished minute
    assert seldom.note("b") == 1


def test_every_field_stands_in_the_table_of_the_documents() -> None:
    """The fields that the sources name are those that the page lists."""
    root = TABLE.parents[1] / "streamrt"
    sources = "".join(path.read_text() for path in root.rglob("*.py"))
    named = set(re.findall(r"fields\(\s*None, (.*?)\)", sources, re.DOTALL))
    used = {name for call in named for name in re.findall(r"(\w+)=", call)}
    used |= set(re.findall(r'found\["(\w+)"\]', (root / "_runtime/telling/fields.py").read_text()))
    logs = TABLE.read_text().partition("## Logs")[2]
    listed = set(re.findall(r"^\| `streamrt_(\w+)`", logs, re.MULTILINE))
    assert listed == used
