"""Branches on values that nobody knows while tracing: both ways are traced.

A trace follows one way. Where the function asks for the truth of an unknown value, it is traced
again for either answer, and what becomes of it decides:

1. Both ways return, and compute the same, as after a warning: the answer does not matter.
2. One way returns, and the other one raises, as in `if np.any(x < 0): raise ValueError(...)`, or
   does what cannot be traced. The program is that of the first one, and it checks the value when it
   runs: the launch fails, with the error of the other way.
3. Both ways return something else: the function is refused, because the branch would have to be
   one of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from streamrt._ir.called import FIRST_CODE, MOST_TEXT
from streamrt._ir.program import Value
from streamrt._jit.tracing.recording import Recording, UndecidedError
from streamrt.errors import TraceError

__all__ = ["Found", "explored", "guarded"]

MOST_BRANCHES = 12
"""The most branches on values on the way through a function."""

MOST_TRACES = 64
"""The most ways through a function that are tried."""

Answers: TypeAlias = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the ways that begin with some answers.

    Attributes:
        recording: the one of the way that returns; None if none does.
        made: what it found.
        error: what ended the way, if none returns.
        checks: the number of each value to check, the answer that it needs, and the error of the
            other way.
    """

    recording: Recording | None
    made: Any
    error: Exception | None = None
    checks: tuple[tuple[int, bool, Exception], ...] = ()


Run: TypeAlias = Callable[[Answers], Found]
"""Traces with some answers; raises UndecidedError if the function asks for another one."""

Same: TypeAlias = Callable[[Found, Found], bool]
"""Tells whether two ways compute the same."""


def explored(run: Run, is_same: Same) -> Found:
    """Returns the way through a function that returns.

    Raises:
        TraceError: there are several, or too many branches.
        Exception: what the only way raises.
    """
    left = [MOST_TRACES]
    found = _explored(run, is_same, (), left)
    if found.error is not None:
        raise found.error
    return found


def _explored(run: Run, is_same: Same, answers: Answers, left: list[int]) -> Found:
    left[0] -= 1
    try:
        return run(answers)
    except UndecidedError as undecided:
        asked = undecided
    except Exception as error:
        if not answers:
            raise
        return Found(None, None, error)
    if len(answers) >= MOST_BRANCHES or left[0] < 2:
        raise asked.refusal
    no, yes = (_explored(run, is_same, (*answers, each), left) for each in (False, True))
    number = len(answers)
    if no.error is None and yes.error is None:
        if not is_same(no, yes):
            raise asked.refusal
        return yes
    if no.error is None:
        return _checked(no, number, False, yes.error)
    if yes.error is None:
        return _checked(yes, number, True, no.error)
    return yes if isinstance(yes.error, TraceError) else no


def _checked(found: Found, number: int, answer: bool, error: Exception | None) -> Found:
    assert error is not None
    return Found(found.recording, found.made, None, ((number, answer, error), *found.checks))


def guarded(found: Found, results: Sequence[Value]) -> list[Value]:
    """Returns results that exist only if all checks hold."""
    recording = found.recording
    assert recording is not None
    if not found.checks:
        return list(results)
    builder = recording.builder
    code = builder.full(0, "i64")
    texts: list[str] = []
    most = MOST_TEXT // len(found.checks) - 1
    for place, (number, answer, error) in reversed(list(enumerate(found.checks))):
        value = recording.asked[number]
        wrong = builder.apply("invert", value) if answer else value
        code = builder.apply("where", wrong, builder.full(FIRST_CODE + place, "i64"), code)
        texts.insert(0, _text(recording, value, error)[:most])
    return [
        builder.apply("guarded", each, code, attributes=("\n".join(texts),)) for each in results
    ]


def _text(recording: Recording, value: Value, error: Exception) -> str:
    text = f"{type(error).__name__}: {error}".replace("\n", " ")
    return f"{text} (after a look at {recording.origin(value)})".encode("ascii", "replace").decode()
