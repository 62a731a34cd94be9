"""The docstring of each package is a map of it: one line for each file and subpackage, none else.

A line of the map begins with names, then two blanks or more, then the job of what is named:
`queue.h, loop.h     the producer's side of a queue; the loop that drains it`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = sorted(
    path.parent
    for root in ("streamrt", "kernels", "plugins")
    for path in (ROOT / root).rglob("__init__.py")
)
SUFFIXES = (".py", ".c", ".h")
NAMED = re.compile(r"\s*((?:\w+(?:\.\w+|/)(?:, )?)+) {2,}\S")


def faults(text: str, folder: Path) -> list[str]:
    """The faults of a map: files that it lacks, names twice, or names of nothing."""
    lines = [line for line in map(NAMED.match, text.splitlines()) if line]
    named = Counter(name for line in lines for name in line[1].split(", "))
    files = {path.name for path in folder.glob("*.*") if path.suffix in SUFFIXES} - {"__init__.py"}
    packages = {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
    return [
        *(f"lacks {name}" for name in sorted((files | packages) - set(named))),
        *(f"names {name} twice" for name, count in named.items() if count > 1),
        *(f"names {name}, which is not there" for name in named if not (folder / name).exists()),
    ]


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_map_of_a_package_is_complete(folder: Path) -> None:
    source = (folder / "__init__.py").read_text(encoding="utf-8")
    assert faults(ast.get_docstring(ast.parse(source)) or "", folder) == []


# --- the test of the test -------------------------------------------------------------------------

MAP = """A package; see a.py, which begins.

    a.py        one thing
    b.py, c.h   two others
    inner/      more
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    for name in ("__init__.py", "a.py", "b.py", "c.h", "data.ll", "inner/__init__.py"):
        (tmp_path / name).touch()
    return tmp_path


def test_a_complete_map_passes(folder: Path) -> None:
    assert faults(MAP, folder) == []


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("    a.py  ", "    a     ", "lacks a.py"),
        ("inner/", "inner ", "lacks inner/"),
        ("b.py, c.h", "b.py     ", "lacks c.h"),
        ("b.py, c.h", "b.py, c.h, a.py", "names a.py twice"),
        ("b.py, c.h", "b.py, c.h, d.h", "names d.h, which is not there"),
        ("more\n", "more\n    outer/      none\n", "names outer/, which is not there"),
    ],
)
def test_a_faulty_map_is_found(folder: Path, right: str, wrong: str, fault: str) -> None:
    assert faults(MAP.replace(right, wrong, 1), folder) == [fault]


def test_every_package_is_read() -> None:
    assert {ROOT / "streamrt", ROOT / "streamrt/_runtime/waiting"} < set(PACKAGES)
