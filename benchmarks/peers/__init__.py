"""The peers: the column of each, and the module that has its cases."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Peer:
    """One column of the table.

    Attributes:
        name: its name on the command line and in the JSON.
        title: the column's head.
        module: its module in this package. A case is an `async def` of the case's name, with
            `_` for `-`. It takes a Scale and returns the values of rows. If the module has a
            `run`, that is called in place of asyncio.run.
        needs: the import package without which the peer is absent.
        cases: the cases that it has; its place in other rows stays empty.
    """

    name: str
    title: str
    module: str
    needs: str
    cases: tuple[str, ...]

    @property
    def present(self) -> bool:
        """Whether the package is installed; its first case shows whether it works."""
        return importlib.util.find_spec(self.needs) is not None


_SUBMITTING = ("round-trip", "independent", "chain", "dag")
_CALLING = ("fresh", "threads")
_AWAITING = ("edge", "round-trip-20")
_SCALING = ("dag-growth", "backlog")
_REPLAYING = ("replay-chain", "replay-dag")
_COMPILED = ("compiled-1", "compiled-2")
_STANDARD = ("kernels-1", "kernels-2")
_EAGER = ("eager-arrays",)
_FUNCTIONS = ("eager-functions",)
_OWN = ("own-kernels-1", "own-kernels-2")
_PIPELINES = ("pipe-map", "pipe-fill", "pipe-overlap", "pipe-png")
_OF_STREAMRT = (
    *(*_COMPILED, *_STANDARD, *_OWN, *_EAGER, *_FUNCTIONS, "cached", "compiling"),
    *("pending", "overlap", "alloc", "start", "simulated", "exploring", "plan", "plan-memory"),
    "races",
    "gpu-edge",
    *("pipe-batch", "pipe-submit", "pipe-launched", "pipe-memory", "pipe-leave", "pipe-resume"),
)

# streamrt and what its ratios refer to stand side by side: they are measured in turn.
PEERS = (
    Peer(
        "streamrt",
        "streamrt",
        "with_streamrt",
        "streamrt",
        (
            "busy",
            *_AWAITING,
            *_SUBMITTING,
            "drain",
            *_CALLING,
            *_SCALING,
            *_REPLAYING,
            "replay-two",
            "replay-parts",
            "replay-start",
            *_OF_STREAMRT,
            *_PIPELINES,
            "pipe-coroutine",
        ),
    ),
    Peer("eager", "eager", "with_eager", "streamrt", (*_REPLAYING, "replay-two")),
    Peer(
        "executor",
        "executor",
        "with_executor",
        "asyncio",
        (
            "busy",
            *_AWAITING,
            *_SUBMITTING,
            "drain",
            *_CALLING,
            *_REPLAYING,
            "replay-two",
            "replay-start",
            "pending",
            "overlap",
            "start",
            *_PIPELINES,
            "pipe-coroutine",
        ),
    ),
    Peer(
        "numpy",
        "numpy",
        "with_numpy",
        "numpy",
        ("fresh", "alloc", "start", *_COMPILED, *_STANDARD, *_EAGER, *_FUNCTIONS, "pipe-png"),
    ),
    Peer("uvloop", "uvloop", "with_uvloop", "uvloop", ("busy", *_AWAITING, *_SUBMITTING)),
    Peer(
        "anyio",
        "anyio",
        "with_anyio",
        "anyio",
        ("busy", *_AWAITING, *_SUBMITTING, "overlap", "start"),
    ),
    Peer(
        "jax",
        "jax",
        "with_jax",
        "jax",
        ("busy", *_SUBMITTING, *_CALLING, *_REPLAYING, "start", *_COMPILED, *_EAGER, "cached"),
    ),
    Peer("numba", "numba", "with_numba", "numba", (*_COMPILED, *_OWN)),
    Peer(
        "torch",
        "torch",
        "with_torch",
        "torch",
        (
            *_SUBMITTING,
            *_CALLING,
            *_REPLAYING,
            *("alloc", "start"),
            *_COMPILED,
            *_EAGER,
            *_PIPELINES,
        ),
    ),
    Peer(
        "warp", "warp", "with_warp", "warp", ("busy", *_SUBMITTING, *_CALLING, *_REPLAYING, "start")
    ),
    Peer("spdl", "spdl", "with_spdl", "spdl", (*_PIPELINES, "pipe-coroutine")),
    Peer("grain", "grain", "with_grain", "grain", _PIPELINES),
    Peer(
        "streamable",
        "streamable",
        "with_streamable",
        "streamable",
        (*_PIPELINES, "pipe-coroutine"),
    ),
    Peer("aiostream", "aiostream", "with_aiostream", "aiostream", ("pipe-coroutine",)),
)
BY_NAME = {peer.name: peer for peer in PEERS}
