"""Reductions as vector code: a state for each lane, and what joins states.

1. A state begins as the identity, takes one vector after another, and two states become one by
   `join`. So code keeps several states, which need not wait for each other, and joins them at the
   end: lane by lane first, then across the lanes, half on half.
2. A lane outside of a mask takes the identity in place of its element.
3. A float sum begins with 0.0, as NumPy's does, so a sum of negative zeros is 0.0.
4. `max` and `min` of floats keep a NaN once they have met one. A comparison of the state and the
   element cannot tell which of them is the NaN, so a second one asks the element alone. LLVM's
   `maximum` would also order the zeros, which costs more and is not promised.
5. `argmax` and `argmin` keep the extreme element of each lane with its place. An element replaces
   another only if it is more extreme, so the first place stays. Where states are joined, the lower
   place wins among equals. A place that is still negative at the end has met nothing but the
   identity, as in a row of -inf: then the place is the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrt._compile.llvm.emit import Code, suffix, vector
from streamrt._compile.signatures.dtypes import DTYPES

__all__ = ["Reduction", "State"]

State = tuple[str, ...]
"""The values that a reduction carries."""

_EDGES = {"max": ("0xFFF0000000000000", 0), "min": ("0x7FF0000000000000", 1)}
"""The identities of `max` and `min`: of floats, and the number of the bound of an integer type."""

BYTES = 64
"""The lanes from which the states of bools are bytes: few CPUs have registers of so many bits."""

_ON_BOOLS = {"any": "or", "max": "or", "all": "and", "min": "and"}
_ARITHMETIC = {"sum": "add", "prod": "mul"}


@dataclass(frozen=True, slots=True)
class Reduction:
    """One reduction of vectors.

    Attributes:
        by: its name in a form.
        dtype: the dtype of its elements.
        lanes: the number of lanes.
        places: the LLVM type of the places that `argmax` and `argmin` keep.
    """

    by: str
    dtype: str
    lanes: int
    places: str = "i64"

    @property
    def takes_places(self) -> bool:
        """Whether it is `argmax` or `argmin`."""
        return self.by.startswith("arg")

    @property
    def dtypes(self) -> tuple[str, ...]:
        """The dtypes of a state."""
        if self.takes_places:
            return "u8" if self.dtype == "bool" else self.dtype, self.places
        return ("u8" if self._elements == ("i8",) and self.dtype == "bool" else self.dtype,)

    @property
    def types(self) -> tuple[str, ...]:
        """The LLVM types of a state."""
        return tuple(vector(self.lanes, element) for element in self._elements)

    @property
    def start(self) -> State:
        """The state that has met nothing."""
        found = [self._identity, "-1"] if self.takes_places else [self._identity]
        return tuple(
            f"splat ({element} {number})"
            for element, number in zip(self._elements, found, strict=True)
        )

    def take(self, code: Code, state: State, value: str, place: str = "", mask: str = "") -> State:
        """Emits the state that has met one more vector.

        Args:
            code: takes the code.
            state: the state so far.
            value: the elements, as registers hold them.
            place: their places, for `argmax` and `argmin`.
            mask: the lanes that count; all, if it is empty.
        """
        if self.takes_places:
            return self._take_place(code, state, value, place, mask)
        value = self._entered(code, value)
        if mask:
            value = _select(code, self.lanes, mask, self.types[0], value, self.start[0])
        return (self._joined(code, self.lanes, state[0], value),)

    def take_all(
        self, code: Code, state: State, values: Sequence[str], places: Sequence[str]
    ) -> State:
        """Emits the state that has met several vectors; those of most reductions are joined first.

        Args:
            code: takes the code.
            state: the state so far.
            values: the elements.
            places: their places, for `argmax` and `argmin`.
        """
        if self.takes_places:
            for value, place in zip(values, places, strict=True):
                state = self._take_place(code, state, value, place, "")
            return state
        (value,) = self.join(code, [(self._entered(code, value),) for value in values])
        return (self._joined(code, self.lanes, state[0], value),)

    def join(self, code: Code, states: Sequence[State]) -> State:
        """Emits one state for several that have met different elements, as a balanced tree."""
        found = list(states)
        while len(found) > 1:
            pairs = zip(found[::2], found[1::2], strict=False)
            rest = found[-1:] if len(found) % 2 else []
            found = [self._join(code, self.lanes, a, b) for a, b in pairs] + rest
        return found[0]

    def across(self, code: Code, state: State) -> State:
        """Emits the state of one lane that has met the elements of all lanes."""
        lanes = self.lanes
        while lanes > 1:
            low, high = (
                tuple(
                    _half(code, lanes, element, part, first)
                    for element, part in zip(self._elements, state, strict=True)
                )
                for first in (0, lanes // 2)
            )
            lanes //= 2
            state = self._join(code, lanes, low, high)
        return state

    def result(self, code: Code, lanes: int, state: State, is_empty: str, first: str = "0") -> str:
        """Emits the result.

        Args:
            code: takes the code.
            lanes: the lanes of the state: those of the reduction, or 1 after `across`.
            state: the state.
            is_empty: an i1: whether nothing at all was reduced.
            first: an i64: the place of the first element.
        """
        if self.takes_places:
            place, wide = state[1], vector(lanes, "i64")
            if self.places != "i64":
                place = code.let(f"sext {vector(lanes, self.places)} {place} to {wide}")
            unknown = code.let(f"icmp slt {wide} {place}, {'0' if lanes == 1 else 'splat (i64 0)'}")
            return _select(code, lanes, unknown, wide, code.splat(lanes, "i64", first), place)
        if self.by == "sum" and self._is_float:
            wide = vector(lanes, self._elements[0])
            zero = "0.0" if lanes == 1 else "zeroinitializer"
            return code.let(f"select i1 {is_empty}, {wide} {zero}, {wide} {state[0]}")
        if self.dtype == "bool" and self._elements[0] == "i8":
            wide = vector(lanes, "i8")
            return code.let(f"icmp ne {wide} {state[0]}, {'0' if lanes == 1 else 'splat (i8 0)'}")
        return state[0]

    # --- how states are joined -------------------------------------------------------------------

    @property
    def _is_float(self) -> bool:
        return DTYPES[self.dtype].kind == "f"

    @property
    def _elements(self) -> tuple[str, ...]:
        if self.takes_places:
            return DTYPES[self.dtype].llvm, self.places
        is_bit = self.dtype == "bool" and self.lanes < BYTES
        return ("i1" if is_bit else DTYPES[self.dtype].llvm,)

    @property
    def _identity(self) -> str:
        by = self.by.removeprefix("arg")
        if self.dtype == "bool" and not self.takes_places:
            return "1" if _ON_BOOLS[by] == "and" else "0"
        if by == "sum":
            return "0.0" if self._is_float else "0"
        if by == "prod":
            return "1.0" if self._is_float else "1"
        infinity, bound = _EDGES[by]
        return infinity if self._is_float else str(DTYPES[self.dtype].bounds[bound])

    def _entered(self, code: Code, value: str) -> str:
        """Emits elements as a state holds them."""
        if self.dtype != "bool" or self._elements[0] == "i1":
            return value
        return code.let(f"zext {vector(self.lanes, 'i1')} {value} to {self.types[0]}")

    def _joined(self, code: Code, lanes: int, left: str, right: str) -> str:
        """Emits what two values become; a NaN on the right is found by asking for it."""
        wide = vector(lanes, self._elements[0])
        if self.dtype == "bool":
            return code.let(f"{_ON_BOOLS[self.by]} {wide} {left}, {right}")
        if self.by in _ARITHMETIC:
            name = _ARITHMETIC[self.by]
            return code.let(f"{'f' if self._is_float else ''}{name} {wide} {left}, {right}")
        if not self._is_float:
            sign = "s" if DTYPES[self.dtype].kind == "i" else "u"
            return _intrinsic(code, sign + self.by, wide, left, right)
        order = "ogt" if self.by == "max" else "olt"
        more = code.let(f"fcmp {order} {wide} {right}, {left}")
        found = _select(code, lanes, more, wide, right, left)
        is_nan = code.let(f"fcmp uno {wide} {right}, {right}")
        return _select(code, lanes, is_nan, wide, right, found)

    def _join(self, code: Code, lanes: int, left: State, right: State) -> State:
        if not self.takes_places:
            return (self._joined(code, lanes, left[0], right[0]),)
        more = self._is_more(code, lanes, right[0], left[0])
        same = self._is_same(code, lanes, right[0], left[0])
        wide, mask = vector(lanes, self.places), vector(lanes, "i1")
        first = code.let(f"icmp slt {wide} {right[1]}, {left[1]}")
        wins = code.let(f"and {mask} {same}, {first}")
        wins = code.let(f"or {mask} {more}, {wins}")
        return self._replaced(code, lanes, wins, left, right)

    def _take_place(self, code: Code, state: State, value: str, place: str, mask: str) -> State:
        bits, value = vector(self.lanes, "i1"), self._entered(code, value)
        wins = self._is_more(code, self.lanes, value, state[0])
        if mask:
            wins = code.let(f"and {bits} {wins}, {mask}")
        return self._replaced(code, self.lanes, wins, state, (value, place))

    def _replaced(self, code: Code, lanes: int, wins: str, old: State, new: State) -> State:
        return tuple(
            _select(code, lanes, wins, vector(lanes, element), to, of)
            for element, of, to in zip(self._elements, old, new, strict=True)
        )

    def _is_more(self, code: Code, lanes: int, value: str, than: str) -> str:
        """Emits whether elements are more extreme than others; a NaN is more than all but a NaN."""
        wide, bits = vector(lanes, self._elements[0]), vector(lanes, "i1")
        up = self.by == "argmax"
        if not self._is_float:
            sign = "s" if DTYPES[self.dtype].kind == "i" else "u"
            return code.let(f"icmp {sign}{'gt' if up else 'lt'} {wide} {value}, {than}")
        more = code.let(f"fcmp {'ugt' if up else 'ult'} {wide} {value}, {than}")
        number = code.let(f"fcmp ord {wide} {than}, {than}")
        return code.let(f"and {bits} {more}, {number}")

    def _is_same(self, code: Code, lanes: int, value: str, other: str) -> str:
        """Emits whether neither of two elements is more extreme."""
        wide, bits = vector(lanes, self._elements[0]), vector(lanes, "i1")
        if not self._is_float:
            return code.let(f"icmp eq {wide} {value}, {other}")
        equal = code.let(f"fcmp oeq {wide} {value}, {other}")
        left = code.let(f"fcmp uno {wide} {value}, {value}")
        right = code.let(f"fcmp uno {wide} {other}, {other}")
        return code.let(f"or {bits} {equal}, {code.let(f'and {bits} {left}, {right}')}")


def _select(code: Code, lanes: int, mask: str, type_: str, yes: str, no: str) -> str:
    return code.let(f"select {vector(lanes, 'i1')} {mask}, {type_} {yes}, {type_} {no}")


def _intrinsic(code: Code, name: str, type_: str, left: str, right: str) -> str:
    return code.call(type_, f"llvm.{name}.{suffix(type_)}", (type_, left), (type_, right))


def _half(code: Code, lanes: int, element: str, value: str, first: int) -> str:
    """Emits half of the lanes of a vector, beginning with the lane `first`."""
    wide = vector(lanes, element)
    if lanes == 2:
        return code.let(f"extractelement {wide} {value}, i64 {first}")
    picked = ", ".join([f"i32 {first + k}" for k in range(lanes // 2)])
    return code.let(f"shufflevector {wide} {value}, {wide} poison, <{lanes // 2} x i32> <{picked}>")
