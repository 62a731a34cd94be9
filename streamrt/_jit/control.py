"""Loops and branches of NumPy functions: one turn is compiled, not all of them.

In a function of `jit` they become loops of its program, which the device runs without Python:

    @streamrt.jit
    def total(x):
        carry, sums = streamrt.scan(lambda c, row: (c + row, c), np.zeros_like(x[0]), x)
        return carry, sums

Anywhere else they are what they look like, loops of Python over arrays, so the function means the
same without `jit`. A body gets memory of its own: it may write to what it gets, and nobody else
sees that.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, TypeVar, cast

import numpy as np

from streamrt._core.values import shown
from streamrt._jit.tracing.recording import CURRENT, Recording
from streamrt._jit.trees import Tree, flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, StreamRTError

__all__ = ["cond", "fori", "scan", "while_loop"]

C = TypeVar("C")
R = TypeVar("R")


@refusing
def scan(
    body: Callable[[C, Any], tuple[C, Any]],
    init: C,
    xs: Any = None,
    length: int | None = None,
) -> tuple[C, Any]:
    """Carries a value along the rows of arrays, and stacks what each turn makes.

    In a function of `jit`, dtypes and shapes of the carry stay what they are in `init`, and only a
    Python number there takes the dtype that the body returns.

    Args:
        body: gets the carry and a row of each array, and returns the next carry and what is
            stacked, which may be None.
        init: the first carry: an array or a number, or containers of these.
        xs: an array, or containers of arrays, with one length along the first axis; None if the
            body needs no rows.
        length: the number of turns; it may be left out if there are arrays.

    Returns:
        The last carry, and the stacked arrays, with a first axis of that length.

    Raises:
        ArgumentError: lengths differ, or there is none.
        TraceError: the body makes of its carry what no loop can carry.
    """
    _check_functions("scan", 2, body=body)
    leaves, tree = flatten(xs, "xs")
    turns = _length(leaves, tree, length)

    def turn(carry: Any, row: Any) -> tuple[Any, Any]:
        made: Any = body(carry, row)
        if not _is_pair(made):
            raise ArgumentTypeError(
                "streamrt.scan: its body returned something that is no pair; it returns the next "
                "carry, and what is stacked or None"
            )
        return made[0], made[1]

    recording = CURRENT.recording
    if recording is not None:
        from streamrt._jit.tracing.repeating.traced_loops import repeated

        return repeated(recording, "streamrt.scan", turn, init, xs, turns, None)
    carry: Any = _own(init)
    stacked: list[Any] = []
    for index in range(turns):
        row = tree.unflatten([_copied(leaf[index]) for leaf in leaves])
        carry, y = turn(carry, row)
        stacked.append(y)
    if turns:
        return carry, _stacked(stacked)
    _, y = turn(_own(init), tree.unflatten([_row_of_nothing(leaf) for leaf in leaves]))
    return carry, _stacked([y], 0)


@refusing
def fori(lower: int, upper: int, body: Callable[[Any, C], C], init: C) -> C:
    """Carries a value through the turns of a counter: `for i in range(lower, upper)`.

    A bound that is a traced integer is looked at when the function runs. See `scan` for the carry.

    Args:
        lower: the first index.
        upper: the index after the last one.
        body: gets the index, an integer, and the carry; returns the next carry.
        init: the first carry: an array or a number, or containers of these.

    Raises:
        TraceError: the body makes of its carry what no loop can carry.
    """
    _check_functions("fori", 2, body=body)
    recording = CURRENT.recording
    if recording is None:
        carry: C = _own(init)
        for index in range(_integer("fori", "lower", lower), _integer("fori", "upper", upper)):
            carry = body(index, carry)
        return carry
    from streamrt._jit.tracing.repeating.traced_counts import counted

    found: C = counted(recording, "streamrt.fori", lower, upper, body, init)
    return found


@refusing
def while_loop(test: Callable[[C], Any], body: Callable[[C], C], init: C) -> C:
    """Carries a value through turns for as long as a test of it is true.

    See `scan` for the carry.

    Args:
        test: gets the carry; returns a bool, or an array of one element.
        body: gets the carry; returns the next one.
        init: the first carry: an array or a number, or containers of these.

    Raises:
        TraceError: the body makes of its carry what no loop can carry.
    """
    _check_functions("while_loop", 1, test=test, body=body)
    recording = CURRENT.recording
    if recording is None:
        carry: C = _own(init)
        while test(carry):
            carry = body(carry)
        return carry
    from streamrt._jit.tracing.repeating.traced_loops import while_true

    found: C = while_true(recording, "streamrt.while_loop", test, body, init)
    return found


@refusing
def cond(which: Any, true: Callable[..., R], false: Callable[..., R], *operands: Any) -> R:
    """Calls one of two functions, as a value says.

    In a function of `jit` both are traced, and only the one that is chosen runs. Their results have
    the same dtypes and shapes; a Python number takes the dtype of the other one.

    Args:
        which: a bool, or an array of one element.
        true: the function for True.
        false: the function for False.
        operands: what it gets.

    Raises:
        TraceError: the results of the two are of different kinds.
    """
    _check_functions("cond", len(operands), true=true, false=false)
    recording = CURRENT.recording
    flag = None if recording is None else _unknown(recording, which)
    if recording is None or flag is None:
        given = [_own(each) for each in operands] if recording is None else operands
        return true(*given) if which else false(*given)
    from streamrt._jit.tracing.repeating.traced_branches import branched

    found: R = branched(recording, "streamrt.cond", flag, (true, false), operands)
    return found


def _check_functions(name: str, count: int, **functions: object) -> None:
    """Refuses what is no function of that many arguments.

    Raises:
        ArgumentTypeError: one of them is none.
    """
    for role, function in functions.items():
        if not callable(function):
            raise ArgumentTypeError(
                f"streamrt.{name}: {role} is {shown(function)}; pass a function"
            )
        try:
            signature(function).bind(*[None] * count)
        except ValueError:  # a function without a signature, as some of C are
            continue
        except TypeError as error:
            raise ArgumentTypeError(
                f"streamrt.{name}: {role} is {shown(function)}, which is called with {count} "
                f"arguments: {error}; pass a function of {count}"
            ) from None


def _integer(name: str, role: str, value: object) -> int:
    """Returns an integer.

    Raises:
        ArgumentTypeError: it is none.
    """
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError as error:
        if isinstance(error, StreamRTError):
            raise
        raise ArgumentTypeError(
            f"streamrt.{name}: {role} is {shown(value)}; pass an integer"
        ) from None


def _unknown(recording: Recording, which: Any) -> Any:
    """Returns the truth of a value that nobody knows while tracing; None if it is known."""
    from streamrt._jit.tracing.known import are_known
    from streamrt._jit.tracing.repeating.traced_loops import truth_of
    from streamrt._runtime.buffer import Buffer

    if are_known(recording, which) and not isinstance(which, Buffer | Wrapped):
        return None
    recording.begin()
    return truth_of(recording, which, "the value that streamrt.cond decides by")


# -- outside of a trace ----------------------------------------------------------------------------


def _length(leaves: Sequence[Any], tree: Tree, length: int | None) -> int:
    """Returns the number of turns of a scan.

    Raises:
        ArgumentError: lengths differ, or there is none.
    """
    found = None if length is None else _integer("scan", "length", length)
    if found is not None and found < 0:
        raise ArgumentError(f"streamrt.scan: length is {found}; pass 0 or more")
    name = "length"
    for leaf, path in zip(leaves, tree.named("xs"), strict=True):
        shape: tuple[int, ...] = tuple(getattr(leaf, "shape", ()))
        if not shape:
            raise ArgumentTypeError(
                f"streamrt.scan: {path} has no dimension to walk along; pass an array, or close "
                "the body over it"
            )
        if found is not None and shape[0] != found:
            raise ArgumentError(
                f"streamrt.scan: {path} has {shape[0]} rows, and {name} says {found}; pass arrays "
                "of one length"
            )
        found, name = shape[0], path
    if found is None:
        raise ArgumentError("streamrt.scan: it has neither xs nor length; pass one of them")
    return found


def _is_pair(thing: Any) -> bool:
    return isinstance(thing, tuple) and len(thing) == 2  # pyright: ignore[reportUnknownArgumentType]


def _own(thing: Any) -> Any:
    """Returns containers with copies of their arrays, because a body may write to them."""
    leaves, tree = flatten(thing)
    return tree.unflatten([_copied(leaf) for leaf in leaves])


def _copied(leaf: Any) -> Any:
    if isinstance(leaf, np.ndarray):
        return cast("Any", leaf).copy()
    if isinstance(leaf, Wrapped):
        return _namespace(leaf).asarray(leaf, copy=True)
    return leaf


def _namespace(leaf: Any) -> Any:
    """Returns the namespace of an eager array, and NumPy for anything else."""
    return leaf.__array_namespace__() if isinstance(leaf, Wrapped) else np  # type: ignore[attr-defined]


def _row_of_nothing(leaf: Any) -> Any:
    """Returns a row that an array without rows could have."""
    return _namespace(leaf).zeros(leaf.shape[1:], dtype=leaf.dtype)


def _stacked(turns: Sequence[Any], count: int | None = None) -> Any:
    """Returns the trees that turns made, stacked; the first `count` rows of it.

    Raises:
        ArgumentError: the turns made different containers.
    """
    taken = [flatten(each, "what streamrt.scan stacks") for each in turns]
    tree = taken[0][1]
    for _, other in taken:
        if other != tree:
            raise ArgumentError(
                f"streamrt.scan: its body stacks {tree}, and in another turn {other}; return the "
                "same containers"
            )
    columns = zip(*[leaves for leaves, _ in taken], strict=True)
    return tree.unflatten([_namespace(rows[0]).stack(rows)[:count] for rows in columns])
