"""Random NumPy functions, of which one knows that NumPy takes them and how exact they are.

A function grows by statements. Each is tried with NumPy first, and dropped if NumPy refuses it, or
if its numbers become large, infinite or NaN. So what is left is ordinary code over many shapes and
dtypes. Steps that jump (a floor, a comparison, an index of a maximum) take exact numbers only,
because a difference in the last bit of a sum could make them differ by one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import from_numpy

SMOOTH = (
    "np.exp({a} / 8)", "np.tanh({a})", "np.sqrt(np.abs({a}))", "np.log1p(np.abs({a}))",
    "{a} / (np.abs({b}) + 1)", "{a}.mean(axis={axis}, keepdims=True)", "np.var({a}, axis={axis})",
    "1 / (1 + np.exp(-{a}))", "np.sin({a}) * np.cos({b})", "{a}.std()", "np.hypot({a}, {b})",
    "np.exp({a} / 8) / np.exp({a} / 8).sum(axis={axis}, keepdims=True)", "np.arctan2({a}, {b})",
    "0.5 * {a} * (1 + np.tanh(0.79788 * ({a} + 0.044715 * {a} ** 3)))", "np.cbrt({a})",
    "({a} - {a}.mean(-1, keepdims=True)) / np.sqrt({a}.var(-1, keepdims=True) + 1e-3)",
    "np.linalg.norm({a}, axis={axis})", "{a} ** 2 / 3", "np.logaddexp({a}, {b})",
)  # fmt: skip
EXACT = (
    "{a} + {b}", "{a} - {b}", "{a} * {b}", "-{a}", "np.abs({a})", "np.maximum({a}, {b})",
    "np.minimum({a}, {b})", "np.where({c}, {a}, {b})", "{a} + {n}", "{a} * {n}", "{n} - {a}",
    "{a}.sum(axis={axis})", "{a}.max(axis={axis}, keepdims=True)", "{a}.min()", "{a}.sum()",
    "np.concatenate([{a}, {a} + 1], axis={axis})", "np.stack([{a}, {a} * 2], axis={axis})",
    "{a}.T", "{a}[::-1]", "{a}[..., 1:]", "{a}[None]", "{a}.reshape(-1)", "{a}[..., ::2]",
    "np.expand_dims({a}, {axis})", "{a}.astype(np.{dtype})", "np.clip({a}, -2, {n})", "{a} @ {b}",
    "{a} @ np.swapaxes({b}, -1, -2)", "np.tril({a})", "np.zeros_like({a})", "np.flip({a})",
    "np.broadcast_to({a}, (2,) + {a}.shape)", "np.diff({a})", "np.tile({a}, 2)", "{a}[..., 0]",
    "{a}.prod(axis={axis}, dtype='f8')", "np.outer({a}, {b})", "{a} ** 2", "{a}.squeeze()",
    "np.diagonal({a}) * 2", "{a}.reshape(-1)[:: {a}.shape[-1] + 1] + 1", "np.trace({a})",
    "np.add({a}, {b}, dtype='f8')", "np.repeat({a}, 2, axis={axis})", "np.roll({a}, 1)",
)  # fmt: skip
JUMPING = (
    "{a} // ({b} * {b} + 1)", "{a} % ({b} * {b} + 1)", "{a} > {b}", "{a} == {b}", "{a} <= {n}",
    "np.sign({a} + 0)", "np.floor({a} / 2)", "{a}.argmax(axis={axis})", "np.argmin({a})",
    "np.logical_and({a}, {b})", "{a} ^ {b}", "({a} > 0).any(axis={axis})", "({a} < {b}).sum()",
    "{a} & 3", "{a} << 1", "{a} >> 1", "~{a}", "np.round({a} / 4)", "np.isfinite({a})",
    "np.all({a} < 5)", "np.copysign({a}, {b})", "np.count_nonzero({a}, axis={axis})",
)  # fmt: skip
WRITES = ("{a} += 1", "{a}[..., 0] = 2", "{a} *= {n}", "{a}[{a} > 1] = 0", "{a}[1:] -= 3")
DTYPES = (
    "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint32", "bool",
)  # fmt: skip
SHAPES = ((), (1,), (5,), (3, 4), (4, 4), (2, 3, 4), (1, 4), (33,), (2, 1, 17), (0, 4))
LARGEST, MOST = 100.0, 4096


@dataclass
class RandomFunction:
    """A function, and what NumPy makes of it.

    Attributes:
        source: the function, `f`, in Python.
        arguments: its arguments.
        results: what NumPy returns.
        exact: for each result whether it is the same with any order of sums.
    """

    source: str
    arguments: list[Any]
    results: list[Any]
    exact: list[bool]

    @property
    def function(self) -> Callable[..., Any]:
        """The function, made again."""
        space: dict[str, Any] = {"np": np}
        exec(self.source, space)
        return space["f"]


def random_function(random: Random, length: int = 8) -> RandomFunction:
    """Returns a function with up to so many statements."""
    arguments = [_argument(random) for _ in range(random.randint(1, 3))]
    names = [f"x{k}" for k in range(len(arguments))]
    known: dict[str, Any] = dict(zip(names, arguments, strict=True))
    exact = dict.fromkeys(names, True)
    own: list[str] = []
    lines = [f"def f({', '.join(names)}):"]
    for k in range(length):
        kind = random.choice((SMOOTH, EXACT, EXACT, JUMPING, WRITES))
        text = random.choice(kind)
        used = {"n": "2"} | {each: random.choice(list(known)) for each in "abc"}
        if kind is WRITES:
            if not own:
                continue
            used["a"] = random.choice(own)
        statement = text.format(**used, axis=random.choice((0, -1)), dtype=random.choice(DTYPES))
        read = [used[each] for each in "abc" if f"{{{each}" in text]
        is_exact = all(exact[name] for name in read)
        jumps = kind is JUMPING or "astype" in text or "where" in text or "> 1" in text
        if jumps and not is_exact:
            continue
        new = "" if kind is WRITES else f"v{k}"
        if _run(f"{new} = {statement}" if new else statement, known):
            lines.append(f"  {new} = {statement}" if new else f"  {statement}")
            if new:
                exact[new] = is_exact and kind is not SMOOTH
                if _is_own(known, new):
                    own.append(new)
    results = [name for name in known if name not in names] or names
    lines.append(f"  return [{', '.join(results)}]")
    made = RandomFunction("\n".join(lines), arguments, [], [exact[name] for name in results])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        made.results = made.function(*[np.copy(each) for each in arguments])
    return made


def _is_own(known: dict[str, Any], name: str) -> bool:
    """Returns whether a function may write to an array: it is no view, and no scalar."""
    value = known[name]
    others = [each for other, each in known.items() if other != name]
    if not isinstance(value, np.ndarray) or not value.flags.writeable:
        return False
    if not (value.size and value.ndim):
        return False
    return not any(np.may_share_memory(value, each) for each in others)


def _argument(random: Random) -> Any:
    dtype, shape = random.choice(DTYPES), random.choice(SHAPES)
    low = 0 if dtype.startswith(("u", "b")) else -4
    found: Any = np.random.default_rng(random.getrandbits(32)).integers(low, 5, shape)
    return np.asarray(found / 2 if dtype.startswith("f") else found).astype(dtype)


def _run(statement: str, known: dict[str, Any]) -> bool:
    """Runs a statement on NumPy; returns whether it did, and its numbers are ordinary."""
    space = {name: np.copy(value) for name, value in known.items()}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            exec(statement, {"np": np}, space)
        except (ValueError, TypeError, IndexError, OverflowError):
            return False
    for value in space.values():
        array = np.asarray(value)
        if from_numpy(array.dtype) is None or array.size > MOST:
            return False
        if array.size and not np.all(np.abs(array.astype("f8")) < LARGEST):
            return False
    for name, value in space.items():
        known[name] = value
    return True
