"""Random kernel functions: they write to their outputs in place, and NumPy takes them.

A function grows by statements, as in random_functions.py: each is tried with NumPy, and dropped if
NumPy refuses it. Numbers are small integers, so that sums are the same in any order. A value that
went through a smooth function is compared with a tolerance, and no step that jumps may read it.

Arguments lie in larger arrays, as views of several layouts, with elements around them that nobody
may change.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

Array = np.ndarray[Any, Any]

NAMES = ("x", "b", "s", "w", "y", "z", "p", "v", "c")
SIGNATURE = (
    "x: T[n, m], b: T[m], s: T[n], w: T[m, m], a: T, k: i32, out y: T[n, m], inout z: T[n, m], "
    "inout p: f32[n, m], inout v: T[n], out c: i64[m]"
)
FORMS = {"x": "nm", "b": "m", "s": "n", "w": "mm", "y": "nm", "z": "nm", "p": "nm", "v": "n"}
FORMS["c"] = "m"
OUTPUTS, UNKNOWN = ("y", "z", "p", "v", "c"), ("y", "c")
TYPES = {"T": ("f32", "f64", "i32", "i64", "i16")}
PARTS = (
    "[...]", "[...]", "[::-1]", "[1:]", "[:-1]", "[:1]", "[..., 1:]", "[..., :-1]", "[..., 2:3]",
    "[::2]", "[1::2]", "[..., ::-1]", "[1:-1, 1:-1]", "[2:, :-2]", "[:-2, 2:]", "[0]", "[-1]",
    "[..., 0]", "[..., -1]", "[:2]", "[2:4]", "[1:3]", "[:, ::2]", "[-2:0:-1]", "[:-1:2]",
)  # fmt: skip
EXACT = (
    "{a} + {b}", "{a} - {b}", "{a} * {n}", "np.maximum({a}, {b})", "-{a}", "abs({a}) - k", "{a}.T",
    "{a}.sum(axis=-1, keepdims=True)", "{a}.sum(axis=0)", "{a}.max(axis=-1, keepdims=True)",
    "{a} @ w", "{a}{part}", "{a} * a", "{a} + np.arange({a}.shape[-1])", "{a}.copy()", "{a}.sum()",
    "np.concatenate([{a}{part}, {b}])", "{a}[:, None] + b", "{a} @ {b}", "np.full({a}.shape, {n})",
)  # fmt: skip
JUMPING = (
    "np.where({a} > {b}, {a}, {n})", "{a}.argmax(axis=0)", "{a}.astype('i2')", "{a} == {b}",
    "({a} > {n}).sum(axis=-1)", "{a} // 2",
)  # fmt: skip
SMOOTH = ("np.tanh({a})", "np.exp(-np.abs({a}))", "{a} / (np.abs({b}) + 1)", "{a}.mean(axis=-1)")
WRITES = (
    "{o}{part} = {a}{part}", "{o}{part} = {o}{other}", "{o}{part} += {a}{other}", "{o}{part} = {n}",
    "{o}{part} = {a}{other} * 2 + {b}", "{o}[...] = {a}", "{o}[...] = {a} + {b}", "{o} -= {b}",
    "{o}{part}, {o}{other} = {o}{other}.copy(), {o}{part}.copy()", "{o}[...] = {o}.T",
    "{o}[{o} > 2] = {n}", "np.add({a}, {b}, out={o}{part})", "{o}{part} *= {o}{part}",
)  # fmt: skip
HEADS = (
    (), (), ("y[...] = x + b",), ("y[:1] = 2", "y[1:] = x[1:]"), ("y[::-1] = x",),
    ("y[..., 1::2] = z[..., 1::2]", "y[..., ::2] = 1"), ("y[...] = x", "y[1:-1, 1:-1] += 1"),
    ("c[...] = x.sum(axis=0)",), ("c[:1] = 3", "c[1:] = w[1:, -1]"), ("y[...] = x @ w", "c[:] = b"),
    ("y[...] = x - x.sum(axis=1, keepdims=True)",),
)  # fmt: skip
"""How a function may begin: outputs are written, as a whole or in parts."""
LARGEST = 200.0
LAYOUTS = ("dense", "dense", "offset", "padded", "reversed", "backwards", "strided", "transposed")


@dataclass(frozen=True, slots=True)
class RandomKernel:
    """A function, and arguments for it.

    Attributes:
        source: the function, `f`, in Python.
        dtype: the name of the dtype for which T stands.
        shape: the extents n and m.
        layouts: that of each array.
        exact: the outputs that are the same with any order of sums.
    """

    source: str
    dtype: str
    shape: tuple[int, int]
    layouts: tuple[str, ...]
    exact: frozenset[str]

    def function(self) -> Any:
        """Returns the function, made again."""
        space: dict[str, Any] = {"np": np}
        exec(compile(self.source, "drawn.py", "exec"), space)
        return space["f"]

    def arguments(self) -> tuple[dict[str, Array], list[Any]]:
        """Returns the arrays in which the arguments lie, and the arguments, always the same."""
        values = _values(self.dtype, self.shape)
        bases: dict[str, Array] = {}
        for (name, array), layout in zip(values.items(), self.layouts, strict=True):
            bases[name], values[name] = _laid_out(array, layout)
        scalars = [np.dtype(_NUMPY[self.dtype]).type(2), np.int32(3)]
        given = list(values.values())
        return bases, [*given[:4], *scalars, *given[4:]]


_NUMPY = {"f32": "f4", "f64": "f8", "i32": "i4", "i64": "i8", "i16": "i2"}


def _values(dtype: str, shape: tuple[int, int]) -> dict[str, Array]:
    random = np.random.default_rng(sum(shape))
    found: dict[str, Array] = {}
    for name in NAMES:
        kind = {"p": "f4", "c": "i8"}.get(name, _NUMPY[dtype])
        extents = [shape["nm".index(axis)] for axis in FORMS[name]]
        found[name] = random.integers(-4, 5, extents).astype(kind)
    return found


def _laid_out(array: Array, layout: str) -> tuple[Array, Array]:
    """Returns an array with another one in it, and that one."""
    if layout == "transposed":
        base, view = _laid_out(array.T, "padded")
        return base, view.T
    first = [slice(0, e) for e in array.shape]
    keys = {
        "dense": [*first[:1], *[slice(None)] * (array.ndim - 1)],
        "offset": [slice(1, array.shape[0] + 1), *[slice(None)] * (array.ndim - 1)],
        "padded": [slice(1, 1 + e) for e in array.shape],
        "reversed": [slice(e, 0, -1) for e in array.shape],
        "backwards": [*[slice(1, 1 + e) for e in array.shape[:-1]], slice(array.shape[-1], 0, -1)],
        "strided": [slice(1, 1 + 2 * e, 2) for e in array.shape],
    }
    key = keys[layout]
    extents = [e if s == slice(None) else 2 * e + 3 for e, s in zip(array.shape, key, strict=True)]
    base = np.full(extents, 77, array.dtype)
    view = base[tuple(key)]
    view[...] = array
    return base, view


Drawn = tuple[str, list[int], str, str]


def _statement() -> st.SearchStrategy[Drawn]:
    texts = st.sampled_from([*EXACT, *JUMPING, *SMOOTH, *WRITES, *WRITES, *WRITES])
    names = st.lists(st.integers(0, 20), min_size=4, max_size=4)
    return st.tuples(texts, names, st.sampled_from(PARTS), st.sampled_from(PARTS))


@st.composite
def random_kernels(draw: st.DrawFn) -> RandomKernel:
    """Draws functions with their arguments."""
    dtype = draw(st.sampled_from(TYPES["T"]))
    extents = st.sampled_from([0, 1, 2, 3, 4, 5, 8, 17, 33, 40])
    shape = draw(extents), draw(extents)
    layouts = tuple([draw(st.sampled_from(LAYOUTS)) for _ in NAMES])
    steps = draw(st.lists(_statement(), min_size=2, max_size=12))
    heads = draw(st.lists(st.sampled_from(HEADS), max_size=2))
    source, exact = _source(heads, steps, dtype, shape)
    return RandomKernel(source, dtype, shape, layouts, exact)


def _source(
    heads: Sequence[Sequence[str]], steps: Sequence[Drawn], dtype: str, shape: tuple[int, int]
) -> tuple[str, frozenset[str]]:
    """Returns a function of the statements that NumPy takes, and its exact outputs."""
    growing = _Growing(_values(dtype, shape), np.dtype(_NUMPY[dtype]))
    for head in heads:
        growing.begin(head)
    for number, step in enumerate(steps):
        growing.add(number, step)
    head = f"def f({', '.join([*NAMES[:4], 'a', 'k', *NAMES[4:]])}):"
    rest = [f"{name}[...] = 1" for name in UNKNOWN if not growing.masks[name].all()]
    lines = [head, *rest, *growing.lines, *([] if rest or growing.lines else ["pass"])]
    return "\n    ".join(lines) + "\n", frozenset(growing.exact & {*OUTPUTS})


class _Growing:
    """A function while it grows."""

    def __init__(self, values: dict[str, Array], dtype: np.dtype[Any]) -> None:
        self.space: dict[str, Any] = {**values, "a": dtype.type(2), "k": np.int32(3)}
        self.masks = {name: np.zeros(values[name].shape, bool) for name in UNKNOWN}
        self.exact = set(self.space)
        self.lines: list[str] = []

    def add(self, number: int, step: Drawn) -> None:
        """Adds a statement if NumPy takes it."""
        text, places, part, other = step
        used = {"part": part, "other": other, "n": str(places[3] % 4)}
        used["o"] = OUTPUTS[places[2] % len(OUTPUTS)]
        like = self.space[used["o"]].shape if text in WRITES else None
        used["a"] = self._name(places[0], like)
        used["b"] = self._name(places[1], np.shape(self.space[used["a"]]))
        expression = text.format(**used)
        is_write = text in WRITES
        read = {used[each] for each in "ab" if f"{{{each}" in text}
        target = used["o"] if is_write else f"t{number}"
        if is_write and (text.count("{o}") > 1 or any(s in text for s in ("+=", "-=", "*="))):
            read.add(target)
        if not self._knows(read):
            return
        is_exact = read <= self.exact and text not in SMOOTH
        to_integers = is_write and self.space[target].dtype.kind in "iu"
        jumps = text in JUMPING or "> 2" in text or "astype" in text or to_integers
        if jumps and not is_exact:
            return
        line = expression if is_write else f"{target} = {expression}"
        if not self._run(line, target if is_write else None):
            return
        self.lines.append(line)
        if is_write and target in self.masks:
            self._mark(target, text, part)
        if not is_exact:
            mine = self.space[target]
            self.exact -= {
                name for name, value in self.space.items() if np.may_share_memory(value, mine)
            }
        elif not is_write:
            self.exact.add(target)

    def begin(self, head: Sequence[str]) -> None:
        """Adds one of HEADS if it is possible."""
        if all(self._run(line, line[0]) for line in head):
            self.lines += head
            for mask in [self.masks[line[0]] for line in head]:
                mask[...] = True

    def _name(self, place: int, like: tuple[int, ...] | None) -> str:
        """Returns the name of a known array, if possible of some shape; 0 is the newest one."""
        known = [name for name in self.space if name not in ("a", "k") and self._knows({name})]
        fit = [name for name in known if like in (None, np.shape(self.space[name]))] or known
        return fit[-1 - place % len(fit)]

    def _knows(self, names: set[str]) -> bool:
        """Whether all elements of some arrays are known."""
        return all(self.masks[name].all() for name in names & self.masks.keys())

    def _mark(self, target: str, text: str, part: str) -> None:
        whole = not any(f"{{o}}{{part}}{end}" in text for end in (" =", ")"))
        exec(f"mask{'[...]' if whole else part} = True", {"mask": self.masks[target]})

    def _run(self, line: str, target: str | None) -> bool:
        """Runs a statement; returns whether NumPy takes it, and its numbers are small."""
        arrays = {
            name: value for name, value in self.space.items() if isinstance(value, np.ndarray)
        }
        before = {name: value.copy() for name, value in arrays.items()}
        space = dict(self.space)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("error")
            try:
                exec(line, {"np": np}, space)
                good = all(_is_ordinary(value) for value in space.values())
            except (ValueError, TypeError, IndexError, OverflowError, Warning):
                good = False
        if good and target is None:
            good = any(space.keys() - self.space.keys())
        if not good:
            for name, value in before.items():
                if arrays[name].flags.writeable:
                    arrays[name][...] = value
            return False
        self.space = space
        return True


def _is_ordinary(value: Any) -> bool:
    array = np.asarray(value)
    if array.dtype.kind not in "iufb" or array.dtype == np.float16 or array.size > 8192:
        return False
    return not array.size or bool(np.all(np.abs(array.astype("f8")) < LARGEST))
