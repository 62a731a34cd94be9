"""Pictures of the section `serving`: what is answered in time, against the load."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.results import OWN, Line
from streamrt.graph.pictures.canvas import MARGIN, Canvas, width_of

# Distinct for colour-blind readers too (Okabe and Ito 2008); streamrt stands out by its line.
COLOURS = {
    "streamrt": ("#0072B2", "Batcher, compiled function"),
    "numpy": ("#56B4E9", "Batcher, NumPy in a thread"),
    "executor": ("$ink", "a call in a thread for each request"),
    "batched": ("#E69F00", "batched"),
    "async-batcher": ("#CC79A7", "async-batcher"),
    "ray-serve": ("#D55E00", "Ray Serve"),
}
CASES = ("serving", "serving-minilm")
WIDTH, HEIGHT = 460, 240  # of the chart
PITCH = 24  # from name to name
TITLE = "answered in time, over the load in percent of capacity"

Points = Sequence[tuple[int, float]]
"""Loads in percent, each with the part that was answered in time."""


def points(lines: Sequence[Line], case: str) -> dict[str, list[tuple[int, float]]]:
    """The points of each peer that was measured in a case."""
    found: dict[str, list[tuple[int, float]]] = {}
    for line in lines:
        if load := re.fullmatch(rf"{case}-(\d+)", line.row.name):
            for peer in COLOURS:
                if peer in line.cells and (median := line.cells[peer].median) is not None:
                    found.setdefault(peer, []).append((int(load[1]), median))
    return found


def svg(peers: Mapping[str, Points]) -> str:
    """The picture: loads at equal distances, because the last one is far away."""
    loads = sorted({load for each in peers.values() for load, _ in each})
    left, top, bottom = MARGIN + 40.0, MARGIN + 24.0, MARGIN + 24.0 + HEIGHT

    def across(load: int) -> float:
        return left + (loads.index(load) + 0.5) * WIDTH / len(loads)

    def up(part: float) -> float:
        return bottom - min(part, 1.1) / 1.1 * HEIGHT

    rules = "".join(
        f".p-{peer} {{ stroke: {colour}; fill: none; stroke-width: {3 if peer == OWN else 1.5}; }}"
        f".d-{peer} {{ fill: {colour}; }}"
        for peer, (colour, _) in COLOURS.items()
    )
    canvas = Canvas(rules)
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        canvas.path("edge" if part == 0 else "rail", "M", left, up(part), "H", left + WIDTH)
        canvas.text(left - 8, up(part) + 5, f"{part:g}", "note end")
    for load in loads:
        canvas.text(across(load), bottom + 18, f"{load}%", "note mid")
    canvas.text(left + WIDTH / 2, bottom + 40, "requests sent, in percent of the capacity", "mid")
    words = "answered in time, as a part of the requests; above 100%, of the capacity"
    canvas.text(left, MARGIN + 8, words, "note")
    names = left + WIDTH + 16
    shown = [peer for peer in COLOURS if peer in peers]
    for number, peer in reversed([*enumerate(shown)]):  # the first one lies over the others
        name, way = COLOURS[peer][1], list[str | float]()
        for load, part in peers[peer]:
            way += ["L" if way else "M", across(load), up(part)]
        canvas.path(f"p-{peer}", *way)
        radius = 5 if peer == OWN else 3.5
        for load, part in peers[peer]:
            hint = f"{name}: {part:.2f} at {load}%"
            canvas.circle(across(load), up(part), radius, f"d-{peer}", hint)
        y = top + 20 + PITCH * number
        canvas.circle(names, y - 5, radius, f"d-{peer}")
        canvas.text(names + 12, y, name)
    width = names + 12 + max(width_of(COLOURS[peer][1]) for peer in peers) + MARGIN
    return canvas.svg(TITLE, width, bottom + 40 + MARGIN)


def draw(lines: Sequence[Line], stem: Path) -> str:
    """Writes STEM-serving.svg and STEM-serving-minilm.svg; returns a sentence for each."""
    said: list[str] = []
    for case in CASES:
        if found := points(lines, case):
            path = stem.with_name(f"{stem.name}-{case}.svg")
            path.write_text(svg(found), encoding="utf-8")
            said.append(f"Picture: {path}")
        else:
            said.append(f"No picture: nothing of {case} was measured.")
    return "\n".join(said)
