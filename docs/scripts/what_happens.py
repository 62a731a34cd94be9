"""Writes what_happens.md.

    python docs/scripts/what_happens.py [--check]

The rows come from tests/faults/faults.toml, and the tests from the docstrings in tests/faults,
tests/cuda, tests/opencl, tests/compile, tests/process and others. A test shows a row if its
docstring begins with the number of the row, as in "Row 8.", "Rows 36 and 37: ..." or
"Fault 13, ...". With --check, the script writes nothing, and its exit status is 1 if the page is
out of step or a row has no test.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
FAULTS = TESTS / "faults"
FOLDERS = (
    *("faults", "cuda", "compile", "process", "loops", "jit/loops", "module", "onnx", "dask"),
    *("ir/stablehlo", "ir/budgets", "opencl", "serving"),
)
PAGE = ROOT / "docs" / "what_happens.md"
ERRORS = ROOT / "streamrt" / "errors.py"

NUMBERS = re.compile(r"(?:Row|Fault)s? (\d+(?:(?:, | and | to )\d+)*)\b")

INTRODUCTION = """\
---
hide: [toc]  # the tables need the room
---

# What happens when …

Each row gives an input or a fault, its outcome, and the tests that show it: `ending/cancelling`
stands for `tests/faults/ending/test_cancelling.py`, `cuda/loss` for `tests/cuda/test_loss.py`.
These tests name the rows by their numbers. In every row the outcome is clear, nothing is lost, and
nothing hangs.
"""

HEAD = "| | when | then | errors and warnings | shown in |\n| --- | --- | --- | --- | --- |"


@dataclass(frozen=True, slots=True)
class Row:
    """One fault."""

    number: int
    when: str
    then: str
    errors: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Faults that belong together."""

    title: str
    rows: tuple[Row, ...]


def groups() -> list[Group]:
    """Returns the groups of faults.toml, in its order."""
    read = tomllib.loads((FAULTS / "faults.toml").read_text(encoding="utf-8"))
    return [
        Group(group["title"], tuple(Row(**row) for row in group["row"])) for group in read["group"]
    ]


def numbers(docstring: str) -> list[int]:
    """Returns the numbers of the rows with which a docstring begins."""
    found = NUMBERS.match(docstring)
    if found is None:
        return []
    pieces = re.split(r", | and ", found[1])
    bounds = [[int(n) for n in piece.split(" to ")] for piece in pieces]
    return [number for ends in bounds for number in range(ends[0], ends[-1] + 1)]


def tests() -> dict[int, list[str]]:
    """Returns the files that show each row: `calls/failing` is faults/calls/test_failing.py."""
    found: dict[int, list[str]] = {}
    for path in (path for name in FOLDERS for path in sorted((TESTS / name).rglob("test_*.py"))):
        file = path.stem.removeprefix("test_")
        if path.parent != FAULTS:
            file = f"{path.parent.name}/{file}"
        for function in functions(ast.parse(path.read_text(encoding="utf-8"))):
            for number in numbers(ast.get_docstring(function) or ""):
                if file not in (files := found.setdefault(number, [])):
                    files.append(file)
    return found


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yields the tests of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[:5] == "test_":
            yield node


def missing() -> list[int]:
    """Returns the numbers of the rows that have no test."""
    shown = tests()
    rows = [row for group in groups() for row in group.rows]
    return sorted(row.number for row in rows if row.number not in shown)


def error(name: str) -> str:
    """Returns the name of an error class, with a link to the classes of streamrt.

    Raises:
        ValueError: streamrt and Python have no such class.
    """
    if re.search(rf"^class {name}\(", ERRORS.read_text(encoding="utf-8"), re.MULTILINE):
        return f"[`{name}`][streamrt.errors.{name}]"
    if not (hasattr(builtins, name) or name.startswith("asyncio.")):
        raise ValueError(f"faults.toml: found the error {name}; name a class of streamrt.errors")
    return f"`{name}`"


def page() -> str:
    """Returns the text of the page."""
    shown = tests()
    tables = (f"## {group.title}\n\n{HEAD}\n{_table(group.rows, shown)}\n" for group in groups())
    return "\n".join((INTRODUCTION, *tables))


def _table(rows: Sequence[Row], shown: dict[int, list[str]]) -> str:
    lines: list[str] = []
    for row in rows:
        files = ", ".join(f"`{name}`" for name in shown.get(row.number, ()))
        raised = ", ".join(map(error, row.errors))
        lines.append(f"| {row.number} | {row.when} | {row.then} | {raised} | {files} |")
    return "\n".join(lines)


if __name__ == "__main__":
    from generated import main

    sys.exit(main({PAGE: page()}, (f"no test names row {number}" for number in missing())))
