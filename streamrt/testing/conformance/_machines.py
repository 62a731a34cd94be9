"""The orders in which a program is tried on one backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from streamrt.backend import Backend

SEEDS = 3


def machines(backend: Backend, count: int = SEEDS) -> Iterator[tuple[Backend, str]]:
    """The backend itself, or the same with several seeds if it has `with_seed(seed)`.

    Yields:
        The backend to open, and its seed for messages.
    """
    with_seed = getattr(backend, "with_seed", None)
    if with_seed is None:
        yield backend, ""
        return
    make = cast("Callable[[int], Backend]", with_seed)
    for seed in range(count):
        yield make(seed), f" on machine {seed}"
