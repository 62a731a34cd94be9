"""Modules: what was saved comes back, computes the same bits, and is called as it was."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from jit.random_programs import random_program
from module.saved_functions import W, X, bits, only, saved

import streamrt as srt
from streamrt.errors import ArgumentError, ArgumentTypeError


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 8))]
)
def test_any_function_comes_back(rt: srt.Runtime, seed: int) -> None:
    count = 0
    for number in range(16):
        program = random_program(Random(f"{seed}.{number}"), 6)
        if program.refusal is not None or not program.results:
            continue
        space: dict[str, Any] = {"np": np, "array": np.array, "inf": np.inf, "nan": np.nan}
        exec(program.source, space)
        function = srt.jit(space["f"], contract=bool(number % 2))
        given = [
            each.copy() if isinstance(each, np.ndarray) else each for each in program.arguments
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                lowering = function.lower(*given)
            except srt.errors.TraceError:
                continue
            data = saved({"f": lowering})
            module = srt.load(data)
            assert bits(module["f"](*given)) == bits(function(*given)), program.paste()
        assert saved({"f": module["f"]}) == data
        assert saved({"f": module["f"].lower(*given)}) == data
        count += 1
    assert count > 4


class Pair(NamedTuple):
    left: Any
    right: Any


@dataclass
class Layer:
    w: Any
    b: Any
    name: str = "layer"


def test_containers_numbers_and_defaults(rt: srt.Runtime) -> None:
    @srt.jit(static="shape")
    def f(
        x: Any, layer: Any, *more: Any, n: int = 3, shape: Any = (2, 3), scale: Any, **named: Any
    ):
        y = (x @ layer.w + layer.b) * scale * n
        return (
            Pair(y, {"shape": y.reshape(shape), "n": n, "s": scale}),
            [more[0].sum(), None],
            named,
        )

    b = np.ones(3, "f4")
    given = (X, Layer(rt.put(W), rt.put(b)), Pair(X, X)[0]), {"scale": 2.5, "shape": (3, 2), "k": X}
    g = only(f.lower(*given[0], **given[1]))
    (left, rest), sums, named = g(*given[0], **given[1])
    expected: Any = f(*given[0], **given[1])
    assert bits(left) == bits(expected[0].left)
    assert bits(rest) == bits(expected[0].right)
    assert bits(sums) == bits(expected[1])
    assert bits(named) == bits(expected[2])
    # A dict in any order, or any object, is as good as the dataclass that was saved.
    for layer in ({"name": "layer", "b": b, "w": W}, Layer(rt.put(W), rt.put(b))):
        assert bits(g(X, layer, X, **given[1])[0][0]) == bits(left)
    assert bits(g(X, layer, X, **given[1] | {"scale": 5})[0][1]["s"]) == bits(5)
    assert g.signatures == (
        "f(x: f32[2, 4], layer: {'w': f32[4, 3], 'b': f32[3], 'name': 'layer'}, *more: (f32[2, 4],)"
        ", n: 3, shape: (3, 2), scale: float, **named: {'k': f32[2, 4]}) -> ((f32[2, 3], "
        "{'shape': f32[3, 2], 'n': 3, 's': f64[]}), [f32[], None], {'k': f32[2, 4]})",
    )


def test_calls_that_were_not_saved_are_refused(rt: srt.Runtime) -> None:
    """Row 258."""

    @srt.jit(static="kind")
    def f(x: Any, p: Any, n: Any, kind: str = "a") -> Any:
        return x * p["w"] + n

    one = only(f.lower(X, {"w": X}, 1))
    for args, error in (
        ((X[:1], {"w": X}, 1), "call f: x is f32[1, 4], not f32[2, 4], as which it was saved"),
        ((X, {"w": X.astype("f8")}, 1), "p['w'] is f64[2, 4], not f32[2, 4]"),
        ((X, {"v": X}, 1), "p lacks 'w'"),
        ((X, {"w": X, "v": X}, 1), "p has also 'v'"),
        ((X, [X], 1), "p is a list, not a dict"),
        ((X, {"w": None}, 1), "p['w'] is None, not f32[2, 4]"),
        ((X, {"w": X}, 1.5), "n is a number of float, not int"),
        ((X, {"w": X}, 1, "b"), "kind is 'b', not 'a'"),
    ):
        with pytest.raises(ArgumentError) as refusal:
            one(*args)
        assert error in str(refusal.value)
    both = only([f.lower(X, {"w": X}, 1), f.lower(X[:1], {"w": X[:1]}, 1)])
    assert np.asarray(both(X[:1], {"w": X[:1]}, 2)).shape == (1, 4)
    with pytest.raises(ArgumentError, match=r"it was saved as f.*f32.1, 4.*f32.2, 4"):
        both(X[0], {"w": X[0]}, 1)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'n'"):
        one(X, {"w": X})
    with pytest.raises(KeyError, match="a module has no function 'g'; it has 'f'"):
        srt.load(saved({"f": one}))["g"]


def test_integers_beyond_the_dtype_are_refused(rt: srt.Runtime) -> None:
    """Row 258."""
    f = srt.jit(lambda x, n: x + n)
    g = only(f.lower(np.ones(3, "i1"), 5))
    assert np.asarray(g(np.ones(3, "i1"), 126)).tolist() == [127] * 3
    for n in (128, -129, 1 << 40):
        with pytest.raises(ArgumentError, match=f"n is {n}; the module takes -128 to 127"):
            g(np.ones(3, "i1"), n)


class Model:
    """An object with a Buffer, an array and a number."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.w = rt.put(W)
        self.b = np.arange(3, dtype="f4")
        self.big = np.arange(400, dtype="f4").reshape(1, 400)
        self.n = 2

    @srt.jit
    def forward(self, x: Any, scale: Any = 1.0) -> Any:
        return (x @ self.w + self.b) * self.n * scale + self.big[:, :3]


def test_what_belongs_to_a_function(rt: srt.Runtime) -> None:
    """Row 259."""
    model = Model(rt)
    with pytest.raises(ArgumentError, match=r"self\.w is a Buffer, whose elements are not part"):
        saved({"f": model.forward.lower(X)})
    g = only(model.forward.lower(X), embed=True)
    expected = bits(model.forward(X))
    assert g.signatures == ("f(x: f32[2, 4], scale: 1.0) -> f32[2, 3]",)
    model.w.delete()
    assert bits(g(X)) == expected
    assert bits(g(X, 1.0)) == expected

    w, table = rt.put(W), np.arange(300, dtype="f4")

    @srt.jit
    def f(x: Any) -> Any:
        return x @ w, w, table, table[:2] * 2

    with pytest.raises(ArgumentError, match=r"the Buffer f32\[4, 3\] that it finds by itself"):
        saved({"f": f.lower(X)})
    g = only(f.lower(X), embed=True)
    first, second = g(X), g(X)
    assert bits(first) == bits(second) == bits(f(X))
    with pytest.raises(ArgumentError, match="save f: self is a number of the method's object"):
        saved({"f": Ratio(1.5).times.lower(X)})


class Ratio(float):
    """A number with a method."""

    @srt.jit
    def times(self, x: Any) -> Any:
        return x * self


def test_what_cannot_be_saved_is_named(rt: srt.Runtime, tmp_path: Path) -> None:
    """Row 259."""
    f = srt.jit(lambda x: x + 1)
    lowering = f.lower(X)
    g = srt.jit(lambda y: y * 2)
    ours = np.frompyfunc(abs, 1, 1)
    for functions, error, text in (
        ({}, ArgumentTypeError, "save: functions is {}"),
        ([lowering], ArgumentTypeError, "save: functions is "),
        ({"": lowering}, ArgumentTypeError, "save: the name '' is no text"),
        ({3: lowering}, ArgumentTypeError, "save: the name 3 is no text"),
        ({"f": f}, ArgumentTypeError, "save f: found <jit .*>; pass what its `lower` returns"),
        ({"f": []}, ArgumentError, "save f: found 0 lowerings"),
        ({"f": [lowering, g.lower(X)]}, ArgumentError, "lowerings of several functions"),
        ({"f": srt.jit(lambda p: p[1]).lower({1: X})}, ArgumentError, "a dict has the key 1"),
    ):
        with pytest.raises(error, match=text):
            saved(functions)
    assert ours(-1) == 1
    with pytest.raises(ArgumentTypeError, match="save: file is 3"):
        srt.save(3, {"f": lowering})  # type: ignore[arg-type]
    with pytest.raises(OSError, match="No such file"):
        srt.save(tmp_path / "none" / "f.srtm", {"f": lowering})
    assert not list(tmp_path.iterdir())
