"""The table as plain text, and everything as JSON."""

from __future__ import annotations

import importlib.metadata
import math
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import Peer
from benchmarks.results import OWN, Cell, Line
from benchmarks.rows import SECTIONS, Target
from benchmarks.session import Measured

PACKAGES = (
    *("numpy", "llvmlite", "anyio", "uvloop", "jax", "torch", "warp-lang"),
    *("pillow", "spdl-core", "grain", "streamable", "aiostream", "scipy", "onnxruntime"),
    *("distributed", "ray", "batched", "async-batcher"),
)
HEADS = ("ratio", "target", "reached")


def number(value: float) -> str:
    """Returns a number with three significant digits and no exponent."""
    if math.isinf(value):
        return "inf"
    if value >= 1000:
        return f"{value:,.0f}"
    if value == 0:
        return "0"
    for limit, digits in ((100, 0), (10, 1), (1, 2), (0.1, 3)):
        if abs(value) >= limit:
            return f"{value:.{digits}f}"
    return f"{value:.2g}" if value >= 1e-4 else "<0.0001"


def _target(target: Target | None, unit: str, against: str | None) -> str:
    if target is None:
        return ""
    sign = ">=" if target.at_least else "<="
    bound = f"{target.bound:g}"
    if target.of == "value":
        return f"{sign} {bound} {unit}"
    return f"{sign} {bound}x {'idle' if target.of == 'growth' else against}"


def _cell(cell: Cell) -> str:
    if cell.median is None:
        return cell.word
    return number(cell.median) + ("*" if cell.disturbed else "")


def _ratio(line: Line) -> str:
    if line.row.loaded:
        mark = "*" if line.idle_disturbed else ""
        return f"{number(line.growth)}x idle{mark}" if line.growth is not None else ""
    return f"{number(line.ratio)}x" if line.ratio is not None else ""


def _reached(line: Line) -> str:
    if line.row.target is None:
        return ""
    return {True: "yes", False: "NO", None: "-"}[line.reached]


def _grid(lines: Sequence[Line], peers: Sequence[Peer]) -> list[list[str]]:
    """The head and the lines as texts, without the columns of peers that have no value in them."""
    shown = [
        peer
        for peer in peers
        if peer.name == OWN or any(line.cells[peer.name] != Cell() for line in lines)
    ]
    grid = [["", "unit", *(peer.name for peer in shown), *HEADS]]
    for line in lines:
        row = line.row
        cells = [_cell(line.cells[peer.name]) for peer in shown]
        target = _target(row.target, row.unit, row.against)
        grid.append([row.title, row.unit, *cells, _ratio(line), target, _reached(line)])
    return grid


def _lacking(lines: Sequence[Line], peers: Sequence[Peer]) -> list[str]:
    """The packages without which streamrt can measure none of the lines; empty if it can."""
    own = next((peer for peer in peers if peer.name == OWN), None)
    if own is None or any(line.cells[OWN].word != "absent" for line in lines):
        return []
    return list(dict.fromkeys(name for line in lines for name in own.lacks(line.row.case)))


def table(lines: Sequence[Line], peers: Sequence[Peer]) -> str:
    """The table: all sections, one below the other."""
    text: list[str] = []
    for section in SECTIONS:
        own = [line for line in lines if line.row in section.rows]
        if not own:
            continue
        if lacking := _lacking(own, peers):
            text.append(f"\n{section.title}\n  left out: {', '.join(lacking)} not installed")
            continue
        grid = _grid(own, peers)
        widths = [max(len(row[column]) for row in grid) for column in range(len(grid[0]))]
        text.append(f"\n{section.title}")
        for row in grid:
            first = row[0].ljust(widths[0])
            rest = [word.rjust(width) for word, width in zip(row[1:], widths[1:], strict=True)]
            text.append(("  " + "  ".join([first, *rest])).rstrip())
    return "\n".join(text)


def missed(lines: Sequence[Line]) -> str:
    """The rows whose target was missed, with what was found; how many were reached."""
    aimed = [line for line in lines if line.row.target]
    late = [line for line in aimed if line.reached is False]
    reached = sum(line.reached is True for line in aimed)
    text = [f"{reached} of {len(aimed)} targets reached{', missed:' if late else '.'}"]
    width = max((len(line.row.name) for line in late), default=0)
    for line in late:
        row, own = line.row, _cell(line.cells[OWN])
        found = [f"{own} {row.unit}".rstrip(), _ratio(line)]
        if line.ratio is not None and not row.loaded:
            found[1] += f" {row.against}"
        target = _target(row.target, row.unit, row.against)
        text.append(f"  {row.name.ljust(width)}  {', '.join(filter(None, found))}; {target}")
    return "\n".join(text)


def failures(measured: Measured) -> str:
    """The failures, a line for each; empty if there is none."""
    return "\n".join(
        f"failed: {peer}, {task.case}{' beside load' if task.loaded else ''}: {reason}"
        for (task, peer), reason in measured.failures.items()
    )


def notes(measured: Measured) -> str:
    """The notes of cases, a line for each; empty if there is none."""
    return "\n".join(
        f"note: {peer}, {task.case}: {text}"
        for (task, peer), texts in measured.notes.items()
        for text in texts
    )


def machine() -> dict[str, object]:
    """A description of the machine, without anything that names it."""
    cpu = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [word for word in info.read_text().splitlines() if word.startswith("model name")]
        cpu += f", {models[0].split(':', 1)[1].strip()}" if models else ""
    versions: dict[str, str] = {}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = "absent"
    return {
        "system": platform.system(),
        "cpu": cpu,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "packages": versions,
    }


def _finite(value: float | None) -> float | None:
    return value if value is None or math.isfinite(value) else None


def as_json(lines: Sequence[Line], measured: Measured, header: dict[str, Any]) -> dict[str, Any]:
    """Everything that was measured, single runs included."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        row, target = line.row, line.row.target
        rows.append(
            {
                "name": row.name,
                "title": row.title.strip(),
                "unit": row.unit,
                "against": row.against,
                "beside_two_busy_processes": row.loaded,
                "values": {
                    peer: {
                        "median": cell.median,
                        "runs": cell.runs,
                        "disturbed": cell.disturbed,
                    }
                    for peer, cell in line.cells.items()
                    if cell.runs
                },
                "missing": {peer: cell.word for peer, cell in line.cells.items() if cell.word},
                "ratio": _finite(line.ratio),
                "over_idle": line.growth,
                "target": _target(target, row.unit, row.against) or None,
                "reached": line.reached,
            }
        )
    texts = {"failures": failures(measured), "notes": notes(measured)}
    return {**header, "rows": rows, **{name: text.splitlines() for name, text in texts.items()}}
