"""A picture of the ratios: one line for each row, with the executor at 1."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import Peer
from benchmarks.results import OWN, Line

# Distinct for colour-blind readers too (Okabe and Ito 2008); streamrt stands out by size.
COLOURS = {
    "streamrt": "#0072B2",
    "eager": "#56B4E9",
    "executor": "#000000",
    "uvloop": "#999999",
    "anyio": "#E69F00",
    "jax": "#CC79A7",
    "torch": "#D55E00",
    "warp": "#009E73",
}


def _factor(line: Line, peer: str) -> float | None:
    """The peer's value over the executor's, turned so that less is better."""
    value, base = line.cells[peer].median, line.cells["executor"].median
    if not value or not base:
        return None
    return base / value if line.row.higher_is_better else value / base


def _drawable(lines: Sequence[Line]) -> list[Line]:
    return [
        line
        for line in lines
        if line.row.against == "executor"
        and "executor" in line.cells
        and line.cells["executor"].median
        and not line.row.title.startswith("  ")
    ]


def _label(line: Line) -> str:
    return f"{line.row.title}{', two busy processes' if line.row.loaded else ''}"


def _plot(axes: Any, lines: Sequence[Line], peers: Sequence[Peer]) -> None:
    heights = list(range(len(lines)))[::-1]
    for peer in [*(peer for peer in peers if peer.name in COLOURS)][::-1]:
        points = [
            (factor, height)
            for line, height in zip(lines, heights, strict=True)
            if (factor := _factor(line, peer.name)) is not None
        ]
        own = peer.name == OWN
        axes.scatter(
            [factor for factor, _ in points],
            [height for _, height in points],
            s=90 if own else 34,
            color=COLOURS[peer.name],
            label=peer.name,
            zorder=4 if own else 3,
        )
    targets = [
        (line.row.target.bound, height)
        for line, height in zip(lines, heights, strict=True)
        if line.row.target and line.row.target.of == "ratio"
    ]
    axes.scatter(
        [bound for bound, _ in targets],
        [height for _, height in targets],
        marker="|",
        s=260,
        color=COLOURS[OWN],
        label="streamrt's target",
        zorder=2,
    )
    axes.set_yticks(heights, [_label(line) for line in lines])


def draw(lines: Sequence[Line], peers: Sequence[Peer], stem: Path) -> str:
    """Write STEM.svg and STEM.png; returns a sentence that says what was done."""
    shown = _drawable(lines)
    if not shown:
        return "No picture: no row that is compared with the executor was measured."
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
    except ImportError:
        return "No picture: matplotlib is absent."
    matplotlib.use("Agg")
    plt: Any = importlib.import_module("matplotlib.pyplot")
    figure, axes = plt.subplots(figsize=(11, 1.6 + 0.36 * len(shown)), layout="constrained")
    _plot(axes, shown, peers)
    axes.set_xscale("log")
    axes.axvline(1, color="#bbbbbb", linewidth=1, zorder=1)
    axes.grid(axis="x", which="major", color="#e6e6e6", zorder=0)
    axes.set_xlabel("cost relative to asyncio + ThreadPoolExecutor (left is better)")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    written = [stem.with_name(f"{stem.name}.{kind}") for kind in ("svg", "png")]
    for path in written:
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
    return f"Picture: {' and '.join(str(path) for path in written)}"
