"""Programs that are right, on a tracker that lacks one rule: the library's own bugs.

Each program needs just the rule that is named with it; `conformance/mutants.py` takes it out. The
rules are those of the specification in Python, so these run with `STREAMRT_TRACKER=python`.
"""

from __future__ import annotations

from corpus.parts import N, streams, vector
from corpus.registry import ERROR, ONCE, RACE, bug
from shared.trial_kernels import fail

import streamrt as srt
from streamrt.errors import DependencyError
from streamrt_kernels import axpy


@bug(RACE, budget=ONCE, without="RAW")
async def read_after_write(rt: srt.Runtime) -> None:
    """A read needs the data of an earlier write."""
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), rt.empty(N)
    load.fill(x, 1.0)  # first
    work.copy(y, x)  # second
    await y.fetch()


@bug(RACE, budget=ONCE, without="RAW of inout")
async def read_and_write_after_write(rt: srt.Runtime) -> None:
    """A kernel that changes an array needs the data of an earlier write to it."""
    load, work = streams(rt, "load", "work")
    x, y = vector(rt, 1.0), vector(rt)
    load.fill(y, 1.0)  # first
    work.launch(axpy, x, y, alpha=1.0)  # second
    await y.fetch()


@bug(RACE, budget=ONCE, without="WAR")
async def write_after_read(rt: srt.Runtime) -> None:
    """A write overwrites what an earlier read still needs."""
    work, load = streams(rt, "work", "load")
    x, y = vector(rt, 1.0), vector(rt)
    work.launch(axpy, x, y, alpha=1.0)  # first
    load.fill(x, 2.0)  # second
    await y.fetch()


@bug(RACE, budget=ONCE, without="WAW")
async def write_after_write(rt: srt.Runtime) -> None:
    """Two writes go to one place, and the later one has to be last."""
    one, two = streams(rt, "one", "two")
    x = rt.empty(N)
    one.fill(x, 1.0)  # first
    two.fill(x, 2.0)  # second
    await x.fetch()


@bug(RACE, budget=ONCE, without="reuse by death frontier")
async def block_used_again(rt: srt.Runtime) -> None:
    """A buffer is dropped while a kernel reads it, and the next buffer gets its block."""
    work, load = streams(rt, "work", "load")
    old, y = vector(rt, 1.0), vector(rt)
    await rt  # so that only the kernel is still to use the block
    work.launch(axpy, old, y, alpha=1.0)  # first
    del old
    new = rt.empty(N)
    load.fill(new, 5.0)  # second
    await y.fetch()


@bug(RACE, budget=ONCE, without="death frontier of readers")
async def block_of_a_reader_used_again(rt: srt.Runtime) -> None:
    """A buffer is deleted while a copy reads it, and the next buffer gets its block."""
    work, load = streams(rt, "work", "load")
    old, y = vector(rt, 1.0), rt.empty(N)
    work.copy(y, old)  # first
    old.delete()
    new = rt.empty(N)
    load.fill(new, 5.0)  # second
    await y.fetch()


@bug(RACE, budget=ONCE, without="death frontier of writers")
async def block_of_a_writer_used_again(rt: srt.Runtime) -> None:
    """A buffer is dropped while a fill writes it, and the next buffer gets its block."""
    work, load = streams(rt, "work", "load")
    old = vector(rt)
    work.fill(old, 1.0)  # first
    del old
    new = rt.empty(N)
    load.fill(new, 5.0)  # second
    await new.fetch()


@bug(RACE, budget=ONCE, without="elision as of the waited value")
async def knows_what_came_later(rt: srt.Runtime) -> None:
    """A stream that waits for a point of another one does not know what that one awaits later."""
    a, b, c = streams(rt, "a", "b", "c")
    x, y, z = vector(rt), vector(rt), vector(rt)
    early, late = rt.empty(N), rt.empty(N)
    b.fill(y, 1.0)
    a.fill(x, 1.0)  # first
    b.copy(z, x)
    c.copy(early, y)
    c.copy(late, x)  # second
    await late.fetch()


@bug(RACE, budget=ONCE, without="elision of what was waited for only")
async def knows_an_earlier_point(rt: srt.Runtime) -> None:
    """A stream that waited for one point of another one still has to wait for the next."""
    load, work = streams(rt, "load", "work")
    x, y, z = rt.empty(N), rt.empty(N), rt.empty(N)
    load.fill(x, 1.0)
    work.copy(z, x)
    load.fill(y, 2.0)  # first
    work.copy(z, y)  # second
    await z.fetch()


@bug(ERROR, budget=ONCE, without="poison by RAW")
async def reader_of_what_failed(rt: srt.Runtime) -> None:
    """A copy reads the output of a failed kernel, and has to be skipped."""
    work, out = streams(rt, "work", "out")
    y, z = vector(rt), rt.empty(N)
    failed = work.launch(fail, y, 7)
    reader = out.copy(z, y)
    await rt
    assert failed.exception()
    assert isinstance(reader.exception(), DependencyError)  # first


@bug(ERROR, budget=ONCE, without="poison of inout")
async def changed_after_it_failed(rt: srt.Runtime) -> None:
    """A kernel changes what a failed kernel was to write, and has to be skipped."""
    work, out = streams(rt, "work", "out")
    x, y = vector(rt, 1.0), vector(rt)
    failed = work.launch(fail, y, 7)
    change = out.launch(axpy, x, y, alpha=1.0)
    await rt
    assert failed.exception()
    assert isinstance(change.exception(), DependencyError)  # first


@bug(ERROR, budget=ONCE, without="poison by RAW only")
async def overwritten_after_it_failed(rt: srt.Runtime) -> None:
    """A fill covers all that a failed kernel was to write, and has to run."""
    work, out = streams(rt, "work", "out")
    y = vector(rt)
    failed = work.launch(fail, y, 7)
    overwritten = out.fill(y, 1.0)
    await rt
    assert failed.exception()
    assert overwritten.exception() is None  # first


@bug(ERROR, budget=ONCE, without="poison in gaps")
async def gaps_after_it_failed(rt: srt.Runtime) -> None:
    """A fill of every second element leaves what failed in the gaps, and has to be skipped."""
    work, out = streams(rt, "work", "out")
    y = vector(rt)
    failed = work.launch(fail, y, 7)
    combed = out.fill(y[::2], 1.0)
    await rt
    assert failed.exception()
    assert isinstance(combed.exception(), DependencyError)  # first
