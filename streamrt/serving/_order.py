"""The order in which requests leave: the earliest virtual deadline first, within tenants' shares.

It is pure: it reads no clock, and knows nothing of loops.

1. A request with `within` seconds that was asked at `t` has the deadline `t + within`. Its virtual
   deadline is `t + within / 2**priority`, and of one tenant's requests the earliest virtual
   deadline leaves first. So a priority is a head start and no rank: what came later is passed on
   by nobody for longer than its own time, and nothing starves.
2. Tenants share each batch by their deficits, after deficit round robin (Shreedhar and Varghese,
   1995). The places of a batch are shared among the tenants that have anything waiting, by their
   shares, and each takes as many requests as it has whole places. The rest goes to whoever has the
   largest part of one, who then owes what is missing. So a tenant never is more than a place away
   from its share, even with batches of one request.
3. A tenant whose last request left keeps nothing, and owes nothing: nobody saves up for a flood.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

from streamrt._core.values import check_number, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

EVERYBODY = "everybody"
"""The tenant of a Batcher without tenants."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """The share of one tenant in what a Batcher runs, and in its room.

    Attributes:
        share: a number; a tenant with 4 gets four times as much as one with 1, if both ask for more
            than there is. What a tenant does not use, the others get.
    """

    share: float = 1.0

    @refusing
    def __post_init__(self) -> None:
        if not 0 < check_number(self.share, "Tenant: share", "parts") < float("inf"):
            raise ArgumentError(f"Tenant: share is {self.share}; it must be above 0")


@refusing
def check_tenants(given: object) -> dict[str, Tenant]:
    """Returns tenants by name; one of them if none were given.

    Raises:
        ArgumentTypeError: they are something else.
        ArgumentError: there is none.
    """
    if given is None:
        return {EVERYBODY: Tenant()}
    remedy = 'pass a dict such as {"free": Tenant(share=1), "paid": Tenant(share=4)}'
    if not isinstance(given, Mapping):
        raise ArgumentTypeError(f"tenants are {shown(given)}; {remedy}")
    if not given:
        raise ArgumentError(f"there are no tenants; {remedy}, or leave them out")
    found: dict[str, Tenant] = {}
    for name, tenant in cast("Mapping[object, object]", given).items():
        if not isinstance(name, str) or not isinstance(tenant, Tenant):
            raise ArgumentTypeError(f"tenant {shown(name)} is {shown(tenant)}; {remedy}")
        found[name] = tenant
    return found


class Waiter(Protocol):
    """A request as the order sees it.

    Attributes:
        number: which no other request has; later ones have higher ones.
        tenant: the name of its tenant.
        virtual: its virtual deadline, in seconds of any clock.
    """

    number: int
    tenant: str
    virtual: float


W = TypeVar("W", bound=Waiter)


class _Line(Generic[W]):
    """The waiting requests of one tenant, in order.

    Attributes:
        share: the tenant's.
        deficit: the places that it has left over of its share, or less than 0 if it owes some.
        waiting: virtual deadline, number and request of each. A sorted list and no heap: a request
            that is cancelled leaves it at once, and how many leave before another is one search.
    """

    __slots__ = ("deficit", "share", "waiting")

    def __init__(self, share: float) -> None:
        self.share: float = share
        self.deficit: float = 0.0
        self.waiting: list[tuple[float, int, W]] = []

    def take(self, most: int) -> list[W]:
        """Removes and returns the first ones."""
        taken = [request for _, _, request in self.waiting[:most]]
        del self.waiting[:most]
        return taken


class Order(Generic[W]):
    """Waiting requests of all tenants."""

    def __init__(self, tenants: Mapping[str, Tenant]) -> None:
        self._lines: dict[str, _Line[W]] = {name: _Line(t.share) for name, t in tenants.items()}
        self._turns = list(self._lines.values())
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def waiting_of(self, tenant: str) -> int:
        """Returns how many requests of a tenant wait."""
        return len(self._lines[tenant].waiting)

    def add(self, request: W) -> None:
        """Lets a request wait."""
        insort(self._lines[request.tenant].waiting, (request.virtual, request.number, request))
        self._count += 1

    def remove(self, request: W) -> bool:
        """Takes out a request, wherever it stands; whether it waited."""
        waiting = self._lines[request.tenant].waiting
        at = bisect_left(waiting, (request.virtual, request.number))
        if at == len(waiting) or waiting[at][1] != request.number:
            return False
        del waiting[at]
        self._count -= 1
        return True

    def first(self) -> float | None:
        """Returns the earliest virtual deadline; None if nothing waits."""
        return min((line.waiting[0][0] for line in self._turns if line.waiting), default=None)

    def ahead(self, tenant: str, virtual: float) -> int:
        """Returns about how many requests would leave before one that comes now.

        Those of its own tenant are counted; of the others, those that fit into their shares
        meanwhile.
        """
        own = self._lines[tenant]
        before = bisect_left(own.waiting, (virtual, float("inf")))
        if self._count == len(own.waiting):
            return before
        others = 0.0
        for line in self._turns:
            if line is not own:
                others += min(len(line.waiting), (before + 1) * line.share / own.share)
        return before + int(others)

    def take(self, most: int) -> list[W]:
        """Removes and returns the requests of the next batch, at most so many."""
        if len(self._turns) == 1:
            taken = self._turns[0].take(most)
        else:
            taken = self._share_out(min(most, self._count))
        self._count -= len(taken)
        return taken

    def _share_out(self, free: int) -> list[W]:
        taken: list[W] = []
        while free:
            active = [line for line in self._turns if line.waiting]
            shares = sum(line.share for line in active)
            # So that all deficits together are as many places as there are.
            granted = free - sum(line.deficit for line in active)
            for line in active:
                line.deficit += granted * line.share / shares
            whole = [line for line in active if line.deficit >= 1]
            for line in whole or [max(active, key=_deficit)]:
                found = line.take(min(free, max(1, int(line.deficit))))
                line.deficit = line.deficit - len(found) if line.waiting else 0.0
                taken += found
                free -= len(found)
        return taken


def _deficit(line: _Line[Any]) -> float:
    return line.deficit
