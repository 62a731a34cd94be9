"""The keeper of a device's child: a thread that starts it, talks to it, and sees its end.

1. Only this thread talks to children. Users' threads leave requests and wait for the answers, so a
   signal's handler that raises there breaks no message off.
2. What the child has been told, and a new one has to know, is kept: objects, plans, programs and
   channels. A request whose child ends is made again of the next one.
3. When the child ends, what ran there fails, in every channel, and nothing else: what had not begun
   is still in the channels. Then the spare takes its place, and another spare is started.
4. More than MOST_CRASHES ends in CRASH_WINDOW seconds lose the device, for all reasons together.
   The end of a child that ran nothing counts, too, and so does one that is killed for its time.
5. The system kills a child when the thread that started it ends. So this thread lives as long as
   the device.
"""

from __future__ import annotations

import logging
import os
import select
import time
from collections import deque
from collections.abc import Callable

from streamrt._backends.far import messages
from streamrt._backends.far.messages import GoneError
from streamrt._backends.far.requests import Request
from streamrt._backends.process.child import Child, ChildEnd, Confinement
from streamrt._backends.process.shared import SharedMemory
from streamrt._native.threads import Worker
from streamrt.errors import DeviceLostError, ResourceError

MOST_CRASHES = 3
CRASH_WINDOW = 60.0
LOOKS = 8
"""The number of looks at a kernel's time before that is over."""

_log = logging.getLogger("streamrt")


def _is_open(request: Request) -> bool:
    return request.kind == messages.OPEN


class Keeper:
    """The thread that has a device's children.

    Attributes:
        restarts: how many children have taken another one's place.
        spares: how many children are kept ready, 0 or 1.
    """

    def __init__(
        self,
        name: str,
        memory: SharedMemory,
        confinement: Confinement,
        spares: int,
        ended: Callable[[ChildEnd], str],
        lost: Callable[[str], None],
        longest: Callable[[], int],
    ) -> None:
        """Starts nothing yet.

        Args:
            name: the device's name.
            memory: what children map.
            confinement: the limits of the children.
            spares: the attribute.
            ended: told how a child ended, when no child can touch the channels; fails what ran, and
                returns the reason that says what that was.
            lost: told why the device is lost.
            longest: returns for how many ns a kernel has been running, the longest of all.
        """
        self.restarts: int = 0
        self.spares: int = spares
        self._name = name
        self._memory = memory
        self._confinement = confinement
        self._ended = ended
        self._lost = lost
        self._longest = longest
        self._child: Child | None = None
        self._spare: Child | None = None
        self._kept: dict[object, Request] = {}
        self._requests: deque[Request] = deque()
        self._crashes: deque[tuple[float, str]] = deque()
        self._is_lost = False
        self._limit: float | None = None  # seconds
        self._closing = False
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._worker = Worker(self._run, f"{name}.keeper")
        self._owner = os.getpid()

    # -- for other threads ----------------------------------------------------------------------

    def start(self) -> None:
        """Starts the thread, and so the child.

        Raises:
            ResourceError: the system has no room for another thread.
        """
        self._worker.start()

    def ask(self, request: Request) -> tuple[int, str]:
        """Has a message sent, and waits for the answer: its status and text.

        Raises:
            ResourceError: no child can be started.
            DeviceLostError: the device is lost or closed.
        """
        self.post(request)
        return request.wait()

    def post(self, request: Request) -> None:
        """Has a message sent, without waiting."""
        if os.getpid() != self._owner:
            request.end(DeviceLostError(f"{self._name} belongs to the process that was forked"))
            return
        self._requests.append(request)
        if self._closing:
            self._end_requests()
        self._wake()

    def limit_kernels(self, seconds: float | None) -> None:
        """Ends the child when a kernel runs for longer than that; None lets it run."""
        self._limit = seconds
        self._wake()

    def lose(self) -> None:
        """Gives the device up: ends the child, and starts no other one. Under any lock."""
        self._is_lost = True
        self.kill("because the device is lost")

    def kill(self, why: str) -> None:
        """Ends the child, as a kernel that crashes would."""
        child = self._child
        if child is not None:
            child.kill(why)

    @property
    def pid(self) -> int | None:
        """The process id of the child; None while there is none."""
        child = self._child
        return None if child is None else child.pid

    @property
    def spare_pid(self) -> int | None:
        """The process id of the spare; None while there is none."""
        spare = self._spare
        return None if spare is None else spare.pid

    def close(self) -> None:
        """Ends the children and the thread. May be called again."""
        if os.getpid() != self._owner:
            return
        self._closing = True
        if self._worker.prevent():
            self._end_requests()
        elif not self._worker.is_over:
            self._wake()
            self._worker.wait(10.0)
        if self._bell >= 0 and self._worker.is_over:
            bell, self._bell = self._bell, -1
            os.close(bell)

    def _wake(self) -> None:
        if self._bell >= 0:
            os.eventfd_write(self._bell, 1)

    # -- the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closing:
                self._work()
                if not self._requests and (self._child is not None or self._is_lost):
                    self._await_news()
        finally:
            self._closing = True
            for child in (self._child, self._spare):
                if child is not None:
                    child.end()
            self._end_requests()

    def _work(self) -> None:
        """Keeps a child and a spare, and carries out the requests."""
        try:
            if not self._is_lost and self._child is None:
                self._begin()
        except ResourceError as error:
            self._lost(str(error))
        while self._requests and not self._closing:
            request = self._requests[0]
            if self._is_lost:
                request.end(DeviceLostError(f"{self._name} is lost"))
            elif not self._carry_out(request):
                return  # the child has ended; the next one is asked again
            self._requests.popleft()
        child = self._child
        if child is not None and child.is_ready and not self._spare and self.spares:
            self._start_spare()  # not before: it would only delay the child

    def _start_spare(self) -> None:
        try:
            self._spare = Child(self._memory, self._confinement)
        except ResourceError as error:
            _log.warning("%s: no spare process: %s", self._name, error)
            self.spares = 0

    def _carry_out(self, request: Request) -> bool:
        child = self._child
        if child is None:
            return False
        try:
            child.await_ready()  # nothing is kept, or it was told
            request.status, request.text = child.ask(request.kind, request.body)
        except GoneError:
            self._see_end(child)
            return False
        if request.status == messages.OK:
            self._kept.pop(request.drops, None)
            if request.key is not None:
                self._kept[request.key] = request
            if request.then is not None:
                request.then()
        request.end()
        return True

    def _begin(self) -> None:
        """Makes the spare, or a new child, the device's; tells it what it has to know."""
        spare, self._spare = self._spare, None
        child = spare or Child(self._memory, self._confinement)
        self._child = child
        if self._kept or spare is not None:
            self._begin_with(child)

    def _begin_with(self, child: Child) -> None:
        """Waits until the child has started, and tells it what it has to know."""
        try:
            child.await_ready()
            for request in sorted(self._kept.values(), key=_is_open):  # channels begin at once
                child.ask(request.kind, request.body)
        except GoneError:
            self._see_end(child)

    def _await_news(self) -> None:
        """Sleeps until a child ends, somebody asks, or a kernel may have run for too long."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        child, spare = self._child, self._spare
        for each in filter(None, (child, spare)):
            poll.register(each.pidfd, select.POLLIN)
        if child is not None and not child.is_ready:
            poll.register(child.socket, select.POLLIN)
        limit = self._limit
        news = [fd for fd, _ in poll.poll(None if limit is None else max(1, limit * 1e3 / LOOKS))]
        if self._bell in news:
            os.eventfd_read(self._bell)
        if spare is not None and spare.pidfd in news:
            self._spare = None
            self._note_crash(f"a spare: {spare.ended().what}")
        if child is not None and child.pidfd in news:
            self._see_end(child)
        elif child is not None and not child.is_ready and child.socket.fileno() in news:
            self._begin_with(child)
        elif limit is not None and child is not None and self._longest() > limit * 1e9:
            child.kill(f"after kernel_timeout={limit:g} seconds")

    def _see_end(self, child: Child) -> None:
        """Fails what a child ran that has ended."""
        if self._closing:
            return
        end = child.ended()
        self._child = None
        if self._is_lost:  # everything that was pending fails
            return
        what = self._ended(end)
        self.restarts += 1
        _log.warning("%s: %s", self._name, what)
        self._note_crash(what)

    def _note_crash(self, reason: str) -> None:
        now = time.monotonic()
        while self._crashes and self._crashes[0][0] < now - CRASH_WINDOW:
            self._crashes.popleft()
        self._crashes.append((now, reason))
        if len(self._crashes) > MOST_CRASHES:
            reasons = "; ".join(reason for _, reason in self._crashes)
            self._lost(f"{len(self._crashes)} of its processes ended within a minute: {reasons}")

    def _end_requests(self) -> None:
        error = DeviceLostError(f"{self._name} is closed")
        while self._requests:
            try:
                self._requests.popleft().end(error)
            except IndexError:  # another thread was quicker
                return
