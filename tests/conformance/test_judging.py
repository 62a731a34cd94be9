"""The rules on the ends of executions: a sound run passes, and each breach of a rule is named."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from streamrt.errors import (
    DependencyError,
    ExecutionCancelledError,
    HostCallError,
    InjectedError,
    KernelError,
)
from streamrt.testing.conformance._judging import OWN_FAILURE, judge


class Ended:
    """An execution that has come to some end."""

    def __init__(self, error: BaseException | None, result: object, awaited: Any) -> None:
        self.error, self.given, self.awaited = error, result, awaited

    def done(self) -> bool:
        return not isinstance(self.error, StillRuns)

    def exception(self) -> BaseException | None:
        return self.error

    def result(self) -> object:
        return self.given

    def __await__(self) -> Generator[None]:
        yield
        if self.awaited is not None:
            raise self.awaited


class StillRuns(Exception):  # noqa: N818 - it marks what has not ended
    pass


class One:
    """A submission."""

    def __init__(
        self,
        name: str,
        error: BaseException | None = None,
        *producers: One,
        awaited: Any = "the same",
        result: object = None,
        **facts: Any,
    ) -> None:
        self.name = name
        awaited = error if awaited == "the same" else awaited
        self.execution: Any = Ended(error, result, awaited)
        self.producers = producers
        self.fails = self.cancelled = self.is_coroutine = self.is_scoped = False
        self.expected = None
        self.runs: int | None = None
        vars(self).update(facts)

    def __str__(self) -> str:
        return self.name


def problems(*run: One, **facts: Any) -> list[str]:
    return judge(run, lambda number: run[number].runs, **facts)


def failed(text: str = "seven") -> KernelError:
    return KernelError(text, OWN_FAILURE)


def skipped(cause: BaseException | None) -> DependencyError:
    error = DependencyError("skipped")
    error.__cause__ = cause
    return error


def test_a_sound_run_has_no_problems() -> None:
    bad = One("bad", failed(), fails=True, runs=1)
    cut = One("cut", ExecutionCancelledError("cut"), cancelled=True, runs=0)
    hidden = One("hidden", None, bad)
    hidden.execution = None  # only its buffer tells of it
    late = One("late", skipped(failed()), hidden, runs=0)
    both = One("both", skipped(cut.execution.error), late, cut, runs=0)
    fine = One("fine", None, runs=1, result=np.arange(3), expected=np.arange(3))
    struck = One("struck", InjectedError("struck"), fine, runs=0)
    assert problems(bad, cut, hidden, late, both, fine, struck, injected=1) == []


BAD = One("bad", failed(), fails=True)
BREACHES = {
    "is not over": [One("x", StillRuns())],
    "is done, though it reads from bad": [BAD, One("x", None, BAD)],
    "is caused by something else than bad": [BAD, One("x", skipped(failed("eight")), BAD)],
    "is skipped, though all that it reads was written": [One("x", skipped(None))],
    "is done, though cancel() said that it never would run": [One("x", cancelled=True)],
    "is cancelled, and nobody cancelled it": [One("x", ExecutionCancelledError("cut"))],
    "failed: ": [One("x", failed())],
    "is done, and was to fail": [One("x", fails=True)],
    "gave [0 0], not [0 1]": [One("x", result=np.zeros(2, int), expected=np.arange(2))],
    "is done and ran 0 times": [One("x", runs=0)],
    "is cancelled and ran 1 times": [
        One("x", ExecutionCancelledError("cut"), cancelled=True, runs=1)
    ],
    "and then something else": [One("x", failed(), fails=True, awaited=failed("eight"))],
    "failed as if it had been made to": [One("x", InjectedError("struck"), runs=0)],
}


@pytest.mark.parametrize("words", BREACHES)
def test_each_breach_of_a_rule_is_named(words: str) -> None:
    found = problems(*BREACHES[words])
    assert len(found) == 1
    assert words in found[0]


def test_a_scope_and_a_cancelled_task_may_end_what_nobody_cancelled() -> None:
    cut = ExecutionCancelledError("cut")
    assert problems(One("x", cut, is_scoped=True, runs=0)) == []
    coroutine = One("x", HostCallError("cut"), is_coroutine=True, runs=0)
    assert problems(coroutine, tasks_cancelled=True) == []
    assert len(problems(coroutine)) == 2
