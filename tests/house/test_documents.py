"""The programs in README.md and docs/ run as they stand there; what is generated is in step."""

from __future__ import annotations

import re
import runpy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from shared.processes import python

ROOT = Path(__file__).resolve().parents[2]
NEEDS = ("distributed",)
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


def programs() -> list[object]:
    """Each block of Python, with the output that follows it where one is given.

    Those of the README are not slow. Those whose packages are absent are skipped.
    """
    found: list[object] = []
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = path.read_text()
        for match in BLOCK.finditer(text):
            absent = [n for n in NEEDS if f"from {n} " in match[1] and find_spec(n) is None]
            marks = [pytest.mark.skipif(bool(absent), reason=f"{absent} absent")]
            if path.name != "README.md":
                marks.append(pytest.mark.slow)
            line = text.count("\n", 0, match.start()) + 1
            found.append(pytest.param(*match.groups(), id=f"{path.name}:{line}", marks=marks))
    return found


@pytest.mark.parametrize(("program", "output"), programs())
def test_a_program_in_the_documents_runs(program: str, output: str | None, tmp_path: Path) -> None:
    done = python("-W", "error", "-c", program, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout if output is None else done.stdout == output


def test_there_are_programs_to_run() -> None:
    assert len(programs()) >= 7


# -- what scripts make ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("docs/pictures/draw.py", marks=pytest.mark.slow),
        "docs/scripts/what_happens.py",
        "docs/scripts/foot_guns.py",
        pytest.param("docs/scripts/functions.py", marks=pytest.mark.slow),
        "docs/scripts/standard_kernels.py",
        "docs/scripts/foreign_models.py",
    ],
)
def test_what_a_script_makes_is_as_it_would_make_it_now(script: str, tmp_path: Path) -> None:
    done = python("-W", "error", ROOT / script, "--check", cwd=tmp_path)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\nrun `make docs-tables`"


def test_every_picture_is_small_and_shown() -> None:
    pages = "".join(path.read_text() for path in (ROOT / "docs").rglob("*.md"))
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.svg"))
    assert len(pictures) >= 5
    for picture in pictures:
        assert picture.stat().st_size < 34_000, picture
        assert f"pictures/{picture.name})" in pages


@pytest.fixture(scope="module")
def faults() -> dict[str, Any]:
    """The names that the script of the faults' page defines."""
    return runpy.run_path(str(ROOT / "docs" / "scripts" / "what_happens.py"))


def test_every_fault_has_one_row_and_a_test(faults: dict[str, Any]) -> None:
    rows = [row.number for group in faults["groups"]() for row in group.rows]
    assert len(rows) == len(set(rows)) >= 46
    assert faults["missing"]() == []


def test_no_test_names_a_fault_that_is_not_there(faults: dict[str, Any]) -> None:
    rows = {row.number for group in faults["groups"]() for row in group.rows}
    assert set(faults["tests"]()) <= rows


@pytest.mark.parametrize(
    ("docstring", "numbers"),
    [
        ("Row 8.", [8]),
        ("Rows 36 and 37: of one launch", [36, 37]),
        ("Rows 1, 4 and 25.", [1, 4, 25]),
        ("Faults 12 to 14 and 18", [12, 13, 14, 18]),
        ("Fault 24, on another backend", [24]),
        ("Row by row, then as a whole", []),
        ("The story of row 8", []),
    ],
)
def test_a_docstring_begins_with_the_rows_it_shows(
    faults: dict[str, Any], docstring: str, numbers: list[int]
) -> None:
    assert faults["numbers"](docstring) == numbers


# -- what is provisional ----------------------------------------------------------------------


def test_the_reference_says_of_each_provisional_part_that_it_is() -> None:
    """The table of docs/support.md and the lines of the pages that it links to agree."""
    text = (ROOT / "docs" / "support.md").read_text()
    rows = re.findall(r"^\| (stable|provisional)[^|]* \| (.*) \|$", text, re.MULTILINE)
    assert [kind for kind, _ in rows] == ["stable", "provisional", "provisional"]
    named = {page for _, row in rows[1:] for page in re.findall(r"\(api/(\w+\.md)", row)}
    if "[streamrt.ForeignStream]" in rows[2][1]:  # a link of mkdocstrings
        named.add("runtime.md")
    pages = {page.name: page.read_text() for page in (ROOT / "docs" / "api").glob("*.md")}
    assert {name for name, page in pages.items() if "**Provisional**: " in page} == named
    assert len(named) >= 7


# -- places that documents name ---------------------------------------------------------------

PLACE = re.compile(r"`((?:\.{0,2}[\w.-]+/)+[\w.-]*)`")
FROM = ("", "streamrt", "streamrt/_native", "docs", "kernels")


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/design.md"])
def test_every_place_that_a_document_names_is_there(page: str) -> None:
    """Who follows a document to a file finds it."""
    named = set(PLACE.findall((ROOT / page).read_text()))
    made = {"dist/", "site/", "build/"}
    missing = [p for p in named - made if not any((ROOT / base / p).exists() for base in FROM)]
    assert len(named) >= 3
    assert missing == []
