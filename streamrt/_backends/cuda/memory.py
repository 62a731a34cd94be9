"""The memory of one GPU, and pinned memory of the host for copies to and from it.

The runtime pools both, and frees nothing that submitted work still uses. So what is here only asks
the driver for blocks and gives them back, never in the order of a user's stream:

1. Blocks come from a private memory pool of the device, in the order of a stream that runs nothing
   else. Waiting for that stream is short, and `cuMemFreeAsync` does not wait at all. `cuMemFree`
   may wait for all the work of the device (which is believed, the manual does not say it).
2. The driver keeps what a pool gave back until it is told to trim it. When there is no memory
   left, the pool is trimmed and asked once more.
3. The driver copies pageable memory by itself through a staging buffer, and blocks its caller
   meanwhile ("API synchronization behavior"). So copies see pinned memory only.
4. What the driver refuses to take back is offered to it again with the next block.
"""

from __future__ import annotations

import ctypes
from collections import deque
from typing import Any

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.driver import OUT_OF_MEMORY, Driver
from streamrt._backends.gpu.contexts import DriverError

NON_BLOCKING = 1  # CU_STREAM_NON_BLOCKING: not ordered with the default stream
_PORTABLE = 1  # CU_MEMHOSTALLOC_PORTABLE: pinned memory for all contexts
_PINNED, _ON_DEVICE = 1, 1  # CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE
_READ_WRITE = 3  # CU_MEM_ACCESS_FLAGS_PROT_READWRITE
_ALREADY_ENABLED = 704  # of peer access


class _PoolProperties(ctypes.Structure):
    """CUmemPoolProps; what is not named is 0."""

    _fields_ = (
        ("allocation", ctypes.c_int),
        ("handles", ctypes.c_int),
        ("location", ctypes.c_int),
        ("device", ctypes.c_int),
        ("_rest", ctypes.c_ubyte * 80),
    )


class _Access(ctypes.Structure):
    """CUmemAccessDesc."""

    _fields_ = (("location", ctypes.c_int), ("device", ctypes.c_int), ("flags", ctypes.c_int))


class DeviceMemory:
    """The blocks of one GPU, which other open GPUs of the machine may use, too."""

    def __init__(self, context: Context) -> None:
        """Makes a stream and a pool for them.

        Raises:
            DriverError: the driver refuses.
        """
        self._context = context
        self._stream_place, self._pool_place = ctypes.c_uint64(0), ctypes.c_uint64(0)
        self._refused: deque[tuple[str, Any, tuple[int, ...]]] = deque()
        try:
            with context.current() as driver:
                self._make(driver)
            context.driver.memories.append(self)
        except BaseException:
            self.close()
            raise

    @property
    def _stream(self) -> int:
        """The stream of allocations; 0 if it is not there."""
        return self._stream_place.value

    @property
    def _pool(self) -> int:
        """The pool of the driver; 0 if there is none."""
        return self._pool_place.value

    def _make(self, driver: Driver) -> None:
        context = self._context
        driver.call("cuStreamCreate", ctypes.byref(self._stream_place), NON_BLOCKING)
        if context.has_pools:
            wanted = _PoolProperties(_PINNED, 0, _ON_DEVICE, context.device)
            driver.call("cuMemPoolCreate", ctypes.byref(self._pool_place), ctypes.byref(wanted))
        for other in list(driver.memories):
            if other._context.device != context.device:
                self._open_to(other._context)
                other._open_to(context)

    def _open_to(self, other: Context) -> None:
        """Lets another GPU use the blocks, if it can ("Peer Context Memory Access")."""
        mine, driver = self._context, self._context.driver
        if not driver.number("cuDeviceCanAccessPeer", other.device, mine.device):
            return
        if self._pool:
            access = _Access(_ON_DEVICE, other.device, _READ_WRITE)
            driver.call("cuMemPoolSetAccess", self._pool, ctypes.byref(access), 1)
            return
        with other.current():
            code = driver.result("cuCtxEnablePeerAccess", mine.handle, 0)
        if code not in (0, _ALREADY_ENABLED):
            raise driver.error("cuCtxEnablePeerAccess", code)

    def alloc(self, nbytes: int) -> int:
        """Returns the address of a new block; 0 if there is none.

        Raises:
            DriverError: the driver refuses for another reason, or the device is lost.
        """
        with self._context.current() as driver:
            return self._new(driver, nbytes) or self._new_after_trim(driver, nbytes)

    def _new(self, driver: Driver, nbytes: int) -> int:
        address = ctypes.c_uint64(0)
        place = ctypes.byref(address)
        name = "cuMemAllocFromPoolAsync" if self._pool else "cuMemAlloc"
        more = (self._pool, self._stream) if self._pool else ()
        code = driver.result(name, place, nbytes, *more)
        if code == OUT_OF_MEMORY:
            return 0
        if code:
            raise driver.error(name, code)
        try:
            driver.call("cuStreamSynchronize", self._stream)
        except DriverError:
            self.free(address.value)
            raise
        return address.value

    def _new_after_trim(self, driver: Driver, nbytes: int) -> int:
        driver.call("cuStreamSynchronize", self._stream)  # for the blocks that were given back
        if self._pool:
            driver.call("cuMemPoolTrimTo", self._pool, 0)
        return self._new(driver, nbytes)

    def free(self, address: int) -> None:
        """Gives a block back, which no submitted work uses any more.

        Raises:
            DriverError: the device is lost.
        """
        if self._pool:
            self._give_back("cuMemFreeAsync", address, self._stream)
        else:
            self._give_back("cuMemFree", address)

    def _give_back(self, name: str, *arguments: int) -> None:
        self._refused.append((name, self._context.driver.function(name), arguments))
        self._offer()

    def _offer(self) -> None:
        """Offers the driver what it is to take back, each once."""
        with self._context.current() as driver:
            for _ in range(len(self._refused)):
                try:
                    name, give, arguments = self._refused.popleft()
                except IndexError:  # another thread does the same
                    return
                code = give(*arguments)
                if self._context.ends(code):
                    raise driver.error(name, code)
                if code:
                    self._refused.append((name, give, arguments))

    def alloc_host(self, nbytes: int) -> int:
        """Returns the address of new pinned memory of the host; 0 if there is none.

        Raises:
            DriverError: the driver refuses for another reason.
        """
        address = ctypes.c_uint64(0)
        with self._context.current() as driver:
            code = driver.result("cuMemHostAlloc", ctypes.byref(address), nbytes, _PORTABLE)
            if code not in (0, OUT_OF_MEMORY):
                raise driver.error("cuMemHostAlloc", code)
        return address.value

    def free_host(self, address: int) -> None:
        """Gives pinned memory back.

        Raises:
            DriverError: the device is lost.
        """
        self._give_back("cuMemFreeHost", address)

    def write(self, address: int, pinned: int, nbytes: int) -> None:
        """Writes bytes of pinned memory to a block that nothing uses yet, and waits for that.

        Raises:
            DriverError: the driver refuses, or the device is lost.
        """
        with self._context.current() as driver:
            driver.call("cuMemcpyAsync", address, pinned, nbytes, self._stream)
            driver.call("cuStreamSynchronize", self._stream)

    def look(self) -> None:
        """Looks at its idle stream: what ends a device shows there, and counts it as lost."""
        with self._context.current() as driver:
            if self._context.ends(code := driver.result("cuStreamQuery", self._stream)):
                self._context.loss.lose(str(driver.error("cuStreamQuery", code)))

    def forget(self) -> None:
        """Leaves it alone from now on, also the GPUs that could use it."""
        memories = self._context.driver.memories
        if self in memories:
            memories.remove(self)

    def close(self) -> None:
        """Ends the pool and the stream, after all blocks were given back. It may be done again."""
        self.forget()
        if not (self._pool or self._stream):
            return
        self._offer()
        context = self._context
        with context.current() as driver:
            while self._refused:  # with the context it will end
                name, give, arguments = self._refused.popleft()
                context.took(name, give(*arguments))
            destroy = driver.function("cuMemPoolDestroy")
            if self._stream:
                context.took(
                    "cuStreamSynchronize", driver.result("cuStreamSynchronize", self._stream)
                )
            if self._pool:
                pool, self._pool_place.value = self._pool_place.value, 0
                code = destroy(pool)
                context.took("cuMemPoolDestroy", code)
            destroy = driver.function("cuStreamDestroy")
            if self._stream:
                stream, self._stream_place.value = self._stream_place.value, 0
                code = destroy(stream)
                context.took("cuStreamDestroy", code)
