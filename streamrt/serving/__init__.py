"""Serve requests in batches: deadlines, shares of tenants, a door that refuses.

    _order.py     Tenant; the order in which requests leave (pure)
    _times.py     how long batches take, by their size (pure)
    _door.py      who is let in to wait (pure)
    _stats.py     Served: what was counted
    _loops.py     replies and alarms on event loops of asyncio and others
    _requests.py  a request, from the door to its end
    _desk.py      Desk: requests come in, wait in order, and each of them ends exactly once
    _rows.py      rows of waiting requests in pooled memory, which become a batch
    _models.py    functions of an array of rows, or of a list of requests, as a Batcher runs them
    _batch.py     Batch: the requests of one run
    _batcher.py   Batcher: requests of many clients become batches of a model
    _answers.py   StreamModel: a model that answers in parts; Parts: those of one answer
    _streams.py   StreamBatcher: answers in parts, from steps that requests join and leave
    _signals.py   on_signal: ends a service in order

A desk knows nothing of models, and no file above it knows of a desk.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.serving._answers import END as END
    from streamrt.serving._answers import End as End
    from streamrt.serving._answers import Parts as Parts
    from streamrt.serving._answers import StreamModel as StreamModel
    from streamrt.serving._batcher import Batcher as Batcher
    from streamrt.serving._order import Tenant as Tenant
    from streamrt.serving._signals import on_signal as on_signal
    from streamrt.serving._stats import Served as Served
    from streamrt.serving._streams import StreamBatcher as StreamBatcher
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.serving._answers": "END End Parts StreamModel",
            "streamrt.serving._batcher": "Batcher",
            "streamrt.serving._order": "Tenant",
            "streamrt.serving._signals": "on_signal",
            "streamrt.serving._stats": "Served",
            "streamrt.serving._streams": "StreamBatcher",
        },
    )
