"""Kernels that write what they do not declare, on simulated devices with `races=True`."""

from __future__ import annotations

import pytest
from corpus.kernels import clear, clear_one_more, halve, halve_in_place
from shared.race_programs import Desk, racing
from shared.trial_kernels import axpy

from streamrt.errors import UndeclaredAccessError


@pytest.mark.parametrize("hazards", ["auto", "manual"])
def test_a_kernel_that_writes_what_it_only_reads_is_found(hazards: str) -> None:
    """Row 76."""
    with racing("sim", UndeclaredAccessError, hazards=hazards) as rt:
        at = Desk(rt)
        x, y = at.buffer(1.0), at.buffer()
        at.work.launch(halve, x, y)
        at.work.sync()
        assert rt.races == ()
        at.work.launch(halve_in_place, x, y)
        at.work.sync()
        (race,) = rt.races
        assert race.first is not None
        assert (race.first.buffer, race.first.start) == (f"#{x._region.tracked.name} float32[8]", 0)
        assert "in test_a_kernel_that_writes_what" in race.first.site
        assert race.second is None
        assert "which it declares to read only" in str(race)


def test_a_kernel_that_writes_beside_its_outputs_is_found() -> None:
    """Row 76: behind a view, and between the elements of one."""
    with racing("sim", UndeclaredAccessError, hazards="auto") as rt:
        at = Desk(rt)
        x = at.buffer(1.0)
        at.work.launch(clear, x[:4])
        at.work.launch(axpy, x[::2], x[1::2], alpha=1.0)
        at.work.sync()
        assert rt.races == ()
        at.work.launch(clear_one_more, x[2:4])
        at.work.sync()
        (race,) = rt.races
        assert race.first is not None
        assert (race.first.start, race.first.stop) == (16, 20)
        assert "directly behind y" in str(race)
