"""The service of examples/serve_embeddings.py with a small model, which needs no package.

uvicorn --app-dir tests/shared/services --factory small_embeddings:create_app
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt

sys.path.append(str(Path(__file__).resolve().parents[3] / "examples"))

import serve_embeddings as service

WIDTH, WORDS = 24, 97


def tokens(texts: list[str]) -> list[list[int]]:
    """A token for each word, of its letters, with one before and one behind."""
    return [
        [1, *(3 + sum(word.encode()) % (WORDS - 3) for word in text.split()[:254]), 2]
        for text in texts
    ]


def weights(layers: int, most: int) -> dict[str, Any]:
    """Weights with the names and the kinds of shape of the published model."""
    rng, made = np.random.default_rng(0), dict[str, Any]()

    def normal(name: str, *shape: int) -> None:
        made[name] = rng.normal(0, 0.5, shape).astype("f4")

    def norm(name: str) -> None:
        normal(f"{name}.weight", WIDTH)
        normal(f"{name}.bias", WIDTH)

    e = "embeddings"
    normal(f"{e}.word_embeddings.weight", WORDS, WIDTH)
    normal(f"{e}.position_embeddings.weight", most, WIDTH)
    normal(f"{e}.token_type_embeddings.weight", 2, WIDTH)
    norm(f"{e}.LayerNorm")
    for n in range(layers):
        at = f"encoder.layer.{n}"
        wide = 2 * WIDTH
        for name, out, width in (
            *((f"attention.self.{of}", WIDTH, WIDTH) for of in ("query", "key", "value")),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", wide, WIDTH),
            ("output.dense", WIDTH, wide),
        ):
            normal(f"{at}.{name}.weight", out, width)
            normal(f"{at}.{name}.bias", out)
        norm(f"{at}.attention.output.LayerNorm")
        norm(f"{at}.output.LayerNorm")
    return made


class Model(service.Model):
    """The small model.

    Attributes:
        gate: batches begin only while it is set.
        begun: how many batches have come to the gate.
    """

    def __init__(self, rt: srt.Runtime) -> None:
        super().__init__(rt, weights(service.LAYERS, service.LENGTHS[-1]), tokens)
        self.gate = asyncio.Event()
        self.gate.set()
        self.begun = 0

    async def embedded(self, texts: Sequence[str]) -> list[Any]:
        self.begun += 1
        await self.gate.wait()
        return await super().embedded(texts)


def create_app() -> Any:
    """Makes the application; ROOM in the environment says how many texts may wait."""
    return service.create_app(Model, room=int(os.environ.get("ROOM", service.ROOM)))
