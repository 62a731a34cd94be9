"""A line of those who ask for room in a pool: first come, first served.

Whoever is admitted holds bytes until it says that it has made its buffers, or that it gives up.
Held bytes are kept from those who come later in the line, and from nobody else. So a large request
is not overtaken by small ones, and each can rely on what it was admitted for.
"""

from __future__ import annotations

from collections import deque


class Request:
    """A request for bytes: it waits, then holds them, then is over.

    Attributes:
        size: the bytes.
        is_held: whether it was admitted, and its bytes are kept for it.
    """

    __slots__ = ("is_held", "size")

    def __init__(self, size: int) -> None:
        self.size: int = size
        self.is_held: bool = False


class WaitingLine:
    """The requests for one pool.

    Attributes:
        waiting: those that were not admitted yet, in their order.
        held: the bytes of those that were.
    """

    def __init__(self) -> None:
        self.waiting: deque[Request] = deque()
        self.held: int = 0

    def join(self, request: Request) -> None:
        """Puts a request at the end of the line."""
        self.waiting.append(request)

    def admit(self, room: int | None) -> list[Request]:
        """Admits those in front that fit, and returns them.

        Args:
            room: the bytes that the pool has now; None if it has no limit.
        """
        admitted: list[Request] = []
        while self.waiting and (room is None or self.held + self.waiting[0].size <= room):
            request = self.waiting.popleft()
            request.is_held = True
            self.held += request.size
            admitted.append(request)
        return admitted

    def leave(self, request: Request) -> None:
        """Lets go of what a request holds, or takes it out of the line; twice is once."""
        if request.is_held:
            request.is_held = False
            self.held -= request.size
        elif request in self.waiting:
            self.waiting.remove(request)
