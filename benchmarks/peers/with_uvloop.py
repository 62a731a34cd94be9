"""The executor's cases on uvloop's event loop."""

from __future__ import annotations

import importlib
from typing import Any

from benchmarks.peers.with_executor import busy as busy
from benchmarks.peers.with_executor import chain as chain
from benchmarks.peers.with_executor import dag as dag
from benchmarks.peers.with_executor import edge as edge
from benchmarks.peers.with_executor import independent as independent
from benchmarks.peers.with_executor import round_trip as round_trip
from benchmarks.peers.with_executor import round_trip_20 as round_trip_20

_uvloop: Any = importlib.import_module("uvloop")
run = _uvloop.run
