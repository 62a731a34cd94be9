"""Commands as plain data: what a queue is told to do, in order.

This is the readable form, with which tests, traces and backends without a native queue work. The
native queue packs the same commands into records; `streamrt._native.records` decodes them, and
a property test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wait:
    """Hold the queue until the timeline that has the handle `queue` has reached `value`."""

    queue: int
    value: int


@dataclass(frozen=True, slots=True)
class Check:
    """Skip the next execution if the producer that has this status cell did not succeed."""

    cell: int


@dataclass(frozen=True, slots=True)
class Launch:
    """Run a plan's kernel with these argument slots, keep its status in `cell`, and signal.

    A copy that uses memory of another device of the queue's kind names that device: `peer` is its
    name, as in `sim:1`. It is empty for all other launches.
    """

    cell: int
    plan: int
    arguments: tuple[int, ...]
    peer: str = ""


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
