"""Random programs, each from a seed that is printed when it goes wrong."""

from __future__ import annotations

from random import Random

import numpy as np

from streamrt.backend import Backend
from streamrt.testing.conformance._case import program, tags
from streamrt.testing.conformance._machines import machines
from streamrt.testing.conformance._oracle import Entry, Life, Part
from streamrt.testing.conformance._play import Play

PROGRAMS = 60
LENGTH = 40
SIZES = (16, 16, 16, 32)  # elements; the first three share a size class
SLOTS = 5
WITHIN = (*[None] * 7, 3600.0, 3600.0, 1e-2, 1e-3, 1e-4, 1e-5, 0.0)  # seconds


class Author:
    """Writes a program while it is played. The program depends on the seed alone."""

    def __init__(
        self, play: Play, random: Random, failing: bool, devices: int, deadlines: bool = False
    ) -> None:
        self._play = play
        self._deadlines = deadlines
        self._random = random
        self._failing = failing and play.computes
        self._devices = devices
        self._frozen: set[Life] = set()
        self._numbers = 0
        self._slots = [self._new() for _ in range(SLOTS)]
        # Each stream notes its reads here, in order. Only it writes there, so that orders nothing.
        self._witness = [self._put(16, n % devices) for n in range(len(play.streams))]

    def write(self, length: int) -> None:
        """Plays this many operations."""
        weights = [self._submit] * 26 + [self._observe] * 8 + [self._replace] * 6
        rare = [self._put_again, self._freeze, self._order, self._order, self._see]
        if self._failing:
            rare += [self._fail, self._fail, self._cancel, self._cancel]
        for _ in range(length):
            self._play.within = self._random.choice(WITHIN) if self._deadlines else None
            self._random.choice(weights + rare)()

    # -- choosing -------------------------------------------------------------------------------

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _turns(self) -> int:
        return 0 if self._play.is_virtual else self._random.choice((0, 0, 300, 3000, 20000))

    def _stream(self, device: int) -> int:
        count = len(self._play.streams)
        return self._random.choice([n for n in range(count) if n % self._devices == device])

    def _part(self, life: Life) -> Part:
        kind = self._random.randrange(8)
        if kind < 4:
            return Part(life, 0, life.size)
        if kind == 7:
            return Part(life, self._random.randrange(2), life.size, 2)
        low = self._random.choice((0, 3, life.size // 2))
        high = self._random.choice((life.size // 2, life.size - 5, life.size))
        return Part(life, low, high) if low < high else Part(life, 0, life.size)

    def _pair(self) -> tuple[Part, Part]:
        """A target that may be written and a source of the same length on its device."""
        while True:
            target, source = (self._part(self._random.choice(self._slots)) for _ in range(2))
            if target.life is source.life or target.life in self._frozen:
                continue
            if self._play.device_of(target.life) != self._play.device_of(source.life):
                continue
            count = min(target.count, source.count)
            return _first(target, count), _first(source, count)

    def _target(self) -> Part:
        open_ones = [life for life in self._slots if life not in self._frozen]
        return self._part(self._random.choice(open_ones))

    # -- operations -----------------------------------------------------------------------------

    def _new(self, device: int | None = None) -> Life:
        """A new buffer, written at once: by one stream, or half by half."""
        play, random = self._play, self._random
        home = random.randrange(self._devices) if device is None else device
        life = play.empty(random.choice(SIZES), home)
        half = life.size // 2
        parts = [Part(life, 0, half), Part(life, half, life.size)]
        for part in parts if random.random() < 0.3 else [play.whole(life)]:
            play.fill(self._stream(home), part, self._number())
        return life

    def _put(self, size: int, device: int) -> Life:
        first = 1000 * self._number()
        return self._play.put(np.arange(first, first + size, dtype="u4"), device)

    def _submit(self) -> None:
        play, random = self._play, self._random
        kind = random.randrange(10)
        if kind < 2:
            target = self._target()
            stream = self._stream(play.device_of(target.life))
            if kind:
                play.fill(stream, target, self._number())
            else:
                play.step(stream, target, self._number(), self._turns())
            return
        if kind == 2 and self._devices > 1:
            self._cross()
            return
        target, source = self._pair()
        stream = self._stream(play.device_of(target.life))
        if kind < 6:
            play.mix(stream, target, source, self._number(), self._turns())
        elif kind < 8:
            play.blend(stream, target, source, self._number(), self._turns())
        else:
            play.copy(stream, target, source)

    def _cross(self) -> None:
        """A copy between two devices, by a stream of the target's."""
        play = self._play
        target, source = self._target(), self._part(self._random.choice(self._slots))
        if target.life is not source.life:
            count = min(target.count, source.count)
            stream = self._stream(play.device_of(target.life))
            play.copy(stream, _first(target, count), _first(source, count))

    def _observe(self) -> None:
        """Has a stream note what it reads."""
        play = self._play
        source = self._part(self._random.choice(self._slots))
        stream = self._stream(play.device_of(source.life))
        life = self._witness[stream]
        if self._failing and self._random.random() < 0.2:  # make it readable again
            play.fill(stream, life, self._number())
        count = min(life.size, source.count)
        part = Part(life, 0, count)
        play.blend(stream, part, _first(source, count), self._number(), self._turns())

    def _replace(self) -> None:
        """Drops a buffer that may be in use; the next takes its memory."""
        slot = self._random.randrange(SLOTS)
        life = self._slots[slot]
        self._frozen.discard(life)
        self._play.drop(life)
        self._slots[slot] = self._new()

    def _put_again(self) -> None:
        slot = self._random.randrange(SLOTS)
        life = self._slots[slot]
        home = self._play.device_of(life)
        self._frozen.discard(life)
        self._play.drop(life)
        self._slots[slot] = self._put(life.size, home)

    def _freeze(self) -> None:
        if len(self._frozen) < SLOTS - 3:
            life = self._random.choice(self._slots)
            self._frozen.add(life)
            self._play.freeze(life)

    def _order(self) -> None:
        count = len(self._play.streams)
        self._play.order(self._random.randrange(count), self._random.randrange(count))

    def _see(self) -> None:
        if self._random.random() < 0.3 and self._play.entries:
            self._play.see(self._random.choice(self._play.entries))

    def _fail(self) -> None:
        play, random = self._play, self._random
        kind = random.randrange(3)
        if kind == 0:
            source = self._part(random.choice(self._slots))
            play.refuse(self._stream(play.device_of(source.life)), source)
            return
        target, source = self._pair()
        stream = self._stream(play.device_of(target.life))
        if kind == 1:
            play.spoil(stream, target)
        else:
            play.spoil_more(stream, target, source)

    def _cancel(self) -> None:
        entries: list[Entry] = self._play.entries[-12:]
        if entries:
            self._play.cancel(self._random.choice(entries))


def _first(part: Part, count: int) -> Part:
    """The first `count` elements of a part."""
    return Part(part.life, part.start, part.start + (count - 1) * part.step + 1, part.step)


def play(
    backend: Backend,
    index: int,
    seconds: float,
    seed: int,
    length: int = LENGTH,
    *,
    deadlines: bool = False,
) -> None:
    """Plays the program of a seed, on every machine that the backend offers.

    Args:
        backend: the backend.
        index: the index of the first device.
        seconds: the longest wait.
        seed: the seed of the program.
        length: how many operations it has.
        deadlines: whether operations have deadlines, some of which pass.

    Raises:
        Violation: it did not end as one stream in the order of submission would have.
    """
    found = tags(backend, index)
    for machine, name in machines(backend):
        random = Random(seed)
        devices = random.choice((1, 1, 2)) if "several" in found else 1
        streams = max(devices, random.randint(1, 4))
        manual = random.random() < 0.15
        failing = random.random() < 0.5 or deadlines
        with Play(
            machine,
            index,
            seconds,
            tags=found,
            streams=streams,
            devices=devices,
            manual=manual,
            is_held=random.random() < 0.8,
            title=f"program {seed}{name}{' with deadlines' if deadlines else ''}",
        ) as one:
            Author(one, random, failing, devices, deadlines).write(length)
            one.judge()


@program("P10")
def random_programs(backend: Backend, index: int, seconds: float) -> None:
    """Random programs end as one stream that runs in the order of submission would end."""
    for seed in range(PROGRAMS):
        play(backend, index, seconds, seed)


@program("P11")
def random_programs_with_deadlines(backend: Backend, index: int, seconds: float) -> None:
    """The same programs with deadlines: what is late never runs, and the rest is as ever."""
    for seed in range(PROGRAMS):
        play(backend, index, seconds, seed, deadlines=True)
