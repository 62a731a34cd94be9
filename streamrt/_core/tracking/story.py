"""Stories, as text: why an execution waits, by the tracker's edges, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from streamrt._core.tracking.hazards import Edge, Edges, Steps
from streamrt._core.tracking.ranges import label

_REASONS = {
    "RAW": "it reads {memory}, which {point} writes (RAW)",
    "WAR": "it writes {memory}, which {point} reads (WAR)",
    "WAW": "it writes {memory}, which {point} writes (WAW)",
    "reuse": "{memory} reuses memory that {point} used before",
    "event": "an event recorded at {point}",
}
MOST_LINKS = 8  # the links of a chain of skips that are told


class Link(NamedTuple):
    """One execution in a chain of skips.

    Attributes:
        name: the execution's.
        site: where it was submitted.
        end: how it ended.
    """

    name: str
    site: str
    end: str


def tell(
    name: str,
    state: str,
    site: str,
    edges: Edges,
    checks: Steps,
    end: Sequence[str] = (),
) -> str:
    """Returns the text that says what an execution is, what it waits for and why.

    Args:
        name: the execution's.
        state: its state, as a word.
        site: where it was submitted.
        edges: the waits inserted for it.
        checks: the producers on whose success it depends, which was not seen yet.
        end: how it ended, if it did not succeed.
    """
    lines = [f"{name}: {state}", f"  submitted at {site}"]
    for edge in edges:
        lines.append(f"  waits for {edge.timeline.name}@{edge.value}: {reason(edge)}")
    if not edges:
        lines.append("  waits for nothing but its turn on its own stream")
    for step in checks:
        lines.append(f"  is skipped unless {step.timeline.name}@{step.value} succeeds")
    lines += [f"  {line}" for line in end]
    return "\n".join(lines)


def reason(edge: Edge) -> str:
    """Returns why a wait was inserted, as text."""
    point = f"{edge.timeline.name}@{edge.value}"
    return _REASONS[edge.hazard].format(memory=label(edge.memory), point=point)


def trace(links: Sequence[Link]) -> list[str]:
    """Returns why an execution was skipped, from the nearest producer to the root failure."""
    if not links:
        cause = "because of a failure that is not remembered any more"
        return [f"was skipped: what it reads was never written, {cause}"]
    lines = [f"was skipped: it reads what {links[0].name} was to write"]
    for index, link in enumerate(links):
        is_last = index == len(links) - 1
        if index + 1 >= MOST_LINKS and not is_last:
            if index + 1 == MOST_LINKS:
                lines.append(f"  ... {len(links) - MOST_LINKS} more were skipped in between")
            continue
        because = "" if is_last else f": it reads what {links[index + 1].name} was to write"
        lines.append(f"  {link.name}, submitted at {link.site}: {link.end}{because}")
    return lines
