"""The engine of the passes that rewrite values one by one: each pass is a table of rules.

A rule looks at one value, whose operands are simplified already, and returns a value that means the
same, or None. It makes new values with the `Rewriter` that it is given, which simplifies each as it
is made. So one walk over a program is enough, whichever rule makes the chance for another.

A rule has to make a program smaller or cheaper, or bring it closer to one normal form; otherwise
the walk might not end.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.limits import FREE, LIMITS, Limits, TooMuchError
from streamrt._ir.ops import Op, op
from streamrt._ir.program import Attributes, Builder, Program, Shape, Value

__all__ = ["Rewriter", "Rule", "Rules", "is_number", "joined", "rewrite", "uniform"]

Rule: TypeAlias = "Callable[[Rewriter, Value], Value | None]"
Rules: TypeAlias = Mapping[str, tuple[Rule, ...]]


class Rewriter:
    """Makes values, each in the simplest form that the rules find.

    Attributes:
        builder: makes the values.
        work: the visits of values that are left for rules which look far; they leave a value as it
            is when there are none.
        visits: how many values were looked at so far.
        begins: where the parts of a concatenate begin along its axis, and where the last one ends.
    """

    def __init__(self, rules: Rules, builder: Builder, work: int) -> None:
        """Begins with no value.

        Args:
            rules: the rules, by the operations of the values that they look at.
            builder: makes the values.
            work: the visits of values that rules may make to look for something far away.
        """
        self.builder: Builder = builder
        self.work: int = work
        self.visits: int = 0
        self.begins: dict[Value, list[int]] = {}
        self._rules: Rules = rules
        self._known: dict[Value, Value] = {}

    def __call__(
        self,
        op: str | Op,
        *operands: Value,
        attributes: Attributes = (),
        dtype: str | None = None,
    ) -> Value:
        """Returns the value of an operation, as `Builder.apply` does, simplified."""
        return self.simplest(self.builder.apply(op, *operands, attributes=attributes, dtype=dtype))

    def full(self, number: object, dtype: str, shape: Shape) -> Value:
        """Returns an array of one number."""
        return self.builder.full(number, dtype, shape)

    def simplest(self, value: Value) -> Value:
        """Returns the result of the first rule that applies to a value, or the value itself."""
        found = self._known.get(value)
        self.visits += 1
        if found is None:
            found = value
            for rule in self._rules.get(value.op.name, ()):
                made = rule(self, value)
                if made is not None:
                    found = made
                    break
            self._known[value] = found
        return found


def rewrite(program: Program, rules: Rules, limits: Limits = LIMITS) -> tuple[Program, Builder]:
    """Returns a program with rules applied to each of its values, and the builder of these.

    Values that do not change stay as they are, because most do not.

    Raises:
        TooMuchError: the program, or the work that the rules have with it, is beyond a limit.
    """
    builder, new = Builder(program, limits), dict[Value, Value]()
    values = program.values()
    most = limits.work * (len(values) + FREE)
    make = Rewriter(rules, builder, most // 4)
    for old in values:
        builder.site = old.site
        if make.visits > most:
            raise TooMuchError(f"its passes look at more than {most:,} values", old.site)
        if new.keys().isdisjoint(old.operands):
            value = builder.take_over(old)
        else:
            operands = tuple([new.get(operand, operand) for operand in old.operands])
            value = builder._value(old.op, operands, old.attributes, old.dtype, old.shape)
        value = make.simplest(value)
        if value is not old:
            new[old] = value
    return builder.finish([new.get(result, result) for result in program.results]), builder


def joined(tables: Iterable[Rules]) -> Rules:
    """Returns one table of rules; those of an earlier table come first."""
    found: dict[str, tuple[Rule, ...]] = {}
    for table in tables:
        for name, rules in table.items():
            found[name] = (*found.get(name, ()), *rules)
    return found


_BROADCAST, _CONSTANT = op("broadcast"), op("constant")


def uniform(value: Value) -> Value | None:
    """Returns the scalar constant of which a value consists, or None if it is of another kind."""
    if value.op is _BROADCAST:
        value = value.operands[0]
    return value if value.op is _CONSTANT and not value.shape else None


def is_number(value: Value, number: float) -> bool:
    """Returns whether a value is a number repeated; 0.0 and -0.0 differ if its dtype has both."""
    scalar = uniform(value)
    return scalar is not None and scalar.attributes[0] == _spelled(scalar.dtype.name, number)


def _spelled(dtype: str, number: float) -> bytes | None:
    key = (dtype, struct.pack("d", number))
    if key not in _SPELLED:
        with np.errstate(all="ignore"):
            array: np.ndarray[Any, Any] = np.asarray(number).astype(DTYPES[dtype].numpy)
        # A number that the dtype cannot hold is none of its values.
        _SPELLED[key] = array.tobytes() if array == number else None
    return _SPELLED[key]


_SPELLED: dict[tuple[str, bytes], bytes | None] = {}
