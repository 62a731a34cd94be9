"""The examples of pipelines do what they say, with values of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

import numpy as np
import pytest

import streamrt as srt
from streamrt.testing import Costs, Simulator

Load = Callable[[str], ModuleType]
Output = pytest.CaptureFixture[str]


# --- training data -------------------------------------------------------------------------------


def trained_in_numpy(example: ModuleType, paths: list[Path]) -> np.ndarray:
    """The weights after a training whose order of files comes from a run with one worker."""
    read = example.source(paths, shuffle=7, epochs=example.EPOCHS).map(
        example.read, on_error=example.skip()
    )
    with srt.Runtime() as rt, read.run(rt) as run:
        items = list(run)
    weights = np.zeros(example.PIXELS)
    for batch in range(len(items) // example.ROWS):
        rows = items[batch * example.ROWS : (batch + 1) * example.ROWS]
        x = np.array([np.frombuffer(pixels, "u1") for pixels, _ in rows]) / 255 - 0.5
        wrong = 1 / (1 + np.exp(-(x @ weights))) - [label for _, label in rows]
        weights -= example.RATE / example.ROWS * (wrong @ x)
    return weights


@pytest.mark.parametrize("cuts", [(1,), (40, 2, 30), (98,), (99,)])
def test_a_training_that_is_cut_ends_with_the_weights_of_one_that_is_not(
    example: Load, tmp_path: Path, cuts: tuple[int, ...]
) -> None:
    data = example("training_data")
    paths = data.write_files(tmp_path)
    start = data.Saved(None, np.zeros(data.PIXELS, "f4"), [])
    saved = start
    for workers, cut in enumerate(cuts, 1):
        saved = data.train(paths, saved, workers, cut)
    assert len(saved.losses) == sum(cuts)
    saved = data.train(paths, saved, 5)
    whole = data.train(paths, start, 2)
    assert saved.losses == whole.losses
    assert len(whole.losses) == data.EPOCHS * (data.FILES - data.BROKEN) // data.ROWS
    np.testing.assert_array_equal(saved.weights, whole.weights)
    np.testing.assert_allclose(whole.weights, trained_in_numpy(data, paths), rtol=2e-3, atol=2e-4)


# --- answers to messages -------------------------------------------------------------------------


async def test_messages_are_answered_whoever_sends_nonsense_or_goes_away(
    example: Load, capsys: Output
) -> None:
    answer = example("answer_messages")
    await answer.main()
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("300 messages of 12 clients in ")
    assert int(first.split()[-2]) >= answer.MESSAGES  # a client has one message in a batch
    assert second == "all answers are right: True"

    weights = np.eye(answer.WIDTH, answer.CLASSES, dtype="f4")
    async with srt.Runtime() as rt:
        server, answers = answer.Server(), answer.Answers(rt, weights)
        listener = await asyncio.start_server(server.connected, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]

        async def clients() -> list[object]:
            _, gone = await asyncio.open_connection("127.0.0.1", port)
            gone.write(b"[1]\n" * 20)
            gone.transport.abort()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            question = [0.0] * answer.WIDTH
            question[4] = 1.0
            lines = [b"{", b'"text"', json.dumps(question[:-1]).encode()]
            writer.writelines(line + b"\n" for line in [*lines, json.dumps(question).encode()])
            found = [json.loads(await reader.readline()) for _ in range(4)]
            writer.close()
            await server.end()
            return found

        asking = asyncio.create_task(clients())
        async with listener, answer.answering(server, answers).run(rt) as run:
            async for _ in run:
                pass
        found = await asking
    assert [tuple(cast("list[object]", each)) for each in found].count(("error",)) == 3
    assert {"class": 4} in found


# --- copies and work -----------------------------------------------------------------------------


async def test_blocks_follow_each_other_within_the_window(example: Load) -> None:
    """The next block comes in once there is room; its copies and its work keep their order."""
    copy = example("copy_and_compute")
    simulator = Simulator(None, costs=Costs(memory=copy.SPEED))
    found = await copy.on_all(["sim:0", "sim:1"], simulator)
    assert [len(part) for part in found] == [copy.BLOCKS // 2] * 2
    for device in range(2):
        into, work, out = (
            [e for e in simulator.trace if e.queue == f"sim:{device}/{name}" and e.what != "signal"]
            for name in ("in", "jit", "out")
        )
        assert len(into) == len(work) == len(out) == copy.BLOCKS // 2
        for came, computed, left in zip(into, work, out, strict=True):
            assert came.finish <= computed.start
            assert computed.finish <= left.start
        for before, after in zip(out, into[copy.AHEAD :], strict=False):
            assert before.finish <= after.start


async def test_blocks_are_compared_with_numpy(
    example: Load, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = example("copy_and_compute")
    await copy.main()
    said, *chart = capsys.readouterr().out.splitlines()
    assert said.startswith("24 blocks went through ")
    assert said.endswith("; all results are right: True")
    assert len(chart) in (0, 9)  # on GPUs, or simulated
    monkeypatch.setattr(copy, "read", lambda number, x: x.fill(number))
    await copy.main()
    assert "all results are right: False" in capsys.readouterr().out
