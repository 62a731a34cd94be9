"""The calls that a walk through the house makes. As a program: those of a function of `jit`.

A room is a file of streamrt. A return is a call into a room that the walk had left before.
Comprehensions are no calls: they are frames of their own only before Python 3.12.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from types import FrameType
from typing import Any, Self

import numpy as np

import streamrt as srt

HOUSE = f"{Path(srt.__file__).parent}{os.sep}"


class Profile(ABC):
    """Takes note of the calls made in a `with` block, in this thread."""

    _kept: Any = None

    @abstractmethod
    def _note(self, frame: FrameType, event: str, argument: Any) -> None: ...

    def __enter__(self) -> Self:
        self._kept = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(self._kept)


class Walk(Profile):
    """The calls made in a `with` block, in this thread."""

    def __init__(self) -> None:
        self.calls: list[str] = []  # the room of each

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        del argument
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(HOUSE):
            return
        if frame.f_code.co_name not in ("<listcomp>", "<dictcomp>", "<setcomp>"):
            self.calls.append(name.removeprefix(HOUSE))

    @property
    def rooms(self) -> set[str]:
        return set(self.calls)

    @property
    def returns(self) -> int:
        """How often it came into a room that it had left before."""
        known, count, here = set[str](), 0, ""
        for room in self.calls:
            count += room != here and room in known
            known.add(room)
            here = room
        return count

    def __str__(self) -> str:
        return f"{len(self.calls)} calls, {len(self.rooms)} rooms, {self.returns} returns"


@srt.jit
def product(x: Any, y: Any) -> Any:
    return (np.exp(x) * y).sum()


def count_calls_of_jit() -> None:
    """Prints the number of calls that each of five calls of a function makes."""
    with srt.Runtime() as rt:
        x, y = rt.put(np.ones((16, 16), "f4")), rt.put(np.ones((16, 16), "f4"))
        for _ in range(5):
            with Walk() as walk:
                product(x, y)
            print(len(walk.calls))


if __name__ == "__main__":
    count_calls_of_jit()
