"""Stories: why an execution waits, told from the edges the tracker inserted. Pure text."""

from __future__ import annotations

from streamrt._core.hazards import Edges, Steps
from streamrt._core.ranges import label

_REASONS = {
    "RAW": "it reads {memory}, which {point} writes (RAW)",
    "WAR": "it writes {memory}, which {point} reads (WAR)",
    "WAW": "it writes {memory}, which {point} writes (WAW)",
    "reuse": "{memory} reuses memory that {point} used before",
    "event": "an event recorded at {point}",
}


def tell(name: str, state: str, site: str, edges: Edges, checks: Steps) -> str:
    """What an execution is, and what it waits for and why.

    Args:
        name: the execution's.
        state: its state, as a word.
        site: where it was submitted.
        edges: the waits inserted for it.
        checks: producers whose success it depends on and has not been seen yet.
    """
    lines = [f"{name}: {state}", f"  submitted at {site}"]
    for edge in edges:
        point = f"{edge.timeline.name}@{edge.value}"
        reason = _REASONS[edge.hazard].format(memory=label(edge.memory), point=point)
        lines.append(f"  waits for {point}: {reason}")
    if not edges:
        lines.append("  waits for nothing but its turn on its own stream")
    for step in checks:
        lines.append(f"  is skipped unless {step.timeline.name}@{step.value} succeeds")
    return "\n".join(lines)
