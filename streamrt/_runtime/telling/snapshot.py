"""Snapshot: the counts of a runtime at one moment, as plain numbers, for metrics.

Taking one never fails because the runtime is closing, closed, or of another process: it shows what
is known. It submits nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from streamrt._core.tracking.pool import MemoryStats
from streamrt._runtime.device import Device
from streamrt._runtime.ending.lifecycle import FORKED
from streamrt._runtime.engine import Engine
from streamrt._runtime.lane import Lane
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.telling.counts import NONE, Counts


class DeviceCounts(NamedTuple):
    """The counts of a device: of all streams that it ever had.

    Attributes:
        device: its name.
        counts: the counts, which never fall.
        pending: the submissions that have not ended.
        memory: its pool.
    """

    device: str
    counts: Counts
    pending: int
    memory: MemoryStats


class StreamCounts(NamedTuple):
    """The counts of an open stream, and of those of its name before it.

    Attributes:
        device: the name of its device.
        stream: its name, without the device.
        counts: the counts, which never fall while a stream of the name is open.
        pending: its submissions that have not ended.
    """

    device: str
    stream: str
    counts: Counts
    pending: int


class Snapshot(NamedTuple):
    """The counts of a runtime.

    Attributes:
        devices: those that were opened.
        streams: those that are open, those opened first first, each name once.
        delays: how late the watched loops were, by size: see `Spread`; and the sum, in ns.
            Nothing if none was watched.
        opened_at: when the runtime was opened, in seconds since 1970.
    """

    devices: list[DeviceCounts]
    streams: list[StreamCounts]
    delays: tuple[tuple[int, ...], int]
    opened_at: float


def snapshot(rt: Runtime) -> Snapshot:
    """Returns the counts of a runtime up to now."""
    engine = rt._engine
    devices = [device for device in [*rt._devices._devices.values()] if device is not None]
    with engine.lock:
        if engine.state != FORKED:
            engine.reap_lanes()
            engine.reclaimer.reap()
        halves = {lane.companion for lane in engine.lanes}
        lanes = [lane for lane in engine.lanes if lane not in halves]
        by_device = [_device_counts(device, lanes) for device in devices]
        streams = _by_name(engine, lanes, _retired(devices))
        delays = engine.delays
    if engine.state != FORKED:
        engine.after_lock()
    late = ((), 0) if delays is None else (tuple(delays.counts), delays.total)
    return Snapshot(by_device, streams, late, engine.opened_at)


def _device_counts(device: Device, lanes: Iterable[Lane]) -> DeviceCounts:
    memory = device._state.memory
    counts, pending = NONE, 0
    for lane in lanes:
        if _names(lane)[0] == device.name:
            counts = counts.plus(lane.counts())
            pending += max(0, lane.pending)  # closing adds one more signal
    return DeviceCounts(device.name, counts, pending, memory.pool.stats(memory.dropped.recycled))


def _by_name(engine: Engine, lanes: list[Lane], retired: set[Lane]) -> list[StreamCounts]:
    """Returns the counts of each name that an open stream has. Under the lock."""
    found: dict[str, list[Lane]] = {lane.name: [] for lane in lanes if lane not in retired}
    for lane in lanes:
        if lane.name in found:
            found[lane.name].append(lane)
    made: list[StreamCounts] = []
    for name, same in found.items():
        counts = engine.departed.of(name)
        for lane in same:
            counts = counts.plus(lane.counts_here())
        pending = sum(max(0, lane.pending) for lane in same)
        made.append(StreamCounts(*_names(same[0]), counts, pending))
    return made


def _names(lane: Lane) -> tuple[str, str]:
    """Returns the names of a lane's device and of its stream."""
    device, _, stream = lane.name.partition("/")
    return device, stream


def _retired(devices: list[Device]) -> set[Lane]:
    """Returns the lanes of closed streams that no other stream has."""
    found: set[Lane] = set()
    for device in devices:
        retired = device._state.retired
        while True:
            try:
                found.update(lane for tenancy in list(retired) for lane in tenancy)
                break
            except RuntimeError:  # a finalizer has closed a stream meanwhile
                continue
    return found
