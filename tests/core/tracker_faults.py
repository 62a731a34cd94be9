"""A fault in the runtime's tracker, which the tests of its orders have to find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from streamrt._core.tracking import hazards
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
