"""Buffers: typed memory on a device, and views of it."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._compile.layout import DELETED as NO_LAYOUT
from streamrt._compile.layout import Layout, bounds
from streamrt._compile.views import basic_index, reshaped, view_of
from streamrt._core.handles import Handle
from streamrt._core.tracking.ranges import CAPTURED, DELETED, FROZEN, Region, label
from streamrt._core.values import shown
from streamrt._runtime.memory import Allocation, Shared
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    DeletedBufferError,
    SharingError,
    StateError,
)

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution


class Buffer(Handle):
    """Typed memory on a device. Made by `Runtime.put`, `empty`, `wrap`, `from_dlpack`.

    Slicing and `reshape` give views that share the memory; accesses through any of them are
    ordered by byte range. `np.asarray`, `fetch` and `to` copy, DLPack shares. Dropping the last
    handle is enough: the memory is reused after its last use, and not before.
    """

    _instead = (
        "np.asarray(buffer) and buffer.fetch() copy its contents, buffer.to(device) makes another"
    )

    __slots__ = ("__weakref__", "_address", "_allocation", "_device", "_layout", "_region")

    def __init__(
        self, device: Device, allocation: Allocation, layout: Layout, address: int
    ) -> None:
        """Not for users: a runtime makes buffers."""
        self._device = device
        self._allocation: Allocation | None = allocation
        self._layout = layout
        self._address = address
        tracked = allocation.tracked
        if address == allocation.address and layout.contiguous:
            self._region = Region(tracked, 0, max(layout.nbytes, 0))
        else:
            low, high = bounds(layout)
            offset = address - allocation.address
            self._region = Region(tracked, offset + low, offset + high, layout.has_gaps)

    # -- describing -----------------------------------------------------------------------------

    @property
    def device(self) -> Device:
        """Where its memory is."""
        return self._device

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents, in elements."""
        return self._alive("shape").shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps in bytes, one for each dimension."""
        return self._alive("strides").strides

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
        return self._alive("dtype").dtype

    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
        return len(self._alive("ndim").shape)

    @property
    def size(self) -> int:
        """How many elements it has."""
        return self._alive("size").size

    @property
    def nbytes(self) -> int:
        """Bytes of its elements."""
        return self._alive("nbytes").nbytes

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise ArgumentTypeError("len of a buffer: it has no dimensions; use its size")
        return shape[0]

    def __repr__(self) -> str:
        if self._layout is NO_LAYOUT:
            return "<Buffer, deleted>"
        frozen = ", frozen" if self._region.tracked.bar & FROZEN else ""
        name = label(self._region.tracked.name)
        return f"<Buffer {name} {self._layout} on {self._device.name}{frozen}>"

    # -- views ----------------------------------------------------------------------------------

    def __getitem__(self, key: object) -> Buffer:
        """A view by integers, slices, `...` and None; it shares the memory.

        Raises:
            ArgumentError: an index out of range, or one that would have to copy.
        """
        try:
            offset, view = view_of(self._alive("index"), lambda shadow: shadow[basic_index(key)])
        except (IndexError, TypeError, ValueError, OverflowError) as error:
            raise ArgumentError(f"index {self!r}: {error}; use integers and slices") from error
        return self._view(offset, view)

    def __iter__(self) -> Iterator[Buffer]:
        """Views along the first dimension."""
        return (self[index] for index in range(len(self)))

    def reshape(self, *shape: int | tuple[int, ...]) -> Buffer:
        """A view with another shape and the same elements in C order; -1 stands for the rest.

        Raises:
            ArgumentError: the sizes differ, or the strides do not allow it without a copy.
        """
        layout = self._alive("reshape")
        extents = reshaped(shape, f"reshape {self!r}")
        try:
            offset, view = view_of(layout, lambda shadow: np.reshape(shadow, extents, copy=False))
        except (ValueError, TypeError, OverflowError) as error:
            raise ArgumentError(f"reshape {self!r} to {extents}: {error}; copy it first") from error
        return self._view(offset, view)

    def _view(self, offset: int, view: np.ndarray[Any, Any]) -> Buffer:
        allocation = self._allocation
        assert allocation is not None
        layout = self._device._intern(view.dtype, view.shape, view.strides)
        return Buffer(self._device, allocation, layout, self._address + offset)

    def _distance(self, other: Buffer, /) -> int | None:
        """The bytes from its first element to another's; None if that is in other memory."""
        if self._region.tracked.spans is not other._region.tracked.spans:
            return None
        return other._address - self._address

    # -- to and from the host -------------------------------------------------------------------

    def fetch(self) -> Execution:
        """Copies it to a new NumPy array, without blocking.

        Returns:
            An execution whose result is the array, dense and of the buffer's shape and dtype.
        """
        return self._device._copies.fetch(self, sys._getframe(1))

    def to(self, device: Device | str) -> Buffer:
        """A copy of it on a device (a new buffer, also on its own device), still being made."""
        return self._device._copy_to(self, device, sys._getframe(1))

    def __array__(
        self, dtype: Any = None, copy: bool | None = None
    ) -> np.ndarray[Any, np.dtype[Any]]:
        """A NumPy copy of it. Blocks until it is written; `await buffer.fetch()` does not."""
        if copy is False:
            raise ArgumentError(
                f"np.asarray({self!r}, copy=False): buffers are copied; np.from_dlpack shares"
            )
        if dtype is not None:
            try:
                dtype = np.dtype(dtype)
            except Exception as error:  # whatever NumPy, or the object passed, says
                raise ArgumentTypeError(
                    f"np.asarray({self!r}): the dtype is {shown(dtype)}: {error}"
                ) from error
        fetched = self._device._copies.fetch(self, sys._getframe(1))
        array: np.ndarray[Any, np.dtype[Any]] = fetched.sync()
        return array if dtype is None else array.astype(dtype, copy=False)

    def __dlpack__(
        self,
        *,
        stream: object = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Shares its memory by DLPack, once it is written; blocks until then.

        What the consumer does to the memory is not tracked. A frozen buffer is shared read-only.

        Args:
            stream: None, because the memory of the CPU belongs to no stream.
            max_version: the newest version of DLPack that the consumer knows. Versions before 1.0,
                which None stands for, cannot say that memory is read-only.
            dl_device: where the consumer wants it: None or the CPU.
            copy: whether to copy: always, never, or (None) not here.

        Raises:
            SharingError: the memory is not the host's, it is frozen and the version too old to say
                so, DLPack has no such dtype, or the consumer asks for another device.
            StateError: it was deleted, has no memory yet, or the runtime is closed.
        """
        what = f"share {self!r} by DLPack"
        self._check_sharing(what)
        if stream is not None:
            raise SharingError(
                f"{what}: stream is {shown(stream)}; it is None for memory of the CPU"
            )
        self._device._sync_writers(self)
        is_frozen = bool(self._region.tracked.bar & FROZEN)
        array = self._share(readonly=is_frozen)
        try:
            return array.__dlpack__(max_version=max_version, dl_device=dl_device, copy=copy)
        except TypeError as error:
            raise ArgumentTypeError(f"{what}: {error}; see the array API's `__dlpack__`") from error
        except (BufferError, RuntimeError, ValueError) as error:
            remedy = "ask for max_version=(1, 0), or for a copy" if is_frozen else "fetch it"
            raise SharingError(f"{what}: {error}; {remedy}") from error

    def __dlpack_device__(self) -> tuple[int, int]:
        """(1, 0): memory of the CPU. Refused as by `__dlpack__`, where it is another's."""
        self._check_sharing(f"find the DLPack device of {self!r}")
        return (1, 0)

    def _check_sharing(self, what: str) -> None:
        """Raises what keeps the memory from being shared by DLPack, but for the details."""
        self._present("share")
        self._device._engine.check_open(what)
        if not self._device.host_memory:
            raise SharingError(f"{what}: its memory is not the host's; fetch it, or use buffer.to")

    def _share(self, readonly: bool) -> np.ndarray[Any, Any]:
        """A NumPy array over its memory, which keeps it alive. Knows nothing of hazards."""
        layout = self._present("share")
        if not self._device.host_memory:
            raise ArgumentError(
                f"share {self!r} with the host: its memory is not the host's; fetch it, or copy "
                "it with buffer.to"
            )
        if layout.size == 0:
            empty: np.ndarray[Any, Any] = np.empty(layout.shape, layout.dtype)
            empty.flags.writeable = not readonly
            return empty
        assert self._allocation is not None
        return self._over(layout, readonly, self._allocation.share(self._device._engine))

    def _over(self, layout: Layout, readonly: bool, keep: object) -> np.ndarray[Any, Any]:
        """A NumPy array over its memory, which keeps that alive if anything does."""
        args = (self._address, layout.dtype, layout.shape, layout.strides, readonly, keep)
        return np.asarray(Shared(*args))

    def __await__(self) -> Generator[Any, None, Buffer]:
        """Waits until all that was submitted to write it has done so; gives the buffer."""
        self._present("await")
        for execution in self._device._writers(self):
            yield from execution.__await__()
        return self

    # -- ending ---------------------------------------------------------------------------------

    def freeze(self) -> Buffer:
        """Ends writing through it and its views for good. Gives itself.

        Reads of it are no longer tracked, unless its memory was shared with the outside, so that
        another buffer may write there.
        """
        self._alive("freeze")
        self._device._freeze(self)
        return self

    def donate(self) -> Buffer:
        """Gives it up to the callee: a new handle; this one and all views raise when used.

        The new one is as frozen as this one is.
        """
        engine = self._device._engine
        with engine.lock:  # another thread may be submitting with a view, or deleting it
            layout, allocation = self._present("donate"), self._allocation
            assert allocation is not None
            heir = allocation.pass_on(engine.dead)
            self._forget()
        return Buffer(self._device, heir, layout, self._address)

    def delete(self) -> None:
        """Frees its memory once its last use is over; it and all its views raise when used.

        A second delete does nothing.
        """
        allocation = self._allocation
        if allocation is not None:
            engine = self._device._engine
            with engine.lock:  # another thread may be submitting with a view
                allocation.tracked.bar |= DELETED
                self._forget()
                allocation.end()
                engine.reap_dead()  # what it remembers of failures may refer to the caller's frame

    def _forget(self) -> None:
        self._layout = NO_LAYOUT
        self._allocation = None

    def _alive(self, what: str) -> Layout:
        if self._layout is NO_LAYOUT or self._region.tracked.bar & DELETED:
            raise DeletedBufferError(
                f"{what} of {label(self._region.tracked.name)}: the buffer was deleted or donated; "
                "make a new one"
            )
        return self._layout

    def _present(self, what: str) -> Layout:
        """Its layout, if it has contents: buffers made in a capture have none."""
        layout = self._alive(what)
        if self._region.tracked.bar & CAPTURED:
            raise StateError(
                f"{what} {self!r}: it was made in a capture and has no memory; name it an output, "
                "a replay gives it some"
            )
        return layout


def check_buffer(value: object, what: str, engine: Engine | None = None) -> Buffer:
    """The value, if it is a live buffer, of the runtime with that engine if one is given.

    Raises:
        ArgumentTypeError: it is something else.
        ArgumentError: it belongs to another runtime.
        DeletedBufferError: it was deleted or donated.
    """
    if not isinstance(value, Buffer):
        raise ArgumentTypeError(
            f"{what}: found {type(value).__name__}; pass a Buffer, `rt.put(array)` makes one"
        )
    value._alive(what)
    if engine is not None and value._device._engine is not engine:
        raise ArgumentError(
            f"{what}: {value!r} belongs to another runtime; fetch it there and put it here"
        )
    return value
