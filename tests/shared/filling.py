"""Functions that worker processes of pipelines import."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class UnpicklableError(Exception):
    """An error that pickle cannot make again."""

    def __init__(self, what: str, how: str) -> None:
        super().__init__(f"{what} {how}")


def squares(item: int, x: Array, n: Array) -> None:
    x[:] = item
    n[...] = item * item


def drawn(item: int, x: Array, rng: np.random.Generator) -> None:
    x[:] = rng.random(x.shape) + item


def fails(item: int, x: Array) -> None:
    if item == 5:
        raise OSError("the disk is gone")
    if item == 6:
        raise UnpicklableError("nobody", "can")
    x[:] = item


def dies(item: int, x: Array) -> None:
    if item == 5:
        os._exit(3)
    x[:] = item


def hangs(item: int, x: Array) -> None:
    if item:
        time.sleep(10**6)
    x[:] = item


def where(item: int, x: Array) -> None:
    x[:] = os.getpid(), threading.get_ident() % 1000
