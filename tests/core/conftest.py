"""The tracker of a test: each that exists, in turn."""

from __future__ import annotations

import pytest
from core.trackers import TRACKINGS, Tracking


@pytest.fixture(params=TRACKINGS, ids=str)
def tracking(request: pytest.FixtureRequest) -> Tracking:
    found: Tracking = request.param
    return found
