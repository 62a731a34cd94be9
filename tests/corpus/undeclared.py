"""Accesses that a signature, or `reads=` and `writes=`, do not declare, with the tracker on.

The tracker orders what is declared. So the order that is missing here is between the declared
access of one stream and the undeclared one of another.
"""

from __future__ import annotations

import numpy as np
from corpus.kernels import clear, clear_one_more, halve, halve_in_place, smooth, smooth_unpadded
from corpus.parts import N, head, streams, vector
from corpus.registry import ERROR, ONCE, UNDECLARED, bug

import streamrt as srt
from streamrt_kernels import axpy


@bug(UNDECLARED, budget=ONCE, cites="pytorch/pytorch#129372")
async def input_written(rt: srt.Runtime, mended: bool = False) -> None:
    """The kernel writes to an array that its signature only reads, and another stream reads it."""
    left, right = streams(rt, "left", "right")
    x, y, z = vector(rt, 1.0), vector(rt), vector(rt)
    left.launch(halve if mended else halve_in_place, x, y)  # first
    right.launch(axpy, x, z, alpha=1.0)
    if mended:
        assert (await head(y), await head(z)) == (0.5, 1.0)
    else:
        await z.fetch()


@bug(UNDECLARED, budget=ONCE)
async def one_element_too_many(rt: srt.Runtime, mended: bool = False) -> None:
    """The kernel writes one element behind its output, where another stream's part begins."""
    left, right = streams(rt, "left", "right")
    row = vector(rt, 7.0)
    left.launch(clear if mended else clear_one_more, row[:4])  # first
    right.fill(row[4:], 5.0)
    found = await row.fetch()
    if mended:
        assert found.tolist() == [0.0] * 4 + [5.0] * (N - 4)


@bug(ERROR)
async def neighbours_read(rt: srt.Runtime, mended: bool = False) -> None:
    """The kernel reads the neighbours of the part that it is given, which nothing declares."""
    left, right = streams(rt, "left", "right")
    row, y = vector(rt, 1.0), rt.empty(4)
    if mended:
        left.launch(smooth, row[0:6], y)
    else:
        left.launch(smooth_unpadded, row[1:5], y)
    right.fill(row[5:], 3.0)
    assert (await y.fetch()).tolist() == [2.0] * 4  # first


@bug((*UNDECLARED, *ERROR), devices=("cpu:0",))
async def call_writes_what_it_reads(rt: srt.Runtime, mended: bool = False) -> None:
    """A host call declares that it reads a buffer, and writes to the array that this wraps."""
    check, work = streams(rt, "check", "work")
    host = np.array([1.0] * (N - 1) + [np.nan], "f4")
    x, y = rt.wrap(host), vector(rt)

    def scrub(view: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
        (view if mended else host)[np.isnan(view)] = 0.0

    if mended:
        check.call(scrub, x, writes=[x])
    else:
        check.call(scrub, x, reads=[x])  # or first
    work.launch(axpy, x, y, alpha=1.0)
    assert not np.isnan(await y.fetch()).any()  # first
