"""Loops in a trace: their bodies run once, on values that stand for what changes.

The body runs again if a Python number among the first values turns out to be of another kind after
a turn, as `0.0` beside float32: then it is of that kind from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Value
from streamrt._ir.traced_loops import Carried, TracedLoop
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.repeating.bodies import added, dependence_of, opened
from streamrt._jit.tracing.repeating.leaves import (
    Kind,
    Leaf,
    as_kind,
    cell_of_leaf,
    leaf_of,
    leaves_of,
    merged,
)
from streamrt._jit.tracing.repeating.unrolling import unrolled
from streamrt._jit.tracing.ufunc_table import truth
from streamrt._jit.trees import Tree

__all__ = ["repeated", "truth_of", "while_true"]

Turn = Callable[[Any, Any], Any]
"""A turn: gets the carry and the row, and returns the next carry and what is stacked."""

_Run = Callable[[Callable[[], Any], Callable[[], Any]], tuple[Any, Any]]


class _First(NamedTuple):
    """The carry before the first turn.

    Attributes:
        leaves: its leaves.
        tree: its structure.
        paths: what messages call its leaves.
    """

    leaves: list[Leaf]
    tree: Tree
    paths: Sequence[str]


class _Ran(NamedTuple):
    """A body that has run.

    Attributes:
        number: the number of the loop.
        kinds: the kinds of the leaves of the carry.
        inners: the inner values that stood for each leaf.
        rows: what the body got besides the carry.
        after: the leaves of the carry after the turn.
        rest: what else the body made.
    """

    number: int
    kinds: list[Kind]
    inners: list[tuple[Value, ...]]
    rows: _Rows
    after: list[Leaf]
    rest: Any


class _Body:
    """A body that is traced: the recording, the name of the function, the user's line."""

    def __init__(self, recording: Recording, name: str) -> None:
        self.recording: Recording = recording
        self.name: str = name
        recording.begin()
        self.site: str = recording.builder.site

    # -- the carry ---------------------------------------------------------------------------------

    def first(self, init: Any, paths: Sequence[str] = ()) -> _First:
        """Takes the first carry apart."""
        leaves, tree = leaves_of(self.recording, init, "init")
        return _First(leaves, tree, paths or tree.named("init"))

    def settled(self, first: _First, make_rows: Callable[[], _Rows], run: _Run) -> _Ran:
        """Runs a body until the kinds of its carry stay what they are.

        Args:
            first: the carry before the first turn.
            make_rows: makes the rows that the body gets besides the carry.
            run: gets what makes the carry and the rows, each time in new memory; returns the carry
                after the turn, and what else the body makes.

        Raises:
            TraceError: the carry changes in a way that no loop can have.
        """
        kinds = [leaf.kind for leaf in first.leaves]
        while True:
            made = self._run(first, kinds, make_rows(), run)
            after = [leaf.kind for leaf in made.after]
            new = [
                merged(kind, other) or self._refuse(path, kind, other)
                for kind, other, path in zip(kinds, after, first.paths, strict=True)
            ]
            if new == kinds:
                return made
            kinds = new  # a Python number is another one at most three times, then a dtype

    def _run(self, first: _First, kinds: list[Kind], rows: _Rows, run: _Run) -> _Ran:
        inners = [self.inner(kind, f"the carry of {self.name}") for kind in kinds]

        def carry() -> Any:
            return first.tree.unflatten([
                cell_of_leaf(self.recording, kind, values, is_array=leaf.is_array)
                for kind, values, leaf in zip(kinds, inners, first.leaves, strict=True)
            ])  # fmt: skip

        every = [*rows.inners, *[one for each in inners for one in each]]
        with opened(self.recording, every) as number:
            returned, rest = run(carry, rows.given)
            after, tree = leaves_of(self.recording, returned, f"the carry of {self.name}")
        if tree != first.tree:
            raise self.recording.error(
                f"the body of {self.name} returns a carry of structure {tree}, and it began with "
                f"{first.tree}; return the same containers"
            )
        return _Ran(number, kinds, inners, rows, after, rest)

    def inner(self, kind: Kind, name: str) -> tuple[Value, ...]:
        """Returns new inner values of some kind."""
        builder, count = self.recording.builder, 2 if kind.is_complex else 1
        builder.site = self.site
        return tuple([builder.inner(kind.dtype, kind.shape, name) for _ in range(count)])

    def _refuse(self, path: str, kind: Kind, other: Kind) -> Kind:
        what = f"the body of {self.name} makes {path} {other}, and it was {kind}"
        if kind.shape != other.shape:
            advice = f"begin with an array of shape {other.shape}, or return one of {kind.shape}"
        elif kind.weak is not None:
            advice = f"begin with {other}"
        else:
            advice = f"begin with {other}, or return it with .astype"
        raise self.recording.error(f"{what}; a carry keeps its dtype and its shape: {advice}")

    def carried(self, first: _First, made: _Ran) -> list[Carried]:
        """Returns the carried values of a loop."""
        found: list[Carried] = []
        for leaf, kind, inners, after in zip(
            first.leaves, made.kinds, made.inners, made.after, strict=True
        ):
            begin, end = (as_kind(self.recording, each, kind) for each in (leaf, after))
            results = self.inner(kind, f"the result of {self.name}")
            found += [Carried(*each) for each in zip(inners, begin, end, results, strict=True)]
        return found

    def back(self, first: _First, made: _Ran, values: Sequence[Value]) -> Any:
        """Returns a carry that consists of some values."""
        rest, found = iter(values), list[Any]()
        for leaf, kind in zip(first.leaves, made.kinds, strict=True):
            parts = [next(rest) for _ in range(2 if kind.is_complex else 1)]
            found.append(cell_of_leaf(self.recording, kind, parts, is_array=leaf.is_array))
        return first.tree.unflatten(found)


# -- loops of a known number of turns --------------------------------------------------------------


def repeated(
    recording: Recording, name: str, turn: Turn, init: Any, xs: Any, turns: int, lower: int | None
) -> tuple[Any, Any]:
    """Traces a loop with a known number of turns.

    Args:
        recording: the trace.
        name: the function that the user called.
        turn: makes one turn.
        init: the first carry.
        xs: a tree of arrays, whose rows the turns get.
        turns: how many turns it has.
        lower: the index of the first turn, which the turns get in place of a row; None if they get
            rows.

    Returns:
        The last carry, and what the turns stacked.
    """
    loop = _Body(recording, name)
    first = loop.first(init)
    made = loop.settled(
        first, lambda: _Rows(loop, xs, turns, lower), lambda carry, row: turn(carry(), row())
    )
    rows = made.rows
    stacked, tree = leaves_of(recording, made.rest, f"what {name} stacks")
    carried = loop.carried(first, made)
    pairs = _Stacked(loop, stacked, made.number, turns)
    known = TracedLoop(
        "repeat", name, loop.site, tuple(carried), turns, tuple(rows.pairs),
        tuple(pairs.pairs), rows.index,
    )  # fmt: skip
    values = _results(recording, made.number, known)
    count = len(carried)
    ys = pairs.arrays(values[count:])
    return loop.back(first, made, values[:count]), tree.unflatten(ys)


def _results(recording: Recording, number: int, loop: TracedLoop) -> list[Value]:
    """Returns the results of a loop, which is added to the program unless it is short."""
    if not loop.turns:
        nothing = [recording.builder.full(0, y.dtype.name, y.shape) for _, y in loop.stacked]
        return [one.initial for one in loop.carried] + nothing
    found = unrolled(recording, number, loop)
    if found is None:
        added(recording, number, loop)
        return loop.results
    return found


class _Rows:
    """The rows that the turns of a loop get, or the index.

    Attributes:
        pairs: inner values, each with its array.
        inners: the inner values.
        index: the inner value that stands for the number of the turn, if they get the index.
    """

    def __init__(self, loop: _Body, xs: Any, turns: int, lower: int | None) -> None:
        recording = loop.recording
        builder = recording.builder
        self._recording = recording
        self._leaves, self._tree = leaves_of(recording, xs, "xs")
        self.pairs: list[tuple[Value, Value]] = []
        self.index: Value | None = None
        self._index: Value | None = None
        self._parts: list[tuple[Value, ...]] = []
        for leaf in self._leaves:
            kind = leaf.kind._replace(shape=leaf.kind.shape[1:])
            parts = loop.inner(kind, f"the row of {loop.name}")
            self._parts.append(parts)
            self.pairs += zip(parts, leaf.values, strict=True)
        self.inners: list[Value] = [inner for inner, _ in self.pairs]
        if lower is None:
            return
        (inner,) = loop.inner(Kind(DTYPES["i64"], ()), f"the index of {loop.name}")
        self.inners.append(inner)
        self.index = inner
        self._index = inner
        if lower:
            self._index = builder.apply("add", inner, builder.full(lower, "i64"))

    def given(self) -> Any:
        """Returns new memory with a row, or the index."""
        if self._index is not None:
            return self._recording.kind(self._recording, self._index, True, int)
        return self._tree.unflatten([
            cell_of_leaf(
                self._recording,
                leaf.kind._replace(shape=leaf.kind.shape[1:]),
                values,
                is_array=len(leaf.kind.shape) > 1,
            )
            for leaf, values in zip(self._leaves, self._parts, strict=True)
        ])  # fmt: skip


class _Stacked:
    """The arrays that a loop stacks.

    Attributes:
        pairs: values of a turn, each with its result.
    """

    def __init__(self, loop: _Body, leaves: Sequence[Leaf], number: int, turns: int) -> None:
        self._recording = loop.recording
        self._leaves = leaves
        self.pairs: list[tuple[Value, Value]] = []
        self._same: dict[Value, Value] = {}
        dependence = dependence_of(loop.recording)
        for leaf in leaves:
            for value in leaf.values:
                wide = (turns, *value.shape)
                if number in dependence.of(value):
                    kind = Kind(value.dtype, wide)
                    (result,) = loop.inner(kind, f"the result of {loop.name}")
                    self.pairs.append((value, result))
                else:  # all turns make the same
                    self._same[value] = loop.recording.broadcast(value, wide)

    def arrays(self, values: Sequence[Value]) -> list[Any]:
        """Returns the arrays, whose values are given in the order of `pairs`."""
        rest, found = iter(values), list[Any]()
        for leaf in self._leaves:
            parts = [self._same[one] if one in self._same else next(rest) for one in leaf.values]
            kind = Kind(parts[0].dtype, parts[0].shape, leaf.kind.is_complex)
            found.append(cell_of_leaf(self._recording, kind, parts, is_array=True))
        return found


# -- loops that end by a flag ----------------------------------------------------------------------


def while_true(
    recording: Recording,
    name: str,
    test: Callable[[Any], Any],
    body: Callable[[Any], Any],
    init: Any,
    paths: Sequence[str] = (),
) -> Any:
    """Traces a loop that ends when its test of the carry is false; returns the last carry.

    Args:
        recording: the trace.
        name: the function that the user called.
        test: returns whether another turn follows.
        body: makes one turn.
        init: the first carry.
        paths: what messages call the leaves of the carry; none if it is `init`.
    """
    loop = _Body(recording, name)
    first = loop.first(init, paths)

    def run(carry: Callable[[], Any], row: Callable[[], Any]) -> tuple[Any, Value]:
        del row
        flag = truth_of(recording, test(carry()), f"the test of {name}")
        return body(carry()), flag

    made = loop.settled(first, lambda: _Rows(loop, None, 0, None), run)
    known = TracedLoop("while", name, loop.site, tuple(loop.carried(first, made)), flag=made.rest)
    added(recording, made.number, known)
    return loop.back(first, made, known.results)


def truth_of(recording: Recording, thing: Any, what: str) -> Value:
    """Returns the truth of one element, as a bool without dimensions.

    Raises:
        TraceError: it is no number or array, or has several elements.
    """
    leaf = leaf_of(recording, thing)
    if leaf.kind.is_complex or leaf.values[0].size != 1:
        raise recording.error(f"{what} is {leaf.kind}; it is a bool, or a number, of one element")
    value = truth(recording.builder, leaf.values[0])
    return recording.builder.apply("reshape", value, attributes=((),)) if value.shape else value
