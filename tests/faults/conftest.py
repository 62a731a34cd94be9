"""Fixtures that several files of this folder share."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest
from shared.graph_setup import KINDS, Setup, opened

from streamrt._runtime.failures import logger


def _frozen() -> Generator[None]:
    """Keeps the collector from looking again at objects that were there before."""
    gc.collect()
    gc.freeze()
    gc.collect()
    yield
    gc.unfreeze()


only_new_objects = pytest.fixture(_frozen, name="only_new_objects")
quick_collections = pytest.fixture(_frozen, name="quick_collections", scope="module")


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures that nobody retrieves are not logged: pytest keeps what is logged."""
    monkeypatch.setattr(logger, "disabled", True)


@pytest.fixture(params=KINDS)
def setup(request: pytest.FixtureRequest) -> Generator[Setup]:
    with opened(request.param, queue_limit=64) as made:
        yield made
