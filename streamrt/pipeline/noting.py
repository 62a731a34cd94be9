"""Notes of a run: those that it tells of its calls and its window, and those that it listens for.

A call that compiles a kernel takes long once. So the seconds in which a worker or the consumer
compiled are counted apart, and no verdict takes them for work. A note comes in the thread in which
it happened, and that says whose time it was. What other threads compile is nobody's of the run.
"""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Protocol

from streamrt._core.flow.flow import Flow
from streamrt._notes import Note, listeners, now, rare_listeners, tell
from streamrt.pipeline.consumer import Consumer
from streamrt.pipeline.on_loop import Tasks

if TYPE_CHECKING:
    from streamrt.pipeline.crew import Resting

MOST = 64  # notes of a thread that are kept, because a later one may have them inside

_numbers = itertools.count(1)


class Listened(Protocol):
    """The workers of a run.

    Attributes:
        threads: those that are threads, by their identifiers.
        on_loop: those that are tasks, if there are any.
    """

    threads: dict[int, Resting]
    on_loop: Tasks | None


class Listener:
    """Counts the seconds in which a run compiled."""

    def __init__(self, crew: Listened, consumer: Consumer) -> None:
        """Makes it; it listens once `begin` is called."""
        self._crew = crew
        self._consumer = consumer
        self._heard: dict[int, list[tuple[int, float]]] = {}

    def begin(self) -> None:
        """Listens from now on."""
        rare_listeners.append(self._hear)

    def end(self) -> None:
        """Listens no more; it may be called several times."""
        if self._hear in rare_listeners:
            rare_listeners.remove(self._hear)

    def _hear(self, note: Note) -> None:
        me = threading.get_ident()
        worker, tasks = self._crew.threads.get(me), self._crew.on_loop
        if worker is not None:
            worker.compiled += self._own(me, note)
        elif tasks is not None and tasks.is_mine and tasks.runs is not None:
            tasks.runs.node.pace.compiling += self._own(me, note)
        elif self._consumer.is_here and not self._consumer.waits:
            self._consumer.compiled += self._own(me, note)

    def _own(self, thread: int, note: Note) -> float:
        """Returns the seconds of a note without those of notes inside it, which came before it."""
        heard = self._heard.setdefault(thread, [])
        whole = (note.finished - note.started) * 1e-9
        inside = 0.0
        while heard and heard[-1][0] >= note.started:
            inside += heard.pop()[1]
        heard.append((note.started, whole))
        del heard[:-MOST]
        return max(0.0, whole - inside)


class Window:
    """Tells how many items are in the window of a run, whenever that has changed."""

    def __init__(self, flow: Flow, owner: object) -> None:
        """Names the run.

        Args:
            flow: its flow.
            owner: the engine of its runtime.
        """
        self.name: str = f"pipeline {next(_numbers)}"
        self._flow = flow
        self._owner = owner
        self._last = -1

    def look(self) -> None:
        """Tells it to whoever listens."""
        inside, size = self._flow.fill
        if listeners and inside != self._last:
            self._last = inside
            tell("window", self.name, now(), amount=inside, point=(0, size), owner=self._owner)
