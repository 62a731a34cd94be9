"""The relay takes whatever bytes come: what is wrong changes nothing, and no byte behind is read.

The bytes lie at the end of a page that has none behind it. The oracles of relay_oracle.py say what
is right.
"""

from __future__ import annotations

import ctypes
from collections.abc import Generator, Sequence

import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given
from hypothesis import strategies as st
from native.relay_oracle import (
    AWAIT,
    CHANNELS,
    CREDIT,
    ERRAND,
    LEAVE,
    LOAD,
    MOST_CHECKS,
    MOST_SLOTS,
    PASS,
    RESULT,
    ROOM,
    RUN_PLAN,
    TOP,
    WORDS,
    Channels,
    Edge,
    Given,
    packed,
    values_in,
    what_lands,
)  # fmt: skip

from streamrt._core.commands import Launch
from streamrt._native.core import DONE, RUNNING, Core
from streamrt._native.queue import CELL_BYTES, CellStatus, NativeQueue
from streamrt._native.relay import InboxFields, OutboxFields, Parcel
from streamrt._native.timeline import Timeline

UNUSED = 7  # a channel that nobody opens
THERE = 1 << 44  # memory of the place
AWAY = (0, 0, 1, TOP - 1, CREDIT, TOP - CREDIT)

numbers = st.one_of(
    st.integers(0, 6),
    st.integers(0, TOP - 1),
    st.sampled_from([2**31, 2**32 - 1, TOP - 1, TOP - 2]),
)


@pytest.fixture(scope="module")
def edge() -> Generator[Edge]:
    edge = Edge()
    yield edge
    edge.close()


# -- at the device --------------------------------------------------------------------------------


class Device:
    """A relayed device with two queues, of which the second hands over nothing."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.channels = Channels(core)
        self.far = core.new_relayed(self.channels.start, THERE, 4096, THERE, THERE + 4096)
        self.queues = [NativeQueue(core, "relayed", Timeline(1 + i, 2**20, core)) for i in range(2)]
        for number, queue in enumerate(self.queues):
            core.open_far(queue.handle, self.far, number)
        self._plan = core.new_far_plan(1, 0, 1, 1, tuple(b"QQ"), ())
        here, words = core.entries["srt_copy"], (1, 8, 4, 8, 8)  # four words that lie side by side
        self._copy = core.new_far_plan(2, here, 1, 1, tuple(b"PP"), words)
        self._host = ctypes.create_string_buffer(32)
        self.host = ctypes.addressof(self._host)
        self._cells = core.new_cells(CREDIT)
        self._memory = ctypes.create_string_buffer(ROOM)
        self._out = OutboxFields(
            bytes=ctypes.addressof(self._memory), room=ROOM, timeout=10**9
        )  # fmt: skip
        self.sent = 0  # the value of the last record that was taken

    @property
    def queue(self) -> NativeQueue:
        return self.queues[0]

    def launch(self, count: int) -> None:
        for _ in range(count):
            self._push(self._plan, 1, 2)

    def bring(self) -> None:
        """Launches an errand that brings bytes."""
        self._push(self._copy, self.host, THERE)

    def _push(self, plan: int, *arguments: int) -> None:
        value = self.queue.can_issue()
        cell = self.cell(value)
        cell.state = cell.deadline = 0
        assert self.queue.push([Launch(ctypes.addressof(cell), plan, arguments)]) == value

    def find(self, parcel: Parcel) -> bool:
        return bool(self.core.srt_find_parcel(self.far, ctypes.addressof(parcel)))

    def cell(self, value: int) -> CellStatus:
        return CellStatus.from_address(self._cells + CELL_BYTES * (value % CREDIT))

    def take(self, last: int) -> None:
        """Takes what is published, until the record of that value has come."""
        while self.sent < last:
            self.core.srt_take_words(self.far, ctypes.addressof(self._out))
            load = self._memory.raw[: self._out.used]
            while load:
                number, words, at = LOAD.unpack_from(load)
                assert number == 0
                load = load[LOAD.size :]
                for value in values_in(load[: 8 * words], at):
                    assert value == self.sent + 1
                    self.sent = value
                load = load[8 * words :]

    def accept(self, edge: Edge, load: bytes, offset: int = 0) -> bool:
        return bool(self.core.srt_accept_results(self.far, edge.put(load), len(load), offset))

    def end_sent(self, edge: Edge) -> None:
        """Ends all that was sent."""
        done = self.queue.completed
        if done < self.sent:
            ended = RESULT.pack(0, 0, 0, 0, 0, DONE) * (self.sent - done)
            assert self.accept(edge, LOAD.pack(0, self.sent - done, done + 1) + ended)
        assert self.queue.completed == self.sent

    def close(self, edge: Edge) -> None:
        self.take(self.queue.can_issue() - 1)
        self.end_sent(edge)
        for queue in self.queues:
            assert queue.close(60)
            self.core.close_far(queue.handle)
            queue.free()
        for each in (self._plan, self._copy, self._cells, self.far):
            self.core.release(each)
        self.channels.close()


@pytest.fixture(scope="module")
def device(core: Core, edge: Edge) -> Generator[Device]:
    device = Device(core)
    yield device
    device.close(edge)


@st.composite
def results(draw: st.DrawFn) -> list[tuple[int, int, int, bytes]]:
    """Loads of results: channel, count, how far the first value is from the right, and bytes."""
    loads: list[tuple[int, int, int, bytes]] = []
    for _ in range(draw(st.integers(1, 4))):
        is_right = draw(st.booleans())
        number = 0 if is_right else draw(st.one_of(st.just(0), st.just(1), numbers)) % 2**32
        count = draw(st.integers(1, 3) if is_right else numbers) % 2**32
        away = 0 if is_right else draw(st.one_of(st.just(0), numbers))
        size = count if is_right or draw(st.booleans()) else draw(st.integers(0, 9))
        few = min(size, 9) * RESULT.size + draw(st.sampled_from([0, 0, 0, 0, -1, 8]))
        loads.append(
            (number, count, away, draw(st.randoms(use_true_random=False)).randbytes(max(few, 0)))
        )
    return loads


@given(loads=results(), tail=st.binary(max_size=20), offset=st.integers(-(2**63), 2**63 - 1))
@example(loads=[(0, 2**32 - 1, 0, b"")], tail=b"", offset=0)
@example(
    loads=[(0, 3, 0, bytes(3 * RESULT.size)), (0, 3, 0, bytes(3 * RESULT.size))], tail=b"", offset=0
)
@example(loads=[(UNUSED, 1, 0, bytes(RESULT.size))], tail=b"", offset=0)
@example(loads=[(0, 1, 1, bytes(RESULT.size))], tail=b"", offset=0)
@example(loads=[(0, 1, 0, bytes(RESULT.size - 1))], tail=b"", offset=0)
@example(loads=[(0, 2, 0, b"")], tail=b"", offset=2**63 - 1)
def test_results_land_only_if_they_are_of_records_that_were_sent(
    device: Device,
    edge: Edge,
    loads: Sequence[tuple[int, int, int, bytes]],
    tail: bytes,
    offset: int,
) -> None:
    device.end_sent(edge)
    done = device.queue.completed
    device.launch(4)
    device.take(done + 4)
    device.launch(2)  # not sent, whether they are published by now or not
    load, first = b"", done + 1
    for number, count, away, body in loads:
        load += LOAD.pack(number, count, (first + away) % TOP) + body
        first += count
    others = [bytes(device.channels.of(number)) for number in (1, UNUSED)]
    expected, last = what_lands(load + tail, done, done + 4)
    assert device.accept(edge, load + tail, offset) == expected
    assert device.queue.completed == last
    for value in range(done + 1, last + 1):
        cell = device.cell(value)
        assert cell.state >= DONE
        assert 0 < cell.started <= cell.finished
    for value in range(last + 1, done + 5):
        assert device.cell(value).state == RUNNING
    assert others == [bytes(device.channels.of(number)) for number in (1, UNUSED)]
    device.take(done + 6)


@given(channel=st.one_of(st.just(0), numbers), away=st.one_of(st.sampled_from(AWAY), numbers))
@example(channel=0, away=0)
@example(channel=0, away=CREDIT)
@example(channel=0, away=TOP - CREDIT)
def test_only_the_bytes_that_an_errand_waits_for_find_memory(
    device: Device, edge: Edge, channel: int, away: int
) -> None:
    """They find it once, and the errand lands when they are there; not before."""
    device.end_sent(edge)
    value = device.queue.completed + 1
    device.bring()
    device.take(value)
    assert device.accept(edge, LOAD.pack(0, 1, value) + RESULT.pack(0, 0, 0, 0, 0, DONE))
    parcel = Parcel(channel=channel, value=(value + away) % TOP, address=1, bytes=1)
    is_right = (channel, away) == (0, 0)
    assert device.find(parcel) == is_right
    found = (device.host, 32) if is_right else (1, 1)
    assert (parcel.address, parcel.bytes) == found
    if not is_right:
        device.core.srt_land_parcel(device.far, ctypes.addressof(parcel))
        parcel = Parcel(channel=0, value=value)
        assert device.find(parcel)
    assert not device.find(parcel)
    assert device.queue.completed == value - 1
    device.core.srt_land_parcel(device.far, ctypes.addressof(parcel))
    assert device.queue.completed == value
    assert device.cell(value).state == DONE


# -- at the place ---------------------------------------------------------------------------------


GREATEST = (RUN_PLAN, MOST_CHECKS, MOST_SLOTS)
FILLED = [GREATEST] * 56  # then 32 words are left in the ring

records = st.tuples(
    st.sampled_from(
        [RUN_PLAN, RUN_PLAN, RUN_PLAN, PASS, PASS, ERRAND, ERRAND, AWAIT, AWAIT, LEAVE]
    ),
    st.sampled_from([0, 1, 2, MOST_CHECKS]),
    st.sampled_from([0, 1, 2, 7, MOST_SLOTS]),
)
FAULTS = ("what", "size", "value", "checks", "slots", "number", "words", "at", "end", "wrap", "")
faults = st.tuples(
    st.sampled_from(FAULTS),
    st.integers(0, 3),
    st.one_of(st.sampled_from([1, 2, TOP - 1, TOP - 4]), numbers),
)  # fmt: skip


@pytest.fixture(scope="module")
def place(core: Core) -> Generator[Channels]:
    place = Channels(core)
    yield place
    place.close()


@given(
    loads=st.lists(
        st.tuples(st.lists(records, min_size=1, max_size=4), faults), min_size=1, max_size=2
    ),
    is_filled=st.booleans(),
    start=st.one_of(st.just(0), numbers),
    cut=st.sampled_from([0, 0, 0, 0, 1, 8, 16]),
)
@example(loads=[([(PASS, 2, 0)] * CREDIT, ("", 0, 0))], is_filled=False, start=3, cut=0)
@example(loads=[([(PASS, 2, 0)] * (CREDIT + 1), ("", 0, 0))], is_filled=False, start=3, cut=0)
@example(loads=[([GREATEST], ("wrap", 0, 0))], is_filled=True, start=0, cut=0)
@example(loads=[([(RUN_PLAN, 0, MOST_SLOTS + 1)], ("", 0, 0))], is_filled=False, start=0, cut=0)
@example(loads=[([(RUN_PLAN, MOST_CHECKS + 1, 0)], ("", 0, 0))], is_filled=False, start=0, cut=0)
@example(loads=[([(PASS, 0, 0)], ("words", 0, WORDS + 1 - 4))], is_filled=False, start=0, cut=0)
@example(loads=[([(PASS, 0, 0)], ("number", 0, CHANNELS))], is_filled=False, start=0, cut=0)
@example(loads=[([(PASS, 0, 0)], ("at", 0, 4))], is_filled=False, start=0, cut=0)
@example(loads=[([(PASS, 0, 0)] * 2, ("value", 0, 1))], is_filled=False, start=0, cut=0)
def test_records_are_published_only_if_they_fit_and_are_the_next(
    core: Core, edge: Edge, place: Channels,
    loads: Sequence[tuple[Sequence[tuple[int, int, int]], tuple[str, int, int]]],
    is_filled: bool, start: int, cut: int,
) -> None:  # fmt: skip
    start %= 1 << 40  # as values are
    inbox = InboxFields(shared=place.start)
    inbox.given[:] = [1 << 62] * CHANNELS  # nothing is right for the others
    at = ctypes.addressof(inbox)
    core.begin_relayed(at, 0, 1, start)
    place.of(0)[-8 * WORDS :] = bytes(8 * WORDS)
    oracle = Given(start)
    others = [bytes(place.of(number)[: -8 * WORDS]) for number in (1, UNUSED)]
    if is_filled:
        load = packed(FILLED, 0, start, ("", 0, 0))
        assert oracle.take(load)
        assert core.srt_give_words(at, edge.put(load), len(load))
    load, tail, value = b"", oracle.tail, oracle.value
    for records, fault in loads:
        one = packed(records, tail, value, fault)
        load += one
        tail, value = tail + LOAD.unpack_from(one)[1], value + sum(of[0] != AWAIT for of in records)
    load = load[: len(load) - cut]
    expected = oracle.take(load)
    assert bool(core.srt_give_words(at, edge.put(load), len(load))) == expected
    assert (place.tail(0), inbox.given[0]) == (oracle.tail, oracle.value)
    assert others == [bytes(place.of(number)[: -8 * WORDS]) for number in (1, UNUSED)]
