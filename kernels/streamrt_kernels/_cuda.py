"""The CUDA texts of the kernels, in the folder cuda."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamrt as srt

SIDE = 64
"""The rows, and the columns, of a tile in products.cuh."""

Grid = Callable[[srt.Binding, Mapping[str, int], int], int]

_FOLDER = Path(__file__).parent / "cuda"


def _source(names: tuple[str, ...], defined: str) -> Callable[[srt.Binding], str]:
    """Return the function that gives a kernel's text, which is read when it is first needed."""

    def source(binding: srt.Binding) -> str:
        del binding  # one text serves all of them
        return defined + "".join(
            f'#line 1 "{name}"\n{(_FOLDER / name).read_text("utf-8")}' for name in names
        )

    return source


def cuda(entry: str, *before: str, defined: str = "", **options: Any) -> srt.CUDA:
    """Return the CUDA implementation of a kernel.

    Args:
        entry: the kernel's name; its text is `<entry>.cu`.
        before: the names of texts that it uses.
        defined: definitions before all of them.
        options: as `streamrt.CUDA` takes them.
    """
    return srt.CUDA(_source((*before, f"{entry}.cu"), defined), entry, **options)


def block_per(symbol: str) -> Grid:
    """Return the rule for a grid with a block for each of an extent, as far as they run at once."""

    def grid(binding: srt.Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
        del binding
        return min(extents[symbol], 32 * multiprocessors)

    return grid


def block_per_tile(binding: srt.Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
    """Return a grid with a block for each tile of a product, as far as they run at once."""
    del binding
    tiles = -(-extents["n"] // SIDE) * -(-extents["m"] // SIDE)
    return min(tiles, 32 * multiprocessors)
