"""A fault in the runtime's tracker, which the tests of its orders have to find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import isfunction
from pathlib import Path

import pytest
from conformance import mutants as conformance
from conformance.mutants import HAZARDS, Mutant, mutants_in
from core.trackers import PURE, Tracking, with_after

from streamrt._core.tracking import hazards, ranges
from streamrt._core.tracking.timeline import Timeline

Fault = Callable[[pytest.MonkeyPatch], None]


def without(hazard: str) -> Fault:
    """Knocks out one reason to wait."""

    def fault(patch: pytest.MonkeyPatch) -> None:
        need = hazards._need

        def deaf(
            needed: hazards.Needed | None,
            own: Timeline,
            source: Timeline,
            value: int,
            reason: str,
            name: str | int,
        ) -> hazards.Needed | None:
            return needed if reason == hazard else need(needed, own, source, value, reason, name)

        patch.setattr(hazards, "_need", deaf)

    return fault


# -- faults in the text of the specification ------------------------------------------------------

MUTANTS = (*conformance.MUTANTS, *mutants_in(Path(__file__).with_suffix(".toml")))


def mutated(mutant: Mutant, patch: pytest.MonkeyPatch) -> Tracking:
    """Returns the specification without a rule, as long as the patch lasts."""
    changed = mutant.compiled()
    mutant.install(patch)
    if mutant.module != HAZARDS:
        for name in ("Span", "Region"):
            for key, function in vars(vars(changed).get(name, object)).items():
                if mutant.module == ranges.__name__ and isfunction(function):
                    patch.setattr(getattr(ranges, name), key, function)
        return PURE
    return replace(PURE, track=with_after(changed.track), await_points=changed.await_points)
