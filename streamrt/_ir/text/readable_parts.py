"""A program with loops as text: the lines of readable.py, and those of loop bodies indented.

  total(x: f32[7, 3])
    a1 = all 0.0                f32[3]
    repeat 7 times, carry a1, rows a2 of x, a4 of a3
      v0 = multiply a1, 2.0     f32[3]   # model.py:8 in <lambda>
      a4 = v0
      a1 = add a1, a2           f32[3]   # model.py:8 in <lambda>
    return a1, a3

Arrays that are stored are a0, a1, ...; what is set again keeps its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from streamrt._ir.composing.parts import (
    Branch,
    Composed,
    Copy,
    Launches,
    Part,
    Repeat,
    Segment,
    While,
)
from streamrt._ir.program import Program
from streamrt._ir.text.readable import aligned, lines_of, typed

__all__ = ["spell_parts"]

Line = tuple[str, str, str]


def spell_parts(
    composed: Composed,
    names: Sequence[str] = (),
    *,
    name: str = "program",
    sites: bool = False,
    rewrite: Callable[[Program], Program] = lambda program: program,
) -> str:
    """Returns the text of a composed program.

    Args:
        composed: the program, before it is lowered.
        names: those of its parameters, as far as they have any; the others are x0, x1, ...
        name: the name of the function that was traced.
        sites: whether each line ends with the place in the source that made the value first.
        rewrite: makes of each segment the program whose lines are shown.
    """
    called = [
        (names[slot] if slot < len(names) else f"x{slot}")
        if slot < composed.parameters
        else f"a{slot - composed.parameters}"
        for slot in range(len(composed.slots))
    ]
    writer = _Writer(called, sites, rewrite)
    writer.all(composed.parts, "  ")
    heads = [
        f"{called[slot]}: {typed(composed.slots[slot].dtype, composed.slots[slot].shape)}"
        for slot in range(composed.parameters)
    ]
    results = ", ".join(called[slot] for slot in composed.results)
    rows = [f"{name}({', '.join(heads)})", *aligned(writer.lines), f"  return {results}".rstrip()]
    return "\n".join([*rows, ""])


class _Writer:
    def __init__(
        self, names: Sequence[str], sites: bool, rewrite: Callable[[Program], Program]
    ) -> None:
        self._names = names
        self._sites = sites
        self._rewrite = rewrite
        self._count = 0
        self.lines: list[Line] = []

    def all(self, parts: Sequence[Part], indent: str) -> None:
        """Adds the lines of parts."""
        for part in parts:
            self._part(part, indent)

    def _part(self, part: Part, indent: str) -> None:
        called, inner = self._names, indent + "  "
        match part:
            case Segment():
                self._segment(part, indent)
            case Copy():
                self._add(f"{indent}{called[part.target]} = {called[part.source]}")
            case Repeat():
                rows = [f"{called[row]} of {called[array]}" for array, row in part.rows]
                self._add(
                    f"{indent}repeat {part.turns} times{self._carry(part.carried)}"
                    + (f", index {called[part.index]}" if part.index >= 0 else "")
                    + (f", rows {', '.join(rows)}" if rows else "")
                )
                self.all(part.body, inner)
            case While():
                self._add(f"{indent}while {called[part.flag]}{self._carry(part.carried)}")
                self.all(part.body, inner)
            case Branch():
                self._add(f"{indent}if {called[part.flag]}")
                self.all(part.true, inner)
                self._add(f"{indent}else")
                self.all(part.false, inner)
            case Launches():
                raise TypeError("spell launches: text is written of segments")

    def _carry(self, slots: Sequence[int]) -> str:
        return f", carry {', '.join(self._names[slot] for slot in slots)}" if slots else ""

    def _add(self, text: str) -> None:
        self.lines.append((text, "", ""))

    def _segment(self, segment: Segment, indent: str) -> None:
        program = self._rewrite(segment.program)
        called = self._names
        known = {
            id(value): called[slot]
            for value, slot in zip(program.parameters, segment.inputs, strict=True)
        }
        ends: dict[int, list[str]] = {}
        for value, slot in zip(program.results, segment.outputs, strict=True):
            ends.setdefault(id(value), []).append(called[slot])
        inputs = set(known)

        def name_of(value: object) -> str:
            if id(value) in ends:
                return ends[id(value)][0]
            self._count += 1
            return f"v{self._count - 1}"

        for done, kind, site in lines_of(program, known, name_of, sites=self._sites):
            self.lines.append((indent + done, kind, site))
        for key, targets in ends.items():
            first = known[key] if key in inputs else targets[0]
            for target in targets if key in inputs else targets[1:]:
                self._add(f"{indent}{target} = {first}")
