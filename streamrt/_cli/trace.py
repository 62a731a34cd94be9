"""`streamrt trace`: what a flight file says, of a program that runs, has ended or was killed."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from streamrt._cli.words import clock, duration, printable
from streamrt.errors import ArgumentError
from streamrt.observe.flight import trace_of
from streamrt.observe.flight_reader import FlightReader
from streamrt.observe.life import WORDS, life_of, now_of
from streamrt.observe.trace import STATES, EventKind, Trace

USUAL, MOST = 20, 1000  # executions to show


def add_trace_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the file, what to write, and how much to show."""
    parser.add_argument("file", help="a flight file, which Runtime(flight=...) wrote")
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="write the trace there, as its ending says: .pftrace for Perfetto, .json, .html",
    )
    parser.add_argument(
        "-n",
        "--last",
        type=int,
        default=USUAL,
        metavar="COUNT",
        help=f"how many of the last executions to show, at most {MOST}; {USUAL} by default",
    )


def run_trace(arguments: argparse.Namespace) -> int:
    """Print a summary of a flight file and its last executions, or write its trace."""
    try:
        with FlightReader(arguments.file) as reader:
            trace = trace_of(reader)
            if arguments.output is not None:
                from streamrt.observe.writing import write  # a summary needs none of it

                write(trace, arguments.output)
                print(f"wrote {len(trace):,} events to {arguments.output}")
                return 0
            _print_summary(reader, trace)
    except (ArgumentError, OSError) as error:
        print(f"streamrt: {error}", file=sys.stderr)
        return 1
    _print_executions(trace, min(max(arguments.last, 0), MOST))
    return 0


def _print_summary(reader: FlightReader, trace: Trace) -> None:
    head = reader.head
    name = printable(trace.process)
    print(f"{name}, process {trace.pid}: {WORDS[life_of(head)]}")
    if trace.clock.kind == "virtual":
        print("times       virtual")
    else:
        print(f"began       {clock(trace.began + trace.clock.wall, date=True)}")
        print(f"last event  {_last(reader, trace)}")
    kinds = Counter(EventKind(kind) for kind in trace.events["kind"].tolist())
    shown = ", ".join(f"{count:,} {kind.name.lower()}" for kind, count in sorted(kinds.items()))
    print(f"events      {shown or 'none'}; {trace.lost:,} older or lost ones are not in the file")
    if head.lost or head.left_out:
        print(f"no room     for {head.lost:,} rings and {head.left_out:,} names")


def _last(reader: FlightReader, trace: Trace) -> str:
    if not len(trace):
        return "none"
    last, now = int(trace.events["finished"][-1]), now_of(reader.head)
    ago = "" if now is None else f", {duration(now - last)} ago"
    return f"ended {clock(last + trace.clock.wall, date=True)}{ago}"


def _print_executions(trace: Trace, count: int) -> None:
    events = trace.of_kind(EventKind.EXECUTION)
    rows: list[tuple[str, ...]] = [("ended", "stream", "what", "queued", "ran", "state")]
    for event in events[max(0, len(events) - count) :]:
        began, ended = int(event["started"]), int(event["finished"])
        wall = trace.clock.wall
        rows.append(
            (
                duration(ended) if trace.clock.kind == "virtual" else clock(ended + wall),
                printable(trace.tracks[int(event["track"])].name),
                printable(trace.label(event)),
                duration(began - int(event["submitted"])),
                duration(ended - began),
                STATES[int(event["state"])],
            )
        )
    if len(rows) > 1:
        print("\n" + "\n".join(aligned(rows, right=(3, 4))))


def aligned(rows: list[tuple[str, ...]], right: tuple[int, ...]) -> list[str]:
    """Returns the lines of a table; the columns `right` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
