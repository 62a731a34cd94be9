"""Writes tables/standard_kernels.md.

    python docs/scripts/standard_kernels.py [--check | --measured FILE]

The page lists the standard kernels with their accuracy, which docstrings say, and their speed.
FILE is what `python -m benchmarks --only kernels --json FILE` has written; the script keeps what it
needs of it in standard_kernels.toml. With --check, it writes nothing, and its exit status is 1 if
the page is out of step.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import streamrt as srt
import streamrt_kernels

HERE = Path(__file__).resolve().parent
PEERS = ("streamrt", "numpy")
PAGE, KEPT = HERE.parent / "tables" / "standard_kernels.md", HERE / "standard_kernels.toml"

POINT = re.compile(r"^- ([\w, ]+): (.*?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)

INTRODUCTION = """\
# Standard kernels: accuracy and speed

The [kernels](../api/streamrt_kernels.md) of `streamrt_kernels`, with the largest error of an
element and the time of a call, which launches the kernel and waits for it. A script makes the page
from the kernels' docstrings and from a run of the benchmark.

Measured on {machine}, with f32 where nothing else is said.
A ratio is the time over that of NumPy's function, which writes to an array that is there. NumPy
uses one core, and its BLAS as many as the kernel. `scatter_add` is compared with `np.add.at`,
`argsort` with NumPy's stable one, `gelu` with NumPy's words of `gelu_tanh`, and `ngrams` with its
reference in NumPy. `copy`, `fill`, `axpy` and `cast` move 64 MiB. Their speed is the part that they
reach of what the C library's `memmove` and `memset` reach on as many threads.

| | accuracy | measured | one core, ms | ratio | two threads, ms | ratio |
| --- | --- | --- | --- | --- | --- | --- |
"""


def kernels() -> dict[str, srt.Kernel]:
    """Returns the standard kernels by name, in the order of the alphabet."""
    found = {n: k for n, k in inspect.getmembers(streamrt_kernels) if isinstance(k, srt.Kernel)}
    return dict(sorted(found.items()))


def accuracy(kernel: srt.Kernel) -> str:
    """Returns the sentence on accuracy of a kernel's docstring."""
    points = dict(POINT.findall(inspect.getdoc(kernel) or ""))
    found = next((text for point, text in points.items() if "accuracy" in point.lower()), "exact.")
    text = " ".join(found.split())
    return re.split(r"\. (?=[A-Z])", text)[0].rstrip(".").replace("|", "\\|")


def row(name: str, kernel: srt.Kernel, measured: dict[str, Any]) -> str:
    """Returns a line of the table."""
    cells = [f"`{name}`", accuracy(kernel)]
    found = measured.get(name, {})
    cells.append(found.get("title", ""))
    if "part" in found:
        for part in found["part"]:
            cells += ["", f"{part:.2f} of memory's"]
    elif found:
        for ours, numpys in found["ms"]:
            cells += [f"{ours:.3g}", f"{ours / numpys:.2f}"]
    else:
        cells += [""] * 4
    return f"| {' | '.join(cells)} |"


def page() -> str:
    """Returns the page."""
    kept = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    lines = [row(name, kernel, kept["kernels"]) for name, kernel in kernels().items()]
    return INTRODUCTION.format(machine=kept["machine"]) + "\n".join(lines) + "\n"


def keep(path: Path) -> None:
    """Writes what the page needs of a run of the benchmark."""
    run = json.loads(path.read_text(encoding="utf-8"))
    rows: dict[str, Any] = {row["name"]: row for row in run["rows"]}
    machine = run["machine"]
    lines = [
        "# A benchmark, as docs/scripts/standard_kernels.py keeps it: ms of streamrt and of NumPy.",
        "# ms of one core and of two; part of what the C library reaches, by one core and by two.",
        f'machine = "two cores ({machine["cpu"]})"',
        *("", "[kernels]"),
    ]
    for name in kernels():
        both = [rows[f"kernel-{name}-{n}"] for n in "12" if f"kernel-{name}-{n}" in rows]
        parts = [rows[f"memory-{name}-{n}"] for n in "12" if f"memory-{name}-{n}" in rows]
        if both:
            title = both[0]["title"].split(", over")[0].removeprefix(f"{name} of ")
            title = title.removeprefix(f"{name}, ")
            times = [[row["values"][peer]["median"] for peer in PEERS] for row in both]
            figures = ", ".join(f"[{ours:.5g}, {numpys:.5g}]" for ours, numpys in times)
            lines.append(f'{name} = {{ title = "{title}", ms = [{figures}] }}')
        elif parts:
            figures = ", ".join(f"{row['values']['streamrt']['median']:.4f}" for row in parts)
            lines.append(f'{name} = {{ title = "64 MiB", part = [{figures}] }}')
    KEPT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    from generated import main

    if sys.argv[1:2] == ["--measured"]:
        keep(Path(sys.argv[2]))
    sys.exit(main({PAGE: page()}))
