"""Rows of waiting requests in pooled memory: large rows become a batch without a copy.

1. A block is memory for one batch of the largest size. A row is written into a free place of a
   block when its request is let in, so the work of stacking is done while the batch before runs.
2. A batch of all requests that wait in one block is that block, and whatever lies behind a gap
   moves up. Nobody writes to the block any more, and its memory returns to the pool with the last
   handle to it.
3. Other batches are copied from their blocks: those of a few small rows, because that is quicker
   than another block, and those that the order chooses from several blocks, under overload. A
   place that is free again serves the next request, so there are no more blocks than the most
   requests that ever waited need, and one more.
4. A device whose memory the host does not see gets a copy of the block when the batch leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from streamrt._core.values import converted, shown
from streamrt._refusals import refusing
from streamrt._runtime.inner import array_over, expose, layout_of
from streamrt._runtime.making import buffer_like
from streamrt.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamrt._runtime.buffer import Buffer
    from streamrt._runtime.device import Device
    from streamrt._runtime.runtime import Runtime
    from streamrt.serving._requests import Request

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

FEW = 1 << 16  # bytes of a batch, up to which a copy is quicker than another block


class Block:
    """Memory for the rows of a batch.

    Attributes:
        buffer: the memory on the device; None if the host does not see that, or it is empty.
        array: the same memory, or the host's own.
        used: how many places are taken.
        free: the places that are free, the next one last.
        epoch: that of the device whose memory it is.
    """

    __slots__ = ("_rows", "array", "buffer", "epoch", "free", "used")

    def __init__(self, rows: RowMemory) -> None:
        self._rows = rows
        self.epoch: int = rows.device.epoch
        self.buffer, self.array = rows.memory(rows.most)
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


class RowMemory:
    """The rows of requests that wait.

    Attributes:
        device: where batches are to lie.
        most: the rows of a block.
        dtype: that of a row.
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
        self.most: int = most
        self.dtype: np.dtype[Any] = np.dtype(np.float32)
        self.with_room: dict[Block, None] = {}
        self._rt = rt
        self._shape: tuple[int, ...] | None = None
        self._likes: dict[int, Array] = {}

    def checked(self, x: object) -> Array:
        """Returns a row as an array. The first one says what shape and dtype the others have.

        Raises:
            ArgumentError: it has another shape or dtype than the first.
            ArgumentTypeError: it is no array.
        """
        row = x if type(x) is np.ndarray else self._array(x)
        if self._shape is None:
            self._shape, self.dtype = row.shape, self._array(row).dtype
        elif row.shape != self._shape or not (
            row.dtype == self.dtype or np.can_cast(row.dtype, self.dtype, "same_kind")
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
    def _refuse(self, row: Array) -> None:
        raise ArgumentError(
            f"ask a Batcher: the row is {row.dtype}{list(row.shape)}, the first one was "
            f"{self.dtype}{list(self._shape or ())}; the rows of a batch are alike"
        )

    def memory(self, count: int) -> tuple[Buffer | None, Array]:
        """Returns new memory for so many rows: the device's if the host sees that, and an array."""
        like = self._likes.get(count)
        if like is None:
            shape = (count, *(self._shape or ()))
            like = self._likes[count] = np.broadcast_to(np.empty((), self.dtype), shape)
        if not (self.device.host_sees and like.size):
            return None, np.empty(like.shape, like.dtype)
        buffer = buffer_like(self.device, like, True)
        expose(buffer)
        # Not `shared_with_host`: only this package has the array, and never for longer than the
        # buffer. So the engine need not know of it, and calls of compiled functions stay quick.
        return buffer, array_over(buffer, layout_of(buffer), False, buffer)

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
        block, count = requests[0].holder, len(requests)
        assert isinstance(block, Block)
        is_few = size < self.most and size * block.array.nbytes <= FEW * self.most
        is_whole = block.used == count and all(each.holder is block for each in requests)
        if is_whole and not is_few:
            self._move_up(block, requests)
            self.with_room.pop(block, None)
            buffer, array = block.buffer, block.array
        else:
            buffer, array = self.memory(size)
            self._copy(requests, array)
        for request in requests:
            request.holder = None
        array[count:size] = array[count - 1]
        if buffer is None:
            return self._rt.put(array[:size], self.device)
        return buffer if size == len(array) else buffer[:size]

    def _move_up(self, block: Block, requests: Sequence[Request]) -> None:
        """Moves rows into the gaps of a block."""
        count = len(requests)
        behind = [each for each in requests if each.row >= count]
        if behind:
            gaps = set(range(count)) - {each.row for each in requests}
            for request, place in zip(behind, sorted(gaps), strict=True):
                block.array[place] = block.array[request.row]
                request.row = place

    def _copy(self, requests: Sequence[Request], array: Array) -> None:
        """Copies the rows of requests, and leaves their places free."""
        for place, request in enumerate(requests):
            block = request.holder
            assert isinstance(block, Block)
            array[place] = block.array[request.row]
            block.gone(request)
            request.row = place

    def copies(self, row: Array, size: int) -> Buffer:
        """Returns a buffer of copies of one row."""
        return self._rt.put(
            np.broadcast_to(row.astype(self.dtype), (size, *row.shape)), self.device
        )
