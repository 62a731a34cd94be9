"""The plan of the house: its floors, their rooms, and which floor imports which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from chart import DARK, STYLE
from floors import FLOORS, Floor, circles, floors, imports, modules

NAMES, ROOMS, WIDTH = 190, 430, 1300  # x of the rooms, their width, the picture's width
LETTER, HIGH, GAP, MARGIN = 6.8, 22, 6, 36
CELL = 18
MORE = """
.name { font-weight: 600 } .room { font-size: 11.5px } .floor { stroke: #d5dce3; fill: none }
.dots { fill: #2b6ca3 } .grid { stroke: #e6ebf0 } .small { font-size: 10.5px; fill: #4d5b6a }
"""
MORE_DARK = """
.floor { stroke: #3a4551 } .dots { fill: #7db4e3 } .grid { stroke: #2a323b }
.small { fill: #aab6c2 }
"""


@dataclass
class House:
    """The plan as a picture: floors from the top down, and on the right what each imports."""

    floors: tuple[Floor, ...] = field(default_factory=floors)

    @cached_property
    def arrows(self) -> dict[str, set[str]]:
        """The imports between all modules."""
        return imports(modules())

    def height_of(self, module: str) -> int:
        """Returns the number of a module's floor, from 0 at the ground.

        Raises:
            LookupError: floors.toml does not have the module.
        """
        for number, floor in enumerate(self.floors):
            if floor.has(module):
                return number
        raise LookupError(f"{module} stands on no floor; give it one in {FLOORS.name}")

    def svg(self) -> str:
        """Returns the picture as SVG."""
        bodies: list[str] = []
        below: dict[int, set[int]] = {number: set() for number in range(len(self.floors))}
        for module, targets in self.arrows.items():
            height = self.height_of(module)
            below[height] |= {self.height_of(target) for target in targets} - {height}
        y, wing = 58, list[int]()
        for number in reversed(range(len(self.floors))):
            body, rows = self._floor(number, y, below[number])
            bodies.append(body)
            y += rows
            if all(room.startswith("streamrt._runtime") for room in self.floors[number].rooms):
                wing += [y - rows, y] if self.floors[number].rooms else []
        bodies.append(_bracket(wing[0] - 6, wing[-1] - 8, "streamrt/_runtime"))
        title = "The house: each floor imports only floors below it"
        return "\n".join([*self._head(title, y + MARGIN), *bodies, "</svg>"]) + "\n"

    def _head(self, title: str, height: int) -> list[str]:
        size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        style = f"{STYLE}{MORE}@media (prefers-color-scheme: dark) {{{DARK}{MORE_DARK}}}"
        words = "rooms; those with a brown edge import each other"
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}\n</style>",
            f'<rect class="panel" x="1" y="1" width="{WIDTH - 2}" height="{height - 2}"/>',
            _text(MARGIN, 30, "floor", "note"),
            _text(ROOMS, 30, words, "note"),
            _text(self._dot(0) - CELL, 18, "imports floor", "note"),
            *(_text(self._dot(n), 40, str(n + 1), "small mid") for n in range(len(self.floors))),
        ]

    def _dot(self, number: int) -> float:
        return WIDTH - MARGIN - CELL * (len(self.floors) - number - 0.5)

    def _floor(self, number: int, y: int, below: set[int]) -> tuple[str, int]:
        """One floor, and how high it is drawn."""
        floor, right = self.floors[number], self._dot(0) - 1.5 * CELL
        looped = {module for circle in circles(self.arrows) for module in circle}
        boxes: list[str] = []
        x, row = float(ROOMS), y
        for module, words in self._rooms(floor):
            width = len(words) * LETTER + 14
            if x + width > right:
                x, row = float(ROOMS), row + HIGH + GAP
            kind = "other" if module in looped else "work"
            boxes.append(
                f'<rect class="{kind}" x="{x:.0f}" y="{row}" width="{width:.0f}" height="{HIGH}"/>'
                + _text(x + width / 2, row + 15, words, "room mid")
            )
            x += width + GAP
        line = f'<path class="floor" d="M{MARGIN} {row + HIGH + 7}H{WIDTH - MARGIN}"/>'
        dots = "".join(
            f'<circle class="dots" cx="{self._dot(n):.0f}" cy="{y + 11}" r="4"/>' for n in below
        )
        name = _text(MARGIN, y + 15, f"{number + 1} {floor.name}", "name")
        job = _text(NAMES, y + 15, floor.job, "note")
        return name + job + "".join(boxes) + dots + line, row + HIGH + 14 - y

    def _rooms(self, floor: Floor) -> Iterator[tuple[str, str]]:
        for room in floor.rooms:
            if self._is_room(room):
                short = room.removeprefix("streamrt.").removeprefix("_runtime.")
                yield room, short.removeprefix("_core.").replace(".", "/")
        for package in floor.packages:
            inside = [m for m in sorted(self.arrows) if m.startswith(f"{package}.")]
            name = package.removeprefix("streamrt.").replace(".", "/")
            number = sum(map(self._is_room, inside))
            yield package, f"{name}: {number} {'room' if number == 1 else 'rooms'}"

    def _is_room(self, module: str) -> bool:
        """Whether it is a file that holds more than a map."""
        return modules()[module].name != "__init__.py" or module == "streamrt"


def _bracket(top: int, bottom: int, words: str) -> str:
    """Says on the left margin what some floors are part of."""
    middle = (top + bottom) / 2
    return (
        f'<path class="axis" d="M26 {top}H20V{bottom}H26"/>'
        f'<text class="note mid" transform="translate(15 {middle:.0f}) rotate(-90)">{words}</text>'
    )


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.0f}" y="{y}">{escape(words)}</text>'
