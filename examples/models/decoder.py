"""A decoder like GPT-2 in NumPy's words: which token comes next, at each place of a text.

    python examples/models/decoder.py                  # compares the compiled function with NumPy's
    python examples/models/decoder.py decoder.onnx     # writes the model as ONNX, which needs onnx

Four layers of four heads over vectors of 128; the weights are drawn. A text has at most 64 tokens.
`scores` looks at whole texts. `next_tokens` adds one token to each of many texts, and remembers the
keys and values of those before it; serve_tokens.py serves texts with it.
The layers are those of Radford et al., "Language Models are Unsupervised Multitask Learners", 2019:
norms before attention and before the network, and embeddings that also score the next token.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

LAYERS, HEADS, WIDTH, TOKENS, LONGEST = 4, 4, 128, 512, 64
EPSILON = 1e-5
CALLS = 20
OPERATORS = 20
"""The set of operators of ONNX; the first that has Gelu."""

Array: TypeAlias = "np.ndarray[Any, Any]"
Weights: TypeAlias = "dict[str, Any]"
Cache: TypeAlias = "list[tuple[Any, Any]]"
"""The keys and values of each layer, float32 of (slots, heads, places, width of a head)."""


def drawn_weights(seed: int = 7) -> Weights:
    """Returns weights in float32, by name; matrices have what goes in before what comes out."""
    random = np.random.default_rng(seed)
    sizes = {
        "attended": (WIDTH, 3 * WIDTH),
        "mixed": (WIDTH, WIDTH),
        "up": (WIDTH, 4 * WIDTH),
        "down": (4 * WIDTH, WIDTH),
    }
    weights: Weights = {
        "words": 0.3 * random.standard_normal((TOKENS, WIDTH), np.float32),
        "places": 0.1 * random.standard_normal((LONGEST, WIDTH), np.float32),
    }
    for layer in range(LAYERS):
        for name, (n, m) in sizes.items():
            matrix = random.standard_normal((n, m), np.float32) / np.float32(n**0.5)
            weights[f"{layer}.{name}"] = matrix, 0.1 * random.standard_normal(m, np.float32)
    for name in [f"{layer}.{norm}" for layer in range(LAYERS) for norm in ("before", "between")]:
        weights[name] = _norm_weights(random)
    weights["last"] = _norm_weights(random)
    return weights


def _norm_weights(random: np.random.Generator) -> tuple[Array, Array]:
    scale, shift = 0.1 * random.standard_normal((2, WIDTH), np.float32)
    return 1 + scale, shift


def scores(ids: Any, weights: Weights) -> Any:
    """Returns how likely each token is to come next, after each token of some texts.

    Args:
        ids: the tokens, int64 of (texts, length); a length of at most 64.
        weights: as of `drawn_weights`.

    Returns:
        Numbers before a softmax, float32 of (texts, length, 512).
    """
    x = weights["words"][ids] + weights["places"][: ids.shape[1]]
    for layer in range(LAYERS):
        x = x + attended(normed(x, weights[f"{layer}.before"]), layer, weights)
        x = x + network(x, layer, weights)
    return normed(x, weights["last"]) @ weights["words"].T


def network(x: Any, layer: int, weights: Weights) -> Any:
    """Returns each token after the two products of a layer."""
    wide = gelu(linear(normed(x, weights[f"{layer}.between"]), weights[f"{layer}.up"]))
    return linear(wide, weights[f"{layer}.down"])


def linear(x: Any, of: tuple[Any, Any]) -> Any:
    """Returns x times a matrix, plus a vector."""
    return x @ of[0] + of[1]


def normed(x: Any, of: tuple[Any, Any]) -> Any:
    """Returns rows of mean 0 and variance 1, times a scale, and shifted."""
    away = x - x.mean(axis=-1, keepdims=True)
    variance = (away * away).mean(axis=-1, keepdims=True)
    return away / np.sqrt(variance + EPSILON) * of[0] + of[1]


def gelu(x: Any) -> Any:
    """Returns the Gaussian error linear unit, by a tanh."""
    return 0.5 * x * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def attended(x: Any, layer: int, weights: Weights) -> Any:
    """Returns for each token a mixture of the tokens up to it."""
    texts, length, _ = x.shape
    parts = linear(x, weights[f"{layer}.attended"]).reshape(texts, length, 3, HEADS, -1)
    query, key, value = parts.transpose(2, 0, 3, 1, 4)
    fit = query @ key.transpose(0, 1, 3, 2) * np.float32((WIDTH // HEADS) ** -0.5)
    mixed = mixture(fit, np.tri(length, dtype=bool), value)  # nobody looks ahead
    mixed = mixed.transpose(0, 2, 1, 3).reshape(texts, length, WIDTH)
    return linear(mixed, weights[f"{layer}.mixed"])


def mixture(fit: Any, seen: Any, value: Any) -> Any:
    """Returns the values that are seen, each by its share in a softmax of how they fit."""
    fit = np.where(seen, fit, np.float32(-1e9))
    shares = np.exp(fit - fit.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True) @ value


# -- one token after the other ---------------------------------------------------------------------


def empty_cache(slots: int) -> Cache:
    """Returns a cache in which no text has a token."""
    shape = slots, HEADS, LONGEST, WIDTH // HEADS
    return [(np.zeros(shape, np.float32), np.zeros(shape, np.float32)) for _ in range(LAYERS)]


def next_tokens(tokens: Any, places: Any, cache: Cache, weights: Weights) -> tuple[Any, Cache]:
    """Returns the likeliest next token of each text, and a cache that remembers this one.

    A slot holds one text. What it gets depends on no other slot, and on nothing that an earlier
    text left in the cache, because a token looks at no place behind its own.

    Args:
        tokens: the newest token of each slot, int64 of (slots,).
        places: where it stands in its text, int64 of (slots,).
        cache: as of `empty_cache` or of the step before.
        weights: as of `drawn_weights`.
    """
    x = weights["words"][tokens] + weights["places"][places]
    after: Cache = []
    for layer, remembered in enumerate(cache):
        mixed, now = recalled(
            normed(x, weights[f"{layer}.before"]), layer, places, remembered, weights
        )
        x = x + mixed
        x = x + network(x, layer, weights)
        after.append(now)
    return (normed(x, weights["last"]) @ weights["words"].T).argmax(axis=-1), after


def recalled(
    x: Any, layer: int, places: Any, remembered: tuple[Any, Any], weights: Weights
) -> tuple[Any, tuple[Any, Any]]:
    """Returns for one token of each text a mixture of those up to it, and their keys and values."""
    slots = len(x)
    parts = linear(x, weights[f"{layer}.attended"]).reshape(slots, 3, HEADS, -1)
    query, key, value = parts[:, 0], parts[:, 1], parts[:, 2]
    keys = replaced(remembered[0], places, key)
    values = replaced(remembered[1], places, value)
    fit = query[:, :, None] @ keys.transpose(0, 1, 3, 2) * np.float32((WIDTH // HEADS) ** -0.5)
    seen = (np.arange(LONGEST) <= places[:, None])[:, None, None]
    mixed = mixture(fit, seen, values).reshape(slots, WIDTH)
    return linear(mixed, weights[f"{layer}.mixed"]), (keys, values)


def replaced(remembered: Array, places: Array, by: Array) -> Array:
    """Returns keys or values of a cache, with others at one place of each slot."""
    here = np.arange(LONGEST) == places[:, None]
    return np.where(here[:, None, :, None], by[:, :, None], remembered)


# -- the same as ONNX ------------------------------------------------------------------------------


class _Graph:
    """Nodes and constants of a graph. A call adds a node, and returns the name of its output."""

    def __init__(self, weights: Weights) -> None:
        self.onnx: Any = import_module("onnx")
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def __call__(self, operator: str, *inputs: Any, **attributes: Any) -> str:
        names = [given if isinstance(given, str) else self.constant(given) for given in inputs]
        found = f"{operator}-{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(operator, names, [found], **attributes))
        return found

    def constant(self, array: Any) -> str:
        name = f"constant-{len(self.constants)}"
        self.constants.append(self.onnx.numpy_helper.from_array(np.asarray(array), name))
        return name

    def linear(self, x: str, of: str) -> str:
        matrix, shift = self.weights[of]
        return self("Add", self("MatMul", x, matrix), shift)

    def normed(self, x: str, of: str) -> str:
        return self("LayerNormalization", x, *self.weights[of], axis=-1, epsilon=EPSILON)

    def attended(self, x: str, layer: int, seen: str) -> str:
        shape = np.array([0, 0, 3, HEADS, WIDTH // HEADS])
        parts = self("Reshape", self.linear(x, f"{layer}.attended"), shape)
        parts = self("Transpose", parts, perm=[2, 0, 3, 1, 4])
        query, key, value = (self("Gather", parts, np.array(k), axis=0) for k in range(3))
        fit = self("MatMul", query, self("Transpose", key, perm=[0, 1, 3, 2]))
        fit = self("Mul", fit, np.float32((WIDTH // HEADS) ** -0.5))
        shares = self("Softmax", self("Where", seen, fit, np.float32(-1e9)), axis=-1)
        mixed = self("Transpose", self("MatMul", shares, value), perm=[0, 2, 1, 3])
        return self.linear(self("Reshape", mixed, np.array([0, 0, WIDTH])), f"{layer}.mixed")

    def scores(self) -> None:
        """Adds the nodes of the function `scores`."""
        first, length = np.array([0]), self("Shape", "ids", start=1, end=2)
        seen = self("Slice", np.tri(LONGEST, dtype=bool), first, length, first)
        seen = self("Slice", seen, first, length, np.array([1]))
        words, places = self.constant(self.weights["words"]), self.weights["places"]
        x = self("Add", self("Gather", words, "ids"), self("Slice", places, first, length))
        for layer in range(LAYERS):
            x = self("Add", x, self.attended(self.normed(x, f"{layer}.before"), layer, seen))
            wide = self.linear(self.normed(x, f"{layer}.between"), f"{layer}.up")
            wide = self("Gelu", wide, approximate="tanh")
            x = self("Add", x, self.linear(wide, f"{layer}.down"))
        self("MatMul", self.normed(x, "last"), self("Transpose", words, perm=[1, 0]))
        self.nodes[-1].output[0] = "scores"


def onnx_model(weights: Weights) -> bytes:
    """Returns the model as a file of ONNX, from `ids` to `scores`, for any texts and lengths."""
    graph = _Graph(weights)
    graph.scores()
    helper, types = graph.onnx.helper, graph.onnx.TensorProto
    described, shape = helper.make_tensor_value_info, ["texts", "length"]
    inputs = [described("ids", types.INT64, shape)]
    outputs = [described("scores", types.FLOAT, [*shape, TOKENS])]
    made = helper.make_graph(graph.nodes, "decoder", inputs, outputs, graph.constants)
    operators = [helper.make_opsetid("", OPERATORS)]
    model = helper.make_model_gen_version(made, opset_imports=operators)
    graph.onnx.checker.check_model(model, full_check=True)
    found: bytes = model.SerializeToString()
    return found


# -- the comparison --------------------------------------------------------------------------------


compiled = srt.jit(scores)
compiled_step = srt.jit(next_tokens)
"""One submission a step. It gives up no cache, because a step that fails must leave the old one."""


def on_device(rt: srt.Runtime, weights: Weights) -> Weights:
    """Returns the weights as Buffers."""
    found: Weights = {}
    for name, of in weights.items():
        is_one = hasattr(of, "dtype")
        found[name] = rt.put(of) if is_one else (rt.put(of[0]), rt.put(of[1]))
    return found


def continued(rt: srt.Runtime, begun: list[list[int]], length: int, weights: Weights) -> Array:
    """Returns texts that the decoder continues, one of them in each slot."""
    tokens = np.zeros((len(begun), length), np.int64)
    cache: Cache = [(rt.put(keys), rt.put(values)) for keys, values in empty_cache(len(begun))]
    for place in range(length - 1):
        for text, given in zip(tokens, begun, strict=True):
            if place < len(given):
                text[place] = given[place]
        places = np.full(len(begun), place)
        found, cache = compiled_step(tokens[:, place], places, cache, weights)
        tokens[:, place + 1] = np.asarray(found)
    return tokens


def main() -> None:
    """Compares the compiled functions with NumPy's results, and with its time."""
    weights = drawn_weights()
    ids = np.random.default_rng(1).integers(0, TOKENS, (2, 48))
    with srt.Runtime() as rt:
        placed = on_device(rt, weights)
        given = rt.put(ids)
        found = np.asarray(compiled(given, placed))
        print(f"kernels: {len(compiled.lower(given, placed).kernels)}")
        print(f"largest difference to NumPy: {np.abs(found - scores(ids, weights)).max():.1e}")
        started = perf_counter()
        for _ in range(CALLS):
            compiled(given, placed).sync()
        ours = (perf_counter() - started) / CALLS
        started = perf_counter()
        for _ in range(CALLS):
            scores(ids, weights)
        print(f"{ours * 1e3:.2f} ms; NumPy {(perf_counter() - started) / CALLS * 1e3:.2f} ms")
        texts = continued(rt, [[1, 2, 3], [400]], LONGEST, placed)
        likeliest = scores(texts, weights).argmax(axis=-1)
        same = (texts[0, 3:] == likeliest[0, 2:-1]).all(), (texts[1, 1:] == likeliest[1, :-1]).all()
        print(f"token after token, the texts are those of whole looks: {all(same)}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(f"{Path(sys.argv[1]).write_bytes(onnx_model(drawn_weights())):,} bytes")
    else:
        main()
