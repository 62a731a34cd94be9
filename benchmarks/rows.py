"""The table: every section and every row of it, in its order."""

from __future__ import annotations

from benchmarks.compiled_rows import CACHED, COMPILED, COMPILING
from benchmarks.eager_rows import EAGER, FUNCTIONS
from benchmarks.graph_rows import PLANNING, REPLAY, REPLAY_PARTS, REPLAY_START
from benchmarks.kernel_rows import OWN, STANDARD
from benchmarks.launch_rows import (
    CALLS,
    DRAIN,
    LOADED,
    OVERLAP,
    ROUND_TRIPS,
    ROUND_TRIPS_20,
    THREADS,
    THROUGHPUT,
    WATCHED,
    WHILE_BUSY,
)
from benchmarks.memory_rows import ALLOCATION, BACKLOG, EXPLORING, SIMULATED, START
from benchmarks.pipeline_rows import (
    PIPELINE_ITEMS,
    PIPELINE_OVERLAP,
    PIPELINE_PICTURES,
    PIPELINE_RUNS,
)

SECTIONS = (
    WHILE_BUSY,
    ROUND_TRIPS,
    ROUND_TRIPS_20,
    THROUGHPUT,
    DRAIN,
    CALLS,
    THREADS,
    WATCHED,
    BACKLOG,
    LOADED,
    OVERLAP,
    ALLOCATION,
    START,
    *COMPILED,
    *STANDARD,
    *OWN,
    EAGER,
    FUNCTIONS,
    CACHED,
    COMPILING,
    REPLAY,
    REPLAY_PARTS,
    REPLAY_START,
    PLANNING,
    SIMULATED,
    EXPLORING,
    PIPELINE_ITEMS,
    PIPELINE_OVERLAP,
    PIPELINE_PICTURES,
    PIPELINE_RUNS,
)
ROWS = tuple(row for section in SECTIONS for row in section.rows)
