"""The parts that a run has while it is open: its flow, its workers, and the scope of their work.

A run ends in one of three ways. Its block is left, its runtime is closed, or it is dropped. Workers
know these parts and not the run, so a run that nobody else knows is dropped although they work. Its
finalizer posts that to `dropped`, and the probe, which looks there from time to time, ends it.
"""

from __future__ import annotations

import contextvars
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import anyio

from streamrt._core.finalizers import Inbox
from streamrt._core.flow.flow import Flow
from streamrt.errors import ClosedError
from streamrt.pipeline.build import Built
from streamrt.pipeline.consumer import Consumer
from streamrt.pipeline.crew import Crew
from streamrt.pipeline.explored import ExploredCrew
from streamrt.pipeline.noting import Listener, Window
from streamrt.pipeline.on_loop import OwnLoop, to_the_end
from streamrt.pipeline.probe import Probe
from streamrt.pipeline.processes import DYING
from streamrt.pipeline.report import Stats, stats_of

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from streamrt._runtime.engine import Engine
    from streamrt._runtime.scope import Scope

logger: logging.Logger = logging.getLogger("streamrt")

LEFT, CLOSED, DROPPED = "it is left", "its runtime is closed", "it was dropped"


class Left(BaseException):
    """The reason for which work of a run is cancelled when it is left early; users never see it."""


@dataclass(slots=True, eq=False)
class Opened:
    """The parts of an open run.

    Attributes:
        engine: of the runtime, which ends it if nobody else does.
        consumer: its reader.
        patience: the seconds that its end waits for functions that run.
        clock: gives the time, in seconds.
        built: the flow and what belongs to it.
        crew: its workers.
        scope: takes what workers submit.
        context: in which the scope is the innermost.
        began: when it was opened, in seconds.
        ended: when it was ended; 0.0 as long as it is open.
        why: what ended it; empty as long as it is open.
        dropped: whether the run was dropped, if there is something in it.
        group: of its tasks in the consumer's loop, if there are any.
        loop: of its own, if it needs one and the consumer has none.
        probe: measures how long threads wait for the interpreter.
        has_ended: whether no worker is in a function any more.
        listener: counts the seconds in which it compiled.
        window: tells how many items are inside.
    """

    engine: Engine
    consumer: Consumer
    patience: float
    clock: Callable[[], float]
    built: Built
    crew: Crew | ExploredCrew
    scope: Scope
    context: contextvars.Context
    began: float
    ended: float = 0.0
    why: str = ""
    dropped: Inbox[str] = field(default_factory=Inbox[str])
    group: TaskGroup | None = None
    loop: OwnLoop | None = None
    probe: Probe | None = None
    has_ended: bool = True
    listener: Listener = field(init=False)
    window: Window = field(init=False)

    def __post_init__(self) -> None:
        """Makes what listens, and what tells."""
        self.listener = Listener(self.crew, self.consumer)
        self.window = Window(self.built.flow, self.engine)
        self.crew.look = self.window.look

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

    def refusal(self) -> ClosedError:
        """Returns the error for a reader of a run that was ended."""
        rest = "" if self.flow.outlet.has_ended else ", and not all of its items were delivered"
        return ClosedError(
            f"iterate over a run: {self.why}{rest}; read a run in its block, or go on with "
            "pipeline.run(rt, resume=run.state())"
        )

    # -- its end --------------------------------------------------------------------------------

    def stop(self, why: str = CLOSED) -> None:
        """Takes no more items, and wakes the reader, whom it refuses. It waits for nothing."""
        self.listener.end()
        with self.crew.lock:
            if self.why:
                return
            self.why, self.ended = why, self.clock()
            self.consumer.close(self.ended)
            self.crew.stop()
            self.consumer.wake()
        self.built.stopping.thread.set()
        if self.probe is not None:
            self.probe.stop()

    def end(self, cancel: bool, why: str = CLOSED) -> list[BaseException]:
        """Ends a run that nobody has left, and waits for it; returns what its functions raised.

        Args:
            cancel: whether what is queued is cancelled.
            why: what ends it.
        """
        self.stop(why)
        if cancel:
            self.scope.cancel()
        if self.crew.on_loop is not None and self.group is not None:
            self.crew.on_loop.end(self.patience)
        errors = self.finish()
        if isinstance(self.crew, Crew) and not self.has_ended and not self.crew.is_mine:
            errors.append(self.late())
        return errors

    async def aend(self, cancel: bool) -> list[BaseException]:
        """Ends it like `end`, without blocking the loop."""
        if isinstance(self.crew, ExploredCrew):
            self.stop()
            self.forget()
            return []
        errors: list[BaseException] = []
        await to_the_end(lambda: errors.extend(self.end(cancel)))
        on_loop = self.crew.on_loop
        if self.group is not None and on_loop is not None and on_loop.is_mine:
            errors += await self.aclose_iterators()
        return errors

    def end_if_dropped(self) -> None:
        """Ends it if its run was dropped; in the probe's thread."""
        if not self.dropped.things:
            return
        logger.warning("a run of a pipeline was dropped before it was left; enter it by `with`")
        for error in self.end(True, DROPPED):
            logger.error("end a run that was dropped", exc_info=error)
        self.close_streams()

    def late(self) -> TimeoutError:
        """Returns the error for a function that goes on."""
        return TimeoutError(
            f"leave a run: a function still runs after {self.patience} s; its thread goes on"
        )

    def finish(self) -> list[BaseException]:
        """Ends a loop of its own, waits for workers and closes iterators, once it was stopped.

        It returns what closing iterators raised.
        """
        errors: list[BaseException] = []
        try:
            if self.loop is not None and not self.loop.is_mine:
                loop, self.loop = self.loop, None
                errors += raised(lambda: loop.close([p.aclose for p in self.built.pullings]))
        finally:
            try:
                self.join(self.patience)
            finally:
                errors += self.close_iterators()
                self.forget()
        return errors

    def forget(self) -> None:
        """Says that nobody has to end it any more."""
        self.engine.runs.pop(self, None)

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

    def close_iterators(self) -> list[BaseException]:
        """Closes iterators of sources, unless a worker may still be in one."""
        if not self.has_ended:
            return []
        return [error for pulling in self.built.pullings for error in raised(pulling.close)]

    async def aclose_iterators(self) -> list[BaseException]:
        """Closes asynchronous iterators, once no task is in one."""
        errors: list[BaseException] = []
        with anyio.CancelScope(shield=True):
            for pulling in self.built.pullings:
                try:
                    await pulling.aclose()
                except Exception as error:  # noqa: BLE001 - see `raised`
                    errors.append(error)
        return errors

    def close_streams(self) -> None:
        """Closes the streams that were opened for it."""
        for stream in self.built.streams:
            stream.close()

    def stats(
        self, now: float, waited: float, ahead: int, bound: Literal["ahead", "memory"]
    ) -> Stats:
        """Returns the statistics until now; under the lock."""
        late = 0.0 if self.probe is None else self.probe.late
        seconds = now - self.began
        self.flow.look_at_paces(now)
        awaited = {node: self.flow.awaited(node, now) for node in self.flow.works if node.on_loop}
        return stats_of(
            *(self.flow, self.built.named, seconds, waited, ahead, late, bound),
            remote=self.built.remote,
            awaited=awaited,
            compiled=self.consumer.compiled,
        )


def raised(close: Callable[[], object]) -> list[BaseException]:
    """Closes an object of the user's; returns its error, so that the rest is closed, too."""
    try:
        close()
    except Exception as error:  # noqa: BLE001 - the caller raises it when all is closed
        return [error]
    return []
