"""Blocks: loops and branches of a graph while they are recorded.

    with graph.repeat(100) as loop: ...     100 turns; `loop.row(x)` is x[turn]
    with graph.while_(flag): ...            turns as long as a flag is set
    with graph.if_(flag) as branch: ...     once, if it is set
    with branch.otherwise(): ...            once, if it is not

1. What is added in a block is recorded once, to a scope: a listing with values of its own. Memory
   around the block is one of its inputs, and memory made in it belongs to one turn.
2. When the block ends, the scope becomes one node of the listing around it. To that, the node reads
   and writes what all turns do together. Bytes that may keep what they held count as read.
3. The nodes of a turn run in the order of recording, on the stream of the loop's node.
4. An exception that leaves a block records nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Self

import numpy as np

from streamrt._compile.signatures.layout import Layout
from streamrt._core.handles import Handle
from streamrt._core.program import MOST_TURNS
from streamrt._core.values import check_count
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, CaptureError, StateError
from streamrt.graph.footprint import loop_touches
from streamrt.graph.listing import Listing, caller
from streamrt.graph.nodes import Body, Loop, LoopKind, Node, Operand
from streamrt.graph.scope import Scope

__all__ = ["Block", "Blocks", "Branch", "Repeat"]

_BYTES = np.dtype("u1")
_WORDS: dict[LoopKind, str] = {"repeat": "`repeat`", "while": "`while_`", "if": "`if_`"}


class Blocks(Listing):
    """The part of a graph that records loops and branches."""

    def __init__(self) -> None:
        super().__init__()
        self._resolve: Callable[[object, str], Operand] | None = None
        self._reveal: Callable[[Operand, Any], Any] | None = None
        self._on_loop: Callable[[Node | None], object] | None = None

    def repeat(self, turns: int) -> Repeat:
        """Begins a loop with a known number of turns, as a context manager.

        What is added in its block, or launched there in a capture, is recorded once, and a replay
        runs it so often, without a return to Python. Use `row` of what the block is entered as for
        arrays of which each turn takes one row.

        Args:
            turns: how often; 0 is allowed.

        Raises:
            ArgumentError: it is negative.
            StateError: the graph was captured, and its capture has ended.
        """
        check_count(turns, "repeat: turns", 0, MOST_TURNS)
        self._check_growing("repeat")
        return Repeat(self, "repeat", turns, None, caller())

    def while_(self, flag: object) -> Block:
        """Begins a loop that runs as long as a flag is set, as a context manager.

        The flag is looked at before each turn, also the first. The block has to write it, or the
        loop ends only by `Execution.cancel`, between two turns.

        Args:
            flag: an operand, or in a capture a buffer, of one bool.

        Raises:
            ArgumentError: it is of another dtype or size, or belongs to another graph.
            StateError: the graph was captured, and its capture has ended.
        """
        self._check_growing("while_")
        return Block(self, "while", 0, self._flag(flag, "while_"), caller())

    def if_(self, flag: object) -> Branch:
        """Begins a branch, as a context manager: its block runs if a flag is set.

        For the other side, enter `otherwise()` of what the block is entered as, right behind it.

        Args:
            flag: an operand, or in a capture a buffer, of one bool.

        Raises:
            ArgumentError: it is of another dtype or size, or belongs to another graph.
            StateError: the graph was captured, and its capture has ended.
        """
        self._check_growing("if_")
        return Branch(self, "if", 1, self._flag(flag, "if_"), caller())

    @refusing
    def _flag(self, flag: object, what: str) -> Operand:
        operand = self._operand(flag, what)
        if operand.dtype != np.dtype(bool) or operand.layout.size != 1:
            raise ArgumentError(f"{what}: the flag is {operand.layout}; it has to be of one bool")
        return operand

    def _take(self, operand: Operand, what: str) -> Operand:
        """Returns an operand of this graph as it is; `what` begins the message.

        Raises:
            CaptureError: it belongs to a block.
        """
        if operand.owner is not self._token:
            raise CaptureError(
                f"{what}: {operand!r} was made in the block of a loop or a branch, and belongs to "
                "one turn; make it before the block"
            )
        return operand

    def _operand(self, handle: object, what: str) -> Operand:
        raise NotImplementedError

    def _check_growing(self, what: str) -> None:
        raise NotImplementedError


class Block(Handle):
    """A loop or a branch while it is recorded. Enter it by `with`."""

    _instead = "record it again"

    if not TYPE_CHECKING:  # type checkers know which block has what

        def __getattr__(self, name: str) -> NoReturn:
            if name.startswith("_"):
                raise AttributeError(name)
            found = f"the block of {_WORDS[self._kind]} has no {name}"
            rule = {
                "row": "`repeat` has rows, because it numbers its turns",
                "otherwise": "`if_` has another side",
            }
            raise AttributeError(f"{found}; {rule[name]}" if name in rule else found)

    def __init__(
        self, graph: Blocks, kind: LoopKind, turns: int, flag: Operand | None, site: str
    ) -> None:
        """Not for users: graphs make blocks."""
        self._graph = graph
        self._kind: LoopKind = kind
        self._turns = turns
        self._flag = flag
        self._site = site
        self._scope: Scope | None = None
        self._node: Node | None = None
        self._bodies: list[Body] = []

    def __enter__(self) -> Self:
        graph, what = self._graph, f"enter the block of {_WORDS[self._kind]}"
        graph._check_growing(what)
        if self._scope is not None:
            raise StateError(f"{what}: it was entered before; make another")
        scope = Scope(graph._open[-1] if graph._open else graph)
        if self._flag is not None:
            self._flag = scope._take(self._flag, what)
        self._scope = scope
        graph._open.append(scope)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        scope, graph = self._scope, self._graph
        if scope is None or scope not in graph._open:
            return  # the block around it was left before, and said so
        what = f"the block of {_WORDS[self._kind]} at {self._site}"
        inner = graph._open[graph._open.index(scope) :]
        del graph._open[-len(inner) :]
        try:
            if error is None:
                if len(inner) > 1:
                    raise StateError(f"leave {what}: a block in it is open; leave that one first")
                self._bodies.append(scope.body(what))
                self._node = self._add(scope)
        finally:
            scope._nodes = []
            if graph._on_loop is not None and not graph._open:
                graph._on_loop(self._node)

    def _add(self, scope: Scope) -> Node:
        """Adds the node to the listing around the block, and returns it."""
        graph, bases = self._graph, tuple(base for base, _ in scope.bases)
        number_of = {base.value: number for number, base in enumerate(bases)}
        flag = self._flag
        loop = Loop(
            self._kind,
            self._turns,
            tuple(scope._values),
            bases,
            None if flag is None else (number_of[flag.value], flag.offset),
            self._bodies[0],
            self._bodies[1] if len(self._bodies) > 1 else None,
        )
        operands: list[Operand] = []
        modes: list[tuple[bool, bool]] = []
        for (_, value), (low, high, reads, writes) in zip(
            scope.bases, loop_touches(loop), strict=True
        ):
            layout = Layout(None, _BYTES, (high - low,))
            operands.append(Operand(scope.outer._token, value, low, layout))
            modes.append((reads, writes))
        if loop.arena_nbytes:
            operands.append(self._arena(loop.arena_nbytes))
            modes.append((False, True))
        after = tuple(scope.after)
        return graph._append("loop", None, operands, after, self._site, loop, tuple(modes))

    def _arena(self, nbytes: int) -> Operand:
        graph = self._graph
        around: Listing = graph._open[-1] if graph._open else graph
        name: str | None = f"turns{len(around._nodes)}"
        layout = Layout(None, _BYTES, (nbytes,))
        return graph._new_value("temporary", layout, None if name in around._names else name)


class Repeat(Block):
    """A loop with a known number of turns, while it is recorded."""

    def row(self, array: Any) -> Any:
        """Returns the row of an array that belongs to a turn: `array[turn]`, to read or to write.

        Args:
            array: an operand, or in a capture a buffer, with at least as many rows as there are
                turns; made before the block.

        Returns:
            An operand, or a buffer, of the shape of a row, for use in the block alone.

        Raises:
            ArgumentError: the array has fewer rows, or belongs to another graph.
            StateError: the block is not open.
        """
        graph, scope = self._graph, self._scope
        if scope is None or scope not in graph._open:
            raise StateError("row: the block of the loop is not open; call it in the block")
        return self._row(graph, scope, array)

    @refusing
    def _row(self, graph: Blocks, scope: Scope, array: Any) -> Any:
        operand = graph._operand(array, "row")
        if not operand.shape or operand.shape[0] < self._turns:
            raise ArgumentError(
                f"row: the array is {operand.layout}, and the loop has {self._turns} turns; it "
                "needs a row for each"
            )
        found = scope.row(operand)
        return found if graph._reveal is None else graph._reveal(found, array)


class Branch(Block):
    """A branch while it is recorded."""

    def otherwise(self) -> Block:
        """Begins the other side of the branch, as a context manager.

        Raises:
            StateError: the first side is not complete, nodes were added behind it, or there is
                another side already.
        """
        self._check_last()
        return _Otherwise(self)

    def _check_last(self) -> tuple[Listing, Node, Scope]:
        """Returns the listing around it, its node and its scope, if the node is the last one.

        Raises:
            StateError: it is not.
        """
        graph, node, scope = self._graph, self._node, self._scope
        graph._check_growing("otherwise")
        if node is None or scope is None or scope in graph._open:
            raise StateError("otherwise: the block of `if_` has not ended; leave it first")
        around: Listing = graph._open[-1] if graph._open else graph
        if around is not scope.outer or around._nodes[-1:] != [node]:
            raise StateError(
                "otherwise: it has to follow the block of `if_` at once, and only one may; "
                "begin another branch"
            )
        return around, node, scope


class _Otherwise(Block):
    """The other side of a branch, while it is recorded."""

    def __init__(self, first: Branch) -> None:
        super().__init__(first._graph, "if", 1, first._flag, first._site)
        self._before = first

    def __enter__(self) -> Self:
        if self._scope is not None:
            raise StateError(
                "enter the other side of a branch: it was entered before; make another"
            )
        self._around, self._first, self._scope = self._before._check_last()
        self._bodies = [*self._before._bodies]
        self._graph._open.append(self._scope)
        return self

    def _add(self, scope: Scope) -> Node:
        """Puts a node with both sides in place of the one with the first."""
        removed = self._around._nodes.pop()
        assert removed is self._first
        return super()._add(scope)

    def _arena(self, nbytes: int) -> Operand:
        """Takes the arena of the first side, made larger if need be."""
        node, around = self._first, self._around
        loop = node.loop
        if loop is None or not loop.arena_nbytes:
            return super()._arena(nbytes)
        old = node.operands[-1]
        operand = Operand(old.owner, old.value, 0, Layout(None, _BYTES, (nbytes,)))
        around._values[old.value] = replace(
            around._values[old.value], layout=operand.layout, high=operand.stop
        )
        return operand
