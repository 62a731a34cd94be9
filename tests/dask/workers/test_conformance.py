"""Devices behind workers keep the contract of devices; each case has a place of its own."""

from __future__ import annotations

from typing import Any

import pytest
from shared.workers.dask_workers import PATIENT, backend_of

import streamrt as srt
from streamrt import backend
from streamrt.testing import conformance
from streamrt.testing.conformance import Case

QUICK = ("4a", "5c", "12c", "14a")
"""A case of each matter that such a device does in its own way; a case takes a second of CPU."""

NOT_ASKED = ("12a", "12b", "14o")
"""The runtime asks no such device for copies from the host to itself, or from another place to the
host, which 12a and 12b make as well; test_copies.py has the copies that it asks for. A worker has a
clock of its own, so deadlines hold at the hand-over alone, and end no loop that runs there: 14o."""


def runs() -> list[object]:
    found: list[object] = []
    for case in conformance.cases():
        if case.number not in NOT_ASKED:
            marks = [] if case.number in QUICK else [pytest.mark.dask]
            found.append(pytest.param(case, id=case.number.replace(" ", "-"), marks=marks))
    return found


@pytest.fixture(scope="module")
def kind(client: Any) -> backend.Backend:
    client.wait_for_workers(2)
    found = backend_of(srt.dask.devices(client, silence=PATIENT))
    for index in range(2):
        found.open(index).close()  # those that were started first
    return found


@pytest.fixture(params=runs())
def applying(request: pytest.FixtureRequest, kind: backend.Backend) -> Case:
    case: Case = request.param
    try:
        case.check_applies(kind)
    except conformance.NotApplicable as reason:
        pytest.skip(str(reason))
    return case


def test_a_worker_keeps_the_contract(kind: backend.Backend, applying: Case) -> None:
    applying.run(kind, seconds=3600)
