"""Rows of pooled batches: functions write into them, and nothing is copied to make a batch.

1. A block is the memory of one batch: a buffer for each Spec, with one row for each item. It comes
   from the pool of the device, and returns to it when nobody holds the batch any more.
2. A function gets views of its item's row. Only it writes there, and the batch is handed on when
   all its rows are written, so no access is tracked one by one.
3. The views turn read-only when the function returns: what is written late is an error there, and
   not a wrong batch later.
4. Where items were skipped, the rows behind them move up, and the batch is shorter.
"""

from __future__ import annotations

import operator
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, cast

import numpy as np

from streamrt._compile.signatures.elements import element_dtype
from streamrt._core.values import check_shape, shown
from streamrt._refusals import refusing
from streamrt._runtime.buffer import Buffer, wrapped
from streamrt._runtime.inner import shared_with_host
from streamrt._runtime.making import buffer_like
from streamrt._runtime.world import exploring
from streamrt.errors import ArgumentError, ArgumentTypeError, OutOfMemoryError
from streamrt.pipeline.processes import Segment, SegmentLayout, Segments, Workers

if TYPE_CHECKING:
    from streamrt._runtime.device import Device

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Buffers: TypeAlias = dict[str, Buffer]

PATIENCE, AGAIN = 1.0, 0.02  # seconds that a block waits for memory, and between two attempts


@dataclass(frozen=True, slots=True, init=False)
class Spec:
    """The shape and dtype of one item's row.

    Attributes:
        shape: extents in elements.
        dtype: the dtype.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __init__(self, shape: int | Sequence[int], dtype: Any = "float32") -> None:
        """Makes it.

        Args:
            shape: extents in elements; `()` for a single number.
            dtype: as `Runtime.empty` takes it.

        Raises:
            ArgumentError: it is no shape, or no dtype that a buffer can have.
        """
        object.__setattr__(self, "shape", check_shape(shape, "Spec"))
        object.__setattr__(self, "dtype", element_dtype(dtype, "Spec"))

    @property
    def nbytes(self) -> int:
        """The bytes of a row."""
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize


@refusing
def check_specs(given: object, what: str) -> dict[str, Spec]:
    """Returns Specs by name.

    Raises:
        ArgumentTypeError: it is something else.
        ArgumentError: there is none.
    """
    remedy = 'pass a dict such as {"image": Spec((224, 224, 3), "u1")}'
    if not isinstance(given, Mapping):
        raise ArgumentTypeError(f"{what}: the specs are {shown(given)}; {remedy}")
    specs: dict[str, Spec] = {}
    for name, spec in cast("Mapping[object, object]", given).items():
        if not isinstance(name, str) or not isinstance(spec, Spec):
            raise ArgumentTypeError(f"{what}: {shown(name)} is {shown(spec)}; {remedy}")
        specs[name] = spec
    if not specs:
        raise ArgumentError(f"{what}: there are no specs; {remedy}")
    return specs


class Maker:
    """Makes blocks for one fill of one run."""

    def __init__(
        self, device: Device, specs: dict[str, Spec], rows: int | None, is_shared: bool
    ) -> None:
        """Makes it.

        Args:
            device: whose pool the memory comes from; the host must be able to write to it.
            specs: what a row holds.
            rows: the rows of a block; None makes blocks that are one row without an axis of rows.
            is_shared: whether processes share the memory, which then is not the pool's.
        """
        self.device = device
        self.specs = specs
        self.rows = rows
        lead = () if rows is None else (rows,)
        self._likes = {
            name: np.broadcast_to(np.empty((), spec.dtype), (*lead, *spec.shape))
            for name, spec in specs.items()
        }
        self._patience = PATIENCE if exploring.get() is None else 0.0
        self.segments: Segments | None = (
            Segments(SegmentLayout.of(self._likes)) if is_shared else None
        )

    def block(self) -> Block:
        """Returns a new block, which has no memory yet."""
        return Block(self)

    def memory(self) -> tuple[Buffers, dict[str, Array], Segment | None]:
        """Returns new buffers, arrays that share their memory, and the segment if there is one.

        Raises:
            OutOfMemoryError: there was no memory for a second either.
        """
        if self.segments is not None:
            segment, shared = self.segments.take()
            return {n: wrapped(self.device, x) for n, x in shared.items()}, shared, segment
        deadline = time.monotonic() + self._patience
        while True:
            try:
                made = {n: buffer_like(self.device, x, True) for n, x in self._likes.items()}
            except OutOfMemoryError as error:
                if time.monotonic() < deadline:
                    time.sleep(AGAIN)
                    continue
                rows = ", ".join(f"{n}: {s.dtype}{list(s.shape)}" for n, s in self.specs.items())
                error.add_note(f"for {self.rows or 1} rows of {rows}; a smaller `ahead` needs less")
                raise
            return (
                made,
                {n: shared_with_host(buffer, readonly=False) for n, buffer in made.items()},
                None,
            )


class Block:
    """The memory of one batch. It is allocated when the first row is asked for."""

    __slots__ = ("_arrays", "_buffers", "_lock", "_segment", "maker")

    def __init__(self, maker: Maker) -> None:
        self.maker: Maker = maker
        self._buffers: Buffers = {}
        self._arrays: dict[str, Array] = {}
        self._segment: Segment | None = None
        self._lock = threading.Lock()

    def _ready(self) -> dict[str, Array]:
        if not self._arrays:
            with self._lock:
                if not self._arrays:
                    self._buffers, self._arrays, self._segment = self.maker.memory()
        return self._arrays

    def segment(self) -> Segment:
        """Returns the segment in which its memory lies."""
        self._ready()
        assert self._segment is not None
        return self._segment

    def views(self, row: int | None) -> dict[str, Array]:
        """Returns views of a row by name; None means the whole block."""
        arrays = self._ready()
        if row is None:
            return {name: array[...] for name, array in arrays.items()}
        return {name: array[row, ...] for name, array in arrays.items()}

    def batch(self, rows: Sequence[int]) -> Buffers:
        """Returns buffers of the rows, which are in order; what lies behind a gap moves up."""
        first, count = rows[0], len(rows)
        if rows[-1] - first + 1 != count:
            for array in self._ready().values():
                array[first : first + count] = array[list(rows)]
        if count == self.maker.rows:
            return dict(self._buffers)
        return {name: buffer[first : first + count] for name, buffer in self._buffers.items()}

    def whole(self, used: object, name: str) -> Buffers:
        """Returns the buffers of a block without rows, or as many elements of their first axis.

        Raises:
            ArgumentError: the function returned neither None nor such a number.
        """
        if used is None:
            return dict(self._buffers)
        extents = [spec.shape[0] for spec in self.maker.specs.values() if spec.shape]
        most = min(extents, default=0)
        if isinstance(used, bool) or not isinstance(used, SupportsIndex):
            raise ArgumentTypeError(
                f"{name} returned {shown(used)}; a function that fills returns None, or how many "
                "elements of the first axis it used"
            )
        count = operator.index(used)
        if len(extents) < len(self.maker.specs) or not 0 <= count <= most:
            raise ArgumentError(
                f"{name} returned {count}; the first axis of each Spec has {most} elements"
            )
        return {key: buffer[:count] for key, buffer in self._buffers.items()}


def item_of(value: tuple[Block, int, object]) -> object:
    """Returns the item that is to be written into a row."""
    return value[2]


def group(value: tuple[Block, int]) -> tuple[object, bool]:
    """Returns a row's block, and whether it is the block's last row."""
    block, row = value
    return block, row + 1 == block.maker.rows


def assemble(rows: list[tuple[Block, int]]) -> Buffers:
    """Returns the buffers of rows of one block."""
    return rows[0][0].batch([row for _, row in rows])


def filler(
    function: Callable[..., Any], name: str, is_async: bool, maker: Maker
) -> Callable[..., Any]:
    """Returns a function that calls the user's with an item and the views of its row.

    With rows it takes (block, row, item) and returns (block, row); without, it takes an item and
    returns its buffers.
    """

    def fill_row(value: Any, **rng: Any) -> tuple[Block, int]:
        block, row, item = value
        views = block.views(row)
        try:
            used = function(item, **views, **rng)
        finally:
            lock_views(views)
        check_nothing(used, name)
        return block, row

    def fill_whole(item: Any, **rng: Any) -> Buffers:
        block = maker.block()
        views = block.views(None)
        try:
            used = function(item, **views, **rng)
        finally:
            lock_views(views)
        return block.whole(used, name)

    async def afill_row(value: Any, **rng: Any) -> tuple[Block, int]:
        block, row, item = value
        views = block.views(row)
        try:
            used = await function(item, **views, **rng)
        finally:
            lock_views(views)
        check_nothing(used, name)
        return block, row

    async def afill_whole(item: Any, **rng: Any) -> Buffers:
        block = maker.block()
        views = block.views(None)
        try:
            used = await function(item, **views, **rng)
        finally:
            lock_views(views)
        return block.whole(used, name)

    if maker.rows is None:
        return afill_whole if is_async else fill_whole
    return afill_row if is_async else fill_row


def remote_filler(workers: Workers, name: str, maker: Maker) -> Callable[..., Any]:
    """Returns a function that has a process call the user's; see `filler`."""

    def fill_row(value: Any, **rng: Any) -> tuple[Block, int]:
        block, row, item = value
        workers.fill(block.segment(), row, item, rng)
        return block, row

    def fill_whole(item: Any, **rng: Any) -> Buffers:
        block = maker.block()
        workers.fill(block.segment(), None, item, rng)
        return block.whole(None, name)

    return fill_whole if maker.rows is None else fill_row


def check_nothing(used: object, name: str) -> None:
    """Refuses a result, other than None, of a function that fills one row.

    Raises:
        ArgumentTypeError: it is not None.
    """
    if used is not None:
        raise ArgumentTypeError(
            f"{name} returned {shown(used)}; a function that fills one row returns None"
        )


def lock_views(views: dict[str, Array]) -> None:
    """Makes views read-only, so that a late write is an error and not a wrong batch."""
    for view in views.values():
        view.setflags(write=False)
