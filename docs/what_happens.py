"""Writes two columns of what_happens.md: the links to errors, and the files of tests.

    python docs/what_happens.py [--check]

The rest of a row is written by hand. The tests are those of tests/faults, tests/cuda and
tests/compile. A test shows a row if its docstring begins with the number of the row, as in
"Row 8.", "Rows 36 and 37: ..." or "Fault 13, ...". With --check, the script writes nothing, and its
exit status is 1 if the page is out of step or a row has no test.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
FAULTS = TESTS / "faults"
FOLDERS = ("faults", "cuda", "compile")
PAGE = ROOT / "docs" / "what_happens.md"
ERRORS = ROOT / "streamrt" / "errors.py"

NUMBERS = re.compile(r"(?:Row|Fault)s? (\d+(?:(?:, | and | to )\d+)*)\b")

ROW = re.compile(r"^\| (\d+) \|([^|]+)\|([^|]+)\|([^|]*)\|[^|]*\|$", re.MULTILINE)
"""A row: its number, the fault, the outcome, the errors, and the files of tests."""


def rows() -> list[int]:
    """Returns the numbers of the rows, in the page's order.

    Raises:
        ValueError: A line of a table is no row.
    """
    text = PAGE.read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("|") and line[2:3].isdigit() and not ROW.match(line):
            raise ValueError(f"{PAGE.name}: found the row {line!r}; a row has five cells")
    return [int(row[1]) for row in ROW.finditer(text)]


def numbers(docstring: str) -> list[int]:
    """Returns the numbers of the rows with which a docstring begins."""
    found = NUMBERS.match(docstring)
    if found is None:
        return []
    pieces = re.split(r", | and ", found[1])
    bounds = [[int(n) for n in piece.split(" to ")] for piece in pieces]
    return [number for ends in bounds for number in range(ends[0], ends[-1] + 1)]


def tests() -> dict[int, list[str]]:
    """Returns the files that show each row: `failing` is tests/faults/calls/test_failing.py."""
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
    return sorted(number for number in rows() if number not in shown)


def error(name: str) -> str:
    """Returns the name of an error class, with a link to the classes of streamrt.

    Raises:
        ValueError: streamrt and Python have no such class.
    """
    if re.search(rf"^class {name}\(", ERRORS.read_text(encoding="utf-8"), re.MULTILINE):
        return f"[`{name}`][streamrt.errors.{name}]"
    if not (hasattr(builtins, name) or name.startswith("asyncio.")):
        raise ValueError(f"{PAGE.name}: found the error {name}; name a class of streamrt.errors")
    return f"`{name}`"


def page() -> str:
    """Returns the text of the page, with the links and the tests of each row as they are now."""
    shown = tests()

    def whole(row: re.Match[str]) -> str:
        number, when, then, errors = row.groups()
        raised = ", ".join(error(name) for name in re.findall(r"`([\w.]+)`", errors))
        files = ", ".join(f"`{name}`" for name in shown.get(int(number), ()))
        return f"| {number} |{when}|{then}| {raised} | {files} |"

    return ROW.sub(whole, PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    from generated import main

    sys.exit(main({PAGE: page()}, (f"no test names row {number}" for number in missing())))
