"""The set-up of every test, and the fixtures that several folders share."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

import streamrt as srt

# Test files are imported by path, so that what they share needs a place to be found in. Last, so
# that no folder of tests hides an installed package.
TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.append(TESTS)

from trial_kernels import Gate  # noqa: E402

# With STREAMRT_RACES=1 every runtime of the tests looks for races, and must find none.
if os.environ.get("STREAMRT_RACES") == "1":
    defaults = srt.Runtime.__init__.__kwdefaults__
    assert defaults is not None
    defaults["races"] = True

try:
    from hypothesis import settings
except ModuleNotFoundError:  # its tests skip themselves
    pass
else:
    # On a loaded machine a deadline fails tests that are right. A failure prints the blob that
    # reruns it; `--hypothesis-seed` reruns a whole test.
    settings.register_profile("streamrt", deadline=None, print_blob=True)
    settings.load_profile("streamrt")


@pytest.fixture(scope="session", autouse=True)
def own_disk_cache(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """Keeps the tests, and the processes they start, out of the user's compile cache."""
    folder = tmp_path_factory.mktemp("cache")
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
