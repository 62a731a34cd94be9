"""Random functions with nested loops mean what loops of Python over NumPy's arrays do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from jit.loops.running import ROWS, check, interpreted, same

from streamrt import cond, fori, scan, while_loop
from streamrt._jit.tracing.repeating import unrolling

BINARY: tuple[Any, ...] = (np.add, np.subtract, np.multiply, np.maximum)
UNARY: tuple[Any, ...] = (np.tanh, np.sin, np.negative, np.square)
Block = list[tuple[Any, ...]]


def drawn(rng: np.random.Generator, known: int, depth: int) -> Block:
    """A block of instructions, which name earlier values by their places; the last is its result.

    A block within another one knows all that is known around it, and three values of its own.
    """
    block: Block = []
    kinds = ["binary", "unary", "binary"] + ["scan", "fori", "while", "cond"] * (depth > 0)
    for _ in range(int(rng.integers(2, 5))):
        kind = str(rng.choice(kinds))
        a, b = (int(rng.integers(known)) for _ in range(2))
        if kind == "binary":
            block.append((kind, BINARY[int(rng.integers(len(BINARY)))], a, b))
        elif kind == "unary":
            block.append((kind, UNARY[int(rng.integers(len(UNARY)))], a))
        else:
            inner = [drawn(rng, known + 3, depth - 1) for _ in range(2)]
            block.append((kind, int(rng.integers(0, 7)), a, b, *inner))
        known += 1
    return block


def run(block: Block, known: Sequence[Any]) -> Any:
    values = list(known)
    for kind, *rest in block:
        if kind in ("binary", "unary"):
            operation, *places = rest
            values.append(np.tanh(operation(*[values[place] for place in places])))
            continue
        values.append(_run_loop(kind, rest, values))
    return values[-1]


def _run_loop(kind: str, rest: Sequence[Any], values: list[Any]) -> Any:
    count, a, b, one, other = rest

    def first(*own: Any) -> Any:
        return run(one, [*values, *own])

    def second(*own: Any) -> Any:
        return run(other, [*values, *own])

    if kind == "scan":
        xs = np.stack([values[a], values[b], values[a]])[: max(count, 1) % 4]
        carry, ys = scan(
            lambda c, row: ((first(c[0], row, c[1]), c[0]), second(c[0], row, c[1])),
            (values[a], values[b]),
            xs,
        )
        return carry[0] + carry[1] + ys.sum(axis=0)
    if kind == "fori":
        return fori(1, count, lambda i, c: first(c, c * i, c), values[a])
    if kind == "while":
        made = while_loop(
            lambda c: (c[1] < count) & (np.abs(c[0]).max() < 2),
            lambda c: (first(c[0], c[0], values[b]), c[1] + 1),
            (values[a], 0),
        )
        return made[0] + np.float32(0) * made[1]
    flag = values[a][0] > values[b][1]
    return cond(flag, lambda v: first(v, v, v), lambda v: second(v, v, v), values[a])


@pytest.mark.parametrize("seed", range(60))
def test_random_functions_mean_what_loops_of_python_do(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unrolling, "FEW_TURNS", 0 if seed % 3 else 4)
    block = drawn(np.random.default_rng(seed), 3, 2)

    def function(x: Any) -> Any:
        return run(block, [x[0], x[1], x[2]])

    rows = ROWS.astype("f8")  # fewer digits would lead another way sooner
    same(interpreted(function, rows), function(rows))


@pytest.mark.parametrize("seed", range(100, 106))
def test_random_functions_are_compiled(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolling, "FEW_TURNS", 0)
    block = drawn(np.random.default_rng(seed), 3, 2)
    check(lambda x: run(block, [x[0], x[1], x[2]]), ROWS)
