"""The door: who is let in to wait, and with which words the others are refused. It is pure.

1. Each tenant has its part of the room, by its share. Whoever floods the door fills its own part,
   and the requests of others are let in as before.
2. A request is refused if it would be answered too late, as far as can be told. It then costs
   nothing, and its client can ask elsewhere while there is time.
3. A door that is shut, because the service ends, refuses everything.
"""

from __future__ import annotations

from collections.abc import Mapping

from streamrt.serving._order import Tenant


class Door:
    """The bounds on what waits.

    Attributes:
        shut: why it refuses everything; "" while it does not.
    """

    def __init__(self, tenants: Mapping[str, Tenant], room: int, nbytes: int) -> None:
        """Makes an open door.

        Args:
            tenants: the tenants by name.
            room: the most requests that may wait.
            nbytes: the most bytes that waiting requests may have.
        """
        shares = sum(tenant.share for tenant in tenants.values())
        self.shut: str = ""
        self._room = {n: max(1, int(room * t.share / shares)) for n, t in tenants.items()}
        self._most = {n: max(1, int(nbytes * t.share / shares)) for n, t in tenants.items()}
        self._count = dict.fromkeys(tenants, 0)
        self._bytes = dict.fromkeys(tenants, 0)

    def refusal(self, tenant: str, nbytes: int) -> str | None:
        """Returns why a request is refused; None if there is room for it.

        A single request with more bytes than all that may wait is let in where nothing waits, so
        that it is answered some time, or never asked: its tenant's part is a bound on a queue.
        """
        if self.shut:
            return self.shut
        count = self._count[tenant]
        if count >= self._room[tenant]:
            return f"{count} requests wait{self._whose(tenant)}, and there is room for no more"
        if count and self._bytes[tenant] + nbytes > self._most[tenant]:
            return (
                f"{self._bytes[tenant]} bytes wait{self._whose(tenant)}, and {nbytes} more are "
                f"above the bound of {self._most[tenant]}"
            )
        return None

    def _whose(self, tenant: str) -> str:
        return f" for {tenant}" if len(self._room) > 1 else ""

    def enter(self, tenant: str, nbytes: int) -> None:
        """Takes note of a request that waits."""
        self._count[tenant] += 1
        self._bytes[tenant] += nbytes

    def leave(self, tenant: str, nbytes: int) -> None:
        """Takes note of a request that waits no more."""
        self._count[tenant] -= 1
        self._bytes[tenant] -= nbytes
