"""Branches on values that nobody knows while tracing: both ways are traced.

A trace follows one way. Where the function asks for the truth of an unknown value, it is traced
again for either answer, and what becomes of the ways decides:

1. All ways that return compute the same, as after `if np.any(x < 0): raise ValueError(...)` or
   after a warning: that is the program.
2. A way that ends by a `raise` becomes a check: the launch fails with that error if the values are
   those that lead to it.
3. Ways that return something else, or do what cannot be traced, are refused, because the branch
   would have to be one of the program.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, NamedTuple, TypeAlias

from streamrt._ir.called import FIRST_CODE, MOST_TEXT
from streamrt._ir.program import Program, Value
from streamrt._jit.tracing.recording import Recording, UndecidedError
from streamrt.errors import TraceError

__all__ = ["Answers", "Way", "explored", "guarded", "was_raised"]

MOST_BRANCHES = 32
"""The most branches on values on the way through a function."""

MOST_TRACES = 128
"""The most ways through a function that are tried."""

Answers: TypeAlias = tuple[bool, ...]


class Way(NamedTuple):
    """One way through a function.

    Attributes:
        recording: its recording.
        answers: the truth of the values that the function asked for.
        made: what the function returned.
        error: what it raised; None if it returned.
    """

    recording: Recording
    answers: Answers
    made: Any
    error: Exception | None = None


Run: TypeAlias = Callable[[Answers], Way]
"""Follows a way; raises UndecidedError if the function asks for more than these answers."""

Same: TypeAlias = Callable[[Way, Way], bool]
"""Tells whether two ways compute the same."""


def explored(run: Run, is_same: Same) -> tuple[Way, list[Way]]:
    """Returns the way through a function that returns, and those that raise.

    Raises:
        TraceError: the ways that return are not the same, or there are too many.
        Exception: what the function raises on all ways.
    """
    try:
        return run(()), []
    except UndecidedError as undecided:
        refusal = undecided.refusal.with_traceback(undecided.__traceback__)
    ways: list[Way] = []
    _follow(run, (), refusal, ways, is_same)
    returning = [way for way in ways if way.error is None]
    raising = [way for way in ways if way.error is not None]
    if not returning:
        assert raising[0].error is not None
        raise raising[0].error
    return returning[0], raising


def _follow(
    run: Run, answers: Answers, refusal: TraceError, ways: list[Way], is_same: Same
) -> None:
    """Adds the ways that begin with some answers to a list."""
    for answer in (False, True):
        longer = (*answers, answer)
        if len(longer) > MOST_BRANCHES or len(ways) > MOST_TRACES:
            raise refusal
        try:
            way = run(longer)
        except UndecidedError as undecided:
            refused = undecided.refusal.with_traceback(undecided.__traceback__)
            _follow(run, longer, refused, ways, is_same)
            continue
        if way.error is not None and not was_raised(way.error):
            text = f"{refusal}; if it is {answer}: {way.error}"
            raise TraceError(text).with_traceback(way.error.__traceback__) from None
        known = next((each for each in ways if each.error is None), None)
        if known is not None and way.error is None and not is_same(known, way):
            raise refusal
        ways.append(way)


def was_raised(error: BaseException) -> bool:
    """Returns whether an error comes from a `raise` or an `assert` of somebody's code.

    Others come from code in C, or are refusals: they say what a traced value cannot do.
    """
    last: TracebackType | None = error.__traceback__
    if isinstance(error, TraceError) or last is None:
        return False
    while last.tb_next is not None:
        last = last.tb_next
    return dis.opname[last.tb_frame.f_code.co_code[last.tb_lasti]] == "RAISE_VARARGS"


# -- checks --------------------------------------------------------------------------------------


def guarded(way: Way, raising: Sequence[Way], results: Sequence[Value]) -> list[Value]:
    """Returns results that exist only if no value leads to one of the ways that raise."""
    builder = way.recording.builder
    texts: dict[str, Value] = {}
    for other in raising:
        leads = _leads(way.recording, other)
        text = _text(other)
        texts[text] = builder.apply("bitwise_or", texts[text], leads) if text in texts else leads
    code = builder.full(0, "i64")
    for number, leads in enumerate(texts.values()):
        code = builder.apply("where", leads, builder.full(FIRST_CODE + number, "i64"), code)
    most = MOST_TEXT // len(texts) - 1
    text = "\n".join([each[:most] for each in texts])
    return [builder.apply("check", each, code, attributes=(text,)) for each in results]


def _leads(recording: Recording, way: Way) -> Value:
    """Returns whether the values lead to a way, in the trace of another one."""
    builder, known = recording.builder, dict[Value, Value]()
    leads = builder.full(True, "bool")
    for value, answer in zip(way.recording.asked, way.answers, strict=True):
        moved = _moved(recording, value, known)
        holds = moved if answer else builder.apply("invert", moved)
        leads = builder.apply("bitwise_and", leads, holds)
    return leads


def _text(way: Way) -> str:
    line = f"{type(way.error).__name__}: {way.error}".replace("\n", " ")
    place = way.recording.origin(way.recording.asked[-1])
    return f"{line} (after a look at {place})".encode("ascii", "replace").decode()


def _moved(recording: Recording, value: Value, known: dict[Value, Value]) -> Value:
    """Returns a value of another trace of the same function as a value of this one."""
    builder = recording.builder
    parameters = builder.finish([]).parameters
    for each in Program((), (value,)).values():
        if each.op.name == "parameter":
            known[each] = parameters[each.attributes[0]]
        else:
            operands = [known[operand] for operand in each.operands]
            known[each] = builder.again(each, operands)
    return known[value]
