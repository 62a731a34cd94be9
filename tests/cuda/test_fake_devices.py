"""The fake driver's memory, graphs and faults behave as the driver's manual has them."""

from __future__ import annotations

import ctypes
import os
import struct
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor

import pytest
from cuda.fake import HAS_COMPILER, Fake
from cuda.fake_client import Access, Client, DriverError

pytestmark = pytest.mark.skipif(not HAS_COMPILER, reason="ziglang is absent")
INVALID_VALUE, OUT_OF_MEMORY, DEINITIALIZED, NOT_INITIALIZED = 1, 2, 4, 3
NOT_READY, ILLEGAL_ADDRESS, LAUNCH_FAILED = 600, 700, 719
RESERVED, USED, USED_HIGH, THRESHOLD = 5, 7, 8, 4


@pytest.fixture
def fake() -> Generator[Fake]:
    with Fake(devices=2) as fake:
        yield fake


@pytest.fixture
def c(fake: Fake) -> Generator[Client]:
    """A client of device 0, which must have kept the rules when the test is over."""
    yield Client(fake)
    fake.check(live=False)


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


# --- memory -----------------------------------------------------------------------------------


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

    def free() -> None:
        c.call("cuCtxSetCurrent", c.context)
        c.call("cuMemFree", address)

    thread = in_thread(free)
    c.fake.await_waiting()
    assert c.fake.pending(stream)
    c.fake.release(stream)
    thread.join()
    assert not c.fake.pending(stream)


def test_copies_and_fills_go_where_they_should(c: Client) -> None:
    stream, host, plain, other = c.stream(), c.pinned(), c.plain(), c.plain()
    words = (ctypes.c_int32 * 16).from_address(host)
    words[:] = range(16)
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


def test_a_stream_waits_for_an_event_of_another_device(fake: Fake, c: Client) -> None:
    stream, event = c.stream(), c.event()
    fake.hold(stream)
    c.call("cuEventRecord", event, stream)
    other = Client(fake, 1)
    there = other.stream()
    other.call("cuStreamWaitEvent", there, event, 0)
    fake.settle()
    assert fake.pending(there) == 1
    fake.release(stream)
    other.sync(there)


def test_a_device_says_what_it_is(fake: Fake, c: Client) -> None:
    value, name = ctypes.c_int32(), ctypes.create_string_buffer(32)
    c.call("cuDeviceGetCount", ctypes.byref(value))
    assert value.value == 2
    c.call("cuDeviceGetName", name, 32, 1)
    assert name.value == b"Fake 1"
    assert c.code("cuDeviceGet", ctypes.byref(value), 2) == 101
    c.call("cuDeviceGetAttribute", ctypes.byref(value), 75, 0)
    assert value.value == 9
    c.call("cuDeviceCanAccessPeer", ctypes.byref(value), 0, 1)
    assert value.value == 1
    c.call("cuPointerGetAttribute", ctypes.byref(value), 2, c.plain())
    assert value.value == 2
    text = ctypes.c_char_p()
    c.call("cuGetErrorName", 719, ctypes.byref(text))
    assert text.value == b"CUDA_ERROR_LAUNCH_FAILED"
    assert c.code("cuGetErrorName", 12345, ctypes.byref(text)) == INVALID_VALUE
    with Fake(attributes={0: 0, 115: 0}) as bare:
        lone = Client(bare)
        lone.call("cuDeviceCanAccessPeer", ctypes.byref(value), 0, 0)
        assert value.value == 0
        with pytest.raises(DriverError, match="cuMemPoolCreate returned 801"):
            lone.pool()


# --- graphs -----------------------------------------------------------------------------------


def diamond(c: Client, log: int, graph: int) -> list[int]:
    """Adds eight nodes between a first and a last one; each writes its number."""
    note = c.function("note")
    first = c.add(graph, c.node(note, log, 0))
    middle = [c.add(graph, c.node(note, log, 1 + i), [first]) for i in range(8)]
    return [first, *middle, c.add(graph, c.node(note, log, 9), middle)]


def test_a_graph_runs_in_any_order_that_its_dependencies_allow() -> None:
    orders: set[tuple[int, ...]] = set()
    for seed in range(10):
        with Fake(seed) as fake:
            c = Client(fake)
            log, graph, stream = c.plain(), c.made("cuGraphCreate", 0), c.stream()
            diamond(c, log, graph)
            executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
            c.write(log, [0] * 11)
            c.call("cuGraphLaunch", executable, stream)
            c.sync(stream)
            count, *order = c.read(log, 11)
            assert (count, order[0], order[-1]) == (10, 0, 9)
            assert sorted(order) == list(range(10))
            orders.add(tuple(order))
            fake.check(live=False)
    assert len(orders) > 7


def test_new_parameters_of_a_node_are_for_later_launches(c: Client) -> None:
    log, graph, stream = c.plain(), c.made("cuGraphCreate", 0), c.stream()
    note = c.function("note")
    node = c.add(graph, c.node(note, log, 1))
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.write(log, [0] * 4)
    c.fake.hold(stream)
    c.call("cuGraphLaunch", executable, stream)
    changed = ctypes.byref(c.node(note, log, 2))
    c.call("cuGraphExecKernelNodeSetParams", executable, node, changed)
    c.call("cuGraphLaunch", executable, stream)
    c.fake.release(stream)
    c.sync(stream)
    again = c.made("cuGraphInstantiateWithFlags", graph, 0)  # "hNode is also not modified"
    c.call("cuGraphLaunch", again, stream)
    c.sync(stream)
    assert c.read(log, 4) == [3, 1, 2, 1]


def test_launches_of_one_graph_do_not_overlap(c: Client) -> None:
    log, graph = c.plain(), c.made("cuGraphCreate", 0)
    first, second = c.stream(), c.stream()
    diamond(c, log, graph)
    executable = c.made("cuGraphInstantiateWithFlags", graph, 0)
    c.write(log, [0] * 21)
    c.fake.hold(first)
    c.call("cuGraphLaunch", executable, first)
    c.call("cuGraphLaunch", executable, second)
    c.fake.settle()
    assert c.read(log, 1) == [0]
    c.fake.step(first, 4)
    c.fake.settle()
    assert c.read(log, 1) == [4]
    c.fake.release(first)
    c.sync(second)
    _, *order = c.read(log, 21)
    assert sorted(order[:10]) == sorted(order[10:]) == list(range(10))


# --- faults -----------------------------------------------------------------------------------


def test_the_nth_call_fails(fake: Fake, c: Client) -> None:
    fake.fail("cuEventRecord", 3, LAUNCH_FAILED)
    stream, event = c.stream(), c.event()
    codes = [c.code("cuEventRecord", event, stream) for _ in range(5)]
    assert codes == [0, 0, LAUNCH_FAILED, 0, 0]
    with pytest.raises(ValueError, match="there is no such call"):
        fake.fail("cuNothing", 1, 1)


def test_a_sticky_error_stays_with_its_context(fake: Fake) -> None:
    c, other = Client(fake), Client(fake, 1)
    there = other.stream()
    c.call("cuCtxSetCurrent", c.context)
    stream, event = c.stream(), c.event()
    fake.fail("cuLaunchKernel", 1, LAUNCH_FAILED, sticky=True)
    assert c.launch_code(c.function("seed"), stream, c.plain()) == LAUNCH_FAILED
    for name, handle in {"cuStreamQuery": stream, "cuEventQuery": event}.items():
        assert c.code(name, handle) == LAUNCH_FAILED
    assert c.code("cuStreamDestroy", stream) == LAUNCH_FAILED
    c.call("cuCtxSetCurrent", other.context)
    other.sync(there)
    assert fake.live() == {"contexts": 1, "streams": 1}


def test_a_kernel_faults_after_its_launch(fake: Fake, c: Client) -> None:
    log, note, stream, event = c.plain(), c.function("note"), c.stream(), c.event()
    c.write(log, [0])
    fake.fault("note", 2)
    fake.hold(stream)
    for i in range(3):
        c.launch(note, stream, log, i)
    c.call("cuEventRecord", event, stream)
    fake.step(stream)
    fake.settle()
    assert c.code("cuEventQuery", event) == NOT_READY
    assert c.read(log, 2) == [1, 0]
    fake.release(stream)
    assert c.code("cuEventSynchronize", event) == ILLEGAL_ADDRESS
    assert c.launch_code(note, stream, log, 3) == ILLEGAL_ADDRESS


def test_a_lost_device_ends_every_wait_and_runs_nothing_more(fake: Fake, c: Client) -> None:
    log, stream, event, host = c.plain(), c.stream(), c.event(), c.pinned()
    c.write(log, [0])
    fake.hold(stream)
    c.launch(c.function("note"), stream, log, 1)
    c.call("cuMemcpyAsync", host, log, 8, stream)
    c.call("cuEventRecord", event, stream)
    codes: list[int] = []

    def wait() -> None:
        c.call("cuCtxSetCurrent", c.context)
        codes.append(c.code("cuEventSynchronize", event))

    thread = in_thread(wait)
    fake.await_waiting()
    fake.lose(0, ILLEGAL_ADDRESS)
    thread.join()
    assert codes == [ILLEGAL_ADDRESS]
    fake.release(stream)
    assert fake.pending(stream) == 0
    assert ctypes.c_int64.from_address(host).value != 0
    c.call("cuDevicePrimaryCtxRelease", 0)
    assert fake.live() == {}


def test_a_call_hangs_until_it_may_go_on(fake: Fake, c: Client) -> None:
    stream = c.stream()
    fake.hang("cuStreamQuery")
    codes: list[int] = []

    def query() -> None:
        c.call("cuCtxSetCurrent", c.context)
        codes.append(c.code("cuStreamQuery", stream))

    thread = in_thread(query)
    fake.await_waiting()
    c.sync(stream)  # the others go on
    assert not codes
    fake.resume()
    thread.join()
    assert codes == [0]


def test_closing_ends_calls_that_hang_and_streams_that_are_held() -> None:
    fake = Fake()
    c = Client(fake)
    stream, codes = c.stream(), list[int]()
    fake.hold(stream)
    c.launch(c.function("seed"), stream, c.plain())
    fake.hang("cuCtxGetDevice")

    def hang(name: str, *arguments: object) -> None:
        c.call("cuCtxSetCurrent", c.context)
        codes.append(c.code(name, *arguments))

    device = ctypes.c_int32()
    threads = [in_thread(lambda: hang("cuStreamSynchronize", stream))]
    threads.append(in_thread(lambda: hang("cuCtxGetDevice", ctypes.byref(device))))
    fake.await_waiting(2)
    fake.close()
    for thread in threads:
        thread.join()
    assert codes == [DEINITIALIZED] * 2
    assert c.code("cuInit", 0) == DEINITIALIZED


def test_calls_are_counted_by_function_and_thread(fake: Fake, c: Client) -> None:
    stream = c.stream()
    numbers: list[int] = []

    def query() -> None:
        numbers.append(threading.get_native_id())
        c.call("cuCtxSetCurrent", c.context)
        for _ in range(3):
            c.call("cuStreamQuery", stream)

    in_thread(query).join()
    c.call("cuStreamQuery", stream)
    assert fake.counts()["cuStreamQuery"] == 4
    by_thread = fake.counts_by_thread()
    assert by_thread[numbers[0]] == {"cuCtxSetCurrent": 1, "cuStreamQuery": 3}
    assert by_thread[threading.get_native_id()]["cuStreamQuery"] == 1


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_has_no_driver(c: Client) -> None:
    child = os.fork()
    if not child:
        os._exit(c.code("cuInit", 0))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == NOT_INITIALIZED


# --- the rest ---------------------------------------------------------------------------------


def test_a_host_function_runs_between_its_neighbours(c: Client) -> None:
    log, stream, other = c.plain(), c.stream(), c.stream()
    note, seen = c.function("note"), threading.Event()
    c.write(log, [0] * 4)

    def called(data: int) -> None:
        assert data == 17
        seen.wait()

    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(called)
    c.launch(note, stream, log, 1)
    c.call("cuLaunchHostFunc", stream, function, 17)
    c.launch(note, stream, log, 3)
    c.sync(other)
    c.launch(note, other, log, 2)  # beside it
    c.sync(other)
    assert c.fake.pending(stream) >= 2
    seen.set()
    c.sync(stream)
    assert sorted(c.read(log, 4)) == [1, 2, 3, 3]
    assert c.read(log, 4)[3] == 3


def test_elapsed_time_is_of_events_with_time(c: Client) -> None:
    stream, start, end, plain = c.stream(), c.event(0), c.event(0), c.event()
    time = ctypes.c_float(-1)

    def elapsed(a: int, b: int) -> int:
        return c.code("cuEventElapsedTime", ctypes.byref(time), a, b)

    assert elapsed(start, end) == 400
    c.call("cuEventRecord", start, stream)
    c.fake.hold(stream)
    for event in (end, plain):
        c.call("cuEventRecord", event, stream)
    assert (elapsed(start, end), elapsed(start, plain)) == (NOT_READY, 400)
    c.fake.release(stream)
    c.sync(stream)
    assert elapsed(start, end) == 0
    assert time.value >= 0


@pytest.mark.parametrize(
    "shape",
    [(0, 1, 1, 1, 1, 1), (1, 65536, 1, 1, 1, 1), (1, 1, 1, 1025, 1, 1), (1, 1, 1, 64, 32, 1)],
)
def test_a_launch_has_limits(c: Client, shape: tuple[int, ...]) -> None:
    parameters = c.parameters(c.plain())
    code = c.code("cuLaunchKernel", c.function("seed"), *shape, 0, c.stream(), parameters, 0)
    assert code == INVALID_VALUE


def test_functions_are_found_by_the_version_that_brought_them(fake: Fake, c: Client) -> None:
    found, status = ctypes.c_uint64(), ctypes.c_uint32()

    def find(name: bytes, version: int) -> tuple[int, int]:
        found.value = 1
        where = ctypes.byref(found)
        c.code("cuGetProcAddress", name, where, version, 0, ctypes.byref(status))
        return found.value, status.value

    assert find(b"cuLaunchKernel", 12000) == (fake.functions["cuLaunchKernel"], 0)
    assert find(b"cuFuncLoad", 12000) == (0, 2)
    assert find(b"cuFuncLoad", 12040) == (fake.functions["cuFuncLoad"], 0)
    assert find(b"cuGraphInstantiate", 12000) == (0, 1)


def test_many_threads_may_call_at_once(fake: Fake, c: Client) -> None:
    log, note = c.plain(), c.function("note")
    c.write(log, [0])

    def work(number: int) -> int:
        c.call("cuCtxSetCurrent", c.context)
        stream, event = c.stream(), c.event()
        for i in range(50):
            c.launch(note, stream, log, 1000 * number + i)
            c.call("cuEventRecord", event, stream)
            c.call("cuEventSynchronize", event)
        c.call("cuEventDestroy", event)
        c.call("cuStreamDestroy", stream)
        return number

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(work, range(4))) == [0, 1, 2, 3]
    count, *numbers = c.read(log, 201)
    assert (count, len(set(numbers))) == (200, 200)
    c.call("cuDevicePrimaryCtxRetain", ctypes.byref(ctypes.c_uint64()), 0)
    assert fake.counts()["cuEventSynchronize"] == 200
