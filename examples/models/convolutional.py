"""A small convolutional network in NumPy's words: ten scores for each picture of 32 by 32.

    python examples/models/convolutional.py                # compares it with NumPy's
    python examples/models/convolutional.py pictures.onnx  # writes it as ONNX, which needs onnx

Three layers of 3 by 3, each followed by the maxima of squares of four; the weights are drawn. A
convolution is one product: each pixel's neighbours, as a row, times the weights. Pictures come with
channels first, as in ONNX. In between channels are last, so that they lie side by side in a row.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

SIDE, CHANNELS, SCORES = 32, (3, 16, 32, 64), 10
CALLS = 20
OPERATORS = 17
"""The set of operators of ONNX."""

Array: TypeAlias = "np.ndarray[Any, Any]"
Pairs: TypeAlias = "list[tuple[Any, Any]]"


def drawn_weights(seed: int = 7) -> Pairs:
    """Returns weights in float32: those of each convolution, then those of the scores.

    A convolution's are (out, in, 3, 3) and (out,), as in ONNX; the last ones (64, 10) and (10,).
    """
    random = np.random.default_rng(seed)
    sizes = [(m, n, 3, 3) for n, m in pairwise(CHANNELS)]
    found: Pairs = []
    for size in sizes:
        matrix = random.standard_normal(size, np.float32) / np.float32((9 * size[1] / 2) ** 0.5)
        found.append((matrix, 0.1 * random.standard_normal(size[0], np.float32)))
    last = random.standard_normal((CHANNELS[-1], SCORES), np.float32)
    return [*found, (last, random.standard_normal(SCORES, np.float32))]


def scores(pictures: Any, weights: Pairs) -> Any:
    """Returns ten scores for each picture.

    Args:
        pictures: float32 of (pictures, 3, 32, 32).
        weights: as of `drawn_weights`.

    Returns:
        float32 of (pictures, 10).
    """
    *layers, (last, shift) = weights
    x = pictures.transpose(0, 2, 3, 1)
    for kernel, bias in layers:
        x = largest_of_four(np.maximum(convolved(x, kernel) + bias, 0))
    return x.mean(axis=(1, 2)) @ last + shift


def convolved(x: Any, kernel: Any) -> Any:
    """Returns the sums of each pixel and its eight neighbours, times weights; outside are zeros.

    Args:
        x: (pictures, height, width, in).
        kernel: (out, in, 3, 3).

    Returns:
        (pictures, height, width, out).
    """
    _, height, width, _ = x.shape
    x = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    around = [x[:, i : i + height, j : j + width] for i in range(3) for j in range(3)]
    matrix = kernel.transpose(2, 3, 1, 0).reshape(-1, kernel.shape[0])
    return np.concatenate(around, axis=-1) @ matrix


def largest_of_four(x: Any) -> Any:
    """Returns the maxima of squares of two by two pixels."""
    pictures, height, width, channels = x.shape
    return x.reshape(pictures, height // 2, 2, width // 2, 2, channels).max(axis=(2, 4))


# -- the same as ONNX ------------------------------------------------------------------------------


def onnx_model(weights: Pairs) -> bytes:
    """Returns the network as a file of ONNX, from `pictures` to `scores`, for any number."""
    onnx: Any = import_module("onnx")
    described, number = onnx.helper.make_tensor_value_info, onnx.TensorProto.FLOAT
    constants: list[Any] = []
    for k, pair in enumerate(weights):
        for name, array in zip(("weights", "bias"), pair, strict=True):
            constants.append(onnx.numpy_helper.from_array(array, f"{name}{k}"))
    inputs = [described("pictures", number, ["count", CHANNELS[0], SIDE, SIDE])]
    outputs = [described("scores", number, ["count", SCORES])]
    nodes = _nodes(onnx.helper.make_node, len(weights) - 1)
    graph = onnx.helper.make_graph(nodes, "pictures", inputs, outputs, constants)
    operators = [onnx.helper.make_opsetid("", OPERATORS)]
    model = onnx.helper.make_model_gen_version(graph, opset_imports=operators)
    onnx.checker.check_model(model, full_check=True)
    found: bytes = model.SerializeToString()
    return found


def _nodes(node: Any, layers: int) -> list[Any]:
    """Returns the nodes of the function `scores`; `node` makes one."""
    found: list[Any] = []
    x = "pictures"
    for k in range(layers):
        pads = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
        found += [
            node("Conv", [x, f"weights{k}", f"bias{k}"], [f"sums{k}"], **pads),
            node("Relu", [f"sums{k}"], [f"kept{k}"]),
            node("MaxPool", [f"kept{k}"], [f"pooled{k}"], kernel_shape=[2, 2], strides=[2, 2]),
        ]
        x = f"pooled{k}"
    return [
        *found,
        node("GlobalAveragePool", [x], ["means"]),
        node("Flatten", ["means"], ["row"]),
        node("Gemm", ["row", f"weights{layers}", f"bias{layers}"], ["scores"]),
    ]


# -- the comparison --------------------------------------------------------------------------------


compiled = srt.jit(scores)


def main() -> None:
    """Compares the compiled function with NumPy's results, and with its time."""
    weights = drawn_weights()
    pictures = np.random.default_rng(1).standard_normal((8, CHANNELS[0], SIDE, SIDE), np.float32)
    with srt.Runtime() as rt:
        placed = [(rt.put(matrix), rt.put(bias)) for matrix, bias in weights]
        given = rt.put(pictures)
        found = np.asarray(compiled(given, placed))
        print(f"kernels: {len(compiled.lower(given, placed).kernels)}")
        print(f"largest difference to NumPy: {np.abs(found - scores(pictures, weights)).max():.1e}")
        started = perf_counter()
        for _ in range(CALLS):
            compiled(given, placed).sync()
        ours = (perf_counter() - started) / CALLS
        started = perf_counter()
        for _ in range(CALLS):
            scores(pictures, weights)
        print(f"{ours * 1e3:.2f} ms; NumPy {(perf_counter() - started) / CALLS * 1e3:.2f} ms")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(f"{Path(sys.argv[1]).write_bytes(onnx_model(drawn_weights())):,} bytes")
    else:
        main()
