"""The programs that a device has instantiated, and the helper queues that run them.

A helper queue belongs to one program at a time, from `open` to `close`, and to the device for
good: its thread goes on for the next program. Nothing here needs a lock: lists are changed in
single steps, and a finalizer may close a program while another one is being opened.
"""

from __future__ import annotations

import ctypes
import itertools
from dataclasses import dataclass

from streamrt._core.program import Program
from streamrt._native.core import Core
from streamrt._native.program import pack, set_progress
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline

LIMIT = 1 << 20  # any: the launch's thread, which alone submits, looks at no limit
NO_INDEX = 0  # a helper's timeline roots no failure
PATIENCE = 10.0  # seconds for an idle queue to end

_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Replay:
    """A program in native memory.

    Attributes:
        address: of its block.
        progress: the bare queue of stream 0; 0 where that is the only one.
        helpers: the queues of all other streams.
    """

    address: int
    progress: int
    helpers: tuple[NativeQueue, ...]


class Replays:
    """All of one device's."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._helpers: list[NativeQueue] = []  # all of them
        self._idle: list[NativeQueue] = []
        self._opened: dict[int, Replay] = {}
        self._is_closed = False

    def open(self, program: Program) -> int:
        """Builds a program; the handle of a plan that launches it.

        Raises:
            ArgumentError: it is not sound, or could hang.
            MemoryError: there is no room for it.
        """
        core = self._core
        words = pack(program, core.entries)
        helpers: list[NativeQueue] = []
        progress = address = 0
        try:
            while len(helpers) < len(program.streams) - 1:
                helpers.append(self._take())
            if helpers:
                progress = core.new_queue(NO_INDEX)
                set_progress(words, [progress, *(helper.handle for helper in helpers)])
            address = core.allocate(8 * len(words))
            if not address:
                raise MemoryError(f"instantiate a program: no memory for {8 * len(words)} bytes")
            ctypes.memmove(address, words.buffer_info()[0], 8 * len(words))
            codes = (ord("P"),) * program.bases
            replay = Replay(address, progress, tuple(helpers))
            plan = core.new_plan(core.entries["srt_replay"], 1, 1, codes, (address,))
            self._opened[plan] = replay
        except BaseException:
            self._drop(Replay(address, progress, tuple(helpers)))
            raise
        return plan

    def close(self, plan: int) -> None:
        """Frees what stands behind a plan, if that is a program."""
        replay = self._opened.pop(plan, None)
        if replay is not None:
            self._drop(replay)

    def end(self) -> None:
        """Ends all helpers, also of programs that are still open: none of them runs any more."""
        self._is_closed = True
        for helper in self._helpers:
            _end(helper)

    def _take(self) -> NativeQueue:
        """A helper that runs; where its thread cannot be started, it is there for the next try."""
        try:
            helper = self._idle.pop()
        except IndexError:
            name = f"streamrt-replay-{next(_numbers)}"
            helper = NativeQueue(self._core, name, Timeline(NO_INDEX, LIMIT, self._core))
            self._helpers.append(helper)
        try:
            helper.open_for_work()
        except BaseException:
            self._idle.append(helper)
            raise
        return helper

    def _drop(self, replay: Replay) -> None:
        if not self._is_closed:
            self._idle.extend(replay.helpers)
        for memory in (replay.progress, replay.address):
            if memory:
                self._core.release(memory)


def _end(helper: NativeQueue) -> None:
    """Ends a queue that is idle; where it is not, it keeps its memory. A second time is nothing."""
    if helper.close(PATIENCE):
        helper.free()
