"""What type checkers say of a user's program: `make types` runs mypy and pyright, strict, on it.

A line of `wrong` has a mistake that both have to find. Its ignore comment would be reported as
needless otherwise. The lines of the test must pass without one, and run, too.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, assert_type

import numpy as np

import streamrt as srt
from streamrt import array_api as xp
from streamrt.pipeline import Pipeline, source
from streamrt_kernels import axpy

Array = np.ndarray[Any, np.dtype[Any]]


def read(block: Array, number: int) -> float:
    block[:] = number
    return float(block.sum())


async def ask(number: int) -> str:
    await asyncio.sleep(0)
    return str(number)


def note(execution: srt.Execution[float]) -> None:
    assert execution.done()


async def test_the_right_lines_pass_the_checkers_and_run() -> None:
    async with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream()
        x, y = rt.put(np.ones(4, "f4")), rt.empty(4)
        assert_type(stream.fill(y, 0.0), srt.Execution[None])
        launched = stream.launch(axpy, x, y, alpha=2.0)
        assert_type(launched, srt.Execution[None])
        await launched

        called = stream.call(read, y, 3, writes=[y])
        assert_type(called, srt.Execution[float])
        called.add_done_callback(note)
        assert_type(await called, float)
        assert_type(called.result(), float)
        assert_type(called.sync(timeout=10), float)
        assert_type(called.exception(), BaseException | None)
        asked = stream.call(ask, 5)
        assert_type(asked, srt.Execution[str])
        assert (await asked).isdigit()

        fetched = await y.fetch()
        assert_type(fetched, np.ndarray[Any, np.dtype[Any]])
        assert fetched.shape == (4,)
        assert_type(await y, srt.Buffer)
        assert_type(y.sync(), srt.Buffer)
        assert_type(await rt.aput(np.ones(4)), srt.Buffer)
        await rt.warm(axpy, x, y)
        # One buffer here; several outputs would be a tuple, which checkers take for Any.
        written = await rt.execute(axpy, x, y, alpha=2.0)
        assert (await written.fetch()).tolist() == [5.0] * 4

        everything: list[srt.Execution] = [launched, called, asked]
        assert_type(everything[0].result(), object)
        number, text = await asyncio.gather(called, asked)
        assert_type(number, float)
        assert_type(text, str)
        assert_type(await asyncio.wait_for(called, 10), float)
        assert_type(await asyncio.shield(asked), str)
        futures = {asyncio.ensure_future(each) for each in everything}
        done, pending = await asyncio.wait(futures)
        assert len(done) == 3
        assert not pending

        with rt.capture(x=x) as graph:
            z = rt.empty(x.shape)
            stream.copy(z, x)
            graph.output("z", z)
        replayed = await graph.plan(rt.device()).instantiate().replay()
        assert replayed.shape == (4,)

        await stream
        await stream.record()
        await stream.drain()
        await rt


def scale(x: Array, *, by: float = 2.0) -> Array:
    return x * by


jitted = srt.jit(scale)


@srt.jit(check=True)
def halves(x: Array) -> tuple[Array, Array]:
    return x[:2], x[2:]


@srt.jit
def each(x: Array, y: np.ndarray[Any, np.dtype[np.float32]]) -> dict[str, Array]:
    return {"x": x, "y": y}


@srt.jit
def rows(x: Array) -> list[Array]:
    return list(x)


@srt.jit
def norm(x: Array) -> float:
    total: float = np.sqrt((x * x).sum())
    return total


@srt.jit
def untold(x: Any) -> Any:
    return x


@srt.jit
def eager(x: xp.Array) -> xp.Array:
    return x + 1.0


class Layer:
    def __init__(self, w: Any) -> None:
        self.w: Array = w

    @srt.jit(static="power")
    def forward(self, x: Array, power: int = 1) -> Array:
        powers: Array = np.power(x * self.w, power)
        return powers

    @srt.jit
    def __call__(self, x: Array) -> Array:
        return np.maximum(x, self.w)


async def test_arrays_that_compiled_functions_return_are_buffers() -> None:
    async with srt.Runtime() as rt:
        x, stream = rt.put(np.ones(4, "f4")), rt.device().stream()
        again = srt.jit(scale, check=True)
        assert_type(again(np.ones(4)), srt.Buffer)
        assert_type(jitted.on(stream)(x), srt.Buffer)
        y = jitted(x, by=3.0)
        assert_type(y, srt.Buffer)
        assert_type(await y, srt.Buffer)
        fetched = await y.fetch()
        assert_type(fetched, Array)
        assert fetched.tolist() == [3.0] * 4

        first, second = halves(x)
        assert_type(first, srt.Buffer)
        assert first.shape == second.shape
        assert_type(each(x=x, y=x), dict[str, srt.Buffer])
        assert_type(rows(x), list[srt.Buffer])
        assert_type(norm(x), srt.Buffer)
        assert_type(untold(x), Any)
        assert_type(eager(xp.asarray([1.0])), xp.Array)


async def test_methods_and_what_stands_beside_calls_is_typed() -> None:
    async with srt.Runtime() as rt:
        x, stream = rt.put(np.ones(4, "f4")), rt.device().stream()
        layer = Layer(x)
        assert_type(layer(x), srt.Buffer)
        assert_type(layer.forward(x, power=2), srt.Buffer)
        assert_type(layer.forward.on(stream)(x), srt.Buffer)
        assert_type(await layer.forward.warm(x, 3), None)
        assert_type(jitted.lower(x, by=3.0), srt.Lowering)
        assert_type(jitted.stats().calls, int)
        jitted.compile(x)


async def test_items_of_pipelines_are_what_compiled_functions_return() -> None:
    async with srt.Runtime() as rt:
        buffers = [rt.put(np.full(4, k, "f4")) for k in range(3)]
        scaled = source(buffers).to(rt.device()).submit(jitted)
        assert_type(scaled, Pipeline[srt.Buffer])
        assert_type(scaled.batch(2), Pipeline[list[srt.Buffer]])
        async with scaled.map(doubled).run(rt) as run:
            assert_type([item async for item in run], list[Array])
        async with source(buffers).submit(halves).flat_map(parts).run(rt) as run_of_parts:
            async for item in run_of_parts:
                assert_type(await item, srt.Buffer)


def parts(pair: tuple[srt.Buffer, srt.Buffer]) -> Iterator[srt.Buffer]:
    yield from pair


async def doubled(item: srt.Buffer) -> Array:
    return 2 * await item.fetch()


def wrong_calls(layer: Layer, x: srt.Buffer) -> None:
    jitted(x).sum()  # type: ignore[attr-defined]
    layer.forward(x) + 1  # type: ignore[operator]
    halves(x)[2]  # type: ignore[misc]
    srt.jit(3)  # type: ignore[call-overload]


async def wrong(rt: srt.Runtime, stream: srt.Stream, x: srt.Buffer) -> None:
    await rt.sync()  # type: ignore[misc, func-returns-value]
    number: int = await stream.call(ask, 5)  # type: ignore[arg-type]
    array: str = await x.fetch()  # type: ignore[assignment]
    print(x.fetch().shape)  # type: ignore[attr-defined]
    stream.call(read, x, 3).add_done_callback(takes_text)  # type: ignore[arg-type]
    stream.launch(read, x, 3)  # type: ignore[arg-type]
    stream.copy(x, rt.aput([1.0]))  # type: ignore[arg-type]
    written = await rt.execute(axpy, x, x, alpha=1.0)
    written.fetched()  # type: ignore[union-attr]
    print(number, array)


def takes_text(execution: srt.Execution[str]) -> None:
    print(execution.result())
