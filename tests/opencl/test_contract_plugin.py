"""OpenCL by the contract alone: the distribution in plugins/opencl_contract, as it is installed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from shared.processes import python

PLUGIN = Path(__file__).parents[2] / "plugins" / "opencl_contract"
KIND = "opencl-contract"
QUICK = ("4", "5", "6", "8", "9", "12", "load")

PROGRAM = """
import asyncio
import numpy as np
import streamrt as srt

axpy = srt.Kernel(
    "axpy",
    "x: T[n], inout y: T[n], alpha: T",
    opencl=srt.OpenCL('''
        __kernel void add_scaled(const Words w, __global const T *x, __global T *y, T alpha)
        {
            for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0))
                y[i] += alpha * x[i];
        }
    ''', "add_scaled"),
    split="n",
)


async def main():
    async with srt.Runtime(devices=["opencl-contract:0"]) as rt:
        load, work = rt.device().stream("load"), rt.device().stream("work")
        x, y = rt.empty(1000, "f4"), rt.put(np.ones((1000, 2), "f4"))[:, 0].to(rt.device())
        load.fill(x, 2.5)
        for _ in range(100):
            work.launch(axpy, x, y, alpha=2.0)
        print((await y.fetch())[:2], (await x.fetch()).sum())


asyncio.run(main())
"""

COMPILED = """
import numpy as np
import streamrt as srt


@srt.jit
def softmax(x, b):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True) + np.tanh(b)


x, b = np.linspace(-2, 2, 56, dtype="f4").reshape(7, 8), np.arange(8, dtype="f4")
found = []
for kind in ("opencl-contract:0", "cpu:0"):
    with srt.Runtime([kind]) as rt:
        eager = rt.asarray(x) * 2 + 1
        found.append([np.asarray(softmax(rt.put(x), rt.put(b))), np.asarray(eager)])
print(*[float(np.abs(one - other).max()) for one, other in zip(*found)])
"""

AHEAD = """
from streamrt.testing import conformance
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._line import Line
from streamrt._native.core import RUNNING
from streamrt_opencl_contract import backend

with Bench(backend, 0, 3600) as bench:
    line, block = bench.line(), bench.alloc(64)
    step = bench.kernel(conformance.kernels()["step"], 16)
    bench.wait(line.launch(bench.fill_plan(16), block, 0), "done")
    runs = [line.launch(step, block, 1, 20_000_000 if first else 0) for first in (1, 0, 0, 0)]
    states = [run.state for run in runs]
    for run in runs:
        bench.wait(run, "done")
    print(states == [RUNNING] * 4, bench.read(line, block, 1)[0])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what pip leaves of the distribution."""
    folder = tmp_path_factory.mktemp("plugin")
    build = ("-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    done = python(*build, cwd=PLUGIN)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:  # which is how pip installs one
        packed.extractall(folder / "site")
    return folder / "site"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with the distribution on the path, and its entry points."""
    path = os.pathsep.join([str(folder), *(p for p in sys.path if p)])
    return python("-W", "error", *arguments, cwd=folder, env=os.environ | {"PYTHONPATH": path})


@pytest.mark.parametrize("rules", [QUICK, pytest.param((), marks=pytest.mark.slow)])
def test_it_passes_the_suite(installed: Path, rules: tuple[str, ...]) -> None:
    """Its kind is found by its entry point; the kernels are those of the suite, in OpenCL C."""
    chosen = [word for rule in rules for word in ("--rule", rule)]
    suite = ("-m", "streamrt.testing.conformance", KIND, "--seconds", "3600")
    done = run(installed, *suite, *chosen)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "it runs the kernels of the suite" not in done.stdout
    for number in ("4e", "6b", "load b", *([] if rules else ["P8a", "P10"])):
        assert re.search(rf"^passed +{number} ", done.stdout, re.MULTILINE), number


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_it_passes_the_suite_under_drawn_delays(installed: Path, seed: int) -> None:
    """Completions of native callbacks are held, too."""
    script = (
        "from streamrt import testing\n"
        "from streamrt.testing import conformance\n"
        "from streamrt_opencl_contract import backend\n"
        f"report = conformance.check(testing.perturb(backend, seed={seed}), seconds=3600)\n"
        "print(report)\n"
        "raise SystemExit(not report.ok)\n"
    )
    done = run(installed, "-c", script)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_program_of_a_user_runs_on_it(installed: Path) -> None:
    done = run(installed, "-c", PROGRAM)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[501. 501.] 2500.0\n"


def test_compiled_functions_and_eager_arrays_run_on_it(installed: Path) -> None:
    """It runs OpenCL C, so it gets the texts that streamrt writes for the kind `opencl`."""
    done = run(installed, "-c", COMPILED)
    assert done.returncode == 0, done.stderr
    furthest = [float(number) for number in done.stdout.split()]
    assert len(furthest) == 2
    assert max(furthest) < 1e-6


def test_launches_are_begun_ahead_of_the_end_of_earlier_ones(installed: Path) -> None:
    """Four are with the driver while the first runs, and their order holds."""
    done = run(installed, "-c", AHEAD)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"True {1 + 7 * (1 + 7 * (1 + 7))}\n"


def test_it_uses_public_names_only() -> None:
    """It imports from streamrt what the reference documents, and reads no underscored attribute."""
    public = {"streamrt.backend", "streamrt.errors", "streamrt"}
    for path in PLUGIN.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamrt."):
                assert node.module in public, f"{path.name} imports {node.module}"
            if isinstance(node, ast.Import):
                assert not any(name.name.startswith("streamrt.") for name in node.names)
            if isinstance(node, ast.Attribute) and re.match("_(?!_)", node.attr):
                assert ast.unparse(node.value) == "self", f"{path.name}: {ast.unparse(node)}"
