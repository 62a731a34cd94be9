"""Writes tables/functions.md.

    python docs/scripts/functions.py [--check]

The page lists what compiled functions may call. It is made of the tables of the tracer, and of what
becomes of calls of other functions (tried_functions.py). With --check, the script writes nothing,
and its exit status is 1 if the page is out of step.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from tried_functions import ARRAYS, LINEAR, NUMBERS, tried

from streamrt import array_api as xp
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing import numpy_table, ufunc_table
from streamrt._jit.tracing.complexes.calls import TAKEN
from streamrt.array_api._native import Native

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "tables" / "functions.md"
TABLE = Path(numpy_table.__file__)

INTRODUCTION = """\
# Functions that can be compiled

A [compiled function](../jit.md) may call these functions of NumPy. The operators of Python and the
methods of arrays stand for functions of the same names. Other names of the same function, such as
`abs` and `pow`, count too. A script makes the page: from the tables of the compiler, and by trying
the functions that are in none of them.
"""

OTHERS = """\
Functions of other libraries work if they are written with these. Of `scipy.special`, these ufuncs
are compiled, too: {scipy}.

Every other ufunc is a host call, which the library itself computes in the turn of the stream: those
of NumPy that the table does not have, as `nextafter` and `gcd`, those of `scipy.special`, as `jv`
and `gammaln`, and those of any other library. So are generalised ufuncs, as erfa's, and the methods
of ufuncs: `reduce`, `accumulate`, `reduceat` and `at`, apart from the sums, products and extremes
that are compiled. A module that is loaded has to have the ufunc by its name. What would give
complex numbers or objects is refused.
"""

OWN_CODE = """\
## Functions that run by NumPy's own code

Most functions of NumPy are Python code that calls others. The compiler has no rule for those below.
It traces NumPy's code, so they mean what they mean in NumPy, with all their arguments as long as
that code asks for no values. Those of other packages run in the same way.
"""

COMPLEX = """\
## Functions of complex arrays

A complex array is made of real ones inside of a function, as in `x + 1j * y`. The functions of
`np.fft` take it, and so do these:
"""

AFTER = {
    ARRAYS: "`interp`, `convolve` and `correlate` are host calls.",
    LINEAR: "Inverses, determinants, solutions and decompositions are host calls: NumPy's own "
    "library computes them. A singular matrix is an error of the call.",
    NUMBERS: "The values are known while tracing, and the arrays can be written to.",
}
"""Sentences that stand after the functions of a heading."""

EAGER = """\
## Functions of eager arrays

[Eager arrays](../array_api.md) have these. Native functions are compiled, apart from calls with
complex numbers, which are host calls. A host call is NumPy, in a thread of the runtime, in the
order of the device. Functions that wait do so because the shape of their result depends on values.
"""

WAYS = {
    "waits for its arguments": (
        *("nonzero", "unique_all", "unique_counts", "unique_inverse", "unique_values"),
        *("repeat",),  # by an array
    ),
    "host call": (
        *("sort", "argsort", "searchsorted", "nextafter"),
        *(f"linalg.{name}" for name in xp.linalg.__all__),
        *(f"fft.{name}" for name in xp.fft.__all__),
    ),
    "view, if the memory can be shared": (
        *("broadcast_arrays", "broadcast_to", "expand_dims", "flip", "matrix_transpose"),
        *("moveaxis", "permute_dims", "reshape", "squeeze", "unstack", "linalg.diagonal"),
        *("real", "imag"),
    ),
    "made by the host, and copied": (
        *("arange", "asarray", "eye", "linspace", "fft.fftfreq", "fft.rfftfreq"),
    ),
    "nothing is computed": (
        *("can_cast", "empty", "empty_like", "finfo", "from_dlpack", "iinfo", "isdtype"),
        *("result_type",),
    ),
}
"""Functions of eager arrays that are not native. A later line counts."""

NATIVE = ("linalg.outer", "linalg.trace", "linalg.vector_norm", "fft.fftshift", "fft.ifftshift")
"""The native functions of the extensions."""

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


def name_of(function: Any) -> str:
    """Returns the name of a function of NumPy, as in `linalg.norm`."""
    module: str = getattr(function, "__module__", None) or "numpy"
    return f"{module}.{function.__name__}".removeprefix("numpy.")


def page() -> str:
    """Returns the page."""
    found = groups()
    found["products"] = [*PRODUCTS, *found["products"]]
    rows = [("ufuncs", elementwise()), *found.items()]
    lines = [INTRODUCTION, "| | functions |", "| --- | --- |"]
    lines += [f"| {heading} | {listed(names)} |" for heading, names in rows]
    runs, refused = tried()
    lines += ["", OTHERS.format(scipy=listed(sorted(ufunc_table.BY_NAME))), OWN_CODE]
    for heading, tried_names in runs.items():
        names = [each for each in tried_names if function_of(each) not in numpy_table.TABLE]
        lines += [f"{heading}: {listed(names)}. {AFTER[heading]}", ""]
    lines += [COMPLEX]
    lines += [f"{listed(sorted(map(name_of, TAKEN)))}.", ""]
    lines += ["## What is refused, and what to write instead", ""]
    lines += ["| functions | instead |", "| --- | --- |"]
    by_advice: dict[str, list[str]] = defaultdict(list)
    for name, advice in numpy_table._INSTEAD.items():  # pyright: ignore[reportPrivateUsage]
        by_advice[code(advice)].append(name)
    for advice, names in refused.items():
        by_advice[advice] += names
    lines += [f"| {listed(names)} | {advice} |" for advice, names in by_advice.items()]
    lines += ["", EAGER, "| | functions of `streamrt.array_api` |", "| --- | --- |"]
    lines += [f"| {heading} | {listed(names)} |" for heading, names in eager().items()]
    return "\n".join(lines) + "\n"


def eager() -> dict[str, list[str]]:
    """Returns the functions of the namespace of eager arrays, by the way they compute."""
    ways = {name: way for way, names in WAYS.items() for name in names}
    ways |= dict.fromkeys(NATIVE, "native")
    found: dict[str, list[str]] = {way: [] for way in ("native", *WAYS)}
    for prefix, space in (("", xp), ("linalg.", xp.linalg), ("fft.", xp.fft)):
        for name in sorted(getattr(space, "__all__", vars(space))):
            function = getattr(space, name)
            is_function = isinstance(function, FunctionType | Native) and not name.startswith("_")
            is_new = not prefix or getattr(xp, name, None) is not function
            if is_function and is_new:
                found[ways.get(prefix + name, "native")].append(prefix + name)
    return found


def listed(names: list[str]) -> str:
    """Returns names as the text of a cell."""
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def code(advice: str) -> str:
    """Returns an advice with its code marked as such."""
    return re.sub(r"write (np\.where\(.*?\)|y\[.*?\] = \w+)", r"write `\1`", advice)


if __name__ == "__main__":
    from generated import main

    sys.exit(main({PAGE: page()}))
