"""The set-up of every test, and the fixtures that several folders share."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import streamrt as srt

# Test files are imported by path, so that what they share needs a place to be found in. Last, so
# that no folder of tests hides an installed package.
TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.append(TESTS)

from opencl import driver as opencl_driver  # noqa: E402
from shared import warm  # noqa: E402
from shared.trial_kernels import Gate  # noqa: E402

# With STREAMRT_RACES=1 every runtime of the tests looks for races, and must find none.
if os.environ.get("STREAMRT_RACES") == "1":
    defaults = srt.Runtime.__init__.__kwdefaults__
    assert defaults is not None
    defaults["races"] = True

MOST_IN_A_QUICK_RUN = 25
"""The examples that a property is tried with in a quick run; half of its own, if that is fewer."""

try:
    from hypothesis import settings
except ModuleNotFoundError:  # its tests skip themselves
    pass
else:
    # On a loaded machine a deadline fails tests that are right. A failure prints the blob that
    # reruns it; `--hypothesis-seed` reruns a whole test.
    settings.register_profile("streamrt", deadline=None, print_blob=True)
    settings.register_profile(
        "quick", settings.get_profile("streamrt"), max_examples=2 * MOST_IN_A_QUICK_RUN
    )
    settings.load_profile("streamrt")

# One after the other in one process, and first: signals, storms, busy processes, flat memory.
ALONE = (
    "faults/ending/test_interrupts.py", "faults/ending/test_signals.py",
    "faults/ending/test_loops.py", "native/test_queue.py", "runtime/test_stress.py",
    "runtime/test_unloading.py", "long/test_soak.py",
)  # fmt: skip
# The dearest of the others, so that no process begins a long one when the rest is done.
DEAREST = (
    "conformance/test_suite.py", "corpus/test_corpus.py", "kernels/test_compiled.py",
    "testing/test_explore.py", "core/test_same_answers.py", "faults/test_processes.py",
    "house/test_documents.py", "house/test_benchmarks.py", "faults/test_cache.py",
    "jit/test_called.py", "conformance/test_command.py", "ir/test_elementwise_code.py",
    "core/test_races.py", "examples/test_examples.py",
)  # fmt: skip
# Of the core, of faults and of the sweep, all but these are of the tracker.
NOT_OF_THE_TRACKER = (
    "test_cache.py", "test_compiler.py", "test_interrupts.py", "test_kernel_functions.py",
    "test_processes.py", "test_reentered.py", "test_signals.py",
)  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, before pytest-xdist starts its processes
        warm.make()


MOST_OF_THE_CORE = 60
"""The examples of a test of the core in a quick run; `make tracker-tests` draws all."""


def _draw_fewer(item: pytest.Item, most: int) -> None:
    """Halves the examples, to a number at most; a profile alone is a default."""
    from hypothesis import settings

    test: Any = getattr(item, "function", None)
    own = getattr(test, "_hypothesis_internal_use_settings", None)
    if own is not None and not hasattr(test, "draws_fewer"):  # its cases share the function
        test.draws_fewer = True
        fewer = min(most, -(-own.max_examples // 2))
        test._hypothesis_internal_use_settings = settings(own, max_examples=fewer)


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_quick = config.getoption("--hypothesis-profile", None) == "quick"
    for item in items:
        folder, *_, file = item.path.relative_to(TESTS).parts
        if is_quick and folder != "conformance":
            _draw_fewer(item, MOST_OF_THE_CORE if folder == "core" else MOST_IN_A_QUICK_RUN)
        if folder in ("core", "faults", "sweep") and file not in NOT_OF_THE_TRACKER:
            item.add_marker("tracker")
        if folder == "opencl":
            item.add_marker("opencl")
    places = [*ALONE, *DEAREST]
    order = {Path(TESTS, name): place for place, name in enumerate(places, -len(places))}
    items.sort(key=lambda item: order.get(item.path, 0))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("opencl"):
        opencl_driver.check()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    absent = sum(opencl_driver.ABSENT in reason for reason in reasons)
    if absent:
        terminalreporter.write_line(f"skipped {absent}: {opencl_driver.ABSENT}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Each file is run by one process; all of ALONE by the same, and all that share a cluster."""
    from xdist.scheduler import LoadFileScheduling

    class Files(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            if "tests/dask/workers/" in file:
                return "workers"
            return "alone" if file.endswith(ALONE) else file

    return Files(config, log)


@pytest.fixture(scope="session", autouse=True)
def own_disk_cache(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """Keeps the tests, and the processes they start, out of the user's compile cache."""
    folder = warm.copy_to(tmp_path_factory.mktemp("own") / "cache")
    before = os.environ.get("STREAMRT_CACHE_DIR")
    os.environ["STREAMRT_CACHE_DIR"] = str(folder)
    yield folder
    if before is None:
        del os.environ["STREAMRT_CACHE_DIR"]
    else:
        os.environ["STREAMRT_CACHE_DIR"] = before


@pytest.fixture(scope="module", autouse=True)
def old_objects_are_not_collected_again() -> None:
    """Spares the tests that collect often from looking at what earlier modules have left."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    """A runtime for one test, left at its end."""
    with srt.Runtime() as runtime:
        yield runtime


@pytest.fixture
def cpu(rt: srt.Runtime) -> srt.Device:
    """The first device of the test's runtime."""
    return rt.device("cpu:0")


@pytest.fixture
def gate(rt: srt.Runtime) -> Generator[Gate]:
    """Holds streams; open before the runtime is left."""
    with Gate(rt) as gate:
        yield gate


@pytest.fixture
def ctrl_c() -> Generator[None]:
    """SIGINT raises KeyboardInterrupt, here and in the processes that the test starts.

    A shell ignores it in what it runs in the background, as some CI systems do, and processes
    inherit that. A test that raises the signal asks for this fixture.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def eager_switching() -> Generator[None]:
    """Has threads take turns far more often than they would."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fails a test that skips itself half-way: a skip stands around set-up, or it hides."""
    report = yield
    if report.when == "call" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} skipped inside the test; skip in a fixture or a mark"
    return report
