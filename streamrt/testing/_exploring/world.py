"""The world of one run: devices, timers, host functions and jobs, and one virtual clock.

1. Whatever may happen next is an option: a turn of the event loop, if it has something to do; the
   head of a queue; the end of a host call; the earliest timer; the beginning or the end of a job of
   an executor. One draw chooses, and 0 is the earliest in virtual time.
2. An option that is passed over is late: for LATE of virtual time the others go first. So one draw
   makes one thing slow, and few draws tell a schedule.
3. A turn of the loop takes TURN, so that a program that polls lets time pass. Work of a device
   takes what the simulator's costs say. An option that is chosen late happens late, and nothing
   happens before its time: the clock only rises. After FAIR turns of the loop something else
   happens, if it can, so that a program that polls comes to an end in every schedule.
4. After each step every bridge looks whether its waiters' points are reached.
5. Where a block of memory was dropped and its last use may not have ended, a draw says whether the
   next allocation takes it or a fresh one: the order that reuse makes is nobody's intention.
6. User code runs outside of the machine's lock: on the loop, or in a puppet, for which the thread
   that steps waits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._backends.sim.queues import MachineQueue
from streamrt._core.commands import Launch
from streamrt._refusals import frame_at
from streamrt._runtime.inner import pool_of
from streamrt._runtime.waiting.bridge import Bridge, LoopBridge
from streamrt._runtime.world import World as RuntimeWorld
from streamrt.backend import Backend
from streamrt.errors import EscapedError, StuckError
from streamrt.testing._exploring.devices import WorldHardware, stand_in
from streamrt.testing._exploring.puppets import Puppets
from streamrt.testing._exploring.sites import line_of, site_of, spell
from streamrt.testing._exploring.tape import Key, NamedTape, Tape
from streamrt.testing._reports.facts import Moment

if TYPE_CHECKING:
    from streamrt._runtime.runtime import Runtime
    from streamrt.testing._exploring.loop import ExploredLoop

TURN = 1_000  # ns
LATE = 1_000_000  # ns
MOST_TURNS = 100_000  # of the loop, while nothing else can happen
FAIR = 1_000  # turns of the loop, after which something else happens, if it can
MOST_MOMENTS = 10_000
LOOP, TIMER, JOB, QUEUE = 0, 1, 2, 3

_BLOCKS = ("the dropped one", "a fresh block")

Option = tuple[int, int, int, Any]
"""The time at which it would happen, in ns; its kind; its number; and itself."""


class Job(NamedTuple):
    """A function that a thread of an executor would run, or the end of it.

    Attributes:
        name: its name.
        act: runs it, or tells of its end.
        at: the time from which on it may happen.
        what: `begins` or `ends`.
    """

    name: str
    act: Callable[[], object]
    at: int
    what: str


class World(RuntimeWorld):
    """One run's world. See the module for its rules.

    Attributes:
        tape: what chooses.
        machine: the simulated machine.
        hardware: its devices.
        loop: the event loop; None while none runs.
        runtimes: the runtimes that were opened.
        escaped: the first escape.
        steps: how often something happened.
        beats: how often something happened, or the loop had a turn.
        has_overtaken: whether a timer has fired before work that would have ended before it.
        moments: what happened on the host; None if nobody asks.
        bridges: the bridges of the runtimes.
    """

    def __init__(self, tape: Tape, puppets: Puppets, limit: int, races: bool) -> None:
        """Makes a world at the beginning of virtual time.

        Args:
            tape: what chooses.
            puppets: the threads of host functions.
            limit: the most steps of a run.
            races: whether runtimes look for races.
        """
        self.tape = tape
        self.races: bool = races
        self.hardware = WorldHardware()
        self.hardware.step = self.advance
        self.machine = self.hardware.machine
        self.loop: ExploredLoop | None = None
        self.runtimes: list[Runtime] = []
        self.escaped: EscapedError | None = None
        self.steps = self.beats = 0
        self.has_overtaken = False
        self.moments: list[Moment] | None = None
        self._is_over = False
        self._limit = limit
        self._turns = 0
        self._puppets = puppets
        self.bridges: list[Bridge] = []
        self._backends: dict[str, Backend] = {}
        self._jobs: dict[int, Job] = {}
        self._lines: dict[int, tuple[CodeType, int] | None] = {}  # that allocated, by address
        self._late: dict[tuple[int, int], int] = {}  # until when
        self._numbers = 0
        if isinstance(tape, NamedTape):
            tape.clock = self.now

    def restart(self, tape: Tape) -> None:
        """Begins another schedule, with the same runtimes."""
        self.tape = tape
        self.machine.clear()
        self._late.clear()

    # -- for runtimes ---------------------------------------------------------------------------

    def now(self) -> int:
        """See `streamrt._runtime.world.World`, also for the methods that follow."""
        return self.machine.now

    def backend(self, kind: str, given: Backend | None) -> Backend:
        """Returns the stand-in for a kind of device."""
        found = self._backends.get(kind)
        if found is None:
            found = self._backends[kind] = stand_in(kind, given, self.hardware)
        return found

    def opened(self, runtime: Runtime) -> None:
        """Takes note of a runtime."""
        self.runtimes.append(runtime)

    def run(self, function: Callable[[], object], name: str) -> None:
        """Runs a host function in a puppet."""
        self.note(f"call {name}", "begins")
        frame = self._puppets.run(function, self)
        if frame is not None:
            site = site_of(frame)
            error = EscapedError(
                f"explore: {name} blocks its thread at {site}, and nothing in the program can go "
                "on meanwhile; wait for executions, or on the loop",
                site,
            )
            self.escape(error)
            raise error

    def reuses(self, device: str) -> bool:
        """Draws whether a block is taken that others may still be using, or a fresh one."""
        return not self.tape.draw(f"memory of {device}", 2, (), _BLOCKS.__getitem__)

    def allocating(self, address: int) -> None:
        """Takes note of the line that allocates memory."""
        self._lines[address] = line_of(frame_at(2))

    def allocated(self, devices: list[Any]) -> tuple[str, ...]:
        """Returns the lines that allocated the memory that is in use."""
        pools = [pool_of(device) for device in devices]
        blocks = [block for pool in pools for block in pool.blocks if not block.is_free]
        lines = [self._lines.get(block.address) for block in blocks]
        return tuple(sorted({spell(*line) for line in lines if line is not None}))

    def later(self, function: Callable[[], object], name: str) -> None:
        """Has a function called at a drawn moment."""
        self.add_job(Job(name, partial(self.run, function, name), self.now(), "begins"))

    def watch(self, bridge: Bridge) -> None:
        """Has a bridge look after each step."""
        if bridge not in self.bridges:
            self.bridges.append(bridge)

    def stuck(self, what: str) -> StuckError:
        """Returns the error of a wait that blocks the program for ever."""
        site = site_of(frame_at(1))
        return StuckError(
            f"deadlock: {what} at {site} waits for ever; nothing else can happen",
            "deadlock",
            (site,),
        )

    # -- for the loop ---------------------------------------------------------------------------

    def add_job(self, job: Job) -> None:
        """Adds a job of an executor, or its end."""
        self._numbers += 1
        self._jobs[self._numbers] = job

    def escape(self, error: EscapedError) -> None:
        """Takes note of an escape."""
        if self.escaped is None:
            self.escaped = error

    @property
    def is_noting(self) -> bool:
        """Whether moments are noted: not all of those of tasks that turn for ever."""
        if self.moments is None or self._is_over:
            return False
        return len(self.moments) < MOST_MOMENTS and self._turns < FAIR

    def note(self, who: str, what: str, where: str = "") -> None:
        """Takes note of a moment, if anybody asks."""
        if self.moments is not None and self.is_noting:
            self.moments.append(Moment(self.machine.now, who, what, where))

    def end_notes(self) -> None:
        """Takes note of nothing more, because what follows is no part of the schedule."""
        self._is_over = True

    def held(self) -> list[str]:
        """Returns the commands at the heads of queues that wait for others, in words."""
        found: list[str] = []
        for queue in self.machine.queues:
            if queue.batches and queue not in self.machine.ready and not queue.lost:
                batch = queue.batches[0]
                state = "has begun and not ended" if batch.begun else "waits for other queues"
                found.append(f"{self._spell((0, QUEUE, 0, queue))} {state}")
        return found

    def next_turn(self) -> None:
        """Lets things happen until the loop's turn has come.

        Raises:
            StuckError: nothing can happen, or the loop turns for ever.
        """
        loop = self.loop
        assert loop is not None
        while True:
            options = self._options(loop)
            if self._turns >= FAIR and len(options) > 1:
                options = [option for option in options if option[1] != LOOP]
            if not options:
                raise loop.stuck()
            chosen = self._choose(options)
            if chosen[1] == LOOP:
                break
            self._turns = 0
            self._happen(options, chosen)
        self.machine.now += TURN
        self.beats += 1
        self._turns += 1
        if self._turns > MOST_TURNS:
            raise loop.livelock(self._turns)

    # -- steps ----------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Lets one thing happen except a turn of the loop; False if nothing can."""
        options = self._options(None)
        if not options:
            return False
        self._happen(options, self._choose(options))
        return True

    def _options(self, turning: ExploredLoop | None) -> list[Option]:
        """Returns all that may happen next; with a loop, also its turn."""
        machine = self.machine
        found: list[Option] = []
        for bridge in self.bridges:
            if bridge.seekers:  # a turn may have dropped a buffer
                bridge.settle()
        if turning is not None and turning.ready:
            found.append((machine.now, LOOP, 0, None))
        ready, when = machine.ready, machine.when
        if not ready and self.bridges:
            machine.look_at_lost()
        found += [(when(queue), QUEUE, queue.number, queue) for queue in ready]
        if self.loop is not None:
            timer = self.loop.next_timer()
            if timer is not None:
                found.append((timer, TIMER, 0, None))
        if self._jobs:
            found += [(job.at, JOB, number, job) for number, job in self._jobs.items()]
        if len(found) > 1:
            late = self._late
            if late:
                found = [(max(at, late.get((k, n), 0)), k, n, what) for at, k, n, what in found]
            found.sort(key=_when)
        return found

    def _choose(self, options: list[Option]) -> Option:
        if len(options) == 1:
            return options[0]
        keys: list[Key] = [4 * number + kind for _, kind, number, _ in options]
        spell = self._spell
        drawn = self.tape.draw("next", len(options), keys, lambda value: spell(options[value]))
        chosen = options[drawn]
        for _, kind, number, _ in options[:drawn]:
            self._late[kind, number] = chosen[0] + LATE
        if self._late:
            self._late.pop(chosen[1:3], None)
        return chosen

    def _happen(self, options: list[Option], option: Option) -> None:
        at, kind, number, what = option
        self.steps += 1
        self.beats += 1
        self.has_overtaken |= kind == TIMER and option is not options[0]
        if self.steps > self._limit:
            raise StuckError(
                f"livelock: the schedule does not end: {self.steps} steps, up to "
                f"{self.now() / 1e9:.3f} s of virtual time; explore(steps=...) allows more",
                "livelock",
            )
        hardware = self.hardware
        if kind == QUEUE:
            if hardware.faults is None or not self._is_lost(what):
                with hardware.lock:
                    self.machine.run(what)
                hardware.begin_calls()
        else:
            self.machine.now = max(self.machine.now, at)
            if kind == TIMER:
                assert self.loop is not None
                self.loop.fire()
            else:
                del self._jobs[number]
                what.act()
        if self.bridges:
            self._look()

    def _is_lost(self, queue: MachineQueue) -> bool:
        """Whether the device of a queue is lost now."""
        faults = self.hardware.faults
        device = self.hardware.devices.get(queue.engines.number)
        if faults is None or device is None or not faults.lost(device):
            return False
        device.lose("explore(faults=...) asked for it")
        return True

    def may_fail(self, name: str) -> None:
        """Raises the error with which a host call is made to fail."""
        if self.hardware.faults is not None:
            self.hardware.faults.call(name)

    def _look(self) -> None:
        """Has the bridges settle the waiters whose points are reached."""
        for bridge in self.bridges:
            if isinstance(bridge, LoopBridge):
                if bridge.has_reached():
                    bridge.wake_later()
            elif bridge.has_waiters:
                bridge.settle()

    def _spell(self, option: Option) -> str:
        """Returns an option in words."""
        _, kind, _, what = option
        if kind == LOOP:
            return "the loop's turn"
        if kind == TIMER:
            return "the next timer"
        if kind == JOB:
            return f"{what.what} {what.name}"
        queue: MachineQueue = what
        batch = queue.batches[0]
        if not isinstance(batch.last, Launch):
            return f"signal on {queue.name}"
        name = self.hardware.work_of(batch.last).name
        return f"{name} on {queue.name}" + (" ends" if batch.error is not None else "")


def _when(option: Option) -> tuple[int, int, int]:
    return option[:3]
