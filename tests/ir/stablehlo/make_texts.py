"""Writes texts/: the functions of cases.py, as jax prints them. Needs jax, and is no test.

    python tests/ir/stablehlo/make_texts.py

It also compares what jax computes with what cases.py expects, and says where these differ.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from ir.stablehlo.cases import GROUPS, NAMES, expected
from ir.stablehlo.comparing import assert_near

os.environ["JAX_PLATFORMS"] = "cpu"
jax: Any = importlib.import_module("jax")
jnp: Any = importlib.import_module("jax.numpy")
lax: Any = importlib.import_module("jax.lax")
nn: Any = importlib.import_module("jax.nn")
erf, erfc = lax.erf, lax.erfc

TEXTS = Path(__file__).with_name("texts")
DOUBLES = ("saturating_doubles", "double_error_functions")


def _attention(x: Any, w: Any, o: Any) -> Any:
    t, d = x.shape
    q, k, v = jnp.moveaxis((x @ w).reshape(t, 3, 2, d // 2), 1, 0).transpose(0, 2, 1, 3)
    scores = jnp.einsum("hid,hjd->hij", q, k) / np.sqrt(d // 2).astype("f4")
    scores = jnp.where(jnp.tril(jnp.ones((t, t), bool)), scores, -1e9)
    return jnp.einsum("hij,hjd->ihd", nn.softmax(scores), v).reshape(t, d) @ o


def _layer_norm(x: Any, g: Any, b: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b


def _block(i: Any, e: Any, w: Any, o: Any, u: Any, d: Any, g: Any) -> Any:
    x = e[i] + jnp.cos(jnp.arange(i.size, dtype="float32"))[:, None]
    x = x + _attention(_layer_norm(x, g, g * 0), w, o)
    x = x + nn.gelu(_layer_norm(x, g, g * 0) @ u) @ d
    return nn.softmax(x @ e.T)


def _spread_pad(x: Any) -> Any:
    return lax.pad(x, np.float32(5), ((0, 1, 1), (0, -1, 0)))


def _composed(x: Any) -> Any:
    def lifted(x: Any) -> Any:
        return jnp.sqrt(x * x + 1), x + 2

    return lax.composite(lifted, name="mine.lifted")(x)


def _sine(x: Any) -> Any:
    return jax.jit(jnp.sin)(x)


def _to(x: Any, *names: str) -> Any:
    return tuple([x.astype(name) for name in names])


F32, F16, I32 = "float32", "float16", "int32"

FUNCTIONS: dict[str, Any] = {
    "arithmetic": lambda x, y: x + y * 2 - x / y,
    "integer_division": lambda x, y: (lax.div(x, y), lax.rem(x, y)),
    "unsigned_division": lambda x, y: (lax.div(x, y), lax.rem(x, y)),
    "by_a_constant": lambda x: (lax.div(x, 3), lax.rem(x, 3)),
    "floor_division": lambda x: (x // 3, x % 5),
    "float_remainder": lambda x, y: (lax.rem(x, y), x % y),
    "powers": lambda x, y: (jnp.abs(x) ** y, x**3),
    "exponents": lambda x: (
        jnp.exp(x), jnp.expm1(x), jnp.log(jnp.abs(x)), jnp.log1p(jnp.abs(x)), jnp.exp2(x),
    ),
    "trigonometry": lambda x, y: (
        jnp.sin(x), jnp.cos(x), jnp.tan(x), jnp.tanh(x), jnp.arctan2(x, y),
    ),
    "hyperbolic": lambda x: (
        jnp.sinh(x), jnp.cosh(x), jnp.arcsinh(x), jnp.arccosh(x * x + 2), jnp.arctanh(x / 9),
        jnp.arcsin(x / 9), jnp.arccos(x / 9), jnp.arctan(x),
    ),
    "roots": lambda x: (jnp.sqrt(x), lax.rsqrt(x), jnp.cbrt(x)),
    "rounding": lambda x: (
        jnp.floor(x), jnp.ceil(x), jnp.round(x), lax.round(x), jnp.sign(x), jnp.trunc(x),
        jnp.abs(x), -x, jnp.square(x),
    ),
    "error_functions": lambda x: (erf(x), erfc(x)),
    "double_error_functions": lambda x: (erf(x), erfc(x)),
    "activations": lambda x: (
        nn.sigmoid(x), nn.relu(x), nn.gelu(x), nn.silu(x), nn.softplus(x), nn.leaky_relu(x),
        nn.gelu(x, approximate=False),
    ),
    "comparisons": lambda x, y: (x == y, x != y, x < y, x <= y, x > y, x >= y),
    "integer_comparisons": lambda x, y: (x == y, x < y, x.astype("uint32") < y.astype("uint32")),
    "logic": lambda x, y, i, j: (x & y, x | y, x ^ y, ~x, i & j, i | j, i ^ j, ~i),
    "shifts": lambda x, n: (
        lax.shift_left(x, n), lax.shift_right_logical(x, n), lax.shift_right_arithmetic(x, n),
    ),
    "byte_shifts": lambda x, n: (lax.shift_left(x, n), lax.shift_right_logical(x, n)),
    "bits": lambda x, y: (lax.population_count(x), lax.clz(x), lax.population_count(y)),
    "clamps": lambda x, y: (jnp.clip(x, -1, 1), lax.clamp(y, x, np.full(11, 2, "f4"))),
    "choices": lambda x, y, c: (jnp.where(x > 0, x, y), lax.select(c, x, y), jnp.nan_to_num(
        x, nan=0.0, posinf=np.inf, neginf=-np.inf)),
    "extremes": lambda x, y: (jnp.maximum(x, y), jnp.minimum(x, y)),
    "signs": lambda x, y: (jnp.signbit(x), jnp.copysign(y, x)),
    "finite": lambda x: (jnp.isfinite(x), jnp.isnan(x), jnp.isinf(x)),
    "saturating": lambda x: _to(x, "int8", "int16", I32, "uint8", "uint16", "uint32"),
    "saturating_doubles": lambda x: _to(x, "int64", "uint64", I32, "uint32"),
    "conversions": lambda i, f, b: (
        *_to(i, F32, "int8", "uint32", "bool"), f.astype(bool), *_to(b, F32, I32), f.astype(F16),
        i.astype(F16),
    ),
    "halves": lambda x, y: (x * y + 1, jnp.exp(x), jnp.maximum(x, y), x < y),
    "half_reductions": lambda x: (x.sum(1), x.max(0), x.argmax(1)),
    "views": lambda x: (x.reshape(4, 6), x.transpose(2, 0, 1), x[:, None], jnp.moveaxis(x, 0, -1)),
    "broadcasts": lambda x, y: (
        jnp.broadcast_to(x, (2, 3)), x[None] + y[:, None], jnp.tile(x, (2, 2)),
    ),
    "slices": lambda x: (x[1:4, ::2], x[::-1, ::-3], x[2], x[-1, 1:2], x[4:1:-1]),
    "joins": lambda x, y: (jnp.concatenate([x, y], 1), jnp.stack([x, x]), jnp.roll(x, 1, 1)),
    "pads": lambda x: (
        jnp.pad(x, ((1, 2), (0, 1))), jnp.pad(x, 1, constant_values=7)[:, 2:-1],
        jnp.pad(x, ((0, 0), (2, 1)), "edge"),
    ),
    "spread_pad": _spread_pad,
    "nothing": lambda x: (jnp.concatenate([x, x]), x.sum(0), x + 1),
    "counting": lambda x: (jnp.arange(5), jnp.eye(3), jnp.tri(3, 4) * x, jnp.triu(x)),
    "constants": lambda x: (
        x + np.array([[1, 2], [3, 4]], "f4"), jnp.array([True, False]), jnp.array([-1, 2], "int8"),
        x * np.float32(np.inf), jnp.linspace(0, 1, 5),
    ),
    "long_constants": lambda i: (
        jnp.array(np.arange(300, dtype="f4"))[i] ** 2, jnp.array(np.arange(300) % 3 == 0)[i],
        jnp.array(np.arange(300, dtype="i2"))[i],
    ),
    "matmul": lambda x, y: x @ y,
    "vectors": lambda x, y: (x @ y, jnp.outer(x, y), jnp.vdot(x, y)),
    "batched": lambda x, y: jnp.einsum("bij,bkj->bik", x, y),
    "batch_inside": lambda x, y: jnp.einsum("ibj,jkb->bki", x, y),
    "over_two": lambda x, y: jnp.tensordot(x, y, ([1, 2], [1, 0])),
    "of_integers": lambda x, y: x @ y,
    "of_bytes": lambda x, y: jnp.matmul(x, y, preferred_element_type=I32),
    "of_halves": lambda x, y: (x @ y, jnp.matmul(x, y, preferred_element_type=F32)),
    "sums": lambda x: (x.sum(), x.sum(0), x.sum((0, 2)), x.mean(1)),
    "spreads": lambda x: (x.std(), x.var(1), x.var(0, ddof=1)),
    "extreme_values": lambda x: (x.max(), x.min(0), x.max(1, initial=0.5)),
    "of_nans": lambda x: (x.max(1), x.min(1), x.argmax(1), jnp.argmin(x)),
    "beginnings": lambda x, b: (
        lax.reduce(x, np.float32(3), lax.add, (1,)), lax.reduce(x, b, lax.max, (0,)),
        lax.reduce(x < 5, b > 0, lax.bitwise_and, (1,)),
    ),
    "integer_reductions": lambda x, y: (
        x.sum(1), x.prod(0), x.max(), y.sum(0, dtype="uint8"), y.min(1),
    ),
    "truths": lambda x: (
        (x > 0).any(1), (x > 0).all(), (x > 0).sum(0), jnp.count_nonzero(x > 1),
    ),
    "places": lambda x, i: (x.argmax(1), x.argmin(), i.argmax(0), i.argmin(1)),
    "running": lambda x: (
        jnp.cumsum(x, 1), jnp.cumprod(x, 0), lax.cummax(x, 1), lax.cummin(x, 0),
    ),
    "running_back": lambda x, i: (lax.cumsum(x, 1, reverse=True), jnp.cumsum(i)),
    "running_short": lambda x: (jnp.cumsum(x, 1), jnp.cumsum(x, 0)),
    "sorts": lambda x, i: (
        jnp.sort(x, 1), jnp.sort(x, 0), jnp.sort(i), jnp.sort(i, descending=True),
    ),
    "sorted_nans": lambda x: (jnp.sort(x), jnp.argsort(x)),
    "sorted_places": lambda x, i: (
        jnp.argsort(x, 1), jnp.argsort(i), jnp.argsort(i, descending=True),
    ),
    "sorted_pairs": lambda k, v: lax.sort((k, v), num_keys=1),
    "medians": lambda x: (jnp.median(x, 1), jnp.median(x)),
    "top": lambda x, i: (*lax.top_k(x, 3), *lax.top_k(i, 5)),
    "softmaxes": lambda x: (
        nn.softmax(x), nn.log_softmax(x, 0), jax.scipy.special.logsumexp(x, 1),
    ),
    "norms": lambda x: (jnp.linalg.norm(x), jnp.linalg.norm(x, axis=1)),
    "rows": lambda x, i: x.at[i].get(mode="clip"),
    "elements": lambda x, i, j: x[i, j],
    "columns": lambda x, i: x[:, i],
    "middle": lambda x, i: x[:, i, 1:],
    "apart": lambda x, i, j: x[i, :, j],
    "taken": lambda x, i: (jnp.take(x[0], i, 1), jnp.take(x[0].T, i, 0, mode="clip")),
    "taken_along": lambda x, i: (
        jnp.take_along_axis(x, i, 1), jnp.take_along_axis(x, i[:4, :1].T, 0),
    ),
    "one_row": lambda x, i: (x[i], x[2], x[-1]),
    "windows": lambda x, i, j: (
        lax.dynamic_slice(x, (i, 0), (2, 4)), lax.dynamic_slice(x, (j, 1), (3, 2)),
    ),
    "replaced": lambda x, u, i: (
        lax.dynamic_update_slice(x, u, (i, 1)), lax.dynamic_update_slice(x, u, (i, i)),
        lax.dynamic_update_slice(x, u, (1, 99)),
    ),
    "one_hot": lambda i: nn.one_hot(i, 5),
    "by_batch": lambda x, i: (
        jax.vmap(lambda r, k: r[k])(x, i),
        jax.vmap(lambda r, k: lax.dynamic_slice(r, (k,), (2,)))(x, i),
    ),
    "by_batch_of_rows": lambda x, i: jax.vmap(lambda r, k: r[k])(x, i),
    "unsigned_rows": lambda x, i: x.at[i].get(mode="clip"),
    "layers": lambda x, w, b, v: nn.relu(x @ w + b) @ v,
    "layer_norm": _layer_norm,
    "attention": _attention,
    "block": _block,
    "calls": lambda x: (_sine(_sine(x)) + _sine(x), x),
    "named": lambda a, b: {"sum": a + b, "rest": (a - b,)},
    "barrier": lambda x, y: lax.optimization_barrier((x * y, x))[0] + 1,
    "composed": _composed,
    "unrolled": lambda x: lax.scan(
        lambda c, _: (c * 0.9, c), x, None, 4, unroll=True)[1],
}  # fmt: skip


def lowered(name: str, inputs: Any) -> Any:
    """A function, lowered for its inputs, and what it computes."""
    function = jax.jit(FUNCTIONS[name])
    with jax.enable_x64(name in DOUBLES):
        given = [jnp.asarray(each) for each in inputs]
        found = function.lower(*given), jax.tree.leaves(function(*given))
        return found[0], [np.asarray(each) for each in found[1]]


def main() -> None:
    """Writes one file for each group; a line before each text has its name."""
    TEXTS.mkdir(exist_ok=True)
    others: list[str] = []
    for group, cases in GROUPS.items():
        texts: list[str] = []
        for name, (inputs, _) in cases.items():
            program, found = lowered(name, inputs)
            texts.append(f"// ----- {name}\n{program.as_text()}")
            try:
                assert_near(found, expected(cases[name]))
            except AssertionError as error:
                print(f"{name}: jax and cases.py differ", error)
            if name in NAMES:
                others.append(f"// ----- {NAMES[name]}\n{_other(program, NAMES[name])}")
        (TEXTS / f"{group}.mlir").write_text("\n".join(texts))
    (TEXTS / "others.mlir").write_text("\n".join(others))


def _other(program: Any, name: str) -> str:
    if name.endswith("_located"):
        return str(program.as_text(debug_info=True)).replace(str(Path(__file__).parent), "")
    operation = program.compiler_ir("stablehlo").operation
    return str(operation.get_asm(print_generic_op_form=True)) + "\n"


if __name__ == "__main__":
    main()
