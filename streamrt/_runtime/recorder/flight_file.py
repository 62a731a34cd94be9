"""FlightFile: rings in a file, which other processes read while this one runs, and after its end.

    head    4096 bytes: `Head`
    text    JSON, one object a line, of which `text_used` bytes are complete; see below
    rings   each at a multiple of the page size: the structures of events.h

Lines of the text are `{"ring": place, "size": events, "from": number, ...}` for a ring whose events
from that number on belong to a track, `{"what": number, ...}` for a name, `{"tag": number, ...}`
for a span. When the text is full, further lines are left out.

The blocks of the file are allocated before anything is written, so a disk that is full shows here,
and never as a fault of whoever writes an event.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

MAGIC = b"srtfly01"
SUFFIX = ".flight"
HEAD_BYTES = 4096
TEXT_BYTES = 1 << 20
KEPT = 8  # files of programs that ended in good order


class Head(ctypes.Structure):
    """The head of the file; times are in ns, offsets translate from the clock of events."""

    _fields_ = (
        ("magic", ctypes.c_char * 8),
        ("pid", ctypes.c_uint64),
        ("began", ctypes.c_int64),
        ("ended", ctypes.c_int64),
        ("wall", ctypes.c_int64),
        ("boot", ctypes.c_int64),
        ("text_size", ctypes.c_uint64),
        ("text_used", ctypes.c_uint64),
        ("left_out", ctypes.c_uint64),
        ("process", ctypes.c_char * 128),
    )
    magic: bytes
    pid: int
    began: int
    ended: int
    wall: int
    boot: int
    text_size: int
    text_used: int
    left_out: int
    process: bytes


class FlightFile:
    """A flight file that this process writes.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path) -> None:
        """Makes the file, readable for its user alone.

        Raises:
            OSError: it cannot be made, or the disk has no room for it.
        """
        self.path: Path = path
        self._lock = threading.Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            self._end = HEAD_BYTES + TEXT_BYTES
            os.posix_fallocate(self._file, 0, self._end)
            self._map = mmap.mmap(self._file, self._end)
        except OSError:
            self.remove()
            raise
        self._head = Head.from_buffer(self._map)
        now = time.monotonic_ns()
        self._head.pid, self._head.began = os.getpid(), now
        self._head.wall = time.time_ns() - now
        self._head.boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - now
        self._head.text_size = TEXT_BYTES
        self._head.process = Path(sys.argv[0] or sys.executable).name.encode()[:127]
        self._head.magic = MAGIC  # last: from now on it can be read

    def room(self, nbytes: int) -> tuple[mmap.mmap, int]:
        """Returns zeroed memory in the file, and its place there.

        Raises:
            OSError: the disk is full.
        """
        with self._lock:
            place = self._end
            size = -(-nbytes // mmap.PAGESIZE) * mmap.PAGESIZE
            os.posix_fallocate(self._file, place, size)
            self._end += size
            return mmap.mmap(self._file, size, offset=place), place

    def write(self, line: Mapping[str, object]) -> None:
        """Adds a line of text, if there is room."""
        data = json.dumps(line, ensure_ascii=True).encode() + b"\n"
        with self._lock:
            used = self._head.text_used
            if used + len(data) > TEXT_BYTES:
                self._head.left_out += 1
                return
            start = HEAD_BYTES + used
            self._map[start : start + len(data)] = data
            self._head.text_used = used + len(data)

    def end(self) -> None:
        """Notes that the program ended in good order, and removes old files of such programs."""
        self._head.ended = time.monotonic_ns()
        os.close(self._file)
        _remove_old(self.path.parent)

    def remove(self) -> None:
        """Removes a file that could not be made."""
        os.close(self._file)
        self.path.unlink(missing_ok=True)


def new_path(folder: Path) -> Path:
    """Returns the path of a new flight file of this process.

    Raises:
        OSError: the folder cannot be made or read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    taken = {path.name for path in folder.iterdir()}
    number = 0
    while (name := f"streamrt-{os.getpid()}-{number}{SUFFIX}") in taken:
        number += 1
    return folder / name


def _remove_old(folder: Path) -> None:
    """Removes the oldest files of programs that ended in good order, except `KEPT` of them."""
    ended: list[tuple[float, Path]] = []
    for path in folder.glob(f"streamrt-*{SUFFIX}"):
        try:
            with path.open("rb") as file:
                head = Head.from_buffer_copy(file.read(ctypes.sizeof(Head)))
            if head.magic == MAGIC and head.ended:
                ended.append((path.stat().st_mtime, path))
        except (OSError, ValueError):  # another process removes it, or it is not ours
            continue
    for _, path in sorted(ended)[:-KEPT]:
        path.unlink(missing_ok=True)
