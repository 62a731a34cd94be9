"""Rows of waiting requests in pooled memory: a batch is made without a copy wherever that can be.

1. A block is memory for one batch of the largest size. A row is written into a free place of a
   block when its request is let in, so the work of stacking is done while the batch before runs.
2. A batch of all requests that wait in one block is that block, and whatever lies behind a gap
   moves up. This is the usual case. Under overload the order chooses requests of several blocks,
   and their rows are copied to a new one. A place that is free again serves the next request, so
   there are no more blocks than the most requests that ever waited need, and one more.
3. Nobody writes to a block any more once it was submitted. Its memory returns to the pool with the
   last handle to it.
4. A device whose memory the host does not see gets a copy of the block when the batch leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from streamrt._core.values import converted, shown
from streamrt._refusals import refusing
from streamrt._runtime.inner import shared_with_host
from streamrt._runtime.making import buffer_like
from streamrt.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamrt._runtime.buffer import Buffer
    from streamrt._runtime.device import Device
    from streamrt._runtime.runtime import Runtime
    from streamrt.serving._requests import Request

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class Block:
    """Memory for the rows of a batch.

    Attributes:
        buffer: the memory on the device; None if the host does not see the device's.
        array: the same memory, or the host's own.
        used: how many places are taken.
        free: the places that are free, the next one last.
        epoch: that of the device whose memory it is.
    """

    __slots__ = ("_rows", "array", "buffer", "epoch", "free", "used")

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.epoch: int = rows.device.epoch
        self.buffer: Buffer | None = None
        if rows.device.host_sees:
            self.buffer = buffer_like(rows.device, rows.like, True)
            self.array: Array = shared_with_host(self.buffer, readonly=False)
        else:
            self.array = np.empty(rows.like.shape, rows.like.dtype)
        self.used: int = 0
        self.free: list[int] = list(range(len(self.array) - 1, -1, -1))

    def gone(self, request: Request, /) -> None:
        """See `Holder`: its place is free again."""
        self.used -= 1
        self.free.append(request.row)
        with_room = self._rows.with_room
        with_room[self] = None
        if not self.used and len(with_room) > 1:
            del with_room[self]  # its memory returns to the pool


class Rows:
    """The rows of requests that wait.

    Attributes:
        device: where batches are to lie.
        like: an array of the shape and dtype of a block; it has no memory.
        with_room: the blocks with a free place, as keys.
    """

    def __init__(self, rt: Runtime, device: Device, most: int) -> None:
        """Makes it without a block.

        Args:
            rt: the runtime of the device.
            device: where batches are to lie.
            most: the rows of a block.
        """
        self.device: Device = device
        self.like: Array = np.empty(0)
        self.with_room: dict[Block, None] = {}
        self._rt = rt
        self._most = most
        self._row: Array | None = None

    def checked(self, x: object) -> Array:
        """Returns a row as an array. The first one says what shape and dtype the others have.

        Raises:
            ArgumentError: it has another shape or dtype than the first.
            ArgumentTypeError: it is no array.
        """
        row = x if type(x) is np.ndarray else self._array(x)
        known = self._row
        if known is None:
            self._know(row)
        elif row.shape != known.shape or not (
            row.dtype == known.dtype or np.can_cast(row.dtype, known.dtype, "same_kind")
        ):
            self._refuse(row)
        return row

    @refusing
    def _array(self, x: object) -> Array:
        found, error = converted(np.asarray, x)
        if found is None or found.dtype.kind not in "biufc":
            raise ArgumentTypeError(
                f"ask a Batcher: {shown(x)} is no array of numbers; pass a row, or make the "
                "Batcher with an async function of a list"
            ) from error
        return found

    @refusing
    def _know(self, row: Array) -> None:
        dtype = self._array(row).dtype
        self._row = np.broadcast_to(np.empty((), dtype), row.shape)
        self.like = np.broadcast_to(np.empty((), dtype), (self._most, *row.shape))

    @refusing
    def _refuse(self, row: Array) -> None:
        assert self._row is not None
        raise ArgumentError(
            f"ask a Batcher: the row is {row.dtype}{list(row.shape)}, the first one was "
            f"{self._row.dtype}{list(self._row.shape)}; the rows of a batch are alike"
        )

    def write(self, request: Request, row: Array) -> None:
        """Writes the row of a request into a free place, which is the request's until it ends."""
        block = self._with_room()
        place = block.free.pop()
        block.used += 1
        request.row, request.holder = place, block
        if not block.free:
            del self.with_room[block]
        block.array[place] = row

    def _with_room(self) -> Block:
        """Returns a block with a free place."""
        epoch = self.device.epoch
        while self.with_room:
            block = next(reversed(self.with_room))
            if block.epoch == epoch:
                return block
            del self.with_room[block]  # its memory was lost with the device
        block = Block(self)
        self.with_room[block] = None
        return block

    def load(self, requests: Sequence[Request], size: int) -> Buffer:
        """Returns the rows of requests as a buffer, and says in each request which one is its own.

        Args:
            requests: at least one; they hold no places any more.
            size: the rows of the buffer; those behind the requests' are copies of the last one,
                because zeros could fail where a real row does not.
        """
        block = requests[0].holder
        assert isinstance(block, Block)
        if block.used == len(requests) and all(each.holder is block for each in requests):
            self._move_up(block, requests)
            self.with_room.pop(block, None)
        else:
            block = self._gathered(requests)
        for request in requests:
            request.holder = None
        block.array[len(requests) : size] = block.array[len(requests) - 1]
        if block.buffer is None:
            return self._rt.put(block.array[:size], self.device)
        return block.buffer if size == self._most else block.buffer[:size]

    def _move_up(self, block: Block, requests: Sequence[Request]) -> None:
        """Moves rows into the gaps of a block."""
        count = len(requests)
        behind = [each for each in requests if each.row >= count]
        if behind:
            gaps = set(range(count)) - {each.row for each in requests}
            for request, place in zip(behind, sorted(gaps), strict=True):
                block.array[place] = block.array[request.row]
                request.row = place

    def _gathered(self, requests: Sequence[Request]) -> Block:
        made = Block(self)
        for place, request in enumerate(requests):
            block = request.holder
            assert isinstance(block, Block)
            made.array[place] = block.array[request.row]
            block.gone(request)
            request.row = place
        return made

    def copies(self, row: Array, size: int) -> Buffer:
        """Returns a buffer of copies of one row."""
        return self._rt.put(np.broadcast_to(row.astype(self.like.dtype), (size, *row.shape)))
