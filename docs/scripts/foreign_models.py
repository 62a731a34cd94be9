"""Writes models/stablehlo.md and models/onnx.md: the operations of others that are read.

    python docs/scripts/foreign_models.py [--check]

Both pages are made of the tables of the readers. Of each operation of StableHLO, the page says how
many of the functions that the tests read have it. With --check, the script writes nothing, and its
exit status is 1 if a page is out of step.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from generated import main

from streamrt._ir.ops import OPS
from streamrt._ir.stablehlo.building import CARRIED_OUT
from streamrt._ir.stablehlo.operations import OPERATIONS
from streamrt._ir.stablehlo.spelled.values import is_spelled
from streamrt._onnx.bounds import NEWEST, OLDEST
from streamrt._onnx.operators.table import NOT_READ, OPERATORS

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "tests" / "ir" / "stablehlo" / "texts"

STABLEHLO = """\
# StableHLO: what is read and written

[`from_stablehlo`][streamrt.from_stablehlo] reads these operations, in the form that jax prints
and in MLIR's generic form, with the dtypes that [compiled functions](../jit.md) have. It reads
all others as problems, and names each with its line. A script makes the page from the table of
the reader; the number is that of functions in the tests, which jax printed or others wrote, and
which are compared with NumPy.

Calls of other functions and composites are carried out where they stand. `custom_call`, `while`,
`case`, `if`, `convolution`, `scatter`, other uses of `reduce_window`, random numbers, complex
numbers, bf16, dynamic shapes, tokens, collectives and quantised types are refused.

Where StableHLO differs from NumPy, its rules hold: indexes of gathers and dynamic slices are
clamped, integers are divided towards zero, a shift by the width or more gives 0 or the sign, NaN
goes through `maximum` and `minimum`, and a float becomes the nearest integer of the dtype that is
not further from zero, NaN becomes 0.

| operation | functions in the tests |
| --- | --- |
"""

OUT = """
## The way out

`lower(...).stablehlo` writes every operation of compiled functions, also loops and branches,
except these: {missing}. They are refused by name. Bounds are not checked by the text: an index that
is out of range is clamped, where a compiled function fails. A product and a sum that may be rounded
once are written as two operations.
"""

ONNX = """\
# Operators of ONNX that are read

[`from_onnx`][streamrt.from_onnx] reads {count} operators of the sets {oldest} to {newest}. The
tests run the cases that the `onnx` package has of them: all of them for dtypes that compiled
functions have, except dropout that draws numbers, and the places of `MaxPool`. All operators that
a model has and that are not read are named at once. A script makes the page from the table of the
reader.

Integers of at most 64 elements are known while a model is compiled; so shapes may be computed, as
far as they depend on the shapes of inputs and not on their elements.

| | operators |
| --- | --- |
"""

NOT = """
## Not read

| because | operators |
| --- | --- |
"""


def _cells(rows: Mapping[str, Iterable[str]]) -> str:
    lines = [
        f"| {head} | {', '.join(f'`{name}`' for name in sorted(names))} |"
        for head, names in rows.items()
    ]
    return "\n".join(lines) + "\n"


def stablehlo() -> str:
    """Returns the page of StableHLO."""
    found: Counter[str] = Counter()
    for path in sorted(TEXTS.glob("*.mlir")):
        for module in re.split(r"^module\b", path.read_text(), flags=re.MULTILINE)[1:]:
            found.update({*re.findall(r"\b(?:stablehlo|chlo)\.[a-z_0-9]+", module)})
    rows = [
        f"| `{name}` | {found[name]} |" for name in sorted({*OPERATIONS, *CARRIED_OUT})
    ]  # fmt: skip
    missing = [f"`{op.name}`" for op in OPS if not is_spelled(op) and op.group != "source"]
    return STABLEHLO + "\n".join(rows) + "\n" + OUT.format(missing=", ".join(missing))


def onnx() -> str:
    """Returns the page of ONNX."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, rule in OPERATORS.items():
        groups[rule.function.__module__.rpartition(".")[2]].append(name)
    reasons: dict[str, list[str]] = defaultdict(list)
    for name, reason in NOT_READ.items():
        reasons[reason].append(name)
    head = ONNX.format(count=len(OPERATORS), oldest=OLDEST, newest=NEWEST)
    return head + _cells(dict(sorted(groups.items()))) + NOT + _cells(reasons)


if __name__ == "__main__":
    pages = ROOT / "docs" / "models"
    sys.exit(main({pages / "stablehlo.md": stablehlo(), pages / "onnx.md": onnx()}))
