"""Spans of the program, and the values that a recording follows, by the numbers in events.

The number of the current span is in a context variable, which native code reads when something is
submitted. So tasks and host calls inherit their span. Of all spans and values, the newest `MOST`
are known.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import NamedTuple

from streamrt._interrupts import from_handler

MOST = 1 << 16
LONGEST = 80  # characters of what is shown of a value

current: ContextVar[int] = ContextVar("streamrt_span", default=0)
"""The number of the span that this context is in; 0 outside of all."""


class SpanFacts(NamedTuple):
    """One span; `streamrt.observe.trace.Span` describes the fields."""

    name: str
    parent: int = 0
    facts: Mapping[str, str] = {}
    context: tuple[int, int] | None = None


table: dict[int, SpanFacts] = {}
"""The newest spans and followed values, by number."""

told: list[Callable[[int, SpanFacts], object]] = []
"""Functions that are called with each new number and its span."""

_numbers = itertools.count(1)
_values: dict[object, int] = {}


def add(facts: SpanFacts) -> int:
    """Returns the number of a new span."""
    number = next(_numbers)
    table[number] = facts
    for tell in tuple(told):
        tell(number, facts)
    if len(table) > MOST:
        table.pop(next(iter(table)), None)
    return number


def tag_of_value(value: object) -> int:
    """Returns the number of a followed value; native code calls it for each change of the value.

    Equal values have one number, if they are hashable.
    """
    try:
        number = _values.get((type(value), value))
        if number is None or number not in table:
            number = _values[type(value), value] = _of_value(value)
            if len(_values) > MOST:
                _values.clear()
        return number
    except Exception as error:  # it has no hash, or one that raises
        if from_handler(error):
            raise
        return _of_value(value)


def _of_value(value: object) -> int:
    return add(SpanFacts(shown(value), 0, {}, context_of_others()))


def shown(value: object) -> str:
    """Returns a value as text, cut to a few words; it never raises."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except Exception as error:
        if from_handler(error):
            raise
        text = f"<{type(value).__name__} whose repr raised {type(error).__name__}>"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def context_of_others() -> tuple[int, int] | None:
    """Returns trace id and span id of OpenTelemetry's current span, if that is sampled.

    OpenTelemetry is not imported: a program that has a current span has imported it.
    """
    # It may be half imported, by another thread.
    current = getattr(sys.modules.get("opentelemetry.trace"), "get_current_span", None)
    if current is None:
        return None
    context = current().get_span_context()
    if not context.is_valid or not context.trace_flags.sampled:
        return None
    return context.trace_id, context.span_id
