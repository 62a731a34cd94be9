"""All cases on one device, and the outcome of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from streamrt._core.values import check_count, shown
from streamrt._interrupts import from_handler
from streamrt.backend import Backend
from streamrt.errors import ArgumentTypeError
from streamrt.testing.conformance import (
    _deadlines,
    _directed,
    _ending,
    _hosting,
    _loops,
    _memory,
    _order,
    _outcomes,
    _random,
    _recovery,
    _replays,
    _time,
)
from streamrt.testing.conformance._case import SECONDS, Case, NotApplicable, Violation, registered

PASSED, FAILED, NOT_APPLICABLE = "passed", "failed", "not applicable"
_MODULES = (
    _order,
    _outcomes,
    _deadlines,
    _ending,
    _memory,
    _time,
    _replays,
    _loops,
    _hosting,
    _recovery,
    _directed,
    _random,
)  # they register their cases


@dataclass(frozen=True, slots=True)
class Row:
    """The outcome of one case.

    Attributes:
        case: the case.
        outcome: `passed`, `failed` or `not applicable`.
        detail: the reason, if it did not pass.
    """

    case: Case
    outcome: str
    detail: str = ""

    def __str__(self) -> str:
        line = f"{self.outcome:<15}{self.case.number:<8}{self.case.title}"
        return f"{line}\n{'':15}{'':8}  {self.detail}" if self.detail else line


@dataclass(frozen=True, slots=True)
class Report:
    """The outcomes of all cases on one device.

    Attributes:
        device: the name of the device.
        rows: the outcomes, in the order of the rules.
    """

    device: str
    rows: tuple[Row, ...]

    @property
    def ok(self) -> bool:
        """Whether no case failed."""
        return not self.failed

    @property
    def failed(self) -> tuple[Row, ...]:
        """The cases that failed."""
        return tuple(row for row in self.rows if row.outcome == FAILED)

    def __str__(self) -> str:
        counts = [
            f"{sum(row.outcome == outcome for row in self.rows)} {outcome}"
            for outcome in (PASSED, FAILED, NOT_APPLICABLE)
        ]
        return "\n".join([*map(str, self.rows), f"{self.device}: {', '.join(counts)}"])


def cases() -> tuple[Case, ...]:
    """Every case, in the order of the rules."""
    return tuple(sorted(registered(), key=_by_number))


def check(
    backend: Backend,
    *,
    index: int = 0,
    seconds: float = SECONDS,
    only: Callable[[Case], bool] | None = None,
    each: Callable[[Row], object] | None = None,
) -> Report:
    """Runs the suite on one device.

    Args:
        backend: the backend of the device.
        index: the index of the device.
        seconds: the longest wait for anything that has to happen.
        only: the cases to run; None means all of them.
        each: a function that is called with each row as soon as it is known.

    Raises:
        ArgumentTypeError: an argument is not of its type.
        ArgumentError: the index is negative.
    """
    what = "check a backend"
    if not isinstance(getattr(backend, "kind", None), str):
        raise ArgumentTypeError(f"{what}: found {shown(backend)}; pass a Backend, which has a kind")
    check_count(index, f"{what}: index", 0)
    for name, function in {"only": only, "each": each}.items():
        if not (function is None or callable(function)):
            raise ArgumentTypeError(f"{what}: {name} is {shown(function)}; pass a function")
    rows: list[Row] = []
    for one in cases():
        if only is None or only(one):
            rows.append(_row(one, backend, index, seconds))
            if each is not None:
                each(rows[-1])
    return Report(f"{backend.kind}:{index}", tuple(rows))


def _row(one: Case, backend: Backend, index: int, seconds: float) -> Row:
    try:
        one.run(backend, index=index, seconds=seconds)
    except NotApplicable as reason:
        return Row(one, NOT_APPLICABLE, str(reason))
    except Violation as violation:
        return Row(one, FAILED, str(violation))
    except Exception as error:  # an error of the device, of any kind
        if from_handler(error):
            raise
        return Row(one, FAILED, f"{type(error).__name__}: {error}")
    return Row(one, PASSED)


def _by_number(one: Case) -> tuple[int, int, str]:
    """A key that sorts rules by number, then `load`, then programs."""
    digits = "".join(c for c in one.number if c.isdigit())
    if one.number[0].isdigit():
        return (0, int(digits), one.number)
    return (1, 0, one.number) if one.number[0].islower() else (2, int(digits or 0), one.number)
