"""Judges a run: whether each execution came to the one end that it had to come to.

1. Whoever reads what a failed, skipped or cancelled execution was to write is skipped, or was
   cancelled before. Its error is caused by the error of such an execution.
2. Nobody else is skipped. Whoever was cancelled in time is cancelled, and nobody else is.
3. Whoever was to fail fails, by its own error. All others are done, with the result they must have.
4. An execution that is done or failed has run once, all others never.
5. Whoever awaits it, how often ever, gets the same error.

What an execution must have read is known to who submitted it; see `Submission.producers`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

import streamrt as srt
from streamrt.errors import (
    DependencyError,
    ExecutionCancelledError,
    HostCallError,
    InjectedError,
    KernelError,
)
from streamrt.testing._exploring.faults import CODE
from streamrt.testing.conformance._oracle import CANCELLED, DONE, FAILED, SKIPPED

PENDING = "pending"
OWN_FAILURE = 7  # the error code of a kernel that is to fail


class Submission(Protocol):
    """One submission, and what is known of the end that it must come to."""

    @property
    def execution(self) -> srt.Execution[Any] | None:
        """The execution; None for a copy, which gives a buffer in place of an execution."""
        ...

    @property
    def producers(self) -> Collection[Submission]:
        """The earlier submissions that write what it reads."""
        ...

    @property
    def fails(self) -> bool:
        """Whether it is to fail."""
        ...

    @property
    def cancelled(self) -> bool | None:
        """Whether it was cancelled in time."""
        ...

    @property
    def is_coroutine(self) -> bool:
        """Whether it runs as a task, which can be cancelled."""
        ...

    @property
    def is_scoped(self) -> bool:
        """Whether it belongs to a scope, which may cancel it."""
        ...

    @property
    def expected(self) -> Any:
        """The array that it must give; None if it gives none."""
        ...


def end_of(execution: srt.Execution[Any]) -> tuple[str, BaseException | None]:
    """Returns the state in which an execution ended, and its error."""
    if not execution.done():
        return PENDING, None
    error = execution.exception()
    if error is None:
        return DONE, None
    if isinstance(error, ExecutionCancelledError):
        return CANCELLED, error
    return (SKIPPED if isinstance(error, DependencyError) else FAILED), error


def judge(
    submissions: Sequence[Submission],
    runs: Callable[[int], int | None] = lambda number: None,
    *,
    tasks_cancelled: bool = False,
    injected: int = 0,
) -> list[str]:
    """Returns the faults of a run whose every submission has ended.

    Args:
        submissions: all of them, in order.
        runs: returns how often the submission with that number ran; None if nobody counted.
        tasks_cancelled: whether tasks were cancelled, so that a coroutine may have been.
        injected: how many executions were made to fail without running.
    """
    problems: list[str] = []
    texts: dict[Submission, str] = {}  # of the errors of those that were not skipped
    roots: dict[Submission, frozenset[Submission]] = {}  # the failures that each is caused by
    clean: frozenset[Submission] = frozenset()
    for number, one in enumerate(submissions):
        poison = clean.union(*[roots[p] for p in one.producers if roots[p]]) if roots else clean
        if one.execution is None:
            roots[one] = poison
            continue
        end, error = end_of(one.execution)
        roots[one] = clean if end == DONE else poison if end == SKIPPED else frozenset((one,))
        if end in (CANCELLED, FAILED):
            texts[one] = str(error)
        elif (
            poison
            and end == SKIPPED
            and str(error and error.__cause__) not in map(texts.get, poison)
        ):
            causes = ", ".join(map(str, poison))
            problems.append(f"{one} is caused by something else than {causes}: {error!r}")
        if _is_injected(error):
            injected -= 1
            if injected < 0:
                problems.append(f"{one} failed as if it had been made to: {error!r}")
        found = _problems(one, end, error, poison, runs(number), tasks_cancelled)
        problems += [f"{one} {problem}" for problem in found]
    return problems


def _problems(
    one: Submission,
    end: str,
    error: BaseException | None,
    poison: frozenset[Submission],
    ran: int | None,
    tasks_cancelled: bool,
) -> Iterator[str]:
    """Gives the faults of one submission."""
    execution = one.execution
    assert execution is not None
    if end == PENDING:
        yield "is not over"
        return
    if end != CANCELLED:
        if one.cancelled:
            yield f"is {end}, though cancel() said that it never would run"
        if poison and end != SKIPPED:
            yield f"is {end}, though it reads from {', '.join(map(str, poison))} ({error!r})"
    may_be_cut = one.is_coroutine and tasks_cancelled and isinstance(error, HostCallError)
    has_run = end == DONE or (end == FAILED and not _is_injected(error))
    if ran is not None and ran != has_run and not (may_be_cut and ran == 0):
        yield f"is {end} and ran {ran} times"
    if end == CANCELLED and not (one.cancelled or one.is_scoped):
        yield "is cancelled, and nobody cancelled it"
    elif end == SKIPPED:
        if not poison:
            yield f"is skipped, though all that it reads was written: {error}"
    elif end == FAILED and not (may_be_cut or _is_injected(error)):
        is_own = isinstance(error, ValueError) or (
            isinstance(error, KernelError) and error.code == OWN_FAILURE
        )
        if not (one.fails and is_own):
            yield f"failed: {error!r}"
    elif end == DONE:
        if one.fails:
            yield "is done, and was to fail"
        if one.expected is not None and not np.array_equal(execution.result(), one.expected):
            yield f"gave {execution.result()}, not {one.expected}"
        return
    if not _same(error, _awaited(execution)):
        yield f"raised {error!r} and then something else"


def _is_injected(error: BaseException | None) -> bool:
    """Whether it is the error of an execution that was made to fail without running."""
    return isinstance(error, InjectedError) or (
        isinstance(error, KernelError) and error.code == CODE
    )


def _awaited(execution: srt.Execution[Any]) -> BaseException | None:
    """Returns the error that awaiting it raises; it has ended, so it at most gives way."""
    steps = execution.__await__()
    try:
        while True:
            steps.send(None)
    except StopIteration:
        return None
    except BaseException as error:  # noqa: BLE001 - that is the question
        return error


def _same(one: BaseException | None, other: BaseException | None) -> bool:
    return type(one) is type(other) and str(one) == str(other)
