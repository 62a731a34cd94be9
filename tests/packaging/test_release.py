"""`make release-check` finds what does not fit to a version; the project's own texts fit to it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import streamrt as srt

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {name: (ROOT / name).read_text() for name in ("CHANGELOG.md", "CITATION.cff")}

# By its path, because another package is called `packaging`.
_names: dict[str, Any] = runpy.run_path(str(Path(__file__).with_name("release_check.py")))
disagreements, first_program = _names["disagreements"], _names["first_program"]
version_of = _names["version_of"]


def found(version: str, heading: str, cited: str, tags: list[str]) -> list[str]:
    changelog = f"# Changelog\n\n{heading}\n\n## 0.0.9, 2026-01-01\n"
    citation = f"cff-version: 1.2.0\nversion: {cited}\n"
    texts = {"CHANGELOG.md": changelog, "CITATION.cff": citation}
    return list(disagreements(version, texts, tags))


def test_the_texts_of_the_project_fit_to_its_version() -> None:
    assert list(disagreements(srt.__version__, TEXTS, [])) == []


@pytest.mark.parametrize(
    ("version", "heading", "cited", "tags"),
    [
        ("0.1.0.dev0", "## 0.1.0, not released yet", "0.1.0.dev0", ["other"]),
        ("0.1.0", "## 0.1.0, 2027-01-31", "0.1.0", ["v0.1.0", "volume"]),
    ],
)
def test_a_version_in_work_and_a_release_pass(
    version: str, heading: str, cited: str, tags: list[str]
) -> None:
    assert found(version, heading, cited, tags) == []


@pytest.mark.parametrize(
    ("version", "heading", "cited", "tags", "text"),
    [
        ("0.1.0", "## 0.2.0, 2027-01-31", "0.1.0", [], "begins with 0.2.0"),
        ("0.1.0", "## 0.1.0, not released yet", "0.1.0", [], "a release has its date"),
        ("0.1.0", "## 0.1.0, 20270131", "0.1.0", [], "a release has its date"),
        ("0.1.0.dev0", "## 0.1.0, 2027-01-31", "0.1.0.dev0", [], "is not released yet"),
        ("0.1.0", "## 0.1.0, 2027-01-31", "0.1.0.dev0", [], "no line `version: 0.1.0`"),
        ("0.1.0.dev0", "## 0.1.0, not released yet", "0.1.0.dev0", ["v0.1.0"], "tagged v0.1.0"),
    ],
)
def test_what_does_not_fit_is_named(
    version: str, heading: str, cited: str, tags: list[str], text: str
) -> None:
    (message,) = found(version, heading, cited, tags)
    assert text in message


def test_a_changelog_without_a_version_is_refused() -> None:
    texts = {"CHANGELOG.md": "# Changelog\n", "CITATION.cff": "version: 1.0"}
    assert "has no heading" in next(disagreements("1.0", texts, []))


def test_the_first_program_of_a_document_is_found() -> None:
    text = "```sh\nls\n```\n\n```python\na = 1\n\nb = 2\n```\n\n```python\nc\n```\n"
    assert first_program(text) == "a = 1\n\nb = 2\n"
    with pytest.raises(ValueError, match="no program"):
        first_program("```sh\nls\n```\n")


@pytest.mark.parametrize("name", ["streamrt-0.1.0.dev0-py3-none-any.whl", "streamrt-0.1.0.tar.gz"])
def test_the_version_is_read_from_the_name_of_a_file(name: str) -> None:
    assert version_of(Path(name)) == ("0.1.0.dev0" if "dev" in name else "0.1.0")
