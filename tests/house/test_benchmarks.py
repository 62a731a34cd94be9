"""The benchmark's rows fit its cases and its page, and its checks find work that was not done."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import shutil
import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

import streamrt as srt  # noqa: E402
from benchmarks import report, session  # noqa: E402
from benchmarks.notes import note  # noqa: E402
from benchmarks.ours import calls as ours_calls  # noqa: E402
from benchmarks.ours import opencl as ours_opencl  # noqa: E402
from benchmarks.ours import pipeline_runs, replay  # noqa: E402
from benchmarks.ours import pipelines as ours_pipelines  # noqa: E402
from benchmarks.peers import (  # noqa: E402
    BY_NAME,
    NEEDED,
    PEERS,
    executor,
    executor_pipelines,
    function_of,
)
from benchmarks.results import OWN, line  # noqa: E402
from benchmarks.rows import BEST, ROWS, SECTIONS  # noqa: E402
from benchmarks.scale import Scale  # noqa: E402
from benchmarks.session import Measured, Task  # noqa: E402
from benchmarks.work import calls, clocks, eager, kernels, native, own_kernels, pipelines  # noqa: E402  # noqa: E402
from benchmarks.work.opencl import work as opencl  # noqa: E402
from benchmarks.work.threads import COUNTS, Work, thread_results  # noqa: E402
from streamrt._compile.llvm import compiler as llvm  # noqa: E402

QUICK = Scale(quick=True, iterations=100)
README = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")


def test_each_row_has_a_name_of_its_own_and_a_case_that_is_measured() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert {row.case for row in ROWS} == set(BY_NAME[OWN].cases)
    for row in ROWS:
        if row.against == BEST:
            assert any(row.case in peer.cases for peer in PEERS if peer.name != OWN), row.name
        elif row.against is not None:
            assert row.case in BY_NAME[row.against].cases, row.name
        assert row.against or not row.target or row.target.of != "ratio", row.name


def test_the_modules_of_the_peers_have_their_cases() -> None:
    """Most peers are absent where tests run, so the sources are read, and nothing is imported."""
    names: dict[str, set[str]] = {}
    for peer in PEERS:
        for case, module in peer.cases.items():
            path = ROOT.joinpath("benchmarks", *module.split(".")).with_suffix(".py")
            if module not in names:
                names[module] = set(_defined(ast.parse(path.read_text(encoding="utf-8"))))
            assert function_of(case)[0] in names[module], (peer.name, case)


def _defined(tree: ast.Module) -> Iterator[str]:
    """The coroutine functions of a module, and what it assigns to several names at once."""
    for node in tree.body:
        if isinstance(node, ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            yield from (name.id for name in node.targets[0].elts if isinstance(name, ast.Name))


def test_the_page_says_how_each_row_is_measured() -> None:
    """A row may be described with others: `x-p99`, `idle-x` and `x-2` stand with `x`."""
    missing: list[str] = []
    for row in ROWS:
        shorter = re.sub(r"-over-\w+$|^idle-", "", row.name)
        candidates = {row.name, shorter, re.sub(r"-\d+$", "", shorter)}
        candidates |= {candidate.removesuffix("-p99") for candidate in candidates}
        if row.case == "eager-functions":
            candidates.add("eager-<function>")
        if not row.loaded and not any(f"`{candidate}`" in README for candidate in candidates):
            missing.append(row.name)
    assert missing == []


def test_a_section_has_the_name_of_no_row_of_another_one() -> None:
    for section in SECTIONS:
        others = [row for part in SECTIONS if part.name != section.name for row in part.rows]
        assert section.name not in {name for row in others for name in (row.name, row.case)}


def test_each_kernel_and_each_function_that_is_measured_has_a_row() -> None:
    keys = {row.key for row in ROWS}
    of_functions = {row.key for row in ROWS if row.case == "eager-functions"}
    assert {f"kernel-{name}" for name in kernels.CASES} == {k for k in keys if "kernel-" in k}
    assert {f"eager-{name.replace('.', '-')}" for name in eager.functions(np)} == of_functions


def test_a_row_over_another_peer_shows_the_same_values() -> None:
    row = next(row for row in ROWS if row.name == "chain-over-torch")
    measured = Measured(iterations=1)
    for peer, values in {OWN: (1.0, 2.0), "torch": (4.0, 4.0), "executor": (10.0, 10.0)}.items():
        measured.runs[Task("chain", loaded=False), peer] = [{"chain": value} for value in values]
    found = line(row, PEERS, measured)
    assert found.cells[OWN].runs == (1.0, 2.0)
    assert (found.ratio, found.reached) == (0.375, True)
    assert report.missed([found]) == "1 of 1 targets reached."


def test_a_target_that_is_missed_is_reported_with_its_ratio() -> None:
    row = next(row for row in ROWS if row.name == "chain-over-torch")
    measured = Measured(iterations=1)
    for peer in (OWN, "torch"):
        measured.runs[Task("chain", loaded=False), peer] = [{"chain": 3.0}]
    shown = report.missed([line(row, PEERS, measured)])
    assert shown.splitlines() == [
        "0 of 1 targets reached, missed:",
        "  chain-over-torch  3.00 µs, 1.00x torch; <= 0.5x torch",
    ]


def test_a_section_without_its_packages_is_left_out_and_says_which(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [row for row in ROWS if row.case == "minilm-calls"]
    for lacking in (("no_such_package",), ()):
        monkeypatch.setitem(NEEDED, "minilm_calls", lacking)
        shown = report.table([line(row, PEERS, Measured(iterations=1)) for row in rows], PEERS)
        assert ("left out: no_such_package not installed" in shown) == bool(lacking)
        assert (rows[0].title in shown) == (not lacking)


def test_notes_of_a_case_stand_below_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    note("no compiler")
    print('{"chain": 1.5}')
    printed = capsys.readouterr().out.strip()
    monkeypatch.setattr(session, "_case", lambda *_arguments: printed)
    measured = Measured(iterations=1)
    measured.take(Task("chain", loaded=False), "torch", [])
    assert measured.runs == {(Task("chain", loaded=False), "torch"): [{"chain": 1.5}]}
    assert report.notes(measured) == "note: torch, chain: no compiler"


# -- functions as people write them ----------------------------------------------------------------


PROGRAMS = [row.key for row in ROWS if row.case == "programs-1"]


@pytest.fixture
def programs() -> Any:
    pytest.importorskip("scipy")
    return importlib.import_module("benchmarks.work.programs")


def test_each_function_as_people_write_it_has_data_and_a_row(programs: Any) -> None:
    assert set(programs.functions(np, np.abs)) == set(programs.data()) == set(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_peer_that_computes_something_else_is_refused(programs: Any, name: str) -> None:
    found = programs.functions(np, programs.erf_of_numpy)[name](*programs.data()[name])
    programs.checked(name, found)
    parts = found if isinstance(found, tuple) else (found,)
    wrong = tuple(np.roll(part, 1) if name == "nearest" else part + 1 for part in parts)
    with pytest.raises(AssertionError):
        programs.checked(name, wrong if isinstance(found, tuple) else wrong[0])


# -- threads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", [ours_calls.threads, executor.threads])
async def test_submissions_from_several_threads_leave_right_results(
    measure: Callable[[Scale], Awaitable[clocks.Results]],
) -> None:
    """The case itself compares every element."""
    results = await measure(QUICK)
    shares = ("own", "one", "shared")
    assert set(results) == {f"threads-{share}-{count}" for share in shares for count in COUNTS}


@pytest.mark.parametrize(("lost", "refused"), [(0, False), (1, True)])
def test_a_submission_that_is_lost_ends_the_case_of_threads(lost: int, refused: bool) -> None:
    def make(threads: int) -> Work:
        made = [np.full(4, 0.5, np.float32) for _ in range(threads)]

        def submit(number: int, count: int) -> None:
            made[number] += 0.25 * (count - (lost if number == threads - 1 else 0))

        submits = [lambda count, number=number: submit(number, count) for number in range(threads)]
        return Work(submits, lambda: None, lambda: made)

    if refused:
        with pytest.raises(RuntimeError, match=r"1 threads \(own\) left something else than"):
            thread_results("own", make, QUICK)
    else:
        assert len(thread_results("own", make, QUICK)) == len(COUNTS)


def test_an_error_in_a_thread_ends_the_case() -> None:
    def submit(_count: int) -> None:
        raise BufferError

    with pytest.raises(BufferError):
        thread_results("own", lambda threads: Work([submit] * threads, list, list), QUICK)


# -- kernels ---------------------------------------------------------------------------------------


def test_the_peers_run_the_machine_code_that_streamrt_runs() -> None:
    for kernel in (native.EMPTY, native.AXPY, native.LERP, native.STAGE, native.LATCH):
        made = llvm.compile_ir(kernel.source, name=kernel.name, entry=kernel.name)
        assert native.compiled(kernel.source) == made, kernel.name


def test_a_native_loop_runs_each_of_its_calls() -> None:
    x, y = np.full((3, 4), 0.5, np.float32), np.zeros((3, 4), np.float32)
    half = int(np.float32(0.5).view(np.uint32))
    at = [(a.ctypes.data, b.ctypes.data, half) for a, b in zip(x, y, strict=True)]
    assert native.prepare_all(native.AXPY, [*at, *at[1:]], 4)() == 0
    assert y.tolist() == [[0.25] * 4, [0.5] * 4, [0.5] * 4]


async def test_the_parts_of_a_replay_are_measured() -> None:
    """The case compares the outputs of its floors itself."""
    results = await replay.replay_parts(QUICK)
    assert set(results) == {row.key for row in ROWS if row.case == "replay-parts"}


# -- own kernels -----------------------------------------------------------------------------------

ABSENT = [
    *(name for name in ("cffi", "numba") if importlib.util.find_spec(name) is None),
    *(name for name in ("cc",) if shutil.which(name) is None),
]


@pytest.mark.slow
@pytest.mark.skipif(bool(ABSENT), reason=f"{ABSENT} absent")
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (5, 33), (70, 1), (300, 118)])
def test_one_kernel_in_four_ways_computes_the_same(shape: tuple[int, int]) -> None:
    x = np.random.default_rng(1).standard_normal(shape, np.float32)
    expected = x.copy()
    around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
    expected[1:-1, 1:-1] = np.float32(0.2) * (x[1:-1, 1:-1] + around)
    with srt.Runtime(threads=2) as rt:
        for name, kernel in own_kernels.ways().items():
            guarded = np.full((shape[0] + 2, shape[1]), np.nan, np.float32)
            y = rt.wrap(guarded[1:-1])
            rt.device().stream().launch(kernel, rt.put(x), y).sync()
            np.testing.assert_allclose(guarded[1:-1], expected, 1e-4, 1e-5, err_msg=name)
            assert np.isnan(guarded[[0, -1]]).all(), name


def test_the_page_of_own_kernels_shows_what_is_measured() -> None:
    """Types aside, which the page leaves out."""
    source = (ROOT / "benchmarks" / "work" / "own_kernels.py").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "own_kernels.md").read_text(encoding="utf-8")
    untyped = re.sub(r": (?:Any|int)\b|(?<=\)) -> None", "", source)
    for function in ("heat", "heat_in_loops"):
        found = re.search(rf"^def {function}\(.*\n((?: {{4}}.*\n|\n(?= ))+)", untyped, re.MULTILINE)
        assert found is not None
        assert textwrap.dedent(found[1]) in textwrap.dedent(page).replace("\n    ", "\n")
    in_c = own_kernels.C_SOURCE[own_kernels.C_SOURCE.index("void heat") :]
    assert in_c in page


# -- clocks ----------------------------------------------------------------------------------------


class Clock:
    """A clock in ns that moves only when somebody reads it, or works."""

    def __init__(self) -> None:
        self.now = 0

    def read(self) -> int:
        self.now += 100
        return self.now


def test_a_gap_is_not_counted_to_the_call_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, begun, ended = Clock(), list[int](), [0]
    monkeypatch.setattr(calls.time, "perf_counter_ns", clock.read)

    def call() -> None:
        begun.append(clock.now - ended[-1])
        clock.now += 3000
        ended.append(clock.now)

    assert calls.after_gaps(call, 50, 10) == pytest.approx(3.1)  # the call, and one look
    assert min(begun[1:]) >= 50_000
    assert max(begun[1:]) < 51_000


async def test_the_own_time_of_a_kernel_is_not_counted_to_its_round_trip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, times = Clock(), np.zeros(native.STAGE_WORDS, np.int64)
    monkeypatch.setattr(clocks.time, "monotonic_ns", clock.read)
    monkeypatch.setattr(clocks, "IDLE", 0.0)

    async def launch() -> None:
        times[native.BEGAN], times[native.ENDED] = clock.now + 2000, clock.now + 22_000
        clock.now += 25_000

    results = await clocks.long_trip_results(launch, times, QUICK)
    assert set(results.values()) == {5.1}
    assert {"round-trip-20", "idle-round-trip-20-p99"} < set(results)


# -- pipelines -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "cases"),
    [
        (executor_pipelines, ("pipe-map", "pipe-coroutine", "pipe-fill")),
        (ours_pipelines, ("pipe-map", "pipe-coroutine", "pipe-fill", "pipe-submit")),
        (ours_pipelines, ("pipe-launched",)),
        (pipeline_runs, ("pipe-leave", "pipe-resume", "pipe-memory")),
    ],
)
async def test_the_rows_of_pipelines_are_measured(module: Any, cases: tuple[str, ...]) -> None:
    """The cases themselves check the sum of their items."""
    for case in cases:
        results = await getattr(module, case.replace("-", "_"))(QUICK)
        assert set(results) == {row.key for row in ROWS if row.case == case}


@pytest.mark.parametrize("lost", [[], [0], [1999]])
async def test_an_item_that_is_lost_ends_the_case_of_pipelines(lost: list[int]) -> None:
    async def run(items: int) -> int:
        return sum(number + 1 for number in range(items) if number not in lost)

    if lost:
        with pytest.raises(RuntimeError, match="items were lost"):
            await pipelines.each("pipe-map", run, 2000)
    else:
        assert set(await pipelines.each("pipe-map", run, 2000)) == {"pipe-map"}


# -- OpenCL ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", [0, 1])
def test_a_launch_that_is_lost_ends_the_case_of_opencl(lost: int) -> None:
    words = np.zeros(opencl.WORDS, np.uint32)
    for _ in range(5 - lost):
        words = 7 * words + 1
    if lost:
        with pytest.raises(RuntimeError, match="5 launches left something else"):
            opencl.checked(words, 5)
    else:
        opencl.checked(words, 5)


@pytest.mark.opencl
async def test_the_rows_of_opencl_are_measured() -> None:
    """The case itself checks that each launch has run once."""
    results = await ours_opencl.opencl(QUICK)
    assert set(results) == {row.key for row in ROWS if row.case == "opencl"}
