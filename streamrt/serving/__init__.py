"""Serve requests in batches: deadlines, shares of tenants, and a door that refuses what is too much.

    _order.py     Tenant; the order in which requests leave (pure)
    _times.py     how long batches take, by their size (pure)
    _door.py      who is let in to wait (pure)
    _stats.py     Served: what was counted
    _loops.py     replies and alarms on event loops of asyncio and others
    _requests.py  a request, from the door to its end
    _desk.py      Desk: requests come in, wait in order, and each of them ends exactly once

A desk knows nothing of batches.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.serving._order import Tenant as Tenant
    from streamrt.serving._stats import Served as Served
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.serving._order": "Tenant",
            "streamrt.serving._stats": "Served",
        },
    )
