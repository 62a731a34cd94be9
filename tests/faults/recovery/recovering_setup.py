"""A runtime with a device that is lost and comes back, and what its log says of that."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import numpy as np
from shared.threaded_backend import RecoveringBackend, RecoveringDevice, ThreadedBackend
from shared.trial_kernels import axpy

import streamrt as srt

TIMEOUT = 3600


class Epochs(logging.Handler):
    """Waits for what the log says of recoveries."""

    def __init__(self) -> None:
        super().__init__()
        self._said = threading.Semaphore(0)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == "streamrt":
            self.lines.append(record.getMessage())
            self._said.release()

    def until(self, words: str) -> str:
        """Returns the next line that has these words."""
        while True:
            assert self._said.acquire(timeout=TIMEOUT)
            line = self.lines.pop(0)
            if re.search(words, line):
                return line


class Setup:
    """A runtime with a device that comes back, and one of another kind."""

    def __init__(self, kind: type[RecoveringDevice], epochs: Epochs, **options: Any) -> None:
        backends = [RecoveringBackend(kind), ThreadedBackend()]
        self.rt = srt.Runtime(["recovering:0", "threaded:0"], backends=backends, **options)
        self.device, self.other = self.rt.device("recovering:0"), self.rt.device("threaded:0")
        self.inside: RecoveringDevice = backends[0].devices[0]  # type: ignore[assignment]
        self.epochs = epochs
        assert self.works()

    def put(self, value: float) -> srt.Buffer:
        return self.rt.put(np.full(8, value, "f4"), self.device)

    def lose(self, reason: str = "it fell off the bus") -> None:
        self.inside.lose(reason)

    def lose_and_come_back(self, reason: str = "it fell off the bus") -> None:
        self.lose(reason)
        self.epochs.until("works again")

    def works(self) -> bool:
        x, y = self.put(1.0), self.put(2.0)
        self.device.stream().launch(axpy, x, y, alpha=2.0).sync(TIMEOUT)
        return bool((y.to_numpy() == 4.0).all())


@contextmanager
def opened(
    epochs: Epochs,
    kind: type[RecoveringDevice] = RecoveringDevice,
    memory: Any = "kept",
    **options: Any,
) -> Generator[Setup]:
    made = Setup(kind, epochs, **options)
    made.inside.memory = memory
    with made.rt:
        try:
            yield made
        finally:
            made.inside.may_recover.set()
            made.inside.is_open.set()
