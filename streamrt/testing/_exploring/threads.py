"""The threads of an exploration, and how long one may block."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from streamrt.errors import EscapedError

PATIENCE = 1.0  # seconds that a program may block without computing
MOST = 60.0  # seconds that it may compute
BUSY = 0.2  # of the time: less processor time than this is blocking


class Here(threading.local):
    """The rights of a thread."""

    note: Callable[[EscapedError], object] | None = None  # where an escape is noted
    is_ours: bool = False


here = Here()


@contextmanager
def ours() -> Generator[None]:
    """Lets this thread start threads meanwhile: those of the exploration."""
    before, here.is_ours = here.is_ours, True
    try:
        yield
    finally:
        here.is_ours = before
