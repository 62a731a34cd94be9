"""A run of a pipeline: what users iterate over. It is a scope; leaving it leaves nothing behind."""

from __future__ import annotations

import contextvars
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, NoReturn, Self, TypeVar, cast

import anyio
import anyio.lowlevel

from streamrt._core.finalizers import AtEnd
from streamrt._core.flow.elements import Element, Failure, Place
from streamrt._core.values import check_count, check_seconds
from streamrt._notes import listeners
from streamrt._refusals import refusing
from streamrt._runtime.failures import group
from streamrt._runtime.inner import engine_of
from streamrt._runtime.world import exploring
from streamrt.errors import StateError
from streamrt.pipeline import state as states
from streamrt.pipeline.build import Builder, slots, window
from streamrt.pipeline.consumer import Consumer
from streamrt.pipeline.crew import Crew
from streamrt.pipeline.explored import ExploredCrew
from streamrt.pipeline.on_loop import OwnLoop, Tasks, to_the_end
from streamrt.pipeline.opened import LEFT, Opened
from streamrt.pipeline.probe import Probe
from streamrt.pipeline.progress import ProgressBar
from streamrt.pipeline.report import Stats, Verdict, report_html, verdict_of

if TYPE_CHECKING:
    from streamrt._runtime.runtime import Runtime
    from streamrt.pipeline.steps import Step

T_co = TypeVar("T_co", covariant=True)

FAIR = 5e-3  # seconds after which an `async for` lets others run

NEW, OPEN = "not entered", "open"

ENDED = Element(None, 0, (), (), ())


class Run(AtEnd, Generic[T_co]):
    """A run of a pipeline. Made by `Pipeline.run`.

        async with data.run(rt) as run:              # or `with` and `for`, from synchronous code
            async for item in run: ...

    Work begins when it is entered. Leaving it, by any way, takes no more items, cancels what is
    queued and waits for functions that run. Then no thread, task or byte of it is left. A run that
    is open when its runtime is closed, or that is dropped, ends, too.
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
            drain_timeout = engine_of(rt).options.drain_timeout
        self._patience = check_seconds(drain_timeout, f"{what}: drain_timeout")
        self._rt = rt
        self._definition = definition
        self._bound: Literal["ahead", "memory"]
        self._ahead, self._bound = window(definition, ahead, memory)
        self._place = (0,) * slots(definition)
        self._beyond: list[Place] = []
        if resume is not None:
            self._place, self._beyond = states.read(resume, definition)
        self._bar = ProgressBar(definition) if progress else None
        world = exploring.get()
        self._world = world
        self._clock = time.monotonic if world is None else lambda: world.now() * 1e-9
        self._consumer = Consumer(self._clock)
        self._opened: Opened | None = None
        self._yielded = 0.0

    # -- entering -------------------------------------------------------------------------------

    @refusing
    def _enter(self, is_on_loop: bool) -> Opened:
        if self._opened is not None:
            raise StateError(f"enter a run: it is {self._phase}; make another with pipeline.run")
        engine_of(self._rt).check_open("run a pipeline")
        if self._world is not None and not is_on_loop:
            raise StateError(
                "enter a run: an exploration has no threads that could work meanwhile; write "
                "`async with`"
            )
        built = Builder(self._rt, self._definition, self._ahead, self._place).build(self._beyond)
        scope = self._rt.scope(drain_timeout=self._patience)
        context = contextvars.copy_context()
        crew: Crew | ExploredCrew
        if self._world is None:
            crew = Crew(built.flow, self._consumer.arrived, context)
        else:
            crew = ExploredCrew(built.flow, self._consumer.arrived, context, self._clock)
        engine, clock = engine_of(self._rt), self._clock
        opened = Opened(
            engine, self._consumer, self._patience, clock, built, crew, scope, context, clock()
        )
        self._opened, engine.runs[opened] = opened, None
        opened.listener.begin()
        if self._world is None:
            opened.probe = Probe(opened.end_if_dropped)
            self.__del__: Callable[[], object] = partial(opened.dropped, "a run")
        context.run(scope.__enter__)
        self._consumer.reads(built.flow)
        return opened

    @property
    def _phase(self) -> str:
        if self._opened is None:
            return NEW
        return self._opened.why.removeprefix("it is ") or OPEN

    def _begin(self, opened: Opened) -> None:
        with opened.crew.lock:
            opened.flow.begin(self._clock())
            opened.crew.told()

    def __enter__(self) -> Self:
        opened = self._enter(is_on_loop=False)
        crew = opened.crew
        assert isinstance(crew, Crew)
        try:
            self._consumer.open(crew.lock)
            if opened.needs_loop:
                opened.loop = OwnLoop(crew)
                crew.on_loop = opened.loop.tasks
            self._begin(opened)
        except BaseException:
            self._leave(is_whole=False)
            raise
        return self

    async def __aenter__(self) -> Self:
        opened = self._enter(is_on_loop=True)
        crew = opened.crew
        try:
            self._consumer.open_on_loop()
            if opened.needs_loop or isinstance(crew, ExploredCrew):
                opened.group = group = anyio.create_task_group()
                await group.__aenter__()
                crew.on_loop = Tasks(crew)
                crew.on_loop.start(group)
                if isinstance(crew, ExploredCrew):
                    crew.start(group)
            self._begin(opened)
        except BaseException:
            await self._aleave(is_whole=False)
            raise
        return self

    # -- delivery -------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[T_co]:
        if self._phase is not OPEN or self._consumer.is_on_loop:
            self._refuse_reading("with", "for")
        return self

    def __aiter__(self) -> AsyncIterator[T_co]:
        if self._phase is not OPEN or not self._consumer.is_on_loop:
            self._refuse_reading("async with", "async for")
        return self

    @refusing
    def _refuse_reading(self, entering: str, going: str) -> NoReturn:
        raise StateError(
            f"iterate over a run: it is {self._phase}, or was entered in the other way; write "
            f"`{entering} pipeline.run(rt) as run: {going} item in run`"
        )

    def __next__(self) -> T_co:
        element = self._consumer.at_hand()
        if element is not None:
            return cast("T_co", element.value)
        opened = self._checked()
        with opened.crew.lock:
            while (element := self._next(opened)) is None:
                self._consumer.wait()
        if element is ENDED:
            raise StopIteration
        return cast("T_co", self._value_of(element))

    async def __anext__(self) -> T_co:
        element = self._consumer.at_hand()
        if element is not None:
            return cast("T_co", element.value)
        opened = self._checked()
        while True:
            with opened.crew.lock:
                element = self._next(opened)
                if element is None:
                    self._consumer.expect()
            if element is not None:
                break
            await self._consumer.wait_on_loop()
            self._yielded = self._clock()
        if element is ENDED:
            raise StopAsyncIteration
        now = self._clock()
        if now - self._yielded > FAIR:
            self._yielded = now
            await anyio.lowlevel.cancel_shielded_checkpoint()  # the item must not be lost
        return cast("T_co", self._value_of(element))

    def _checked(self) -> Opened:
        engine_of(self._rt).check_alive()  # another process has no workers
        opened = self._opened
        if opened is None:
            raise StateError("iterate over a run: it is not entered; write `with` or `async with`")
        if opened.why:
            raise opened.refusal()
        return opened

    def _next(self, opened: Opened) -> Element | None:
        """Returns the next element to deliver; None if it is not ready. Under the lock."""
        now, flow, crew = self._clock(), opened.flow, opened.crew
        if crew.broken is not None:
            raise crew.broken
        if opened.why:
            if flow.outlet.has_ended:
                return ENDED
            raise opened.refusal()
        flow.look_at_fences(now)
        element = self._consumer.take(now)
        if element is None:
            if flow.outlet.has_ended:
                return ENDED
            if flow.has_stopped:
                raise StateError(
                    "iterate over a run: it has stopped, because an item failed or its event loop "
                    "was closed; resume from run.state()"
                )
        crew.wake()
        if crew.on_loop is not None:
            crew.on_loop.wake()
        if listeners:
            opened.window.look()
        return element

    def _value_of(self, element: Element) -> object:
        if isinstance(element.value, Failure):
            raise element.value.error
        if self._bar is not None:
            self._bar.show(self.delivered)
        return element.value

    # -- leaving --------------------------------------------------------------------------------

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave(error is None)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._aleave(error is None)

    def _stop(self) -> Opened:
        opened = self._opened
        assert opened is not None
        opened.stop(LEFT)
        self.disarm()
        if self._bar is not None:
            self._bar.stop(self.delivered)
        return opened

    def _leave(self, is_whole: bool) -> None:
        opened = self._stop()
        error = opened.cancelled(is_whole)
        errors: list[BaseException] = []
        try:
            errors = opened.finish()
        finally:
            try:
                opened.scope.__exit__(type(error) if error else None, error, None)
            finally:
                opened.close_streams()
        self._check_left(opened, errors)

    async def _aleave(self, is_whole: bool) -> None:
        opened = self._stop()
        error = opened.cancelled(is_whole)
        errors: list[BaseException] = []
        try:
            if opened.group is not None:
                opened.group.cancel_scope.cancel()
                await opened.group.__aexit__(None, None, None)
        finally:
            try:
                errors += await opened.aclose_iterators()
                if isinstance(opened.crew, Crew):
                    await to_the_end(partial(opened.join, self._patience))
            finally:
                errors += opened.close_iterators()
                opened.forget()
                try:
                    await opened.scope.__aexit__(type(error) if error else None, error, None)
                finally:
                    opened.close_streams()
        self._check_left(opened, errors)

    def _check_left(self, opened: Opened, errors: list[BaseException]) -> None:
        if not opened.has_ended:
            errors = [opened.late(), *errors]
        if len(errors) > 1:
            raise group(errors, "a run")
        if errors:
            raise errors[0]

    # -- looking --------------------------------------------------------------------------------

    @property
    def delivered(self) -> int:
        """The number of items that were delivered."""
        return (
            0 if self._opened is None else self._opened.flow.outlet.delivered + self._consumer.read
        )

    @property
    def resumable(self) -> bool:
        """Whether `state` can be asked for: the source can be gone through again."""
        return states.is_resumable(self._definition)

    def state(self) -> dict[str, Any]:
        """Returns where it stands, as a small dict for JSON; `run(resume=...)` goes on there.

        Before and after the state together, each item is delivered once, if
        the source gives the same items again and functions depend on the item and `rng` only.
        Workers and `ahead` may differ.

        Raises:
            StateError: the source is an iterator, which another run cannot read again.
        """
        states.check_resumable(self._definition)
        if self._opened is None:
            return states.told(self._definition, self._place, self._beyond)
        with self._opened.crew.lock:
            self._consumer.settle(self._clock())
            outlet = self._opened.flow.outlet
            return states.told(self._definition, outlet.place, list(outlet.beyond))

    def stats(self) -> Stats:
        """Returns the statistics so far: of each stage, and of the consumer.

        Raises:
            StateError: the run was not entered.
        """
        opened = self._opened
        if opened is None:
            raise StateError(f"stats of a run: it is {self._phase}; enter it first")
        with opened.crew.lock:
            now = opened.ended or self._clock()
            return opened.stats(now, self._consumer.waited, self._ahead, self._bound)

    def verdict(self) -> Verdict:
        """Returns the part that limits the run, and the gain if there were more of it."""
        return verdict_of(self.stats())

    def report(self) -> str:
        """Returns stats and verdict as text."""
        stats = self.stats()
        return f"{stats}\n{verdict_of(stats)}"

    def _repr_html_(self) -> str:
        return report_html(f"{self!r}"[1:-1], self.stats() if self._opened else None)

    def __repr__(self) -> str:
        return f"<Run {self._phase}: {self.delivered} delivered>"
