"""Fixtures that the tests of devices in child processes share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from streamrt._backends.process import keeper


@pytest.fixture(scope="module")
def crashes_are_allowed() -> Iterator[None]:
    """Lets a device's children end as often as the tests of a file want."""
    before, keeper.MOST_CRASHES = keeper.MOST_CRASHES, 1 << 30
    yield
    keeper.MOST_CRASHES = before
