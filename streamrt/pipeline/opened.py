"""The parts that a run has while it is open: its flow, its workers, and the scope of their work."""

from __future__ import annotations

import contextvars
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamrt._core.flow.flow import Flow
from streamrt.pipeline.build import Built
from streamrt.pipeline.crew import Crew
from streamrt.pipeline.explored import ExploredCrew
from streamrt.pipeline.on_loop import OwnLoop
from streamrt.pipeline.processes import DYING
from streamrt.pipeline.report import Probe, Stats, stats_of

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from streamrt._runtime.scope import Scope


class Left(BaseException):
    """The reason for which work of a run is cancelled when it is left early; users never see it."""


@dataclass(slots=True)
class Opened:
    """The parts of an open run.

    Attributes:
        built: the flow and what belongs to it.
        crew: its workers.
        scope: takes what workers submit.
        context: in which the scope is the innermost.
        began: when it was opened, in seconds.
        ended: when it was left; 0.0 as long as it was not.
        group: of its tasks in the consumer's loop, if there are any.
        loop: of its own, if it needs one and the consumer has none.
        probe: measures how long threads wait for the interpreter.
        has_ended: whether no worker is in a function any more.
    """

    built: Built
    crew: Crew | ExploredCrew
    scope: Scope
    context: contextvars.Context
    began: float
    ended: float = 0.0
    group: TaskGroup | None = None
    loop: OwnLoop | None = None
    probe: Probe | None = None
    has_ended: bool = True

    @property
    def flow(self) -> Flow:
        """The flow."""
        return self.built.flow

    @property
    def needs_loop(self) -> bool:
        """Whether some of its functions are coroutines."""
        return any(node.on_loop for node in self.flow.works)

    def cancelled(self, is_whole: bool) -> Left | None:
        """Cancels what is queued, and returns why; None if everything was delivered.

        It comes before workers are waited for, because one of them may wait for what is queued.
        """
        if is_whole and self.flow.outlet.has_ended:
            return None
        self.scope.cancel()
        return Left()

    def join(self, seconds: float) -> None:
        """Waits at most so long for workers to end, then ends processes.

        A thread that waits for a process ends with it.
        """
        if not isinstance(self.crew, Crew):
            return
        self.has_ended = False
        has_ended = self.crew.join(seconds)
        if self.probe is not None:
            self.probe.join()
        for workers in self.built.workers:
            workers.close()
        self.has_ended = has_ended or self.crew.join(DYING if self.built.workers else 0.0)

    def close_iterators(self) -> None:
        """Closes iterators of sources, unless a worker may still be in one."""
        if self.has_ended:
            for pulling in self.built.pullings:
                pulling.close()

    def close_streams(self) -> None:
        """Closes the streams that were opened for it."""
        for stream in self.built.streams:
            stream.close()

    def stats(self, now: float, waited: float, ahead: int) -> Stats:
        """Returns what everybody did until now; under the lock."""
        late = 0.0 if self.probe is None else self.probe.late
        seconds = now - self.began
        self.flow.look_at_paces(now)
        return stats_of(self.flow, self.built.named, seconds, waited, ahead, late)
