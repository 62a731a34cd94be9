"""Fixtures that several files of this folder share."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest
from shared.graph_setup import KINDS, Setup, opened

from streamrt._runtime.failures import logger


@pytest.fixture
def only_new_objects() -> None:
    """Keeps the collector from looking again at objects that were there before.

    They stay frozen: else each test that follows would look at all of them again.
    """
    gc.collect()
    gc.freeze()
    gc.collect()


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures that nobody retrieves are not logged: pytest keeps what is logged."""
    monkeypatch.setattr(logger, "disabled", True)


@pytest.fixture(params=KINDS)
def setup(request: pytest.FixtureRequest) -> Generator[Setup]:
    with opened(request.param, queue_limit=64) as made:
        yield made
