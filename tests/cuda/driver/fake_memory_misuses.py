"""Programs that break one rule of the driver's memory each; see fake_misuses.py."""

from __future__ import annotations

import contextlib
import ctypes
import mmap

from cuda.driver.fake_client import Client, DriverError
from cuda.driver.fake_misuses import MISUSES as MISUSES
from cuda.driver.fake_misuses import breaks


@breaks("seed: parameter 0 is 0x40, neither device memory nor page-locked host memory")
def no_memory(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("seed"), stream, 64)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("parameter 0 is 0x[0-9a-f]+, device memory outside of every live allocation")
def between_allocations(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("seed"), stream, c.plain() + (1 << 20))
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("parameter 0 is 0x[0-9a-f]+, memory that was freed")
def plain_memory_that_was_freed(c: Client) -> None:
    stream, function, address = c.stream(), c.function("seed"), c.plain()
    c.call("cuMemFree", address)
    c.launch(function, stream, address)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("cuLaunchKernel: parameter 0 of seed is 0x[0-9a-f]+, memory that was freed")
def launch_after_free(c: Client) -> None:
    stream, function = c.stream(), c.function("seed")
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.fake.hold(stream)
    c.call("cuMemFreeAsync", address, stream)
    c.launch(function, stream, address)


@breaks("seed: it uses memory that was freed before it ran")
def free_that_overtakes(c: Client) -> None:
    late, early, function = c.stream(), c.stream(), c.function("seed")
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), early)
    c.sync(early)
    c.fake.hold(late)
    c.launch(function, late, address)
    c.call("cuMemFreeAsync", address, early)
    c.sync(early)
    c.fake.release(late)
    assert c.code("cuStreamSynchronize", late) == 700


@breaks("seed: it uses memory before its allocation in another stream was over")
def use_that_overtakes(c: Client) -> None:
    late, early, function = c.stream(), c.stream(), c.function("seed")
    c.fake.hold(late)
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), late)
    c.launch(function, early, address)
    assert c.code("cuStreamSynchronize", early) == 700


@breaks("work of another stream uses the memory, and no event orders the free after it")
def free_that_comes_late_by_luck(c: Client) -> None:
    late, early, function = c.stream(), c.stream(), c.function("seed")
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), early)
    c.sync(early)
    c.launch(function, late, address)
    c.fake.settle()
    c.call("cuMemFreeAsync", address, early)


@breaks("it uses memory that another stream allocates, and no event orders it after that")
def use_that_comes_late_by_luck(c: Client) -> None:
    late, early, function = c.stream(), c.stream(), c.function("seed")
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), early)
    c.fake.settle()
    c.launch(function, late, address)


@breaks("cuMemFreeAsync: 0x[0-9a-f]+ was given back before")
def free_twice(c: Client) -> None:
    stream = c.stream()
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.fake.hold(stream)
    c.call("cuMemFreeAsync", address, stream)
    assert c.code("cuMemFreeAsync", address, stream) == 1


@breaks("is no allocation's first byte")
def free_the_middle(c: Client) -> None:
    assert c.code("cuMemFree", c.plain() + 256) == 1


@breaks("the kernel wrote beyond the ends of the allocation of parameter 0")
def write_beyond_the_end(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("poke"), stream, c.plain(96), 104)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("poke: the kernel touched 0x[0-9a-f]+, which is in none of its allocations")
def touch_far_away(c: Client) -> None:
    stream = c.stream()
    c.launch(c.function("poke"), stream, c.plain(), 4096)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("cuMemFree: bytes around an allocation of 96 bytes were written")
def write_around_another(c: Client) -> None:
    stream, first, second = c.stream(), c.plain(), c.plain(96)
    c.launch(c.function("poke"), stream, first, second + 104 - first)
    c.call("cuMemFree", second)


@breaks("a copy: it touched 0x[0-9a-f]+, which cannot be read or written")
def registered_memory_that_is_closed(c: Client) -> None:
    stream, page = c.stream(), mmap.mmap(-1, mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(page))
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    c.call("cuMemHostRegister", start, mmap.PAGESIZE, 0)
    assert protect(start, mmap.PAGESIZE, 0) == 0
    c.call("cuMemcpyAsync", c.plain(), start, 64, stream)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("the destination 0x[0-9a-f]+ is memory that was freed")
def copy_after_free(c: Client) -> None:
    stream = c.stream()
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    c.call("cuMemFreeAsync", address, stream)
    assert c.code("cuMemsetD8Async", address, 0, 64, stream) == 1


@breaks("the memory is used before its allocation in a stream was over")
def copy_before_allocation(c: Client) -> None:
    stream = c.stream()
    c.fake.hold(stream)
    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), stream)
    with contextlib.suppress(DriverError):
        c.read(address, 1)


@breaks("the source 0x[0-9a-f]+ is pageable memory, so the copy may block its caller")
def pageable_copy(c: Client) -> None:
    array = (ctypes.c_char * 64)()
    assert c.code("cuMemcpyAsync", c.plain(), ctypes.addressof(array), 64, c.stream()) == 1


@breaks("32 bytes from the destination 0x[0-9a-f]+ reach 16 bytes beyond their allocation")
def copy_too_far(c: Client) -> None:
    assert c.code("cuMemcpyAsync", c.plain(64) + 48, c.pinned(), 32, c.stream()) == 1


@breaks("the destination 0x[0-9a-f]+ is on the wrong side for this copy")
def copy_the_wrong_way(c: Client) -> None:
    assert c.code("cuMemcpyHtoDAsync", c.pinned(), c.pinned(), 8, c.stream()) == 1


@breaks("it uses memory of device 0 from device 1, without access to it")
def no_peer_access(c: Client) -> None:
    address = c.plain()
    other = Client(c.fake, 1)
    stream = other.stream()
    other.launch(other.function("seed"), stream, address)
    assert c.code("cuStreamSynchronize", stream) == 700


@breaks("the word at 0x[0-9a-f]+ is not aligned")
def value_that_is_not_aligned(c: Client) -> None:
    assert c.code("cuStreamWriteValue64", c.stream(), c.pinned() + 4, 1, 0) == 1


@breaks("the word at 0x[0-9a-f]+ is not inside of its allocation")
def value_beyond_its_allocation(c: Client) -> None:
    assert c.code("cuStreamWaitValue64", c.stream(), c.pinned() + 4096, 1, 0) == 1
