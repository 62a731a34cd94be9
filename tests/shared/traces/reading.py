"""Written traces, read again: one `Shown` of either format, after a check of its own rules."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Slice(NamedTuple):
    """A slice as a viewer shows it; `said` has pairs of a name and a value, sorted."""

    device: str
    row: str
    name: str
    category: str
    begin: int
    end: int
    said: tuple[tuple[str, Any], ...]


@dataclass
class Shown:
    """All that a viewer shows of a trace."""

    process: str
    slices: list[Slice] = field(default_factory=list[Slice])
    flows: list[tuple[Slice, Slice]] = field(default_factory=list[tuple[Slice, Slice]])
    counters: dict[tuple[str, str], list[tuple[int, int]]] = field(default_factory=dict[Any, Any])
    units: dict[str, str] = field(default_factory=dict[str, str])
    lost: int = 0


def _said(pairs: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    facts = {f"facts.{name}": text for name, text in pairs.pop("facts", {}).items()}
    return tuple(sorted((pairs | facts).items()))


# --- Perfetto -------------------------------------------------------------------------------------


def of_perfetto(data: bytes) -> Shown:
    """Reads Perfetto's format, as its own reader does."""
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

    packets = pb.Trace.FromString(data).packet
    texts: dict[tuple[str, int], str] = {}
    for packet in packets:
        for kind in ("event_categories", "event_names", "debug_annotation_names"):
            texts |= {(kind, one.iid): one.name for one in getattr(packet.interned_data, kind)}
        values = packet.interned_data.debug_annotation_string_values
        texts |= {("values", one.iid): one.str.decode() for one in values}
    return _Perfetto(pb, texts).read(packets)


class _Perfetto:
    def __init__(self, pb: Any, texts: dict[tuple[str, int], str]) -> None:
        self.pb, self.texts = pb, texts
        self.tracks: dict[int, Any] = {}
        self.open: dict[int, list[tuple[Any, int]]] = defaultdict(list)
        self.last: dict[int, int] = {}
        self.began: dict[int, int] = {}  # flows, and the places of their packets
        self.pairs: list[tuple[int, int]] = []
        self.slices: dict[int, Slice] = {}

    def read(self, packets: Any) -> Shown:
        shown = Shown("")
        for packet in packets:
            assert packet.trusted_packet_sequence_id == 1
            if packet.HasField("track_descriptor"):
                track = packet.track_descriptor
                assert track.uuid not in self.tracks
                assert not track.parent_uuid or track.parent_uuid in self.tracks
                self.tracks[track.uuid] = track
                if not track.parent_uuid:
                    shown.process = track.process.process_name or track.name
        assert packets[0].HasField("clock_snapshot") or packets[0].sequence_flags == 1
        for place, packet in enumerate(packets):
            if packet.HasField("track_event"):
                self._event(shown, place, packet.timestamp, packet.track_event)
        assert not any(self.open.values())
        assert not self.began  # each flow that has begun has ended
        shown.slices = list(self.slices.values())
        shown.flows = [(self.slices[a], self.slices[b]) for a, b in self.pairs]
        return shown

    def _event(self, shown: Shown, place: int, time: int, event: Any) -> None:
        kind = self.pb.TrackEvent
        track = self.tracks[event.track_uuid]
        assert self.last.get(track.uuid, time) <= time
        self.last[track.uuid] = time
        if event.type == kind.TYPE_COUNTER:
            key = self._device(track), track.name
            shown.counters.setdefault(key, []).append((time, event.counter_value))
            shown.units[track.name] = {2: "count", 3: "bytes"}[track.counter.unit]
        elif event.type == kind.TYPE_INSTANT:
            shown.lost = event.debug_annotations[0].int_value
            assert event.name == f"{shown.lost} events lost"
        elif event.type == kind.TYPE_SLICE_BEGIN:
            self.open[track.uuid].append((event, place))
            for flow in event.terminating_flow_ids:
                self.pairs.append((self.began.pop(flow), place))
            for flow in event.flow_ids:
                assert flow not in self.began
                self.began[flow] = place
            self.slices[place] = self._slice(track, event, time, 0)
        else:
            assert event.type == kind.TYPE_SLICE_END
            _, begun = self.open[track.uuid].pop()
            self.slices[begun] = self.slices[begun]._replace(end=time)

    def _slice(self, track: Any, event: Any, begin: int, end: int) -> Slice:
        said: dict[str, Any] = {}
        for one in event.debug_annotations:
            name = one.name or self.texts["debug_annotation_names", one.name_iid]
            if one.HasField("string_value_iid"):
                said[name] = self.texts["values", one.string_value_iid]
            elif one.dict_entries:
                said[name] = {entry.name: entry.string_value for entry in one.dict_entries}
            else:
                said[name] = one.int_value
        [category] = [self.texts["event_categories", iid] for iid in event.category_iids]
        name = self.texts["event_names", event.name_iid]
        return Slice(self._device(track), track.name, name, category, begin, end, _said(said))

    def _device(self, track: Any) -> str:
        """The name of the track between this one and the process."""
        parent = self.tracks[track.parent_uuid]
        return parent.name if parent.parent_uuid else ""


# --- Chrome ---------------------------------------------------------------------------------------


def of_chrome(data: bytes) -> Shown:
    """Reads Chrome's JSON, as its viewers do."""
    read = json.loads(data)
    base, events = read["otherData"]["first_ns"], read["traceEvents"]
    named: dict[tuple[str, int, int], str] = {}
    for event in events:
        if event["ph"] == "M" and "name" in event["args"]:
            named[event["name"], event["pid"], event["tid"]] = event["args"]["name"]
    own = min(pid for kind, pid, _ in named if kind == "process_name")
    shown = Shown(named["process_name", own, 0])
    begun: dict[int, tuple[int, int]] = {}  # flows, and the slice in which they begin
    last: dict[tuple[int, int], int] = {}
    pairs: list[tuple[int, int]] = []

    def process(event: Any) -> str:
        name = named["process_name", event["pid"], 0]
        return "" if event["pid"] == own else name.split()[1]

    for event in events:
        if event["ph"] == "M":
            continue
        time = base + round(event["ts"] * 1000)
        thread = event["pid"], event.get("tid", 0)
        if event["ph"] == "X":
            end = base + round(event["ts"] * 1000) + round(event["dur"] * 1000)
            row, said = named["thread_name", *thread], _said(event["args"])
            shown.slices.append(
                Slice(process(event), row, event["name"], event["cat"], time, end, said)
            )
            last[thread] = len(shown.slices) - 1
        elif event["ph"] in "sf":
            at = last[thread]
            assert time == shown.slices[at].begin
            if event["ph"] == "s":
                assert event["id"] not in begun
                begun[event["id"]] = at, time
            else:
                assert event["bp"] == "e"
                source, since = begun.pop(event["id"])
                assert since <= time
                pairs.append((source, at))
        elif event["ph"] == "C":
            [(unit, value)] = event["args"].items()
            shown.units[event["name"]] = unit
            shown.counters.setdefault((process(event), event["name"]), []).append((time, value))
        else:
            assert event["ph"] == "i"
            shown.lost = int(event["name"].split()[0])
    assert not begun
    assert shown.lost == read["otherData"]["lost"]
    shown.flows = [(shown.slices[a], shown.slices[b]) for a, b in pairs]
    return shown
