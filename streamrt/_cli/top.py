"""`streamrt top`: what a running program does, by its flight file, twice a second.

The program need not cooperate: it may hold the interpreter's lock, hang or be stopped.
"""

from __future__ import annotations

import argparse
import os
import select
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from streamrt._cli import programs
from streamrt._cli.looks import Looks, Screen
from streamrt._cli.trace import aligned
from streamrt._runtime.options import FLIGHT
from streamrt.errors import ArgumentError
from streamrt.observe.flight_reader import FlightReader

PERIOD = 0.5  # seconds between two looks
HINT = f"open the runtime with Runtime(flight=folder), or set {FLIGHT}"


def add_top_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the program, which may be left out, and `--once`."""
    parser.add_argument(
        "program",
        nargs="?",
        metavar="PID|FILE",
        help="the number of a process, or a flight file; the only program that runs by default, "
        f"found in the folder {FLIGHT} and among the files that processes have mapped",
    )
    parser.add_argument(
        "--once",
        action="store_true",
        help="print one picture, of half a second, and end; so does output to no terminal",
    )


def run_top(arguments: argparse.Namespace) -> int:
    """Show what a program does until q is pressed, or once."""
    try:
        path = _chosen(arguments.program)
        if path is None:
            return 1
        with FlightReader(path) as reader:
            if arguments.once or not sys.stdout.isatty():
                return _print_once(Looks(reader))
            return _show(Looks(reader))
    except (ArgumentError, OSError) as error:
        print(f"streamrt: {error}", file=sys.stderr)
        return 1


def _chosen(program: str | None) -> Path | None:
    """Returns the flight file to show; None after saying why there is none."""
    if program is not None and not program.isdecimal():
        return Path(program)
    found = programs.running() if program is None else programs.of_process(int(program))
    if len(found) == 1 or (found and program is not None):
        return found[0].path
    if not found:
        who = "no program" if program is None else f"no runtime of process {program}"
        print(f"streamrt top: {who} records into a flight file; {HINT}", file=sys.stderr)
        return None
    print("streamrt top: several programs run; name one of them by its number or its file:")
    for one in found:
        print(one)
    return None


def _print_once(looks: Looks) -> int:
    looks.look(time.monotonic_ns())
    time.sleep(PERIOD)
    screen = looks.look(time.monotonic_ns())
    print("\n".join(screen.lines))
    print("\n" + "\n".join(aligned(list(screen.rows), right=tuple(range(1, 7)))))
    return 0


def _show(looks: Looks) -> int:
    try:
        from rich.live import Live
    except ImportError:
        print(
            "streamrt top: the live view needs rich; pip install 'streamrt[top]', or use --once",
            file=sys.stderr,
        )
        return 1
    with _keys() as pressed, Live(screen=True, auto_refresh=False) as live:
        while True:
            live.update(_drawn(looks.look(time.monotonic_ns())), refresh=True)
            if pressed(PERIOD) in ("q", "Q"):
                return 0


def _drawn(screen: Screen) -> Any:
    """Returns a screen as rich draws it; the text of a program is no markup."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    titles, *rows = screen.rows
    for at, title in enumerate(titles):
        table.add_column(title, justify="right" if 0 < at < 7 else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    first, *others = screen.lines
    lines = [Text(first, style="bold"), *map(Text, others), Text("q quits", style="dim")]
    return Group(*lines, Text(), table)


@contextmanager
def _keys() -> Generator[Callable[[float], str]]:
    """Gives a function that waits for a key, so many seconds at most; "" is none."""
    import termios  # only where there is a terminal
    import tty

    def none(seconds: float) -> str:
        time.sleep(seconds)
        return ""

    def read(seconds: float) -> str:
        if not select.select([file], [], [], seconds)[0]:
            return ""
        data = os.read(file, 1)
        return data.decode("ascii", "replace") if data else none(seconds)

    if not sys.stdin.isatty():
        yield none
        return
    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    try:
        tty.setcbreak(file)
        yield read
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
