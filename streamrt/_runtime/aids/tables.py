"""Tables of what is in flight, for notebooks."""

from __future__ import annotations

from streamrt import _html
from streamrt._native.core import STATES
from streamrt._runtime.lane import Lane

MOST_ROWS = 8


def table_of(lane: Lane, title: str) -> str:
    """Returns the first submissions of a lane that have not ended, as a table."""
    completed = lane.queue.completed
    flights = [each for each in lane.inflight if each.value > completed]
    rows = [(e._describe(), STATES[lane.look(e.cell)], e.site) for e in flights[:MOST_ROWS]]
    below = f"and {len(flights) - MOST_ROWS} more" if flights[MOST_ROWS:] else ""
    return _html.table(title, ("execution", "state", "submitted at"), rows, below)
