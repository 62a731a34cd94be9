"""Buffers: typed memory on a device, and views of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._compile.signatures.views import index_view, reshape_view
from streamrt._core.tracking.ranges import DELETED, FROZEN
from streamrt._core.values import shown, told
from streamrt._interrupts import BAD_VALUE
from streamrt._refusals import refusing, shorten
from streamrt._runtime.door import Operation, take
from streamrt._runtime.foreign import dlpack, sharing
from streamrt._runtime.foreign.arrays import foreign_memory
from streamrt._runtime.lineage.versions import Copied
from streamrt._runtime.memory.allocations import Allocation, whole_region
from streamrt._runtime.memory.arithmetic import NoArithmetic
from streamrt._runtime.memory.moving import copy_between
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.tracking import Region
from streamrt._runtime.transfers import Allocate, Fetch
from streamrt._runtime.waiting.time_left import TimeLeft
from streamrt.errors import ArgumentError, ArgumentTypeError, StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.execution import Execution


BEFORE_READING: list[Callable[[Buffer], None]] = []
"""Called before NumPy reads a Buffer; who traces a function refuses that there."""


class Buffer(NoArithmetic, TypedMemory):
    """Typed memory on a device. Made by `Runtime.put`, `empty`, `wrap`, `from_dlpack`.

    Slicing and `reshape` give views that share the memory; accesses through any of them are
    ordered by byte range. `np.asarray`, `fetch` and `to` copy the contents; DLPack shares the
    memory. Dropping the last handle frees the memory, which is reused after its last use only.
    """

    _instead = (
        "np.asarray(buffer) and buffer.fetch() copy its contents, buffer.to(device) makes another"
    )

    __slots__ = ("__weakref__", "_device")

    def __init__(
        self, device: Device, allocation: Allocation, layout: Layout, address: int
    ) -> None:
        """Not for users: a runtime makes buffers."""
        self._device = device
        self._state = device._state
        self._allocation = allocation
        self._layout = layout
        self._address = address
        if address == allocation.address and layout.contiguous:
            self._region = whole_region(allocation, layout.nbytes)
        else:
            low, high = bounds(layout)
            offset = address - allocation.address
            tracked = allocation.tracked
            self._region = Region(tracked, offset + low, offset + high, layout.has_gaps, address)

    # -- describing -----------------------------------------------------------------------------

    @property
    def device(self) -> Device:
        """The device of its memory."""
        return self._device

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents, in elements."""
        return self._alive("shape").shape

    @property
    def strides(self) -> tuple[int, ...]:
        """The steps in bytes, one for each dimension."""
        return self._alive("strides").strides

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        return self._alive("dtype").dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._alive("ndim").shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._alive("size").size

    @property
    def nbytes(self) -> int:
        """The size of all elements, in bytes."""
        return self._alive("nbytes").nbytes

    @refusing
    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise ArgumentTypeError("len of a buffer: it has no dimensions; use its size")
        return shape[0]

    # -- views ----------------------------------------------------------------------------------

    def __getitem__(self, key: object) -> Buffer:
        """Returns a view by integers, slices, `...` and None; it shares the memory.

        Raises:
            ArgumentError: an index is out of range, or would need a copy.
        """
        try:
            return self._view(*index_view(self._alive("index"), key, self))
        except StreamRTError as error:
            shorten(error)
            raise

    def __iter__(self) -> Iterator[Buffer]:
        """Iterates over views along the first dimension."""
        return (self[index] for index in range(len(self)))

    @refusing
    def reshape(self, *shape: int | tuple[int, ...]) -> Buffer:
        """Returns a view with another shape and the same elements in C order.

        Args:
            shape: extents in elements; one may be -1, which follows from the others.

        Raises:
            ArgumentError: the sizes differ, or the strides would need a copy.
        """
        return self._view(*reshape_view(self._alive("reshape"), shape, self))

    def _view(self, offset: int, view: np.ndarray[Any, Any]) -> Buffer:
        allocation = self._allocation
        assert allocation is not None
        layout = self._state.intern(view.dtype, view.shape, view.strides)
        return Buffer(self._device, allocation, layout, self._address + offset)

    # -- to and from the host -------------------------------------------------------------------

    def fetch(self) -> Execution[np.ndarray[Any, np.dtype[Any]]]:
        """Copies the contents to a new NumPy array, without blocking.

        Returns:
            An execution whose result is the array, dense and of the buffer's shape and dtype.
        """
        return self._fetch("fetch", sys._getframe(1))

    def to(self, device: Device | str) -> Buffer:
        """Copies the contents to a new buffer on a device, even its own; returns it at once."""
        return take(self._state.engine, Move(self, device, sys._getframe(1)))

    @refusing
    def _fetch(self, what: str, frame: FrameType) -> Execution[np.ndarray[Any, np.dtype[Any]]]:
        self._present(what)
        return take(self._state.engine, Fetch(self, frame))

    def __array__(
        self, dtype: Any = None, copy: bool | None = None
    ) -> np.ndarray[Any, np.dtype[Any]]:
        """Returns a NumPy copy. Blocks until all is written; `await buffer.fetch()` does not."""
        if copy is False:
            raise ArgumentError(
                f"np.asarray({told(self)}, copy=False): buffers are copied; np.from_dlpack shares"
            )
        if dtype is not None:
            try:
                dtype = np.dtype(dtype)
            except BAD_VALUE as error:
                raise ArgumentTypeError(
                    f"np.asarray({told(self)}): the dtype is {shown(dtype)}: {error}"
                ) from error
        array = self._read("np.asarray", sys._getframe(1))
        return array if dtype is None else array.astype(dtype, copy=False)

    def to_numpy(self) -> np.ndarray[Any, np.dtype[Any]]:
        """Returns a NumPy copy, as `np.asarray` does; matplotlib asks for it by this name."""
        return self._read("to_numpy", sys._getframe(1))

    @refusing
    def _read(self, what: str, frame: FrameType) -> np.ndarray[Any, np.dtype[Any]]:
        for each in BEFORE_READING:
            each(self)
        return self._fetch(what, frame).sync()

    def __dlpack__(
        self,
        *,
        stream: object = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Shares the memory by DLPack. Blocks until all is written.

        The consumer's accesses are not tracked. A frozen buffer is shared read-only. That of a GPU
        blocks until all is handed to the driver, and the consumer's stream waits for the end;
        `Runtime.foreign` orders what comes later.

        Args:
            stream: None for memory of the CPU. For that of a GPU the consumer's stream: None or 1
                is CUDA's legacy default stream, 2 the one of the thread, -1 none.
            max_version: the newest version of DLPack that the consumer knows. Versions before 1.0,
                which None stands for, cannot say that memory is read-only.
            dl_device: the device that the consumer wants: None, its own, or the CPU.
            copy: True copies; False and None share.

        Raises:
            SharingError: the memory is not the host's, it is frozen and the version too old to say
                so, DLPack has no such dtype, or the consumer asks for another device.
            StateError: the buffer was deleted or has no memory yet, or the runtime is closed.
            Exception: a writer has failed.
        """
        what = f"share {told(self)} by DLPack"
        sharing.check_sharing(self, what)
        if not self._state.host_sees:
            return self._share_of_gpu(stream, max_version, dl_device, copy, what)
        asked = {"max_version": max_version, "dl_device": dl_device, "copy": copy}
        return sharing.capsule_of_host(self, stream, what, **asked)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Returns (1, 0), the CPU, or (2, n), GPU n; memory that cannot be shared is refused."""
        sharing.check_sharing(self, f"find the DLPack device of {told(self)}")
        return sharing.place_of(self._state)

    @refusing
    def _share_of_gpu(
        self,
        stream: object,
        max_version: tuple[int, int] | None,
        dl_device: tuple[int, int] | None,
        copy: bool | None,
        what: str,
    ) -> Any:
        for execution in self._writers():
            if execution.done():
                execution.sync()  # raises if it failed
        if dl_device == (dlpack.CPU, 0) and copy is not False:
            host: Any = self._fetch(what, sys._getframe(1)).sync()
            return host.__dlpack__(max_version=max_version)
        source = self.to(self._device) if copy else self
        return sharing.capsule_of(source, stream, max_version, dl_device, what)

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        """The memory as CuPy, numba and PyTorch describe it; only buffers of GPUs have it.

        The stream in it waits for all that was submitted to the memory so far. The consumer's
        accesses are not tracked; see `Runtime.foreign`.
        """
        if self._state.host_sees or not sharing.is_shareable(self._state):
            raise AttributeError(f"{told(self)} is not in memory of a GPU")
        return sharing.interface_of(self, f"share {told(self)}")

    def __await__(self) -> Generator[Any, None, Buffer]:
        """Waits for all submitted writes to it, and returns the buffer; raises if one failed."""
        self._present("await")
        for execution in self._writers():
            yield from execution.__await__()
        yield from self._state.engine.waiters.give_way()
        self._know_written()
        return self

    @refusing
    def sync(self, timeout: float | None = None) -> Buffer:
        """Blocks the calling thread until all submitted writes to it have ended; returns it.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: they did not end in time.
            WouldDeadlockError: one of them waits for the caller.
            Exception: one of them failed; see `Execution.result`.
        """
        self._present("sync")
        deadline = TimeLeft(timeout, f"sync {told(self)}")
        for execution in self._writers():
            execution.sync(deadline.left)
        self._know_written()
        return self

    # -- ending ---------------------------------------------------------------------------------

    @refusing
    def freeze(self) -> Buffer:
        """Ends writing through the buffer and its views for good; returns the buffer.

        From then on its reads are not tracked, unless its memory was shared with the outside:
        another buffer may write there.
        """
        self._alive("freeze")
        with self._state.engine.lock:
            self._region.tracked.bar |= FROZEN
        return self

    @refusing
    def donate(self) -> Buffer:
        """Gives the memory up to a new handle, for a callee, and returns that handle.

        This buffer and all its views raise when used. The new handle is frozen if this buffer is.
        """
        engine = self._state.engine
        with engine.lock:  # another thread may be submitting with a view, or deleting it
            layout, allocation = self._present("donate"), self._allocation
            assert allocation is not None
            heir = allocation.pass_on(engine.dead)
            self._forget()
        return Buffer(self._device, heir, layout, self._address)

    def delete(self) -> None:
        """Frees the memory after its last use; the buffer and all its views raise when used.

        A second delete does nothing.
        """
        allocation = self._allocation
        if allocation is not None:
            engine = self._state.engine
            with engine.lock:  # another thread may be submitting with a view
                allocation.tracked.bar |= DELETED
                self._forget()
                allocation.end()
                # The failures in its history may refer to the caller's frame.
                engine.reclaimer.reap()


@dataclass(slots=True, eq=False, repr=False)
class Move(Operation[Buffer]):
    """A copy of a buffer to a new buffer, on a device of the same runtime."""

    src: Buffer
    device: Device | str
    frame: FrameType

    @property
    def what(self) -> str:
        """See `Operation`."""
        return f"copy {told(self.src)} to {self.device}"

    def run(self) -> Buffer:
        """Submits the copy, through the host's memory if neither device reaches the other."""
        src, log = self.src, self.src._state.engine.lineage
        target = src._device._beside(self.device, f"copy {told(src)}")
        layout = src._alive("copy")
        copy = new_buffer(target, target._state.intern(layout.dtype, layout.shape))
        if log is None:
            copy_between(copy, src, self.frame)
        else:
            submit = partial(copy_between, copy, log.readable(src), self.frame)
            log.run(Copied(), target._state, ((copy, False, True), (src, True, False)), submit)
        return copy


def new_buffer(device: Device, layout: Layout) -> Buffer:
    """Makes a buffer that is not cleared; an open capture makes it one of its graph."""
    fresh = device._fresh
    if fresh is not None and (made := fresh.buffer(layout)) is not None:
        return cast(Buffer, made)
    state = device._state
    try:
        allocation = take(state.engine, Allocate(state, layout))
    except StreamRTError as error:
        shorten(error)
        raise
    return Buffer(device, allocation, layout, allocation.address)


@refusing
def wrapped(device: Device, array: np.ndarray[Any, Any]) -> Buffer:
    """Makes a buffer that shares an array's memory and keeps the array alive."""
    state = device._state
    layout = state.intern(array.dtype, array.shape, array.strides)
    address = array.__array_interface__["data"][0]
    allocation = foreign_memory(state, layout, address, array, not array.flags.writeable)
    return Buffer(device, allocation, layout, address)
