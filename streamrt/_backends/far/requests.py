"""A request of a far device to its place, and whoever sends it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from streamrt._backends.far import messages
from streamrt.errors import StreamRTError


class Request:
    """A message to a place, and its answer.

    Attributes:
        kind, body: the message.
        key: under which it is kept for later places; None: it is not.
        drops: what later places need not know any more.
        then: called when the place has answered, on the thread that reads answers.
    """

    __slots__ = ("_over", "body", "drops", "error", "key", "kind", "status", "text", "then")

    def __init__(
        self,
        kind: int,
        body: bytes,
        key: object = None,
        drops: object = None,
        then: Callable[[], object] | None = None,
    ) -> None:
        self.kind: int = kind
        self.body: bytes = body
        self.key: object = key
        self.drops: object = drops
        self.then: Callable[[], object] | None = then
        self.status: int = messages.OK
        self.text: str = ""
        self.error: StreamRTError | None = None
        self._over = threading.Event()

    def end(self, error: StreamRTError | None = None) -> None:
        """Says that the answer is there."""
        self.error = error
        self._over.set()

    @property
    def is_over(self) -> bool:
        """Whether the answer is there."""
        return self._over.is_set()

    def await_end(self, timeout: float) -> bool:
        """Waits until the answer is there; False if it is not after `timeout` seconds."""
        return self._over.wait(timeout)

    def wait(self) -> tuple[int, str]:
        """Waits for the answer, and returns its status and text.

        Raises:
            StreamRTError: there is none.
        """
        self._over.wait()
        if self.error is not None:
            raise self.error
        return self.status, self.text


class Speaker(Protocol):
    """Whoever sends requests to the place, in their order."""

    def ask(self, request: Request) -> tuple[int, str]:
        """Has a request sent, and waits for the answer: its status and text.

        Raises:
            DeviceLostError: the device is lost or closed.
        """
        ...

    def post(self, request: Request) -> None:
        """Has a request sent, without waiting."""
        ...
