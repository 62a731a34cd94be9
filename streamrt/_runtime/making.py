"""The buffers that a runtime makes: of arrays, of memory that others share, and empty ones."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._core.handles import Handle
from streamrt._namespace import array_namespace
from streamrt._refusals import refusing
from streamrt._runtime.buffer import Buffer, new_buffer, wrapped
from streamrt._runtime.composite import with_outcome
from streamrt._runtime.device import Device
from streamrt._runtime.devices.device_list import DeviceList
from streamrt._runtime.engine import Engine
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.foreign import arrays as foreign
from streamrt._runtime.foreign.borrowing import borrowed
from streamrt._runtime.memory.typed_memory import check_buffer
from streamrt._runtime.transfers import submit_write, write_array
from streamrt.errors import StateError


class BufferMaker(Handle):
    """The part of a runtime that makes buffers."""

    _engine: Engine
    _devices: DeviceList
    _first: Device | None = None
    _fresh: Any  # for native code: the first device's; until that is open, the runtime's

    def put(self, array: object, device: Device | str | None = None) -> Buffer:
        """Makes a buffer with a copy of an array, which may change as soon as this returns.

        The calling thread copies; `aput` does not hold an event loop for that long.

        Args:
            array: anything that NumPy makes an array of, except objects.
            device: the device of the buffer; None is the first device.
        """
        target = self._devices.target(device)
        checked = foreign.as_array(array, "put")
        buffer = buffer_like(target, checked, target.host_sees)
        write_array(buffer, checked, sys._getframe(1))
        return buffer

    def aput(self, array: object, device: Device | str | None = None) -> Execution[Buffer]:
        """Makes a buffer with a copy of an array; native threads copy, and the loop goes on.

        Args:
            array: as for `put`. It must not change before the execution has ended.
            device: the device of the buffer; None is the first device.

        Returns:
            An execution whose result is the buffer.
        """
        target = self._devices.target(device)
        checked = foreign.as_array(array, "aput")
        buffer = buffer_like(target, checked, False)
        written = submit_write(buffer, checked, sys._getframe(1), is_away=True)
        execution = with_outcome(written, buffer)
        if self._engine.options.eager:
            execution.sync()
        return execution

    def asarray(self, obj: object, dtype: object = None, device: Device | str | None = None) -> Any:
        """Makes an `Array` of `streamrt.array_api`, whose operations return at once.

        Args:
            obj: what NumPy makes an array of, a Buffer, or an array of another library.
            dtype: the dtype; None takes that of `obj`.
            device: the device of the array; None is the first device, or where a Buffer is.
        """
        stays = device is None and isinstance(obj, Buffer)
        target = None if stays else self._devices.target(device)
        return array_namespace().asarray(obj, dtype=dtype, device=target)

    def empty(
        self, shape: int | Sequence[int], dtype: Any = "float32", device: Device | str | None = None
    ) -> Buffer:
        """Makes a buffer from the pool, without clearing its memory.

        Args:
            shape: extents in elements.
            dtype: as NumPy takes it, except objects; also `f32` and the like (see `Kernel`). If
                not given it is float32, and not float64 as in NumPy, because most kernels wait for
                memory, and float64 takes twice as much.
            device: the device of the buffer; None is the first device.

        Raises:
            OutOfMemoryError: the pool is at its limit, or the device has no more memory.
        """
        target = self._first if device is None else self._devices.target(device)
        if target is None:
            target = self._first = self._devices.device()
            self._fresh = target._fresh or self._fresh
        return new_buffer(target, foreign.layout_of(target._state, shape, dtype))

    def wrap(self, array: np.ndarray[Any, Any], device: Device | str | None = None) -> Buffer:
        """Makes a buffer that shares an array's memory, and keeps the array alive.

        The host's own accesses to the array are not tracked. Buffers of the same memory are ordered
        like views of one buffer. A read-only array gives a frozen buffer.

        Raises:
            ArgumentError: the array cannot be used as it is, because of its dtype or alignment, or
                it reaches beyond a buffer whose memory it shares.
        """
        checked = foreign.check_foreign(array)
        return wrapped(self._devices.host_target(device, "wrap"), checked)

    @refusing
    def checkpoint(self, *buffers: Buffer) -> Event:
        """Fetches the memory of buffers for the log, in place of the steps that made them.

        From then on, a buffer that is lost is made again from what was fetched. This returns at
        once; the log takes over what was fetched when that has arrived. Only for a runtime with
        `recompute`, which does this by itself when its log is at its limit.

        Args:
            buffers: the buffers; all of their memory is fetched, also what lies around a view.

        Returns:
            The event after the fetches.

        Raises:
            StateError: the runtime has no log, or a buffer was deleted.
            ArgumentError: a buffer's memory is shared, so it may change without notice.
            DeviceLostError: a buffer is lost, and cannot be made again.
        """
        log, event = self._engine.lineage, Event()
        if log is None:
            raise StateError(
                "checkpoint: the runtime has no log; open it with Runtime(recompute=nbytes)"
            )
        checked = [check_buffer(buffer, "checkpoint", self._engine) for buffer in buffers]
        fetches = [log.checkpoint(buffer) for buffer in checked]
        event._record(tuple([(fetch.timeline, fetch.value) for fetch in fetches]))
        return event

    def from_dlpack(self, producer: Any, device: Device | str | None = None) -> Buffer:
        """Makes a buffer that shares the memory of another library's array.

        Later uses of an array on a GPU run after the work that its library has submitted to it so
        far. What that library does later is not tracked; see `foreign`.

        Args:
            producer: an array with `__dlpack__`, on a GPU also one with `__cuda_array_interface__`.
            device: the device of the buffer; None is the first, or the GPU where the array is.

        Raises:
            ArgumentError: the memory cannot be shared as it is, or is another device's.
        """
        shared = borrowed(self._devices, producer, device, sys._getframe(1))
        if shared is not None:
            return shared
        target = self._devices.host_target(device, "from_dlpack")
        return wrapped(target, foreign.check_foreign(foreign.imported(producer)))


@refusing
def buffer_like(device: Device, array: np.ndarray[Any, Any], for_host: bool) -> Buffer:
    """Makes a buffer of an array's shape and dtype, also in a capture; it is not cleared.

    Args:
        device: the device of the buffer.
        array: the array.
        for_host: whether the host writes to the memory at once, so that nothing may still use it.
    """
    state = device._state
    layout = state.intern(array.dtype, array.shape)
    allocation = state.memory.allocate(layout.nbytes, for_host)
    if state.engine.world is not None:
        state.engine.world.allocating(allocation.address)
    return Buffer(device, allocation, layout, allocation.address)
