"""A machine of devices and in-order queues, as a pure interpreter of commands in virtual time.

The machine has no clock, no thread and no memory. It decides which command runs next, and at
which virtual time. Its `Effects` run the commands, and the timelines of its queues hear what became
of them. The intended behaviour:

1. A queue runs its batches in the order of submission. The head of a queue may run when all its
   waits are reached; a batch learns that when the timeline that it waits for is raised.
2. `step` completes one signalling command. All its effects happen at that step.
3. With a choice (`choose`, by seed), any head that may run begins and completes in one step. So
   every order that the waits allow can happen, and a missing wait shows as a wrong result under
   some seeds.
4. Without a choice, the machine is faithful to the virtual times. Commands begin in the order of
   their starts; among equal ones, the queue that was opened first comes first. They complete in
   the order of their finishes, and several run at a time. A command that has begun counts as
   running, so that it cannot be cancelled any more.
5. A command starts when the previous one of its queue has ended, all its waits are reached and an
   engine is free, and not before it was submitted. Bare signals need no engine. Skipped and
   cancelled commands take no time.
6. `now` is the largest finish so far, and the time at which new commands are submitted. In a
   faithful machine, that is the time at which waiters see a completion. With a choice it may be
   later than that, because there only the order matters.
7. A queue whose timeline is lost runs nothing any more. The runtime fails its executions and raises
   the timeline to its end. The machine looks again at waits for it when nothing else can run, so
   that a check never finds a producer that has not failed yet.
8. A host call begins at one step and completes at another, after `ended` was told. In a faithful
   machine it completes at the time at which it ended, at least `Costs.call` after its start.
9. Time begins at START, because 0 stands for `not yet` in a status cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from streamrt._backends.sim.queues import (
    Batch,
    Choose,
    Effects,
    Engines,
    MachineQueue,
    RaisedTimeline,
    Work,
)
from streamrt._backends.sim.trace import TraceEvent
from streamrt._core.commands import Check, Command, Launch, Signal, Wait

START = 1_000
_SIGNALS = (Launch, Signal)


class Machine:
    """Runs the commands of its queues, one `step` at a time.

    Attributes:
        now: the virtual time, in ns.
        ready: the queues that may run; those of a machine with a choice are what `run` takes.
    """

    def __init__(self, effects: Effects, choose: Choose | None = None, trace: int = 65536) -> None:
        """Makes a machine without queues.

        Args:
            effects: the effects of the commands.
            choose: returns the index of one among several queues that may run; None is faithful.
            trace: how many events to keep.
        """
        self.now: int = START
        self._trace: deque[tuple[int, str, str, int, int, str]] = deque(maxlen=trace)
        self._effects = effects
        self._choose = choose
        self._queues: dict[int, MachineQueue] = {}  # by their timelines' handles
        self._opened = 0
        self.ready: list[MachineQueue] = []
        self._running: list[tuple[int, int, MachineQueue]] = []  # a heap; only if faithful
        self._lost: list[MachineQueue] = []

    @property
    def trace(self) -> tuple[TraceEvent, ...]:
        """The last events, oldest first."""
        return tuple(map(TraceEvent._make, self._trace))

    def clear(self) -> None:
        """Forgets the events."""
        self._trace.clear()

    # -- queues ---------------------------------------------------------------------------------

    def open_queue(self, engines: Engines, name: str, timeline: RaisedTimeline) -> MachineQueue:
        """Returns a new queue, which raises that timeline.

        The machine keeps a queue's timeline, and so its handle, until the timeline is closed. It
        keeps it longer than the queue, because batches that wait for it may come later.
        """
        for handle in [h for h, q in self._queues.items() if q.timeline.handle != h]:
            del self._queues[handle]
        self._opened += 1
        queue = self._queues[timeline.handle] = MachineQueue(self._opened, engines, name, timeline)
        return queue

    def knows(self, timeline: int) -> bool:
        """Whether the timeline with that handle belongs to one of the queues and is not closed."""
        queue = self._queues.get(timeline)
        return queue is not None and queue.timeline.handle == timeline

    def drop(self, queue: MachineQueue) -> None:
        """Drops the commands of a queue, which runs nothing any more."""
        if not queue.lost:
            queue.lost = True
            self._lost.append(queue)
            if queue in self.ready:
                self.ready.remove(queue)
            self._running[:] = [entry for entry in self._running if entry[2] is not queue]
            heapify(self._running)
        queue.batches.clear()

    def submit(self, queue: MachineQueue, commands: Sequence[Command]) -> None:
        """Appends a batch, and counts it: both or neither, wherever a signal's handler raises.

        Raises:
            ValueError: it is no batch, or waits for a timeline of another machine.
        """
        last = commands[-1] if commands else None
        if not isinstance(last, _SIGNALS):
            raise ValueError(
                f"submit to {queue.name}: {last} ends the batch; a Launch or Signal does"
            )
        batch = Batch(queue, last, self.now)
        for command in commands:
            if isinstance(command, Wait):
                source = self._queues.get(command.queue)
                if source is None:
                    raise ValueError(
                        f"submit to {queue.name}: {command} is for a timeline of another machine; "
                        "ask can_wait_on"
                    )
                if command.value > source.raised:
                    batch.blocked += 1
                    source.waiters.setdefault(command.value, []).append(batch)
            elif isinstance(command, Check):
                batch.checks.append(command.cell)
            elif command is not last:
                raise ValueError(f"submit to {queue.name}: {command} stands before the batch's end")
        is_next = not queue.batches and not batch.blocked
        # From here on nothing is called, behind which a handler could run.
        queue.taken += 1
        if queue.lost:
            return
        queue.batches += (batch,)
        if is_next:
            self.ready += (queue,)

    # -- running --------------------------------------------------------------------------------

    def step(self) -> bool:
        """Completes one command; False if none can run."""
        ready, choose = self.ready, self._choose
        if not ready and not self._running and not self.look_at_lost():
            return False
        if choose is None:
            return self._step_in_time()
        self.run(ready[choose(ready) if len(ready) > 1 else 0])
        return True

    def run(self, queue: MachineQueue) -> None:
        """Runs the head of a queue that may run; of a host call, its beginning or its end."""
        self.ready.remove(queue)
        if queue.batches[0].error is not None:
            self._complete(queue)
        elif self._begin(queue):
            self._go_on(queue)

    @property
    def queues(self) -> Sequence[MachineQueue]:
        """The queues whose timelines are open."""
        return list(self._queues.values())

    def when(self, queue: MachineQueue) -> int:
        """Returns when the head of a queue that may run would end."""
        batch = queue.batches[0]
        if batch.error is not None:
            return batch.finish
        start = self._start_of(queue)[0]
        return start + batch.work.ns if batch.work is not None else start

    def ended(self, queue: MachineQueue, error: int) -> None:
        """Takes note that the host call that has begun on a queue has ended."""
        if queue.lost or not queue.batches:
            return
        batch = queue.batches[0]
        batch.error, batch.finish = error, max(batch.finish, self.now)
        if self._choose is None:
            heappush(self._running, (batch.finish, queue.number, queue))
        else:
            self.ready.append(queue)

    def _go_on(self, queue: MachineQueue) -> None:
        """Completes the head of a queue that has begun, except a host call, which has to end."""
        work = queue.batches[0].work
        if work is not None and work.calls:
            self._effects.call(queue)
        else:
            self._complete(queue)

    def _step_in_time(self) -> bool:
        """Begins all commands that start before the next completion, then completes one."""
        running = self._running
        while self.ready:
            start, _, queue = min([self._start_of(q) for q in self.ready])
            if running and running[0][0] <= start:
                break
            self.ready.remove(queue)
            if not self._begin(queue):
                return True
            work = queue.batches[0].work
            if work is not None and work.calls:
                self._effects.call(queue)
                return True
            heappush(running, (queue.batches[0].finish, queue.number, queue))
        if not running:
            return False
        queue = heappop(running)[2]
        self._complete(queue)
        return True

    def _start_of(self, queue: MachineQueue) -> tuple[int, int, MachineQueue]:
        """Returns when a queue's head starts, and the queue's number, which differs from others."""
        batch = queue.batches[0]
        start = max(queue.end, batch.ready)
        if isinstance(batch.last, Launch):
            work = self._work(batch, batch.last)
            engines = queue.engines.copy if work.copies else queue.engines.compute
            start = max(start, min(engines))
        return start, queue.number, queue

    def _work(self, batch: Batch, launch: Launch) -> Work:
        if batch.work is None:
            batch.work = self._effects.work(batch.queue, launch)
        return batch.work

    def _begin(self, queue: MachineQueue) -> bool:
        """Begins the head of a queue; False if it has signalled already."""
        batch, timeline = queue.batches[0], queue.timeline
        for cell in batch.checks:
            timeline.check(cell)
        start = max(queue.end, batch.ready)
        launch = batch.last
        if isinstance(launch, Signal):
            timeline.signal()
            self._end(queue, "signal", start, start, "done")
            return False
        name, copies, ns, _ = self._work(batch, launch)
        engines = queue.engines.copy if copies else queue.engines.compute
        free = min(engines)
        if free > start:
            start = free
        if not timeline.start(launch.cell, start):
            outcome = self._effects.outcome(launch.cell)
            self._end(queue, name, start, start, "lost" if timeline.lost else outcome)
            return False
        batch.name, batch.begun, batch.finish = name, start, start + ns
        engines[engines.index(free)] = start + ns
        return True

    def _complete(self, queue: MachineQueue) -> None:
        batch = queue.batches[0]
        launch = batch.last
        assert isinstance(launch, Launch)
        error = batch.error
        if error is None:
            error = self._effects.run(queue, launch)
        queue.timeline.finish(launch.cell, error, batch.finish)
        self._end(queue, batch.name, batch.begun, batch.finish, "failed" if error else "done")

    def _end(self, queue: MachineQueue, what: str, start: int, finish: int, outcome: str) -> None:
        """Takes a head that has signalled off its queue; batches that wait for it may go on."""
        queue.end = finish
        if finish > self.now:
            self.now = finish
        lost = queue.timeline.lost is not None
        self._trace.append(
            (queue.engines.index, queue.name, what, start, finish, "lost" if lost else outcome)
        )
        if lost:
            self.drop(queue)
            return
        batches = queue.batches
        batches.popleft()
        if batches and not batches[0].blocked:
            self.ready.append(queue)
        queue.raised += 1
        waiting = queue.waiters.pop(queue.raised, None)
        if waiting is not None:
            self._release(waiting, finish)

    def _release(self, waiting: list[Batch], at: int) -> None:
        for batch in waiting:
            batch.blocked -= 1
            if at > batch.ready:
                batch.ready = at
            batches = batch.queue.batches
            if not batch.blocked and batches and batches[0] is batch:
                self.ready.append(batch.queue)

    def look_at_lost(self) -> bool:
        """Releases batches that waited for timelines of lost queues; whether any may run; see 7."""
        for queue in self._lost:
            reached = queue.timeline.completed if queue.waiters else 0
            for value in sorted(v for v in queue.waiters if v <= reached):
                self._release(queue.waiters.pop(value), self.now)
        return bool(self.ready)
