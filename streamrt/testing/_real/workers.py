"""The threads of a soak, the watch over them, and the end of a round."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence

from streamrt._runtime.inner import engine_of, waits_on_loops
from streamrt._runtime.runtime import Runtime
from streamrt.testing._real.resources import SoakFailedError

SETTLED = 5.0  # seconds until threads that have signalled let go of what they worked on
LOOK = 0.05  # seconds between two looks at a worker


class Worker(threading.Thread):
    """A thread that does one job after another until its round is over.

    Attributes:
        draw: the source of its randomness.
        steps: how often it went on.
        until: when its round is over, as `time.monotonic` has it.
        error: the error that ended it; None while it is well.
    """

    def __init__(self, name: str, job: Callable[[random.Random, Worker], None], seed: str) -> None:
        """Makes a thread; `work` starts it.

        Args:
            name: its name.
            job: what it does again and again.
            seed: the seed of its randomness.
        """
        super().__init__(name=name, daemon=True)
        self.draw: random.Random = random.Random(seed)
        self.steps: int = 0
        self.until: float = 0.0
        self.error: BaseException | None = None
        self._job = job

    def run(self) -> None:
        """Does its job until the round is over."""
        try:
            while time.monotonic() < self.until:
                self._job(self.draw, self)
        except BaseException as error:  # noqa: BLE001 - the thread that watches raises it
            self.error = error

    def step(self) -> None:
        """Tells the watch that it goes on."""
        self.steps += 1


def work(
    workers: Sequence[Worker],
    seconds: float,
    patience: float,
    state: Callable[[], str] = str,
    *,
    may_exit: bool = False,
) -> None:
    """Has workers do their jobs for some time, and waits for them.

    Args:
        workers: the threads, none of which was started.
        seconds: for how long.
        patience: the longest time without a step, in seconds.
        state: returns what else a report of a hang should say.
        may_exit: whether to end the process, with all stacks, if no thread of Python can go on.

    Raises:
        SoakFailedError: a worker made no step for too long, or its job raised.
    """
    until = time.monotonic() + seconds
    for worker in workers:
        worker.until = until
        worker.start()
    _watch(workers, patience, state, may_exit)
    for worker in workers:
        if worker.error is not None:
            raise SoakFailedError(f"{worker.name}: {worker.error!r}") from worker.error


def _watch(
    workers: Sequence[Worker], patience: float, state: Callable[[], str], may_exit: bool
) -> None:
    """Waits for the workers; finds one that makes no step."""
    seen = {worker: (0, time.monotonic()) for worker in workers}
    while any(worker.is_alive() for worker in workers):
        if may_exit:
            faulthandler.dump_traceback_later(2 * patience, exit=True)
        for worker in workers:
            worker.join(LOOK)
            steps, since = seen[worker]
            if worker.steps != steps or not worker.is_alive():
                seen[worker] = (worker.steps, time.monotonic())
            elif time.monotonic() - since > patience:
                if may_exit:
                    faulthandler.cancel_dump_traceback_later()
                raise SoakFailedError(
                    f"{worker.name} makes no step for {patience:g} s\n  {state()}\n{stacks()}"
                )
    if may_exit:
        faulthandler.cancel_dump_traceback_later()


def stacks() -> str:
    """Returns the stacks of all threads, as text."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    return "\n".join(
        f"thread {names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()  # pyright: ignore[reportPrivateUsage]
    )


def state_of(rt: Runtime) -> str:
    """Returns the queues of a runtime that hangs, and who waits for them, as text."""
    lines = [
        f"{lane.name}: {lane.queue.completed} of {lane.value}; {[*lane.inflight][:2]}"
        for lane in engine_of(rt).lanes
    ]
    for loop, text in waits_on_loops(rt).items():
        lines.append(f"{loop}: {text}")
        if isinstance(loop, asyncio.AbstractEventLoop) and not loop.is_closed():
            lines += [str(task) for task in asyncio.all_tasks(loop)]
    return "\n  ".join(lines)


def check_unused(rt: Runtime) -> None:
    """Waits until no device of a runtime has memory in use.

    Raises:
        SoakFailedError: some is in use after a while.
    """
    deadline = time.monotonic() + SETTLED
    for device in rt.devices:
        while held := device.memory_stats().in_use:
            gc.collect()  # what failed is in a cycle with its error's frames
            if time.monotonic() > deadline:
                raise SoakFailedError(
                    f"{held} bytes of {device.name} are in use after everything was dropped"
                )
