"""The demo's pipeline: equal to NumPy, nothing lost to bad files, memory bounded."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Generator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("hypothesis")
from demo import similar
from demo.files import Skipped, TextFile, cut, list_files, read_batch, sift
from demo.similar import Similar, find_similar
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt_kernels import reference

TOLERANCE = 1e-5
"""Cosines of rows of 2,048 f32 elements differ by less, whatever the order of additions."""


def cosines(texts: list[bytes]) -> npt.NDArray[np.float64]:
    """The oracle: the cosine of every text with every other, in NumPy and f64."""
    ends = np.cumsum([len(text) for text in texts], dtype="i8")
    data = np.frombuffer(b"".join(texts), np.uint8)
    counts = reference.ngrams(data, ends, similar.BUCKETS, similar.GRAM).astype("f8")
    norms = np.sqrt((counts**2).sum(axis=1, keepdims=True))
    rows = counts / np.where(norms == 0, 1, norms)
    return rows @ rows.T


def words(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices("etaoinshr", k=rng.randint(2, 9))) for _ in range(count)]


def write(folder: Path, texts: list[bytes]) -> list[Path]:
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{index:04}.txt" for index in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    return paths


def search(paths: list[Path], top: int = 10, max_bytes: int = 1 << 20) -> Similar:
    async def run() -> Similar:
        async with srt.Runtime() as rt:
            return await find_similar(rt, paths, top=top, max_bytes=max_bytes)

    return asyncio.run(run())


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several rounds through the ring of slots even for a few files."""
    monkeypatch.setattr(similar, "BATCH_FILES", 5)
    monkeypatch.setattr(similar, "BATCH_BYTES", 4000)


@pytest.fixture(scope="module")
def runtime() -> Generator[srt.Runtime]:
    with srt.Runtime() as rt:
        yield rt


def test_pairs_and_scores_are_those_of_numpy(tmp_path: Path, small_batches: None) -> None:
    # Every third text is the one before it with more and more words replaced.
    texts: list[bytes] = []
    for index in range(60):
        chosen = words(index - index % 3, 200)
        if index % 3 == 1:
            chosen[: index + 1] = words(1000 + index, index + 1)
        texts.append(" ".join(chosen if index % 3 < 2 else words(2000 + index, 150)).encode())
    scores = np.triu(cosines(texts), 1)
    order = np.argsort(-scores, axis=None)[:16]
    best = scores.flat[order]
    assert (np.diff(best) < -2 * TOLERANCE).all(), "the oracle's own order must be certain"

    paths = write(tmp_path / "texts", texts)
    found = search(paths, top=15)
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        (paths[i], paths[j])
        for i, j in zip(*np.unravel_index(order[:15], scores.shape), strict=True)
    ]
    np.testing.assert_allclose([pair.score for pair in found.pairs], best[:15], atol=TOLERANCE)
    assert found.files == 60
    assert found.nbytes == sum(map(len, texts))
    assert not found.skipped


@settings(max_examples=25)
@given(
    texts=st.lists(st.text("ab ", min_size=1, max_size=30).map(str.encode), max_size=24),
    top=st.integers(1, 40),
)
def test_with_ties_the_scores_are_still_those_of_numpy(
    tmp_path_factory: pytest.TempPathFactory,
    runtime: srt.Runtime,
    texts: list[bytes],
    top: int,
) -> None:
    paths = write(tmp_path_factory.mktemp("ties"), texts)
    found = asyncio.run(find_similar(runtime, paths, top=top))
    scores = cosines(texts)
    every = sorted((scores[i, j] for j in range(len(texts)) for i in range(j)), reverse=True)
    expected = [score for score in every if score > 0][:top]
    np.testing.assert_allclose([pair.score for pair in found.pairs], expected, atol=TOLERANCE)
    places = [(paths.index(pair.first), paths.index(pair.second)) for pair in found.pairs]
    assert len(set(places)) == len(places)
    for (i, j), pair in zip(places, found.pairs, strict=True):
        assert i < j
        assert abs(scores[i, j] - pair.score) <= TOLERANCE


def test_bad_files_are_named_and_nothing_else_is_lost(tmp_path: Path, small_batches: None) -> None:
    good = [" ".join(words(index // 2, 120)).encode() for index in range(20)]
    paths = write(tmp_path / "texts", good)
    bad = {
        "missing": tmp_path / "missing",
        "empty": tmp_path / "empty",
        "huge": tmp_path / "huge",
        "binary": tmp_path / "binary",
        "pipe": tmp_path / "pipe",
        "folder": tmp_path / "folder",
    }
    bad["empty"].touch()
    bad["huge"].write_bytes(b"x" * 5001)
    bad["binary"].write_bytes(b"ab\0cd" * 20)
    os.mkfifo(bad["pipe"])
    bad["folder"].mkdir()
    mixed = list(paths)
    for place, path in enumerate(bad.values()):
        mixed.insert(3 * place, path)

    found = search(mixed, top=10, max_bytes=5000)
    kinds = {one.path: one.kind for one in found.skipped}
    assert kinds == {
        bad["missing"]: "unreadable",
        bad["empty"]: "empty",
        bad["huge"]: "huge",
        bad["binary"]: "binary",
        bad["pipe"]: "unreadable",
        bad["folder"]: "unreadable",
    }
    assert found.files == 20
    assert found.nbytes == sum(map(len, good))
    assert {(pair.first, pair.second) for pair in found.pairs} == set(
        zip(paths[::2], paths[1::2], strict=True)
    )


def test_files_that_change_while_they_are_read_spoil_no_other(tmp_path: Path) -> None:
    texts = [b"first text", b"short", b"a longer text", b"gone", b"last"]
    paths = write(tmp_path / "texts", texts)
    sizes = [len(text) for text in texts]
    files = [TextFile(path, size) for path, size in zip(paths, sizes, strict=True)]
    paths[1].write_bytes(b"s")
    paths[2].write_bytes(b"a much, much longer text")
    paths[3].unlink()
    slot, ends = np.zeros(sum(sizes), np.uint8), np.zeros(5, np.int64)
    skipped, nbytes = read_batch(slot, ends, files)
    assert ends.tolist() == [10, 10, 10, 10, 14]
    assert bytes(slot[:14]) == b"first textlast"
    assert nbytes == 14
    assert [one.path for one in skipped] == paths[1:4]
    assert {one.kind for one in skipped} == {"unreadable"}


@pytest.fixture
def forbidden(tmp_path: Path) -> Path:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = tmp_path / "forbidden"
    path.write_bytes(b"secret")
    path.chmod(0)
    return path


def test_a_file_without_permission_is_named(forbidden: Path) -> None:
    found = search([forbidden])
    assert found.skipped == [Skipped(forbidden, "unreadable", "Permission denied")]


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_files_make_no_pair(tmp_path: Path, count: int) -> None:
    found = search(write(tmp_path / "texts", [b"some text"] * count))
    assert found.files == count
    assert found.pairs == []


def test_memory_is_bounded_by_slots_not_by_files(tmp_path: Path, small_batches: None) -> None:
    texts = [os.urandom(6000).hex().encode() for _ in range(100)]
    paths = write(tmp_path / "texts", texts)
    peaks: list[int] = []

    async def run() -> None:
        async with srt.Runtime() as rt:
            await find_similar(rt, paths)
            peaks.append(rt.device("cpu:0").memory_stats().peak)

    asyncio.run(run())
    rows = len(paths) * similar.BUCKETS * 4
    # Slots and features of the batches under way, in blocks of at most twice the size asked for.
    assert peaks[0] < 2 * (rows + 30 * 12000)
    assert peaks[0] < sum(map(len, texts)) + rows


async def test_cancelling_the_search_stops_it_and_the_runtime_goes_on(tmp_path: Path) -> None:
    paths = write(tmp_path / "texts", [" ".join(words(k, 50)).encode() for k in range(300)])
    async with srt.Runtime() as rt:
        task: asyncio.Task[Similar] | None = None

        def stop(done: int, total: int) -> None:
            assert task is not None
            task.cancel()

        task = asyncio.create_task(find_similar(rt, paths, progress=stop))
        with pytest.raises(asyncio.CancelledError):
            await task
        again = await find_similar(rt, paths)
        assert again.files == 300


async def test_progress_counts_every_file_once(tmp_path: Path, small_batches: None) -> None:
    paths = write(tmp_path / "texts", [b"text %d" % k for k in range(23)])
    steps: list[tuple[int, int]] = []
    async with srt.Runtime() as rt:
        await find_similar(rt, paths, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(5, 23), (10, 23), (15, 23), (20, 23), (23, 23)]


def test_listing_is_sorted_limited_and_enters_no_caches(tmp_path: Path) -> None:
    for name in ("b/2", "b/1", "a", ".git/x", "__pycache__/y", "c"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    listing = list_files(tmp_path, 3)
    assert [str(path.relative_to(tmp_path)) for path in listing.paths] == ["a", "c", "b/1"]
    assert listing.left_out == 1
    assert sift(listing.paths, 10)[0] == []


@given(
    sizes=st.lists(st.integers(1, 50), max_size=30),
    most=st.integers(1, 6),
    nbytes=st.integers(1, 100),
)
def test_batches_hold_every_file_in_order(sizes: list[int], most: int, nbytes: int) -> None:
    files = [TextFile(Path(str(index)), size) for index, size in enumerate(sizes)]
    batches = cut(files, most, nbytes)
    assert [file for batch in batches for file in batch] == files
    assert all(0 < len(batch) <= most for batch in batches)
    assert all(sum(file.nbytes for file in batch[:-1]) < nbytes for batch in batches)
