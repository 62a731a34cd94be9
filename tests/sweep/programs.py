"""The programs that are swept: each is what somebody would write, a dozen awaits and commands.

They end with the same result however their tasks and streams take turns. They differ in what a
cancellation can hurt: work in flight, several awaiters, memory that changes hands, points that
somebody waits for, and clean-up code that submits and awaits again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from sweep.desk import Desk, Line, Op, Part

from streamrt.errors import ExecutionError

Program = Callable[[Desk], Coroutine[Any, Any, None]]

SMALL, LARGE = 8, 24  # elements; two size classes of the pool
TURNS = 20_000  # of a kernel that lingers: longer than an await looks before it suspends


async def give(op: Op) -> Any:
    return await op


async def pipeline(at: Desk) -> None:
    """Loads a batch while the one before it is computed, and fetches what came of it."""
    load, work = at.stream("load", at.host), at.stream("work")
    total = await at.aput(SMALL)
    for _ in range(2):
        batch = at.empty(SMALL, at.host)
        read = load.read_in(batch)
        here = batch.to(at.here)
        work.mix(here, total, TURNS)
        await read
        await work.look(total)
    await total.fetch()


async def fan_out(at: Desk) -> None:
    """Several tasks work on parts of one buffer, and all await the work they share."""
    whole = at.put(LARGE)
    first = at.stream("first").mix(at.put(LARGE), whole, TURNS)

    async def part(number: int) -> None:
        mine = whole[8 * number : 8 * number + 8]
        line = at.stream(f"part{number}")
        await first
        await line.mix(at.put(SMALL), mine, TURNS)
        await line.look(mine)

    async with asyncio.TaskGroup() as group:
        for number in range(3):
            group.create_task(part(number))
        group.create_task(give(first))
    await at.stream("last").look(whole)
    await asyncio.gather(give(first), give(whole.fetch()))


async def churn(at: Desk) -> None:
    """Buffers are dropped in flight, deleted, donated; others take their memory at once."""
    one, two = at.stream("one"), at.stream("two")
    kept = at.put(SMALL)
    for _ in range(2):
        await one.stream.device.room(4 * SMALL, 4 * SMALL)
        lost = at.put(SMALL)
        one.mix(lost, kept, TURNS)
        lost = at.empty(SMALL)
        two.make(lost)
        two.mix(lost, kept)
        given = lost.donate()
        one.mix(given, kept, TURNS)
        given.buffer.delete()
        again = at.empty(SMALL)
        two.make(again, TURNS)
        await one.look(again)
    await kept
    await kept.fetch()


async def back_pressure(at: Desk) -> None:
    """Two producers that submit far more than they may have pending."""
    y, z = at.put(SMALL), at.put(SMALL)
    fast, slow = at.stream("fast", high_water=2), at.stream("slow", high_water=1)

    async def produce(line: Line, x: Part) -> None:
        mine = at.put(SMALL)
        for number in range(4):
            line.mix(x, mine, TURNS * (number % 2))
            await line.stream.drain()
        await line

    await asyncio.gather(produce(fast, y), produce(slow, z))
    fast.copy(z, y)
    await slow.look(z)


async def events(at: Desk) -> None:
    """Streams wait for events, for executions and for each other; the program for all of them."""
    one, two = at.stream("one"), at.stream("two")
    x, y = at.put(SMALL), at.put(LARGE)
    mark = one.stream.record()
    for _ in range(2):
        changed = one.mix(x, y[:8], TURNS)
        one.stream.record(mark)
        two.wait(mark)
        two.fill(y[8:16], 5)
        one.wait(two.mix(x, y[8:16], TURNS))
        one.mix(y[8:16], y[16:])
        await mark
        await changed
        await two
    await at.rt.barrier()
    await at.rt
    await y.fetch()


async def failing(at: Desk) -> None:
    """A stage that fails beside a healthy one; its output is written again."""
    bad, good = at.stream("bad"), at.stream("good")
    x, y, z = at.put(SMALL), at.put(SMALL), at.put(SMALL)
    for _ in range(2):
        failed = bad.mix(x, y, TURNS, fail=True)
        skipped = bad.mix(y, z)
        healthy = good.mix(x, at.put(SMALL), TURNS)
        for op in (skipped, failed, skipped):
            try:
                await op
            except ExecutionError:
                pass
        await healthy
        await good.make(y)
        await good.copy(z, x)
    await good.mix(y, z)
    await z.fetch()


async def calls(at: Desk) -> None:
    """Functions and coroutines take turns with kernels, on one stream and across two."""
    one, two = at.stream("one", at.host), at.stream("two", at.host)
    x, y = at.empty(SMALL, at.host), at.put(SMALL, at.host)
    for number in range(2):
        one.read_in(x)
        one.mix(x, y, TURNS)
        summed = two.sum_up(x, y, number)
        two.look(y)
        await summed
        failed = one.read_in(x, fail=True)
        lost = two.sum_up(x, y)
        try:
            await lost
        except ExecutionError:
            pass
        try:
            await failed
        except (ValueError, ExecutionError):
            await one.read_in(x)
            await two.make(y)
    await two.look(y)


async def deadlines(at: Desk) -> None:
    """Timeouts that pass and that do not, a shielded await, and executions given up again."""
    one, two = at.stream("one"), at.stream("two")
    x, y = at.put(SMALL), at.put(SMALL)
    for _ in range(2):
        slow = one.mix(x, y, 2 * TURNS)
        try:
            async with asyncio.timeout(0):
                await slow
                await two.look(y, TURNS)
        except TimeoutError:
            two.look(x).cancel()
        async with asyncio.timeout(600):
            await asyncio.shield(give(slow))
            given_up = two.make(at.empty(SMALL), TURNS)
            given_up.cancel()
            await one.look(y)
    await asyncio.gather(give(two.look(y)), give(one.look(y)))


async def copies(at: Desk) -> None:
    """Data goes to another device and back, while both compute."""
    one, two = at.stream("one", at.here), at.stream("two", at.there)
    x, y = at.put(LARGE, at.here), at.put(LARGE, at.there)
    for _ in range(2):
        one.mix(at.put(LARGE, at.here), x, TURNS)
        there = x.to(at.there)
        two.mix(there, y, TURNS)
        await there
        back = y[:8].to(at.here)
        one.mix(back, x[8:16])
        await one.look(x)
    await asyncio.gather(give(x.fetch()), give(y.fetch()))


async def cleaning_up(at: Desk) -> None:
    """Whatever happens to it, it submits and awaits once more before it goes."""
    work = at.stream("work")
    scratch, result = at.put(SMALL), at.put(SMALL)
    try:
        for _ in range(3):
            await work.mix(scratch, result, TURNS)
            await asyncio.sleep(0)
    finally:
        try:
            await work.make(scratch)
        finally:
            work.fill(result, 0)
            await result.fetch()


async def scoped(at: Desk) -> None:
    """Work in a scope, awaited and not; whoever leaves it leaves nothing behind."""
    one, two = at.stream("one"), at.stream("two")
    x, y, z = at.put(SMALL), at.put(SMALL), at.put(SMALL)
    for _ in range(2):
        async with at.scope():
            one.mix(x, y, TURNS)
            await two.mix(x, z, TURNS)
            one.mix(z, y, TURNS)
            two.look(y)
        await one.look(y)
    await z.fetch()


async def served(at: Desk) -> None:
    """A graph is captured while others run, then replayed, several times in flight."""
    work = at.stream("work")
    x, total = at.put(SMALL), at.put(SMALL)

    async def change() -> None:
        await work.mix(x, total, TURNS)

    beside, graph = asyncio.create_task(change()), at.serve(x, TURNS)
    with graph:
        await beside  # runs, because it was there before the capture
    graph.ready()
    replays = [graph.replay(x) for _ in range(3)]
    for _, y in replays:
        work.mix(y, total)
    await replays[1][0]
    await asyncio.gather(*(give(op) for op, _ in replays))
    await total.fetch()


PROGRAMS: dict[str, Program] = {
    program.__name__: program
    for program in (
        pipeline,
        fan_out,
        churn,
        back_pressure,
        events,
        failing,
        calls,
        deadlines,
        copies,
        cleaning_up,
        scoped,
        served,
    )
}

# asyncio's TaskGroup, in Python 3.11, leaves an error in a cycle with its own frame, hence the
# program's buffers to the collector, and cancels its parent once too often when a child fails.
WITH_GROUPS = (fan_out,)
# Values and nodes of a graph know it, so that the collector frees it, and what is bound to it.
WITH_GRAPHS = (served,)
