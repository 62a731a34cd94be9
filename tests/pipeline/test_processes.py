"""Workers of `fill` that are processes, and the memory that they share."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest
from shared import filling

import streamrt as srt
from streamrt.errors import ArgumentError, UnsupportedPlatformError
from streamrt.pipeline import Pipeline, Spec, retry, skip, source

X = {"x": Spec(4)}


@pytest.fixture(autouse=True)
def no_process_is_left() -> Generator[None]:
    """Other tests of this process may have some: a cluster of theirs goes on."""
    before = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= before


def firsts(rt: srt.Runtime, pipeline: Pipeline[dict[str, srt.Buffer]]) -> list[list[float]]:
    with pipeline.run(rt) as run:
        return [np.asarray(batch["x"])[:, 0].tolist() for batch in run]


def test_processes_fill_what_threads_fill(rt: srt.Runtime) -> None:
    specs = X | {"n": Spec((), "i8")}
    results = []
    for processes in (False, True):
        data = source(range(50)).fill(filling.squares, specs, workers=2, processes=processes)
        with data.batch(8).run(rt) as run:
            results.append([{n: np.asarray(b).tolist() for n, b in x.items()} for x in run])
    assert results[0] == results[1]
    alone = source(range(3)).fill(filling.squares, specs, processes=True)
    with alone.run(rt) as run:
        assert [np.asarray(each["n"]).item() for each in run] == [0, 1, 4]
    assert [stage.processes for stage in run.stats().stages] == [False, True]


def test_random_numbers_of_a_process_are_those_of_a_thread(rt: srt.Runtime) -> None:
    def of(processes: bool) -> list[list[float]]:
        data = source(range(20), shuffle=3).fill(filling.drawn, X, workers=2, processes=processes)
        return firsts(rt, data.batch(4))

    assert of(processes=True) == of(processes=False)


def test_batches_that_are_kept_stay_as_they_are(rt: srt.Runtime) -> None:
    """Memory is used again only when nobody holds the batch."""
    data = source(range(256)).fill(filling.squares, X | {"n": Spec((), "i8")}, processes=True)
    with data.batch(4).run(rt, ahead=8) as run:
        kept = [batch["x"] for batch in run]
    assert [int(np.asarray(x)[0, 0]) for x in kept] == list(range(0, 256, 4))


def test_errors_of_a_process_are_those_of_the_function(rt: srt.Runtime) -> None:
    data = source(range(9)).fill(filling.fails, X, processes=True)
    with pytest.raises(OSError, match="the disk is gone") as caught:
        firsts(rt, data.batch(1))
    assert "fails, stage 1 of 2, item 5 of epoch 0: 5, defined at" in caught.value.__notes__[-1]
    skipping = source(range(9)).fill(filling.fails, X, processes=True, on_error=skip(2))
    assert firsts(rt, skipping.batch(9)) == [[0, 1, 2, 3, 4, 7, 8]]


def test_a_process_that_dies_fails_its_item_and_is_replaced(rt: srt.Runtime) -> None:
    data = source(range(9)).fill(filling.dies, X, processes=True, on_error=skip(1))
    assert firsts(rt, data.batch(3)) == [[0, 1, 2], [3, 4], [6, 7, 8]]
    again = source(range(9)).fill(filling.dies, X, processes=True, on_error=retry(2))
    with pytest.raises(ChildProcessError, match="died with exit code 3"):
        firsts(rt, again.batch(3))


def test_leaving_ends_processes_that_hang(rt: srt.Runtime) -> None:
    data = source(range(9)).fill(filling.hangs, X, workers=2, processes=True).batch(1)
    with data.run(rt, drain_timeout=0.2) as run:
        next(iter(run))


def test_functions_run_in_other_processes(rt: srt.Runtime) -> None:
    data = source(range(9)).fill(filling.where, {"x": Spec(2, "i8")}, processes=True).batch(9)
    with data.run(rt) as run:
        (batch,) = run
    assert os.getpid() not in np.asarray(batch["x"])[:, 0]


def test_a_function_that_cannot_be_imported_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"cannot be sent to a process: .*top of a module"):
        source(range(9)).fill(lambda item, x: None, X, processes=True)


def test_a_system_without_such_memory_is_named_at_definition(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused() -> str:
        with pytest.raises(UnsupportedPlatformError, match="processes=True, and thr") as caught:
            source(range(2)).fill(filling.where, X, processes=True)
        return str(caught.value).split("; ")[0]

    what = "fill with where in processes: this system has no "
    monkeypatch.setattr("streamrt.pipeline.processes.OPENED", str(tmp_path / "fd"))
    assert refused() == f"{what}{tmp_path}/fd, by which processes share memory"
    monkeypatch.delattr(os, "memfd_create")
    assert refused().startswith(f"{what}memfd_create and no {tmp_path}/fd, ")
