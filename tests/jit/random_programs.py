"""Random programs for the fuzzer of `jit`: special values, 0-d arrays, views, products, refusals.

A program is a few statements over a few arguments. NumPy runs it as it is drawn, and tells of each
result how it is compared:

1. Most operations are exact. What a sum, a product or a function of `ulp.md` gives is close only,
   so no other statement reads it. How close a sum has to be is told by the same sum of sizes.
2. Which of two zeros `max`, `clip` and the products give is not promised (docs/jit.md). What was
   made of that is compared without the signs of zeros, and no statement reads it that shows them.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from jit.random_functions import DTYPES, EXACT, JUMPING

from streamrt._compile.signatures.dtypes import from_numpy

VIEWS = (
    "np.diagonal({a})", "np.einsum('ii->i', {a})", "{a}.reshape(-1)[::2]", "{a}.T",
    "{a}[..., ::-1]",
    "{a}[1:]", "{a}[None]", "{a}[..., None]", "{a}.reshape(-1)", "np.swapaxes({a}, 0, -1)",
    "np.ravel({a})", "{a}[()]", "{a}[...]", "{a}[-1]", "{a}.squeeze()", "{a}.copy()",
    "np.einsum('ij->ji', {a})", "np.broadcast_to({a}, (2,) + {a}.shape)", "{a}.reshape(1, -1)",
    "np.diagonal({a}, 1)", "np.einsum('...->...', {a})", "np.broadcast_to({a}, {a}.shape)",
)  # fmt: skip
PLAIN = (
    "np.sqrt({a})", "{a} / {b}", "{a} / {n}", "np.positive({a})", "np.fmax({a}, {b})",
    "np.fmin({a}, {b})", "np.clip({a}, {b}, {n})", "np.clip({a}, {n}, {m})", "{a}.clip({n}, None)",
    "np.signbit({a})", "np.reciprocal({a})", "np.isnan({a})", "np.full_like({a}, {n})",
    "np.append({a}, {b})", "np.append({a}, {n})", "np.where({a}, {b}, {n})", "np.nan_to_num({a})",
    "np.maximum({a}, {n})", "np.minimum({n}, {a})", "{n} / {a}", "{a} ** {n}", "np.square({a})",
    "{a} != {b}", "{a} >= {n}", "{a} | {n}", "{a} & {b}", "np.rint({a})",
    "np.logical_xor({a}, {b})",
    "np.hstack([{a}, {b}])", "np.trunc({a})", "{a}.max(axis={axis}, keepdims=True)", "{a}.min()",
    "np.any({a}, axis={axis})", "{a}.all(keepdims=True)", "{a}.argmin()", "np.argmax({a}, {axis})",
    "np.select([{a} > {b}], [{a}], {n})", "np.triu({a})", "np.sort({a})", "np.divmod({a}, {b})[0]",
    "np.float_power({a}, 2)", "np.heaviside({a}, {b})", "np.nextafter({a}, {b})",
    "np.ldexp({a}, 2)",
    "np.ptp({a}, {axis})", "np.modf({a})[0]", "np.fmod({a}, {b})",
    "np.concatenate([{a}, {b}], {axis})",
)  # fmt: skip
SUMS = (
    "np.dot({a}, {b})", "np.inner({a}, {b})", "np.vecdot({a}, {b})", "{a} @ {b}",
    "np.vdot({a}, {b})",
    "np.tensordot({a}, {b}, axes={k})", "np.inner({n}, {a})", "np.dot({a}, {n})",
    "np.outer({a}, {b})",
    "np.einsum('ij,jk', {a}, {b})", "np.einsum('ij->i', {a})", "np.einsum('i,j->ij', {a}, {b})",
    "np.einsum('ii', {a})", "np.einsum('...i,...i->...', {a}, {b})",
    "np.einsum(',...->...', {a}, {b})",
    "{a}.sum(axis={axis})", "{a}.sum(axis={axis}, keepdims=True)", "np.mean({a}, axis={axis})",
    "{a}.mean(keepdims=True)", "np.cumsum({a})", "np.trace({a})", "np.nansum({a}, axis={axis})",
    "np.sum({a}, dtype='f4')", "np.matvec({a}, {b})", "np.sum({a}, where={a} > {n})",
    "np.prod({a}, axis={axis})", "np.vecdot({a}, {b}, axis=0)",
)  # fmt: skip
CLOSE = (
    "np.exp({a})", "np.log({a})", "np.sin({a})", "np.tanh({a})", "np.cbrt({a})", "np.expm1({a})",
    "np.arctan2({a}, {b})", "np.hypot({a}, {b})", "np.log1p({a})", "np.exp2({a})", "np.arctan({a})",
    "np.sum(np.diagonal({a}))", "np.exp({a}).max()", "np.sqrt(np.diagonal(np.exp({a})))",
)  # fmt: skip
WRITES = (
    "{a} += {n}", "{a} *= {b}", "{a} -= {b}", "{a} /= {n}", "{a} //= {n}", "{a}[...] = {b}",
    "{a}[..., 0] = {n}", "{a} **= 2", "{a} |= {b}", "{a}[1:] += {n}", "np.add({a}, {b}, out={a})",
    "{a} ^= {n}", "{a} %= {n}", "{a}[{a} > {n}] = 0", "{a}.T[...] = {n}", "{a} <<= 1",
)  # fmt: skip
NUMBERS = (
    "2", "-1", "0", "3", "0.5", "-0.0", "0.0", "2.5", "True", "np.inf", "np.nan", "300", "-3",
    "np.float32(2)", "np.int8(3)", "np.float64(-0.0)", "np.float16(0.5)", "np.bool_(True)",
    "np.int64(300)", "np.uint8(7)",
)  # fmt: skip
SHAPES = (
    (),
    (),
    (1,),
    (3,),
    (3, 3),
    (2, 3),
    (1, 3),
    (3, 1),
    (4, 4),
    (2, 3, 3),
    (0,),
    (0, 3),
    (17,),
)
LARGEST = 2000

# Whatever shows the sign of a zero, beside returning it; and of a NaN, which no rule gives.
SHOWS = re.compile(r"/|copysign|signbit|arctan2|reciprocal|\*\*|%|power|mod|nextafter")
SHOWS_NAN = re.compile(r"copysign|signbit|nextafter|sort|modf")
LOOSE = re.compile(r"max|min|clip|ptp|sort")


@dataclass
class RandomProgram:
    """A program, and how its results are compared.

    Attributes:
        arguments: the values of `x0`, `x1`, ...
        lines: its statements.
        scales: for each name that is only close, how large an error of one rounding may be.
        loose: the names whose signs of zero are not compared.
        results: what NumPy made of each name that is returned.
        refusal: NumPy's refusal of the last statement; None if it took all.
    """

    arguments: list[Any]
    lines: list[str] = field(default_factory=list[str])
    scales: dict[str, Any] = field(default_factory=dict[str, Any])
    loose: set[str] = field(default_factory=set[str])
    results: dict[str, Any] = field(default_factory=dict[str, Any])
    refusal: Exception | None = None

    @property
    def source(self) -> str:
        """The function, `f`, in Python."""
        names = ", ".join(f"x{k}" for k in range(len(self.arguments)))
        body = "".join(f"    {line}\n" for line in self.lines)
        made = self.results or dict.fromkeys(
            re.findall(r"\bv\d+\b", body)
        )  # what is refused is used
        return f"def f({names}):\n{body}    return [{', '.join(made)}]\n"

    def paste(self) -> str:
        """Returns a script that shows the difference."""
        given = "\n".join(f"x{k} = {_spelled(each)}" for k, each in enumerate(self.arguments))
        names = ", ".join(f"x{k}" for k in range(len(self.arguments)))
        return (
            "import numpy as np, streamrt as srt\nfrom numpy import array, inf, nan\n"
            f"{given}\n{self.source}print(f({names}))\n"
            f"print([np.asarray(y) for y in srt.jit(f, contract=False)({names})])\n"
        )


def _spelled(value: Any) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    return f"np.array({value.tolist()!r}, '{value.dtype}').reshape({value.shape})"


def random_program(random: Random, length: int = 4) -> RandomProgram:
    """Returns a program of up to so many statements, of which NumPy may refuse the last one."""
    arguments = [_argument(random) for _ in range(random.randint(1, 2))]
    lines = [_drawn(random) for _ in range(random.randint(1, length))]
    return replayed(arguments, lines, random.random() < 0.1, random)


def _drawn(random: Random) -> tuple[str, tuple[str, ...]]:
    kinds = (VIEWS, VIEWS, PLAIN, PLAIN, EXACT, JUMPING, SUMS, SUMS, CLOSE, WRITES)
    kind = random.choice(kinds)
    return random.choice(kind), kind


def replayed(
    arguments: list[Any], drawn: list[Any], keeps_refusals: bool, random: Random
) -> RandomProgram:
    """Returns the program of these statements, as far as each can be compared."""
    made = RandomProgram(arguments)
    names = [f"x{k}" for k in range(len(arguments))]
    space: dict[str, Any] = {name: np.copy(v) if isinstance(v, np.ndarray) else v
                             for name, v in zip(names, arguments, strict=True)}  # fmt: skip
    for k, (template, kind) in enumerate(drawn):
        known = [name for name in space if name not in made.scales]
        own = [name for name in known if _is_own(space, name, names)]
        is_write = kind is WRITES
        if is_write and not own:
            continue
        used = {each: random.choice(known) for each in "abc"}
        used |= {each: random.choice(NUMBERS) for each in "nm"}
        if is_write:
            used["a"] = random.choice(own)
        text = template.format(
            **used, axis=random.choice((0, -1, None, 1)), k=random.choice((0, 1, 2)),
            dtype=random.choice(DTYPES),
        )  # fmt: skip
        read = {used[each] for each in "abc" if f"{{{each}" in template}
        line = text if is_write else f"v{k} = {text}"
        if not _is_comparable(made, text, read, space, is_write):
            continue
        error = run_on_numpy(line, space)
        if error is not None and keeps_refusals and not isinstance(error, _NotComparedError):
            made.lines.append(line)
            made.refusal = error
            break
        if error is not None:
            continue
        made.lines.append(line)
        if is_write:
            continue
        _judge(made, f"v{k}", text, read, space, kind)
    made.results = {name: value for name, value in space.items() if name not in names}
    if made.refusal is not None:
        made.results = {}
    return made


def _judge(
    made: RandomProgram, name: str, text: str, read: set[str], space: dict[str, Any], kind: Any
) -> None:
    """Notes how a result is compared."""
    value = np.asarray(space[name])
    is_float = value.dtype.kind == "f"
    if is_float and (LOOSE.search(text) or read & made.loose):
        made.loose.add(name)
    is_sum = kind is SUMS or any(
        each in text for each in ("sum(", "prod(", "trace(", " @ ", "outer", "var(")
    )
    if is_sum and is_float:
        made.scales[name] = _scale(text, space, name)
        is_product = not re.search(r"sum\(|mean\(|trace\(", text)
        if is_product and not all(np.isfinite(np.asarray(space[each])).all() for each in read):
            made.scales[name] = np.full(np.shape(value), np.nan)  # BLAS may skip zeros
        made.loose |= set() if re.search(r"sum\(|mean\(", text) else {name}
    elif is_float and (kind is CLOSE or "**" in text or "power" in text):
        with np.errstate(all="ignore"):
            made.scales[name] = np.abs(value.astype("f8")) * 4


def _scale(text: str, space: dict[str, Any], name: str) -> Any:
    """Returns how large rounding errors may be: the same sum of sizes, times some terms."""
    sizes = {
        each: np.abs(np.asarray(value).astype("f8")) if each != name else None
        for each, value in space.items()
    }
    wide = text.replace("dtype='f4'", "dtype='f8'")
    if "where=" in wide or "nansum" in wide:
        sizes = {k: v if v is None else np.nan_to_num(v) for k, v in sizes.items()}
        wide = re.sub(r", where=.*\)$", ")", wide)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = np.abs(eval(wide, {"np": np}, sizes))
        except Exception:  # noqa: BLE001 - then it is not compared
            return np.full(np.shape(space[name]), np.nan)
        if "prod(" in text:  # the order decides whether a part of it is infinite
            parts = {each: np.maximum(size, 1) for each, size in sizes.items() if size is not None}
            most = eval(wide, {"np": np}, parts)
            found = np.where(most < float(np.finfo(space[name].dtype).max), found, np.nan)
        return np.asarray(found) * 64


def _is_comparable(
    made: RandomProgram, text: str, read: set[str], space: dict[str, Any], is_write: bool
) -> bool:
    """Returns whether NumPy and compiled code promise the same of a statement."""
    if read & made.loose and (is_write or SHOWS.search(text)):
        return False
    values = [np.asarray(space[name]) for name in read]
    floats = [value for value in values if value.dtype.kind == "f"]
    if SHOWS_NAN.search(text) and any(np.isnan(value).any() for value in floats):
        return False
    if "** np.float16(0.5)" in text and any((np.isinf(v) | (v == 0)).any() for v in floats):
        return False  # a power or a root, depending on the version of NumPy
    if "astype" in text and floats:
        return False  # of what no integer is, a cast makes what the machine does
    if "full_like" in text and re.search(r"inf|nan|1e30", text) and len(floats) < len(values):
        return False  # the same, of a number
    if "reciprocal" in text and any((value == 0).any() for value in values):
        return False  # of integers: NumPy has what the machine makes of infinity
    return not (is_write and any(name in made.loose for name in space))


def _is_own(space: dict[str, Any], name: str, arguments: list[str]) -> bool:
    value = space[name]
    if not isinstance(value, np.ndarray):
        return False
    return name not in arguments and not any(
        np.may_share_memory(value, space[each]) for each in arguments
        if isinstance(space[each], np.ndarray)
    )  # fmt: skip


def run_on_numpy(line: str, space: dict[str, Any]) -> Exception | None:
    """Runs a statement on NumPy; returns its refusal, or why nothing can be compared."""
    before = dict(space)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            exec(line, {"np": np}, space)
        except Exception as error:  # noqa: BLE001 - whatever NumPy raises
            space.clear()
            space.update(before)
            return error
    for name in set(space) - set(before):
        value = np.asarray(space[name])
        if from_numpy(value.dtype) is None or value.size > LARGEST:
            space.clear()
            space.update(before)
            return _NotComparedError()
    return None


class _NotComparedError(Exception):
    """NumPy takes the statement, and its result is too large, or of another dtype."""


def _argument(random: Random) -> Any:
    dtype, shape = np.dtype(random.choice(DTYPES)), random.choice(SHAPES)
    if random.random() < 0.08:
        return random.choice((2, -1, 0.5, -0.0, 3.0, np.float32(1.5), np.int8(-3)))
    if dtype.kind == "f":
        most = float(np.finfo(dtype).max)
        special = [0.0, -0.0, 1.0, -1.5, 2.0, 0.5, 3.0]
        special += [np.inf, -np.inf, np.nan, most, -most] if random.random() < 0.4 else []
    elif dtype.kind == "b":
        special = [0, 1]
    else:
        info = np.iinfo(dtype)
        special = [0, 1, 2, 3, 5] + ([-1, -2] if dtype.kind == "i" else [])
        special += [info.max, info.min] if random.random() < 0.3 else []
    size = int(np.prod(shape))
    return np.array([random.choice(special) for _ in range(size)], dtype).reshape(shape)
