"""Kept lowerings: a program of known structure takes its numbers into steps that are there.

1. The first program of a structure is lowered as it is. Only its numbers are kept.
2. The second one with other numbers is lowered with an `Extent` for each that differs. What comes
   of it is a template: steps whose numbers are polynomials, with conditions.
3. Any other whose numbers fulfil the conditions of a template is never lowered: the polynomials are
   computed for it. One that fulfils none of them makes another template.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from streamrt._ir.extents.polynomial import Conditions, Extent, NotKeptError, spelled
from streamrt._ir.extents.structure import Structure, lifted, structure_of
from streamrt._ir.limits import LIMITS, Limits
from streamrt._ir.lower import (
    Fresh,
    Lowered,
    OperandPlace,
    Result,
    Scalar,
    Source,
    Step,
    lower,
)
from streamrt._ir.passes import optimise
from streamrt._ir.program import Program

__all__ = ["KeptLowerings", "kept"]

MOST_TEMPLATES = 8
"""The templates of one structure; the newest is asked first."""


class Template:
    """Steps whose numbers are polynomials of a few numbers of a program."""

    def __init__(self, conditions: Conditions, lowered: Lowered, groups: _Groups) -> None:
        """Takes the steps of a program that was lowered with extents.

        Args:
            conditions: those under which it was lowered.
            lowered: the steps.
            groups: where a program has the numbers that the extents stand for.
        """
        self._groups = groups
        table = _Table()
        self._rows = [[_row(place, table) for place in step.places] for step in lowered.steps]
        self._scalars: list[list[Scalar]] = [
            [(kind, table.number(value)) for kind, value in step.scalars] for step in lowered.steps
        ]
        self._forms = [
            None if step.form is None else table.tuple(step.form.extents) for step in lowered.steps
        ]
        self._fresh = [table.tuple(one.shape) for one in lowered.fresh]
        self._results = [table.tuple(one.shape) for one in lowered.results]
        self._lowered = replace(lowered, steps=tuple(map(_plain, lowered.steps)))
        self._fill: Callable[..., Any] = table.function(conditions)

    def filled(self, numbers: Sequence[int]) -> Lowered | None:
        """Returns the steps of a program with these numbers; None if they are of another one."""
        given = self._groups.given(numbers)
        found = None if given is None else self._fill(*given)
        if found is None:
            return None
        known, tuples = found
        lowered = self._lowered
        steps: list[Step] = []
        for step, rows, form, scalars in zip(
            lowered.steps, self._rows, self._forms, self._scalars, strict=True
        ):
            places = tuple([
                OperandPlace(source, number, known[offset], tuples[shape], tuples[strides], dtype)
                for source, number, offset, shape, strides, dtype in rows
            ])  # fmt: skip
            given_form = step.form
            if given_form is not None and form is not None:
                given_form = replace(given_form, extents=tuples[form])
            values = tuple([_scalar(kind, known[at]) for kind, at in scalars])
            steps.append(Step(step.kernel, given_form, places, values))
        fresh = tuple(
            [
                Fresh(one.dtype, tuples[shape], one.is_result)
                for one, shape in zip(lowered.fresh, self._fresh, strict=True)
            ]
        )
        results = tuple(
            [
                Result(one.source, one.number, tuples[shape])
                for one, shape in zip(lowered.results, self._results, strict=True)
            ]
        )
        return Lowered(tuple(steps), fresh, lowered.constants, results)


def _scalar(kind: Literal["parameter", "constant"], value: Any) -> Scalar:
    return kind, value


class _Row(NamedTuple):
    """A place of a step; its offset, shape and strides as places in a table."""

    source: Source
    number: int
    offset: int
    shape: int
    strides: int
    dtype: str


def _row(place: OperandPlace, table: _Table) -> _Row:
    offset, shape, strides = place.offset, place.shape, place.strides
    return _Row(
        place.source, place.number, table.number(offset), table.tuple(shape), table.tuple(strides),
        place.dtype,
    )  # fmt: skip


def _plain(step: Step) -> Step:
    """Returns a step without extents."""
    form = step.form
    if form is not None:
        # A constant that is an extent is a scalar of the kernel; its place in the form is for show.
        constants = [
            (dtype, value.value if isinstance(value, Extent) else value)
            for dtype, value in form.constants
        ]
        form = replace(form, extents=(), constants=tuple(constants))
    return Step(step.kernel, form, (), ())


class _Table:
    """The numbers of a template, each once, and the tuples of them."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._constants: list[Any] = []
        self._texts: list[str] = []
        self._tuples: dict[tuple[int, ...], int] = {}

    def number(self, value: Any) -> int:
        """Returns the place of a number: an extent, or any other, which stays as it is."""
        if isinstance(value, Extent):
            key: object = spelled(value.terms)
            text = str(key)
        else:
            key, text = f"{value!r} {value.__class__}", f"c[{len(self._constants)}]"
        at = self._numbers.get(key)
        if at is None:
            at = self._numbers[key] = len(self._texts)
            self._texts.append(text)
            if text.startswith("c["):
                self._constants.append(value)
        return at

    def tuple(self, values: Sequence[Any]) -> int:
        """Returns the place of a tuple of numbers."""
        return self._tuples.setdefault(tuple(map(self.number, values)), len(self._tuples))

    def function(self, conditions: Conditions) -> Callable[..., Any]:
        """Returns a function of the given numbers to all numbers and tuples of the table.

        It returns None if a condition does not hold.
        """
        given = len(conditions.given)
        head = ", ".join([*[f"n{k}" for k in range(given)], "c=c"])
        lines = [f"def fill({head}):", " try:"]
        lines += [
            f"  n{k} = {text}" for k, text in enumerate(conditions.atoms) if text
        ]  # a divisor of 0 was none before
        lines += ["  pass", " except ZeroDivisionError:", "  return None"]
        lines += [
            f" if not {spelled(dict(terms))} {relation} 0: return None"
            for relation, terms in conditions.found
        ]
        lines.append(f" k = ({''.join(f'{text}, ' for text in self._texts)})")
        rows = ["(" + "".join(f"k[{at}], " for at in row) + ")" for row in self._tuples]
        lines.append(f" return k, ({''.join(f'{row}, ' for row in rows)})")
        space: dict[str, Any] = {"c": self._constants}
        exec(compile("\n".join(lines), "<numbers of a template>", "exec"), space)
        found: Callable[..., Any] = space["fill"]
        return found


class _Groups(NamedTuple):
    """The places at which programs of a structure have the numbers of a template.

    Attributes:
        groups: the places of each number that may be another one.
        rest: the numbers at all other places, with None at those.
    """

    groups: tuple[tuple[int, ...], ...]
    rest: tuple[int | None, ...]

    def given(self, numbers: Sequence[int]) -> list[int] | None:
        """Returns the numbers of a program; None if it differs elsewhere, or within a group."""
        found = list(numbers)
        given: list[int] = []
        for places in self.groups:
            value = found[places[0]]
            given.append(value)
            for place in places:
                if found[place] != value:
                    return None
                found[place] = None  # type: ignore[call-overload]
        return given if tuple(found) == self.rest else None

    @classmethod
    def of(cls, varying: Sequence[int], one: Sequence[int], other: Sequence[int]) -> _Groups:
        """Groups the places that vary by what two programs have there."""
        groups: dict[tuple[int, int], list[int]] = {}
        for place in varying:
            groups.setdefault((one[place], other[place]), []).append(place)
        rest: list[int | None] = list(other)
        for place in varying:
            rest[place] = None
        return cls(tuple(map(tuple, groups.values())), tuple(rest))


@dataclass(slots=True)
class _Family:
    """The programs of one structure.

    Attributes:
        first: the numbers of the first one.
        varying: the places at which others had another number.
        templates: those that serve them, the newest first.
        is_open: whether such programs can be lowered with extents.
    """

    first: tuple[int, ...]
    varying: set[int] = field(default_factory=set[int])
    templates: list[Template] = field(default_factory=list[Template])
    is_open: bool = True


@dataclass(slots=True)
class KeptLowerings:
    """The lowerings of a process, by structure.

    Attributes:
        most: how many structures are kept.
        lowered: how many programs were lowered so far.
        filled: how many took their numbers into a template.
    """

    most: int = 256
    lowered: int = 0
    filled: int = 0
    _families: OrderedDict[Hashable, _Family] = field(
        default_factory=OrderedDict[Hashable, _Family]
    )
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def lower(
        self,
        program: Program,
        strides: Sequence[tuple[int, ...] | None],
        *,
        contract: bool = True,
        limits: Limits = LIMITS,
    ) -> Lowered:
        """Returns the steps of a program as traced, whose parameters have these byte strides.

        Args:
            program: the program.
            strides: the byte strides of each parameter; None is dense in C order.
            contract: whether products and sums may be rounded once, as one operation.
            limits: what it may have at most. What was lowered before is not counted again.

        Raises:
            TooMuchError: see `lower` of lower.py.
        """
        structure = structure_of(program, strides)
        key = (structure.key, contract)
        with self._lock:
            family = self._families.pop(key, None)
            is_new = family is None
            if family is None:
                family = _Family(structure.numbers)
            self._families[key] = family
            if len(self._families) > self.most:
                self._families.popitem(last=False)
            templates = list(family.templates)
        for template in templates:
            made = template.filled(structure.numbers)
            if made is not None:
                self.filled += 1
                return made
        self.lowered += 1
        if not is_new and family.is_open:
            made = self._with_extents(family, program, strides, structure, contract, limits)
            if made is not None:
                return made
        return lower(optimise(program, contract=contract, limits=limits), strides, limits=limits)

    def _with_extents(
        self,
        family: _Family,
        program: Program,
        strides: Sequence[tuple[int, ...] | None],
        structure: Structure,
        contract: bool,
        limits: Limits,
    ) -> Lowered | None:
        """Lowers a program with extents, and keeps the template; None if that cannot be."""
        numbers = structure.numbers
        with self._lock:
            pairs = enumerate(zip(family.first, numbers, strict=True))
            family.varying |= {place for place, (one, other) in pairs if one != other}
            groups = _Groups.of(sorted(family.varying), family.first, numbers)
        conditions = Conditions([numbers[places[0]] for places in groups.groups])
        others: list[Any] = list(numbers)
        for places, extent in zip(groups.groups, conditions.given, strict=True):
            for place in places:
                others[place] = extent
        try:
            lifted_program, lifted_strides = lifted(program, strides, others)
            better = optimise(lifted_program, contract=contract, limits=limits)
            lowered = lower(better, lifted_strides, limits=limits)
            template = Template(conditions, lowered, groups)
        except NotKeptError:
            family.is_open = False
            return None
        with self._lock:
            family.templates[:] = [template, *family.templates][:MOST_TEMPLATES]
        return template.filled(numbers)

    def forget(self) -> None:
        """Forgets all structures."""
        with self._lock:
            self._families.clear()


kept = KeptLowerings()
"""The kept lowerings of this process."""
