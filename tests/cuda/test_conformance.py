"""The kind `cuda` keeps the contract, over a driver without a device, in many interleavings."""

from __future__ import annotations

import os

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend

from streamrt.testing import conformance
from streamrt.testing.conformance import Case

pytestmark = pytest.mark.cuda

SEEDS = [int(seed) for seed in os.environ.get("STREAMRT_CUDA_SEEDS", "1 2").split()]
NOT_HERE = {  # what cases need that this kind does not have
    "host sees",
    "sees host",
    "virtual time",
    "not native",
    "orders calls",
    "recovers",
    "runs IR",
    "implements",
}
CASES = [case for case in conformance.cases() if not NOT_HERE & set(case.needs)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.number.replace(" ", "-"))
def test_a_gpu_keeps_the_contract(case: Case, seed: int) -> None:
    """The driver's own rules, too: nothing is misused, and nothing is left behind."""
    with Fake(seed=seed, devices=2) as fake:
        backend = fake_backend(fake)
        case.check_applies(backend)
        case.run(backend, seconds=3600)
        fake.check()


def test_a_gpu_has_no_case_left_out_that_it_could_run() -> None:
    with Fake(devices=2) as fake:
        backend = fake_backend(fake)
        for case in conformance.cases():
            if case not in CASES:
                with pytest.raises(conformance.NotApplicable):
                    case.check_applies(backend)
