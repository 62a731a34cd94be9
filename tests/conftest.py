"""What every test runs under; fixtures stand in the folders that need them."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

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
