"""Leaving a run leaves no thread behind, however often one is left."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator

import pytest

import streamrt as srt
from streamrt.pipeline import source


@pytest.fixture
def hurried() -> Generator[None]:
    """Threads that are switched all the time, so that one that nobody joins is seen."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried")
def test_no_thread_is_left_after_any_of_many_runs() -> None:
    with srt.Runtime() as rt:
        before = set(threading.enumerate())
        for _ in range(200):
            with source(range(1000)).map(str, workers=4).run(rt) as run:
                assert next(run) == "0"
            assert set(threading.enumerate()) - before == set()
