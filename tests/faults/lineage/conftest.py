"""The log of recoveries, for the tests of buffers that are made again."""

from __future__ import annotations

from faults.recovery.conftest import epochs as epochs
