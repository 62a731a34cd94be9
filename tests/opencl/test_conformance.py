"""The kind `opencl` keeps the contract, on drivers that others wrote."""

from __future__ import annotations

import pytest

from streamrt._backends.opencl.backend import OpenCLBackend
from streamrt.testing import conformance
from streamrt.testing.conformance import Case

NOT_HERE = {  # what cases need that this kind does not have
    "host sees",
    "implements",
    "not native",
    "orders calls",
    "recovers",
    "runs IR",
    "sees host",
    "virtual time",
}
SEVERAL = "several"  # devices, which not every driver has: PoCL does, where POCL_DEVICES says so
CASES = [case for case in conformance.cases() if not NOT_HERE & set(case.needs)]
ids = pytest.mark.parametrize("case", CASES, ids=lambda case: case.number.replace(" ", "-"))


@ids
def test_a_driver_of_others_keeps_the_contract(case: Case) -> None:
    backend = OpenCLBackend()
    if SEVERAL in case.needs and not backend.has(1):
        with pytest.raises(conformance.NotApplicable):
            case.check_applies(backend)
        return
    case.check_applies(backend)
    case.run(backend, seconds=3600)


def test_no_case_is_left_out_that_could_run() -> None:
    backend = OpenCLBackend()
    for case in conformance.cases():
        if case not in CASES:
            with pytest.raises(conformance.NotApplicable):
                case.check_applies(backend)
