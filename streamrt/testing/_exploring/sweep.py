"""`sweep`: each fault at each of its places, once, in the ordinary schedule or in several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from streamrt._core.values import check_count
from streamrt.errors import ArgumentError
from streamrt.testing._exploring.checks import check_settings
from streamrt.testing._exploring.explore import Explorer, Found
from streamrt.testing._exploring.faults import Fault, cancel, fail, out_of_memory
from streamrt.testing._exploring.programs import Program
from streamrt.testing._exploring.strategies import FAULT, Mixed
from streamrt.testing._exploring.tape import Choose, Key, Tape


@dataclass(frozen=True, slots=True)
class Swept(Found):
    """The outcome of a sweep.

    Attributes:
        injected: how many faults struck, by kind.
    """

    injected: Counter[str] = field(default_factory=Counter[str])


def sweep(
    program: Program,
    *,
    faults: Sequence[Fault] | None = None,
    schedules: int = 1,
    seed: int = 0,
    devices: Sequence[str] = ("sim:0",),
    order: str = "asyncio",
    races: bool = True,
    steps: int = 1_000_000,
    **options: Any,
) -> Swept:
    """Runs a program once for each fault at each of its places, until a run fails.

    The error of a fault may leave the program. Everything else that `explore` looks at has to be
    as it must: no hang, no lost memory, no swallowed cancellation, no other error.

    Args:
        program: as for `explore`.
        faults: the kinds of fault; None for `cancel()`, `fail()` and `out_of_memory()`.
        schedules: in how many schedules; the first is the ordinary one.
        seed: the seed of the others.
        devices: as for `explore`.
        order: as for `explore`.
        races: as for `explore`.
        steps: as for `explore`.
        options: as for `explore`.

    Raises:
        ArgumentError: an argument has a value that it cannot have.
        ReplayError: the program is not deterministic.
    """
    kinds = default_faults() if faults is None else faults
    settings = check_settings("sweep", program, devices, kinds, order, steps, races, options)
    if not settings.faults:
        raise ArgumentError("sweep: faults is empty; pass testing.cancel() and the like")
    check_count(schedules, "sweep: schedules", 1)
    check_count(seed, "sweep: seed", 0)
    injected: Counter[str] = Counter()
    ran = 0
    with Explorer(program, settings) as explorer:
        drawing = Mixed()
        for number, choose in enumerate(drawing.choosers(seed)):
            if number == schedules:
                break
            base = _without_faults(explorer, Tape(choose))
            for place, value in [(-1, 0), *_places(base)]:
                tape = Tape(_striking(base.deviations, place, value))
                wrong = explorer.run(tape)
                ran += 1
                injected.update(explorer.struck)
                if wrong is not None:
                    failure = explorer.failure(
                        tape,
                        wrong,
                        schedule=ran - 1,
                        schedules=ran,
                        seed=seed,
                        strategy="sweep",
                    )
                    return Swept(failure, ran, injected=injected)
            drawing.ran(base)
    names = ", ".join(fault.kind for fault in settings.faults)
    over = f"each place of {names} in {schedules} schedule{'s' * (schedules != 1)}"
    return Swept(None, ran, is_complete=True, over=over, injected=injected)


def default_faults() -> tuple[Fault, ...]:
    """Returns the faults of a sweep that names none."""
    return cancel(), fail(), out_of_memory()


def _without_faults(explorer: Explorer, drawn: Tape) -> Tape:
    """Runs a schedule in which nothing strikes; returns its tape, with all places."""
    explorer.run(drawn)
    base = Tape(_striking(drawn.deviations, -1, 0))
    explorer.run(base)
    return base


def _places(base: Tape) -> list[tuple[int, int]]:
    """Returns, for each fault that may strike, the number and the value of its draw."""
    return [
        (number, value)
        for number, (label, bound, _) in enumerate(base.draws)
        if label.startswith(FAULT)
        for value in range(1, bound)
    ]


def _striking(orders: Mapping[int, int], place: int, value: int) -> Choose:
    """Returns a strategy that repeats orders as far as they fit, and strikes at one place only.

    A number of `orders` may be that of a fault: where the orders were drawn, or because the draws
    behind that place are others.
    """

    def choose(number: int, label: str, bound: int, keys: Sequence[Key]) -> int:
        del keys
        if number == place:
            return value
        found = 0 if label.startswith(FAULT) else orders.get(number, 0)
        return found if found < bound else 0

    return choose
