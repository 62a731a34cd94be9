"""Small functions, in NumPy's words, with inputs: what the texts of `texts/` must compute.

make_texts.py has the same functions in jax's words, by the same names, and wrote the texts. The
inputs of a function are the same in each run.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from ir.stablehlo.references import (
    attention,
    block,
    divided,
    erf,
    erfc,
    gelu,
    layer_norm,
    order,
    rows,
    shifted,
    softmax,
    to,
    updated,
    window,
)

Array: TypeAlias = np.ndarray[Any, Any]
Inputs: TypeAlias = tuple[Array, ...]
Case: TypeAlias = tuple[Inputs, Callable[..., Any]]

ODD = np.array([0.0, -0.0, 1.0, -1.5, 2.5, -2.5, 0.49999997, 7.25, np.nan, np.inf, -np.inf], "f4")
WIDE = np.array(
    [0.5, -1.5, 126.7, 300.0, -300.0, 70000.0, 2.0**31, -(2.0**31), 1e10, -1e10, 1e19, 2.0**64,
     np.nan, np.inf, -np.inf], "f4",
)  # fmt: skip
WHOLE = np.array([7, -7, 8, -8, -(2**31), -(2**31), 5, -5, 0, 2**31 - 1], "i4")
BY = np.array([2, 2, -3, -3, -1, 1, 0, 0, 0, -1], "i4")
BITS = np.array([0, 1, -1, 5, -6, 2**31 - 1, -(2**31), 77], "i4")
COUNTS = np.array([0, 1, 31, 32, 33, -1, 100, 4], "i4")


def drawn(name: str, kind: str) -> Array:
    """An array by words such as `f4:3,4`; integers are small, and may be negative."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    dtype, _, extents = kind.partition(":")
    shape = tuple(map(int, extents.split(","))) if extents else ()
    if dtype[0] == "f":
        return np.asarray(rng.standard_normal(shape)).astype(dtype)
    if dtype == "?":
        return np.asarray(rng.random(shape) < 0.5)
    return np.asarray(rng.integers(-3 if dtype[0] == "i" else 0, 9, shape)).astype(dtype)


def _made(name: str, reference: Callable[..., Any], *kinds: str | Array) -> Case:
    pairs = enumerate(kinds)
    inputs = [drawn(f"{name}{k}", kind) if isinstance(kind, str) else kind for k, kind in pairs]
    return tuple(inputs), reference


def _group(table: dict[str, tuple[Any, ...]]) -> dict[str, Case]:
    return {name: _made(name, *row) for name, row in table.items()}


ELEMENTWISE = _group({
    "arithmetic": (lambda x, y: x + y * 2 - x / y, "f4:3,4", "f4:3,4"),
    "integer_division": (divided, WHOLE, BY),
    "unsigned_division": (divided, WHOLE.astype("u1"), BY.astype("u1")),
    "by_a_constant": (lambda x: divided(x, np.full_like(x, 3)), WHOLE),
    "floor_division": (lambda x: (x // 3, x % 5), WHOLE),
    "float_remainder": (lambda x, y: (np.fmod(x, y), np.mod(x, y)), "f4:20", "f4:20"),
    "powers": (lambda x, y: (np.abs(x) ** y, x**3), "f4:20", "f4:20"),
    "exponents": (
        lambda x: (np.exp(x), np.expm1(x), np.log(np.abs(x)), np.log1p(np.abs(x)), np.exp2(x)),
        "f4:9",
    ),
    "trigonometry": (
        lambda x, y: (np.sin(x), np.cos(x), np.tan(x), np.tanh(x), np.arctan2(x, y)),
        "f4:9", "f4:9",
    ),
    "hyperbolic": (
        lambda x: (
            np.sinh(x), np.cosh(x), np.arcsinh(x), np.arccosh(x * x + 2), np.arctanh(x / 9),
            np.arcsin(x / 9), np.arccos(x / 9), np.arctan(x),
        ),
        "f4:9",
    ),
    "roots": (lambda x: (np.sqrt(x), 1 / np.sqrt(x), np.cbrt(x)), np.abs(ODD[2:])),
    "rounding": (
        lambda x: (
            np.floor(x), np.ceil(x), np.rint(x), np.copysign(np.floor(np.abs(x) + 0.5), x),
            np.sign(x), np.trunc(x), np.abs(x), -x, x * x,
        ),
        np.array([0.0, 1.0, -1.5, 2.5, -2.5, 0.25, -0.75, np.nan, np.inf, -np.inf], "f4"),
    ),
    "error_functions": (
        lambda x: (erf(x), erfc(x)),
        np.array([-30, -3, -1, -0.25, 0, 0.5, 1, 1.5, 2, 3, 4, 8, 9, 20, np.inf, np.nan], "f4"),
    ),
    "double_error_functions": (
        lambda x: (erf(x), erfc(x)),
        np.array([-3, -1, -0.25, 0, 0.5, 1.5, 4, 7.9, 8.1, 20, 26, np.inf, np.nan]),
    ),
    "activations": (
        lambda x: (
            1 / (1 + np.exp(-x)), np.maximum(x, 0), gelu(x), x / (1 + np.exp(-x)),
            np.logaddexp(x, 0), np.where(x >= 0, x, np.float32(0.01) * x),
            0.5 * x * erfc(-x / math.sqrt(2)),
        ),
        "f4:5,4",
    ),
    "comparisons": (
        lambda x, y: (x == y, x != y, x < y, x <= y, x > y, x >= y),
        ODD, ODD[::-1].copy(),
    ),
    "integer_comparisons": (
        lambda x, y: (x == y, x < y, x.view("u4") < y.view("u4")), WHOLE, BY),
    "logic": (
        lambda x, y, i, j: (x & y, x | y, x ^ y, ~x, i & j, i | j, i ^ j, ~i),
        "?:9", "?:9", "i4:9", "i4:9",
    ),
    "shifts": (
        lambda x, n: tuple([shifted(x, n, kind) for kind in ("left", "logical", "signed")]),
        BITS, COUNTS,
    ),
    "byte_shifts": (
        lambda x, n: tuple([shifted(x, n, kind) for kind in ("left", "logical")]),
        BITS.astype("u1"), COUNTS.astype("u1"),
    ),
    "bits": (
        lambda x, y: (
            np.bitwise_count(x.view("u4")).astype("i4"),
            np.array([32 - int(each).bit_length() for each in x.view("u4")], "i4"),
            np.bitwise_count(y),
        ),
        BITS, BITS.astype("u1"),
    ),
    "clamps": (
        lambda x, y: (np.clip(x, -1, 1), np.minimum(np.maximum(y, x), np.float32(2))),
        ODD, np.zeros(11, "f4"),
    ),
    "choices": (
        lambda x, y, c: (np.where(x > 0, x, y), np.where(c, x, y), np.where(x != x, 0, x)),
        ODD, ODD[::-1].copy(), "?",
    ),
    "extremes": (lambda x, y: (np.maximum(x, y), np.minimum(x, y)), ODD + 1, ODD[::-1] * 2),
    "signs": (lambda x, y: (np.signbit(x), np.copysign(y, x)), ODD[:8], np.arange(8, dtype="f4")),
    "finite": (lambda x: (np.isfinite(x), np.isnan(x), np.isinf(x)), ODD),
    "saturating": (
        lambda x: tuple([to(x, t) for t in ("i1", "i2", "i4", "u1", "u2", "u4")]), WIDE,
    ),
    "saturating_doubles": (
        lambda x: tuple([to(x, t) for t in ("i8", "u8", "i4", "u4")]), WIDE.astype("f8"),
    ),
    "conversions": (
        lambda i, f, b: (
            i.astype("f4"), i.astype("i1"), i.astype("u4"), i != 0, f != 0, b.astype("f4"),
            b.astype("i4"), f.astype("f2"), i.astype("f2"),
        ),
        WHOLE, ODD, "?:5",
    ),
    "halves": (
        lambda x, y: (x * y + 1, np.exp(x.astype("f4")).astype("f2"), np.maximum(x, y), x < y),
        "f2:9", "f2:9",
    ),
    "half_reductions": (
        lambda x: (x.astype("f4").sum(1).astype("f2"), x.max(0), x.argmax(1).astype("i4")),
        "f2:3,5",
    ),
})  # fmt: skip

SHAPING = _group({
    "views": (
        lambda x: (x.reshape(4, 6), x.transpose(2, 0, 1), x[:, None], np.moveaxis(x, 0, -1)),
        "f4:2,3,4",
    ),
    "broadcasts": (
        lambda x, y: (np.broadcast_to(x, (2, 3)), x[None] + y[:, None], np.tile(x, (2, 2))),
        "f4:3", "f4:2",
    ),
    "slices": (lambda x: (x[1:4, ::2], x[::-1, ::-3], x[2], x[-1, 1:2], x[4:1:-1]), "f4:6,7"),
    "joins": (
        lambda x, y: (np.concatenate([x, y], 1), np.stack([x, x]), np.roll(x, 1, 1)),
        "f4:3,4", "f4:3,2",
    ),
    "pads": (
        lambda x: (
            np.pad(x, ((1, 2), (0, 1))), np.pad(x, 1, constant_values=7)[:, 2:-1],
            np.pad(x, ((0, 0), (2, 1)), "edge"),
        ),
        "f4:3,4",
    ),
    "spread_pad": (
        lambda x: np.concatenate(
            [np.stack([x, np.full_like(x, 5)], 1).reshape(-1, x.shape[1])[:-1], 0 * x[:1] + 5]
        )[:, :-1],
        "f4:3,4",
    ),
    "nothing": (lambda x: (np.concatenate([x, x]), x.sum(0), x + 1), "f4:0,3"),
    "counting": (
        lambda x: (np.arange(5, dtype="i4"), np.eye(3, dtype="f4"), np.tri(3, 4) * x, np.triu(x)),
        "f4:3,4",
    ),
    "constants": (
        lambda x: (
            x + np.array([[1, 2], [3, 4]], "f4"), np.array([True, False]), np.array([-1, 2], "i1"),
            x * np.float32(np.inf), np.linspace(0, 1, 5, dtype="f4"),
        ),
        "f4:2,2",
    ),
    "long_constants": (
        lambda i: (
            np.arange(300, dtype="f4")[i] ** 2, (np.arange(300) % 3 == 0)[i],
            np.arange(300, dtype="i2")[i],
        ),
        np.array([0, 7, 299], "i4"),
    ),
})  # fmt: skip

PRODUCTS = _group({
    "matmul": (lambda x, y: x @ y, "f4:3,4", "f4:4,5"),
    "vectors": (lambda x, y: (x @ y, np.outer(x, y), (x * y).sum()), "f4:4", "f4:4"),
    "batched": (lambda x, y: np.einsum("bij,bkj->bik", x, y), "f4:2,5,4", "f4:2,3,4"),
    "batch_inside": (lambda x, y: np.einsum("ibj,jkb->bki", x, y), "f4:5,2,4", "f4:4,3,2"),
    "over_two": (lambda x, y: np.tensordot(x, y, ([1, 2], [1, 0])), "f4:2,3,4", "f4:4,3,5"),
    "of_integers": (lambda x, y: x @ y, "i4:3,4", "i4:4,5"),
    "of_bytes": (lambda x, y: x.astype("i4") @ y.astype("i4"), "i1:3,4", "i1:4,5"),
    "of_halves": (
        lambda x, y: (
            (x.astype("f4") @ y.astype("f4")).astype("f2"), x.astype("f4") @ y.astype("f4"),
        ),
        "f2:3,4", "f2:4,5",
    ),
})  # fmt: skip

REDUCING = _group({
    "sums": (lambda x: (x.sum(), x.sum(0), x.sum((0, 2)), x.mean(1)), "f4:2,3,4"),
    "spreads": (lambda x: (x.std(), x.var(1), x.var(0, ddof=1)), "f4:5,4"),
    "extreme_values": (lambda x: (x.max(), x.min(0), np.maximum(x.max(1), 0.5)), "f4:5,4"),
    "of_nans": (
        lambda x: (x.max(1), x.min(1), x.argmax(1).astype("i4"), np.argmin(x).astype("i4")),
        np.array([[1, np.nan, 3, np.nan], [-np.inf, -np.inf, -1, -1], [-np.inf] * 4], "f4"),
    ),
    "beginnings": (
        lambda x, b: (x.sum(1) + 3, np.maximum(x.max(0), b), (x < 5).all(1) & (b > 0)),
        "f4:5,4", "f4",
    ),
    "integer_reductions": (
        lambda x, y: (
            x.sum(1, dtype="i4"), x.prod(0, dtype="i4"), x.max(), y.sum(0, dtype="u1"), y.min(1)
        ),
        "i4:5,4", "u1:5,4",
    ),
    "truths": (
        lambda x: (
            (x > 0).any(1), (x > 0).all(), (x > 0).sum(0, dtype="i4"), np.count_nonzero(x > 1),
        ),
        "f4:5,4",
    ),
    "places": (
        lambda x, i: (
            x.argmax(1).astype("i4"), x.argmin().astype("i4"), i.argmax(0).astype("i4"),
            i.argmin(1).astype("i4"),
        ),
        "f4:5,4", "i4:5,4",
    ),
    "running": (
        lambda x: (
            np.cumsum(x, 1), np.cumprod(x, 0), np.maximum.accumulate(x, 1),
            np.minimum.accumulate(x, 0),
        ),
        "f4:3,5",
    ),
    "running_back": (
        lambda x, i: (np.cumsum(x[:, ::-1], 1)[:, ::-1], np.cumsum(i, dtype="i4")),
        "f4:3,5", "i4:6",
    ),
    "running_short": (lambda x: (np.cumsum(x, 1), np.cumsum(x, 0)), "f4:3,1"),
    "sorts": (
        lambda x, i: (np.sort(x, 1), np.sort(x, 0), np.sort(i), np.sort(i)[::-1]),
        "f4:4,6", "i4:9",
    ),
    "sorted_nans": (lambda x: (np.sort(x), x.argsort(kind="stable").astype("i4")), ODD[2:]),
    "sorted_places": (
        lambda x, i: (
            x.argsort(1).astype("i4"), i.argsort(kind="stable").astype("i4"),
            len(i) - 1 - i[::-1].argsort(kind="stable")[::-1].astype("i4"),
        ),
        "f4:4,6", "i4:20",
    ),
    "sorted_pairs": (
        lambda k, v: (np.sort(k), v[np.argsort(k, kind="stable")]), "i4:20", "f4:20",
    ),
    "medians": (lambda x: (np.median(x, 1), np.median(x)), "f4:3,4"),
    "top": (
        lambda x, i: (
            np.take_along_axis(x, order(x)[:, :3], 1), order(x)[:, :3].astype("i4"),
            np.take_along_axis(i, order(i)[:5], 0), order(i)[:5].astype("i4"),
        ),
        "f4:4,6", "i4:9",
    ),
    "softmaxes": (
        lambda x: (softmax(x), np.log(softmax(x, 0)), np.log(np.exp(x).sum(1))), "f4:5,4",
    ),
    "norms": (lambda x: (np.linalg.norm(x), np.linalg.norm(x, axis=1)), "f4:5,4"),
})  # fmt: skip

OUT = np.array([0, 4, -1, -5, 5, 99, -99], "i4")

INDEXING = _group({
    "rows": (rows, "f4:5,4", OUT),
    "elements": (lambda x, i, j: x[i, j], "f4:5,4", OUT[:4], np.array([0, 3, -2, 1], "i4")),
    "columns": (lambda x, i: x[:, i], "f4:5,4", np.array([[0, 3], [-1, 2]], "i4")),
    "middle": (lambda x, i: x[:, i, 1:], "f4:2,5,4", OUT[:3]),
    "apart": (lambda x, i, j: x[i, :, j], "f4:2,5,4", OUT[:1] % 2, np.array([1, -1], "i4")[:1]),
    "taken": (
        lambda x, i: (
            np.where((i >= -5) & (i < 5), x[0][:, i % 5], np.nan), rows(x[0].T, np.maximum(i, 0)),
        ),
        "f4:1,3,5", OUT,
    ),
    "taken_along": (
        lambda x, i: (np.take_along_axis(x, i, 1), np.take_along_axis(x, i[:4, :1].T, 0)),
        "f4:5,4", np.array([[0, 1], [3, -1], [2, 2], [-2, -3], [1, 0]], "i4"),
    ),
    "one_row": (lambda x, i: (x[i], x[2], x[-1]), "f4:5,4", np.array(-2, "i4")),
    "windows": (
        lambda x, i, j: (window(x, int(i), 2), window(x, int(j), 3)[:, 1:3]),
        "f4:5,4", np.array(9, "i4"), np.array(-2, "i4"),
    ),
    "replaced": (
        lambda x, u, i: (
            updated(x, u, int(i), 1), updated(x, u, int(i), int(i)), updated(x, u, 1, 99),
        ),
        "f4:5,4", "f4:2,3", np.array(4, "i4"),
    ),
    "one_hot": (lambda i: (i[:, None] == np.arange(5)).astype("f4"), OUT),
    "by_batch": (
        lambda x, i: (x[np.arange(3), i], np.stack([r[k : k + 2] for r, k in zip(x, i)])),  # noqa: B905
        "f4:3,5", np.array([0, 3, 2], "i4"),
    ),
    "by_batch_of_rows": (
        lambda x, i: np.take_along_axis(x, i[:, :, None], 1), "f4:3,5,2",
        np.array([[0, 3], [2, 1], [4, 4]], "i4"),
    ),
    "unsigned_rows": (
        lambda x, i: x[np.minimum(i, 4)], "f4:5,4", np.array([0, 4, 200, 255], "u1"),
    ),
})  # fmt: skip

NETWORKS = _group({
    "layers": (
        lambda x, w, b, v: np.maximum(x @ w + b, 0) @ v, "f4:5,4", "f4:4,8", "f4:8", "f4:8,3",
    ),
    "layer_norm": (layer_norm, "f4:5,8", "f4:8", "f4:8"),
    "attention": (attention, "f4:6,8", "f4:8,24", "f4:8,8"),
    "block": (
        block, np.array([3, 1, 4, 1, 5, 9], "i4"), "f4:10,8", "f4:8,24", "f4:8,8", "f4:8,16",
        "f4:16,8", "f4:8",
    ),
    "calls": (lambda x: (np.sin(np.sin(x)) + np.sin(x), x), "f4:3"),
    "named": (lambda a, b: {"sum": a + b, "rest": (a - b,)}, "f4:3", "f4:3"),
    "barrier": (lambda x, y: x * y + 1, "f4:3", "f4:3"),
    "composed": (lambda x: (np.sqrt(x * x + 1), x + 2), "f4:3"),
    "unrolled": (lambda x: np.stack([x * np.float32(0.9) ** k for k in range(4)]), "f4:3"),
})  # fmt: skip

GROUPS = {
    "elementwise": ELEMENTWISE, "shaping": SHAPING, "products": PRODUCTS, "reducing": REDUCING,
    "indexing": INDEXING, "networks": NETWORKS,
}  # fmt: skip

NAMES = {
    "rows": "rows_generic", "places": "places_generic", "sorted_places": "sorted_places_generic",
    "running": "running_generic", "batched": "batched_generic", "pads": "pads_generic",
    "slices": "slices_generic", "block": "block_generic", "long_constants": "constants_generic",
    "top": "top_generic", "composed": "composed_generic", "named": "named_generic",
    "attention": "attention_located",
}  # fmt: skip
"""Functions whose texts are there in another form, too, and the names of these."""


def expected(case: Case) -> list[Array]:
    """What a function returns, in order, whatever holds it."""
    inputs, reference = case
    with np.errstate(all="ignore"):
        found = reference(*inputs)
    return [np.asarray(each) for each in _leaves(found)]


def _leaves(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return [leaf for key in sorted(tree) for leaf in _leaves(tree[key])]
    if isinstance(tree, tuple):
        return [leaf for each in tree for leaf in _leaves(each)]
    return [tree]
