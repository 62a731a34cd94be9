"""Docstrings, comments, error texts and documents are plain English, as far as a test can tell.

1. The first line of a docstring has a head: it begins with a subject, a noun phrase or a verb. A
   relative word or a preposition there leaves the clause without a head ("What is given memory."),
   or puts the condition before the subject ("Where nothing can run, it returns False.").
2. Some phrases have to be decoded by those who learned English late. Each has a plain one.

Both rules read the sources, so they hold for what nobody runs, too. The second also reads the
documents, those that scripts write among them. They are no judge of style: a text that passes may
still be hard to read.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOTS = ("streamrt", "kernels", "plugins", "benchmarks", "examples", "docs")
KINDS = (".py", ".c", ".h")
FILES = sorted(p for root in ROOTS for p in (ROOT / root).rglob("*.*") if p.suffix in KINDS)
FOLDERS = sorted({str(path.parent.relative_to(ROOT)) for path in FILES})
DOCUMENTS = sorted(
    {*ROOT.glob("*.md"), *(p for root in ROOTS for p in (ROOT / root).rglob("*.md"))}
)

HEADLESS = re.compile(
    r"(?:What|Where|Who|Whom|Whose|When|How|Why|Which|As|For|From|Of|In|On|After|If|Since|While"
    r"|Until|Unless|Once)\b"
)
_VERB = r"(?:is|are|was|were|has|have|had|does|do|did|can|cannot|must|may|might|will|would)"
_SUBJECT = r"(?:the|an?|its|their|this|that|these|those|every|each|all|no|what)"
_WORD = r"(?!(?:that|which|who|whose|where|when|to)\b)\S+"
PHRASES = {
    re.compile(phrase, re.IGNORECASE): instead
    for phrase, instead in {
        r"\bbut for\b": "except",
        r"\b(?:go|goes|going|went|gone) back to\b": "is caused by, or returns to",
        r"\banew\b": "again",
        r"\bthat there (?:is|are|was|were)\b": "the name of the thing",
        r"\b(?:is|are|was|were) over (?:when|once)\b": "ends when",
        r"(?-i:\bReturns what)\b": "the thing that is returned, by its name",
        r", for (?:it|they|he|she|we|you|there|nobody|nothing|only)\b": "because",
        rf", for {_SUBJECT} (?:{_WORD} ){{1,4}}{_VERB}\b": "because",
    }.items()
}

ANY = re.compile("|".join(f"(?:{each.pattern})" for each in PHRASES), re.IGNORECASE)
"""All of the phrases at once: most texts have none."""

# A paragraph, an item of a list or a row of a table ends before the next one.
PARTED = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.)\s)")


@functools.cache
def offences(source: str, *, kind: str = ".py") -> tuple[str, ...]:
    """The offences in a source, each with the place or the words, and what to write instead."""
    found: list[str] = []
    if kind == ".md":
        prose = [" ".join(block.split()) for block in PARTED.split(source)]
    elif kind == ".py":
        prose = list(_prose(source))
    else:
        prose = [re.sub(r"\s+(?:\*|//)?\s*", " ", source)]
    if kind == ".py":
        found += [
            f"{name}: the first line begins with {head[0]}; begin with a noun or a verb"
            for name, text in docstrings(source)
            if (head := HEADLESS.match(text))
        ]
    for text in filter(ANY.search, prose):
        for phrase, instead in PHRASES.items():
            found += [
                f"...{text[max(0, hit.start() - 25) : hit.end() + 15]}...: write {instead}"
                for hit in phrase.finditer(text)
            ]
    return tuple(dict.fromkeys(found))


@functools.cache
def docstrings(source: str) -> tuple[tuple[str, str], ...]:
    """Every docstring of a source with the name of what it documents."""
    return tuple(_docstrings(ast.parse(source)))


def _docstrings(tree: ast.AST, outer: str = "") -> Iterator[tuple[str, str]]:
    """Every docstring with the name of what it documents; those of attributes, too."""
    body: list[ast.stmt] = getattr(tree, "body", [])
    name = outer
    for child in body:
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            if isinstance(child.value.value, str):
                yield name or "module", child.value.value.strip()
        elif isinstance(child, ast.AnnAssign | ast.Assign):
            target = child.target if isinstance(child, ast.AnnAssign) else child.targets[0]
            name = f"{outer}.{ast.unparse(target)}".lstrip(".")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _docstrings(child, f"{outer}.{child.name}".lstrip("."))
        else:
            for part in ("body", "orelse", "finalbody"):
                inner = ast.Module(getattr(child, part, []), [])
                yield from _docstrings(inner, outer)


def _prose(source: str) -> Iterator[str]:
    """Every string and every block of comments, each as one line."""
    pieces: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            pieces.update(map(id, node.values))
            parts = [v.value if isinstance(v, ast.Constant) else "{}" for v in node.values]
            yield " ".join("".join(map(str, parts)).split())
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "" if id(node) in pieces else " ".join(node.value.split())
    comments: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.append(token.string.lstrip("#: "))
        elif token.type not in (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            if comments:
                yield " ".join(comments)
            comments = []


def of_folder(folder: str) -> list[str]:
    """The offences in the files of a folder, those below it left out."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{offence}"
        for path in FILES
        if path.parent == ROOT / folder
        for offence in offences(path.read_text(encoding="utf-8"), kind=path.suffix)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_texts_of_a_folder_are_plain_english(folder: str) -> None:
    assert of_folder(folder) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_is_plain_english(path: Path) -> None:
    assert offences(path.read_text(encoding="utf-8"), kind=".md") == ()


# --- the test of the test -------------------------------------------------------------------------

WRONG = {
    '"""What is given memory."""': "module: the first line begins with What",
    'class A:\n    """How it runs."""': "A: the first line begins with How",
    'class A:\n    async def b(self):\n        """As `c`, twice."""': "A.b: the first line begins",
    'LIMIT = 3\n"""Where it ends."""': "LIMIT: the first line begins with Where",
    'class A:\n    b: int = 3\n    """Who asked."""': "A.b: the first line begins with Who",
    'if 1:\n    def f():\n        """In the child of a fork."""': "f: the first line begins",
    "# all of it\n# but for the last": "write except",
    "raise E(f'{a}: skipped, for ' f'{b} is gone, for it is ' 'freed')": "write because",
    'x = "made \\\nanew"': "write again",
    '"""A thing.\n\nIt runs, for the kernel is a\nfunction."""': "write because",
    "f()  # it is over when the last one is": "write ends when",
    "# a failure that it goes\n# back to": "write is caused by",
    "# the last of those that there are": "write the name of the thing",
    'def f():\n    """Returns what calls it."""': "write the thing that is returned",
}
RIGHT = [
    '"""Whether it is open."""',
    '"""Whatever is pending fails."""',
    '"""Forks are refused."""',
    '"""The one that runs. What it reads is checked."""',
    'x = 3  # what, where, who\n"""Its limit."""',
    "# nodes are planned, for one stream or for four, in the order that is given",
    "# in use, for the time that it is needed",
    '"it came back; renewed butter for all"',
    "# it returns what it was given",
]


@pytest.mark.parametrize("source", WRONG)
def test_an_offender_is_found(source: str) -> None:
    (found,) = offences(source)
    assert WRONG[source] in found


@pytest.mark.parametrize("source", RIGHT)
def test_plain_english_passes(source: str) -> None:
    assert offences(source) == ()


def test_an_offender_in_a_comment_of_c_is_found() -> None:
    (found,) = offences("/* it goes\n * back to */ int x; // what\n", kind=".h")
    assert "write is caused by" in found


def test_an_offender_in_a_document_is_found_within_its_paragraph() -> None:
    text = "# What there is\n\n| made | a\nnew |\n\n- It is made\n  {} each time.\n"
    (found,) = offences(text.format("anew"), kind=".md")
    assert "write again" in found
    assert offences("All, but\n\nfor one:\n- all but\n- for one", kind=".md") == ()


def test_every_folder_of_the_sources_is_read() -> None:
    assert {"streamrt", "streamrt/_native", "benchmarks/peers", "examples"} < set(FOLDERS)
    documents = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS}
    assert {"README.md", "CONTRIBUTING.md", "docs/api/jit.md", "docs/foot_guns.md"} < documents
    sources = [path.read_text(encoding="utf-8") for path in FILES if path.suffix == ".py"]
    assert sum(len(docstrings(source)) for source in sources) > 1000
