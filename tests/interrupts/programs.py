"""The programs that are interrupted: a dozen kinds of what people do with an open runtime.

Each says how its runtime is opened. Some are coroutines.
"""

from __future__ import annotations

import asyncio
import functools
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from shared.fake_gpu import SEED
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt._runtime.compiled_calls import Callee, Compiled, Recipe
from streamrt.errors import DependencyError, KernelError
from streamrt.pipeline import source
from streamrt.testing import Simulator
from streamrt_kernels import copy

if TYPE_CHECKING:
    from cuda.driver.fake import Fake

N = 16
LEAK = "the last reference to the context goes"


class Program(NamedTuple):
    """A program.

    Attributes:
        body: the function that is interrupted.
        open: the function that opens its runtime.
    """

    body: Callable[[srt.Runtime], Awaitable[None] | None]
    open: Callable[[], srt.Runtime]


def plain() -> srt.Runtime:
    return srt.Runtime(["cpu:0"])


def checked() -> srt.Runtime:
    return srt.Runtime(["cpu:0"], watchdog=60.0, guard=True, check_finite=True)


def with_simulator() -> srt.Runtime:
    return srt.Runtime(["cpu:0", "sim:0"], backends=[Simulator(seed=3)])


@functools.cache
def _driver() -> Fake:
    from cuda.driver.fake import Fake

    return Fake(SEED)


def with_gpu() -> srt.Runtime:
    from cuda.driver.fake_cuda import fake_backend

    return srt.Runtime(["cuda:0", "cpu:0"], backends=[fake_backend(_driver())])


def misuses() -> list[str]:
    """The rules of the fake driver that were broken since the last call.

    What an interrupt loses in the middle of an allocation stays until the process ends.
    """
    if not _driver.cache_info().currsize:
        return []
    return [text for text in _driver().misuses(forget=True) if LEAK not in text]


def ones(rt: srt.Runtime, device: str | None = None) -> srt.Buffer:
    return rt.put(np.ones(N, "f4"), device)


def launches(rt: srt.Runtime) -> None:
    one, two = rt.device().stream(), rt.device().stream()
    x, y = ones(rt), ones(rt)
    for stream in (one, two, one):
        stream.launch(axpy, x, y, 1.0)
    two.sync()


def blocking_waits(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    y = ones(rt)
    stream.launch(axpy, ones(rt), y, 1.0).sync()
    event = stream.record()
    event.sync()
    assert np.asarray(y)[0] == 2
    rt.warm(axpy, y, y).sync()
    assert len(rt.aput(np.ones(N)).sync()) == N
    stream.drain().sync()
    rt.device().room(4 * N).sync()
    y.sync()
    rt.sync()


def memory(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    kept = ones(rt)
    for _ in range(3):
        lost = rt.empty(N)
        stream.fill(lost, 1.0)
        given = lost.donate()
        stream.launch(axpy, given, kept, 1.0)
        given.delete()
        np.from_dlpack(rt.empty(N))
    rt.device().memory_stats()
    rt.device().trim()


def host_calls(rt: srt.Runtime) -> None:
    def change(y: np.ndarray[Any, Any]) -> None:
        y += 1

    stream = rt.device().stream()
    y = ones(rt)
    stream.call(change, y)
    stream.call(change, y).sync()


def failures(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    y = ones(rt)
    failed = stream.launch(fail, y, 7)
    skipped = stream.launch(axpy, y, ones(rt), 1.0)
    for execution in (skipped, failed):
        try:
            execution.sync()
        except (KernelError, DependencyError):
            pass


def streams(rt: srt.Runtime) -> None:
    for _ in range(3):
        stream = rt.device().stream()
        stream.fill(rt.empty(N), 0)
        stream.close()
    event = rt.device().stream().record()
    rt.device().stream().wait(event)


def scopes(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    y = ones(rt)
    with rt.scope() as outer:
        stream.launch(axpy, ones(rt), y, 1.0)
        with rt.scope():
            stream.launch(axpy, ones(rt), y, 1.0)
        outer.cancel()


def graphs(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    x = ones(rt)
    with rt.capture(x=x) as graph:
        y = rt.empty(N)
        stream.fill(y, 1.0)
        rt.device().stream().launch(axpy, x, y, 1.0)
        graph.output("y", y)
    replays = graph.plan(rt.device(), streams=2).instantiate()
    for _ in range(2):
        assert np.asarray(replays.replay().sync())[0] == 2
    replays.replay(x=ones(rt)).sync()


def compiled_calls(rt: srt.Runtime) -> None:
    state, stream, x = rt.device()._state, rt.device().stream(), ones(rt)
    dense = x._layout
    recipe = Recipe((dense,), (), (dense, 64), ((0, 0), (1, 0)), (1,))
    callee = Callee.of_kernel(state, copy, [dense, dense])
    compiled = Compiled(stream, callee, recipe)
    for _ in range(3):
        y = None if compiled.submit is None else compiled.submit(x)
        if y is None:
            y = compiled.in_python((x,), sys._getframe())
        assert np.asarray(y)[0] == 1
    del callee, compiled
    stream.launch(axpy, ones(rt), x, 1.0).sync()
    rt._engine.tidy()


def simulated(rt: srt.Runtime) -> None:
    stream = rt.device("sim:0").stream()
    y = ones(rt, "sim:0")
    stream.launch(axpy, ones(rt).to("sim:0"), y, 1.0)
    assert np.asarray(y.to("cpu:0"))[0] == 2


def mixed(rt: srt.Runtime) -> None:
    """A native queue waits for a simulated one, and that for the native one."""
    here, there = rt.device("cpu:0").stream(), rt.device("sim:0").stream()
    x, y = ones(rt, "cpu:0"), ones(rt, "sim:0")
    there.launch(axpy, ones(rt, "sim:0"), y, 1.0)
    here.wait(there.record())
    here.launch(axpy, ones(rt, "cpu:0"), x, 1.0)
    there.wait(here.record())
    there.call(int)
    there.launch(axpy, ones(rt, "sim:0"), y, 1.0)
    assert np.asarray(x)[0] == 2
    assert np.asarray(y.to("cpu:0"))[0] == 3


def resubmitted(rt: srt.Runtime) -> None:
    """The device cannot run a program whole, so its steps are submitted one by one."""
    device = rt.device("sim:0")
    x = ones(rt, "sim:0")
    with rt.capture(x=x) as graph:
        y, z = rt.empty(N, device=device), rt.empty(N, device=device)
        device.stream().fill(y, 1.0)
        device.stream().fill(z, 2.0)
        device.stream().launch(axpy, x, y, 1.0)
        device.stream().launch(axpy, y, z, 1.0)
        graph.output("z", z)
    replays = graph.plan(device, streams=2).instantiate()
    for _ in range(2):
        replays.replay()
    assert np.asarray(replays.replay().sync().to("cpu:0"))[0] == 4


async def awaits(rt: srt.Runtime) -> None:
    rt._engine.waiters.glance = lambda cell, patience: False  # type: ignore[method-assign] # suspend at once
    stream = rt.device().stream()
    x, y = ones(rt), ones(rt)
    await stream.launch(axpy, x, y, 1.0)
    await asyncio.gather(*(_give(stream.launch(axpy, x, y, 1.0)) for _ in range(3)))
    assert (await y.fetch())[0] == 5
    done = rt.aput(np.ones(N))
    done.add_done_callback(_note)
    done.remove_done_callback(_note)
    await asyncio.gather(done, rt.warm(axpy, y, y))
    await stream.drain()
    async with rt.device().room(4 * N):
        await rt


def _note(execution: srt.Execution) -> None:
    assert execution.done()


async def _give(execution: srt.Execution) -> Any:
    return await execution


async def coroutine_calls(rt: srt.Runtime) -> None:
    async def change(y: np.ndarray[Any, Any]) -> None:
        await asyncio.sleep(0)
        y += 1

    stream = rt.device().stream()
    y = ones(rt)
    done = stream.call(change, y)
    done.add_done_callback(_note)
    stream.launch(axpy, ones(rt), y, 1.0)
    await done
    async with rt.scope():
        stream.call(change, y)


def watched(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    y = ones(rt)
    done = stream.launch(axpy, ones(rt), y, 1.0)
    done.add_done_callback(_note)
    done.sync()


def checks(rt: srt.Runtime) -> None:
    """What is passed is right, so no check may say otherwise."""
    x = rt.put(np.ones((4, 4), "f4"))
    shapes: list[Any] = [4, (4, 4), [np.int64(4), 4]]
    for shape in shapes:
        rt.empty(shape, "float32").fetch().sync()
    np.asarray(x, dtype="f8")
    rt.asarray([1.0, 2.0], dtype="float32")
    data = source(range(8), shuffle=3, epochs=2).shard(1, 2).map(abs, workers=2, ordered=False)
    data.batch(2, drop_last=True).unbatch().shuffle(3).take(9).run(rt, ahead=12)


PROGRAMS: dict[str, Program] = {
    body.__name__: Program(body, opened)
    for body, opened in (
        (launches, plain),
        (blocking_waits, plain),
        (memory, plain),
        (host_calls, plain),
        (failures, plain),
        (streams, plain),
        (scopes, plain),
        (graphs, plain),
        (compiled_calls, plain),
        (simulated, with_simulator),
        (mixed, with_simulator),
        (resubmitted, with_simulator),
        (awaits, plain),
        (coroutine_calls, plain),
        (watched, checked),
        (checks, plain),
    )
}
PROGRAMS.update(
    (f"{body.__name__} on cuda", Program(body, with_gpu))
    for body in (launches, failures, streams, graphs)
)
