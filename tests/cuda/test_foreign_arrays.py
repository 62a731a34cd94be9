"""Arrays of other libraries on a GPU as buffers, and buffers as arrays of theirs."""

from __future__ import annotations

import gc
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened
from cuda.foreign_client import COUNT, Exported, Theirs, consumed, held_copy, ours, stream_of

import streamrt as srt
from streamrt.errors import ArgumentError, ArgumentTypeError, FrozenBufferError, SharingError

pytestmark = pytest.mark.cuda

LONG = 3600.0
READ_ONLY = 1


fake = faked(seed=9)
rt = opened("cuda:0", "cuda:1", "cpu:0", live=False)


@pytest.fixture
def theirs(fake: Fake) -> Theirs:
    return Theirs(Client(fake))


def pending(fake: Fake, rt: srt.Runtime, theirs: Theirs, fetched: srt.Execution[Any]) -> int:
    """What the GPU has left of a fetch that was handed over, once all has run that can."""
    rt.foreign(theirs.other.stream(), "cuda:0").wait(fetched).sync(LONG)
    fake.settle()
    lane: Any = rt.device("cuda:0")._state.internal_lane("out")
    return fake.pending(lane.queue._stream)


def interface(address: int, **changes: Any) -> Any:
    given = {"version": 3, "shape": (COUNT,), "typestr": "<i8", "data": (address, False)} | changes
    return SimpleNamespace(__cuda_array_interface__=given)


@pytest.mark.parametrize("form", ["versioned", "old", "interface"])
def test_a_borrowed_array_is_used_after_its_producer(
    fake: Fake, rt: srt.Runtime, theirs: Theirs, form: str
) -> None:
    fake.hold(theirs.stream)
    theirs.move(theirs.array, theirs.ones)
    exported = Exported(theirs, theirs.array, old=form == "old")
    array = interface(theirs.array, stream=theirs.stream) if form == "interface" else exported
    buffer = rt.from_dlpack(array)
    assert (str(buffer.device), buffer.shape, buffer.dtype) == ("cuda:0", (COUNT,), np.dtype("i8"))
    assert buffer._address == theirs.array
    fetched = buffer[::2].fetch()
    assert pending(fake, rt, theirs, fetched)
    fake.release(theirs.stream)
    assert fetched.sync(LONG).tolist() == [1] * (COUNT // 2)
    assert all(stream > 2 for stream in exported.streams)


def test_the_deleter_is_called_once_after_the_last_use(
    fake: Fake, rt: srt.Runtime, theirs: Theirs
) -> None:
    theirs.move(theirs.array, theirs.ones)
    exported = Exported(theirs, theirs.array)
    buffer, stream = rt.from_dlpack(exported), rt.device("cuda:0").stream()
    assert "used_dltensor_versioned" in repr(exported.capsule)
    target = ours(rt, 5)
    stream.copy(target, target[:]).sync()
    fake.hold(stream_of(stream))
    copy = stream.copy(target, buffer)
    view = buffer[1:]
    buffer.delete()
    del buffer, view
    rt.empty(1, "i8", "cuda:0").delete()
    assert exported.deleted == 0
    fake.release(stream_of(stream))
    copy.sync(LONG)
    del copy
    gc.collect()
    rt._engine.tidy()
    assert exported.deleted == 1
    assert set(target.fetch().sync()) == {1}


def test_what_is_borrowed_keeps_its_layout_and_is_read_only_if_it_was(
    rt: srt.Runtime, theirs: Theirs
) -> None:
    theirs.other.write(theirs.array, range(COUNT))
    layout = {"shape": (4, 3), "strides": (16, 2), "offset": 8, "flags": READ_ONLY}
    buffer = rt.from_dlpack(Exported(theirs, theirs.array, **layout))
    wanted = np.arange(COUNT)[1:].reshape(-1)[: 3 * 16 + 5]
    expected = np.lib.stride_tricks.as_strided(wanted, (4, 3), (128, 16))
    assert np.array_equal(buffer.fetch().sync(LONG), expected)
    with pytest.raises(FrozenBufferError):
        rt.device("cuda:0").stream().fill(buffer, 0)
    empty = rt.from_dlpack(interface(0, shape=(0, 3)))
    assert empty.fetch().sync(LONG).shape == (0, 3)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"dtype": (4, 16, 1)}, "type code 4 with 16 bits and 1 lanes"),
        ({"dtype": (0, 64, 2)}, "1?64 bits and 2 lanes"),
        ({"dtype": (0, 4, 1)}, "4 bits"),
        ({"version": (2, 0)}, "version 2 of DLPack"),
        ({"really": (2, 1)}, r"on device \(2, 1\), and said \(2, 0\)"),
        ({"shape": (1 << 40, 1 << 40)}, "which cannot be"),
        ({"shape": (-1,)}, r"its shape is \(-1,\)"),
        ({"offset": 4}, "not aligned"),
        ({"offset": 1 << 40}, "does not know .* as memory of cuda:0"),
        ({"shape": (1 << 20,)}, "does not know .* as memory of cuda:0"),
    ],
)
def test_what_cannot_be_a_buffer_is_refused_and_lost_by_nobody(
    rt: srt.Runtime, theirs: Theirs, changes: dict[str, Any], text: str
) -> None:
    """Row 93."""
    exported = Exported(theirs, theirs.array, **changes)
    with pytest.raises(ArgumentError, match=text):
        rt.from_dlpack(exported)
    gc.collect()
    was_taken = "used" in repr(exported.capsule)
    assert exported.deleted == was_taken  # else the capsule's own destructor calls it


def test_other_arrays_that_are_refused(rt: srt.Runtime, theirs: Theirs) -> None:
    """Row 93: a freed one is no memory that the driver knows."""
    freed = theirs.other.plain(8 * COUNT)
    theirs.other.call("cuMemFree", freed)
    for array, text in (
        (interface(freed), "was it freed"),
        (interface(theirs.array, mask=1), "has a mask"),
        (interface(theirs.array, stream=0), "the protocol has None, 1, 2 or a handle"),
        (interface(theirs.array, typestr="O"), "from_dlpack"),
        (interface(theirs.array, strides=(8, 8)), "its strides are"),
        (SimpleNamespace(__cuda_array_interface__={}), "KeyError: 'data'"),
    ):
        with pytest.raises(ArgumentError, match=text):
            rt.from_dlpack(array)
    with pytest.raises(ArgumentError, match="on cuda:0, not on cuda:1; import it there"):
        rt.from_dlpack(Exported(theirs, theirs.array), "cuda:1")
    with pytest.raises(ArgumentTypeError, match=r"rt\.from_dlpack"):
        rt.wrap(interface(theirs.array))  # type: ignore[arg-type]


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_consumer_s_stream_waits_for_the_writers(
    fake: Fake, rt: srt.Runtime, theirs: Theirs, version: tuple[int, int] | None
) -> None:
    stream, y, _ = held_copy(fake, rt)
    capsule = y[8:].__dlpack__(stream=theirs.stream, max_version=version)
    found = consumed(capsule)
    assert found == {
        "address": y._address + 64,
        "device": (2, 0),
        "dtype": (0, 64),
        "shape": (COUNT - 8,),
        "strides": (1,),
        "readonly": None if version is None else False,
    }
    assert y.__dlpack_device__() == (2, 0)
    theirs.move(theirs.array, y._address)
    fake.settle()
    assert fake.pending(theirs.stream) == 2
    fake.release(stream_of(stream))
    assert theirs.found(theirs.array) == {3}
    waits = fake.counts()["cuStreamWaitEvent"]
    y.__dlpack__(stream=-1)
    assert fake.counts()["cuStreamWaitEvent"] == waits


def test_the_interface_names_a_stream_that_waits_for_the_writers(
    fake: Fake, rt: srt.Runtime, theirs: Theirs
) -> None:
    stream, y, _ = held_copy(fake, rt)
    given: Any = y[::2].__cuda_array_interface__
    assert (given["shape"], given["strides"], given["typestr"]) == ((COUNT // 2,), (16,), "<i8")
    assert given["data"] == (y._address, False)
    rt.foreign(theirs.stream, "cuda:0")
    event = theirs.other.event()
    theirs.other.call("cuEventRecord", event, given["stream"])
    theirs.other.call("cuStreamWaitEvent", theirs.stream, event, 0)
    theirs.move(theirs.array, y._address)
    fake.settle()
    assert fake.pending(theirs.stream) == 2
    fake.release(stream_of(stream))
    assert theirs.found(theirs.array) == {3}
    on_cpu = rt.put(np.ones(3), "cpu:0")
    assert not hasattr(on_cpu, "__cuda_array_interface__")


def test_exported_memory_outlives_its_buffer_and_comes_back_as_itself(
    rt: srt.Runtime, theirs: Theirs
) -> None:
    x = ours(rt, 3)
    address = x._address
    capsule = x.__dlpack__(stream=-1, max_version=(1, 0))
    back = rt.from_dlpack(
        SimpleNamespace(__dlpack__=lambda **_: capsule, __dlpack_device__=lambda: (2, 0))
    )
    assert back._region.tracked.memory == x._region.tracked.memory
    x.delete()
    for _ in range(8):
        assert ours(rt, 4)._address != address
    assert set(back.fetch().sync(LONG)) == {3}


def test_frozen_buffers_copies_and_wrong_requests(rt: srt.Runtime, theirs: Theirs) -> None:
    x = ours(rt, 3)
    host: Any = np.from_dlpack(x, device="cpu")
    assert set(host) == {3}
    copied = consumed(x.__dlpack__(stream=-1, copy=True))
    assert copied["address"] != x._address
    x.freeze()
    assert consumed(x.__dlpack__(stream=-1, max_version=(1, 0)))["readonly"]
    for options, text in (
        ({"stream": -1}, r"ask for max_version=\(1, 0\)"),
        ({"dl_device": (2, 1), "stream": -1}, r"wants it on device \(2, 1\); it is on \(2, 0\)"),
        ({"dl_device": (1, 0), "copy": False}, "wants it on device"),
        ({"stream": 0}, "it is None, -1 for no order"),
        ({"stream": "s"}, "it is None, -1 for no order"),
    ):
        with pytest.raises(ArgumentError, match=text):
            x.__dlpack__(**options)  # type: ignore[arg-type]
    assert issubclass(SharingError, BufferError)


def test_two_runtimes_share_a_buffer_in_order(fake: Fake, rt: srt.Runtime) -> None:
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as second:
        stream, y, _ = held_copy(fake, rt)
        borrowed = second.from_dlpack(y)
        fetched = borrowed.fetch()
        assert pending(fake, second, Theirs(Client(fake)), fetched)
        fake.release(stream_of(stream))
        assert set(fetched.sync(LONG)) == {3}


def address_of(buffer: srt.Buffer) -> int:
    return buffer._address


@pytest.mark.parametrize("kept", ["nothing", "buffer", "second array"])
def test_memory_is_not_written_while_its_consumer_still_reads_it(
    fake: Fake, rt: srt.Runtime, theirs: Theirs, kept: str
) -> None:
    """Row 165: the consumer lets go of it, as by `del y`, before its stream is through."""
    x = ours(rt, 7)
    address = address_of(x)
    capsules = [x.__dlpack__(stream=theirs.stream) for _ in range(2)]
    fake.hold(theirs.stream)
    theirs.move(theirs.copy, address)
    del capsules[0]
    if kept != "second array":
        capsules.clear()
    if kept == "buffer":
        rt._engine.tidy()  # the arrays come back while the buffer lives
    del x
    gc.collect()
    rt._engine.tidy()
    capsules.clear()
    again = [rt.put(np.full(COUNT, 9, "i8"), "cuda:0") for _ in range(4)]
    assert address in map(address_of, again)
    fake.settle()
    fake.release(theirs.stream)
    assert theirs.found(theirs.copy) == {7}
    for buffer in again:
        assert set(buffer.fetch().sync(LONG)) == {9}


@pytest.mark.parametrize("why", ["destroyed", "records a graph"])
def test_memory_of_a_stream_that_cannot_be_asked_is_never_used_again(
    fake: Fake,
    rt: srt.Runtime,
    theirs: Theirs,
    caplog: pytest.LogCaptureFixture,
    why: str,
) -> None:
    """Row 165."""
    x = ours(rt, 7)
    address = address_of(x)
    capsule = x.__dlpack__(stream=theirs.stream)
    if why == "destroyed":
        theirs.other.call("cuStreamDestroy", theirs.stream)
    else:
        fake.set_capturing(theirs.stream, True)
    del x, capsule
    again = [ours(rt, 9) for _ in range(4)]
    assert address not in map(address_of, again)
    assert "take back memory of cuda:0 from another library" in caplog.text
    assert fake.misuses(forget=True) or why != "destroyed"


def test_closing_waits_for_consumers_that_let_go(
    fake: Fake, theirs: Theirs, rt: srt.Runtime
) -> None:
    """Row 165: the memory goes back to the driver, which may give it to anybody."""
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as second:
        x = ours(second, 7)
        fake.hold(theirs.stream)
        capsule = x.__dlpack__(stream=theirs.stream)
        theirs.move(theirs.copy, address_of(x))
        del x, capsule
        before = fake.counts().get("cuMemFreeAsync", 0)
        releasing = threading.Thread(target=lambda: (fake.settle(), fake.release(theirs.stream)))
        releasing.start()
    releasing.join()
    assert fake.counts()["cuMemFreeAsync"] > before
    assert theirs.found(theirs.copy) == {7}


def test_an_array_outlives_the_runtime_of_its_memory(fake: Fake, theirs: Theirs) -> None:
    """Row 166: its memory goes back when the next GPU is opened, after what still uses it."""
    backends = [fake_backend(fake)]
    with srt.Runtime(["cuda:0"], backends=backends) as first:
        x = ours(first, 7)
        address, capsule = address_of(x), x.__dlpack__(stream=theirs.stream)
    del x
    theirs.move(theirs.copy, address)
    assert theirs.found(theirs.copy) == {7}
    fake.hold(theirs.stream)
    theirs.move(theirs.copy, address)
    del capsule
    releasing = threading.Thread(target=lambda: (fake.await_waiting(), fake.release(theirs.stream)))
    releasing.start()
    with srt.Runtime(["cuda:0"], backends=backends) as second:
        assert set(ours(second, 3).fetch().sync(LONG)) == {3}
    releasing.join()
    assert theirs.found(theirs.copy) == {7}
    for array in (theirs.array, theirs.copy):
        theirs.other.call("cuMemFree", array)
    theirs.other.call("cuMemFreeHost", theirs.ones)
    theirs.other.call("cuStreamDestroy", theirs.stream)
    theirs.other.call("cuDevicePrimaryCtxRelease", 0)
    fake.check()
