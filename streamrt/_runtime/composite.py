"""Composite executions: several submissions that a user holds as one.

    a launch and its checks     ends with the last check; named after the launch
    a replay, step by step      ends with its tail; named after the tail
    a launch with its outputs   the launch alone

Buffers know the parts, not the composite. So a composite may know buffers as its result without a
cycle of references.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from streamrt._core.tracking.hazards import Edges
from streamrt._native.core import CANCELLED, DONE, EXPIRED, FAILED, PENDING, RUNNING, core
from streamrt._runtime.execution import Execution, Times
from streamrt._runtime.telling.fields import Where
from streamrt._runtime.tracking import IN_PYTHON


class Composite(Execution[Any]):
    """Several executions as one, which starts with the first and ends with the last."""

    __slots__ = ("_face", "_parts")

    def __init__(self, parts: Sequence[Execution], face: Execution, outcome: object = None) -> None:
        """Takes executions that were submitted.

        Args:
            parts: the executions in the order of submission; each comes after the first one, and
                the last comes after all.
            face: the part whose name and point it shows.
            outcome: the result.
        """
        first, last = parts[0], parts[-1]
        self.timeline, self.value, self.cell = last.timeline, last.value, last.cell
        self.checks, self.edges, self.clean = first.checks, first.edges, False
        self.subject, self._block, self._trouble = face.subject, last._block, None
        self._code, self._instruction = first._code, first._instruction
        self.outcome = outcome
        self._parts, self._face = parts, face

    def cancelled(self) -> bool:
        """See `Execution`."""
        return self._state() in (CANCELLED, EXPIRED)

    def cancel(self) -> bool:
        """See `Execution`."""
        first = self._parts[0]
        if first._earlier() is not None or not first._cancel():
            return self._stop()
        super()._cancel()  # so that awaiters need not wait for its turn
        return True

    def _stop(self) -> bool:
        """Has the loops among its parts end, and cancels what has not started before the last."""
        if not getattr(self.subject, "has_loops", False):
            return False
        parts = self._parts[:-1] or self._parts  # what the last one becomes follows from these
        asked = [p._cancel() or p.timeline.queue.stop(p.value, p.cell) for p in parts]
        return any(asked)

    @property
    def times(self) -> Times:
        """See `Execution`; it has finished when the part that it is named after has."""
        submitted, started, _ = self._parts[0].times
        return Times(submitted, started, self._face.times.finished)

    def _where(self) -> Where:
        return self._face._where()

    def _waits(self) -> Edges:
        return self._parts[0]._waits()

    def explain(self) -> str:
        """See `Execution`."""
        ended_by = self._ended_by()
        return super().explain() if ended_by is self else ended_by.explain()

    def _ended_by(self) -> Execution:
        """Returns the part that first failed, was cancelled or skipped; itself if none did."""
        look = self.timeline.look
        first = look(self._parts[0].cell)
        if first > DONE:  # to cancel the first part is to cancel the whole, if that is in time
            is_whole = first == look(self.cell) == CANCELLED
            return self if is_whole else self._parts[0]
        broken = (FAILED, CANCELLED, EXPIRED)
        return next((part for part in self._parts if look(part.cell) in broken), self)

    def _state(self) -> int:
        look = self.timeline.look
        state, first = look(self.cell), look(self._parts[0].cell)
        if state > DONE:
            return first if first > DONE else look(self._ended_by().cell)
        return RUNNING if state == PENDING and first in (RUNNING, DONE) else state

    def _error(self, state: int) -> BaseException:
        if state <= RUNNING:
            return super()._error(state)
        ended_by = self._ended_by()
        if ended_by is self:
            error = super()._error(self._state())
        else:
            error = ended_by._error(self.timeline.look(ended_by.cell))
        self._count_as_told()
        return error

    def _count_as_told(self) -> None:
        """Marks the failures of all parts as told, because somebody was told of one."""
        self.timeline.engine.tidy()  # each lane notes the failure of its own part
        for part in self._parts:
            if part._trouble is not None:
                part._trouble[0].count_as_told()


def with_outcome(launch: Execution, outcome: object) -> Execution[Any]:
    """Returns a launch as an execution with that result, which the buffers do not know."""
    if isinstance(launch, Composite):
        launch.outcome = outcome
        return launch
    made: Execution[Any]
    if not IN_PYTHON:
        made = cast("Execution[Any]", core().with_outcome(launch, outcome))
    else:
        made = Composite((launch,), launch, outcome)
    watch = launch.timeline.engine.watch
    return made if watch is None else watch.dress(made)
