"""`explore` and `replay`: what users call."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from streamrt._backends.sim.trace import TraceEvent
from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt._runtime.waiting.loops import running_loop
from streamrt._runtime.world import exploring
from streamrt.errors import (
    ArgumentTypeError,
    NotDeterministicError,
    ReplayError,
    StateError,
)
from streamrt.testing._exploring import escaping
from streamrt.testing._exploring.checks import Settings, check_settings, check_strategy
from streamrt.testing._exploring.faults import Fault
from streamrt.testing._exploring.programs import Program
from streamrt.testing._exploring.puppets import Puppets
from streamrt.testing._exploring.running import ProgramRun, Wrong
from streamrt.testing._exploring.shrinking import Deviations, shrunk
from streamrt.testing._exploring.tape import NamedTape, Tape, following
from streamrt.testing._exploring.threads import ours
from streamrt.testing._exploring.world import World
from streamrt.testing._reports.failure import Failure


class FailureFoundError(AssertionError):
    """A schedule failed. Its text is the report.

    Attributes:
        failure: the failure.
    """

    def __init__(self, failure: Failure) -> None:
        if not isinstance(failure, Failure):
            raise ArgumentTypeError(f"FailureFoundError: found {shown(failure)}; pass a Failure")
        super().__init__(failure.report())
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of an exploration.

    Attributes:
        failure: the first failure, shrunk; None if every schedule went well.
        schedules: how many schedules ran, without those of shrinking.
        is_complete: whether no schedule is left of those that `over` names.
        over: the choices over which it is complete, in words; empty if it is not.
    """

    failure: Failure | None
    schedules: int
    is_complete: bool = False
    over: str = ""

    def __str__(self) -> str:
        if self.failure is not None:
            return self.failure.report()
        number = f"{self.schedules} schedule{'s' * (self.schedules != 1)}"
        return f"no failure in {number}" + (f"; complete over {self.over}" if self.over else "")

    def check(self) -> None:
        """Raises the failure, if there is one.

        Raises:
            FailureFoundError: a schedule failed; the text is its report.
        """
        if self.failure is not None:
            raise FailureFoundError(self.failure) from self.failure.error


class Explorer:
    """Runs one program in many schedules. Use it as a context manager, in one thread."""

    def __init__(self, program: Program, settings: Settings) -> None:
        self.program = program
        self.settings = settings
        self._has_frozen = False
        self._beats = 0
        self._puppets = Puppets(lambda: escaping.enter(self._escape))
        self._watch = escaping.Watch(self._beat)
        self._run = ProgramRun(program, Tape(following({})), settings, self._puppets)

    @refusing
    def __enter__(self) -> Explorer:
        if exploring.get() is not None:
            raise StateError(
                "explore: the program is being explored already; an explored program cannot "
                "explore another one"
            )
        if running_loop() is not None:
            raise StateError(
                "explore: an event loop runs in this thread, and the program gets one of its own; "
                "call it from synchronous code, or by `asyncio.to_thread`"
            )
        self._watch.__enter__()
        if not gc.get_freeze_count():  # what stands is not looked at again in each collection
            gc.collect()
            gc.freeze()
            self._has_frozen = True
        return self

    def __exit__(self, *error: Any) -> None:
        if self._has_frozen:
            gc.unfreeze()
        with ours():
            self._puppets.end()
            self._watch.__exit__(*error)

    @property
    def world(self) -> World:
        """The world of the last run."""
        return self._run.world

    @property
    def trace(self) -> tuple[TraceEvent, ...]:
        """The commands that ran on devices in the last run."""
        return self._run.world.machine.trace

    @property
    def struck(self) -> dict[str, int]:
        """Returns how many faults struck in the last run, by kind."""
        return {} if self._run.faults is None else dict(self._run.faults.struck)

    def _beat(self) -> float:
        """Returns a number that changes while the program goes on; puppets look by themselves."""
        return time.monotonic() if self._puppets.busy else self._beats + self._run.world.beats

    def _escape(self, error: Any) -> None:
        self._run.world.escape(error)

    def run(self, tape: Tape, *, noting: bool = False) -> Wrong | None:
        """Runs it on a tape; returns what was wrong, or None."""
        self._beats += 1 + self._run.world.beats
        self._run = ProgramRun(self.program, tape, self.settings, self._puppets)
        if noting:
            self._run.world.moments = []
        # A collection may end tasks that nobody keeps, and comes when it likes: here between runs.
        collects = gc.isenabled()
        gc.disable()
        try:
            return self._run.wrong()
        finally:
            if collects:
                gc.enable()

    def again(self, deviations: Deviations, wrong: Wrong) -> Deviations | None:
        """Runs deviations as far as they fit; those taken, if it fails in the same way."""
        tape = Tape(following(deviations))
        return tape.deviations if wrong.is_like(self.run(tape)) else None

    @refusing
    def failure(self, tape: Tape, wrong: Wrong, **where: Any) -> Failure:
        """Shrinks a failure, and runs it once more for its report."""
        before = best = tape.deviations
        if wrong.kind != "escaped":  # which takes long, and has no order
            self._check_same(tape, wrong)
            best = shrunk(
                before,
                lambda tried: self.again(tried, wrong),
                bounds=[bound for _, bound, _ in tape.draws],
            )
        named = NamedTape(following(best))
        last = self.run(named, noting=True)
        if last is None or not wrong.is_like(last):
            raise _differs(tape, named, wrong)
        world = self._run.world
        return Failure(
            kind=last.kind,
            message=last.message,
            sites=last.sites,
            program=name_of(self.program),
            draws=tuple(named.named),
            shrunk_from=len(before),
            trace=world.machine.trace,
            moments=tuple(world.moments or ()),
            settings={
                "devices": list(self.settings.devices),
                "options": dict(self.settings.options),
                "order": self.settings.order,
                "steps": self.settings.steps,
                "races": self.settings.races,
                "faults": [list(fault) for fault in self.settings.faults],
            },
            error=last.error,
            again=f"streamrt.testing.replay({getattr(self.program, '__name__', 'PROGRAM')}, FILE)",
            digest=named.digest(),
            **where,
        )

    def _check_same(self, tape: Tape, wrong: Wrong) -> None:
        """Runs a failure once more.

        Raises:
            NotDeterministicError: it differs.
        """
        again = Tape(following(tape.deviations))
        if not wrong.is_like(self.run(again)) or again.draws != tape.draws:
            raise _differs(tape, again, wrong)


def _differs(one: Tape, other: Tape, wrong: Wrong) -> NotDeterministicError:
    """Returns the error of a failure that was not the same again, with that failure."""
    pairs = zip(one.draws, other.draws, strict=False)
    place = next(
        (n for n, (a, b) in enumerate(pairs) if a != b), min(len(one.draws), len(other.draws))
    )
    first = "\n".join([wrong.message, *(f"  at {site}" for site in wrong.sites)])
    error = NotDeterministicError(
        f"explore: the program is not deterministic from draw {place} on: the same schedule went "
        "differently the second time; look for clocks, random numbers without a seed, sets of "
        "objects in their order, and state that outlives the program, such as a module that it "
        f"imports first\nThe first time it failed with {wrong.kind}: {first}"
    )
    error.__cause__ = wrong.error
    return error


def explore(
    program: Program,
    *,
    schedules: int = 200,
    seed: int = 0,
    strategy: str = "mixed",
    devices: Sequence[str] = ("sim:0",),
    faults: Sequence[Fault] = (),
    order: str = "asyncio",
    races: bool = True,
    steps: int = 1_000_000,
    **options: Any,
) -> Found:
    """Runs a program in many schedules, on simulated devices, until one fails.

    Args:
        program: `async def program(rt)` or `def program(rt)`, which gets a fresh runtime; or a
            function without parameters, which opens its own. A parameter with a default takes the
            runtime only if its name is `rt`. If the function returns a coroutine, that runs. The
            program is run again and again, so all it changes must be its own.
        schedules: how many schedules to run.
        seed: the seed of all draws. Equal programs and seeds have equal schedules.
        strategy: `random`, `pct`, `pct(n)`, `delays(n)` or `mixed`; see "Find a race".
        devices: the devices of the runtime. Every kind is simulated: `cpu:0` in the host's memory,
            others in memory of their own.
        faults: the faults to draw besides: `testing.cancel()` and the others.
        order: `asyncio` keeps the order of callbacks that asyncio promises. `any` also runs the
            callbacks of one turn in any order: an order that asyncio does not produce today.
        races: whether to look for accesses that nothing orders, in each schedule.
        steps: the most steps of one schedule.
        options: further options of `Runtime`, such as `hazards="manual"`.

    Raises:
        ArgumentError: an argument has a value that it cannot have.
        ReplayError: the program is not deterministic.
        StateError: the program that is explored explores.
    """
    what = "explore"
    settings = check_settings(what, program, devices, faults, order, steps, races, options)
    check_count(schedules, "explore: schedules", 1)
    check_count(seed, "explore: seed", 0)
    drawing = check_strategy(what, strategy)
    ran = 0
    with Explorer(program, settings) as explorer:
        for number, choose in enumerate(drawing.choosers(seed)):
            if number == schedules:
                return Found(None, ran)
            tape = Tape(choose)
            wrong = explorer.run(tape)
            ran += 1
            if wrong is not None:
                failure = explorer.failure(
                    tape,
                    wrong,
                    schedule=number,
                    schedules=ran,
                    seed=seed,
                    strategy=strategy,
                )
                return Found(failure, ran)
            drawing.ran(tape)
    return Found(None, ran, is_complete=True, over=_over(strategy, settings))


def _over(strategy: str, settings: Settings) -> str:
    """Returns the choices of which a strategy has made all, in words."""
    parts = [
        "the order of commands, host calls, jobs, timers and turns of the loop",
        "the reuse of each block that is dropped while it may be in use",
    ]
    if settings.order == "any":
        parts.append("the order of the callbacks of a turn")
    parts += [f"the fault {fault.kind}" for fault in settings.faults]
    return f"all schedules of {strategy}, which choose {', '.join(parts)}, and nothing else"


def replay(program: Program, failure: Failure | str | Path) -> Failure:
    """Runs a failure again, and returns it with its error.

    Args:
        program: the program that failed.
        failure: the failure, or the path of the file that it was saved to.

    Raises:
        ReplayError: the file is broken, or the program is another one than the one that failed, or
            does not fail any more.
    """
    saved = _loaded(failure)
    given = saved.settings
    settings = check_settings(
        "replay",
        program,
        given["devices"],
        [Fault(kind, tuple(what), most) for kind, what, most in given["faults"]],
        given["order"],
        given["steps"],
        given["races"],
        given["options"],
    )
    if name_of(program) != saved.program:
        raise ReplayError(
            f"replay {saved.program}: found the program {name_of(program)}; pass the one that "
            "failed"
        )
    named = NamedTape(following({number: draw.value for number, draw in saved.deviations}))
    with Explorer(program, settings) as explorer:
        wrong = explorer.run(named, noting=True)
        world = explorer.world
    drawn = dict(enumerate(named.draws))
    changed = [n for n, draw in saved.deviations if drawn.get(n) != draw[:3]]
    if changed or (len(drawn), named.digest()) != (len(saved.draws), saved.digest):
        where = f"from draw {changed[0]} on" if changed else "in its choices"
        raise ReplayError(
            f"replay {saved.program}: it differs {where}; the program or streamrt has changed, or "
            "the program is not deterministic"
        )
    if wrong is None or (wrong.kind, _lines(wrong)) != (saved.kind, _lines(saved)):
        outcome = (
            "it does not fail any more" if wrong is None else f"it fails with: {wrong.message}"
        )
        raise ReplayError(f"replay {saved.program}: {outcome}")
    return replace(
        saved,
        message=wrong.message,
        error=wrong.error,
        draws=tuple(named.named),
        trace=world.machine.trace,
        moments=tuple(world.moments or ()),
    )


@refusing
def _loaded(failure: object) -> Failure:
    if isinstance(failure, Failure):
        return failure
    if not isinstance(failure, str | Path):
        raise ArgumentTypeError(
            f"replay: found {shown(failure)}; pass a Failure, or the path of a saved one"
        )
    return Failure.load(failure)


def _lines(failed: Wrong | Failure) -> list[str]:
    """Returns the sites without folders: a failure may have been saved on another machine."""
    return [site.replace("\\", "/").rpartition("/")[2] for site in failed.sites]


def name_of(program: Program) -> str:
    """Returns the name of a program, as in `feed.main`."""
    module = getattr(program, "__module__", "")
    return f"{module}.{getattr(program, '__qualname__', repr(program))}"
