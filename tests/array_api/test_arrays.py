"""Arrays: they return at once, fail where they are awaited, share memory, and go through jit."""

from __future__ import annotations

import asyncio
import copy
import inspect
import operator
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import array_api as xp
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
)


def numbers(*shape: int) -> Any:
    return xp.reshape(xp.arange(int(np.prod(shape)), dtype=xp.float32), shape)


async def test_operations_return_before_their_operands_are_there(rt: srt.Runtime) -> None:
    gate, slow = asyncio.Event(), rt.empty(4)

    async def write(out: Any) -> None:
        await gate.wait()
        out[...] = 2

    rt.device().stream().call(write, slow, writes=[slow])
    y = xp.sqrt(rt.asarray(slow) * 8.0 + 9.0)
    z = xp.linalg.vector_norm(xp.astype(y, xp.complex64))  # a host call
    await asyncio.sleep(0.01)
    gate.set()
    assert np.asarray(await y).tolist() == [5.0] * 4
    assert float(z) == 10.0


def test_views_share_memory_and_writes_keep_their_order(rt: srt.Runtime) -> None:
    x = numbers(3, 4)
    row, turned, every = x[1], xp.permute_dims(x, (1, 0)), x[:, ::2]
    before = x + 0.0
    row += 10.0
    every[0, 1] = -1.0
    x *= 2.0
    wanted = np.arange(12, dtype="f4").reshape(3, 4)
    np.testing.assert_array_equal(np.asarray(before), wanted)
    wanted[1] += 10
    wanted[0, 2] = -1
    np.testing.assert_array_equal(np.asarray(turned), 2 * wanted.T)
    x[...] = x[::-1, :]  # which overlap
    np.testing.assert_array_equal(np.asarray(x), 2 * wanted[::-1])
    other = copy.deepcopy(x)
    x[0] = 0.0
    assert float(other[0, 3]) == 22.0


def test_in_place_operators_keep_the_array_its_dtype_and_shape(rt: srt.Runtime) -> None:
    for name in ("iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow"):
        x, y = numbers(5) + 1.0, np.arange(1, 6, dtype="f4")
        same = getattr(operator, name)(x, 2.0)
        assert same is x
        np.testing.assert_allclose(np.asarray(x), getattr(operator, name)(y, np.float32(2.0)))
    x = xp.arange(3)
    with pytest.raises(ArgumentTypeError, match="float64"):
        x += 0.5
    with pytest.raises(ArgumentError, match="shape"):
        x += xp.zeros((2, 3), dtype=xp.int64)
    assert np.asarray(x).tolist() == [0, 1, 2]
    with pytest.raises(ArgumentError, match="write to a copy"):
        xp.broadcast_to(x, (2, 3))[...] = 1


class Layer:
    """A class with eager and compiled methods."""

    def __init__(self, weights: Any) -> None:
        self.weights = weights

    @srt.jit
    def compiled(self, x: Any) -> Any:
        return np.tanh(x @ self.weights), {"x": x, "n": 3}

    @srt.jit
    def portable(self, x: Any) -> Any:
        space = x.__array_namespace__()
        flat = space.reshape(space.matmul(x, self.weights), (-1,))
        return space.concat([space.tanh(flat), space.sum(x, axis=0)]) + flat[0]

    def eager(self, x: Any) -> Any:
        return xp.tanh(x @ self.weights)


def test_compiled_functions_take_arrays_and_return_them(rt: srt.Runtime) -> None:
    layer, x = Layer(numbers(4, 2) / 8.0), numbers(3, 4)
    for _ in range(3):
        y, rest = layer.compiled(x)
        assert isinstance(y, xp.Array)
        assert isinstance(rest["x"], xp.Array)
        assert rest["n"] == 3
        np.testing.assert_allclose(np.asarray(y), np.asarray(layer.eager(x)), rtol=1e-6)
        found, _ = layer.compiled(x.buffer)  # the weights are an array all the same
        assert isinstance(found, xp.Array)
    a, w = np.asarray(x), np.asarray(layer.weights)
    flat = (a @ w).ravel()
    wanted = np.concatenate([np.tanh(flat), a.sum(0)]) + flat[0]
    np.testing.assert_allclose(np.asarray(layer.portable(x)), wanted, rtol=1e-5)
    buffers = srt.jit(lambda x: x * 2)(x.buffer)
    assert isinstance(buffers, srt.Buffer)


def test_a_compiled_function_reads_arrays_of_its_closure_anew(rt: srt.Runtime) -> None:
    scale = xp.asarray(2.0)
    scaled = srt.jit(lambda x: x * scale)
    assert np.asarray(scaled(xp.ones(2))).tolist() == [2.0, 2.0]
    scale = xp.asarray(5.0)
    assert np.asarray(scaled(xp.ones(2))).tolist() == [5.0, 5.0]
    assert np.asarray(scaled(np.ones(2))).tolist() == [5.0, 5.0]


def test_without_the_compiler_functions_do_the_same(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STREAMRT_JIT", "0")
    plain = srt.jit(lambda x, y: (x + y, x))
    total, same = plain(xp.ones(2), 1.0)
    assert isinstance(total, xp.Array)
    assert isinstance(same, xp.Array)
    assert np.asarray(total).tolist() == [2.0, 2.0]


def test_numbers_and_arrays_of_numpy_are_operands(rt: srt.Runtime) -> None:
    x = xp.ones(3, dtype=xp.float32)
    assert (x + 1).dtype == xp.float32
    assert (2.0 / x).dtype == xp.float32
    assert (x + np.ones(3)).dtype == xp.float64
    assert xp.result_type(x, xp.int8, 1.0) == xp.float32


NUMERIC = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lt", "le", "gt", "ge", "eq", "ne",
)  # fmt: skip


@pytest.mark.parametrize("name", [*NUMERIC, "and_", "or_", "xor", "lshift", "rshift", "matmul"])
def test_operators_take_what_is_numpys_at_the_left(rt: srt.Runtime, name: str) -> None:
    function = getattr(operator, name)
    array = np.array([3, 1, 2], np.float32 if name in NUMERIC else np.int32)
    for left in (array[::-1] + array.dtype.type(1), array[0], np.asarray(array[1])):
        if left.ndim or name != "matmul":
            found, wanted = function(left, xp.asarray(array)), function(left, array)
            assert isinstance(found, xp.Array)
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-6)


def test_a_compiled_function_calls_ufuncs_with_arrays_that_it_finds(rt: srt.Runtime) -> None:
    limits = xp.asarray([1.0, 5.0])
    doubled = srt.jit(lambda x: np.maximum(limits, x) + np.maximum(x, limits))
    assert np.asarray(doubled(xp.asarray([2.0, 3.0]))).tolist() == [4.0, 10.0]


def test_the_real_part_is_the_array_or_a_view(rt: srt.Runtime) -> None:
    x, z = xp.ones(3), xp.asarray([1 + 2j, 3 + 4j])
    assert xp.real(x) is x
    real, imaginary = xp.real(z), xp.imag(z)
    z *= 2
    imaginary[0] = 0.0
    assert np.asarray(real * imaginary).tolist() == [0.0, 48.0]
    assert np.asarray(z).tolist() == [2, 6 + 8j]
    assert np.asarray(xp.imag(x)).tolist() == [0.0] * 3
    compiled = srt.jit(lambda x: (xp.real(x), xp.imag(x)))
    assert compiled(x)[0].buffer is x.buffer


def test_conversions_wait_and_need_one_element(rt: srt.Runtime) -> None:
    one = xp.asarray(3)
    assert (int(one), float(one), bool(one), complex(one), [0] * 4)[:4] == (3, 3.0, True, 3 + 0j)
    assert list(range(5))[one] == 3
    assert str(xp.arange(3)) == "[0 1 2]"
    assert repr(xp.arange(3)).startswith("<Array int64[3] on cpu:0")
    assert [int(each) for each in xp.arange(3)] == [0, 1, 2]
    assert len(xp.zeros((4, 2))) == 4
    for convert in (int, float, bool, complex, operator.index):
        with pytest.raises(TypeError):
            convert(xp.asarray([1, 2]))
    for convert in (int, float, operator.index):
        with pytest.raises(TypeError):
            convert(xp.asarray(1j))


def test_memory_is_shared_by_dlpack_in_both_directions(rt: srt.Runtime) -> None:
    x = xp.asarray([1.0, 2.0]) * 2.0
    shared = np.from_dlpack(x)
    assert shared.tolist() == [2.0, 4.0]
    theirs = np.ones(3)
    ours = xp.from_dlpack(theirs)
    np.testing.assert_array_equal(np.asarray(ours + 1), [2.0] * 3)
    theirs[0] = 7
    assert float(ours[0]) == 7.0
    assert float(xp.asarray(theirs)[0]) == 7.0
    assert float(xp.asarray(theirs, copy=False)[0]) == 7.0


def test_the_namespace_tells_what_it_can(rt: srt.Runtime) -> None:
    x = xp.zeros(2)
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version="2024.12") is xp
    with pytest.raises(ValueError, match="1999"):
        x.__array_namespace__(api_version="1999.1")
    info = xp.__array_namespace_info__()
    assert info.default_device() is rt.device()
    assert info.devices() == [rt.device()]
    assert set(info.dtypes(kind="real floating")) == {"float32", "float64"}
    assert len(info.dtypes()) == 13
    assert info.default_dtypes()["indexing"] == xp.int64
    assert x.to_device(rt.device()) is x
    assert x.to_device("cpu:0") is x
    assert xp.finfo(xp.complex64).dtype == xp.float32
    assert xp.iinfo(xp.uint8).max == 255


def test_signatures_are_those_of_the_standard() -> None:
    strict: Any = pytest.importorskip("array_api_strict")
    compared = 0
    for space, ours in ((strict, xp), (strict.linalg, xp.linalg), (strict.fft, xp.fft)):
        for name in space.__all__ if hasattr(space, "__all__") else dir(space):
            theirs = getattr(space, name, None)
            if name.startswith("_") or not inspect.isfunction(theirs) or not hasattr(ours, name):
                continue
            mine, wanted = (inspect.signature(each) for each in (getattr(ours, name), theirs))
            compared += 1
            kinds = [(p.name, p.kind) for p in mine.parameters.values()]
            assert kinds == [(p.name, p.kind) for p in wanted.parameters.values()], name
    assert compared > 150
    for name, count in (("__add__", 2), ("__rpow__", 2), ("__abs__", 1), ("__getitem__", 2)):
        assert len(inspect.signature(getattr(xp.Array, name)).parameters) == count
