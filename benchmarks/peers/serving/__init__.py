"""The peers that answer an open loop of requests; see benchmarks/work/serving.

executor.py            asyncio with a thread for each call
with_numpy.py          the Batcher of streamrt over NumPy
with_batched.py        batched
with_async_batcher.py  async-batcher
with_ray.py            Ray Serve
"""

from __future__ import annotations
