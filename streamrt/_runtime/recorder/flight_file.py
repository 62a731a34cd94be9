"""FlightFile: rings in a file, which other processes read while this one runs, and after its end.

1. The blocks of the file are allocated before anything is written to them. So a disk that is full
   shows as an error here, and never as a fault of whoever writes an event.
2. Names and spans are written by any thread, and by handlers of signals and the collector, which
   may run in the midst of a write. So a line waits in a deque, and whoever has the lock writes all.
3. The system keeps what was written when the process is killed. A power failure may lose it.
4. The child of a fork lets go of the file and never writes to it.
"""

from __future__ import annotations

import ctypes
import itertools
import mmap
import os
import stat
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Any

from streamrt._interrupts import from_handler
from streamrt._native.ring import ring_bytes
from streamrt._runtime.recorder import spans
from streamrt._runtime.recorder.flight_format import (
    CARD_BYTES,
    HEAD_BYTES,
    MAGIC,
    MOST_TEXT,
    RING_MAGIC,
    SLOT_BYTES,
    STUCK_SUFFIX,
    SUFFIX,
    TRACKS,
    Head,
    RingCard,
    first_ring,
    rounded,
    slot_of,
    text_of,
)
from streamrt._runtime.recorder.names import WorkName, names
from streamrt._runtime.recorder.spans import SpanFacts

TEXT_BYTES = 1 << 20
SPANS = 2048
KEPT = 8  # files of programs that ended in good order
LONGEST = 200  # characters of a track's name
LONGEST_DEVICE = 40
PAGE = mmap.ALLOCATIONGRANULARITY
_OPTIONS: dict[str, Any] = (
    {"trackfd": False} if sys.version_info >= (3, 13) else {}
)  # else each map has a descriptor


class RingRoom:
    """The room of one ring in a file.

    Attributes:
        memory: zeros for the ring itself, which lives as long as anybody holds this.
        card: what stands before it.
    """

    def __init__(self, mapped: mmap.mmap, size: int, is_virtual: bool) -> None:
        """Takes pages of the file that are zeros; `size` is the number of events."""
        self._page = memoryview(mapped)
        self.memory: memoryview = self._page[CARD_BYTES:]
        self.card: RingCard = RingCard.from_buffer(self._page)
        self.card.size = size
        self.card.is_virtual = is_virtual
        self._begun = 0

    def ready(self) -> None:
        """Shows the ring to readers, once it is one."""
        self.card.magic = RING_MAGIC

    def begin(self, first: int, name: str, kind: str, index: int, device: str) -> None:
        """Notes that events from a number on belong to a track."""
        self._begun += 1
        text = _fitting([first, name[:LONGEST], kind, index, device[:LONGEST_DEVICE]], 1)
        place = SLOT_BYTES * (1 + self._begun % TRACKS)
        slot = slot_of(self._begun, text)
        self._page[place : place + len(slot)] = slot


class FlightFile:
    """A flight file that this process writes.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path) -> None:
        """Makes the file, readable for its user alone.

        Raises:
            OSError: it is there already, cannot be made, or the disk has no room for it.
        """
        self.path: Path = path
        self._lock = threading.Lock()
        self._lines: deque[bytes] = deque()
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        self._file: int | None = file
        try:
            head = Head(page=PAGE, text_size=TEXT_BYTES, spans=SPANS)
            self._end = first_ring(head)
            os.posix_fallocate(file, 0, self._end)
            self._map = mmap.mmap(file, self._end, **_OPTIONS)
        except BaseException:
            self._leave()
            path.unlink(missing_ok=True)
            raise
        self._head = Head.from_buffer(self._map)
        for field in ("page", "text_size", "spans"):
            setattr(self._head, field, getattr(head, field))
        self._introduce()
        self._head.magic = MAGIC  # last: from now on it can be read

    def _introduce(self) -> None:
        head, now = self._head, time.monotonic_ns()
        head.pid, head.began = os.getpid(), now
        head.wall = time.time_ns() - now
        head.boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - now
        head.namespace, head.machine = where()
        name = Path(sys.argv[0] if sys.argv and sys.argv[0] else sys.executable).name
        head.process = name.encode("utf-8", "replace")[:127]

    @property
    def wall(self) -> int:
        """The time since 1970 at the zero of the clock of events, in ns."""
        return self._head.wall

    # -- rings ----------------------------------------------------------------------------------

    def room(self, size: int, is_virtual: bool = False) -> RingRoom:
        """Returns the room of a ring that holds that many events.

        Raises:
            OSError: the disk is full, or the file was closed.
        """
        with self._lock:
            if self._file is None:
                raise OSError(f"{self.path} was closed")
            nbytes = rounded(CARD_BYTES + ring_bytes(size), PAGE)
            os.posix_fallocate(self._file, self._end, nbytes)
            mapped = mmap.mmap(self._file, nbytes, offset=self._end, **_OPTIONS)
            self._end += nbytes  # last, so that no gap is left
        return RingRoom(mapped, size, is_virtual)

    def lose(self) -> None:
        """Counts events that are lost, because they have no ring."""
        self._head.lost += 1

    # -- names and spans ------------------------------------------------------------------------

    def listen(self) -> None:
        """Has all names and spans written, those that are there already included."""
        names.told.append(self.write_name)
        spans.told.append(self.write_span)
        for number, name in list(names.table.items()):
            self.write_name(number, name)
        for number, span in list(spans.table.items())[-SPANS:]:
            self.write_span(number, span)

    def write_name(self, number: int, name: WorkName) -> None:
        """Adds a name, if there is room. The nodes of a replay are left out."""
        self._lines.append(text_of([number, *name[:4]]) + b"\n")
        while self._lines and self._lock.acquire(blocking=False):
            try:
                self._write_lines()
            finally:
                self._lock.release()

    def _write_lines(self) -> None:
        """Writes what waits; whatever breaks it off, it can be done again."""
        while self._lines:
            data, used = self._lines[0], self._head.text_used
            if used + len(data) <= TEXT_BYTES:
                start = HEAD_BYTES + used
                self._map[start : start + len(data)] = data
                self._head.text_used = used + len(data)
            else:
                self._head.left_out += 1
            self._lines.popleft()

    def write_span(self, number: int, span: SpanFacts) -> None:
        """Writes a span over an older one; of its facts, as many as there is room for."""
        facts = list(span.facts.items())
        while True:
            values: list[object] = [span.name, span.parent, dict(facts), span.context]
            text = text_of(values) if facts else _fitting(values, 0)
            if len(text) <= MOST_TEXT:
                break
            facts.pop()
        slot = slot_of(number, text)
        start = HEAD_BYTES + TEXT_BYTES + SLOT_BYTES * (number % SPANS)
        self._map[start : start + len(slot)] = slot

    # -- the end --------------------------------------------------------------------------------

    def mark_copy(self) -> None:
        """Notes that the file is complete, and a copy of rings that somebody else writes."""
        self._head.copied = time.monotonic_ns()
        self._leave()

    def end(self) -> None:
        """Notes that the runtime ended in good order, and removes old files of such ones."""
        self._head.ended = time.monotonic_ns()
        self._leave()
        _remove_old(self.path.parent)

    def forked(self) -> None:
        """Lets go of the file, in the child of a fork."""
        self._lock = threading.Lock()  # another thread of the parent may have had it
        self._leave()

    def remove(self) -> None:
        """Closes and removes a file that came to nothing."""
        self._leave()
        self.path.unlink(missing_ok=True)

    def _leave(self) -> None:
        if self.write_name in names.told:
            names.told.remove(self.write_name)
        if self.write_span in spans.told:
            spans.told.remove(self.write_span)
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


def _fitting(values: list[object], at: int) -> bytes:
    """Returns values as text for a slot, with the string at a place cut to what fits."""
    while len(text := text_of(values)) > MOST_TEXT:
        name = str(values[at])
        values = [*values[:at], name[: len(name) // 2], *values[at + 1 :]]
    return text


def where() -> tuple[int, bytes]:
    """Returns where numbers of processes are those that this one sees; (0, b"") if unknown."""
    try:
        machine = Path("/proc/sys/kernel/random/boot_id").read_bytes().strip()[:63]
        return os.stat("/proc/self/ns/pid").st_ino, machine
    except OSError as error:
        if from_handler(error):
            raise
        return 0, b""


def new_flight(folder: Path, suffix: str = SUFFIX) -> FlightFile:
    """Returns a new flight file of this process in a folder, which is made if it is not there.

    Raises:
        OSError: the folder or the file cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number in itertools.count():
        path = folder / f"streamrt-{os.getpid()}-{number}{suffix}"
        try:
            return FlightFile(path)
        except FileExistsError:  # of this process, or of one that had its number
            continue
    raise AssertionError("unreachable")


def is_flight(path: Path) -> bool:
    """Whether a file has the name of a flight file, and is no copy."""
    name = path.name
    return (
        name.startswith("streamrt-") and name.endswith(SUFFIX) and not name.endswith(STUCK_SUFFIX)
    )


def head_of(path: Path) -> Head | None:
    """Returns the head of a file; None if it is no flight file."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe of that name holds nobody
    except OSError as error:
        if from_handler(error):
            raise
        return None
    try:
        data = os.read(file, ctypes.sizeof(Head)) if stat.S_ISREG(os.fstat(file).st_mode) else b""
    except OSError as error:
        if from_handler(error):
            raise
        return None
    finally:
        os.close(file)
    if len(data) < ctypes.sizeof(Head):
        return None
    head = Head.from_buffer_copy(data)
    return head if head.magic == MAGIC else None


def _remove_old(folder: Path) -> None:
    """Removes the oldest files of programs that ended in good order, except `KEPT` of them."""
    ended: list[tuple[int, Path]] = []
    try:
        paths = [path for path in folder.iterdir() if is_flight(path)]
        for path in paths:
            head = head_of(path)
            if head is not None and head.ended:
                ended.append((head.ended + head.wall, path))
        for _, path in sorted(ended)[:-KEPT]:
            path.unlink(missing_ok=True)
    except OSError as error:  # the folder is gone or not ours; a file too many does no harm
        if from_handler(error):
            raise
