"""Programs that get stuck: locks, wake-ups that come too early, and calls that await each other."""

from __future__ import annotations

import asyncio

from corpus.parts import SOON, outside, streams, vector
from corpus.registry import LIVELOCK, STUCK, bug

import streamrt as srt

TURNS = 3  # of the loop, in which a polite task asks, looks and gives way


@bug(STUCK, cites="lkhq/laniakea#63")
async def locks_in_two_orders(rt: srt.Runtime, mended: bool = False) -> None:
    """Two jobs take the same two locks, each in an order of its own."""
    archive, suite = asyncio.Lock(), asyncio.Lock()

    async def expire() -> None:
        await outside(rt, "timer")
        async with archive:
            await outside(rt, "scan")
            async with suite:  # first
                pass

    async def publish() -> None:
        await outside(rt, "upload", 3)
        if mended:
            async with archive, suite:
                await outside(rt, "index")
            return
        async with suite:
            await outside(rt, "index")
            async with archive:  # second
                pass

    await asyncio.gather(expire(), publish())


@bug(STUCK)
async def notified_before_the_wait(rt: srt.Runtime, mended: bool = False) -> None:
    """The consumer waits for a notification and not for data, and may begin to wait too late."""
    ready, items = asyncio.Condition(), list[int]()

    async def consume() -> None:
        await outside(rt, "consumer")
        async with ready:
            if mended:
                await ready.wait_for(lambda: items)
            else:
                await ready.wait()  # first
            items.pop()

    async def produce() -> None:
        await outside(rt, "producer", 2)
        async with ready:
            items.append(1)
            ready.notify()

    await asyncio.gather(consume(), produce())


@bug(STUCK)
async def call_waits_for_its_own_stream(rt: srt.Runtime, mended: bool = False) -> None:
    """A host call waits for work that may be queued behind it: that goes to any idle stream."""
    left, right = streams(rt, "left", "right")
    x, y, z = vector(rt), vector(rt), vector(rt)
    idle: asyncio.Queue[srt.Stream] = asyncio.Queue()
    go = asyncio.Event()

    async def warm_up(stream: srt.Stream, scratch: srt.Buffer, steps: int) -> None:
        for step in range(steps):
            await stream.fill(scratch, step)
        idle.put_nowait(stream)

    await asyncio.gather(warm_up(left, x, 1), warm_up(right, y, 2))
    if mended:
        free, other = idle.get_nowait(), idle.get_nowait()
        held = other.call(go.wait)
    else:
        held = right.call(go.wait)
        free = idle.get_nowait()
    await free.fill(z, 1.0)  # first
    go.set()
    await held


@bug(STUCK, cites="nats-io/nats.py#899")
async def consumer_is_gone(rt: srt.Runtime, mended: bool = False) -> None:
    """The consumer of a bounded queue gives up after a while, and the producer goes on."""
    updates: asyncio.Queue[int | None] = asyncio.Queue(1)

    async def send() -> None:
        for update in (1, 2, None):
            await outside(rt, "server")
            await updates.put(update)  # first

    async def watch() -> None:
        try:
            async with asyncio.timeout(SOON):
                while await updates.get() is not None:
                    pass
        except TimeoutError:
            pass

    if mended:
        sending = asyncio.create_task(send())
        await watch()
        sending.cancel()
        await asyncio.wait({sending})
    else:
        await asyncio.gather(watch(), send())


@bug(LIVELOCK)
async def two_polite_tasks(rt: srt.Runtime, mended: bool = False) -> None:
    """Two tasks give way to each other in step, for ever, if they begin at the same time."""
    asking: set[str] = set()

    async def enter(me: str, steps: int) -> None:
        await outside(rt, me, steps)
        while True:
            for turn in range(TURNS):
                if turn == 0:
                    asking.add(me)
                if turn == TURNS - 1:
                    asking.discard(me)
                    if not asking or (mended and me == "left"):  # who has precedence
                        return
                await asyncio.sleep(0)  # first

    await asyncio.gather(enter("left", 1), enter("right", 3))


@bug(STUCK)
async def reply_never_set(rt: srt.Runtime, mended: bool = False) -> None:
    """A host call waits for a reply, which nobody sets after a timeout."""
    (work,) = streams(rt, "work")
    reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def ask() -> str:
        return await reply  # first

    asking = work.call(ask)
    try:
        async with asyncio.timeout(SOON):
            await outside(rt, "server")
            reply.set_result("yes")
    except TimeoutError:
        if mended:
            reply.set_result("no answer")
    await asking  # second
