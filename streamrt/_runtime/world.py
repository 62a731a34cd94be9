"""The world of a runtime: who runs its Python work, by which clock, and on which devices.

Without a world, as in production, threads run host calls, callbacks and waits, on the devices of
the machine and by its clock. Exploration (`streamrt.testing.explore`) sets a world: then every
runtime that the explored program opens has its devices simulated, and whatever else a thread would
do is an entity of the simulated machine. It begins and ends when the exploration draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from streamrt.backend import Backend


class World(Protocol):
    """Runs runtimes in place of the machine's threads, devices and clock."""

    races: bool
    """Whether its runtimes look for races, whatever they were opened with."""

    def now(self) -> int:
        """Returns the virtual time, in ns."""
        ...

    def backend(self, kind: str, given: Backend | None) -> Backend:
        """Returns the simulated devices of a kind, in place of a backend that a user gave."""
        ...

    def opened(self, runtime: Any) -> None:
        """Takes note of a runtime that was opened."""
        ...

    def run(self, function: Callable[[], object], name: str) -> None:
        """Runs a host function, as if in a thread of its own; returns when it has ended."""
        ...

    def may_fail(self, name: str) -> None:
        """Raises the error with which a host call is made to fail, if it is."""
        ...

    def reuses(self, device: str) -> bool:
        """Returns whether an allocation takes a block that other work may still be using.

        Else it takes a fresh one, so that nothing waits for that work.
        """
        ...

    def allocating(self, address: int) -> None:
        """Takes note of memory that is allocated by the caller's caller."""
        ...

    def later(self, function: Callable[[], object], name: str) -> None:
        """Has a function called at a drawn moment, as if by a thread."""
        ...

    def watch(self, bridge: Any) -> None:
        """Has a bridge settle its waiters whenever something has happened."""
        ...

    def advance(self) -> bool:
        """Lets one thing happen except a turn of the loop; returns whether anything could."""
        ...

    def stuck(self, what: str) -> Exception:
        """Returns the error of a wait that blocks the program and will never end."""
        ...


exploring: ContextVar[World | None] = ContextVar("streamrt_exploring", default=None)
"""The world of the runtimes that are opened here."""
