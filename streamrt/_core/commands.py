"""Commands as plain data: what a queue is told to do, in order.

This is the readable form: tests, traces and backends without a native queue work with it. The
native queue packs the same commands into records; `streamrt._native.records` decodes them, and
a property test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamrt._core.tracking.timeline import Step


@dataclass(frozen=True, slots=True)
class Wait:
    """Hold the queue until the timeline with that handle has reached `value`."""

    queue: int
    value: int


@dataclass(frozen=True, slots=True)
class Check:
    """Skip the next execution if the producer with that status cell did not succeed."""

    cell: int


@dataclass(frozen=True, slots=True)
class Launch:
    """Run a plan's kernel with these argument slots, keep its status in `cell`, and signal."""

    cell: int
    plan: int
    arguments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallHost:
    """Let the host run the call that belongs to `cell`, and signal."""

    cell: int


@dataclass(frozen=True, slots=True)
class Signal:
    """Raise the queue's timeline by one."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Signal, and end the queue."""


Command = Wait | Check | Launch | CallHost | Signal | Stop


def in_order(
    waits: Iterable[tuple[int, int]], checks: Iterable[Step], last: Command
) -> list[Command]:
    """The commands of one submission: waits, then checks, then what signals.

    Args:
        waits: (handle, value) of each timeline to wait for.
        checks: producers of what is read.
        last: the one command that signals.
    """
    commands: list[Command] = [Wait(handle, value) for handle, value in waits]
    commands += [Check(step.cell) for step in checks]
    return [*commands, last]
