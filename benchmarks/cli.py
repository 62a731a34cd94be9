"""The benchmark's command line. Targets are reported, never enforced: the exit code is 0."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from benchmarks import curves, picture, report, session
from benchmarks.peers import BY_NAME
from benchmarks.results import line
from benchmarks.rows import SECTIONS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="ROW",
        help="a row, a case, or a section that --list gives a name; repeatable",
    )
    parser.add_argument(
        "--peer", action="append", default=[], choices=list(BY_NAME), help="repeatable"
    )
    parser.add_argument(
        "--quick", action="store_true", help="one run of smaller cases: a rough answer"
    )
    parser.add_argument("--runs", type=int, help="default: 3, or 1 with --quick")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to FILE")
    parser.add_argument(
        "--picture", type=Path, metavar="STEM", help="write STEM.svg and those of serving beside it"
    )
    parser.add_argument("--list", action="store_true", help="name the rows and stop")
    return parser


def _list_rows() -> None:
    for section in SECTIONS:
        print(f"{section.title} ({section.name})" if section.name else section.title)
        for row in section.rows:
            print(f"  {row.name:24} {row.title.strip()} [{row.unit}]")


class _Progress:
    """One line on standard error that replaces itself on a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()

    def __call__(self, text: str) -> None:
        print(f"\r\033[K{text}" if self._terminal else text, end="", file=self._stream)
        print("" if self._terminal else "\n", end="", file=self._stream, flush=True)

    def clear(self) -> None:
        if self._terminal:
            print("\r\033[K", end="", file=self._stream, flush=True)


def _describe_load(measured: session.Measured) -> str:
    loads = [load for loads in measured.foreign.values() for load in loads]
    if not loads:
        return "Other programs' load: unknown."
    many = sum(load > session.FOREIGN for load in loads)
    if not many:
        return "Other programs' load: none."
    return (
        f"Other programs disturbed {many} of {len(loads)} runs, by up to {max(loads):.1f} cores. "
        "Values with a * come from disturbed runs: measure them again on a quiet machine."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints the table, and writes the files that were asked for."""
    options = _parser().parse_args(arguments)
    reconfigure: Any = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a µ must not end a run of minutes
    if options.list:
        _list_rows()
        return 0
    try:
        rows = session.rows_named(options.only)
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    peers = session.all_peers(options.peer)
    progress = _Progress(sys.stderr)
    measured = session.measure(
        session.tasks_of(rows),
        peers,
        runs=options.runs or (1 if options.quick else 3),
        quick=options.quick,
        progress=progress,
    )
    progress.clear()
    lines = [line(row, peers, measured) for row in rows]
    machine = report.machine()
    print(f"{machine['cpu']}, {machine['cores']} cores, Python {machine['python']}")
    print(_describe_load(measured))
    print(report.missed(lines))
    print(report.table(lines, peers))
    print("\nHow to read this: benchmarks/README.md")
    for text in filter(None, (report.failures(measured), report.notes(measured))):
        print(text)
    if options.json:
        header = {
            "machine": machine,
            "foreign_load_cores": {
                f"{task.case}, {peer}": loads for (task, peer), loads in measured.foreign.items()
            },
            "quick": options.quick,
            "iterations_of_a_200_us_kernel": measured.iterations,
        }
        text = json.dumps(report.as_json(lines, measured, header), indent=1, allow_nan=False)
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.picture:
        print(picture.draw(lines, options.picture))
        print(curves.draw(lines, options.picture))
    return 0
