"""The timeline of one queue: the words that waiters sleep on, and the only way to raise them.

Native queues raise their own timelines. Any other queue is handed a `Timeline` and tells it what
becomes of each command. Those that wait (a native queue, an event loop, a thread) see
no difference.

1. Each submission is promised with `expect`. The promises are kept in that order: an execution by
   `start` and then an end, a bare signal by `signal`. Executions may start while earlier ones run,
   and bare signals may be carried out before their turn. All of them signal in that order; one
   that was not to run, and a bare signal, signal in their turn by themselves.
2. A completion that was not promised breaks the contract: the timeline is lost, with the reason,
   and so is its device. The second completion of one execution has no effect.
3. A lost or closed timeline takes note of nothing. It counts the completions that come late.

The promises lie in native memory, and promises.h keeps the rules, so that a driver's callback in C
may end executions without the interpreter. Each method is one native step, so no signal's handler
sees half of one. A breach that C code has made is told by the next method that is called.
"""

from __future__ import annotations

import ctypes
import struct
import threading
import time
from collections.abc import Callable
from functools import partial

from streamrt._core.finalizers import AtEnd
from streamrt._core.values import shown
from streamrt._native.core import Core, core
from streamrt._native.ends import NativeTimeline, native_table
from streamrt.errors import ArgumentError, ArgumentTypeError, DeviceLostError

NOTHING = 0  # stands for a bare signal among the promised cells
Results = bytes | bytearray | memoryview
RESULT = struct.Struct("<iIqq")  # error code, node of a program, times of start and end

_RUNS, _BROKEN = 1, 2
_NODE = 40  # the offset of `node` in a status cell
_DEADLINE = 32  # the offset of the deadline, until it has ended
STOP_ASKED = 2**64 - 1  # in `node`, of an execution that runs: it is to end
PAST_DEADLINE = STOP_ASKED - 1  # the same, because of its deadline
_DEEDS = ("started", "finished", "failed", "signalled")
_INSTEAD = ("nothing is pending", "a bare signal is next", "another execution is next")


class _Promises(ctypes.Structure):
    """The fields of `promises` in promises.h, in memory that lives as long as the timeline.

    Finalizers of other objects may use a timeline after its own, so none frees this.
    """

    _fields_ = (
        ("queue", ctypes.c_uint64),
        ("promised", ctypes.c_uint64),
        ("begun", ctypes.c_uint64),
        ("strays", ctypes.c_uint64),
        ("place", ctypes.c_uint64),
        ("deed", ctypes.c_uint32),
        ("of_signal", ctypes.c_uint32),
        ("instead", ctypes.c_uint32),
        ("keeping", ctypes.c_uint32),
        ("cells", ctypes.c_uint64),
        ("room", ctypes.c_uint64),
        ("lock", ctypes.c_uint64 * 8),
    )
    promised: int
    begun: int
    strays: int
    place: int
    deed: int
    of_signal: int
    instead: int
    room: int


class Timeline(AtEnd):
    """A counter in native memory that only rises, and the promised completions that raise it.

    Attributes:
        handle: its address, as in `Wait.queue`.
        index: a number that is unique in the process; it names the executions in failure roots.
        limit: the most signals that may be pending.
        lost: the reason why it was lost; None while it works.
        reasons: the numbers of the reasons for which executions failed.
    """

    _instead = "the runtime makes one for each queue"

    def __init__(
        self, index: int, limit: int = 1 << 20, native: Core | None = None, handle: int = 0
    ) -> None:
        """Makes a timeline at 0.

        Args:
            index: the number of the timeline, unique in the process.
            limit: the most signals that may be pending.
            native: the native core.
            handle: the address of its counter; 0 makes a new one. See `renewed`.
        """
        self._core: Core = native or core()
        self.handle: int = handle or self._core.new_queue(index)
        self.index: int = index
        self.limit: int = limit
        self.lost: str | None = None
        self.on_lost: Callable[[str], object] | None = None
        self.reasons: dict[str, int] = {}
        self._promises = _Promises(self.handle)
        self._at: int = ctypes.addressof(self._promises)
        self._lock = threading.RLock()  # of the reasons
        self._final: int | None = None

    @property
    def completed(self) -> int:
        """The value that it has reached: how many signals have come."""
        return self._core.completed(self.handle) if self._final is None else self._final

    @property
    def promised(self) -> int:
        """The value that it reaches with all promised completions."""
        return self._promises.promised

    @property
    def strays(self) -> int:
        """The number of completions without effect: late ones, and second ones of an execution."""
        return self._promises.strays

    # -- for queues -----------------------------------------------------------------------------

    def check(self, cell: int) -> None:
        """Makes the next execution skipped if the one with that cell did not succeed."""
        if self._core.check(self._at, cell) == _BROKEN:
            self._tell()

    def start(self, cell: int, at: int = 0) -> bool:
        """Begins an execution. Earlier ones may still be running.

        Args:
            cell: its status cell.
            at: the time in ns; 0 is now.

        Returns:
            False if it must not run: it is cancelled, skipped or past its deadline. It signals in
            its turn by itself.
        """
        reply = self._core.begin(self._at, cell, at)
        if reply == _BROKEN:
            self._tell()
        return reply == _RUNS

    def finish(self, cell: int, error: int = 0, at: int = 0) -> None:
        """Ends an execution that has started: its cell is final, and the timeline rises by one.

        Those that have begun end in the order in which they began.

        Args:
            cell: its status cell.
            error: the error code that the kernel returned, 0 for success.
            at: the time in ns; 0 is now.
        """
        if self._core.finish(self._at, cell, error & 0xFFFFFFFF, at) == _BROKEN:
            self._tell()

    def stops(self, cell: int, at: int = 0) -> bool:
        """Whether an execution that runs is to end between two nodes, or turns of its loops.

        It was asked to, or its deadline has passed.

        Args:
            cell: its status cell.
            at: the time in ns; 0 is now.
        """
        node = ctypes.c_uint64.from_address(cell + _NODE)
        deadline = ctypes.c_int64.from_address(cell + _DEADLINE).value
        if deadline and not node.value and (at or time.monotonic_ns()) > deadline:
            node.value = PAST_DEADLINE
        return node.value >= PAST_DEADLINE

    def ask_to_stop(self, cell: int) -> bool:
        """Asks a running execution to end between two turns; returns whether it runs."""
        return bool(self._core.ask_to_stop(cell))

    def fail(self, cell: int, reason: str, at: int = 0) -> None:
        """Ends an execution that has started, and of which the device lost the work.

        Its awaiters get a DeviceLostError with the reason, and what reads its outputs is skipped.
        Everything else on the device goes on; see `lose` for the loss of all.

        Args:
            cell: its status cell.
            reason: the reason, for the error.
            at: the time in ns; 0 is now.
        """
        if self._core.fail_one(self._at, cell, self.number_of(reason), at) == _BROKEN:
            self._tell()

    def number_of(self, reason: str) -> int:
        """Returns the number of a reason for which executions fail, from 1 on."""
        with self._lock:
            return self.reasons.setdefault(reason, len(self.reasons) + 1)

    def lost_work(self, what: str, device: str, number: int) -> DeviceLostError:
        """Returns the error of an execution that failed for the reason of that number.

        Args:
            what: the execution, for the message.
            device: the name of the device that lost its work.
            number: as `number_of` returned it.
        """
        reason = list(self.reasons)[number - 1]
        error = DeviceLostError(f"{what}: {device} lost its work: {reason}")
        error._cause = (device, reason, -1)  # so that all of one reason are one failure
        return error

    def advance(self, results: Results) -> None:
        """Ends the next executions that have started, one for each result, as `finish` would.

        It is one native step, however many they are. Executions that were not to run, and bare
        signals that were carried out, have no result.

        Args:
            results: packed results of 24 bytes each, `struct` format `<iIqq`: the error code, 0 for
                success; of a program that failed, the node that failed, counted from 1, else 0;
                the times in ns at which it started and finished, 0 for the time of `start`, and
                for now.

        Raises:
            ArgumentError: the bytes are no whole number of results; nothing has ended.
        """
        if self._core.advance(self._at, view_of_results(results)) == _BROKEN:
            self._tell()

    def signal(self) -> None:
        """Carries out a bare signal: the timeline rises by one when all before it has signalled."""
        if self._core.carry_out(self._at) == _BROKEN:
            self._tell()

    def lose(self, reason: str) -> None:
        """Says that the device is lost: everything pending on it fails.

        Args:
            reason: the reason, for the error that every awaiter gets.
        """
        with self._lock:
            if self.lost is not None or self._final is not None:
                return
            self._core.end_promises(self._at, False)
            self.lost = reason
        if self.on_lost is not None:
            self.on_lost(reason)

    def _tell(self) -> None:
        """Loses it for the breach that was found."""
        found = self._promises
        what, at = _DEEDS[found.deed], found.place
        if found.instead == len(_INSTEAD):
            self.lose(f"the execution at {at} {what} and never started")
            return
        who = "a bare signal" if found.of_signal else "an execution"
        self.lose(
            f"{who} {what} at {at}: {_INSTEAD[found.instead]}; commands complete in the order of "
            "submission, each once"
        )

    def native(self) -> NativeTimeline:
        """Returns the functions by which C code does the same, without the interpreter.

        `streamrt.h` says how they are called. What was returned keeps the timeline, and has to be
        kept while C code may call them.
        """
        return native_table(self, self._at)

    # -- for submitters ---------------------------------------------------------------------------

    def expect(self, cell: int = NOTHING) -> int:
        """Promises one more signal, of an execution or a bare one; returns its value."""
        return self._core.expect(self._at, cell)

    def fail_all(self) -> None:
        """Fails every pending execution, after a loss; the timeline reaches its last value."""
        self.fail_to(self.promised)

    def fail_to(self, value: int) -> None:
        """Fails the pending executions up to a value, after a loss; the timeline reaches it."""
        self._core.fail_to(self._at, value)

    def renewed(self) -> Timeline:
        """Returns a timeline that goes on where this one, which was lost, has ended.

        It has the same counter, so that whoever knows points of it still does. This one keeps its
        value, and completions that come late have no effect.
        """
        with self._lock:
            new = Timeline(self.index, self.limit, self._core, self.handle)
            new._promises.promised = new._promises.begun = self.completed
            new.reasons = self.reasons
            self._core.end_promises(self._at, True)
            self._final, self.handle = self.completed, self._core.refusing
            return new

    def close(self) -> None:
        """Closes it: its value stays, and completions count as late from now on."""
        if self._final is None:
            self._core.end_promises(self._at, True)
            final, gone, core = self.completed, self.handle, self._core
            # The memory is freed with this object, because a thread that blocks on it holds
            # the object. The assignments make no call, in which a signal's handler could run.
            free = partial(core.release, gone)
            self.__del__: Callable[[], object] = free
            self.handle, self._final = core.refusing, final


def view_of_results(results: Results) -> memoryview:
    """Returns the bytes of packed results.

    Raises:
        ArgumentError: they are no whole number of results, or no bytes.
    """
    try:
        view = memoryview(results)
    except TypeError as error:
        raise ArgumentTypeError(
            f"advance a timeline: the results are {shown(results)}; pass packed bytes"
        ) from error
    if view.nbytes % RESULT.size or not view.c_contiguous:
        raise ArgumentError(
            f"advance a timeline: the results have {view.nbytes} bytes; each has {RESULT.size}, "
            f"{RESULT.format}, and nothing lies between them"
        )
    return view
