"""A web service whose kernel may crash: the requests that it ran for get 503, and it goes on.

    uvicorn --app-dir examples --factory survive_crashes:create_app    # serves on port 8000
    curl -d '{"index": [3, 1, 4]}' localhost:8000/gather               # [9.0, 1.0, 16.0]
    curl -d '{"index": [1099511627776]}' localhost:8000/gather         # 503: the kernel has crashed
    curl -d '{"index": [3, 1, 4]}' localhost:8000/gather               # [9.0, 1.0, 16.0]
    python examples/survive_crashes.py                                 # the same, without network

The kernel looks up what the request asks for, and believes the index. It runs in a process of its
own, on the device `process+cpu:0`. When it crashes there, that process ends and a spare takes over.
Each request has a stream of its own, and the buffers that it made go with it. The table is shared
by all: kernels only read it, so it outlives every crash.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import streamrt as srt
from streamrt.errors import DependencyError, DeviceLostError

STREAMS = max(1, os.cpu_count() or 1)
TABLE = np.arange(1000, dtype=np.float32) ** 2

GATHER = srt.Kernel(
    "gather",
    "x: f32[m], index: i64[n], out y: f32[n]",
    split="n",
    cpu=srt.LLVM("""
define i32 @gather(ptr %args, i64 %lo, i64 %hi) {
entry:
  %px = getelementptr i64, ptr %args, i64 1
  %x = load ptr, ptr %px
  %pi = getelementptr i64, ptr %args, i64 2
  %index = load ptr, ptr %pi
  %py = getelementptr i64, ptr %args, i64 3
  %y = load ptr, ptr %py
  br label %loop
loop:
  %i = phi i64 [ %lo, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %index, i64 %i
  %place = load i64, ptr %at
  %from = getelementptr float, ptr %x, i64 %place
  %value = load float, ptr %from
  %to = getelementptr float, ptr %y, i64 %i
  store float %value, ptr %to
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
"""),
)


class Service:
    """The runtime that all requests share."""

    def __init__(self, rt: srt.Runtime) -> None:
        device = rt.device()
        self.rt = rt
        self.table = rt.put(TABLE)
        self.free: asyncio.Queue[srt.Stream] = asyncio.Queue()
        for number in range(STREAMS):
            self.free.put_nowait(device.stream(f"request{number}"))

    async def gather(self, index: list[int]) -> list[float]:
        """The table's elements at these places."""
        places = self.rt.put(np.array(index, np.int64))
        found = self.rt.empty((len(index),), np.float32)
        stream = await self.free.get()
        try:
            await stream.launch(GATHER, self.table, places, found)
        finally:
            self.free.put_nowait(stream)
        return cast("list[float]", (await found.fetch()).tolist())


async def gather(request: Request) -> Response:
    """Answers `POST /gather`."""
    service: Service = request.app.state.service
    index: Any = (await request.json()).get("index")
    if not isinstance(index, list) or {*map(type, cast("list[object]", index))} != {int}:
        return JSONResponse({"error": "index is a list of whole numbers"}, status_code=400)
    try:
        return JSONResponse(await service.gather(cast("list[int]", index)))
    except (DeviceLostError, DependencyError) as error:
        return JSONResponse({"error": str(error).splitlines()[0]}, status_code=503)


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncGenerator[None]:
    """Keeps the runtime open while the application serves."""
    async with srt.Runtime(devices=["process+cpu:0"], kernel_timeout=10.0) as rt:
        app.state.service = Service(rt)
        yield


def create_app() -> Starlette:
    """The application, for a server of ASGI."""
    return Starlette(routes=[Route("/gather", gather, methods=["POST"])], lifespan=lifespan)


async def main() -> None:
    """Asks the application for three things, of which the second crashes its kernel."""
    app = create_app()
    logging.getLogger("streamrt").setLevel(logging.ERROR)  # it warns of each process that ends
    async with (
        lifespan(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://example") as client,
    ):
        for index in ([3, 1, 4], [1 << 40], [3, 1, 4]):
            answer = await client.post("/gather", json={"index": index})
            if answer.status_code == 200:
                print(answer.json())
            else:
                print(answer.status_code, answer.json()["error"].split("its process ")[1][-42:])


if __name__ == "__main__":
    asyncio.run(main())
