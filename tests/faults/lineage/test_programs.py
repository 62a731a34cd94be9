"""Random programs that lose a device, and hold the same elements as without the loss."""

from __future__ import annotations

import pytest
from faults.lineage.lineage_programs import run_on_simulator, run_with_recovery
from faults.recovery.recovering_setup import Epochs

QUICK, ALL = 40, 1000


@pytest.mark.parametrize(
    "seeds",
    [range(QUICK), pytest.param(range(QUICK, ALL), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_what_was_lost_is_made_again_on_another_device_bit_by_bit(seeds: range) -> None:
    """Rows 267 and 268: only what an impure kernel has touched is lost, and that is said."""
    assert sum(run_on_simulator(seed) for seed in seeds)  # else no log would have had a gap


@pytest.mark.parametrize("memory", ["gone", "kept"])
@pytest.mark.parametrize(
    "seeds",
    [range(3), pytest.param(range(3, 100), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_a_program_goes_on_after_a_recovery_with_all_that_a_log_knows(
    seeds: range, memory: str, epochs: Epochs
) -> None:
    """Row 269: launches read what was made again, in the memory where it was."""
    for seed in seeds:
        run_with_recovery(seed, memory, epochs)
