"""Modules in other processes, on other devices, within other functions, and in a terminal."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from module.saved_functions import W, X, bits, only, saved
from shared.processes import python

import streamrt as srt
from streamrt._module.loading import load
from streamrt.errors import ArgumentError


def test_the_same_functions_are_the_same_file_in_every_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, numpy as np, streamrt as srt\n"
        "w = np.linspace(-1, 1, 400, dtype='f4').reshape(4, 100)\n"
        "f = srt.jit(lambda x: np.tanh(x @ w))\n"
        "g = srt.jit(lambda x, n: {'a': x.sum(0) * n, 'w': w})\n"
        "x = np.arange(8, dtype='f4').reshape(2, 4)\n"
        "names = {'f': [f.lower(x), f.lower(x[:1])], 'g': g.lower(x, 2)}\n"
        "if len(sys.argv) > 2:\n"
        "    names = {'g': names['g'], 'f': names['f'][::-1]}\n"
        "srt.save(sys.argv[1], names)\n"
    )
    files: list[bytes] = []
    for seed, more in (("1", ()), ("2", ("again",))):
        path = tmp_path / f"{seed}.srtm"
        python(script, path, *more, check=True, env={**_environment(), "PYTHONHASHSEED": seed})
        files.append(path.read_bytes())
    assert files[0] == files[1]


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)


def _scripted(tmp_path: Path, text: str) -> str:
    script = tmp_path / "use.py"
    script.write_text("import sys, numpy as np, streamrt as srt\n" + text)
    return python(script, tmp_path / "net.srtm", check=True).stdout


def test_another_process_computes_the_same_bits_without_the_source(tmp_path: Path) -> None:
    w = np.random.default_rng(3).standard_normal((64, 64)).astype("f4")

    @srt.jit
    def net(x: Any) -> Any:
        for _ in range(3):
            x = np.tanh(x @ w) + x
        return {"y": x, "mean": x.mean(-1)}

    x = np.linspace(-1, 1, 128, dtype="f4").reshape(2, 64)
    srt.save(tmp_path / "net.srtm", {"net": net.lower(x)})
    expected = net(x)
    found = _scripted(
        tmp_path,
        "x = np.linspace(-1, 1, 128, dtype='f4').reshape(2, 64)\n"
        "found = srt.load(sys.argv[1])['net'](x)\n"
        "print(*[np.asarray(found[k]).tobytes().hex() for k in ('y', 'mean')])\n",
    )
    assert found.split() == [np.asarray(expected[k]).tobytes().hex() for k in ("y", "mean")]


DEVICES: dict[str, Callable[[], srt.Runtime]] = {
    "cpu": srt.Runtime,
    "sim": lambda: srt.Runtime(["sim:0"]),
    "process": lambda: srt.Runtime(["process+cpu:0"]),
}


@pytest.mark.parametrize("kind", DEVICES)
def test_one_file_serves_every_device(kind: str) -> None:
    table = np.arange(4000, dtype="f4").reshape(1000, 4)

    @srt.jit
    def f(x: Any, rows: Any) -> Any:
        return np.exp(x @ table.T * -1e-4)[:, rows], np.cumsum(x, -1)

    rows = np.array([3, 999, 0])
    data = saved({"f": f.lower(X, rows)})
    with DEVICES[kind]() as rt:
        device = rt.device()
        g = srt.load(data)["f"]
        on = [rt.put(X, device), rt.put(rows, device)]
        expected = bits(f(*on))
        for _ in range(3):
            assert bits(g(*on)) == expected
        assert bits(g.on(device.stream("own"))(*on)) == expected
        with rt.capture(x=on[0]) as graph:
            first, second = g(*on)
            graph.output("first", first)
            graph.output("second", second)
        replayed = graph.plan(device).instantiate().replay()
        assert bits(tuple(replayed.sync())) == expected
        assert "__global__" in g.lower(X, rows).cuda


def test_arrays_are_used_where_the_file_is_mapped(tmp_path: Path) -> None:
    table = np.arange(1 << 16, dtype="f4")
    f = srt.jit(lambda x: x + table)
    path = tmp_path / "f.srtm"
    srt.save(path, {"f": f.lower(table), "g": f.lower(table)})
    assert path.stat().st_size < table.nbytes + 1000  # one array serves both
    module = srt.load(path)
    with srt.Runtime() as rt:
        x = rt.put(table)
        assert np.asarray(module["f"](x)).tolist() == (2 * table).tolist()
        (weights,) = {id(module[name]._weights): module[name]._weights for name in "fg"}.values()
        ((buffer,),) = [list(known.values()) for known in weights._buffers.values()]
        assert not buffer._address % 64
        maps = Path("/proc/self/maps").read_text().splitlines()
        (where,) = [line.split()[0] for line in maps if line.endswith(str(path))]
        low, high = (int(end, 16) for end in where.split("-"))
        assert low <= buffer._address < high
        srt.save(path, {"f": f.lower(table)})  # what is mapped stays
        assert np.asarray(module["g"](x)).tolist() == (2 * table).tolist()
    assert not weights._buffers
    with srt.Runtime() as rt:  # and again in another runtime
        assert np.asarray(module["f"](rt.put(table))).tolist() == (2 * table).tolist()


def test_a_kernel_that_is_registered_goes_first(rt: srt.Runtime) -> None:
    import ctypes

    floats = ctypes.POINTER(ctypes.c_float)
    calls: list[int] = []

    @ctypes.CFUNCTYPE(None, floats, floats, ctypes.c_int64)
    def twice(x: Any, y: Any, n: int) -> None:
        calls.append(n)
        for i in range(n):
            y[i] = 2 * x[i]

    rt.register("net", twice, "x: f32[n], out y: f32[n]")
    module = srt.load(saved({"net": srt.jit(lambda x: x + x).lower(np.ones(5, "f4"))}))
    for _ in range(2):
        assert np.asarray(module["net"](np.ones(5, "f4"))).tolist() == [2] * 5
    assert calls == [5, 5]


def test_functions_within_others(rt: srt.Runtime) -> None:
    w, big = rt.put(W), np.arange(300, dtype="f4")

    @srt.jit
    def f(x: Any, scale: Any, kind: Any = None) -> Any:
        return {"y": x @ w * scale + big[:3], "x": x}

    g = only(f.lower(X, 2.0), embed=True)

    @srt.jit
    def outer(x: Any, n: Any) -> Any:
        first = g(x * 2, n)
        return first["y"] - g(first["x"], 3.0)["y"].mean()

    @srt.jit
    def plain(x: Any, n: Any) -> Any:
        first = f(x * 2, n)
        return first["y"] - f(first["x"], 3.0)["y"].mean()

    np.testing.assert_allclose(np.asarray(outer(X, 2.0)), np.asarray(plain(X, 2.0)), rtol=1e-6)
    assert bits(only(outer.lower(X, 2.0), embed=True)(X, 2.0)) == bits(outer(X, 2.0))
    with pytest.raises(ArgumentError, match=r"x is f32\[4, 2\], not f32\[2, 4\]"):
        srt.jit(lambda x: g(x.T, 1.0)["y"])(X)


def test_warming_compiles_all_and_options_are_those_of_jit(rt: srt.Runtime) -> None:
    f = srt.jit(lambda x, y: x * y)
    module = srt.load(saved({"f": [f.lower(X, X), f.lower(X[0], X[0])], "g": f.lower(X, 2.0)}))
    asyncio.run(module.warm())
    assert [module[name].stats().variants for name in "fg"] == [2, 1]
    x = rt.put(X)
    given = srt.jit(module["f"], donate="x")
    assert bits(given(x, X)) == bits(X * X)
    with pytest.raises(srt.errors.DeletedBufferError):
        np.asarray(x)
    with pytest.raises(ArgumentError, match="it is a function of a module, which is not traced"):
        srt.jit(module["f"], check=True)
    assert repr(module) == "<Module a module: 'f', 'g'>"
    assert list(module) == ["f", "g"]
    assert len(module) == 2
    assert asyncio.run(module["f"].aio(X, X)).shape == (2, 4)


def test_a_module_says_who_made_it(rt: srt.Runtime, tmp_path: Path) -> None:
    path = tmp_path / "f.srtm"
    table = np.arange(1000, dtype="f4")
    srt.save(path, {"f": srt.jit(lambda x: np.tanh(x) + table).lower(table)})
    run = python("-m", "streamrt", "module", path, "--program")
    assert run.returncode == 0
    assert not run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].startswith(f"{path}: a module of version 1, by streamrt ")
    assert "f(x: f32[1000]) -> f32[1000]" in lines
    assert "    2 operations, 1 arrays" in lines
    assert any("tanh p0" in line for line in lines)
    path.write_bytes(path.read_bytes()[:-1])
    run = python("-m", "streamrt", "module", path)
    assert run.returncode == 1
    assert "1 are missing; it is damaged" in run.stderr
    assert load(io.BytesIO(saved({"f": srt.jit(lambda x: x).lower(X)}))).note.startswith("streamrt")
