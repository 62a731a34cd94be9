"""MiniLM as a graph of ONNX, which is built here for all shapes.

Its operators are those that an export of the model has.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from benchmarks.work.minilm import DEPTH, EPSILON, FAR, HEADS, WIDTH, Weights

onnx: Any = importlib.import_module("onnx")

OPERATORS = 20
"""The set of operators; the first that has Gelu."""


class _Graph:
    """Nodes and constants of a graph. A call adds a node, and returns the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def __call__(self, operator: str, *inputs: Any, **attributes: Any) -> str:
        output = f"{operator}-{len(self.nodes)}"
        names = [given if isinstance(given, str) else self.constant(given) for given in inputs]
        self.nodes.append(onnx.helper.make_node(operator, names, [output], **attributes))
        return output

    def constant(self, array: Any) -> str:
        name = f"constant-{len(self.constants)}"
        self.constants.append(onnx.numpy_helper.from_array(np.asarray(array), name))
        return name

    def linear(self, x: str, given: tuple[Any, Any]) -> str:
        return self("Add", self("MatMul", x, given[0]), given[1])

    def normalized(self, x: str, given: tuple[Any, Any]) -> str:
        return self("LayerNormalization", x, *given, axis=-1, epsilon=EPSILON)

    def heads(self, x: str, given: tuple[Any, Any], order: tuple[int, ...]) -> str:
        split = self("Reshape", self.linear(x, given), np.array([0, 0, HEADS, DEPTH]))
        return self("Transpose", split, perm=order)

    def layer(self, x: str, masked: str, given: dict[str, Any]) -> str:
        query = self.heads(x, given["query"], (0, 2, 1, 3))
        key = self.heads(x, given["key"], (0, 2, 3, 1))
        value = self.heads(x, given["value"], (0, 2, 1, 3))
        scores = self("Div", self("MatMul", query, key), np.float32(DEPTH**0.5))
        shares = self("Softmax", self("Add", scores, masked), axis=-1)
        mixed = self("Transpose", self("MatMul", shares, value), perm=(0, 2, 1, 3))
        mixed = self.linear(self("Reshape", mixed, np.array([0, 0, WIDTH])), given["mixed"])
        x = self.normalized(self("Add", mixed, x), given["norm-mixed"])
        wide = self("Gelu", self.linear(x, given["up"]))
        return self.normalized(self("Add", self.linear(wide, given["down"]), x), given["norm"])

    def pooled(self, x: str, mask: str) -> str:
        present = self("Unsqueeze", mask, np.array([2]))
        total = self("ReduceSum", self("Mul", x, present), np.array([1]), keepdims=0)
        mean = self("Div", total, self("ReduceSum", present, np.array([1]), keepdims=0))
        return self("Div", mean, self("ReduceL2", mean, np.array([-1])))


def model(weights: Weights) -> bytes:
    """The model as a file of ONNX, from `ids` and `mask` to embeddings."""
    graph = _Graph()
    length = graph("Shape", "ids", start=1, end=2)
    positions = graph("Slice", weights["positions"], np.array([0]), length, np.array([0]))
    words = graph("Gather", weights["words"], "ids")
    x = graph("Add", graph("Add", words, weights["kind"]), positions)
    x = graph.normalized(x, weights["norm"])
    absent = graph("Sub", np.float32(1), graph("Unsqueeze", "mask", np.array([1, 2])))
    masked = graph("Mul", absent, np.float32(FAR))
    for given in weights["layers"]:
        x = graph.layer(x, masked, given)
    found = graph.pooled(x, "mask")
    described = onnx.helper.make_tensor_value_info
    shape = ["sentences", "length"]
    inputs = [
        described("ids", onnx.TensorProto.INT64, shape),
        described("mask", onnx.TensorProto.FLOAT, shape),
    ]
    outputs = [described(found, onnx.TensorProto.FLOAT, [shape[0], WIDTH])]
    made = onnx.helper.make_graph(graph.nodes, "MiniLM", inputs, outputs, graph.constants)
    operators = [onnx.helper.make_opsetid("", OPERATORS)]
    # The oldest format that has these operators, so that an older onnxruntime reads it.
    return onnx.helper.make_model_gen_version(made, opset_imports=operators).SerializeToString()
