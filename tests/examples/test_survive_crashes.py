"""The service that outlives its kernel's crashes, behind a real server, killed while it answers."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from shared.trial_kernels import PATIENCE

pytest.importorskip("starlette")
from shared.servers import Server, client_at, posix, served, shut_down

if TYPE_CHECKING:
    import httpx

FAR = 1 << 40  # an index that is no place of the table, and outside of all memory
AT_ONCE, KILLS = 8, 2

linux = pytest.mark.skipif(sys.platform != "linux", reason="such devices are for Linux")


@pytest.fixture
def server(ctrl_c: None) -> Generator[Server]:
    pytest.importorskip("uvicorn")
    with served("survive_crashes") as server:
        yield server


def children(pid: int) -> list[int]:
    """The children of a process, the oldest first."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        found.update(map(int, (task / "children").read_text().split()))
    return sorted(found)


async def reached(condition: Callable[[], bool]) -> None:
    """Waits for what comes by itself."""
    while True:
        if condition():
            return
        await asyncio.sleep(0.01)


async def ask(client: httpx.AsyncClient, *index: int) -> int:
    """Asks for elements of the table; returns the status, and checks an answer that there is."""
    answer = await client.post("/gather", json={"index": index})
    if answer.status_code == 200:
        assert answer.json() == [i * i for i in index]
    else:
        assert "its process" in answer.json()["error"]
    return answer.status_code


@posix
@linux
async def test_a_service_goes_on_when_its_kernels_process_ends(server: Server) -> None:
    url, process = server
    statuses: list[int] = []
    is_over = asyncio.Event()

    async def keep_asking(client: httpx.AsyncClient) -> None:
        while not is_over.is_set():
            statuses.append(await ask(client, 3, 1, 4))

    async with client_at(url) as client, asyncio.timeout(PATIENCE):
        assert await ask(client, 2) == 200
        asking = [asyncio.create_task(keep_asking(client)) for _ in range(AT_ONCE)]
        for _ in range(KILLS):
            await reached(lambda: len(children(process.pid)) > 1)  # a spare is on its way
            answered = len(statuses)
            os.kill(children(process.pid)[0], signal.SIGKILL)
            await reached(lambda n=answered: statuses[n + AT_ONCE :].count(200) > 3 * AT_ONCE)
        assert await ask(client, 3, FAR) == 503
        is_over.set()
        await asyncio.gather(*asking)
        assert set(statuses) <= {200, 503}
        assert await ask(client, 3, 1, 4) == 200
    await shut_down(process)
