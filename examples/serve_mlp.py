"""A small neural network behind a web server: requests await compiled functions, with a deadline.

    python examples/serve_mlp.py                               # sends itself requests, no network
    uvicorn --app-dir examples --factory serve_mlp:create_app  # serves on port 8000
    curl -d '{"x": [[0.5, -1, 0, 2]]}' localhost:8000/predict

`Network.predict` is a method written with NumPy. Each request calls it, which submits two products
and a softmax and returns at once; then the request awaits the result, so the loop stays free. What
has not begun by its deadline never runs. The weights are Buffers in attributes: `POST /reload` sets
others, and the next request uses them, without compiling. See web_app.py for what else a service
needs, and serve_embeddings.py for one that puts requests together.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import streamrt as srt

DEADLINE = float(os.environ.get("DEADLINE", "5"))  # seconds that a request may take
FEATURES, HIDDEN, CLASSES = 4, 64, 3
MOST_ROWS = 64

Array: TypeAlias = "np.ndarray[Any, Any]"


class Network:
    """A network with one hidden layer.

    Attributes:
        rt: where it runs.
        weights: the matrix of each layer.
        biases: the bias of each layer.
    """

    def __init__(self, rt: srt.Runtime, seed: int) -> None:
        self.rt = rt
        self.weights: list[srt.Buffer] = []
        self.biases: list[srt.Buffer] = []
        self.load(seed)

    def load(self, seed: int) -> None:
        """Takes new weights; they stand for those of a file."""
        random = np.random.default_rng(seed)
        sizes = [(FEATURES, HIDDEN), (HIDDEN, CLASSES)]
        self.weights = [self.rt.put(random.normal(0, 0.5, size).astype("f4")) for size in sizes]
        self.biases = [self.rt.put(random.normal(0, 0.5, size[1]).astype("f4")) for size in sizes]

    @srt.jit
    def predict(self, x: Any) -> Any:
        """Returns the probability of each class for each row."""
        hidden = np.maximum(x @ self.weights[0] + self.biases[0], 0)
        scores = hidden @ self.weights[1] + self.biases[1]
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)


def create_app(deadline: float = DEADLINE) -> Starlette:
    """Makes the application; its lifespan opens the runtime."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with srt.Runtime() as rt:
            network = app.state.network = Network(rt, seed=0)
            for rows in range(1, MOST_ROWS + 1):  # all of them share a few kernels
                await network.predict.warm(np.zeros((rows, FEATURES), "f4"))
            yield

    app = Starlette(
        routes=[
            Route("/predict", predict, methods=["POST"]),
            Route("/reload", reload, methods=["POST"]),
        ],
        lifespan=lifespan,
    )
    app.state.deadline = deadline
    return app


async def predict(request: Request) -> JSONResponse:
    """Answers `POST /predict` with the probabilities of each row."""
    state = request.app.state
    try:
        async with asyncio.timeout(state.deadline):  # ends the wait
            with srt.deadline(state.deadline):  # and what was queued for it: nobody wants it now
                x = rows_of(await request.json())
                found = await state.network.predict(x).fetch()
    except TimeoutError:
        return JSONResponse({"error": f"not ready in {state.deadline} s"}, 504)
    except ValueError as error:  # no JSON, or other rows
        return JSONResponse({"error": str(error)}, 422)
    return JSONResponse({"probabilities": found.astype("f8").round(4).tolist()})


def rows_of(body: Any) -> Array:
    """Returns the rows in a request.

    Raises:
        ValueError: they are no matrix of numbers of the right size.
    """
    try:
        x = np.asarray(body["x"], "f4")
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"read x: {error!r}; send rows of {FEATURES} numbers") from error
    if x.ndim != 2 or x.shape[1] != FEATURES or not 1 <= len(x) <= MOST_ROWS:
        raise ValueError(f"read x: found {x.shape}; send 1 to {MOST_ROWS} rows of {FEATURES}")
    return x


async def reload(request: Request) -> JSONResponse:
    """Answers `POST /reload`: has the next request use other weights."""
    try:
        seed = int((await request.json())["seed"])
    except (KeyError, TypeError, ValueError) as error:
        return JSONResponse({"error": f"read seed: {error!r}; send a number"}, 422)
    request.app.state.network.load(seed)
    return JSONResponse({"seed": seed})


async def main() -> None:
    """Sends the application a dozen requests at once, in this process."""
    app = create_app()
    transport = httpx.ASGITransport(app=app)  # unlike a server, it does not run the lifespan
    random = np.random.default_rng(7)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://example") as client,
    ):
        batches = [random.normal(size=(rows, FEATURES)).tolist() for rows in range(1, 13)]
        answers = await asyncio.gather(
            *(client.post("/predict", json={"x": batch}) for batch in batches)
        )
        print(f"{answers[0].status_code} {answers[0].json()}")
        print(f"{sum(len(answer.json()['probabilities']) for answer in answers)} rows answered")
        await client.post("/reload", json={"seed": 1})
        print((await client.post("/predict", json={"x": batches[0]})).json())
        stats = app.state.network.predict.stats()
        print(f"{stats.calls} calls, {stats.traces} traces, {stats.compiles} kernels compiled")


if __name__ == "__main__":
    asyncio.run(main())
