"""streamrt's cases of serving.

asking.py   what an ask costs
batcher.py  a Batcher that answers an open loop of requests
"""

from __future__ import annotations
