"""Batchers over compiled functions on real devices, on asyncio, uvloop and trio."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio
import numpy as np
import pytest
from serving.virtual import at_once
from shared.event_loops import libraries, run

import streamrt as srt
from streamrt import observe
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.serving import Batcher, _rows

LONG = 3600.0


@srt.jit
def sums(x: Any) -> Any:
    return x.sum(axis=1), {"most": x.max(axis=1), "rows": x * 2}["rows"]


@srt.jit
def affine(x: Any) -> Any:
    return x * 2 + 1


@libraries
@pytest.mark.parametrize("pad", [False, True])
@pytest.mark.parametrize("few", [0, 1 << 16], ids=["blocks", "copies"])
def test_everybody_gets_the_answer_to_their_own_row(
    library: str, pad: bool, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_rows, "FEW", few)

    async def program() -> None:
        async with srt.Runtime(["cpu:0"]):
            async with Batcher(sums, most=8, depth=2, pad=pad, within=LONG) as ask:
                await ask.warm(np.zeros(5, "f4"))

                async def client(number: int) -> None:
                    for n in range(20):
                        row = np.arange(5, dtype="f4") + 100 * number + n
                        total, doubled = await ask(row, priority=n % 3)
                        assert total == row.sum()
                        assert (doubled == 2 * row).all()

                await at_once(*(partial(client, number) for number in range(30)))
            stats = ask.stats()
            assert stats.answered == stats.accepted == stats.rows == 600
            assert 75 <= stats.batches < 300

    run(library, program)


@libraries
def test_a_batch_is_a_span_of_a_recording(library: str) -> None:
    async def program() -> None:
        async with srt.Runtime(["cpu:0"]) as rt, Batcher(affine, most=4, within=LONG) as ask:
            await ask(np.zeros(3, "f4"))
            with observe.record(rt) as recording:
                assert (await ask(np.ones(3, "f4")) == 3).all()
            spans = [each for each in recording.trace().spans.values() if each.name == "batch"]
            assert [each.facts["rows"] for each in spans] == ["1"]

    run(library, program)


def test_a_model_may_return_an_array_a_replay_or_a_dict() -> None:
    async def program() -> None:
        async with srt.Runtime(["cpu:0"]) as rt:
            x, stream = rt.put(np.zeros((4, 3), "f4")), rt.device().stream()
            with rt.capture(x=x) as graph:
                graph.output("y", affine.on(stream)(x))
            replays = graph.plan(rt.device()).instantiate()
            models: list[Any] = [
                lambda x: np.asarray(affine(x)),
                lambda x: replays.replay(x=x),
                lambda x: {"a": affine(x)},
                lambda x: (affine(x), affine(x)),
            ]
            for model in models:
                async with Batcher(model, most=4, sizes=(4,), pad=True, within=LONG) as ask:
                    found = await ask(np.ones(3, "f4"))
                    for each in [*found.values()] if isinstance(found, dict) else [found]:
                        assert np.all(np.asarray(each) == 3)

    anyio.run(program)


def test_a_model_that_returns_something_else_fails_its_batch() -> None:
    """Row 340."""

    async def program() -> None:
        async with srt.Runtime(["cpu:0"]):
            models: list[Any] = [lambda x: None, lambda x: "text", lambda x: affine(x)[1:]]
            for model in models:
                async with Batcher(model, most=4, within=LONG) as ask:
                    with pytest.raises((ArgumentTypeError, ArgumentError), match="run a batch"):
                        await ask(np.ones(3, "f4"))
                    with pytest.raises(ArgumentError, match="the first one was"):
                        await ask(np.ones(4, "f4"))
                    assert (ask.stats().accepted, ask.stats().failed) == (1, 1)

    anyio.run(program)


def test_rows_lie_in_the_memory_of_a_device_in_a_child_process() -> None:
    async def program() -> None:
        async with srt.Runtime(["process+cpu:0"]) as rt:
            await affine.warm(rt.put(np.ones((1, 3), "f4")))
            async with Batcher(affine, most=4, within=LONG) as ask:
                assert (await ask(np.ones(3, "f4")) == 3).all()
                assert (await ask(np.zeros(3, "f4")) == 1).all()

    anyio.run(program)


def test_a_batcher_waits_for_no_memory_that_there_is_not() -> None:
    """Row 348."""

    async def program() -> None:
        async with (
            srt.Runtime(["cpu:0"], memory_limit=1 << 16),
            Batcher(affine, most=4, within=LONG) as ask,
        ):
            with pytest.raises(MemoryError):
                await ask(np.ones(1 << 16, "f4"))
            assert (ask.stats().accepted, ask.stats().failed) == (1, 1)

    anyio.run(program)
