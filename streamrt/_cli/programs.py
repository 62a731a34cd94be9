"""Flight files of programs that run: those in a folder, and those that processes have mapped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from streamrt._cli.words import printable
from streamrt._runtime.options import FLIGHT
from streamrt._runtime.recorder.flight_file import head_of, is_flight
from streamrt._runtime.recorder.flight_format import Head
from streamrt.observe.life import RUNS, STOPPED, UNKNOWN, life_of


class Program(NamedTuple):
    """A runtime that records into a file.

    Attributes:
        path: the file.
        head: its head.
        life: what became of the process.
    """

    path: Path
    head: Head
    life: str

    def __str__(self) -> str:
        name = printable(self.head.process.decode("utf-8", "replace"))
        return f"{self.head.pid:>8}  {name}  {self.path}"


def running() -> list[Program]:
    """Returns the open runtimes that record into files, the newest first.

    They are found in the folder that STREAMRT_FLIGHT names, and in the maps of all processes that
    the user may look at.
    """
    paths = dict.fromkeys(_mapped("/proc"))
    folder = os.environ.get(FLIGHT)
    if folder:
        try:
            paths |= dict.fromkeys(path for path in Path(folder).iterdir() if is_flight(path))
        except OSError:  # no program has made it yet
            pass
    return _programs(paths, (RUNS, STOPPED, UNKNOWN))


def of_process(pid: int) -> list[Program]:
    """Returns the open runtimes of a process, the newest first."""
    found = _programs(dict.fromkeys(_of(Path("/proc", str(pid)))), (RUNS, STOPPED, UNKNOWN))
    # The child of a fork may still have its parent's file mapped.
    return [one for one in found if one.head.pid == pid or one.life == UNKNOWN]


def _programs(paths: dict[Path, None], lives: tuple[str, ...]) -> list[Program]:
    found: dict[tuple[int, int], Program] = {}
    for path in paths:
        head = head_of(path)
        if head is not None and (life := life_of(head)) in lives:
            found[head.pid, head.began] = Program(path, head, life)
    return sorted(found.values(), key=lambda one: one.head.began + one.head.wall, reverse=True)


def _mapped(processes: str) -> Iterator[Path]:
    for folder in Path(processes).iterdir():
        if folder.name.isdecimal():
            yield from _of(folder)


def _of(process: Path) -> Iterator[Path]:
    """Yields the flight files that a process has mapped; of a container, as they are seen here."""
    try:
        lines = (process / "maps").read_text(errors="replace").splitlines()
    except OSError:  # it has ended, or is another user's
        return
    for line in lines:
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and fields[5].startswith("/") and is_flight(Path(fields[5])):
            path = Path(fields[5])
            yield path if path.exists() else process / "root" / path.relative_to("/")
