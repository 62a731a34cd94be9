"""Applications of examples: over ASGI in this process, and behind a real server in another."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from shared.trial_kernels import PATIENCE

pytest.importorskip("starlette")
if TYPE_CHECKING:
    import httpx
else:
    httpx = pytest.importorskip("httpx")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Server = tuple[str, "subprocess.Popen[str]"]

posix = pytest.mark.skipif(os.name != "posix", reason="hands a socket on to a process")


@asynccontextmanager
async def client_of(app: Any) -> AsyncGenerator[httpx.AsyncClient]:
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test") as client,
    ):
        yield client


@contextmanager
def served(example: str, folder: Path = EXAMPLES, **environment: str) -> Generator[Server]:
    """uvicorn in a process of its own, on a port that listens before it starts."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        command = [
            sys.executable, "-m", "uvicorn", "--factory", f"{example}:create_app",
            "--app-dir", str(folder), "--fd", str(listening.fileno()),
        ]  # fmt: skip
        process = subprocess.Popen(
            command,
            env=os.environ | environment,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=[listening.fileno()],
        )
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", process
        finally:
            process.kill()
            process.communicate()


def client_at(url: str) -> httpx.AsyncClient:
    """A client of a real server."""
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False)


async def shut_down(process: subprocess.Popen[str], number: signal.Signals = signal.SIGINT) -> None:
    """Ends the server, as Ctrl-C does or with another signal."""
    process.send_signal(number)
    _, log = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
    assert "Application shutdown complete." in log  # the runtime was drained and closed
    assert "Traceback" not in log
