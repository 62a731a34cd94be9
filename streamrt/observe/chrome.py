"""The JSON of Chrome's trace events, which many viewers read: X, M, s, f, C and i.

Times are microseconds since the first one of the trace: JSON's numbers are doubles, which hold no
nanoseconds of a clock that has run for months. `otherData` has the first one, in nanoseconds.

Viewers know processes and threads alone, so a device is a process, with a number that no process
has, and a row of slices is a thread. Flows begin and end at the begins of slices, where no other
slice of the row has begun in between.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from streamrt.observe.details import Details
from streamrt.observe.slices import Counter, Slices, counters, ends_of_flows, slices
from streamrt.observe.trace import Trace

CHUNK: Final = 1 << 13  # events that are written at once

_DEVICES = 1 << 22  # the first number that Linux gives to no process


def pieces(trace: Trace) -> Iterator[bytes]:
    """Yields a trace as JSON, in pieces that make one object together."""
    parts = slices(trace)
    writer = _Writer(trace, parts)
    yield b'{"displayTimeUnit": "ns",\n"otherData": ' + json.dumps(writer.facts()).encode()
    yield b',\n"traceEvents": [\n' + ",\n".join(writer.described()).encode()
    for counter in writer.counters:
        for at in range(0, len(counter.times), CHUNK):
            yield "".join(writer.samples(counter, slice(at, at + CHUNK))).encode()
    for at in range(0, len(parts.order), CHUNK):
        yield "".join(writer.begun(slice(at, min(at + CHUNK, len(parts.order))))).encode()
    yield b"\n]}\n"


class _Writer:
    """The texts of events."""

    def __init__(self, trace: Trace, parts: Slices) -> None:
        self._trace = trace
        self._parts = parts
        self._details = Details(trace, parts)
        self.counters = list(counters(trace))
        times = [parts.started, *(counter.times for counter in self.counters)]
        self._first = min([int(one.min()) for one in times if len(one)], default=trace.began)
        # The processes: that of the trace, and one for each device.
        devices = [row.device for row in parts.rows] + [one.device for one in self.counters]
        named = dict.fromkeys(device for device in devices if device)
        self._processes = {"": trace.pid}
        self._processes |= {device: _DEVICES + n for n, device in enumerate(named)}
        self._heads = [
            f',\n{{"ph":"X","name":{json.dumps(label.text)},"cat":{json.dumps(label.category)},'
            for label in self._details.labels
        ]
        self._texts = {
            name: [json.dumps(text) for text in texts]
            for name, texts in self._details.texts.items()
        }
        self._places = [
            f'"pid":{self._processes[row.device]},"tid":{place + 1},'
            for place, row in enumerate(parts.rows)
        ]
        self._ends = ends_of_flows(parts)

    def facts(self) -> Mapping[str, object]:
        """Returns the facts of the trace as a whole."""
        trace = self._trace
        return {
            "clock": trace.clock.kind,
            "first_ns": self._first,
            "wall_ns": trace.clock.wall,
            "boot_ns": trace.clock.boot,
            "lost": trace.lost,
        }

    def described(self) -> Iterator[str]:
        """Yields the names of processes and rows, and how many events were lost."""
        own = self._trace.process or "streamrt"
        for rank, (device, pid) in enumerate(self._processes.items()):
            name = f"{own} {device}".rstrip()
            name += " (virtual time)" if self._trace.clock.kind == "virtual" else ""
            yield _described("process_name", pid, 0, name=name)
            yield _described("process_sort_index", pid, 0, sort_index=rank)
        for place, row in enumerate(self._parts.rows):
            pid = self._processes[row.device]
            yield _described("thread_name", pid, place + 1, name=row.name)
            yield _described("thread_sort_index", pid, place + 1, sort_index=place)
        if self._trace.lost:
            name = f"{self._trace.lost} events lost"
            event = {"ph": "i", "name": name, "pid": self._trace.pid, "tid": 0, "ts": 0, "s": "g"}
            yield json.dumps(event)

    def samples(self, counter: Counter, some: slice) -> Iterator[str]:
        """Yields some samples of a counter."""
        pid, kind = self._processes[counter.device], counter.unit or "count"
        head = f',\n{{"ph":"C","name":{json.dumps(counter.name)},"pid":{pid},"ts":'
        times, values = (counter.times[some] - self._first).tolist(), counter.values[some].tolist()
        for time, value in zip(times, values, strict=True):
            yield f'{head}{_micros(time)},"args":{{"{kind}":{value}}}}}'

    def begun(self, some: slice) -> Iterator[str]:
        """Yields some slices, each with the flows that begin and end there."""
        parts, ends = self._parts, self._ends
        started = (parts.started[some] - self._first).tolist()
        lasted = (parts.finished[some] - parts.started[some]).tolist()
        label: list[int] = self._details.label[some].tolist()
        row: list[int] = parts.row[some].tolist()
        ended, at = ends.ended[some].tolist(), ends.at[some.start : some.stop + 1].tolist()
        begun = iter(ends.begun[at[0] : at[-1]].tolist())
        for n, said in enumerate(self._said(some)):
            time, place = _micros(started[n]), self._places[row[n]]
            yield f'{self._heads[label[n]]}{place}"ts":{time},"dur":{_micros(lasted[n])},{said}'
            for bit in (0, 1):
                if ended[n] >> bit & 1:
                    yield _flow('"f","bp":"e"', (some.start + n) * 2 + bit, place, time)
            for number in islice(begun, at[n + 1] - at[n]):
                yield _flow('"s"', number, place, time)

    def _said(self, some: slice) -> Iterator[str]:
        """The details of some slices, as texts that end their events."""
        columns = list[list[str]]()
        for detail in self._details.of(some):
            there, numbers = detail.there.tolist(), detail.numbers.tolist()
            texts, name = self._texts.get(detail.name), f'"{detail.name}":'
            shown: list[object] = [texts[n] for n in numbers] if texts else numbers
            columns.append([f"{name}{n}," if t else "" for t, n in zip(there, shown, strict=True)])
        facts = self._details.facts(some)
        for at, said in enumerate(zip(*columns, strict=True)):
            more = f'"facts":{json.dumps(dict(facts[at]))},' if at in facts else ""
            yield f'"args":{{{("".join(said) + more)[:-1]}}}}}'


def _described(kind: str, pid: int, tid: int, **said: object) -> str:
    """An event that describes a process or a thread."""
    return json.dumps({"ph": "M", "name": kind, "pid": pid, "tid": tid, "args": said})


def _flow(phase: str, number: int, place: str, time: str) -> str:
    """The begin or the end of a flow."""
    name = "span" if number & 1 else "wait"
    return f',\n{{"ph":{phase},"name":"{name}","cat":"{name}","id":{number},{place}"ts":{time}}}'


def _micros(time: int) -> str:
    """A time in ns as one in µs, to the last digit."""
    return f"{time // 1000}.{time % 1000:03d}"
