"""Buffers: views, copies to and from the host and other devices, sharing, and their end."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from shared.trial_kernels import Gate, axpy, values

import streamrt as srt
from streamrt._compile.signatures import dtypes as kernel_dtypes
from streamrt.errors import ArgumentError, ArgumentTypeError, DeletedBufferError, FrozenBufferError

DTYPES = ["?", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16", "M8[ns]", "S3", "U2", "V5"]
RECORD = np.dtype([("a", "i2"), ("b", "f8", (2,))])


@pytest.fixture(scope="module")
def shared_rt() -> Generator[srt.Runtime]:
    with srt.Runtime(devices=["cpu:0", "cpu:1"]) as runtime:
        yield runtime


@given(data=st.data())
def test_views_are_what_numpy_makes_of_the_same_index(
    data: st.DataObject, shared_rt: srt.Runtime
) -> None:
    shape = data.draw(hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5))
    array = np.arange(np.prod(shape, dtype=int), dtype="i4").reshape(shape)
    buffer = shared_rt.put(array)
    for _ in range(3):
        index = data.draw(hnp.basic_indices(array.shape, allow_newaxis=True, allow_ellipsis=True))
        array = np.asarray(array[index])
        buffer = buffer[index]
        assert (buffer.shape, buffer.dtype, buffer.size, buffer.nbytes, buffer.ndim) == (
            array.shape,
            array.dtype,
            array.size,
            array.nbytes,
            array.ndim,
        )
        np.testing.assert_array_equal(np.asarray(buffer), array)
    other = shared_rt.put(np.full(array.shape, -1, "i4"))
    stream = shared_rt.device().stream()
    stream.copy(other, buffer)
    stream.fill(buffer, 7).sync()
    np.testing.assert_array_equal(np.asarray(other), array)
    assert np.all(np.asarray(buffer) == 7)


@pytest.mark.parametrize("dtype", [*DTYPES, RECORD], ids=str)
def test_arrays_of_any_dtype_and_strides_go_in_and_come_out(
    dtype: Any, shared_rt: srt.Runtime
) -> None:
    rng = np.random.default_rng(5)
    raw = rng.integers(0, 2, (6, 8, np.dtype(dtype).itemsize), "u1")
    array = raw.view(dtype).reshape(6, 8)
    for view in (array, array[::2, ::-3], array.T, array[:, 2:3], array[1, 1], array[:0]):
        buffer = shared_rt.put(view)
        assert buffer.dtype == view.dtype
        assert len(buffer.shape) == view.ndim
        assert buffer._address % 64 == 0
        for found in (np.asarray(buffer), np.asarray(buffer.to("cpu:1"))):
            assert found.tobytes() == np.ascontiguousarray(view).tobytes()
    wrapped = shared_rt.wrap(array[::2, ::-3])
    assert np.asarray(wrapped).tobytes() == np.ascontiguousarray(array[::2, ::-3]).tobytes()


def test_a_dtype_is_what_numpy_calls_so_and_else_what_signatures_call_so(
    shared_rt: srt.Runtime,
) -> None:
    def as_numpy(name: str) -> np.dtype[Any] | None:
        try:
            return np.dtype(name)
        except TypeError:
            return None

    refused = {name for name in kernel_dtypes.DTYPES if as_numpy(name) is None}
    assert refused == {"f32", "f64", "i16", "i32", "i64", "u16", "u32", "u64"}
    for name, dtype in kernel_dtypes.DTYPES.items():
        wanted = as_numpy(name) or dtype.numpy
        free = srt.Graph()
        found = (shared_rt.empty(2, name), free.input("x", 2, name), free.empty(2, name))
        assert [value.dtype for value in found] == [wanted] * 3
    assert shared_rt.empty(2).dtype == np.float32
    with pytest.raises(ArgumentTypeError, match=r"pass one of NumPy's.*or one of a signature's"):
        shared_rt.empty(2, "f5")


def test_large_strided_copies_are_split_and_right(rt: srt.Runtime, cpu: srt.Device) -> None:
    array = np.random.default_rng(2).random((700, 900))
    buffer = rt.put(array)
    turned = rt.empty((300, 700), "f8")
    cpu.stream().copy(turned.reshape(300, 700), rt.wrap(array.T[::3]))
    np.testing.assert_array_equal(np.asarray(turned), array.T[::3])
    np.testing.assert_array_equal(np.asarray(buffer[::-2, 5:800:7]), array[::-2, 5:800:7])


async def test_fetch_gives_what_was_submitted_so_far(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, y = cpu.stream(), rt.put(np.zeros((2, 2), "f4"))
    gate.hold(stream)
    stream.fill(y, 1.0)
    early = y[:, 1].fetch()
    stream.fill(y, 2.0)
    late = y.fetch()
    assert not early.done()
    gate.open()
    assert (await late).tolist() == [[2.0, 2.0], [2.0, 2.0]]
    assert (await early).tolist() == [1.0, 1.0]
    assert await y is y
    assert np.asarray(y, dtype="i8").dtype == np.int64
    assert np.array(y).sum() == 8
    with pytest.raises(ArgumentError, match=r"buffers are copied; np.from_dlpack shares"):
        np.asarray(y, copy=False)


def test_reshape_is_a_view_or_an_error(rt: srt.Runtime, cpu: srt.Device) -> None:
    y = rt.put(np.arange(12, dtype="i4"))
    assert y.reshape(3, -1).shape == y.reshape((3, 4)).shape == (3, 4)
    cpu.stream().fill(y.reshape(3, 4)[:, 1], 0)
    assert values(y) == [0, 0, 2, 3, 4, 0, 6, 7, 8, 0, 10, 11]
    for bad in ((5, -1), (3, 5), (-1, -1)):
        with pytest.raises(ArgumentError, match=r"reshape <Buffer #.* to "):
            y.reshape(bad)
    with pytest.raises(ArgumentError, match="copy it first"):
        y.reshape(3, 4)[:, :3].reshape(9)


@pytest.mark.parametrize(
    "item", [0.0, -0.0, True, np.int16(0x0101), np.int16(1), 1j, np.float16(2)]
)
def test_one_element_that_is_repeated_goes_in_as_an_array(item: Any, rt: srt.Runtime) -> None:
    for shape in [(), (1,), (3, 5), (0, 4), (2, 1, 9)]:
        repeated = np.broadcast_to(np.asarray(item), shape)
        assert np.asarray(rt.put(repeated)).tobytes() == repeated.tobytes()


@pytest.mark.parametrize("index", [1.5, "a", [0, 1], True, (0, 0), 12, np.array([1]), {}])
def test_an_index_that_would_copy_or_leave_the_buffer_is_refused(
    index: Any, rt: srt.Runtime
) -> None:
    y = rt.empty(12, "i4")
    with pytest.raises(ArgumentError, match=r"index <Buffer .*; use integers and slices"):
        y[index]


def test_single_elements_of_a_large_buffer_are_views(rt: srt.Runtime, cpu: srt.Device) -> None:
    y = rt.empty(40_000_000, "u1")
    last = y[39_999_999]
    assert last.shape == ()
    cpu.stream().fill(last, 9)
    assert np.asarray(y[-1:]).tolist() == [9]
    assert np.asarray(y[np.int64(-1)]) == 9


def test_dlpack_shares_both_ways(rt: srt.Runtime, cpu: srt.Device, gate: Gate) -> None:
    stream = cpu.stream()
    y = rt.put(np.zeros((3, 4), "f4"))
    stream.fill(y, 2.0)
    shared = np.from_dlpack(y[:, ::2])
    assert shared.tolist() == [[2.0, 2.0]] * 3
    shared[0, 0] = 5
    assert values(y)[0] == [5, 2, 2, 2]
    assert y.__dlpack_device__() == (1, 0)
    array = np.arange(4.0)
    back = rt.from_dlpack(array[::-1])
    stream.fill(back[:1], 9.0).sync()
    assert array.tolist() == [0, 1, 2, 9]
    again = rt.from_dlpack(y)
    stream.fill(again, 1.0).sync()
    assert values(y) == [[1.0] * 4] * 3
    del y, again
    assert shared.tolist() == [[1.0, 1.0]] * 3


def test_dlpack_of_reused_memory_waits_for_its_previous_life(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, x = cpu.stream(), rt.put(np.zeros(1000, "f4"))
    gate.hold(stream, x)
    stream.fill(x, 8.0)
    address = x._address
    del x
    y = rt.empty(1000)
    assert y._address == address
    gate.open()
    shared = np.from_dlpack(y)
    shared[:] = 3
    stream.sync()
    assert shared.tolist() == [3.0] * 1000


def test_wrap_shares_and_read_only_arrays_stay_so(rt: srt.Runtime, cpu: srt.Device) -> None:
    array = np.arange(12, dtype="f4").reshape(3, 4)
    stream = cpu.stream()
    wrapped = rt.wrap(array[::-1, 1:3])
    stream.launch(axpy, wrapped[0], wrapped[2], 1.0).sync()
    assert array.tolist() == [[0, 10, 12, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    fixed = rt.wrap(np.broadcast_to(np.float32(2), (4,)))
    assert "frozen" in repr(fixed)
    with pytest.raises(FrozenBufferError):
        stream.fill(fixed, 0.0)
    assert values(fixed) == [2.0] * 4


def test_freeze_ends_writing_for_good(rt: srt.Runtime, cpu: srt.Device) -> None:
    stream, y = cpu.stream(), rt.put(np.ones(4, "f4"))
    stream.fill(y, 2.0)
    assert y.freeze() is y
    for write in (
        lambda: stream.fill(y[:1], 0.0),
        lambda: stream.copy(y, rt.empty(4)),
        lambda: stream.call(print, y),
        lambda: stream.call(print, writes=[y]),
        lambda: stream.launch(axpy, y, y, 1.0),
    ):
        with pytest.raises(FrozenBufferError, match="it was frozen, which ends writing"):
            write()
    z = rt.put(np.zeros(4, "f4"))
    stream.launch(axpy, y, z, 1.0)
    assert values(z) == values(y) == [2.0] * 4


@pytest.mark.parametrize("when", ["unused", "written", "wrapped"])
def test_what_was_frozen_is_frozen_for_whoever_it_is_donated_to(
    when: str, rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream, y = cpu.stream(), rt.put(np.ones(4, "f4"))
    if when == "written":
        stream.fill(y[1:3], 2.0)
    if when == "wrapped":
        y = rt.wrap(np.ones(4, "f4"))
    held = values(y)
    new = y.freeze().donate().donate()
    assert "frozen" in repr(new)
    for write in (
        lambda: stream.fill(new, 0.0),
        lambda: stream.fill(new[::2], 0.0),
        lambda: stream.call(print, writes=[new]),
    ):
        with pytest.raises(FrozenBufferError, match="it was frozen, which ends writing"):
            write()
    assert values(new) == held


@pytest.mark.parametrize("last", [0, 2, 5])
async def test_await_of_a_buffer_waits_for_the_writers_of_all_its_parts(
    last: int, rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Whichever of them is over last, and also for views that begin in the middle of one."""
    y = rt.put(np.zeros(24, "f4"))
    parts = [y[4 * i : 4 * i + 4] for i in range(6)]
    views = [y, y[2:22], y.reshape(6, 4)[:, 1]]
    with ExitStack() as stack:
        gates = [stack.enter_context(Gate(rt)) for _ in parts]
        held = [gate.hold(cpu.stream(), part) for gate, part in zip(gates, parts, strict=True)]
        waiting = [asyncio.ensure_future(written(view)) for view in views]
        order = [i for i in range(6) if i != last]
        for i in order:
            gates[i].open()
            await held[i]
            for _ in range(20):
                await asyncio.sleep(0)
            assert not any(task.done() for task in waiting)
        gates[last].open()
        assert [await task for task in waiting] == views
        assert held[last].done()


async def written(view: srt.Buffer) -> srt.Buffer:
    return await view


def test_a_frozen_buffer_dropped_in_flight_keeps_its_memory(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, total = cpu.stream(), rt.put(np.zeros(500, "f4"))
    x = rt.put(np.ones(500, "f4")).freeze()
    gate.hold(stream)
    stream.launch(axpy, x, total, 1.0)
    del x
    cpu.stream().fill(rt.empty(500), 7.0)
    others = [rt.put(np.full(500, 9, "f4")) for _ in range(3)]
    gate.open()
    assert values(total) == [1.0] * 500
    del others


@pytest.mark.parametrize("end", ["delete", "donate"])
def test_a_deleted_or_donated_buffer_and_its_views_raise(
    end: str, rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream, y = cpu.stream("s"), rt.put(np.arange(4, dtype="f4"))
    view, shared = y[1:3], np.from_dlpack(y)
    stream.fill(view, 5.0)
    new = getattr(y, end)()
    if end == "delete":
        y.delete()
    uses = [
        lambda b: b.shape,
        lambda b: b[:1],
        lambda b: b.reshape(-1),
        lambda b: b.fetch(),
        lambda b: np.asarray(b),
        lambda b: np.from_dlpack(b),
        lambda b: b.to("cpu:0"),
        lambda b: b.freeze(),
        lambda b: b.donate(),
        lambda b: stream.fill(b, 1.0),
        lambda b: stream.copy(b, rt.empty(2)),
        lambda b: stream.launch(axpy, b, b, 1.0),
        lambda b: stream.call(print, b),
        lambda b: stream.call(print, reads=[b]),
        lambda b: rt.execute(axpy, b, b, 1.0),
    ]
    for use in uses:
        for dead in (y, view):
            with pytest.raises(DeletedBufferError, match="delete"):
                use(dead)
    assert "deleted" in repr(y)
    if end == "donate":
        assert values(new) == [0, 5, 5, 3]
        stream.fill(new, 6.0).sync()
        assert shared.tolist() == [6.0] * 4


def test_buffers_move_between_devices(shared_rt: srt.Runtime, gate: Gate) -> None:
    rt = shared_rt
    one = rt.device("cpu:1")
    assert [str(d) for d in rt.devices] == ["cpu:0", "cpu:1"]
    x = rt.put(np.arange(4, dtype="f4"))
    y = x.to("cpu:1")
    assert (y.device, x.device) == (one, rt.device("cpu"))
    one.stream().launch(axpy, y, y, 1.0)
    one.stream().copy(x, y)
    assert values(x) == values(y.to(x.device)) == [0, 2, 4, 6]
    assert one.memory_stats().in_use >= 64
    assert x.to("cpu:0") is not x


@pytest.mark.parametrize(
    "dtype",
    [
        np.dtype([("a", "i1"), ("b", "f8")], align=True),
        np.dtype({"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [4, 0]}),
        np.dtype({"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [0, 2], "itemsize": 8}),
    ],
    ids=["padded", "out of order", "overlapping"],
)
def test_records_of_any_form_go_in_and_out(rt: srt.Runtime, dtype: np.dtype[Any]) -> None:
    array = np.zeros((3, 4), dtype)
    array["a"] = np.arange(12).reshape(3, 4)
    for buffer in (rt.put(array), rt.aput(array).sync(), rt.wrap(array), rt.put(array[::2, ::-1])):
        found = np.asarray(buffer)
        expected = array if buffer.shape == array.shape else array[::2, ::-1]
        assert found.dtype == dtype
        assert (found == expected).all()
    seen = rt.device().stream().call(lambda view: view["a"].tolist(), rt.put(array))
    assert seen.sync() == array["a"].tolist()
