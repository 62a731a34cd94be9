"""A small web application that awaits kernels: it answers two lists with `y + times * alpha * x`.

    python examples/web_app.py                              # sends itself requests, no network
    uvicorn --app-dir examples --factory web_app:create_app # serves on port 8000
    curl -d '{"x": [1, 2], "y": [10, 20], "alpha": 0.5}' localhost:8000/axpy
    curl localhost:8000/metrics

The loop never blocks: while a kernel runs natively, the application answers other requests. A
request that takes longer than DEADLINE seconds is answered with status 504. If a client goes away,
its request ends at once, because nobody would read the answer. In both cases queued work is
cancelled, and the memory is free again once the kernel that runs has ended. `/metrics` shows it, in
the format of Prometheus or OpenMetrics, as the scraper asks for; docs/services.md says what stands
there.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import streamrt as srt
from streamrt import observe
from streamrt.observe import Metric
from streamrt_kernels import axpy

DEADLINE = float(os.environ.get("DEADLINE", "10"))  # seconds that a request may take
MEMORY = 256 << 20  # bytes of buffers for all requests together
STREAMS = max(1, (os.cpu_count() or 2) - 1)  # leaves a core to the loop; see docs/tuning.md
BATCH = 32  # launches that a request submits before it gives way to others

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


@dataclass
class Service:
    """The runtime that all requests share, and the application's own numbers for `/metrics`."""

    rt: srt.Runtime
    streams: list[srt.Stream]
    deadline: float
    answered: Counter[int] = field(default_factory=Counter[int])  # answers by status
    in_flight: int = 0


def create_app(deadline: float = DEADLINE) -> Starlette:
    """Makes the application; its lifespan opens the runtime."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with srt.Runtime(memory_limit=MEMORY, threads=1) as rt:
            # Compiling in the first request would hold the loop.
            await rt.warm(axpy, np.ones(1), np.ones(1))
            streams = [rt.device().stream(f"web{n}", high_water=BATCH) for n in range(STREAMS)]
            app.state.service = Service(rt, streams, deadline)
            with observe.watch_loop(rt):
                yield

    return Starlette(
        routes=[Route("/axpy", answer, methods=["POST"]), Route("/metrics", show_metrics)],
        exception_handlers={HTTPException: refuse},
        lifespan=lifespan,
    )


async def answer(request: Request) -> Response:
    """Answers `POST /axpy`, whatever happens, and counts the answer."""
    service: Service = request.app.state.service
    service.in_flight += 1
    try:
        with observe.span("request", path=request.url.path):  # for a recording, or a flight file
            response = await run_axpy(request, service)
    except Exception as error:  # noqa: BLE001 - `explain` logs those that it does not know
        response = explain(error)
    finally:
        service.in_flight -= 1
    service.answered[response.status_code] += 1
    return response


async def run_axpy(request: Request, service: Service) -> Response:
    """Answers a request with `x` and `y` of equal shapes, `alpha` and, if it has that, `times`."""
    try:
        async with asyncio.timeout(service.deadline) as limit:
            body = await read_object(request)
            x, y = numbers(body, "x"), numbers(body, "y")
            alpha, times = number(body, "alpha"), int(number(body, "times"))
            async with ending_with_client(request, limit):
                result = await add(service, x, y, alpha, times)
    except TimeoutError as error:
        if await request.is_disconnected():
            raise ClientDisconnect from error
        raise HTTPException(504, f"not ready in {service.deadline} s; send less work") from error
    if not np.isfinite(result).all():
        raise HTTPException(422, "axpy: the result is too large for a float; send smaller numbers")
    return JSONResponse({"y": result.tolist()})


@asynccontextmanager
async def ending_with_client(request: Request, limit: asyncio.Timeout) -> AsyncGenerator[None]:
    """Moves a deadline to now when the client goes away: a server itself cancels no handler."""

    async def ask() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        limit.reschedule(0)  # a time in the past

    asking = asyncio.create_task(ask())
    try:
        yield
    finally:
        asking.cancel()


async def add(service: Service, x: Array, y: Array, alpha: float, times: int) -> Array:
    """Returns `y + times * alpha * x`, by one launch for each time.

    Each request has its own buffers, so no request waits for another one's results.
    """
    stream = min(service.streams, key=lambda stream: stream.pending)
    async with service.rt.scope():  # left by an exception, it cancels what is still queued
        step, total = service.rt.put(x), service.rt.put(y)
        for number in range(1, times + 1):
            stream.launch(axpy, step, total, alpha=alpha)
            if number % BATCH == 0:
                await stream.drain()  # waits while much is pending, and lets others have a turn
        result: Array = await total.fetch()
        return result


async def read_object(request: Request) -> dict[str, Any]:
    """Returns the JSON object in the request."""
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"read the body: {error}; send a JSON object") from error
    if not isinstance(body, dict):
        raise HTTPException(400, "read the body: found no object; send a JSON object")
    return {"times": 1} | cast("dict[str, Any]", body)


def numbers(body: dict[str, Any], name: str) -> Array:
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


def number(body: dict[str, Any], name: str) -> float:
    """Returns a number."""
    array = numbers(body, name)
    if array.ndim:
        raise HTTPException(422, f"{name}: found a list; send one number")
    return float(array)


def explain(error: Exception) -> JSONResponse:
    """Answers with an error as JSON. The messages of streamrt's errors say what to do."""
    match error:
        case ExceptionGroup(exceptions=(first, *_)):  # a scope raises one, as TaskGroup does
            return explain(cast("Exception", first))
        case HTTPException():
            return JSONResponse({"error": error.detail}, error.status_code, error.headers)
        case srt.errors.ArgumentError():  # refused before it ran: unequal shapes
            return JSONResponse({"error": str(error)}, 422)
        case srt.errors.OutOfMemoryError():  # too many requests at once
            return JSONResponse({"error": f"{error}; or try again later"}, 429)
        case ClientDisconnect():  # nobody reads this; other servers count such requests as 499
            return JSONResponse({"error": "the client went away"}, 499)
        case _:
            logging.getLogger("web_app").error("answer a request", exc_info=error)
            return JSONResponse({"error": "the server made a mistake"}, 500)


async def refuse(request: Request, error: Exception) -> JSONResponse:
    """Answers a wrong path or method."""
    return explain(error)


async def show_metrics(request: Request) -> Response:
    """Answers `GET /metrics`: the numbers of streamrt, and behind them the application's own."""
    service: Service = request.app.state.service
    answers = [({"status": str(s)}, count) for s, count in sorted(service.answered.items())]
    own = [
        Metric("web_answers", "counter", "Answers, by their status.", answers),
        Metric("web_in_flight", "gauge", "Requests without an answer.", [({}, service.in_flight)]),
    ]
    text, kind = observe.metrics_for(service.rt, request.headers.get("accept"), more=own)
    return Response(text, media_type=kind)


async def main() -> None:
    """Sends the application six requests at once, in this process: one is wrong, one too long."""
    app = create_app(deadline=0.5)
    transport = httpx.ASGITransport(app=app)  # unlike a server, it does not run the lifespan
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://example") as client,
    ):
        bodies: list[dict[str, Any]] = [
            {"x": [1, 2, 3], "y": [10, 20, 30], "alpha": alpha} for alpha in (0, 0.5, 1, 2)
        ]
        bodies.append({"x": [1, 2, 3], "y": [10, 20], "alpha": 1})
        bodies.append({"x": [1], "y": [1], "alpha": 1, "times": 1e12})
        answers = await asyncio.gather(*(client.post("/axpy", json=body) for body in bodies))
        for body, reply in zip(bodies, answers, strict=True):
            print(f"{body} -> {reply.status_code} {reply.json()}")
        for line in (await client.get("/metrics")).text.splitlines():
            if not line.startswith("#"):
                print(line)


if __name__ == "__main__":
    asyncio.run(main())
