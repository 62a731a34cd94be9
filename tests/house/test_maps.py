"""The docstring of each package is a map of it: one line for each file and subpackage, none else.

A line of the map begins with names, then two blanks or more, then the job of what is named:
`queue.h, loop.h     the producer's side of a queue; the loop that drains it`.

A file imports only what stands above it in the map, or below it if the map says "from the top".
Files that import each other in a circle stand in one paragraph, in any order. A file never imports
its own package, which would load all of it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "docs" / "pictures"))
import floors as house  # noqa: E402

MODULES = house.modules()
PACKAGES = {name: path.parent for name, path in MODULES.items() if path.name == "__init__.py"}
SUFFIXES = (".py", ".c", ".h")
NAMED = re.compile(r"\s*((?:\w+(?:\.\w+|/)(?:, )?)+) {2,}\S")
# The files of its folders stand on floors of docs/pictures/floors.toml one by one, which
# tests/house/test_layers.py holds; its map says where most of a folder belongs.
BY_FLOORS = "streamrt._runtime"


def map_of(folder: Path) -> str:
    source = (folder / "__init__.py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)) or ""


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


def places(text: str) -> dict[str, tuple[int, int]]:
    """Where each file and folder stands in a map: its height, and its paragraph."""
    found: dict[str, tuple[int, int]] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if named := NAMED.match(line):
            place = -number if "from the top" in text else number, lines[:number].count("")
            found |= {re.split(r"[./]", name)[0]: place for name in named[1].split(", ")}
    return found


def offences(text: str, package: str, modules: Mapping[str, Path]) -> list[str]:
    """The imports inside a package that do not follow its map, one for each two of its lines."""
    at = places(text)
    found: list[str] = []
    arrows: dict[tuple[str, str], house.Import] = {}

    def line_of(module: str) -> str:
        return module.removeprefix(f"{package}.").split(".")[0]

    inner = {name: path for name, path in modules.items() if name.startswith(f"{package}.")}
    for one in (one for name, path in inner.items() for one in house.read(path, name, inner)):
        if one.target == package and package != "streamrt":  # whose names are public
            found.append(f"{one}, its own package")
        elif package == BY_FLOORS and max(one.importer.count("."), one.target.count(".")) > 2:
            continue
        elif one.target in inner and line_of(one.target) != line_of(one.importer):
            arrows.setdefault((line_of(one.importer), line_of(one.target)), one)
    circles = house.circles({own: {b for a, b in arrows if a == own} for own in at})
    for (own, target), one in arrows.items():
        is_up, is_beside = at[target] > at[own], at[target][1] == at[own][1]
        is_circle = any({own, target} <= set(circle) for circle in circles)
        if is_up and not (is_circle and is_beside):
            found.append(f"{one}, which stands above it")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_the_map_of_a_package_is_complete(package: str) -> None:
    assert faults(map_of(PACKAGES[package]), PACKAGES[package]) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_file_imports_only_what_stands_above_it_in_the_map(package: str) -> None:
    assert offences(map_of(PACKAGES[package]), package, MODULES) == []


def test_the_map_of_the_c_is_complete() -> None:
    core = ROOT / "streamrt" / "_native" / "c" / "streamrt.c"
    named = re.findall(r"^ \* {5}(\w+\.h) {2,}\S", core.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(path.name for path in core.parent.rglob("*.h"))


FLOORS = ("streamrt", "kernels", "plugins", "benchmarks", "docs", "examples", "tests")


def test_no_folder_has_more_than_25_files_and_no_file_more_than_400_lines() -> None:
    files = [path for floor in FLOORS for path in (ROOT / floor).rglob("*.*") if path.is_file()]
    files = [path for path in files if path.suffix not in (".pyc", ".pyi")]
    folders = Counter(path.parent for path in files)
    assert [str(folder) for folder, count in folders.items() if count > 25] == []
    ours = [path for path in files if path.suffix in (".py", ".c", ".h")]
    assert len(ours) > 500
    long = [path for path in ours if path.read_text(encoding="utf-8").count("\n") > 400]
    assert [str(path) for path in long] == []


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


@pytest.mark.parametrize(
    ("sources", "text", "count"),
    [
        ({"b": "import p.a"}, MAP, 0),
        ({"inner": "def f():\n    from . import b"}, MAP, 0),
        ({"a": "from p.inner import x"}, MAP, 1),
        ({"a": "import_module('p.b')\nfrom p import b", "b": "import p.inner"}, MAP, 2),
        ({"b": "import p.a"}, f"{MAP}, from the top", 1),
        ({"a": "import p.b", "b": "import p.a"}, MAP, 0),
        ({"a": "import p.b", "b": "import p.a"}, MAP.replace("    b.py", "\n    b.py"), 1),
        ({"b": "from p import x"}, MAP, 1),
    ],
)
def test_an_import_that_goes_up_in_a_map_is_found(
    folder: Path, sources: Mapping[str, str], text: str, count: int
) -> None:
    modules = {"p": folder / "__init__.py", "p.inner": folder / "inner" / "__init__.py"}
    modules |= {f"p.{name}": folder / f"{name}.py" for name in "ab"}
    for name, source in sources.items():
        modules[f"p.{name}"].write_text(source)
    assert len(offences(text, "p", modules)) == count


def test_every_package_is_read() -> None:
    assert {"streamrt", "streamrt._runtime.waiting", "streamrt_kernels"} < PACKAGES.keys()
