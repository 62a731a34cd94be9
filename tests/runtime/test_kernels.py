"""`execute`, `register`, `warm`, and kernels in Python."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import threading
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, fail, values

import streamrt as srt
from streamrt._compile.llvm import loading
from streamrt.errors import ArgumentError, KernelError, SignatureError

Array = np.ndarray[Any, Any]


NOTHING = "define i32 @%s(ptr %%args, i64 %%lo, i64 %%hi) { ret i32 0 }"


def _split(x: Array, low: Array, high: Array, at: float) -> None:
    low[...] = np.minimum(x, at)
    high[...] = np.maximum(x, at)


split = srt.Kernel(
    "split", "x: f32[n], out low: f32[n], out high: f32[n], at: f32", cpu=srt.Python(_split)
)
outer = srt.Kernel(
    "outer",
    "x: f32[n], y: f32[m], out z: f32[n, m]",
    cpu=srt.Python(lambda x, y, z: np.multiply.outer(x, y, out=z)),
)


async def test_execute_allocates_outputs_and_chooses_a_stream(rt: srt.Runtime) -> None:
    x = rt.put(np.arange(6, dtype="f4"))
    low, high = await rt.execute(split, x, at=2.0)
    z = await rt.execute(outer, low, high)
    expected = np.multiply.outer(np.minimum(range(6), 2), np.maximum(range(6), 2))
    np.testing.assert_array_equal(await z.fetch(), expected)
    y = rt.put(np.ones(6, "f4"))
    assert await rt.execute(axpy, x, y, 2.0) is y
    assert values(y) == [1, 3, 5, 7, 9, 11]


async def test_execute_moves_inputs_to_the_device_asked_for() -> None:
    async with srt.Runtime(devices=["cpu:0", "cpu:1"]) as rt:
        x, y = rt.put(np.ones(3, "f4")), rt.put(np.ones(3, "f4"), device="cpu:1")
        z = await rt.execute(outer, x, y)
        assert z.device is rt.device("cpu:0")
        z = await rt.execute(outer, x, y, device="cpu:1")
        assert z.device is rt.device("cpu:1")
        assert (await z.fetch()).sum() == 9


async def test_execute_follows_the_producer_and_else_the_least_loaded(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    x = rt.put(np.ones(4, "f4"))
    with Gate(rt) as gate:
        held = [gate.hold(stream) for stream in cpu._streams_to_execute_on(4)[:2]]
        first = rt.execute(axpy, x, rt.put(np.zeros(4, "f4")), 1.0)
        assert first.timeline not in {e.timeline for e in held}
        following = rt.execute(axpy, first.outcome, rt.put(np.zeros(4, "f4")), 1.0)
        assert following.timeline is first.timeline
        assert (await (await following).fetch()).tolist() == [1.0] * 4


def test_kernels_in_python_are_ordered_and_poisoned_as_any_other(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream = cpu.stream()
    x, low, high = (rt.put(np.zeros(2, "f4")) for _ in range(3))
    gate.hold(cpu.stream(), x)
    cpu.stream().launch(split, x, low, high, at=0.5)
    gate.open()
    assert [values(b) for b in (low, high)] == [[0.5, 0.0], [1.0, 0.5]]
    failed = stream.launch(fail, x, 7)
    skipped = stream.launch(split, x, low, high, at=0.5)
    with pytest.raises(srt.errors.DependencyError):
        skipped.sync()
    with pytest.raises(KernelError):
        failed.sync()
    with pytest.raises(ArgumentError, match="launch split on cpu:0/s1: x is int32"):
        stream.launch(split, rt.empty(2, "i4"), low, high, 0.5)


def test_registered_functions_run_and_replace_what_would_be_compiled(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    calls: list[int] = []
    prototype = ctypes.CFUNCTYPE(
        None,
        ctypes.POINTER(ctypes.c_float),
        ctypes.POINTER(ctypes.c_float),
        ctypes.c_float,
        ctypes.c_int64,
    )

    @prototype
    def native(x: Any, y: Any, alpha: float, n: int) -> None:
        calls.append(n)
        for i in range(n):
            y[i] += alpha * x[i]

    stream = cpu.stream()
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.zeros(4, "f4"))
    stream.launch(axpy, x, y, 1.0).sync()
    assert calls == []
    # The other spelling of the dtypes: the signature is still that of `axpy`.
    kernel = rt.register("axpy", native, "x: float32[n], inout y: float32[n], alpha: f32")
    assert rt.kernel("axpy") is kernel
    for launched in (kernel, axpy):
        stream.launch(launched, x, y, alpha=2.0).sync()
    assert calls == [4, 4]
    stream.launch(axpy, x[::2], y[::2], 1.0).sync()  # the function takes dense arrays only
    assert len(calls) == 2
    assert values(y) == [6, 5, 6, 5]
    with pytest.raises(SignatureError):
        rt.register("axpy", native, "x: f32[n], inout y: f64[n], alpha: f32")
    with pytest.raises(ArgumentError, match="find kernel 'none': it is not registered, known: ax"):
        rt.kernel("none")


def test_error_codes_of_registered_functions_fail_the_execution(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(ctypes.c_float), ctypes.c_int64)
    def picky(_: Any, n: int) -> int:
        return n

    kernel = rt.register(
        "picky", picky, "inout y: f32[n]", returns="i32", errors={3: "three is too many"}
    )
    stream = cpu.stream()
    with pytest.raises(KernelError, match="returned 3; three is too many"):
        stream.launch(kernel, rt.put(np.zeros(3, "f4"))).sync()
    stream.launch(kernel, rt.empty(0)).sync()


async def test_warming_prepares_a_launch_and_reports_bad_code(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    y = rt.put(np.zeros(5, "f4"))
    before = len(cpu._state.plans)
    warmed = rt.warm(fail, y)
    await warmed
    assert len(cpu._state.plans) == before + 1
    await cpu.stream().launch(fail, y, 0)
    assert len(cpu._state.plans) == before + 1
    broken = srt.Kernel("broken", "inout y: f32[n]", cpu=srt.LLVM("nonsense", entry="broken"))
    for _ in range(2):
        with pytest.raises(srt.errors.CompileError, match="broken"):
            await rt.warm(broken, y)
        with pytest.raises(srt.errors.CompileError, match="broken"):
            cpu.stream().launch(broken, y)


async def test_a_kernel_compiles_in_another_thread_and_once_for_all_arrays_of_a_form(
    rt: srt.Runtime, cpu: srt.Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[tuple[str, int]] = []
    load = loading._load

    def noted(key: Any, code: Any, name: str, data: Any) -> loading.Entry:
        compiled.append((name, threading.get_ident()))
        return load(key, code, name, data)

    monkeypatch.setattr(loading, "_load", noted)
    one, two = (
        srt.Kernel(name, "inout y: f32[n]", cpu=srt.LLVM(NOTHING % name, name))
        for name in ("warmed_one", "warmed_two")
    )
    first, _ = rt.warm(one, np.empty(3, "f4")), rt.warm(one, rt.empty(4))
    second = rt.warm(two, np.empty(3, "f4"), device="cpu:0")
    assert repr(first).startswith("<Execution warm warmed_one on cpu:0/warm")
    await asyncio.gather(first, second)
    await cpu.stream().launch(one, rt.empty(50))
    await cpu.stream().launch(two, rt.empty(60))
    assert [name for name, _ in compiled] == ["warmed_one", "warmed_two"]
    assert threading.get_ident() not in {thread for _, thread in compiled}


def test_of_two_threads_that_load_a_kernel_at_once_one_keeps_its_plan(
    rt: srt.Runtime, cpu: srt.Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, y = cpu._state, rt.put(np.zeros(5, "f4"))
    load, unload = state.backend.load, state.backend.unload
    loaded, unloaded = list[int](), list[int]()

    def load_late(plan: Any) -> int:
        """Loads while another thread, here this one, loads the same."""
        if not loaded:
            loaded.append(0)
            state.load(fail, (y._layout,))
        loaded.append(load(plan))
        return loaded[-1]

    def noted(plan: int) -> None:
        unloaded.append(plan)
        unload(plan)

    monkeypatch.setattr(state.backend, "load", load_late)
    monkeypatch.setattr(state.backend, "unload", noted)
    state.load(fail, (y._layout,))
    _, first, second = loaded
    assert state.plans[fail.identity, y._layout] == first
    assert unloaded == [second]
    cpu.stream().launch(fail, y, 0).sync()


async def test_outputs_are_given_back_when_they_are_dropped(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    x = rt.put(np.ones(100_000, "f4"))
    for kernel, arguments in ((split, (x, 1.0)), (outer, (x[:300], x[:300]))):
        gc.collect()
        gc.disable()  # an execution and its outputs must not keep each other
        try:
            before = cpu.memory_stats().in_use
            for _ in range(20):
                await rt.execute(kernel, *arguments)
            assert cpu.memory_stats().in_use == before
        finally:
            gc.enable()


def test_the_submit_site_of_execute_is_the_users_line(rt: srt.Runtime) -> None:
    def broken(_: Array) -> None:
        raise LookupError("python kernel")

    kernel = srt.Kernel("broken", "inout y: f32[n]", cpu=srt.Python(broken))
    with pytest.raises(LookupError) as caught:
        rt.execute(kernel, rt.put(np.zeros(1, "f4"))).sync()
    assert "test_kernels.py" in caught.value.__notes__[0]


# Returns 1,000,000 + 1,000 lo + hi.
BOUNDS = """
define i32 @bounds(ptr %args, i64 %lo, i64 %hi) {
  %thousands = mul i64 %lo, 1000
  %sum = add i64 %thousands, %hi
  %code = add i64 %sum, 1000000
  %result = trunc i64 %code to i32
  ret i32 %result
}
"""


@pytest.mark.parametrize(
    ("split", "shape", "index", "hi"),
    [
        (None, (0,), ..., 1),
        (None, (7,), ..., 1),
        ("n", (0,), ..., 0),
        ("n", (7,), ..., 7),
        ("...", (3, 4), ..., 12),  # one dimension is left
        ("...", (3, 8), (..., slice(None, None, 2)), 12),
        ("...", (3, 1, 5), (..., slice(4)), 3),  # and here two
        ("...", (0, 4), ..., 0),
    ],
)
def test_an_entry_gets_its_part_as_the_page_of_calling_conventions_says(
    rt: srt.Runtime, split: str | None, shape: tuple[int, ...], index: Any, hi: int
) -> None:
    """Each launch below is one call, because its extent is at most the grain."""
    form = "n" if split == "n" else "..."
    source = srt.LLVM(lambda binding: BOUNDS, strided=True)
    kernel = srt.Kernel("bounds", f"x: f32[{form}]", cpu=source, split=split)
    with pytest.raises(KernelError) as returned:
        rt.device().stream().launch(kernel, rt.empty(shape)[index]).sync()
    assert returned.value.code == 1_000_000 + hi


def _wide(arrays: int) -> srt.Kernel:
    """A kernel of 255 parameters: it writes the sum of half of its arrays, and of a scalar, to each
    of the others."""
    half = arrays // 2
    loads = "".join(
        f"  %at{i} = getelementptr ptr, ptr %args, i64 {1 + i}\n  %p{i} = load ptr, ptr %at{i}\n"
        for i in range(arrays)
    )
    sums = "".join(
        f"  %x{i} = load float, ptr %p{i}\n  %s{i + 1} = fadd float %s{i}, %x{i}\n"
        for i in range(half)
    )
    stores = "".join(f"  store float %s{half}, ptr %p{i}\n" for i in range(half, arrays))
    signature = [f"x{i}: f32[1]" for i in range(half)]
    signature += [f"out y{i}: f32[1]" for i in range(half, arrays)]
    return srt.Kernel(
        "wide",
        ", ".join([*signature, "s0: f32"]),
        cpu=srt.LLVM(
            f"define i32 @wide(ptr %args, i64 %lo, i64 %hi) {{\n{loads}"
            f"  %at = getelementptr ptr, ptr %args, i64 {1 + arrays}\n"
            f"  %s0 = load float, ptr %at\n{sums}{stores}  ret i32 0\n}}\n",
            opt=0,
        ),
    )


@pytest.mark.parametrize("arrays", [30, 31, 32, 254])
def test_a_kernel_takes_as_many_parameters_as_a_plan_has_slots(
    rt: srt.Runtime, cpu: srt.Device, arrays: int
) -> None:
    """Those of more than 32 take the way through Python."""
    wide, half, stream = _wide(arrays), arrays // 2, cpu.stream()
    inputs = [rt.put(np.full(1, float(i), "f4")) for i in range(half)]
    total = float(sum(range(half)))
    for scalar in (1.0, 2.0, 3.0):
        outputs = [rt.empty(1) for _ in range(half, arrays)]
        stream.launch(wide, *inputs, *outputs, scalar)
        assert {values(y)[0] for y in outputs} == {total + scalar}
        called = rt.execute(wide, *inputs, scalar).sync()
        assert {values(y)[0] for y in called} == {total + scalar}
    with pytest.raises(srt.errors.ArgumentError, match=r"y.* and y.* share elements"):
        stream.launch(wide, *inputs, *outputs[:-1], outputs[0], 1.0)
    with rt.capture(x=inputs[0]) as graph:
        outputs = [rt.empty(1) for _ in range(half, arrays)]
        stream.launch(wide, *inputs, *outputs, 5.0)
        graph.output("y", outputs[-1])
    assert values(graph.plan(cpu).instantiate().replay().sync()) == [total + 5.0]
