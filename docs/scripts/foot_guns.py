"""Writes foot_guns.md.

    python docs/scripts/foot_guns.py [--check]

The page is made of the docstrings in tests/jit/test_foot_guns.py. With --check, the script writes
nothing, and its exit status is 1 if the page is out of step.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "jit" / "test_foot_guns.py"
PAGE = ROOT / "docs" / "foot_guns.md"

TRACKERS = {
    "jax": "https://github.com/jax-ml/jax/issues",
    "numba": "https://github.com/numba/numba/issues",
    "pytorch": "https://github.com/pytorch/pytorch/issues",
}

INTRODUCTION = """\
# Foot-guns of compiled functions

A compiled function runs as Python once, while it is traced. That surprises people, here and with
other compilers of this kind. This page says what happens in streamrt, and what to write instead.
Each entry is a test in `tests/jit/test_foot_guns.py`, from which a script generates the page.
[Functions of NumPy](jit.md) is the guide.
"""


@dataclass(frozen=True, slots=True)
class FootGun:
    """One surprise.

    Attributes:
        title: the test's name as words.
        written: what somebody writes.
        happens: what happens, in paragraphs.
        instead: what to write instead.
        met: issues of other projects in which people met it.
    """

    title: str
    written: str
    happens: str
    instead: str
    met: tuple[str, ...]


def foot_guns() -> Iterator[FootGun]:
    """Gives those of the tests, in their order.

    Raises:
        ValueError: a docstring does not have the parts.
    """
    for node in ast.parse(TESTS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[:5] == "test_":
            yield read(node.name, ast.get_docstring(node) or "")


def read(name: str, docstring: str) -> FootGun:
    """Returns the parts of a docstring.

    Raises:
        ValueError: it does not have the parts.
    """
    written, _, rest = docstring.partition("\n\n")
    happens, found, rest = rest.partition("\n\nInstead: ")
    if not found:
        raise ValueError(f"{name}: its docstring has no `Instead:`")
    instead, _, met = rest.partition("\nMet in: ")
    title = name.removeprefix("test_").replace("_", " ").capitalize()
    return FootGun(title, written, happens, instead, tuple(met.split(", ")) if met else ())


def page() -> str:
    """Returns the page."""
    parts = [INTRODUCTION]
    for each in foot_guns():
        met = ", ".join(f"[{issue}]({link(issue)})" for issue in each.met)
        parts.append(
            f"## {each.title}\n\n**You write:** {each.written}\n\n**What happens:** "
            f"{each.happens}\n\n**Instead:** {each.instead}\n"
            + (f"\nMet in {met}.\n" if met else "")
        )
    return "\n".join(parts)


def link(issue: str) -> str:
    """Returns the address of an issue such as `jax#1141`."""
    project, _, number = issue.partition("#")
    return f"{TRACKERS[project]}/{number}"


if __name__ == "__main__":
    from generated import main

    sys.exit(main({PAGE: page()}))
