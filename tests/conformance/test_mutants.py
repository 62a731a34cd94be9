"""Delete one rule of the tracker, and the suite's programs fail on the simulated device.

The rules are those of the specification. So where the tracker in C runs, the tests of this file run
in a process of their own, with the specification in its place.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest
from conformance.mutants import MUTANTS, Mutant

from streamrt import _backends, backend
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.testing import conformance

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("streamrt._backends.sim") is None,
    reason="the simulated device is absent",
)


if IN_PYTHON:

    @pytest.fixture
    def simulated() -> backend.Backend:
        return _backends.backend("sim")

    def programs(backend: backend.Backend) -> conformance.Report:
        return conformance.check(backend, only=lambda case: case.is_program)

    def test_the_tracker_with_all_its_rules_passes(simulated: backend.Backend) -> None:
        report = programs(simulated)
        assert report.ok, str(report)

    @pytest.mark.parametrize("mutant", MUTANTS, ids=str)
    def test_a_tracker_without_one_rule_fails(
        mutant: Mutant, simulated: backend.Backend, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            mutant.install(patch)
            failed = programs(simulated).failed
        assert failed
        # The last is what the race detector says, where the tests run with it.
        says = ("should be", "fetched", "nothing orders")
        assert all(any(text in row.detail for text in says) for row in failed)

else:

    @pytest.mark.slow
    def test_the_rules_of_the_specification_are_needed() -> None:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
        env = {**os.environ, "STREAMRT_TRACKER": "python"}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        assert f"{len(MUTANTS) + 1} passed" in done.stdout
