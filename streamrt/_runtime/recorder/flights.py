"""Flights: what turns on the recording of a runtime into a file, and what copies rings to one.

Nothing here makes a program fail: what cannot be written is said in the log, once.
"""

from __future__ import annotations

import ctypes
import logging
from pathlib import Path

from streamrt._interrupts import from_handler
from streamrt._native.ring import EVENT_BYTES, HEAD_BYTES, RingHead
from streamrt._runtime.engine import Engine
from streamrt._runtime.recorder.flight_file import FlightFile, new_flight
from streamrt._runtime.recorder.flight_format import STUCK_SUFFIX
from streamrt._runtime.recorder.recorder import Recorder
from streamrt._runtime.recorder.sources import Source
from streamrt.errors import ResourceError

logger = logging.getLogger("streamrt")

EVENTS = 1024  # of a ring
MOST_COPIED = 4096  # events of a ring
MOST_COPIES = 4  # of one runtime


def take_off(engine: Engine, folder: Path) -> None:
    """Has a runtime record into a new file in a folder from now on, until it is closed."""
    try:
        flight = new_flight(folder)
    except OSError as error:
        if from_handler(error):
            raise
        logger.warning("flight: nothing is recorded in %s: %s", folder, error)
        return
    engine.recorder = recorder = Recorder(engine, EVENTS, flight)
    try:
        recorder.start()
    except ResourceError as error:
        logger.warning("flight: no memory samples are recorded: %s", error)


class Copies:
    """Copies of a runtime's rings on disk, made when something is wrong, a few at most."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._made = 0

    def make(self) -> str:
        """Makes one; returns what a line of the log says of it, or "" if there is nothing to say.

        It lies beside the flight file, or in the folder for temporary files.
        """
        recorder = self._engine.recorder
        if not isinstance(recorder, Recorder) or not recorder.is_on or self._made == MOST_COPIES:
            return ""
        self._made += 1
        import tempfile  # slow to import

        try:
            flight = recorder.flight
            folder = Path(tempfile.gettempdir()) if flight is None else flight.path.parent
            return f"; `streamrt trace {_copy(recorder, folder)}` shows what ran before"
        except OSError as error:
            return f"; what ran before could not be written: {error}"


def _copy(recorder: Recorder, folder: Path) -> Path:
    """Writes the names, spans and rings of a recorder into a new file; returns its path."""
    copy = new_flight(folder, STUCK_SUFFIX)
    try:
        copy.listen()
        for source in recorder.all_sources():
            _copy_ring(copy, source, recorder.is_virtual)
        copy.mark_copy()
    except BaseException:
        copy.remove()
        raise
    return copy.path


def _copy_ring(copy: FlightFile, source: Source, is_virtual: bool) -> None:
    size = min(source.ring.size, MOST_COPIED)
    data, first = source.ring.read(max(0, source.ring.written - size))
    room = copy.room(size, is_virtual)
    for begin, track in source.tracks:
        room.begin(begin, *track)
    head = RingHead.from_buffer_copy(ctypes.string_at(source.ring.address, HEAD_BYTES))
    head.mask, head.written = size - 1, first + len(data) // EVENT_BYTES
    room.memory[:HEAD_BYTES] = bytes(head)
    for number in range(first, head.written):
        place = HEAD_BYTES + EVENT_BYTES * (number % size)
        start = EVENT_BYTES * (number - first)
        room.memory[place : place + EVENT_BYTES] = data[start : start + EVENT_BYTES]
    room.card.first = first
    room.card.what = source.what() if source.what is not None else 0
    room.ready()
