"""A run of a pipeline: what users iterate over. It is a scope; leaving it leaves nothing behind."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread

from streamrt._core.flow.elements import Element, Failure
from streamrt._core.flow.nodes import Stage
from streamrt._core.handles import Handle
from streamrt._core.values import check_count, check_seconds
from streamrt._refusals import refusing
from streamrt.errors import StateError
from streamrt.pipeline import state as states
from streamrt.pipeline.build import Builder, Built, slots, window
from streamrt.pipeline.crew import Crew
from streamrt.pipeline.on_loop import OwnLoop, Tasks, caller_of_loop
from streamrt.pipeline.report import Probe, Stats, Verdict, stage_stats, verdict_of

if TYPE_CHECKING:
    from streamrt._runtime.runtime import Runtime
    from streamrt.pipeline.steps import Step

T_co = TypeVar("T_co", covariant=True)

clock = time.monotonic

FAIR = 5e-3  # seconds after which an `async for` lets others run

NEW, OPEN, LEFT = "not entered", "open", "left"


class Left(BaseException):
    """The reason for which work of a run is cancelled when it is left early; users never see it."""


class Run(Handle, Generic[T_co]):
    """A run of a pipeline. Made by `Pipeline.run`.

        async with data.run(rt) as run:              # or `with` and `for`, from synchronous code
            async for item in run: ...

    Work begins when it is entered. Leaving it by any way takes no more items, cancels what is queued
    and waits for functions that run. Then no thread, task or byte of it is left.

    Attributes:
        delivered: how many items were delivered.
    """

    _instead = "pipeline.run(rt) makes another"

    def __init__(
        self,
        rt: Runtime,
        definition: tuple[Step, ...],
        *,
        ahead: int | None,
        memory: int | None,
        resume: Mapping[str, Any] | None,
        drain_timeout: float | None,
        progress: bool,
    ) -> None:
        """Not for users: `Pipeline.run` makes it."""
        what = "run a pipeline"
        if ahead is not None:
            ahead = check_count(ahead, f"{what}: ahead", 1)
        if memory is not None:
            memory = check_count(memory, f"{what}: memory", 1)
        if drain_timeout is None:
            drain_timeout = rt._engine.options.drain_timeout
        self._patience = check_seconds(drain_timeout, f"{what}: drain_timeout")
        self._rt = rt
        self._definition = definition
        self._ahead = window(definition, ahead, memory)
        self._place = (0,) * slots(definition)
        self._beyond: list[tuple[int, ...]] = []
        if resume is not None:
            self._place, self._beyond = states.read(resume, definition)
        self._progress = progress
        self._phase = NEW
        self._built: Built | None = None
        self._crew: Crew | None = None
        self._waits = False
        self._arrived: threading.Condition | None = None
        self._event: anyio.Event | None = None
        self._call_soon: Callable[[Callable[[], object]], object] | None = None
        self._group: Any = None
        self._own_loop: OwnLoop | None = None
        self._yielded = 0.0
        self._began = self._ended = self._waited = 0.0

    # -- entering -------------------------------------------------------------------------------

    @refusing
    def _enter(self) -> Crew:
        if self._phase is not NEW:
            raise StateError(f"enter a run: it is {self._phase}; make another with pipeline.run")
        self._rt._engine.check_open("run a pipeline")
        builder = Builder(self._rt, self._definition, self._ahead, self._place)
        self._built = built = builder.build(self._place, self._beyond)
        self._scope = self._rt.scope(drain_timeout=self._patience)
        self._context = contextvars.copy_context()
        self._context.run(self._scope.__enter__)
        self._crew = crew = Crew(built.flow, self._tell, self._context, "streamrt-pipeline")
        self._arrived = threading.Condition(crew.lock)
        self._probe = Probe()
        self._phase = OPEN
        self._began = self._yielded = clock()
        return crew

    def _begin(self, crew: Crew) -> None:
        with crew.lock:
            crew.flow.begin(clock())
            crew.told()

    def __enter__(self) -> Self:
        crew = self._enter()
        try:
            if self._needs_loop:
                self._own_loop = OwnLoop(crew)
                crew.on_loop = self._own_loop.tasks
            self._begin(crew)
        except BaseException as error:
            self._leave(error)
            raise
        return self

    async def __aenter__(self) -> Self:
        crew = self._enter()
        try:
            self._call_soon = caller_of_loop()
            if self._needs_loop:
                crew.on_loop = Tasks(crew)
                self._group = anyio.create_task_group()
                await self._group.__aenter__()
                crew.on_loop.start(self._group)
            self._begin(crew)
        except BaseException as error:
            await self._aleave(error)
            raise
        return self

    @property
    def _needs_loop(self) -> bool:
        assert self._built is not None
        return any(node.on_loop for node in self._built.flow.works)

    # -- delivery -------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[T_co]:
        if self._phase is not OPEN or self._call_soon is not None:
            self._refuse("with", "for")
        return self

    def __aiter__(self) -> AsyncIterator[T_co]:
        if self._phase is not OPEN or self._call_soon is None:
            self._refuse("async with", "async for")
        return self

    @refusing
    def _refuse(self, entering: str, going: str) -> NoReturn:
        raise StateError(
            f"iterate over a run: it is {self._phase}, or was entered in the other way; write "
            f"`{entering} pipeline.run(rt) as run: {going} item in run`"
        )

    def __next__(self) -> T_co:
        crew = self._checked()
        with crew.lock:
            while True:
                element = self._next(crew)
                if element is not None:
                    break
                assert self._arrived is not None
                self._waits, begun = True, clock()
                try:
                    self._arrived.wait()
                finally:
                    self._waits = False
                    self._waited += clock() - begun
        return self._value_of(element, StopIteration)

    async def __anext__(self) -> T_co:
        crew = self._checked()
        while True:
            with crew.lock:
                element = self._next(crew)
                if element is None:
                    self._event, begun = anyio.Event(), clock()
                    self._waits = True
            now = clock()
            if element is not None:
                if now - self._yielded > FAIR:
                    self._yielded = now
                    await anyio.lowlevel.checkpoint()
                return self._value_of(element, StopAsyncIteration)
            assert self._event is not None
            try:
                await self._event.wait()
            finally:
                self._waits = False
                self._yielded = clock()
                self._waited += self._yielded - begun

    def _checked(self) -> Crew:
        self._rt._engine.check_alive()  # another process has no workers
        if self._phase is not OPEN or self._crew is None:
            raise StateError(f"iterate over a run: it is {self._phase}")
        return self._crew

    def _next(self, crew: Crew) -> Element | None:
        """Returns what is delivered next, END if nothing is; None if it has to be waited for."""
        now, flow = clock(), crew.flow
        if crew.broken is not None:
            raise crew.broken
        flow.look_at_fences(now)
        element = flow.deliver(now)
        if element is None:
            if flow.outlet.has_ended:
                return ENDED
            if flow.has_stopped:
                raise StateError(
                    "iterate over a run: it has stopped; its loop was closed, or it failed"
                )
        crew.wake()
        if crew.on_loop is not None:
            crew.on_loop.wake()
        return element

    def _value_of(self, element: Element, end: type[Exception]) -> Any:
        value = element.value
        if element is ENDED:
            raise end
        if isinstance(value, Failure):
            raise value.error
        return value

    def _tell(self) -> None:
        """Wakes the consumer if there is something for it; under the lock, from any thread."""
        crew = self._crew
        if not self._waits or crew is None:
            return
        flow = crew.flow
        if not (flow.outlet.out or flow.outlet.has_ended or flow.has_stopped or crew.broken):
            return
        self._waits = False
        if self._call_soon is None:
            assert self._arrived is not None
            self._arrived.notify()
            return
        assert self._event is not None
        try:
            self._call_soon(self._event.set)
        except RuntimeError:  # the loop is closed: nobody waits any more
            crew.stop()

    # -- leaving --------------------------------------------------------------------------------

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave(error)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._aleave(error)

    def _stop(self) -> tuple[Crew, Built]:
        crew, built = self._crew, self._built
        assert crew is not None and built is not None
        with crew.lock:
            self._ended = clock()
            self._phase = LEFT
            crew.stop()
            built.stopping.thread.set()
        self._probe.stop()
        return crew, built

    def _leave(self, error: BaseException | None) -> None:
        crew, built = self._stop()
        try:
            if self._own_loop is not None:
                self._own_loop.close([pulling.aclose for pulling in built.pullings])
        finally:
            self._drain(crew, built, error)

    async def _aleave(self, error: BaseException | None) -> None:
        crew, built = self._stop()
        try:
            if self._group is not None:
                self._group.cancel_scope.cancel()
                await self._group.__aexit__(None, None, None)
                with anyio.CancelScope(shield=True):
                    for pulling in built.pullings:
                        await pulling.aclose()
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(self._drain, crew, built, error)

    def _drain(self, crew: Crew, built: Built, error: BaseException | None) -> None:
        """Waits for workers, closes iterators, and ends the scope of what they submitted."""
        has_ended = crew.join(self._patience)
        self._probe.join()
        for pulling in built.pullings:
            if has_ended:
                pulling.close()
        left = Left() if error is not None or not built.flow.outlet.has_ended else None
        try:
            self._context.run(self._scope.__exit__, Left if left else None, left, None)
        finally:
            for stream in built.streams:
                stream.close()
        if not has_ended:
            raise TimeoutError(
                f"leave a run: a function still runs after {self._patience} s; its thread goes on"
            )

    # -- looking --------------------------------------------------------------------------------

    @property
    def delivered(self) -> int:
        """The number of items that were delivered."""
        return 0 if self._built is None else self._built.flow.outlet.delivered

    @property
    def resumable(self) -> bool:
        """Whether `state` can be asked for: the source can be gone through again."""
        return states.is_resumable(self._definition)

    def state(self) -> dict[str, Any]:
        """Returns where it stands: a small dict, for JSON. `Pipeline.run(resume=...)` goes on there.

        What was delivered before and what a run that resumes delivers make up each item once, if the
        source gives the same items again and functions depend on the item and `rng` only. Workers
        and `ahead` may differ.

        Raises:
            StateError: the source is an iterator, which another run cannot read again.
        """
        states.check_resumable(self._definition)
        if self._built is None or self._crew is None:
            return states.told(self._definition, self._place, self._beyond)
        with self._crew.lock:
            outlet = self._built.flow.outlet
            return states.told(self._definition, outlet.place, list(outlet.beyond))

    def stats(self) -> Stats:
        """Returns what each stage, and the consumer, did so far.

        Raises:
            StateError: the run was not entered.
        """
        crew, built = self._crew, self._built
        if crew is None or built is None:
            raise StateError(f"stats of a run: it is {self._phase}; enter it first")
        with crew.lock:
            now = self._ended or clock()
            flow, seconds = built.flow, max(now - self._began, 1e-9)
            flow.look_at_paces(now)
            stages = [
                stage_stats(name, node.pace, type(node) is Stage, is_source=node is flow.works[0])
                for name, node in built.named
            ]
            return Stats(
                seconds=seconds,
                delivered=flow.outlet.delivered,
                stages=tuple(stages),
                consumer=1 - min(1.0, self._waited / seconds),
                device=flow.device_pace.busy / seconds,
                window=flow.window_pace.busy / seconds,
                ahead=self._ahead,
                late=self._probe.late,
            )

    def verdict(self) -> Verdict:
        """Returns what limits the run, and how much faster it would be with more of that."""
        return verdict_of(self.stats())

    def report(self) -> str:
        """Returns stats and verdict as text."""
        stats = self.stats()
        return f"{stats}\n{verdict_of(stats)}"

    def __repr__(self) -> str:
        return f"<Run {self._phase}: {self.delivered} delivered>"


ENDED = Element(None, 0, (), (), ())
