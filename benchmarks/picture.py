"""A picture of the ratios: one line for each row, with the executor at 1."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.results import OWN, Line
from streamrt.graph.pictures.canvas import MARGIN, Canvas, width_of

# Distinct for colour-blind readers too (Okabe and Ito 2008); streamrt stands out by size.
COLOURS = {
    "streamrt": "#0072B2",
    "eager": "#56B4E9",
    "executor": "$ink",
    "uvloop": "#999999",
    "anyio": "#E69F00",
    "jax": "#CC79A7",
    "torch": "#D55E00",
    "warp": "#009E73",
}
WIDTH = 560  # of the axis
PITCH = 26  # from line to line
TARGET = "streamrt's target"


class Drawn(NamedTuple):
    """A line of the picture: less is better, and the executor is at 1."""

    label: str
    factors: Mapping[str, float]  # of each peer
    target: float | None


def _factor(line: Line, peer: str) -> float | None:
    """The peer's value over the executor's, turned so that less is better."""
    value, base = line.cells[peer].median, line.cells["executor"].median
    if not value or not base:
        return None
    return base / value if line.row.higher_is_better else value / base


def _drawn(line: Line) -> Drawn:
    label = f"{line.row.title}{', two busy processes' if line.row.loaded else ''}"
    factors = {peer: _factor(line, peer) for peer in COLOURS if peer in line.cells}
    target = line.row.target
    return Drawn(
        label,
        {peer: factor for peer, factor in factors.items() if factor is not None},
        target.bound if target and target.of == "ratio" else None,
    )


def svg(lines: Sequence[Drawn]) -> str:
    """The picture, with the names of the peers below it."""
    values = [value for line in lines for value in (*line.factors.values(), line.target or 1)]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    left = 2 * MARGIN + max(width_of(line.label) for line in lines)
    bottom = MARGIN + PITCH * (len(lines) + 0.5)

    def across(value: float) -> float:
        return left + (math.log10(value) - low) / max(1, high - low) * WIDTH

    canvas = Canvas("".join(f".{peer} {{ fill: {colour} }}" for peer, colour in COLOURS.items()))
    for power in range(low, high + 1):
        x = across(10.0**power)
        canvas.path("edge" if power == 0 else "rail", "M", x, MARGIN, "V", bottom)
        canvas.text(x, bottom + 17, f"{10.0**power:.{max(0, -power)}f}", "note mid")
    for number, (label, factors, target) in enumerate(lines):
        y = MARGIN + PITCH * (number + 0.75)
        canvas.text(left - MARGIN, y + 5, label, "end")
        if target is not None:
            canvas.rect(across(target) - 1, y - 9, 2, 18, OWN, f"{TARGET}: {target:.2g}", 0)
        for peer in reversed(COLOURS):
            if (factor := factors.get(peer)) is not None:
                hint = f"{peer}: {factor:.2g}"
                canvas.circle(across(factor), y, 7 if peer == OWN else 4, peer, hint)
    words = "cost relative to asyncio + ThreadPoolExecutor (left is better)"
    canvas.text(left + WIDTH / 2, bottom + 38, words, "mid")
    x, y = MARGIN + 5.0, bottom + 64
    for peer in [peer for peer in COLOURS if any(peer in line.factors for line in lines)]:
        canvas.circle(x, y - 5, 7 if peer == OWN else 4, peer)
        canvas.text(x + 12, y, peer)
        x += width_of(peer) + 32
    canvas.rect(x, y - 14, 2, 18, OWN, radius=0)
    canvas.text(x + 12, y, TARGET)
    width = max(left + WIDTH + 2 * MARGIN, x + 12 + width_of(TARGET) + MARGIN)
    return canvas.svg(words, width, y + MARGIN)


def draw(lines: Sequence[Line], stem: Path) -> str:
    """Writes STEM.svg; returns a sentence that says what was done."""
    shown = [
        _drawn(line)
        for line in lines
        if line.row.against == "executor"
        and "executor" in line.cells
        and line.cells["executor"].median
        and not line.row.title.startswith("  ")
    ]
    if not shown:
        return "No picture: no row that is compared with the executor was measured."
    path = stem.with_name(f"{stem.name}.svg")
    path.write_text(svg(shown), encoding="utf-8")
    return f"Picture: {path}"
