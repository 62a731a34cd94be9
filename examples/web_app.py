"""A small web application that awaits kernels: it gets two lists and answers `y + alpha * x`.

    python examples/web_app.py                              # sends itself requests, no network
    uvicorn --app-dir examples --factory web_app:create_app # serves on port 8000
    curl -d '{"x": [1, 2], "y": [10, 20], "alpha": 0.5}' localhost:8000/axpy

The loop never blocks: while a kernel runs natively, the application answers other requests. The
example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import streamrt as srt
from streamrt_kernels import axpy

MEMORY = 256 << 20  # bytes of buffers for all requests together


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncGenerator[None]:
    """Opens one runtime for the application at start-up; drains and closes it at shutdown."""
    async with srt.Runtime(memory_limit=MEMORY) as rt:
        app.state.rt = rt
        yield


async def run_axpy(request: Request) -> JSONResponse:
    """Answers `POST /axpy` with `x` and `y` of equal shapes, and the number `alpha`."""
    rt: srt.Runtime = request.app.state.rt
    body = await read_object(request)
    x, y, alpha = (numbers(body, name) for name in ("x", "y", "alpha"))
    if alpha.ndim:
        raise HTTPException(422, "alpha: found a list; send one number")

    # Each request has its own buffers, so requests do not wait for each other. `execute` spreads
    # them over several streams. Its result is the buffer that the kernel writes, here `y`.
    written: srt.Buffer = await rt.execute(axpy, rt.put(x), rt.put(y), alpha=float(alpha))
    result = await written.fetch()

    if not np.isfinite(result).all():
        raise HTTPException(422, "axpy: the result is too large for a float; send smaller numbers")
    return JSONResponse({"y": result.tolist()})


async def read_object(request: Request) -> dict[str, Any]:
    """Returns the JSON object in the request."""
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"read the body: {error}; send a JSON object") from error
    if not isinstance(body, dict):
        raise HTTPException(400, "read the body: found no object; send a JSON object")
    return cast("dict[str, Any]", body)


def numbers(body: dict[str, Any], name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Returns a number, or nested lists of numbers, as an array."""
    try:
        array = np.asarray(body[name])
    except KeyError as error:
        raise HTTPException(422, f"{name}: it is missing; send a number or a list") from error
    except ValueError as error:  # lists of unequal lengths
        raise HTTPException(422, f"{name}: {error}; send lists of equal lengths") from error
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise HTTPException(422, f"{name}: found something else than finite numbers; send those")
    return array.astype("f8")


async def explain(request: Request, error: Exception) -> JSONResponse:
    """Answers with an error as JSON. The messages of streamrt's errors say what to do."""
    if isinstance(error, HTTPException):
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)
    if isinstance(error, srt.errors.OutOfMemoryError):  # too many requests at once
        return JSONResponse({"error": f"{error}; or try again later"}, 429)
    return JSONResponse({"error": str(error)}, 422)  # refused before it ran: unequal shapes


def create_app() -> Starlette:
    """Makes the application; its lifespan opens the runtime."""
    return Starlette(
        routes=[Route("/axpy", run_axpy, methods=["POST"])],
        exception_handlers={
            HTTPException: explain,
            srt.errors.ArgumentError: explain,
            srt.errors.OutOfMemoryError: explain,
        },
        lifespan=lifespan,
    )


async def main() -> None:
    """Sends the application five requests at once, one of them wrong, in this process."""
    app = create_app()
    transport = httpx.ASGITransport(app=app)  # unlike a server, it does not run the lifespan
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://example") as client,
    ):
        bodies: list[dict[str, Any]] = [
            {"x": [1, 2, 3], "y": [10, 20, 30], "alpha": alpha} for alpha in (0, 0.5, 1, 2)
        ]
        bodies.append({"x": [1, 2, 3], "y": [10, 20], "alpha": 1})
        answers = await asyncio.gather(*(client.post("/axpy", json=body) for body in bodies))
        for body, answer in zip(bodies, answers, strict=True):
            print(f"{body} -> {answer.status_code} {answer.json()}")


if __name__ == "__main__":
    asyncio.run(main())
