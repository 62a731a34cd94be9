"""Writes functions.md.

    python docs/functions.py [--check]

The page lists what compiled functions may call. It is made of the tables of the tracer. With
--check, the script writes nothing, and its exit status is 1 if the page is out of step.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from streamrt._compile.dtypes import DTYPES
from streamrt._jit import numpy_table, ufunc_table

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "functions.md"
TABLE = Path(numpy_table.__file__)

INTRODUCTION = """\
# Functions that can be compiled

A [compiled function](jit.md) may call these functions of NumPy. The operators of Python and the
methods of arrays stand for functions of the same names. Other names of the same function, such as
`abs` and `pow`, count too. A script makes the page from the tracer's own tables.
"""

OTHERS = """\
Functions of other libraries work if they are written with these. Of `scipy.special`, the ufuncs
`erf`, `expit` and `logit` are known.
"""


PRODUCTS = ["matmul", "matvec", "vecmat", "vecdot"]
"""The ufuncs that are products; some of them are newer than the oldest NumPy that serves."""


def elementwise() -> list[str]:
    """Returns the names of NumPy's ufuncs that are elementwise operations of programs."""
    f32, found = DTYPES["f32"], set[str]()
    for ufunc in vars(np).values():
        if isinstance(ufunc, np.ufunc):
            known = ufunc_table.operation_of(ufunc, (f32,) * ufunc.nin)
            if known is not None or ufunc in ufunc_table.RULES:
                found.add(ufunc.__name__)
    return sorted(found)


def groups() -> dict[str, list[str]]:
    """Returns the other functions, by the headings in the source of their table."""
    source = TABLE.read_text(encoding="utf-8")
    source = source[source.index("TABLE: ") : source.index("})  # fmt: skip")]
    found: dict[str, list[str]] = defaultdict(list)
    heading = ""
    for line in source.splitlines():
        if line.strip().startswith("#"):
            heading = line.strip(" #")
        found[heading] += re.findall(r"np\.([\w.]+):", line)
    named = {name for names in found.values() for name in names}
    if {function_of(name) for name in named} != set(numpy_table.TABLE):
        raise ValueError(f"{TABLE} has functions that its source does not name as `np.name:`")
    return {heading: names for heading, names in found.items() if names}


def function_of(name: str) -> Any:
    """Returns the function of NumPy of a name such as `linalg.norm`."""
    found: Any = np
    for part in name.split("."):
        found = getattr(found, part)
    return found


def page() -> str:
    """Returns the page."""
    found = groups()
    found["products"] = [*PRODUCTS, *found["products"]]
    rows = [("ufuncs", elementwise()), *found.items()]
    lines = [INTRODUCTION, "| | functions |", "| --- | --- |"]
    lines += [f"| {heading} | {listed(names)} |" for heading, names in rows]
    lines += ["", OTHERS, "## What is refused, and what to write instead", ""]
    lines += ["| functions | instead |", "| --- | --- |"]
    by_advice: dict[str, list[str]] = defaultdict(list)
    for name, advice in numpy_table._INSTEAD.items():  # pyright: ignore[reportPrivateUsage]
        by_advice[advice].append(name)
    lines += [f"| {listed(names)} | {code(advice)} |" for advice, names in by_advice.items()]
    return "\n".join(lines) + "\n"


def listed(names: list[str]) -> str:
    """Returns names as the text of a cell."""
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def code(advice: str) -> str:
    """Returns an advice with its code marked as such."""
    return re.sub(r"write (np\.where\(.*?\)|y\[.*?\] = \w+)", r"write `\1`", advice)


def main() -> int:
    """Writes the page, or compares it."""
    text = page()
    if "--check" in sys.argv[1:]:
        if PAGE.read_text(encoding="utf-8") == text:
            return 0
        sys.stderr.write(f"{PAGE} is out of step\n")
        return 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
