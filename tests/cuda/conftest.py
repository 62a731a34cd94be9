"""A fake driver for the tests of this folder."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client


@pytest.fixture
def fake() -> Generator[Fake]:
    """A fake driver with two devices."""
    with Fake(devices=2) as fake:
        yield fake


@pytest.fixture
def c(fake: Fake) -> Generator[Client]:
    """A client of its device 0, which must have kept the rules when the test is over."""
    yield Client(fake)
    fake.check(live=False)
