"""Fixtures of the tests of devices that come back."""

from __future__ import annotations

import logging
from collections.abc import Generator

import pytest
from faults.recovery.recovering_setup import Epochs, Setup, opened


@pytest.fixture
def epochs() -> Generator[Epochs]:
    handler, logger = Epochs(), logging.getLogger("streamrt")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
def setup(epochs: Epochs) -> Generator[Setup]:
    with opened(epochs) as made:
        yield made
