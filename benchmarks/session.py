"""Runs cases: one process per peer and case, peers in turn, several runs of what is compared.

1. A case's runs follow each other, and within a run the peers do, streamrt and what its
   ratios refer to side by side: whatever slows the machine for a while slows both. A case that
   no row compares, and a long one, has one run, in which it takes medians itself; so has a peer
   to which no target of the case refers.
2. A case that fails or hangs costs its own values and nothing else; its last line of error
   text goes into the report.
3. Busy processes live exactly as long as the cases that want them beside them.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.notes import notes_of
from benchmarks.peers import PEERS, Peer
from benchmarks.rows import BEST, ROWS, SECTIONS, Row
from benchmarks.work.busy import ForeignLoad, busy_processes

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT = 600.0  # torch takes minutes to compile 1,000 nodes, once; then its cache has them
FOREIGN = 0.2  # cores; a system that rests uses less
# Beside two busy processes every peer is slow; the row asks how much slower streamrt is.
LOADED_PEERS = ("streamrt", "executor")

Run = dict[str, float]


@dataclass(frozen=True, slots=True)
class Task:
    """A case with or without load beside it."""

    case: str
    loaded: bool

    def has(self, peer: Peer) -> bool:
        """Whether the peer has the case, and is measured beside load if that is wanted."""
        return self.case in peer.cases and (not self.loaded or peer.name in LOADED_PEERS)

    def turns(self, peer: Peer, runs: int) -> int:
        """The number of runs that the peer takes part in: one, where no row needs more."""
        rows = [row for row in ROWS if row.case == self.case]
        if not self.loaded and all(row.once for row in rows):
            return 1
        judged = {row.against for row in rows if row.target and row.target.of == "ratio"}
        return runs if judged & {peer.name, BEST} or peer.name == "streamrt" else 1


@dataclass(slots=True)
class Measured:
    """The results: the runs of each task and peer, their failures, and the notes of its cases.

    `foreign` holds the number of cores that other programs used during each run without load.
    """

    iterations: int
    runs: dict[tuple[Task, str], list[Run]] = field(
        default_factory=dict[tuple[Task, str], list[Run]]
    )
    failures: dict[tuple[Task, str], str] = field(default_factory=dict[tuple[Task, str], str])
    notes: dict[tuple[Task, str], list[str]] = field(
        default_factory=dict[tuple[Task, str], list[str]]
    )
    foreign: dict[tuple[Task, str], list[float]] = field(
        default_factory=dict[tuple[Task, str], list[float]]
    )

    def values(self, row: Row, peer: str) -> list[float]:
        """The row's value in each run of the peer."""
        runs = self.runs.get((Task(row.case, row.loaded), peer), [])
        return [run[row.key] for run in runs if row.key in run]

    def disturbed(self, row: Row, peer: str) -> bool:
        """Whether other programs ran beside most runs of the peer."""
        loads = self.foreign.get((Task(row.case, row.loaded), peer), [])
        return bool(loads) and statistics.median(loads) > FOREIGN

    def take(self, task: Task, peer: str, options: Sequence[str]) -> None:
        """Runs the case once more."""
        load = ForeignLoad()
        try:
            output = _case(peer, task.case, *options)
        except subprocess.SubprocessError as error:
            self.failures[task, peer] = _reason(error)
            return
        values: Run = json.loads(_last_line(output))
        self.runs.setdefault((task, peer), []).append(values)
        if notes := notes_of(output):
            self.notes[task, peer] = notes
        cores = load.cores()
        if cores is not None and not task.loaded:
            self.foreign.setdefault((task, peer), []).append(cores)


def tasks_of(rows: Iterable[Row]) -> list[Task]:
    """The tasks that have to run for these rows, in the table's order, each once."""
    wanted: dict[Task, None] = {}
    for row in rows:
        if row.loaded:
            wanted[Task(row.case, loaded=False)] = None
        wanted[Task(row.case, row.loaded)] = None
    return sorted(wanted, key=lambda task: task.loaded)


def rows_named(names: Sequence[str]) -> list[Row]:
    """The rows that `names` choose, by name, by case or by section; all without names.

    Raises:
        LookupError: a name is none of these.
    """
    if not names:
        return list(ROWS)
    chosen: set[str] = set()
    for name in names:
        found = {row.name for row in ROWS if row.name == name}
        found |= {row.name for row in ROWS if row.case == name and not row.loaded}
        found |= {row.name for part in SECTIONS if part.name == name for row in part.rows}
        if not found:
            known = ", ".join(dict.fromkeys([*(row.name for row in ROWS), *_section_names()]))
            raise LookupError(
                f"choose rows: {name!r} is neither a row, nor a case or section; there are: {known}"
            )
        chosen |= found
    return [row for row in ROWS if row.name in chosen]


def _section_names() -> list[str]:
    return [section.name for section in SECTIONS if section.name]


def _case(*arguments: str) -> str:
    """The output of a case.

    Raises:
        subprocess.SubprocessError: it failed, or took longer than TIMEOUT.
    """
    command = [sys.executable, "-m", "benchmarks.case", *arguments]
    finished = subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=TIMEOUT
    )
    return finished.stdout.strip()


def _last_line(output: str) -> str:
    return output.rsplit("\n", 1)[-1]


def _reason(error: subprocess.SubprocessError) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        lines = str(error.stderr).strip().splitlines()
        return lines[-1] if lines else f"ended with status {error.returncode}"
    return f"took longer than {TIMEOUT:.0f} s"


def measure(
    tasks: Sequence[Task],
    peers: Sequence[Peer],
    *,
    runs: int,
    quick: bool,
    progress: Callable[[str], None],
) -> Measured:
    """Measures the tasks with all peers that are present.

    Ctrl-C ends it early, and the results until then are returned.
    """
    progress("calibrating")
    measured = Measured(iterations=int(_last_line(_case("calibrate"))))
    options = ["--iterations", str(measured.iterations), *(["--quick"] if quick else [])]
    with contextlib.suppress(KeyboardInterrupt):
        for task in tasks:
            present = [peer for peer in peers if task.has(peer) and not peer.absent(task.case)]
            turns = [(task.turns(peer, runs), peer) for peer in present]
            beside = " beside load" if task.loaded else ""
            with busy_processes(2 if task.loaded else 0):
                for run, (most, peer) in itertools.product(range(1, runs + 1), turns):
                    if run <= most and (task, peer.name) not in measured.failures:
                        progress(f"{task.case}{beside}, run {run} of {most}: {peer.name}")
                        measured.take(task, peer.name, options)
    return measured


def all_peers(names: Sequence[str]) -> list[Peer]:
    """The peers of these names; all without names."""
    return [peer for peer in PEERS if not names or peer.name in names]
