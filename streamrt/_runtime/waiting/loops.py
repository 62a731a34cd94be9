"""The event loop that runs in this thread, if one does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from anyio.lowlevel import EventLoopToken


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Returns the asyncio loop that runs in this thread, if one does."""
    if "asyncio" not in sys.modules:  # slow to import, and no loop can be running
        return None
    from asyncio import get_running_loop

    try:
        return get_running_loop()
    except RuntimeError:
        return None


def running_elsewhere() -> EventLoopToken | None:
    """Returns the loop of another library than asyncio that runs in this thread, if one does."""
    if "trio" not in sys.modules or running_loop() is not None:
        return None
    import anyio.lowlevel

    try:
        return anyio.lowlevel.current_token()
    except RuntimeError:  # none does
        return None
