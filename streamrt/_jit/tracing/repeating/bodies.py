"""Bodies of loops and branches, while they are traced; values that leave them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from streamrt._ir.composing.dependence import Dependence
from streamrt._ir.program import Value
from streamrt._ir.traced_loops import TracedLoop
from streamrt._jit.tracing.recording import Recording

__all__ = ["added", "check_ended", "dependence_of", "opened", "running"]


def dependence_of(recording: Recording) -> Dependence:
    """Returns the dependence of the values of a trace on its loops."""
    if recording.dependence is None:
        recording.dependence = Dependence()
    return recording.dependence


@contextmanager
def running(recording: Recording) -> Generator[None]:
    """Has a body of a loop or a branch run: it writes to nothing that was made before."""
    recording.depth += 1
    try:
        yield
    finally:
        recording.depth -= 1


@contextmanager
def opened(recording: Recording, inners: Sequence[Value]) -> Generator[int]:
    """Has the body of a loop run, which these inner values are given; gives the loop's number."""
    number = recording.loops
    recording.loops += 1
    dependence_of(recording).begin(number, inners)
    recording.around.append(number)
    try:
        with running(recording):
            yield number
    finally:
        recording.around.pop()


def added(recording: Recording, number: int, loop: TracedLoop) -> None:
    """Adds a loop, whose body has run, to the program.

    Raises:
        TraceError: one of its values was made in the body of another loop, which has ended.
    """
    check_ended(recording, f"use in {loop.name}", loop.outer)
    check_ended(recording, f"use in {loop.name}", loop.body, number)
    dependence_of(recording).end(number, loop)
    recording.builder.add_loop(loop)


def check_ended(recording: Recording, what: str, values: Sequence[Value], number: int = -1) -> None:
    """Refuses values that were made in the body of a loop that has ended.

    Args:
        recording: the trace.
        what: what is done with them, as messages name it.
        values: the values.
        number: a loop whose body counts as one that still runs.

    Raises:
        TraceError: one was made in the body of such a loop.
    """
    here = {*recording.around, number}
    for value in values:
        if not dependence_of(recording).of(value) <= here:
            raise recording.error(
                f"{what} of {recording.origin(value)}: it comes from the body of a loop that has "
                "ended; return it from the body, in the carry or in what is stacked"
            )
