"""Checks the kind `cuda` on a GPU: `python tests/gpu/check.py --out FOLDER` from the repository.

Every step goes on after a failure of another one. The steps, in their order: what is here, the
conformance suite, chains over many streams with cancellations, whole programs, the standard
kernels and compiled functions against NumPy, loops and branches against Python, a module that a CPU
wrote, other libraries' streams and arrays, and the same under compute-sanitizer if that is found.
"""

from __future__ import annotations

import importlib
import io
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any

import numpy as np
from gpu_loops import compared
from machine import ROOT, Machine, SkippedError, main
from module.make_golden import FOLDER, MIXED, X, looped, mixed

import streamrt as srt
import streamrt_kernels as kernels
from streamrt.errors import DependencyError, ExecutionCancelledError, KernelError
from streamrt.testing import conformance

Found = Generator[tuple[str, object]]
RNG = np.random.default_rng(0)


def open_runtime(machine: Machine, **options: Any) -> srt.Runtime:
    return srt.Runtime(["cuda:0", "cpu:0"], backends=[machine.backend], **options)


def same(found: Any, wanted: Any, tolerance: float = 0.0) -> None:
    """Compares arrays: all bits alike, or within a relative tolerance."""
    if tolerance:
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(found, wanted)


def here(machine: Machine) -> Found:
    """What there is."""
    yield "GPUs", machine.backend.count()
    with open_runtime(machine) as rt:
        yield "device", repr(rt.device("cuda:0"))
    for name in ("numpy", "llvmlite", "cupy", "torch"):
        try:
            yield name, importlib.import_module(name).__version__
        except ImportError:
            yield name, "absent"


def suite(machine: Machine) -> Found:
    """The conformance suite."""
    report = conformance.check(machine.backend)
    yield "cases", str(report).splitlines()[-1]
    if not report.ok:
        raise AssertionError("\n".join(map(str, report.failed)))


def storm(machine: Machine) -> Found:
    """Chains of increments over eight streams, some of them cancelled."""
    draw = random.Random(0)
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        streams = [gpu.stream() for _ in range(8)]
        one = rt.put(np.ones(256, np.float32), gpu)
        chains = [rt.put(np.zeros(256, np.float32), gpu) for _ in range(16)]
        made: list[list[srt.Execution[None]]] = [[] for _ in chains]
        for _ in range(machine.count(40_000, 800)):
            at = draw.randrange(len(chains))
            made[at].append(draw.choice(streams).launch(kernels.axpy, one, chains[at], 1.0))
            if at % 2 and draw.random() < 0.01:  # the values of the others are compared
                made[at][-1].cancel()
        counts = Counter[str]()
        compared = 0
        for chain, executions in zip(chains, made, strict=True):
            ends = Counter(_end(execution) for execution in executions)
            counts += ends
            if set(ends) <= {"done"}:
                same(chain.fetch().sync(), np.full(256, ends["done"], np.float32))
                compared += 1
        assert compared >= len(chains) // 2
        yield "executions", dict(counts)
        yield "chains whose values were compared", compared


def _end(execution: srt.Execution[Any]) -> str:
    try:
        execution.sync()
    except ExecutionCancelledError:
        return "cancelled"
    except DependencyError:
        return "skipped"
    return "done"


def programs(machine: Machine) -> Found:
    """Copies, edges between the GPU and the CPU, graphs, failures."""
    with open_runtime(machine) as rt:
        gpu, cpu = rt.device("cuda:0"), rt.device("cpu:0")
        size = machine.count(1 << 24, 1 << 12)
        data = RNG.normal(size=size).astype(np.float32)
        on_gpu = rt.put(data, gpu)
        same(on_gpu.fetch().sync(), data)
        same(on_gpu[::3].fetch().sync(), data[::3])
        yield "put and fetch", data.nbytes
        there, work = on_gpu.to(cpu), cpu.stream()
        for _ in range(machine.count(200, 10)):  # there and back again
            work.launch(kernels.axpy, there, there, 0.5)
            back = there.to(gpu)
            gpu.stream().launch(kernels.axpy, back, back, -0.5)
            there = back.to(cpu)
        assert np.isfinite(there.fetch().sync()).all()
        yield "edges", "cpu to gpu to cpu"
        x, y = rt.put(np.ones(1000, np.float32), gpu), rt.put(np.zeros(1000, np.float32), gpu)
        with rt.capture() as graph:
            for _ in range(100):
                gpu.stream().launch(kernels.axpy, x, y, 1.0)
        replayable = graph.plan(gpu).instantiate()
        for _ in range(10):
            replayable.replay()
        same(y.fetch().sync(), np.full(1000, 1000, np.float32))
        yield "graph of 100 nodes, 10 replays", "values agree"
        values, places = rt.empty((2, 9), "f4", gpu), rt.empty((2, 9), "i8", gpu)
        few = rt.put(np.ones((2, 4), "f4"), gpu)
        failed = gpu.stream().launch(kernels.top_k, few, values, places)
        try:
            failed.sync()
        except KernelError as error:
            yield "a kernel's error", str(error)
        else:
            raise AssertionError("top_k of more elements than there are did not fail")


def standard(machine: Machine) -> Found:
    """The standard kernels against NumPy."""
    reference = kernels.reference
    rows, cols = machine.count(500, 20), machine.count(700, 30)
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        stream = gpu.stream()

        def put(array: Any) -> srt.Buffer:
            return rt.put(array, gpu)

        for dtype in ("f4", "f8", "i4", "i8", "u1"):
            x = (RNG.normal(size=(rows, cols)) * 50).astype(dtype)
            out = rt.empty((rows, cols), dtype, gpu)
            stream.launch(kernels.copy, put(x), out)
            same(out.fetch().sync(), x)
            to = rt.empty((rows, cols), "f4", gpu)
            stream.launch(kernels.cast, put(x), to)
            same(to.fetch().sync(), reference.cast(x, "f4"))
            yield f"copy, cast of {dtype}", "all bits"
        scores = RNG.normal(size=(rows, cols)).astype("f4")
        values, places = rt.empty((rows, 5), "f4", gpu), rt.empty((rows, 5), "i8", gpu)
        stream.launch(kernels.top_k, put(scores), values, places)
        best, at = reference.top_k(scores, 5)
        same(values.fetch().sync(), best)
        same(places.fetch().sync(), at)
        yield "top_k", "all bits"
        unit = put(scores)
        stream.launch(kernels.normalize_rows, unit)
        same(unit.fetch().sync(), reference.normalize_rows(scores), 1e-6)
        yield "normalize_rows", 1e-6
        for dtype, tolerance in (("f4", 1e-4), ("f8", 1e-11)):
            a = RNG.normal(size=(rows, cols)).astype(dtype)
            b = RNG.normal(size=(cols, rows)).astype(dtype)
            y = put(a)
            stream.launch(kernels.axpy, put(a), y, 3.0)
            same(y.fetch().sync(), reference.axpy(a, a, 3.0))
            out = rt.empty((rows, rows), dtype, gpu)
            stream.launch(kernels.matmul, put(a), put(b), out)
            same(out.fetch().sync(), a @ b, tolerance)
            total = rt.empty(rows, dtype, gpu)
            stream.launch(kernels.sum_rows, put(a), total)
            same(total.fetch().sync(), a.sum(axis=1), tolerance)
            stream.launch(kernels.matmul_nt, put(a), put(a), out)
            same(out.fetch().sync(), a @ a.T, tolerance)
            stream.launch(kernels.fill, y, 7.0)
            same(y.fetch().sync(), np.full(a.shape, 7, dtype))
            yield (
                f"axpy, fill, products, rows of {dtype}",
                f"axpy and fill all bits, others {tolerance}",
            )


def drawn(machine: Machine) -> Found:
    """Random numbers and scattered sums: the bits that a CPU gives."""
    count = machine.count(100_003, 1003)
    with open_runtime(machine) as rt:
        gpu, cpu = rt.device("cuda:0"), rt.device("cpu:0")
        for kernel in (kernels.uniform, kernels.normal):
            for dtype in ("f4", "f8"):
                both = [rt.empty(count, dtype, device) for device in (gpu, cpu)]
                for device, y in zip((gpu, cpu), both, strict=True):
                    device.stream().launch(kernel, y, 7, 5)
                same(both[0].fetch().sync(), both[1].fetch().sync())
            yield f"{kernel.name}, f4 and f8", "all bits"
        idx, x = RNG.integers(-9, 9, count), RNG.normal(size=(count, 7)).astype("f4")
        y = rt.put(np.zeros((9, 7), "f4"), gpu)
        gpu.stream().launch(kernels.scatter_add, rt.put(idx, gpu), rt.put(x, gpu), y)
        same(y.fetch().sync(), kernels.reference.scatter_add(idx, x, np.zeros((9, 7), "f4")))
        yield "scatter_add", "all bits"


def compiled(machine: Machine) -> Found:
    """Compiled functions against NumPy."""

    def softmax(x: Any) -> Any:
        powers = np.exp(x - x.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True)

    def layer(x: Any, w: Any) -> Any:
        return np.maximum(x @ w, 0).mean(axis=0)

    def ranks(x: Any) -> Any:
        return np.where(x > 0, x, -x)[::-1, 1:] * x.argmax()

    n = machine.count(1000, 30)
    inputs: dict[Any, tuple[Any, ...]] = {
        softmax: (RNG.normal(size=(n, n)).astype("f4"),),
        layer: (RNG.normal(size=(n, n)).astype("f4"), RNG.normal(size=(n, n)).astype("f4")),
        ranks: (RNG.integers(-100, 100, (n, n)),),
    }
    with open_runtime(machine) as rt:
        for function, arrays in inputs.items():
            given = [rt.put(array, "cuda:0") for array in arrays]
            found = srt.jit(function)(*given).fetch().sync()
            same(found, function(*arrays), 2e-4)
            yield function.__name__, "within 2e-4"


def modules(machine: Machine) -> Found:
    """Functions and a graph of a module that a CPU wrote."""
    module = srt.load(FOLDER / "0.1.0.srtm")
    with open_runtime(machine) as rt:
        gpu, (args, kwargs) = rt.device("cuda:0"), MIXED
        x, rows = rt.put(args[0], gpu), rt.put(args[1]["rows"], gpu)
        found, wanted = module["mixed"](x, {"rows": rows}, **kwargs), mixed(X, args[1], n=5)
        same(found["y"].fetch().sync(), wanted["y"], 2e-5)
        same(found["rows"][1].fetch().sync(), wanted["rows"][1])
        yield "a function", "within 2e-5"
        for one, other in zip(module["looped"](x), looped(X), strict=True):
            same(one.fetch().sync(), other, 2e-5)
        yield "a loop with a branch", "within 2e-5"
        replays = module.graph("step", gpu).plan(gpu).instantiate()
        same(replays.replay(x=x).sync().fetch().sync(), X**4, 1e-6)
        yield "a graph", "within 1e-6"
        w = RNG.normal(size=(64, machine.count(20_000, 40))).astype("f4")
        file, y = io.BytesIO(), RNG.normal(size=(8, 64)).astype("f4")
        srt.save(file, {"f": srt.jit(lambda y: np.tanh(y @ w)).lower(y)})
        loaded = srt.load(file.getvalue())["f"]
        for _ in range(3):
            same(loaded(rt.put(y, gpu)).fetch().sync(), np.tanh(y @ w), 1e-4)
        yield "weights of a file", f"{w.nbytes:,} bytes"


def others(machine: Machine) -> Found:
    """Streams and arrays of CuPy, and of PyTorch if it is there."""
    cupy = machine.cupy
    with open_runtime(machine) as rt:
        gpu, work = rt.device("cuda:0"), rt.device("cuda:0").stream()
        with cupy.cuda.Stream(non_blocking=True) as theirs:
            array = cupy.arange(1 << 20, dtype=cupy.float32) * 2
            ours = rt.from_dlpack(array)
            work.launch(kernels.axpy, ours, ours, 1.0)
            rt.foreign(theirs).wait(ours).sync()
            same(cupy.asnumpy(array + 1), np.arange(1 << 20, dtype=np.float32) * 4 + 1)
            event = rt.foreign(theirs).record()
            work.wait(event)
            work.sync()
        yield "CuPy: a stream and an array in", "values agree"
        buffer = rt.put(np.ones(1000, np.float32), gpu)
        work.launch(kernels.axpy, buffer, buffer, 1.0)
        same(cupy.asnumpy(cupy.from_dlpack(buffer)), np.full(1000, 2, np.float32))
        same(cupy.asnumpy(cupy.asarray(buffer)), np.full(1000, 2, np.float32))
        yield "CuPy: an array out", "by DLPack and __cuda_array_interface__"
        try:
            torch: Any = importlib.import_module("torch")
        except ImportError:
            yield "PyTorch", "absent"
            return
        tensor = torch.arange(1000, device="cuda", dtype=torch.float32)
        ours = rt.from_dlpack(tensor)
        work.launch(kernels.axpy, ours, ours, 1.0)
        rt.foreign(torch.cuda.current_stream()).wait(ours).sync()
        same((tensor + 1).cpu().numpy(), np.arange(1000, dtype=np.float32) * 2 + 1)
        same(torch.from_dlpack(buffer).cpu().numpy(), np.full(1000, 2, np.float32))
        yield "PyTorch: a stream, arrays in and out", "values agree"


def loss(machine: Machine) -> Found:
    """Losing the GPU."""
    if machine.is_fake:
        raise SkippedError("tests/cuda/test_loss.py does it on the fake driver")
    raise SkippedError("not done on purpose: a GPU that faults is lost to this whole process")
    yield


def sanitizer(machine: Machine) -> Found:
    """The kernels under compute-sanitizer."""
    tool = shutil.which("compute-sanitizer")
    if machine.is_fake:
        raise SkippedError("compute-sanitizer needs a GPU")
    if tool is None:
        raise SkippedError("compute-sanitizer is not on the path")
    for check in ("memcheck", "racecheck", "synccheck"):
        only = ["--only", "standard", "compiled", "--out", str(machine.out / check)]
        script = [sys.executable, str(ROOT / "tests" / "gpu" / "check.py"), *only]
        run = subprocess.run(
            [tool, "--tool", check, "--error-exitcode", "9", *script],
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise AssertionError(f"{check}: {run.stdout[-3000:]}")
        yield check, run.stdout.strip().splitlines()[-1]


STEPS = {
    "here": here,
    "suite": suite,
    "storm": storm,
    "programs": programs,
    "standard": standard,
    "drawn": drawn,
    "compiled": compiled,
    "loops": compared,
    "modules": modules,
    "others": others,
    "loss": loss,
    "sanitizer": sanitizer,
}

if __name__ == "__main__":
    sys.exit(main("check", STEPS))
