"""The plan of the house: its floors, their rooms, and which floor imports which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from floors import FLOORS, Floor, circles, floors, imports, modules

from streamrt.graph.pictures.canvas import Canvas

NAMES, ROOMS, WIDTH = 190, 452, 1400  # x of the jobs, x of the rooms, the picture's width
LETTER, HIGH, GAP, MARGIN = 7.2, 22, 6, 36
CELL = 20


@dataclass
class House:
    """The plan as a picture: floors from the top down, and on the right what each imports."""

    floors: tuple[Floor, ...] = field(default_factory=floors)
    modules: dict[str, Path] = field(default_factory=modules)

    @cached_property
    def arrows(self) -> dict[str, set[str]]:
        """The imports between all modules."""
        return imports(self.modules)

    @cached_property
    def looped(self) -> set[str]:
        """The modules that import each other."""
        return {module for circle in circles(self.arrows) for module in circle}

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
        below: dict[int, set[int]] = {number: set() for number in range(len(self.floors))}
        for module, targets in self.arrows.items():
            height = self.height_of(module)
            below[height] |= {self.height_of(target) for target in targets} - {height}
        canvas = Canvas()
        canvas.text(MARGIN, 30, "floor", "note")
        canvas.text(ROOMS, 30, "rooms; those with a brown edge import each other", "note")
        canvas.text(self._dot(0) - CELL, 18, "imports floor", "note")
        for number in range(len(self.floors)):
            canvas.text(self._dot(number), 40, str(number + 1), "note mid")
        y, wing = 58, list[int]()
        for number, floor in reversed(list(enumerate(self.floors))):
            bottom = self._draw_floor(canvas, number, y, below[number])
            if floor.rooms and all(room.startswith("streamrt._runtime") for room in floor.rooms):
                wing += [y, bottom]
            y = bottom
        top, bottom = wing[0] - 6, wing[-1] - 8  # what is part of one package
        canvas.path("edge", "M", 26, top, "H", 20, "V", bottom, "H", 26)
        turn = f"translate(15 {(top + bottom) / 2:.0f}) rotate(-90)"
        canvas.text(0, 0, "streamrt/_runtime", "note mid", transform=turn)
        return canvas.svg("The house: each floor imports only floors below it", WIDTH, y + MARGIN)

    def _dot(self, number: int) -> float:
        return WIDTH - MARGIN - CELL * (len(self.floors) - number - 0.5)

    def _draw_floor(self, canvas: Canvas, number: int, y: int, below: set[int]) -> int:
        """Draws one floor; returns where the one below it begins."""
        floor, right = self.floors[number], self._dot(0) - 1.5 * CELL
        canvas.text(MARGIN, y + 15, f"{number + 1} {floor.name}", "name")
        canvas.text(NAMES, y + 15, floor.job, "note")
        x, row = float(ROOMS), y
        for module, words in self._rooms(floor):
            width = 2 * round(len(words) * LETTER / 2) + 14  # whole numbers make a small file
            if x + width > right:
                x, row = float(ROOMS), row + HIGH + GAP
            canvas.rect(x, row, width, HIGH, "other" if module in self.looped else "work")
            canvas.text(x + width / 2, row + 15, words, "small mid")
            x += width + GAP
        places = [self._dot(other) - 4 for other in below]
        moves = [f"m{after - before:g} 0" for before, after in pairwise(places)]
        moves = [f"M{places[0]:g} {y + 11}", *moves] if places else []
        canvas.path("head", *[f"{move}a4 4 0 1 1 0 1z" for move in moves])
        canvas.path("rail", "M", MARGIN, row + HIGH + 7, "H", WIDTH - MARGIN)
        return row + HIGH + 14

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
        return self.modules[module].name != "__init__.py" or module == "streamrt"
