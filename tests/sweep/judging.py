"""Judges a run: whether each execution came to the one end that it had to come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.desk import Desk, Op

import streamrt as srt
from streamrt.errors import (
    DependencyError,
    ExecutionCancelledError,
    HostCallError,
    InjectedError,
    KernelError,
)
from streamrt.testing._exploring.faults import CODE

DONE, CANCELLED, SKIPPED, FAILED, PENDING = "done", "cancelled", "skipped", "failed", "pending"


def end_of(execution: srt.Execution[Any]) -> tuple[str, BaseException | None]:
    """The state in which an execution ended, and its error."""
    if not execution.done():
        return PENDING, None
    error = execution.exception()
    if error is None:
        return DONE, None
    if isinstance(error, ExecutionCancelledError):
        return CANCELLED, error
    return (SKIPPED if isinstance(error, DependencyError) else FAILED), error


def judge(desk: Desk, tasks_cancelled: bool, injected: int = 0) -> list[str]:
    """The faults of a run whose every submission has ended.

    Args:
        desk: the record of the run.
        tasks_cancelled: whether tasks were cancelled, so that a coroutine may have been.
        injected: how many executions were made to fail without running.
    """
    problems: list[str] = []
    texts: dict[Op, str] = {}  # of the errors of those that were not skipped
    roots: dict[Op, frozenset[Op]] = {}  # the failures that each is caused by
    clean: frozenset[Op] = frozenset()
    for op in desk.ops:
        poison = clean.union(*[roots[p] for p in op.producers if roots[p]]) if roots else clean
        if op.execution is None:
            roots[op] = poison
            continue
        end, error = end_of(op.execution)
        roots[op] = clean if end == DONE else poison if end == SKIPPED else frozenset((op,))
        if end in (CANCELLED, FAILED):
            texts[op] = str(error)
        elif (
            poison
            and end == SKIPPED
            and str(error and error.__cause__) not in map(texts.get, poison)
        ):
            problems.append(f"{op} is caused by something else than {poison}: {error!r}")
        if _is_injected(error):
            injected -= 1
            if injected < 0:
                problems.append(f"{op} failed as if it had been made to: {error!r}")
        ran = int(desk.tallies[op.number]) if op.counts else None
        for problem in _problems(op, end, error, poison, ran, tasks_cancelled):
            problems.append(f"{op} {problem}")
    return problems


def _problems(
    op: Op,
    end: str,
    error: BaseException | None,
    poison: frozenset[Op],
    ran: int | None,
    tasks_cancelled: bool,
) -> Iterator[str]:
    """The faults of one submission."""
    execution = op.execution
    assert execution is not None
    if end == PENDING:
        yield "is not over"
        return
    if end != CANCELLED:
        if op.cancelled:
            yield f"is {end}, though cancel() said that it never would run"
        if poison and end != SKIPPED:
            yield f"is {end}, though it reads from {', '.join(map(str, poison))} ({error!r})"
    may_be_cut = op.is_coroutine and tasks_cancelled and isinstance(error, HostCallError)
    has_run = end == DONE or (end == FAILED and not _is_injected(error))
    if ran is not None and ran != has_run and not (may_be_cut and ran == 0):
        yield f"is {end} and ran {ran} times"
    if end == CANCELLED and not (op.cancelled or op.is_scoped):
        yield "is cancelled, and nobody cancelled it"
    elif end == SKIPPED:
        if not poison:
            yield f"is skipped, though all that it reads was written: {error}"
    elif end == FAILED and not (may_be_cut or _is_injected(error)):
        is_own = isinstance(error, ValueError) or (
            isinstance(error, KernelError) and error.code == 7
        )
        if not (op.fails and is_own):
            yield f"failed: {error!r}"
    elif end == DONE:
        if op.fails:
            yield "is done, and was to fail"
        if op.expected is not None and not np.array_equal(execution.result(), op.expected):
            yield f"gave {execution.result()}, not {op.expected}"
        return
    if not _same(error, _awaited(execution)):
        yield f"raised {error!r} and then something else"


def _is_injected(error: BaseException | None) -> bool:
    """Whether it is the error of an execution that was made to fail without running."""
    return isinstance(error, InjectedError) or (
        isinstance(error, KernelError) and error.code == CODE
    )


def _awaited(execution: srt.Execution[Any]) -> BaseException | None:
    """The error that awaiting it raises; it has ended, so it only gives way, if that is due."""
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
