"""A program as it is submitted to a runtime through the public API, and judged afterwards.

Every submission is written down. In the end the oracle carries them out in the order of
submission, and every outcome and every element has to be the same; errors must have the right
causes, see _judging.py. The notes hold no buffer, so
a buffer that is dropped here is gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Set
from typing import Any, Self

import numpy as np

import streamrt as srt
from streamrt._native.queue import CellStatus
from streamrt.backend import Backend
from streamrt.errors import (
    DeadlineError,
    DependencyError,
    ExecutionCancelledError,
)
from streamrt.testing.conformance import _kernels
from streamrt.testing.conformance._case import Violation
from streamrt.testing.conformance._judging import OWN_FAILURE, judge
from streamrt.testing.conformance._machines import open_runtime
from streamrt.testing.conformance._oracle import (
    CANCELLED,
    DONE,
    FAILED,
    SKIPPED,
    Compute,
    Entry,
    Life,
    Outcome,
    Part,
    Words,
    conflict,
    replay,
    runs,
)


class Play:
    """One run of a program."""

    def __init__(
        self,
        backend: Backend,
        index: int,
        seconds: float,
        *,
        tags: Set[str],
        streams: int = 3,
        devices: int = 1,
        manual: bool = False,
        is_held: bool = True,
        title: str = "",
    ) -> None:
        """Opens a runtime.

        Args:
            backend: the backend of its devices.
            index: the index of the first device.
            seconds: the longest wait.
            tags: the abilities of the device; see `TAGS`.
            streams: the number of streams, dealt to the devices in turn.
            devices: the number of devices.
            manual: insert no hazards; the program places a wait for each itself.
            is_held: whether streams of a device with real time are held, so that much is
                pending at once. Virtual time passes only when the program waits.
            title: the beginning of messages.
        """
        self.title = title
        self.seconds = seconds
        self.entries: list[Entry] = []
        self.buffers: dict[Life, srt.Buffer] = {}
        self.within: float | None = None  # the seconds that what is submitted next has
        self._manual = manual
        indices = tuple(range(index, index + devices))
        mode: Any = "manual" if manual else "auto"
        self.rt = open_runtime(backend, indices, hazards=mode, drain_timeout=seconds)
        self._devices = [self.rt.device(f"{backend.kind}:{i}") for i in indices]
        self.streams = [self._devices[n % devices].stream(f"c{n}") for n in range(streams)]
        self.computes: bool = "computes" in tags
        self.is_virtual: bool = "virtual time" in tags
        self._home: dict[Life, int] = {}
        self._gate = threading.Event()
        self._lives = 0
        if is_held and not self.is_virtual:
            self.hold()

    def hold(self) -> None:
        """Holds all streams until the program waits for something."""
        self._gate = gate = threading.Event()
        for stream in self.streams:
            stream.call(gate.wait, self.seconds)

    def release(self) -> None:
        """Lets the streams go."""
        self._gate.set()

    # -- buffers --------------------------------------------------------------------------------

    def device_of(self, life: Life) -> int:
        """The number of the device that a buffer is on."""
        return self._home[life]

    def empty(self, size: int = 16, device: int = 0) -> Life:
        """A new buffer; its memory keeps its old contents."""
        life = self._life(size, device)
        self.buffers[life] = self.rt.empty(size, "u4", self._devices[device])
        return life

    def put(self, values: Words, device: int = 0) -> Life:
        """A new buffer that the host writes."""
        life = self._life(values.size, device)
        life.initial = values.copy()
        self.buffers[life] = self.rt.put(values, self._devices[device])
        return life

    def _life(self, size: int, device: int) -> Life:
        self._lives += 1
        life = Life(f"b{self._lives}", size)
        self._home[life] = device
        return life

    def drop(self, life: Life) -> None:
        """Drops the only handle of a buffer."""
        del self.buffers[life]

    def freeze(self, life: Life) -> None:
        """Ends writing to a buffer."""
        self.buffers[life].freeze()

    def whole(self, life: Life) -> Part:
        """All of a buffer."""
        return Part(life, 0, life.size)

    # -- submitting -----------------------------------------------------------------------------

    def fill(self, stream: int, target: Life | Part, value: int) -> Entry:
        """Submits: target = value."""

        def compute(x: Words, y: Words) -> Words:
            del x
            return np.full_like(y, value)

        entry = Entry(f"fill {value}", stream, None, _part(target), compute=compute)
        return self._submit(entry, lambda s, _, y: s.fill(y, value))

    def copy(self, stream: int, target: Life | Part, source: Life | Part) -> Entry:
        """Submits: target = source."""
        entry = Entry("copy", stream, _part(source), _part(target), compute=lambda x, _: x)
        return self._submit(entry, lambda s, x, y: s.copy(y, x))

    def mix(
        self, stream: int, target: Life | Part, source: Life | Part, k: int = 1, turns: int = 0
    ) -> Entry:
        """Submits: target = 3 * source + k; a copy where the device computes nothing."""
        if not self.computes:
            return self.copy(stream, target, source)
        return self._kernel(
            _kernels.mix, stream, source, target, (k, turns), compute=lambda x, _: 3 * x + _u4(k)
        )

    def blend(
        self, stream: int, target: Life | Part, source: Life | Part, k: int = 1, turns: int = 0
    ) -> Entry:
        """Submits: target = 5 * target + source + k; a copy where the device computes nothing."""
        if not self.computes:
            return self.copy(stream, target, source)

        def compute(x: Words, y: Words) -> Words:
            return 5 * y + x + _u4(k)

        return self._kernel(
            _kernels.blend, stream, source, target, (k, turns), is_read=True, compute=compute
        )

    def step(self, stream: int, target: Life | Part, k: int = 1, turns: int = 0) -> Entry:
        """Submits: target = 7 * target + k; a fill where the device computes nothing."""
        if not self.computes:
            return self.fill(stream, target, k)

        def compute(_: Words, y: Words) -> Words:
            return 7 * y + _u4(k)

        return self._kernel(
            _kernels.step, stream, None, target, (k, turns), is_read=True, compute=compute
        )

    def spoil(self, stream: int, target: Life | Part) -> Entry:
        """Overwrites a part with rubbish, and fails."""
        return self._kernel(
            _kernels.spoil, stream, None, target, (OWN_FAILURE, 0), compute=_rubbish, fails=True
        )

    def spoil_more(self, stream: int, target: Life | Part, source: Life | Part) -> Entry:
        """Does the same as `spoil`, and reads both parts."""
        return self._kernel(
            _kernels.spoil_more,
            stream,
            source,
            target,
            (OWN_FAILURE, 0),
            is_read=True,
            compute=_rubbish,
            fails=True,
        )

    def refuse(self, stream: int, source: Life | Part) -> Entry:
        """Reads a part and fails."""
        return self._kernel(_kernels.refuse, stream, source, None, (OWN_FAILURE, 0), fails=True)

    def _kernel(
        self,
        kernel: srt.Kernel,
        stream: int,
        source: Life | Part | None,
        target: Life | Part | None,
        scalars: tuple[int, int],
        *,
        is_read: bool = False,
        compute: Compute | None = None,
        fails: bool = False,
    ) -> Entry:
        x = None if source is None else _part(source)
        y = None if target is None else _part(target)
        entry = Entry(f"{kernel.name} {scalars[0]}", stream, x, y, is_read, compute, fails)

        def launch(s: srt.Stream, x: srt.Buffer | None, y: srt.Buffer | None) -> srt.Execution:
            arrays = [buffer for buffer in (x, y) if buffer is not None]
            return s.launch(kernel, *arrays, *scalars)

        return self._submit(entry, launch)

    def _submit(self, entry: Entry, submit: Callable[[srt.Stream, Any, Any], Any]) -> Entry:
        if self._manual:
            self._wait_for_hazards(entry)
        source, target = (
            None if part is None else self.view(part) for part in (entry.source, entry.target)
        )
        before = time.monotonic_ns()
        with srt.deadline(self.within):
            entry.execution = submit(self.streams[entry.stream], source, target)
        if self.within is not None:
            entry.due = before + int(self.within * 1e9)
            if self.is_virtual:  # nothing has run yet
                entry.due = CellStatus.from_address(entry.execution.cell).deadline
        self.entries.append(entry)
        return entry

    def view(self, part: Part) -> srt.Buffer:
        """The runtime's view of a part."""
        buffer = self.buffers[part.life]
        return buffer if part.count == part.life.size else buffer[part.elements]

    def _wait_for_hazards(self, entry: Entry) -> None:
        """Places the waits that a runtime with automatic hazards would insert."""
        for other in self.entries:
            if other.stream != entry.stream and conflict(other, entry):
                self.streams[entry.stream].wait(other.execution)

    # -- besides --------------------------------------------------------------------------------

    def order(self, stream: int, after: int) -> None:
        """Orders later work of a stream after all work of another one so far."""
        self.streams[stream].wait(self.streams[after].record())

    def cancel(self, entry: Entry) -> None:
        """Cancels an execution, if it has not started."""
        entry.cancelled = entry.execution.cancel() or entry.cancelled

    def see(self, entry: Entry) -> None:
        """The host waits until an execution is over."""
        self.release()
        self._outcome(entry)

    # -- judging --------------------------------------------------------------------------------

    def judge(self) -> None:
        """Waits for everything, and compares it with the oracle.

        Raises:
            Violation: something differs.
        """
        self.release()
        for entry in self.entries:
            if entry.due:
                self._outcome(entry)  # notes whether it expired
        expected = replay(self.entries)
        for entry, state in zip(self.entries, expected.states, strict=True):
            found = self._outcome(entry)
            if found != state:
                raise Violation(self._tell(f"{entry} is {found}, it should be {state}", expected))
        for life in self.buffers:
            self._judge_buffer(life, expected)
        problems = judge(self.entries)
        if problems:
            raise Violation(self._tell(problems[0], expected))

    def _outcome(self, entry: Entry) -> str:
        execution: srt.Execution = entry.execution
        try:
            execution.sync(self.seconds)
        except DeadlineError:  # which is a TimeoutError
            return self._expired(entry)
        except TimeoutError:
            raise Violation(self._tell(f"{entry} is not over after {self.seconds} s")) from None
        except ExecutionCancelledError:
            return CANCELLED
        except DependencyError:
            return SKIPPED
        except srt.StreamRTError as error:
            code = getattr(error, "code", None)
            return FAILED if code == OWN_FAILURE else f"failed with {type(error).__name__}: {error}"
        if self.is_virtual and 0 < entry.due < execution.times.started:
            return f"done, and started {execution.times.started - entry.due} ns after its deadline"
        return DONE

    def _expired(self, entry: Entry) -> str:
        """Returns the outcome of an entry that has expired, and notes it for the oracle."""
        if not entry.due:
            return "expired, and had no deadline"
        times = entry.execution.times  # before its turn it may have no end yet
        if max(times.started, times.finished) <= entry.due:
            return "expired, and its deadline had not passed"
        entry.cancelled = True
        return CANCELLED

    def _judge_buffer(self, life: Life, expected: Outcome) -> None:
        contents = expected.of(life)
        for low, high in runs(contents.writer):
            part = Part(life, low, high)
            if expected.is_poisoned(part):
                self._judge_poison(part, expected)
                continue
            found = self.view(part).fetch().sync(self.seconds)
            wrong = (found != contents.values[low:high]) & contents.known[low:high]
            if wrong.any():
                at = int(np.flatnonzero(wrong)[0])
                raise Violation(
                    self._tell(
                        f"{life.name}[{low + at}] is {found[at]}, it should be "
                        f"{contents.values[low + at]}",
                        expected,
                    )
                )

    def _judge_poison(self, part: Part, expected: Outcome) -> None:
        try:
            self.view(part).fetch().sync(self.seconds)
        except DependencyError:
            return
        raise Violation(self._tell(f"{part} was fetched, and its writer did not succeed", expected))

    def _tell(self, what: str, expected: Outcome | None = None) -> str:
        states = expected.states if expected is not None else [""] * len(self.entries)
        lines = [
            f"    {n:3} {e}  {s}" for n, (e, s) in enumerate(zip(self.entries, states, strict=True))
        ]
        return "\n".join([f"{self.title}: {what}", *lines])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> None:
        self.release()
        self.buffers.clear()
        if error is None:
            self.rt.close()
            return
        try:
            self.rt.close()
        except Exception:  # noqa: BLE001 - the first error tells more
            pass


def _part(what: Life | Part) -> Part:
    return what if isinstance(what, Part) else Part(what, 0, what.size)


def _u4(value: int) -> np.uint32:
    return np.uint32(value)


def _rubbish(x: Words, y: Words) -> Words:
    del x
    return np.full_like(y, _kernels.SPOILT)
