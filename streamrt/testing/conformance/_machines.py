"""The runtimes of whole programs, and the orders in which one is tried on a backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import streamrt as srt
from streamrt import _backends
from streamrt.backend import Backend
from streamrt.errors import BackendNotFoundError

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


def open_runtime(backend: Backend, indices: tuple[int, ...], **options: Any) -> srt.Runtime:
    """A runtime with these devices of a backend, installed or not."""
    names = [f"{backend.kind}:{index}" for index in indices]
    try:
        is_installed = _backends.backend(backend.kind) is backend
    except BackendNotFoundError:
        is_installed = False
    if not is_installed:
        options["backends"] = [backend]
    return srt.Runtime(devices=names, **options)
