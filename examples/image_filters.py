"""Image filters on a web server, in one class with eager and compiled methods.

    python examples/image_filters.py                                  # sends itself requests
    uvicorn --app-dir examples --factory image_filters:create_app     # serves on port 8000
    curl --data-binary @photo.pgm localhost:8000/sharpened -o new.pgm

An image comes and goes as PGM, a format of grey pixels that most programs write. The methods with
many operations for a pixel are compiled, each to one kernel. The others are eager: one may look at
the image before it goes on. The loop never waits for pixels: it awaits, and answers other requests.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import streamrt as srt
from streamrt import array_api as xp

MOST = 1 << 26  # bytes of an image
HEAD = re.compile(rb"P5\s+(\d{1,5})\s+(\d{1,5})\s+255\s")

Pixels: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"


class Filters:
    """Filters of grey images: f32[n, m] with elements from 0, black, to 1.

    Attributes:
        strength: how much `sharpened` adds.
    """

    def __init__(self, strength: float = 1.0) -> None:
        self.strength = strength

    @srt.jit
    def blurred(self, x: Any) -> Any:
        """Returns the mean of each pixel and its neighbours; the border counts twice."""
        wide, (n, m) = np.pad(x, 1, mode="edge"), x.shape
        return sum(wide[i : i + n, j : j + m] for i in range(3) for j in range(3)) / 9.0

    @srt.jit
    def edges(self, x: Any) -> Any:
        """Returns how much the image changes at each pixel, by the filter of Sobel."""
        wide, (n, m) = np.pad(x, 1, mode="edge"), x.shape
        across = wide[:, 2:] - wide[:, :-2]
        down = wide[2:] - wide[:-2]
        dx = across[:n] + 2.0 * across[1 : n + 1] + across[2:]
        dy = down[:, :m] + 2.0 * down[:, 1 : m + 1] + down[:, 2:]
        return np.minimum(np.sqrt(dx * dx + dy * dy), 1.0)

    def sharpened(self, x: xp.Array) -> xp.Array:
        """Returns the image with its small structures raised."""
        return xp.clip(x + self.strength * (x - self.blurred(x)), 0.0, 1.0)

    async def levelled(self, x: xp.Array) -> xp.Array:
        """Returns the image from black to white; as it is, if it has one brightness only."""
        low, high = xp.min(x), xp.max(x)
        if float(await high) - float(await low) < 1e-3:
            return x
        return (x - low) / (high - low)


FILTERS = Filters()


async def filtered(rt: srt.Runtime, name: str, pixels: Pixels) -> Pixels:
    """Returns an image after the filter of that name."""
    x = xp.astype(rt.asarray(pixels), xp.float32) / 255.0
    found = getattr(FILTERS, name)(x)
    y = await found if asyncio.iscoroutine(found) else found
    rounded = xp.astype(xp.round(y * 255.0), xp.uint8)
    return np.asarray(await rounded)


# --- the server ----------------------------------------------------------------------------------


def create_app() -> Starlette:
    """Makes the application; its lifespan opens the runtime."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with srt.Runtime() as rt:
            app.state.rt = rt
            sample = xp.zeros((8, 8), dtype=xp.float32)
            for compiled in (FILTERS.blurred, FILTERS.edges):
                await compiled.warm(sample)  # compiling in the first request would hold the loop
            yield

    names = ("blurred", "edges", "sharpened", "levelled")
    routes = [Route(f"/{name}", answer, methods=["POST"], name=name) for name in names]
    return Starlette(routes=routes, lifespan=lifespan)


async def answer(request: Request) -> Response:
    """Answers `POST /<filter>` with an image by the filtered one."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST:
            raise HTTPException(413, f"the image has more than {MOST} bytes; send a smaller one")
    name = request.url.path.strip("/")
    return Response(written(await filtered(request.app.state.rt, name, read(body))))


def read(body: bytes) -> Pixels:
    """Returns the pixels of an image in PGM."""
    head = HEAD.match(body)
    if head is None:
        raise HTTPException(422, "found no image; send PGM with 255 as its white (P5)")
    m, n = int(head[1]), int(head[2])
    data = body[head.end() :]
    if len(data) != n * m or not data:
        raise HTTPException(422, f"{n} rows of {m} pixels are {n * m} bytes; found {len(data)}")
    return np.frombuffer(data, np.uint8).reshape(n, m)


def written(pixels: Pixels) -> bytes:
    """Returns an image in PGM."""
    n, m = pixels.shape
    return b"P5 %d %d 255\n" % (m, n) + pixels.tobytes()


async def main() -> None:
    """Sends the application an image for each filter at once, and one that is none."""
    rows, columns = np.mgrid[:48, :64]
    image = (40 + 100 * ((rows // 12 + columns // 16) % 2)).astype(np.uint8)
    app = create_app()
    transport = httpx.ASGITransport(app=app)  # unlike a server, it does not run the lifespan
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://example") as client,
    ):
        names = ("blurred", "edges", "sharpened", "levelled")
        posts = [client.post(f"/{name}", content=written(image)) for name in names]
        for name, reply in zip(names, await asyncio.gather(*posts), strict=True):
            found = read(reply.content)
            print(f"{name}: {reply.status_code}, from {found.min()} to {found.max()}")
        reply = await client.post("/edges", content=b"no image")
        print(f"{reply.status_code}: {reply.text}")


if __name__ == "__main__":
    asyncio.run(main())
