"""The table: every section and every row of it, in its order."""

from __future__ import annotations

from benchmarks.graph_rows import PLANNING, REPLAY, REPLAY_START
from benchmarks.launch_rows import (
    ALLOCATION,
    BACKLOG,
    LOADED,
    OVERLAP,
    ROUND_TRIPS,
    SIMULATED,
    START,
    THROUGHPUT,
    WHILE_BUSY,
)

SECTIONS = (
    WHILE_BUSY,
    ROUND_TRIPS,
    THROUGHPUT,
    BACKLOG,
    LOADED,
    OVERLAP,
    ALLOCATION,
    START,
    REPLAY,
    REPLAY_START,
    PLANNING,
    SIMULATED,
)
ROWS = tuple(row for section in SECTIONS for row in section.rows)
