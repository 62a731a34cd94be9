"""Faults that tests inject into the fake driver, what it counts, and what its devices say."""

from __future__ import annotations

import ctypes
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client, DriverError, calling, in_thread

pytestmark = pytest.mark.cuda
INVALID_VALUE = 1
NOT_INITIALIZED = 3
DEINITIALIZED = 4
NOT_READY = 600
ILLEGAL_ADDRESS = 700
LAUNCH_FAILED = 719


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
    thread = calling(c, codes := [], "cuEventSynchronize", event)
    fake.await_waiting()
    fake.lose(0, ILLEGAL_ADDRESS)
    thread.join()
    assert codes == [ILLEGAL_ADDRESS]
    fake.release(stream)
    assert fake.pending(stream) == 0
    assert ctypes.c_int64.from_address(host).value != 0
    c.call("cuDevicePrimaryCtxRelease", 0)
    assert fake.live() == {}


def test_a_stream_that_waits_for_a_lost_device_waits_for_good(fake: Fake, c: Client) -> None:
    stream, event = c.stream(), c.event()
    fake.hold(stream)
    c.call("cuEventRecord", event, stream)
    other = Client(fake, 1)
    waiting, free = other.stream(), other.stream()
    other.call("cuStreamWaitEvent", waiting, event, 0)
    fake.lose(0)
    fake.settle()
    assert fake.pending(waiting) == 1
    other.sync(free)


def test_a_call_hangs_until_it_may_go_on(fake: Fake, c: Client) -> None:
    stream = c.stream()
    fake.hang("cuStreamQuery")
    thread = calling(c, codes := [], "cuStreamQuery", stream)
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
    device = ctypes.c_int32()
    threads = [calling(c, codes, "cuStreamSynchronize", stream)]
    threads.append(calling(c, codes, "cuCtxGetDevice", ctypes.byref(device)))
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


def test_a_device_may_lack_pools_and_peers() -> None:
    value = ctypes.c_int32(1)
    with Fake(attributes={0: 0, 115: 0}) as bare:
        lone = Client(bare)
        lone.call("cuDeviceCanAccessPeer", ctypes.byref(value), 0, 0)
        assert value.value == 0
        with pytest.raises(DriverError, match="cuMemPoolCreate returned 801"):
            lone.pool()
