"""Faults: what may go wrong, as draws. `explore` draws them, `sweep` tries each of them once.

    cancel          cancels a task while it waits, or an execution when it is submitted
    fail            has a kernel, copy, fill or host call fail
    slow            has one take long
    out_of_memory   has an allocation fail
    lose            loses a device

A place for a fault is a draw whose label begins with `fault`. In one run as many strike as
`most` allows; further places draw, too, so that a tape stays aligned, and do nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from streamrt.testing._exploring.loop import ExploredLoop
    from streamrt.testing._exploring.world import World


class Fault(NamedTuple):
    """A kind of fault; `cancel`, `fail` and the others make it.

    Attributes:
        kind: its name.
        what: the kernels, or devices, that it is for; none for all.
        most: how often it strikes in one run.
    """

    kind: str
    what: tuple[str, ...] = ()
    most: int = 1


class Faults:
    """The faults of one run."""

    def __init__(self, faults: tuple[Fault, ...], world: World) -> None:
        self._faults = {fault.kind: fault for fault in faults}
        self._world = world

    def on_loop(self, loop: ExploredLoop, main: asyncio.Task[Any]) -> None:
        """Takes note of the loop."""

    def unbalanced(self) -> Iterator[str]:
        """Gives what is wrong with the cancellations of the run."""
        return iter(())
