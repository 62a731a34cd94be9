"""The fake driver's pools, page-locked memory and copies, as the driver's manual has them."""

from __future__ import annotations

import ctypes
import struct

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Access, Client, DriverError, calling, in_thread

pytestmark = pytest.mark.cuda
OUT_OF_MEMORY = 2
NOT_READY = 600
THRESHOLD = 4
RESERVED = 5
USED = 7
USED_HIGH = 8


def attribute(c: Client, pool: int, number: int) -> int:
    value = ctypes.c_uint64()
    c.call("cuMemPoolGetAttribute", pool, number, ctypes.byref(value))
    return value.value


def info(c: Client) -> tuple[int, int]:
    unused, total = ctypes.c_uint64(), ctypes.c_uint64()
    c.call("cuMemGetInfo", ctypes.byref(unused), ctypes.byref(total))
    return unused.value, total.value


def test_a_pool_keeps_what_it_has_until_it_is_trimmed_or_somebody_synchronizes(c: Client) -> None:
    c.fake.set_memory(8192)
    stream, pool = c.stream(), c.pool()
    c.call("cuMemPoolSetAttribute", pool, THRESHOLD, ctypes.byref(ctypes.c_uint64(1 << 30)))
    address = c.made("cuMemAllocFromPoolAsync", 6000, pool, stream)
    assert attribute(c, pool, USED) == attribute(c, pool, RESERVED) == 6144
    with pytest.raises(DriverError, match="cuMemAlloc returned 2"):
        c.plain(4096)
    c.call("cuMemFreeAsync", address, stream)
    c.sync(stream)
    assert attribute(c, pool, USED) == 0
    assert attribute(c, pool, USED_HIGH) == attribute(c, pool, RESERVED) == 6144
    assert c.code("cuMemAlloc", ctypes.byref(ctypes.c_uint64()), 4096) == OUT_OF_MEMORY
    c.call("cuMemPoolTrimTo", pool, 0)
    assert info(c) == (8192, 8192)
    c.plain(4096)
    c.call("cuMemPoolSetAttribute", pool, THRESHOLD, ctypes.byref(ctypes.c_uint64(0)))
    address = c.made("cuMemAllocFromPoolAsync", 512, pool, stream)
    c.call("cuMemFreeAsync", address, stream)
    c.sync(stream)
    assert info(c) == (4096, 8192)


def test_what_a_stream_has_yet_to_free_is_not_free(c: Client) -> None:
    c.fake.set_memory(4096)
    stream, other, pool = c.stream(), c.stream(), c.pool()
    address = c.made("cuMemAllocFromPoolAsync", 4096, pool, stream)
    c.fake.hold(stream)
    c.call("cuMemFreeAsync", address, stream)
    made = ctypes.c_uint64()
    assert c.code("cuMemAllocFromPoolAsync", ctypes.byref(made), 4096, pool, other) == OUT_OF_MEMORY
    c.call("cuMemPoolTrimTo", pool, 0)
    assert attribute(c, pool, RESERVED) == 4096
    c.fake.release(stream)
    c.sync(stream)
    c.made("cuMemAllocFromPoolAsync", 4096, pool, other)


@pytest.mark.parametrize("way", ["event", "host", "query", "chain"])
def test_an_order_between_streams_lets_them_share_memory_of_a_pool(c: Client, way: str) -> None:
    first, second, third = c.stream(), c.stream(), c.stream()
    event, chained, seed = c.event(), c.event(), c.function("seed")

    def order(before: int, after: int) -> None:
        if way == "host":
            c.sync(before)
            return
        c.call("cuEventRecord", event, before)
        if way == "query":
            while c.code("cuEventQuery", event) == NOT_READY:
                pass
        elif way == "chain":
            c.call("cuStreamWaitEvent", third, event, 0)
            c.call("cuEventRecord", chained, third)
            c.call("cuStreamWaitEvent", after, chained, 0)
        else:
            c.call("cuStreamWaitEvent", after, event, 0)

    address = c.made("cuMemAllocFromPoolAsync", 64, c.pool(), first)
    order(first, second)
    c.launch(seed, second, address)
    order(second, first)
    c.call("cuMemFreeAsync", address, first)
    c.sync(first)
    c.sync(second)


def test_new_memory_is_not_clear_and_its_address_is_new(c: Client) -> None:
    address = c.plain(16)
    assert address % 512 == 0
    assert c.read(address, 2) != [0, 0]
    c.call("cuMemFree", address)
    assert c.plain(16) != address


def test_plain_memory_is_freed_after_the_work_of_its_context(c: Client) -> None:
    stream, address = c.stream(), c.plain()
    c.fake.hold(stream)
    c.call("cuMemsetD8Async", address, 1, 64, stream)
    thread = calling(c, codes := [], "cuMemFree", address)
    c.fake.await_waiting()
    assert c.fake.pending(stream)
    c.fake.release(stream)
    thread.join()
    assert codes == [0]
    assert not c.fake.pending(stream)


def test_a_copy_that_waits_is_ordered_with_the_streams_that_block(c: Client) -> None:
    free, blocking, address, words = c.stream(), c.stream(0), c.plain(), list[int]()
    c.write(address, [0])
    for stream in (free, blocking):
        c.fake.hold(stream)
    c.call("cuMemsetD8Async", address, 1, 8, blocking)
    c.call("cuMemsetD8Async", address + 8, 2, 8, free)

    def read() -> None:
        c.call("cuCtxSetCurrent", c.context)
        words.extend(c.read(address, 1))

    thread = in_thread(read)
    c.fake.await_waiting()
    c.fake.release(blocking)
    thread.join()
    assert words == [0x0101010101010101]
    assert c.fake.pending(free) == 1


def test_copies_and_fills_go_where_they_should(c: Client) -> None:
    stream, host, plain, other = c.stream(), c.pinned(), c.plain(), c.plain()
    words = (ctypes.c_int32 * 16).from_address(host)
    words[:] = list(range(16))
    c.call("cuMemcpyHtoDAsync", plain, host, 64, stream)
    c.call("cuMemcpyDtoDAsync", other + 64, plain, 64, stream)
    c.call("cuMemsetD32Async", other, 7, 16, stream)
    # rows of 8 bytes at a pitch of 16 become rows at a pitch of 8, from the second row on
    side, pitch = struct.Struct("=QQI4xQQQQ"), 16
    plan = side.pack(4, 1, 2, 0, other + 64, 0, pitch) + side.pack(0, 0, 1, host + 256, 0, 0, 8)
    c.call("cuMemcpy2DAsync", plan + struct.pack("=QQ", 8, 3), stream)
    c.call("cuMemcpyDtoHAsync", host + 512, other, 128, stream)
    c.sync(stream)
    assert list((ctypes.c_int32 * 6).from_address(host + 256)) == [5, 6, 9, 10, 13, 14]
    assert list((ctypes.c_int32 * 32).from_address(host + 512)) == [7] * 16 + list(range(16))


def test_memory_of_the_caller_can_be_registered(c: Client) -> None:
    stream, plain = c.stream(), c.plain()
    mine = (ctypes.c_int64 * 8)(*range(8))
    start = ctypes.addressof(mine)
    c.call("cuMemHostRegister", start, 64, 0)
    assert c.code("cuMemHostRegister", start, 64, 0) == 712
    c.call("cuMemcpyAsync", plain, start, 64, stream)
    c.sync(stream)
    c.call("cuMemHostUnregister", start)
    assert c.read(plain, 8) == list(range(8))


def test_a_device_reaches_its_peer_once_it_may(fake: Fake, c: Client) -> None:
    pool, mine = c.pool(), c.stream()
    pooled = c.made("cuMemAllocFromPoolAsync", 64, pool, mine)
    plain = c.plain()
    c.sync(mine)
    access = Access(1, 1, 3)
    c.call("cuMemPoolSetAccess", pool, ctypes.byref(access), 1)
    other = Client(fake, 1)
    other.call("cuCtxEnablePeerAccess", c.context, 0)
    assert other.code("cuCtxEnablePeerAccess", c.context, 0) == 704
    stream, kernel, away = other.stream(), other.function("seed"), other.plain()
    other.launch(kernel, stream, pooled)
    other.launch(kernel, stream, plain)
    other.call("cuMemcpyAsync", away, plain, 8, stream)
    other.sync(stream)
    assert other.read(away, 1) == c.read(plain, 1)
