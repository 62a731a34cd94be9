"""The rows of eager arrays: beside other libraries' eager arrays, and beside compiled calls."""

from __future__ import annotations

from benchmarks.eager import BINARY, OTHERS, REDUCTIONS, UNARY, row_of
from benchmarks.row import BEST, Row, Section, at_least, at_most, at_most_ratio

EAGER = Section(
    "Operations of eager arrays",
    (
        Row(
            name="eager-op",
            case="eager-arrays",
            title="x + y of 1,000 floats, back to back; over jax's",
            unit="µs",
            against="jax",
            target=at_most_ratio(0.6),
        ),
        Row(
            name="eager-added",
            case="eager-arrays",
            title="  over the call of a compiled x + y",
            unit="x",
            against=None,
            target=at_most(1.5),
        ),
        Row(
            name="eager-chain",
            case="eager-arrays",
            title="ten operations on 1,000,000 floats; over the best of the others",
            unit="ms",
            against=BEST,
            target=at_most_ratio(1.0),
        ),
        Row(
            name="eager-compiled",
            case="eager-arrays",
            title="  the same compiled by jit, how much quicker",
            unit="x",
            against=None,
            higher_is_better=True,
            target=at_least(3.0),
        ),
    ),
    "eager",
)

FUNCTIONS = Section(
    "Native functions of eager arrays, 1024x1024, two threads; over NumPy's on one",
    tuple(
        Row(name=row_of(name), case="eager-functions", title=name, unit="ms", against="numpy")
        for name in sorted((*UNARY, *BINARY, *REDUCTIONS, *OTHERS))
    ),
    "eager-functions",
)
