"""Makes the fixtures `fake` and `rt` of a test file: a fake driver, and a runtime on its GPUs."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend

import streamrt as srt


def faked(seed: int, devices: int = 2, live: bool = False) -> Any:
    """Returns the fixture of a driver, which checks at the end that all rules were kept.

    Args:
        seed: draws the order in which the driver's work runs.
        devices: how many GPUs there are.
        live: whether nothing may be left then, either.
    """

    @pytest.fixture
    def fake() -> Generator[Fake]:
        with Fake(seed=seed, devices=devices) as made:
            yield made
            made.check(live=live)

    return fake


def opened(*names: str, live: bool = True) -> Any:
    """Returns the fixture of a runtime with these devices.

    Args:
        names: theirs.
        live: whether nothing may be left when it is closed.
    """

    @pytest.fixture
    def rt(fake: Fake) -> Generator[srt.Runtime]:
        with srt.Runtime(names, backends=[fake_backend(fake)]) as runtime:
            yield runtime
        fake.check(live=live)

    return rt
