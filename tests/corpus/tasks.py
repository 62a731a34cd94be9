"""Bugs of asyncio: what other tasks, completions and timers do between two awaits."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext

from corpus.parts import SOON, head, outside, streams, vector
from corpus.registry import ERROR, bug

import streamrt as srt


@bug(ERROR, cites="aleph-im/aleph-vm#193")
async def lost_update(rt: srt.Runtime, mended: bool = False) -> None:
    """A sum is read before an await and written after it, so another task's addition is lost."""
    total = 0.0

    async def add(source: str, steps: int, rows: float) -> None:
        nonlocal total
        part = vector(rt, rows)
        await outside(rt, source, steps)
        if mended:
            rows = await head(part)
            total += rows
        else:
            before = total
            total = before + await head(part)

    await asyncio.gather(add("left", 1, 1.0), add("right", 3, 2.0))
    assert total == 3.0  # first


@bug(ERROR, cites="aio-libs/aiobotocore#1695")
async def session_opened_twice(rt: srt.Runtime, mended: bool = False) -> None:
    """Two requests look for a session before either has opened one."""
    sessions: dict[str, int] = {}
    opened, opening = 0, asyncio.Lock()

    async def session(url: str) -> int:
        nonlocal opened
        async with opening if mended else nullcontext():
            if url not in sessions:
                await outside(rt, "connect")
                opened += 1
                sessions[url] = opened
        return sessions[url]

    async def request(client: str, steps: int) -> None:
        await outside(rt, client, steps)
        await session("db")

    await asyncio.gather(request("first", 1), request("second", 3))
    assert opened == 1  # first


@bug(ERROR)
async def cancelled_job_stays_busy(rt: srt.Runtime, mended: bool = False) -> None:
    """A job that is cancelled at its await never says that it is no longer busy."""
    busy: set[str] = set()

    async def job() -> None:
        busy.add("job")
        if mended:
            try:
                await outside(rt, "work")
            finally:
                busy.discard("job")
        else:
            await outside(rt, "work")
            busy.discard("job")

    running = asyncio.create_task(job())
    await asyncio.create_task(outside(rt, "client", 2))
    running.cancel()
    await asyncio.wait({running})
    assert not busy  # first


@bug(ERROR)
async def saving_not_awaited(rt: srt.Runtime, mended: bool = False) -> None:
    """A task saves the result in the background, and nobody waits for it before the end."""
    saved: list[str] = []

    async def save() -> None:
        await outside(rt, "disk")
        saved.append("model")

    background = set[asyncio.Task[None]]()
    background.add(asyncio.create_task(save()))
    await asyncio.create_task(outside(rt, "training", 2))
    if mended:
        await asyncio.gather(*background)
    assert saved == ["model"]  # first


@bug(ERROR, cites="home-assistant/android#3990")
async def handed_over_as_they_end(rt: srt.Runtime, mended: bool = False) -> None:
    """Frames are handed over in the order in which their decoders end."""
    ready: asyncio.Queue[int] = asyncio.Queue()

    async def decode(frame: int, steps: int) -> int:
        await outside(rt, f"decoder{frame}", steps)
        if not mended:
            ready.put_nowait(frame)
        return frame

    frames = await asyncio.gather(decode(0, 1), decode(1, 2))
    if mended:
        for frame in frames:
            ready.put_nowait(frame)
    assert [ready.get_nowait(), ready.get_nowait()] == [0, 1]  # first


@bug(ERROR)
async def the_cache_is_always_first(rt: srt.Runtime, mended: bool = False) -> None:
    """The program waits for the first of two answers, and takes for granted which one that is."""
    cache = asyncio.create_task(outside(rt, "cache", 2))
    disk = asyncio.create_task(outside(rt, "disk", 2))
    if mended:
        done, pending = await asyncio.wait({cache, disk}, return_when=asyncio.FIRST_COMPLETED)
        for answer in done:
            answer.result()
        await asyncio.gather(*pending)
    else:
        await asyncio.wait({cache, disk}, return_when=asyncio.FIRST_COMPLETED)
        cache.result()  # first
        await disk


@bug(ERROR, cites="MagicStack/asyncpg#467")
async def connection_lost_by_a_timeout(rt: srt.Runtime, mended: bool = False) -> None:
    """The timeout may come after the connection was taken and before the caller has it."""
    pool = ["connection"]

    async def acquire() -> str:
        connection = pool.pop()
        try:
            await outside(rt, "reset")
        except BaseException:
            if mended:
                pool.append(connection)
            raise
        return connection

    try:
        connection = await asyncio.wait_for(acquire(), SOON)
    except TimeoutError:
        pass
    else:
        pool.append(connection)
    assert pool == ["connection"]  # first


@bug(ERROR)
async def callbacks_as_submitted(rt: srt.Runtime, mended: bool = False) -> None:
    """Two callbacks are expected in the order in which their work was submitted."""
    header, body = streams(rt, "header", "body")
    x, y = vector(rt), vector(rt)
    sent: list[str] = []
    both = asyncio.Event()

    def note(name: str) -> None:
        sent.append(name)
        if len(sent) == 2:
            both.set()

    if mended:

        def then_the_body(_: object) -> None:
            note("header")
            body.fill(y, 2.0).add_done_callback(lambda _: note("body"))

        header.fill(x, 1.0).add_done_callback(then_the_body)
    else:
        header.fill(x, 1.0).add_done_callback(lambda _: note("header"))
        body.fill(y, 2.0).add_done_callback(lambda _: note("body"))
    await both.wait()
    assert sent == ["header", "body"]  # first
