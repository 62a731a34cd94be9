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

from streamrt._core.flow.flow import LONG, Fence, Flow
from streamrt._core.flow.nodes import Task, Worked
from streamrt._notes import listeners
from streamrt.pipeline.on_loop import Tasks

clock: Callable[[], float] = time.monotonic


class Resting:
    """A worker that rests, or may rest.

    Attributes:
        wakes: released to wake it.
        last: the node of which it had its last long task.
        seconds: after which it looks after late tasks; None if another one does.
        compiled: the seconds in which it compiled in its task.
    """

    __slots__ = ("compiled", "last", "seconds", "wakes")

    def __init__(self) -> None:
        # It is held, except for the moment in which somebody wakes it.
        self.wakes: threading.Lock = threading.Lock()
        self.wakes.acquire()
        self.last: Worked | None = None
        self.seconds: float | None = None
        self.compiled: float = 0.0


class Crew:
    """The workers of one run that are threads, and the lock around its flow.

    Attributes:
        flow: the flow.
        lock: held around each use of the flow.
        broken: an error of streamrt itself in a worker; None as long as there is none.
        name: of its threads.
        clock: gives the time, in seconds.
        on_loop: the workers that are tasks of an event loop, if there are any.
        threads: its workers, by the identifiers of their threads.
        look: called after each task if anybody listens to notes.
    """

    def __init__(
        self, flow: Flow, arrived: Callable[[], bool], context: contextvars.Context
    ) -> None:
        """Makes it, without a thread.

        Args:
            flow: the flow.
            arrived: called under the lock when the consumer may have something to do; returns
                whether the consumer is still there.
            context: the context in which functions are called.
        """
        self.flow = flow
        self.lock: threading.Lock = threading.Lock()
        self.broken: BaseException | None = None
        self.name = "streamrt-pipeline"
        self.on_loop: Tasks | None = None
        self.threads: dict[int, Resting] = {}
        self.look: Callable[[], object] = bool
        self.clock: Callable[[], float] = clock
        self._arrived = arrived
        self._context = context
        self._most = 1 + sum(n.pace.workers for n in flow.works if not n.on_loop)
        self._threads: list[threading.Thread] = []
        self._resting: list[Resting] = []
        self._deputy: Resting | None = None

    # -- under the lock -------------------------------------------------------------------------

    def told(self) -> None:
        """Tells everybody of what somebody else has done: the consumer, tasks, and threads."""
        self.tell()
        self.wake()

    def tell(self) -> None:
        """Tells the consumer, and tasks of an event loop."""
        if not self._arrived():
            self.stop()
        if self.on_loop is not None:
            self.on_loop.wake()

    def wake(self) -> None:
        """Wakes one worker, or starts one, if there is work that is worth it."""
        if not self.has_others:
            return
        node = self.flow.wanted()
        is_due = self._deputy is None and self.flow.needs_looks
        if node is not None or is_due or self.flow.wants_waiter():
            self._wake_one(node)

    @property
    def has_others(self) -> bool:
        """Whether another worker could be woken or started."""
        return bool(self._resting) or len(self._threads) < self._most

    def _wake_one(self, node: Worked | None) -> None:
        """Wakes the worker that knows a node best, which had its last long task there."""
        if not self._resting:
            self._start()
            return
        found = next((r for r in self._resting if r.last is node), self._resting[-1])
        if found.last is not node and found.last is not None and len(self._threads) < self._most:
            self._start()
            return
        self._resting.remove(found)
        found.wakes.release()

    def _start(self) -> None:
        context = self._context.copy()
        name = f"{self.name}-{len(self._threads)}"
        thread = threading.Thread(target=context.run, args=(self._serve,), name=name, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the process may have no more; the crew goes on with fewer
            if not self._threads:
                raise
            self._most = len(self._threads)
            return
        self._threads.append(thread)

    def stop(self) -> None:
        """Lets all workers end, each after the function that it is in."""
        self.flow.stop()
        while self._resting:
            self._resting.pop().wakes.release()

    # -- threads --------------------------------------------------------------------------------

    def join(self, seconds: float) -> bool:
        """Waits for all workers to end, at most so long; returns whether they have.

        A function that ends its own run is not waited for.
        """
        deadline = clock() + seconds
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(max(0.0, deadline - clock()))
        return not any(thread.is_alive() for thread in self._threads)

    @property
    def is_mine(self) -> bool:
        """Whether the calling thread is one of its workers."""
        return threading.current_thread() in self._threads

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
        worker, task = Resting(), None
        self.threads[threading.get_ident()] = worker
        while True:
            with self.lock:
                if task is not None:
                    if worker.compiled:
                        task.node.pace.compiling += worker.compiled
                        worker.compiled = 0.0
                    self.flow.end(task, self.clock())
                    if task.node.pace.mean > LONG:
                        worker.last = task.node
                    self.tell()
                work = self._next(worker)
            if listeners:
                self.look()
            task = None
            if isinstance(work, Task):
                task = work
                task.node.step.run(task)
            elif isinstance(work, Resting):
                self._rest(work)
            elif work is not None:
                self._wait_for(work)
            else:
                return

    def _next(self, worker: Resting) -> Task | Fence | Resting | None:
        """Returns the next thing to do: work, a fence to wait for, or rest; None at the end."""
        flow, now = self.flow, self.clock()
        if flow.has_stopped:
            return None
        flow.look_at_fences(now)
        task = flow.take(now, worker.last, self.has_others)
        if task is not None:
            self.wake()
            return task
        fence = flow.oldest_fence()
        if fence is not None:
            flow.is_waiting = True
            return fence
        worker.seconds = None
        if self._deputy is None:
            worker.seconds = flow.look_after(now)
            self._deputy = worker if worker.seconds is not None else None
        self._resting.append(worker)
        return worker

    def _rest(self, worker: Resting) -> None:
        """Waits to be woken, or as deputy until somebody has to look after late tasks."""
        seconds = -1.0 if worker.seconds is None else worker.seconds
        is_woken = worker.wakes.acquire(timeout=seconds)
        with self.lock:
            if self._deputy is worker:
                self._deputy = None
                self.flow.rescue(self.clock())
                self.tell()
            if not is_woken and worker in self._resting:
                self._resting.remove(worker)
            elif not is_woken:  # woken in this moment
                worker.wakes.acquire()

    def _wait_for(self, fence: Fence) -> None:
        try:
            fence.sync()
        except BaseException:  # noqa: BLE001 - who reads the result learns of it
            pass
        with self.lock:
            self.flow.is_waiting = False
            self.flow.look_at_fences(self.clock())
            self.tell()
