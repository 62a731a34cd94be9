"""Directed programs: each goes wrong without one rule of the tracker.

Each is played on many machines if the backend offers them, and many times otherwise, because a
missing wait shows only in some orders.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from streamrt.backend import Backend
from streamrt.testing.conformance._case import program, tags
from streamrt.testing.conformance._machines import machines
from streamrt.testing.conformance._oracle import Part
from streamrt.testing.conformance._play import Play

TIMES = 12
MACHINES = 24
LONG = 200_000  # turns of a kernel that others would overtake, on a device with real time

A, B, C = 0, 1, 2  # streams


def _each(
    backend: Backend, index: int, seconds: float, body: Callable[[Play], None], devices: int = 1
) -> None:
    with_seeds, found = hasattr(backend, "with_seed"), tags(backend, index)
    for _ in range(1 if with_seeds else TIMES):
        for machine, name in machines(backend, MACHINES):
            title = f"{body.__name__}{name}"
            with Play(machine, index, seconds, tags=found, devices=devices, title=title) as play:
                body(play)
                play.judge()


def _slow(play: Play) -> int:
    return 0 if play.is_virtual else LONG


@program("P1")
def reads_wait_for_writes(backend: Backend, index: int, seconds: float) -> None:
    """A read waits for the write before it (RAW), of the whole buffer or of a part."""

    def body(play: Play) -> None:
        x, y, z = play.put(np.arange(16, dtype="u4")), play.empty(), play.empty()
        for stream in (A, B):
            play.step(stream, x, 1, _slow(play))
        play.mix(A, y, x, 1, _slow(play))
        play.copy(B, z, y)
        play.blend(C, Part(z, 4, 12), Part(y, 4, 12), 3)
        play.copy(A, Part(x, 0, 8), Part(z, 8, 16))

    _each(backend, index, seconds, body)


@program("P2")
def writes_wait_for_reads(backend: Backend, index: int, seconds: float) -> None:
    """A write waits for the reads before it (WAR), on every stream that reads."""

    def body(play: Play) -> None:
        x = play.put(np.arange(16, dtype="u4"))
        kept = [play.empty() for _ in range(4)]
        for stream in (A, B, A):
            play.mix(stream, kept[stream], x, stream + 1, _slow(play))
        play.fill(C, x, 99)
        play.copy(B, kept[2], x)
        play.fill(A, Part(x, 8, 16), 77)
        play.copy(C, kept[3], x)

    _each(backend, index, seconds, body)


@program("P3")
def writes_wait_for_writes(backend: Backend, index: int, seconds: float) -> None:
    """A write waits for the write before it (WAW)."""

    def body(play: Play) -> None:
        x, y = play.put(np.arange(16, dtype="u4")), play.empty()
        play.fill(A, y, 1)
        play.mix(A, y, x, 5, _slow(play))
        play.fill(B, y, 2)
        play.mix(C, Part(y, 0, 8), Part(x, 8, 16), 9, _slow(play))
        play.fill(A, Part(y, 4, 12), 3)

    _each(backend, index, seconds, body)


@program("P4")
def a_wait_brings_along_what_it_came_after(backend: Backend, index: int, seconds: float) -> None:
    """Waiting for a point of a stream does not count as waiting for what it waited for later."""

    def body(play: Play) -> None:
        x, early, late = play.put(np.arange(16, dtype="u4")), play.empty(), play.empty()
        seen, other = play.empty(), play.empty()
        play.fill(B, early, 5)
        for number in range(3):
            play.step(A, x, number, _slow(play))
        play.mix(B, late, x, 1)  # only now does B come after A
        play.copy(C, other, early)  # C waits for B's first point
        play.copy(C, seen, x)  # and still has to wait for A
        play.fill(A, early, 6)
        play.copy(C, other, late)

    _each(backend, index, seconds, body)


@program("P5")
def memory_is_reused_after_its_last_use(backend: Backend, index: int, seconds: float) -> None:
    """Memory that was dropped while it is read or written is not touched before that is over."""

    def body(play: Play) -> None:
        kept, sources = [play.empty() for _ in range(4)], [play.empty() for _ in range(3)]
        for number, source in enumerate(sources):
            play.fill(A, source, number + 1)
        for target, source in zip(kept, sources, strict=False):
            play.mix(A, target, source, 1, _slow(play))
        while sources:
            play.drop(sources.pop())
        for number in range(3):
            heir = play.empty()
            play.fill(B, heir, 50 + number)
            play.blend(C, kept[3], heir, 2) if number else play.copy(C, kept[3], heir)

    _each(backend, index, seconds, body)


@program("P6")
def both_halves_of_reused_memory_wait(backend: Backend, index: int, seconds: float) -> None:
    """Memory whose halves were written by two streams and read by a third is reused in halves."""

    def body(play: Play) -> None:
        x, seen = play.empty(32), play.empty(32)
        low, high = Part(x, 0, 16), Part(x, 16, 32)
        play.fill(A, low, 1)
        play.fill(B, high, 2)
        play.step(A, low, 3, _slow(play))
        play.step(B, high, 4, _slow(play))
        play.mix(C, seen, x, 1, _slow(play))
        play.step(B, high, 4, _slow(play))
        play.drop(x)
        y = play.empty(32)
        play.fill(B, Part(y, 0, 16), 8)
        play.fill(A, Part(y, 16, 32), 9)
        play.step(C, Part(y, 8, 24), 5)

    _each(backend, index, seconds, body)


@program("P7")
def frozen_memory_is_reused_after_its_last_reader(
    backend: Backend, index: int, seconds: float
) -> None:
    """Frozen memory is reused after its last reader, too."""

    def body(play: Play) -> None:
        x, seen = play.empty(), [play.empty() for _ in range(2)]
        play.fill(A, x, 4)
        play.freeze(x)
        play.mix(B, seen[0], x, 1, _slow(play))
        play.mix(C, seen[1], x, 2, _slow(play))
        play.drop(x)
        y = play.empty()
        play.fill(A, y, 6)

    _each(backend, index, seconds, body)


@program("P8a", "computes")
def only_reads_carry_poison(backend: Backend, index: int, seconds: float) -> None:
    """Readers of a failed writer are skipped; those that overwrite it, or its sources, run."""

    def body(play: Play) -> None:
        x, y, z = play.put(np.arange(16, dtype="u4")), play.empty(), play.empty()
        play.spoil(A, y)
        play.mix(B, z, y)  # skipped: its source was never written
        play.mix(C, y, x)  # runs: it only writes
        play.blend(B, y, x)  # runs: y was written again
        play.step(A, z)  # skipped, and carries on
        play.fill(C, z, 3)
        play.refuse(A, x)  # fails and has written nothing
        play.step(B, x)  # runs: a failed reader spoils nothing
        play.spoil_more(C, y, x)
        play.copy(A, z, x)

    _each(backend, index, seconds, body)


@program("P8b", "computes")
def poison_keeps_to_its_range(backend: Backend, index: int, seconds: float) -> None:
    """A failed write to a part poisons that part, until it is overwritten."""

    def body(play: Play) -> None:
        x, y, z = play.put(np.arange(16, dtype="u4")), play.empty(), play.empty()
        play.fill(A, y, 1)
        play.fill(A, z, 2)
        play.spoil(B, Part(y, 4, 12))
        play.mix(C, Part(z, 0, 4), Part(y, 0, 4))
        play.mix(A, Part(z, 8, 16), Part(y, 8, 16))  # half of it is poisoned: skipped
        play.copy(B, Part(y, 8, 16), Part(x, 0, 8))
        play.mix(C, Part(z, 8, 12), Part(y, 12, 16))
        play.step(A, Part(y, 0, 6))  # skipped

    _each(backend, index, seconds, body)


@program("P8c", "computes")
def an_elided_wait_still_checks(backend: Backend, index: int, seconds: float) -> None:
    """A read that needs no wait of its own is skipped all the same if its writer failed."""

    def body(play: Play) -> None:
        x, y, z = play.put(np.arange(16, dtype="u4")), play.empty(), play.empty()
        play.fill(A, z, 5)
        play.spoil(A, y)
        play.fill(A, x, 1)
        play.copy(B, z, x)  # B comes after A as a whole
        play.mix(B, x, y)  # no wait is needed, and it is skipped
        play.mix(A, z, y)  # its own stream's failure

    _each(backend, index, seconds, body)


@program("P8d")
def what_is_cancelled_poisons_its_readers(backend: Backend, index: int, seconds: float) -> None:
    """A cancelled launch writes nothing; its readers are skipped, those that overwrite it run."""

    def body(play: Play) -> None:
        x, y, z = play.put(np.arange(16, dtype="u4")), play.empty(), play.empty()
        play.fill(A, y, 1)
        play.fill(A, z, 1)
        written = play.copy(A, y, x)
        play.copy(B, z, y)
        play.cancel(written)
        overwritten = play.fill(C, y, 8)
        play.copy(A, Part(z, 0, 8), Part(y, 8, 16))
        play.cancel(play.step(B, Part(y, 0, 8), 4))
        play.copy(C, Part(x, 0, 8), Part(y, 4, 12))
        play.cancel(overwritten)

    _each(backend, index, seconds, body)


@program("P9", "several")
def copies_between_devices_are_ordered(backend: Backend, index: int, seconds: float) -> None:
    """Copies between two devices wait for their sources, and are waited for."""

    def body(play: Play) -> None:
        x = play.put(np.arange(16, dtype="u4"), 0)
        far, back = play.empty(16, 1), play.empty(16, 0)
        play.step(A, x, 3, _slow(play))
        play.copy(B, far, x)
        play.step(A, x, 4, _slow(play))
        play.step(B, far, 5, _slow(play))
        play.copy(C, back, far)
        play.fill(B, far, 1)
        play.blend(A, back, x)

    _each(backend, index, seconds, body, devices=2)
