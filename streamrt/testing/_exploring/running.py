"""One run of a program in a world of its own, and what came of it.

After every run, without being asked, these are looked at:

1. The program ended, and raised nothing. An error that it swallowed counts if it is an escape.
2. No two accesses race.
3. All that was submitted has ended, and no failure was left that nobody retrieved.
4. The runtime's memory is back, once the program's own variables are gone.
5. Nothing was logged as a warning or an error, and no exception reached the loop's handler.
6. No command used memory that it must not use.
7. No task is left, and none swallows its cancellation.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import logging
import re
from collections.abc import Awaitable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from streamrt import _notes
from streamrt._runtime.inner import engine_of, opened_devices, pool_of
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.world import exploring
from streamrt.errors import (
    ArgumentError,
    EscapedError,
    ExecutionCancelledError,
    RaceError,
    StuckError,
)
from streamrt.testing._exploring import escaping
from streamrt.testing._exploring.checks import Settings
from streamrt.testing._exploring.faults import MAIN, Faults
from streamrt.testing._exploring.loop import ExploredLoop
from streamrt.testing._exploring.programs import (
    Program,
    call,
    check_result,
    is_unrun,
    kind_of,
)
from streamrt.testing._exploring.puppets import Puppets
from streamrt.testing._exploring.sites import leaves, raised_at, task_name, waits_at
from streamrt.testing._exploring.tape import Tape
from streamrt.testing._exploring.world import World

ROUNDS = 3  # of collecting garbage: what errors keep is found in the second
MOST_LEFT = 1000  # turns that tasks get to end after they were cancelled


@dataclass(frozen=True, slots=True)
class Wrong:
    """A fault in a run.

    Attributes:
        kind: one of `failure.KINDS`.
        message: what happened, in words.
        sites: the lines that matter.
        error: the error, if there is one.
    """

    kind: str
    message: str
    sites: tuple[str, ...]
    error: BaseException | None = None

    def is_like(self, other: Wrong | None) -> bool:
        """Whether it is the same failure."""
        if other is None:
            return False
        return self.kind == other.kind and self.sites == other.sites


class Log(logging.Handler):
    """Keeps warnings and errors that streamrt and asyncio log."""

    names = ("streamrt", "asyncio")

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def listen(self) -> None:
        """Begins to listen, in place of other handlers."""
        self._before = [
            (logging.getLogger(name), logging.getLogger(name).propagate) for name in self.names
        ]
        for logger, _ in self._before:
            logger.addHandler(self)
            logger.propagate = False

    def end(self) -> None:
        """Listens no more."""
        for logger, propagates in self._before:
            logger.removeHandler(self)
            logger.propagate = propagates


class ProgramRun:
    """One run of a program, on one tape.

    Attributes:
        world: its world.
    """

    def __init__(self, program: Program, tape: Tape, settings: Settings, puppets: Puppets) -> None:
        self.world = World(tape, puppets, settings.steps, settings.races)
        self._program = program
        self._settings = settings
        self.faults = Faults(settings.faults, self.world) if settings.faults else None
        self.world.hardware.faults = self.faults
        self._kind = kind_of(program)
        self._problems: list[Wrong] = []
        self._has_timed_out = False
        self._refusal: ArgumentError | None = None

    def wrong(self) -> Wrong | None:
        """Runs it; returns what was wrong, or None."""
        return contextvars.Context().run(self._wrong)

    def _wrong(self) -> Wrong | None:
        exploring.set(self.world)
        _notes.clock.set(self.world.now)
        escaping.enter(self.world.escape)
        log = Log()
        log.listen()
        error: BaseException | None = None
        try:
            self._run()
        except (Exception, asyncio.CancelledError) as found:  # noqa: BLE001 - that is the question
            error = found
        finally:
            log.end()
            escaping.leave()
            self._close_all()
        if self._refusal is not None:
            raise self._refusal
        try:
            return next(self._judged(error, log.records), None)
        finally:
            del error

    def _run(self) -> None:
        if self._kind.is_coroutine:
            self._run_on_loop(self._main())
        elif self._kind.takes_runtime:
            with self._runtime() as rt:
                self._finish(call(self._program, rt))
                self._look_at_memory(rt)
        else:
            self._finish(call(self._program))

    def _finish(self, result: object) -> None:
        """Runs the coroutine that a program without a loop returned, if it returned one."""
        if is_unrun(result):
            self._run_on_loop(self._awaited(result))
        else:
            self._check(result)

    async def _awaited(self, result: Awaitable[object]) -> None:
        self._check(await result)

    def _check(self, result: object) -> None:
        """Takes note of a result that leaves something unrun, and ends the run."""
        try:
            check_result("explore", result)
        except ArgumentError as error:
            self._refusal = error
            raise

    def _runtime(self) -> Runtime:
        return Runtime(list(self._settings.devices), **self._settings.options)

    # -- on a loop ------------------------------------------------------------------------------

    def _run_on_loop(self, coroutine: Coroutine[Any, Any, None]) -> None:
        loop = self.world.loop = ExploredLoop(self.world, self._settings.order)
        asyncio.events.set_event_loop(loop)
        try:
            if self.faults is not None:
                self.faults.on_loop(loop)
            main = loop.create_task(coroutine, name=MAIN)
            try:
                loop.run_until_complete(main)
            finally:
                if self.faults is not None and main.done():
                    self._problems += [
                        Wrong("invariant", text, ()) for text in self.faults.unbalanced(main)
                    ]
                del main
                self._end_tasks(loop)
        finally:
            asyncio.events.set_event_loop(None)
            loop.close()
            for context in loop.problems:
                self._problems.append(_of_handler(context))
            loop.problems.clear()

    async def _main(self) -> None:
        if not self._kind.takes_runtime:
            await self._awaited(call(self._program))
            return
        async with self._runtime() as rt:
            await self._awaited(call(self._program, rt))
            await asyncio.sleep(0)  # the step that woke this task up keeps the result of its await
            self._look_at_memory(rt)

    def _end_tasks(self, loop: ExploredLoop) -> None:
        """Cancels the tasks that are left, as `asyncio.run` does, and lets them end."""
        self.world.end_notes()
        left: list[asyncio.Task[Any]] = []
        for task in loop.tasks():
            with suppress(RecursionError):  # tasks in a circle cancel each other for ever
                task.cancel()
                left.append(task)
        gathered = asyncio.gather(*left, return_exceptions=True) if left else None
        turns = 0
        try:
            while gathered is not None and not gathered.done() and turns < MOST_LEFT:
                turns += 1
                loop.call_soon(loop.stop)
                loop.run_forever()
        except StuckError:
            pass
        for task in loop.tasks():
            if task in left:
                site = waits_at(task)
                self._problems.append(
                    Wrong(
                        "error",
                        f"{task_name(task)} swallows its cancellation: it was cancelled at the end "
                        f"and waits at {site}; let CancelledError pass",
                        (site,) if site else (),
                    )
                )
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        if gathered is not None and not gathered.done():
            with suppress(RecursionError):
                gathered.cancel()
        if loop._asyncgens:  # pyright: ignore[reportPrivateUsage]
            with suppress(StuckError):
                loop.run_until_complete(loop.shutdown_asyncgens())

    # -- looking --------------------------------------------------------------------------------

    def _look_at_memory(self, rt: Runtime) -> None:
        """Looks whether the program has let go of its buffers."""
        for _ in range(ROUNDS):
            held = _in_use(rt)
            if not held:
                return
            gc.collect()
        held = _in_use(rt)
        if held:
            texts = [f"{number} bytes of {name}" for name, number in held.items()]
            self._problems.append(
                Wrong(
                    "leak",
                    f"leak: {', '.join(texts)} are in use after the program has ended; something "
                    "that outlives it holds buffers, such as a global, or a task",
                    self.world.allocated(opened_devices(rt)),
                )
            )

    def _close_all(self) -> None:
        """Closes the runtimes that the program left open, without waiting."""
        from streamrt._runtime.ending.closing import cancel_queued, end

        for runtime in self.world.runtimes:
            engine = engine_of(runtime)
            if engine.state == "open":
                cancel_queued(engine)
                while self.world.machine.ready:
                    self.world.machine.run(self.world.machine.ready[0])
                end(engine)

    def _is_excused(self, error: BaseException) -> bool:
        """Whether a fault is the reason, or a timeout that fired because work was late."""
        inner = list(leaves(error))
        if inner != [error]:
            return all(map(self._is_excused, inner))
        if self.world.has_overtaken:
            self._has_timed_out |= isinstance(error, TimeoutError)
            if isinstance(error, TimeoutError) or (
                self._has_timed_out and isinstance(error, ExecutionCancelledError)
            ):
                return True
        return self.faults is not None and self.faults.excuses(error)

    def _judged(
        self, error: BaseException | None, records: list[logging.LogRecord]
    ) -> Iterator[Wrong]:
        escaped = self.world.escaped
        if escaped is not None:
            yield Wrong("escaped", str(escaped), (escaped.site,), escaped)
        for runtime in self.world.runtimes:
            for race in runtime.races:
                yield _of_error(race)
        if error is not None and not self._is_excused(error):
            yield _of_error(error)
        for problem in self._problems:
            if problem.error is None or not self._is_excused(problem.error):
                yield problem
        if self.world.hardware.violations:
            text = self.world.hardware.violations[0]
            yield Wrong("invariant", f"memory that must not be used: {text}", ())
        for record in records:
            logged = record.exc_info[1] if record.exc_info else None
            if logged is not None and self._is_excused(logged):
                continue
            yield Wrong("invariant", f"logged: {record.getMessage()}", ())


def _in_use(rt: Runtime) -> dict[str, int]:
    """Returns the bytes that buffers use, by device."""
    engine_of(rt).tidy()
    found = {device.name: pool_of(device).in_use for device in opened_devices(rt)}
    return {name: number for name, number in found.items() if number}


def _of_handler(context: dict[str, Any]) -> Wrong:
    """Returns the error that the loop's exception handler was given."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        wrong = _of_error(error)
        return Wrong(wrong.kind, f"{context['message']}: {wrong.message}", wrong.sites, error)
    return Wrong("error", str(context["message"]), ())


def _of_error(error: BaseException) -> Wrong:
    """Returns an error with its kind, text and lines; of a group, its first error."""
    error = next(leaves(error), error)
    if isinstance(error, RaceError):
        sites = tuple(side.site for side in (error.first, error.second) if side is not None)
        return Wrong("race", _renumbered(str(error)), sites, error)
    if isinstance(error, StuckError):
        return Wrong(error.kind, str(error), error.sites, error)
    if isinstance(error, EscapedError):
        return Wrong("escaped", str(error), (error.site,), error)
    site = raised_at(error)
    text = f"{type(error).__name__}: {error}"
    notes = getattr(error, "__notes__", [])
    message = _renumbered("\n".join([text, *notes]))
    return Wrong("error", message, (site,) if site else (), error)


def _renumbered(text: str) -> str:
    """Returns a message in which the first buffer is #1: the process counts all of its buffers."""
    numbers: dict[str, str] = {}
    return re.sub(r"#\d+", lambda found: numbers.setdefault(found[0], f"#{len(numbers) + 1}"), text)
