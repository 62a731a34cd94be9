"""Samples: when to note how much memory is in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from streamrt._core.tracking.pool import Pool


class Samples:
    """The last samples of each device: what they said, and where in the ring they stand."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, int]] = {}

    def due(self, pools: Mapping[str, Pool], written: int, size: int) -> Iterator[tuple[str, int]]:
        """Yields the devices whose memory in use is to be noted now, with its bytes.

        That is when it has changed, and long before the last sample is written over.

        Args:
            pools: the pools of devices by name.
            written: how many events the ring has seen.
            size: how many it holds.
        """
        for name, pool in list(pools.items()):
            in_use = pool.in_use
            before, place = self._last.get(name, (-1, 0))
            if before != in_use or written - place >= size // 2:
                self._last[name] = in_use, written
                yield name, in_use
