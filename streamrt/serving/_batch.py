"""The requests of one run of a model."""

from __future__ import annotations

import math
from collections.abc import Sequence

import anyio

from streamrt._runtime.waiting.loops import running_loop
from streamrt.serving._requests import ENDED, Request


class Batch:
    """The requests of one run.

    Attributes:
        requests: in the order in which they left.
        end: when it will have ended, as was predicted.
        scope: cancelled when nobody waits for it any more.
    """

    __slots__ = ("_left", "end", "requests", "scope")

    def __init__(self, requests: Sequence[Request], end: float) -> None:
        self.requests: Sequence[Request] = requests
        self.end: float = end
        self.scope = anyio.CancelScope()
        self._left = 0

    def hold(self) -> None:
        """Has the batch told of the requests that end early; those that did so are not in it."""
        for request in self.requests:
            if request.state != ENDED:
                request.holder = self
                self._left += 1

    def gone(self, request: Request, /) -> None:
        """See `Holder`."""
        del request
        self._left -= 1
        if not self._left:
            self.scope.cancel()


def is_cancelled() -> bool:
    """Whether the task that runs here was cancelled, by whichever way."""
    if anyio.current_effective_deadline() == -math.inf:
        return True
    if running_loop() is None:
        return True  # elsewhere than on asyncio, nothing else raises what cancels
    from asyncio import current_task

    task = current_task()
    return task is not None and task.cancelling() > 0
