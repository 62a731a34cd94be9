"""Lanes of a runtime with a log, which tell it what they submit; see log.py.

Other runtimes have the plain ones, whose methods know nothing of this.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from streamrt._runtime.execution import Execution
from streamrt._runtime.lane import Lane
from streamrt._runtime.races.watched_lanes import WatchedLane


class Logged(Lane):
    """The half of a logged lane that also a watched one has."""

    __slots__ = ()

    def launch(self, *call: Any, **named: Any) -> Execution[Any]:
        """See `Lane`."""
        log = self.engine.lineage
        assert log is not None
        _, reads, writes, _, subject, *_ = call
        return log.submit(reads, writes, subject.name, partial(super().launch, *call, **named))


class LoggedLane(Logged):
    """The lane of a stream in a runtime with a log."""

    __slots__ = ()


class LoggedWatchedLane(Logged, WatchedLane):
    """The lane of a stream in a runtime with a log and a watch."""

    __slots__ = ()
