"""The tracker that the runtime uses: the one in C, or the specification in Python.

`STREAMRT_TRACKER=python` in the environment, read at import, chooses the specification. The tests
of the core, of faults and of the sweep run with both. An interpreter without a global lock always
gets the specification, because the lock is what makes a native submission one step. Type checkers
see the specification.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

_has_gil = getattr(sys, "_is_gil_enabled", lambda: True)()
IN_PYTHON: bool = os.environ.get("STREAMRT_TRACKER") == "python" or not _has_gil
"""Whether the specification runs in place of the tracker in C."""

if TYPE_CHECKING or IN_PYTHON:
    from streamrt._core.tracking.hazards import await_points as await_points
    from streamrt._core.tracking.hazards import track as track
    from streamrt._core.tracking.ranges import Region as Region
    from streamrt._core.tracking.ranges import Tracked as Tracked
    from streamrt._core.tracking.ranges import join as join
    from streamrt._core.tracking.timeline import Timeline as Timeline
    from streamrt._runtime.specification.lock import Dropped as Dropped
    from streamrt._runtime.specification.lock import Lock as Lock
else:
    from streamrt._native.tracking import Dropped as Dropped
    from streamrt._native.tracking import Lock as Lock
    from streamrt._native.tracking import Region as Region
    from streamrt._native.tracking import Timeline as Timeline
    from streamrt._native.tracking import Tracked as Tracked
    from streamrt._native.tracking import await_points as await_points
    from streamrt._native.tracking import join as join
    from streamrt._native.tracking import track as track
