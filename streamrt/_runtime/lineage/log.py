"""The log of a runtime with `recompute`: which steps made what memory holds.

Operations that can be done again say so by `run`. Whatever else is submitted comes by `submit`, and
what that writes is a gap.

1. Notes have the order of the submissions, because a lock is held around both. A finalizer may
   submit in the middle of either, or where its thread has the runtime's lock, which comes behind
   this one. Then the order is not known, and what both have written is a gap.
2. A submission that was refused is not noted. One that an interrupt broke off may have been made,
   so what it writes is a gap.
3. A gap is no error: the memory cannot be made again until all of it is overwritten. So in doubt
   there is a gap.
4. The log keeps no buffer, no allocation and no execution that has ended well. What is dead is
   dropped when the log is at its limit, and not at once, because finalizers must not.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import RLock, get_ident
from typing import Any, Protocol, TypeAlias, TypeVar

from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._core.values import told
from streamrt._native.core import DONE, RUNNING
from streamrt._runtime.lineage.holdings import Holdings
from streamrt._runtime.lineage.versions import Command, Gap, Memory, Step
from streamrt._runtime.tracking import Region
from streamrt.errors import ArgumentError, StreamRTError

# No imports, which would be a circle.
Engine: TypeAlias = Any
Buffer: TypeAlias = Any
DeviceState: TypeAlias = Any
Execution: TypeAlias = Any
TypedMemory: TypeAlias = Any

T = TypeVar("T")

REFUSALS = (StreamRTError, TypeError, OverflowError, struct.error)

Use: TypeAlias = tuple[TypedMemory, bool, bool]
"""An operand: a buffer, whether it is read, and whether it is written."""


class Maker(Protocol):
    """The part of a runtime that makes buffers again."""

    def is_lost(self, memory: Memory) -> bool:
        """Whether what a memory should hold is not there, because a device was lost."""
        ...

    def heal(self, memory: Memory) -> str:
        """Makes a lost memory again; returns why that is not possible, or an empty text."""
        ...

    def readable(self, memory: Memory, buffer: Buffer) -> Buffer:
        """Returns a buffer with the elements of one in a lost memory, or raises an error."""
        ...

    def error(self, memory: Memory, what: str, why: str) -> Exception:
        """Returns the error for readers of a memory that cannot be made again."""
        ...

    def fetched(self, memory: Memory) -> Any:
        """Submits a fetch of all bytes of a memory; None if that is not possible."""
        ...


class Log:
    """The log of one runtime.

    Attributes:
        maker: makes buffers again.
        lock: held around each submission and its note.
        held: the memories that it knows, and the steps.
        excused: the executions of steps that have run again; nobody has to be told how they ended.
    """

    def __init__(self, engine: Engine, limit: int, make: Callable[[Log], Maker]) -> None:
        """Knows nothing yet.

        Args:
            engine: the runtime's.
            limit: the most bytes of the host that it keeps.
            make: makes what makes buffers again.
        """
        self.lock: AbstractContextManager[bool] = RLock()
        self.maker: Maker = make(self)
        self.held: Holdings = Holdings(engine, limit, self.maker.fetched)
        self.excused: list[Execution] = []
        self._engine = engine
        self._late: deque[tuple[Any, str]] = deque()
        self._redoer = 0  # the thread that runs steps again, which are not noted
        self._redone: Collection[int] = ()  # the memories that these write
        self._used: Collection[int] = ()  # in `run`: its memories
        self._declared: Collection[int] | None = None  # in `run`: those that it writes
        self._is_made = False  # in `run`: whether one of them was written
        self._is_disturbed = False  # in `run`: whether a finalizer has submitted meanwhile

    # -- notes ------------------------------------------------------------------------------------

    def run(
        self, command: Command, state: DeviceState, uses: Sequence[Use], submit: Callable[[], T]
    ) -> T:
        """Makes a submission, or several that are one operation, and notes what it does.

        Args:
            command: what it does.
            state: the device that it runs on.
            uses: the operands of the command, in its order.
            submit: makes it.
        """
        written = [buffer._region.tracked for buffer, _, writes in uses if writes]
        if self._redoer == get_ident():
            return submit()  # which comes by `submit`
        if self._engine.lock.is_mine():
            return self._out_of_order(written, submit)
        with self.lock:
            if self._declared is not None:
                self._is_disturbed = True
                return self._out_of_order(written, submit)
            self._catch_up()
            operands = [self.held.operand(*use) for use in uses]
            for operand in operands:
                if operand.reads is not None:
                    self._heal(operand.memory)
            self._used = {buffer._region.tracked.memory for buffer, _, _ in uses}
            result = self._make(written, submit)
            if self._is_disturbed:
                self.held.end(written, "a finalizer used it, too")
            else:
                self._note(
                    Step(self.held.next_number(), command, state, tuple(operands)), uses, result
                )
        return result

    def _make(self, written: Sequence[Any], submit: Callable[[], T]) -> T:
        """Makes a submission that will be noted; nobody can say what an interrupted one wrote."""
        self._declared = {tracked.memory for tracked in written}
        self._is_made = self._is_disturbed = False
        try:
            return submit()
        except REFUSALS:
            if self._is_made:
                self.held.end(written, "an operation that writes it was broken off")
            raise
        except BaseException:
            self.held.end(written, "an operation that writes it was interrupted")
            raise
        finally:
            self._declared, self._used = None, ()

    def _note(self, step: Step, uses: Sequence[Use], result: object) -> None:
        """Notes a step, which has been submitted."""
        step.execution = result if hasattr(result, "_state") else None
        expects = self.held.checkpoints.expects
        gaps = [need for need in step.needs if isinstance(need.by, Gap) and not expects(need)]
        gap = gaps[0].by if gaps else None
        for operand, (_, _, writes) in zip(step.operands, uses, strict=True):
            if writes:
                operand.memory.write(gap or step)
        if gap is None:
            self.held.spend(step.nbytes)

    def submit(self, reads: Reads, writes: Writes, name: str, submit: Callable[[], T]) -> T:
        """Makes a submission that cannot be done again, or is part of a `run`.

        Args:
            reads: the regions that it only reads.
            writes: the regions that it writes, each with whether it reads that, too.
            name: the name of what it runs.
            submit: makes it.
        """
        written = [region.tracked for region, _ in writes]
        if self._redoer == get_ident():
            result = submit()
            others = [t for t in written if t.memory not in self._redone]
            known = [t for t in others if self.held.find(t.memory) is not None]
            self.held.end(known, "a finalizer wrote it")
            return result
        if self._engine.lock.is_mine():
            return self._out_of_order(written, submit)
        with self.lock:
            if self._declared is None:
                self._catch_up()
                self._heal_all([*reads, *(region for region, is_read in writes if is_read)])
                result = self._make(written, submit)
                self.held.end(written, f"{name}, which is not known to be pure, wrote it")
                return result
            result = submit()
            self._is_made = self._is_made or any(t.memory in self._declared for t in written)
            others = [t for t in written if t.memory not in self._declared]
            self._is_disturbed = self._is_disturbed or any(t.memory in self._used for t in others)
            self.held.end(others, f"{name} wrote it")
        return result

    def expose(self, buffer: TypedMemory, why: str) -> None:
        """Takes note that others may write to a buffer's memory from now on, and nobody sees that.

        Args:
            buffer: the buffer.
            why: the reason, as it follows on "because".
        """
        with self.lock:
            memory = self.held.of(buffer)
            memory.shared = why
            memory.write(Gap(why))

    @contextmanager
    def redoing(self, memories: Iterable[Memory]) -> Generator[None]:
        """Notes nothing that this thread submits to these memories. Under the lock."""
        before = self._redoer, self._redone
        self._redoer, self._redone = get_ident(), {each.tracked.memory for each in memories}
        try:
            yield
        finally:
            self._redoer, self._redone = before

    def _out_of_order(self, written: Sequence[Any], submit: Callable[[], T]) -> T:
        """Makes a submission whose place in the order is not known."""
        try:
            return submit()
        finally:
            self._late += [(tracked, "a finalizer wrote it") for tracked in written]

    def _catch_up(self) -> None:
        """Notes what could not be noted in its place, and what has been fetched."""
        self.held.checkpoints.finish()
        while self._late:
            tracked, why = self._late.popleft()
            self.held.end([tracked], why)

    # -- making again -----------------------------------------------------------------------------

    def readable(self, buffer: TypedMemory) -> Any:
        """Returns the buffer, or one with the same elements if its own memory is lost.

        Raises:
            DeviceLostError: it cannot be made again.
        """
        if self._redoer == get_ident() or self._engine.lock.is_mine():
            return buffer
        with self.lock:
            if self._declared is not None:
                return buffer
            self._catch_up()
            known = self.held.find(buffer._region.tracked.memory)
            if known is None or not self.maker.is_lost(known):
                return buffer
            return self.maker.readable(self.held.of(buffer), buffer)

    def source(self, buffer: TypedMemory) -> Any:
        """Returns the buffer that a copy reads: `readable`, if the buffer's device is lost now.

        If that works, `run` makes the buffer again, or the copy is skipped, like any reader.
        """
        loss = buffer._state.backend.loss
        return buffer if loss is None or loss.reason is None else self.readable(buffer)

    def checkpoint(self, buffer: TypedMemory) -> Any:
        """Begins to fetch a buffer's memory, in place of the steps behind it; returns the fetch.

        Raises:
            ArgumentError: the memory is shared.
            DeviceLostError: it is lost, and cannot be made again.
        """
        self.readable(buffer)
        with self.lock:
            memory = self.held.of(buffer)
            fetch = None if memory.shared else self.held.checkpoints.begin(memory)
        if fetch is None:
            raise ArgumentError(
                f"checkpoint: {told(buffer)} may change without notice, because "
                f"{memory.shared or 'its device is lost'}; copy it with buffer.to"
            )
        return fetch

    def settle(self) -> None:
        """Counts failures as told that have no effect, because what they lost was made again."""
        with self.lock:
            self.held.checkpoints.finish()
            states = [(each, each._state()) for each in self.excused]
            self.excused = [each for each, state in states if state <= RUNNING]
        for each, state in states:
            if state > DONE:
                each._error(state)

    def _heal_all(self, regions: Iterable[Region]) -> None:
        for region in regions:
            memory = self.held.find(region.tracked.memory)
            if memory is not None and memory.state is not None:
                self._heal(memory)

    def _heal(self, memory: Memory) -> None:
        """Makes a memory again if it is lost; one that cannot be made fails its readers."""
        state = memory.state
        if state is None or not self.maker.is_lost(memory):
            return
        if state.backend.loss is not None and state.backend.loss.reason is not None:
            return  # only the host reads it now, see `readable`
        why = self.maker.heal(memory)
        if why and memory.is_torn:  # nothing else tells its readers
            raise self.maker.error(memory, f"use memory of {state.name}", why)
