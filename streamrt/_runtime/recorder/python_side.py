"""PythonSide: events of Python's own, which share a ring: spans, compiling, pauses, waits, samples.

A builtin of the core writes them, in one step under the interpreter's lock. So the ring has one
writer at a time, whichever threads tell.
"""

from __future__ import annotations

import gc
import threading
from typing import TYPE_CHECKING

from streamrt import _notes
from streamrt._notes import Note
from streamrt._runtime.recorder import spans
from streamrt._runtime.recorder.names import WorkName, names

if TYPE_CHECKING:
    from streamrt._runtime.recorder.recorder import Recorder

SPAN, COMPILE, LOAD, COLLECT, LATE, WAKE, SYNC, STAGE, MEMORY, WINDOW = range(2, 12)
KINDS = {
    "span": SPAN, "compile": COMPILE, "load": LOAD, "collect": COLLECT, "late": LATE, "wake": WAKE,
    "sync": SYNC, "stage": STAGE, "memory": MEMORY, "window": WINDOW,
}  # fmt: skip
VALUES = 40  # bits of a point below the index of its timeline
PYTHON = 4  # times as many events of Python's as of a queue


class PythonSide:
    """Notes what happens in Python while its recorder is on."""

    def __init__(self, recorder: Recorder) -> None:
        """Listens to nothing yet."""
        self._recorder = recorder

    def begin(self) -> None:
        """Begins to listen."""
        _notes.listeners.append(self._note)
        self._tell_of_pauses(is_on=True)

    def end(self) -> None:
        """Listens no more."""
        if self._note in _notes.listeners:
            self._tell_of_pauses(is_on=False)
            _notes.listeners.remove(self._note)  # last: being listed keeps the ring alive

    def _tell_of_pauses(self, is_on: bool) -> None:
        """Has native code note the pauses of the collector, or no more, which stop all threads."""
        source, core = self._recorder.sources.get(0), self._recorder.engine.core
        if source is None or self._recorder.engine.world is not None:
            return
        what = names.of(WorkName("pause", "collect"))
        thread = names.of(WorkName("garbage collector", "thread"))
        core.tell_of_pauses(source.ring.address, is_on, what, thread, "generation")
        if core.note_pause not in gc.callbacks:
            gc.callbacks.append(core.note_pause)

    def note_memory(self, device: str, in_use: int) -> None:
        """Notes how many bytes are in use on a device."""
        now = self._recorder.now()
        self._put(MEMORY, names.of(WorkName(device, "memory")), 0, now, now, amount=in_use)

    def _note(self, note: Note) -> None:
        if note.owner is None or note.owner is self._recorder.engine:
            self._put(
                KINDS[note.kind],
                names.of(WorkName(note.name, note.kind)),
                spans.current.get(),
                note.started,
                note.finished,
                amount=note.amount,
                point=note.point[0] << VALUES | note.point[1],
                node=note.node,
            )

    def _put(
        self,
        kind: int,
        what: int,
        tag: int,
        started: int,
        finished: int,
        *,
        amount: int = 0,
        point: int = 0,
        node: int = 0,
    ) -> None:
        source = self._recorder.sources.get(0)
        if source is None or self._recorder.is_virtual:
            return
        thread = names.of(WorkName(threading.current_thread().name, "thread"))
        self._recorder.engine.core.note_event(
            source.ring.address, kind, what, tag, started, finished, amount, point, node, thread
        )
