"""Models of ONNX as functions: calls, devices, names, shapes, and small networks against NumPy."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._onnx.loading import read_onnx
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    DependencyError,
    ModuleError,
    StateError,
)

onnx: Any = pytest.importorskip("onnx")
h: Any = onnx.helper
F32, I64 = 1, 7


def model(nodes: Any, inputs: dict[str, Any], outputs: list[str], weights: dict[str, Any]) -> bytes:
    """A model of nodes; inputs have a number for the dtype, and a shape."""
    graph = h.make_graph(
        nodes,
        "small",
        [h.make_tensor_value_info(name, *kind) for name, kind in inputs.items()],
        [h.make_empty_tensor_value_info(name) for name in outputs],
        [onnx.numpy_helper.from_array(np.asarray(w), name) for name, w in weights.items()],
    )
    opset = h.make_opsetid("", 20)
    data: bytes = h.make_model_gen_version(graph, opset_imports=[opset]).SerializeToString()
    return data


def node(operator: str, inputs: str, outputs: str, **attributes: Any) -> Any:
    return h.make_node(operator, inputs.split(), outputs.split(), **attributes)


def drawn(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


LINEAR = model(
    [node("MatMul", "x w", "xw"), node("Add", "xw b", "y"), node("ReduceMax", "y", "most")],
    {"x": (F32, ["n", 3]), "b": (F32, ["m"])},
    ["y", "most"],
    {"w": drawn(0, 3, 4)},
)


def test_a_call_takes_inputs_in_order_or_by_name_and_returns_outputs_in_order() -> None:
    net, x, b = srt.from_onnx(LINEAR), drawn(1, 5, 3), drawn(2, 4)
    expected = x @ drawn(0, 3, 4) + b
    for found in (net(x, b), net(b=b, x=x), net(x, b=b)):
        y, most = found
        np.testing.assert_allclose(np.asarray(y), expected, rtol=1e-6)
        np.testing.assert_allclose(np.asarray(most).ravel(), expected.max(), rtol=1e-6)
    assert [str(port) for port in net.inputs] == ["float32[n, 3]", "float32[m]"]
    assert [port.name for port in net.outputs] == ["y", "most"]


def test_weights_stay_where_they_were_put_and_follow_the_device_of_a_call() -> None:
    net, x, b = srt.from_onnx(LINEAR), drawn(1, 5, 3), drawn(2, 4)
    first = np.asarray(net(x, b)[0])
    for kind in ("cpu", "sim"):
        with srt.Runtime([kind]) as rt:
            given, made = (rt.put(x), rt.put(b)), [rt.device().memory_stats().allocations]
            y: Any = None
            for _ in range(3):
                y, _ = net(*given)
                y.sync()
                made.append(rt.device().memory_stats().allocations)
            np.testing.assert_allclose(np.asarray(y), first, rtol=1e-6)
            assert y.device is rt.device()
            assert made[3] - made[2] == made[2] - made[1] <= made[1] - made[0]
    np.testing.assert_array_equal(np.asarray(net(x, b)[0]), first)


async def test_it_has_what_compiled_functions_have() -> None:
    net, x, b = srt.from_onnx(LINEAR), drawn(1, 5, 3), drawn(2, 4)
    async with srt.Runtime() as rt:
        await net.warm(x, b)
        net.compile(x, b)
        y, most = await net.aio(x, b=b)
        assert "matmul" in net.lower(x, b).program
        z, _ = net.on(rt.device().stream())(x, b)
        assert (await z.fetch() == await y.fetch()).all()
        assert most.shape == (1, 1)
        assert net.stats().traces == 1


def test_it_is_part_of_a_larger_function() -> None:
    net, x, b = srt.from_onnx(LINEAR), drawn(1, 5, 3), drawn(2, 4)

    @srt.jit
    def twice(x: Any, b: Any) -> Any:
        return 2 * net(x, b)[0]

    np.testing.assert_allclose(np.asarray(twice(x, b)), 2 * (x @ drawn(0, 3, 4) + b), rtol=1e-6)


@pytest.mark.parametrize(
    ("args", "names", "message"),
    [
        ((), {}, "small.. missing 2 required positional arguments: 'x' and 'b'"),
        ((1, 2, 3), {}, "small.. takes 2 positional arguments but 3 were given"),
        ((1,), {"x": 2}, "small.. got multiple values for argument 'x'"),
        ((), {"z": 2}, "small.. got an unexpected keyword argument 'z'"),
        (
            (np.ones((2, 4), "f4"), np.ones(4, "f4")),
            {},
            r"the input 'x' is float32\[2, 4\]; the model takes float32\[n, 3\]",
        ),
        ((np.ones((2, 3)), np.ones(4, "f4")), {}, r"'x' is float64\[2, 3\]; the model takes"),
        (("text", np.ones(4, "f4")), {}, "'x' is 'text'; pass a Buffer or a NumPy array"),
        (([1.0], np.ones(4, "f4")), {}, r"'x' is \[.*; pass a Buffer or a NumPy array"),
        ((np.ones(3, "f4"), np.ones(4, "f4")), {}, r"'x' is float32\[3\]; the model takes"),
    ],
)
def test_a_wrong_argument_is_refused(args: Any, names: Any, message: str) -> None:
    """Row 264."""
    with pytest.raises((ArgumentError, TypeError), match=message):
        srt.from_onnx(LINEAR)(*args, **names)


def test_an_extent_with_a_name_is_one_in_a_call() -> None:
    """Row 264."""
    net = srt.from_onnx(
        model([node("Mul", "x y", "z")], {"x": (F32, ["n"]), "y": (F32, ["n"])}, ["z"], {})
    )
    assert np.asarray(net(np.ones(3, "f4"), np.ones(3, "f4"))).tolist() == [1, 1, 1]
    with pytest.raises(ArgumentError, match="'n' is 3 in 'x', and one in a call"):
        net(np.ones(3, "f4"), np.ones(1, "f4"))


def test_a_shape_that_depends_on_an_argument_names_the_node_and_the_operand() -> None:
    """Row 264."""
    net = srt.from_onnx(
        model(
            [node("Reshape", "x s", "y", name="r")], {"x": (F32, [4]), "s": (I64, [2])}, ["y"], {}
        )
    )
    with pytest.raises(ModuleError, match="Reshape 'r': its operand 1, 's', depends on arguments"):
        net(np.ones(4, "f4"), np.array([2, 2]))


def test_shapes_are_computed_while_it_is_traced() -> None:
    """As exports do: the shape of x decides how x is reshaped, expanded, and counted."""
    nodes = [
        node("Shape", "x", "s"),
        node("Gather", "s one", "n"),
        node("Unsqueeze", "n axis", "n1"),
        node("Concat", "minus n1", "to", axis=0),
        node("Reshape", "x to", "rows"),
        node("Range", "zero n step", "count"),
        node("Cast", "count", "c", to=F32),
        node("Expand", "c to2", "e"),
        node("Add", "rows e", "y"),
    ]
    weights = {
        "one": np.array(1), "axis": np.array([0]), "minus": np.array([-1]), "zero": np.array(0),
        "step": np.array(1), "to2": np.array([1, 1]),
    }  # fmt: skip
    net = srt.from_onnx(model(nodes, {"x": (F32, ["a", "b", "c"])}, ["y"], weights))
    for shape in ((2, 3, 4), (1, 2000, 2)):
        x = drawn(3, *shape)
        expected = x.reshape(-1, shape[1]) + np.arange(shape[1], dtype=np.float32)
        np.testing.assert_array_equal(np.asarray(net(x)), expected)


def naive_convolution(x: Any, w: Any, stride: int, dilation: int, pads: Any, groups: int) -> Any:
    """A convolution as its definition has it, with loops."""
    x = np.pad(x, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3]))).astype(float)
    n, _, *extents = x.shape
    m, per, *kernel = w.shape
    out = [(e - (k - 1) * dilation - 1) // stride + 1 for e, k in zip(extents, kernel, strict=True)]
    y = np.zeros((n, m, *out))
    for at in np.ndindex(*y.shape):
        group = at[1] // (m // groups)
        for q in np.ndindex(per, *kernel):
            row, column = (at[d + 2] * stride + q[d + 1] * dilation for d in range(2))
            y[at] += x[at[0], group * per + q[0], row, column] * w[at[1], *q]
    return y


def test_a_batch_may_be_empty() -> None:
    nodes = [
        node("Conv", "x w", "c"),
        node("MaxPool", "c", "p", kernel_shape=[2, 2]),
        node("Flatten", "p", "f"),
        node("Softmax", "f", "y"),
    ]
    net = srt.from_onnx(model(nodes, {"x": (F32, None)}, ["y"], {"w": drawn(0, 2, 3, 3, 3)}))
    assert net(np.ones((0, 3, 8, 8), "f4")).shape == (0, 50)


@pytest.mark.parametrize("seed", range(6))
def test_a_convolution_is_what_its_definition_says(seed: int) -> None:
    """With drawn strides, dilations, padding, kernels and groups; channels of their own, too."""
    rng = np.random.default_rng(seed)
    groups, per, more = ((1, 3, 2), (2, 2, 3), (4, 1, 1), (3, 1, 2), (1, 1, 2), (6, 1, 1))[seed]
    stride, dilation = (int(n) for n in rng.integers(1, 4, 2))
    pads, kernel = rng.integers(0, 3, 4).tolist(), rng.integers(1, 4, 2).tolist()
    x = drawn(seed, 2, groups * per, 9, 8)
    w = drawn(seed + 9, groups * more, per, *kernel)
    given = {"strides": [stride] * 2, "dilations": [dilation] * 2, "pads": pads, "group": groups}
    net = srt.from_onnx(
        model([node("Conv", "x w", "y", **given)], {"x": (F32, None)}, ["y"], {"w": w})
    )
    expected = naive_convolution(x, w, stride, dilation, pads, groups)
    np.testing.assert_allclose(np.asarray(net(x)), expected, rtol=1e-4, atol=1e-5)


def test_attention_in_the_words_of_an_export_is_that_of_numpy() -> None:
    """A head of a decoder: masked scores, softmax, layer norm and gelu."""
    w, scale, bias = drawn(0, 8, 24) / 3, drawn(1, 8), drawn(2, 8)
    nodes = [
        node("LayerNormalization", "x scale bias", "normal", axis=-1),
        node("MatMul", "normal w", "qkv"),
        node("Split", "qkv", "q k v", axis=-1, num_outputs=3),
        node("Transpose", "k", "kt", perm=[0, 2, 1]),
        node("MatMul", "q kt", "raw"),
        node("Div", "raw root", "scores"),
        node("Shape", "scores", "shape", start=1),
        node("ConstantOfShape", "shape", "ones", value=h.make_tensor("", 9, [1], [True])),
        node("Trilu", "ones", "mask", upper=0),
        node("Where", "mask scores far", "masked"),
        node("Softmax", "masked", "shares"),
        node("MatMul", "shares v", "mixed"),
        node("Add", "x mixed", "sum"),
        node("Gelu", "sum", "y"),
    ]
    weights = {
        "w": w,
        "scale": scale,
        "bias": bias,
        "root": np.float32(8**0.5),
        "far": np.float32(-1e9),
    }
    net = srt.from_onnx(model(nodes, {"x": (F32, ["n", "length", 8])}, ["y"], weights))
    for shape in ((2, 5, 8), (1, 40, 8)):
        x = drawn(4, *shape)
        away = x - x.mean(-1, keepdims=True)
        normal = away / np.sqrt((away**2).mean(-1, keepdims=True) + 1e-5) * scale + bias
        q, k, v = np.split(normal @ w, 3, axis=-1)
        raw = q @ k.transpose(0, 2, 1) / 8**0.5
        e = np.exp(np.where(np.tri(shape[1], dtype=bool), raw, -1e9))
        total = x + e / e.sum(-1, keepdims=True) @ v
        erf = np.vectorize(math.erf)(total / 2**0.5)
        np.testing.assert_allclose(np.asarray(net(x)), total / 2 * (1 + erf), atol=2e-5)


def test_small_integers_are_known_and_all_else_are_weights(tmp_path: Path) -> None:
    nodes = [
        node("Constant", "", "c", value=onnx.numpy_helper.from_array(drawn(0, 3))),
        node("Constant", "", "i", value_ints=[1, 3]),
        node("Add", "x c", "y"),
        node("Reshape", "y i", "z"),
        node("Mul", "z one", "w"),
    ]
    weights = {"one": np.float32(2), "unused": drawn(1, 9)}
    (tmp_path / "m.onnx").write_bytes(model(nodes, {"x": (F32, [3])}, ["w"], weights))
    found = read_onnx(tmp_path / "m.onnx")
    assert found.name == "m"
    assert {*found.weights} == {"c"}
    assert not found.weights["c"].flags.writeable
    expected = 2 * (1 + drawn(0, 3))[None]
    np.testing.assert_array_equal(found.run(found.weights, np.ones(3, "f4")), expected)


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(StateError, match=r"pip install 'streamrt\[onnx\]'"):
        srt.from_onnx(LINEAR)
    with pytest.raises(ArgumentTypeError, match="read an ONNX model: found 3"):
        srt.from_onnx(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("operator", "shape"), [("Gather", [3]), ("GatherElements", [2, 3]), ("GatherND", [2, 2])]
)
def test_a_place_out_of_range_fails_the_call(operator: str, shape: list[int]) -> None:
    ports = {"x": (F32, None), "i": (I64, None)}
    net = srt.from_onnx(model([node(operator, "x i", "y")], ports, ["y"], {}))
    x = drawn(0, 3, 3)
    np.testing.assert_array_equal(
        np.asarray(net(x, np.full(shape, -1))), np.asarray(net(x, np.full(shape, 2)))
    )
    for place in (3, -4, 1 << 40):
        with pytest.raises(DependencyError) as caught:
            np.asarray(net(x, np.full(shape, place)))
        assert "an element of `indices` is out of range" in str(caught.value.__cause__)
