"""Extents: integers that are known as polynomials of others, so that others can take their places.

The compiler computes with an `Extent` as with the integer that it has now. Whatever it decides by
one, as whether it is 1 or equal to another, leaves a condition behind. Other numbers that fulfil
all conditions lead to the same decisions, and so to the same polynomials of them.

1. The difference of two extents is compared with zero. If it is a constant, no condition is needed.
2. A quotient that is no polynomial is a number of its own, an atom, computed from others.
3. Nothing takes the integer silently: an extent has no `__index__`. What needs a plain integer, as
   `range` does, raises `NotKeptError`; text of an extent adds the condition that it stays the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

__all__ = ["Conditions", "Extent", "NotKeptError", "spelled"]

Terms: TypeAlias = dict[tuple[int, ...], int]
"""The coefficient of each monomial, which is a tuple of atoms in order; none is 0."""


class NotKeptError(Exception):
    """Something asked an extent for a plain integer, so no other can take its place."""


class Conditions:
    """The atoms of extents, and the conditions under which all was decided.

    Attributes:
        atoms: how each atom is computed, as a Python expression of earlier ones; empty for those
            that are given.
        found: the conditions: `>=` or `==` or `!=`, and the polynomial that is compared with zero.
    """

    def __init__(self, values: Sequence[int]) -> None:
        """Begins with atoms that are given."""
        self.atoms: list[str] = [""] * len(values)
        self.found: dict[tuple[str, frozenset[tuple[tuple[int, ...], int]]], None] = {}
        self._derived: dict[str, int] = {}
        self.given: list[Extent] = [
            Extent(value, {(k,): 1}, self) for k, value in enumerate(values)
        ]

    def derived(self, value: int, text: str) -> Extent:
        """Returns the atom that an expression computes."""
        at = self._derived.get(text)
        if at is None:
            at = self._derived[text] = len(self.atoms)
            self.atoms.append(text)
        return Extent(value, {(at,): 1}, self)

    def decide(self, terms: Terms, relation: str) -> None:
        """Notes how a polynomial compares with zero."""
        self.found[relation, frozenset(terms.items())] = None


def spelled(terms: Mapping[tuple[int, ...], int]) -> str:
    """Returns the Python expression of a polynomial: `3*n0*n1+-2`."""
    parts = [
        "*".join([str(factor), *[f"n{atom}" for atom in atoms]])
        for atoms, factor in sorted(terms.items())
    ]
    return "+".join(parts) or "0"


class Extent:
    """An integer that is a polynomial of others.

    Attributes:
        value: what it is now.
        terms: the polynomial.
    """

    __slots__ = ("_home", "terms", "value")

    def __init__(self, value: int, terms: Terms, home: Conditions) -> None:
        self.value: int = value
        self.terms: Terms = terms
        self._home: Conditions = home

    # -- arithmetic -----------------------------------------------------------------------------

    def __add__(self, other: object) -> Any:
        if isinstance(other, Extent):
            terms, value = dict(self.terms), self.value + other.value
            for atoms, factor in other.terms.items():
                terms[atoms] = terms.get(atoms, 0) + factor
            return self._made(value, {atoms: n for atoms, n in terms.items() if n})
        if not isinstance(other, int):
            return NotImplemented
        if not other:
            return self
        terms = dict(self.terms)
        terms[()] = terms.get((), 0) + other
        if not terms[()]:
            del terms[()]
        return Extent(self.value + other, terms, self._home)

    __radd__ = __add__

    def __neg__(self) -> Extent:
        terms = {atoms: -factor for atoms, factor in self.terms.items()}
        return Extent(-self.value, terms, self._home)

    def __sub__(self, other: object) -> Any:
        if isinstance(other, Extent | int):
            return self + -other
        return NotImplemented

    def __rsub__(self, other: object) -> Any:
        return -self + other if isinstance(other, int) else NotImplemented

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Extent):
            if len(self.terms) == len(other.terms) == 1:
                ((one, factor),), ((two, n),) = self.terms.items(), other.terms.items()
                atoms = tuple(sorted(one + two))
                return Extent(self.value * other.value, {atoms: factor * n}, self._home)
            terms: Terms = {}
            for one, factor in self.terms.items():
                for two, other_factor in other.terms.items():
                    atoms = tuple(sorted(one + two))
                    terms[atoms] = terms.get(atoms, 0) + factor * other_factor
            terms = {atoms: n for atoms, n in terms.items() if n}
            return self._made(self.value * other.value, terms)
        if not isinstance(other, int):
            return NotImplemented
        if other == 1:
            return self
        if not other:
            return 0
        terms = {atoms: factor * other for atoms, factor in self.terms.items()}
        return Extent(self.value * other, terms, self._home)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Any:
        return divmod(self, other)[0]

    def __mod__(self, other: object) -> Any:
        return divmod(self, other)[1]

    def __rfloordiv__(self, other: int) -> Any:
        return divmod(self._home_of(other), self)[0]

    def __rmod__(self, other: int) -> Any:
        return divmod(self._home_of(other), self)[1]

    def __divmod__(self, other: object) -> tuple[Any, Any]:
        if not isinstance(other, Extent | int):
            return NotImplemented
        divisor = other if isinstance(other, Extent) else self._home_of(other)
        if not divisor:  # which is a condition, too
            raise ZeroDivisionError
        exact = _quotient(self.terms, divisor.terms)
        if exact is not None:
            return self._made(self.value // divisor.value, exact), 0
        text = f"({spelled(self.terms)})//({spelled(divisor.terms)})"
        whole = self._home.derived(self.value // divisor.value, text)
        return whole, self - whole * divisor

    def __rdivmod__(self, other: int) -> tuple[Any, Any]:
        return divmod(self._home_of(other), self)

    def __abs__(self) -> Extent:
        return self if self >= 0 else -self

    def _home_of(self, number: int) -> Extent:
        return Extent(number, {(): number} if number else {}, self._home)

    def _made(self, value: int, terms: Terms) -> Any:
        if not terms:
            return 0
        if len(terms) == 1 and () in terms:
            return value
        return Extent(value, terms, self._home)

    # -- decisions ------------------------------------------------------------------------------

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Extent | int | float):
            return NotImplemented
        if isinstance(other, float):
            if not other.is_integer():
                return False
            other = int(other)
        return not self._differs(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self._differs(0)

    def _differs(self, other: Extent | int) -> bool:
        rest: Any = self - other
        if isinstance(rest, Extent):
            found = rest.value != 0
            self._home.decide(rest.terms, "!=" if found else "==")
            return found
        return bool(rest)

    def __ge__(self, other: object) -> bool:
        if not isinstance(other, Extent | int):
            return NotImplemented
        rest: Any = self - other
        if not isinstance(rest, Extent):
            return bool(rest >= 0)
        if rest.value >= 0:
            self._home.decide(rest.terms, ">=")
            return True
        below: Any = -rest - 1  # that rest < 0
        self._home.decide(below.terms, ">=")
        return False

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Extent | int):
            return NotImplemented
        return not self >= other

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, Extent | int):
            return NotImplemented
        return self >= other + 1

    def __le__(self, other: object) -> bool:
        if not isinstance(other, Extent | int):
            return NotImplemented
        return not self >= other + 1

    # -- plain integers -------------------------------------------------------------------------

    def __index__(self) -> NoReturn:
        raise NotKeptError

    __int__ = __index__
    __float__ = __index__

    def __repr__(self) -> str:
        self._home.decide((self - self.value).terms, "==")
        return repr(self.value)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if repr(self) else ""


def _quotient(terms: Terms, divisor: Terms) -> Terms | None:
    """Returns the polynomial that a quotient is, by a single monomial; None if it is none."""
    if len(divisor) != 1:
        return None
    ((by, factor),) = divisor.items()
    found: Terms = {}
    for atoms, n in terms.items():
        rest = list(atoms)
        for atom in by:
            if atom not in rest:
                return None
            rest.remove(atom)
        if n % factor:
            return None
        found[tuple(rest)] = n // factor
    return found
