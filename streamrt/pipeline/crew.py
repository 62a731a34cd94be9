"""Threads that do a flow's work.

1. A worker takes the work nearest to the end, does it without the lock, and tells of its end, in
   one turn of the lock for each task.
2. Whoever makes work ready wakes one worker, if there is enough work to be worth one. That worker
   wakes the next. So functions of some microseconds stay in one thread, where they run fastest,
   and those that take long, or wait, get as many threads as they have workers.
3. One idle worker, the deputy, looks after late tasks: it takes what is ready of these, and what
   was not begun. So it costs nobody anything if a function is sometimes slow.
4. While the window is full of work of devices, one worker waits natively for the oldest.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable

from streamrt._core.flow.flow import Fence, Flow
from streamrt._core.flow.nodes import Task
from streamrt.pipeline.on_loop import Tasks

clock = time.monotonic


class Crew:
    """The workers of one run that are threads, and the lock around its flow.

    Attributes:
        flow: the flow.
        lock: held around each use of the flow.
        broken: an error of streamrt itself in a worker; None as long as there is none.
        name: of its threads.
        clock: gives the time, in seconds.
        on_loop: the workers that are tasks of an event loop, if there are any.
    """

    def __init__(
        self, flow: Flow, arrived: Callable[[], object], context: contextvars.Context
    ) -> None:
        """Makes it, without a thread.

        Args:
            flow: the flow.
            arrived: called under the lock when the consumer may have something to do.
            context: the context in which functions are called.
        """
        self.flow = flow
        self.lock = threading.Lock()
        self.broken: BaseException | None = None
        self.name = "streamrt-pipeline"
        self.on_loop: Tasks | None = None
        self.clock = clock
        self._arrived = arrived
        self._context = context
        self._work = threading.Condition(self.lock)
        self._most = 1 + sum(n.pace.workers for n in flow.works if not n.on_loop)
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._has_deputy = False

    # -- under the lock -------------------------------------------------------------------------

    def told(self) -> None:
        """Tells everybody of what somebody else has done: the consumer, tasks, and threads."""
        self.tell()
        self.wake()

    def tell(self) -> None:
        """Tells the consumer, and tasks of an event loop."""
        self._arrived()
        if self.on_loop is not None:
            self.on_loop.wake()

    def wake(self) -> None:
        """Wakes one worker, or starts one, if there is work that is worth it."""
        if not self._idle and len(self._threads) >= self._most:
            return
        is_due = not self._has_deputy and self.flow.look_after(0.0) is not None
        if is_due or self.flow.is_worth_a_worker():
            self._wake_one()

    def _wake_one(self) -> None:
        if self._idle:
            self._work.notify()
        else:
            self._start()

    def _start(self) -> None:
        context = self._context.copy()
        name = f"{self.name}-{len(self._threads)}"
        thread = threading.Thread(target=context.run, args=(self._serve,), name=name, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the process may have no more; the others go on
            if not self._threads:
                raise
            return
        self._threads.append(thread)

    def stop(self) -> None:
        """Lets all workers end, each after the function that it is in."""
        self.flow.stop()
        self._work.notify_all()

    # -- threads --------------------------------------------------------------------------------

    def join(self, seconds: float) -> bool:
        """Waits for all workers to end, at most so long; returns whether they have."""
        deadline = clock() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - clock()))
        return not any(thread.is_alive() for thread in self._threads)

    def _serve(self) -> None:
        """The main function of a worker."""
        try:
            self._turns()
        except BaseException as error:  # noqa: BLE001 - streamrt's own; the consumer raises it
            with self.lock:
                self.broken = self.broken or error
                self.stop()
                self.tell()

    def _turns(self) -> None:
        task: Task | None = None
        while True:
            with self.lock:
                if task is not None:
                    self.flow.end(task, clock())
                    self.tell()
                work = self._next()
            if isinstance(work, Task):
                task = work
                task.node.step.run(task)
            elif work is not None:
                task = None
                self._wait_for(work)
            else:
                return

    def _next(self) -> Task | Fence | None:
        """Returns what to do next, or work of a device to wait for; None if the run has stopped."""
        flow = self.flow
        while not flow.has_stopped:
            flow.look_at_fences(clock())
            task = flow.take(clock())
            if task is not None:
                self.wake()
                return task
            fence = flow.oldest_fence()
            if fence is not None:
                flow.is_waiting = True
                return fence
            self._rest()
        return None

    def _rest(self) -> None:
        seconds = None if self._has_deputy else self.flow.look_after(clock())
        is_deputy = seconds is not None
        self._has_deputy |= is_deputy
        self._idle += 1
        try:
            self._work.wait(seconds)
        finally:
            self._idle -= 1
            if is_deputy:
                self._has_deputy = False
        if is_deputy:
            self.flow.rescue(clock())
            self.tell()

    def _wait_for(self, fence: Fence) -> None:
        try:
            fence.sync()
        except BaseException:  # noqa: BLE001 - who reads the result learns of it
            pass
        with self.lock:
            self.flow.is_waiting = False
            self.flow.look_at_fences(clock())
            self.tell()
