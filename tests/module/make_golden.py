"""Writes golden/NAME.srtm: a module of this release, which all later ones have to read.

    python tests/module/make_golden.py NAME

A file that is there is never written again.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt

FOLDER = Path(__file__).with_name("golden")

X = np.linspace(-2, 2, 12, dtype="f4").reshape(3, 4)
TABLE = np.arange(64, dtype="f8").reshape(8, 8) / 7


def mixed(x: Any, p: Any, n: Any = 3, *, kind: str = "a") -> Any:
    """Elementwise operations, a product, reductions, a gather, containers."""
    y = np.where(x > 0, np.sqrt(np.abs(x)), x * n) @ TABLE[:4].astype("f4")
    rows = np.cumsum(y, -1)[:, p["rows"]]
    return {"y": y, "rows": (rows.max(), rows.argmax(-1)), "kind": kind, "none": None}


def looped(x: Any) -> Any:
    """A loop, and a branch in it."""

    def body(carried: Any, row: Any) -> Any:
        carried = srt.cond(row.sum() > 0, lambda c: c * 2 + row, lambda c: c - row, carried)
        return carried, carried.sum()

    return srt.scan(body, x[0] * 0, x)


MIXED = (X, {"rows": np.array([7, 0, 3])}), {"n": 5, "kind": "b"}
LOOPED = (X,), dict[str, Any]()


def write(path: Path) -> None:
    """Writes the module."""
    f, g = srt.jit(mixed, static="kind"), srt.jit(looped)
    with srt.Runtime() as rt:
        x = rt.put(X)
        with rt.capture(x=x) as graph:
            out = rt.empty(X.shape)
            rt.device().stream().copy(out, x)
            with graph.repeat(2):
                rt.device().stream().copy(out, srt.jit(np.square)(out))
            graph.output("y", out)
        lowered = f.lower(*MIXED[0], **MIXED[1])
        srt.save(path, {"mixed": lowered, "looped": g.lower(X), "step": graph})


if __name__ == "__main__":
    target = FOLDER / f"{sys.argv[1]}.srtm"
    if target.exists():
        sys.exit(f"{target.name} is there already")
    write(target)
