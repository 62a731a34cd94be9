"""Imports go down only.

The floors stand in docs/pictures/floors.toml, and docs/design.md shows them. The test reads the
sources, so that an import inside a function, under TYPE_CHECKING or by `import_module("name")`
counts like any other. So do the tables of lazy names, because test_imports.py has each of them
stand under TYPE_CHECKING, too.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "docs" / "pictures"))
import floors as house  # noqa: E402

MOST_IN_A_CIRCLE = 4
PARTS = ("streamrt._core.tracking", "streamrt._core.planning", "streamrt._core.flow")
PACKAGES = ("streamrt", "streamrt_kernels", "streamrt_pytest")
USERS = ("benchmarks", "examples", "kernels/streamrt_kernels")

# The core is pure: nothing in it could do I/O, read a clock, start a thread or hold an array.
PURE = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools"),
    *("hashlib", "heapq", "itertools", "math", "operator", "types", "typing", "weakref"),
}
DEPENDENCIES = {"anyio", "llvmlite", "numpy"}
OPTIONAL = {
    "streamrt._compile.cuda.compiler": {"cupy"},  # whose NVRTC compiles; the error names the extra
    "streamrt._jit.kernel_functions.numba_loops": {
        "numba"
    },  # which made the functions that are looked at
    "streamrt._onnx.package": {"onnx"},  # the error names the extra
    "streamrt.observe.nvtx_ranges": {"nvtx"},
    "streamrt.observe.otel": {"opentelemetry"},
    "streamrt.pipeline.progress": {"rich", "IPython"},
    "streamrt._cli.top": {"rich"},
    "streamrt_pytest": {"pytest"},  # which loads it
    "streamrt._runtime.execution": {"typing_extensions"},  # read by type checkers, never imported
}


OURS = house.modules()


@cache
def all_imports(folder: str) -> list[house.Import]:
    """Every import below a folder."""
    found = house.modules(folder)
    assert found, f"{folder} holds no module: this test would check nothing"
    return [one for name, path in found.items() for one in house.read(path, name, OURS)]


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@cache
def floor(module: str) -> int:
    """The height of a module's floor."""
    heights = [height for height, one in enumerate(house.floors()) if one.has(module)]
    assert len(heights) == 1, (
        f"{module} stands on {len(heights)} floors of floors.toml; give it one"
    )
    return heights[0]


def offence(one: house.Import) -> str | None:
    """Says which rule an import breaks, or None."""
    top = one.target.partition(".")[0]
    if top in PACKAGES:
        if floor(one.target) > floor(one.importer):
            return "imports go down only"
        ends = [next((h for h in PARTS if within(m, h)), "") for m in (one.importer, one.target)]
        if all(ends) and ends[0] != ends[1]:
            return "the parts of the core never import each other"
    elif within(one.importer, "streamrt._core"):
        if top not in PURE:
            return f"the core is pure; it may import {', '.join(sorted(PURE))}"
    elif top not in sys.stdlib_module_names and top not in DEPENDENCIES:
        extra = next((v for k, v in OPTIONAL.items() if within(one.importer, k)), set[str]())
        if top not in extra:
            return f"only {', '.join(sorted(DEPENDENCIES))} may be needed at run time"
    return None


def test_no_circle_of_imports_has_more_than_four_modules() -> None:
    """Imports for type checking count: who changes one of them has to know the others."""
    circles = house.circles(house.imports(OURS))
    assert circles, "no circle is found at all: the test would check nothing"
    assert [circle for circle in circles if len(circle) > MOST_IN_A_CIRCLE] == []


def test_a_circle_is_found() -> None:
    """The check above can fail."""
    ring = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert sorted(house.circles(ring)) == [["a", "b", "c"], ["d", "e"]]


@pytest.mark.parametrize("folder", house.PACKAGES)
def test_imports_go_down_only(folder: str) -> None:
    offences = [f"{one}; {why}" for one in all_imports(folder) if (why := offence(one))]
    assert not offences, "\n".join(offences)


# The tracker in C has the names of its specification; the contract's timeline is another.
TWICE = {"Timeline"}


def test_a_class_name_stands_once_on_a_floor_and_its_neighbours() -> None:
    places: dict[str, list[str]] = {}
    for name, path in OURS.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name)
    twice = {
        name: [one, other]
        for name, modules in places.items()
        for one, other in combinations(modules, 2)
        if abs(floor(one) - floor(other)) <= 1
    }
    assert twice.keys() == TWICE, twice


@pytest.mark.parametrize("folder", USERS)
def test_users_of_the_library_import_public_names_only(folder: str) -> None:
    offenders = [
        str(one)
        for one in all_imports(folder)
        if one.target.startswith("streamrt.") and one.target.split(".")[1].startswith("_")
    ]
    assert not offenders, "\n".join(offenders)


@pytest.mark.parametrize(
    ("importer", "statement", "rule"),
    [
        ("streamrt._core.tracking.hazards", "import threading", "pure"),
        ("streamrt._core.tracking.hazards", "from ... import backend", "down only"),
        ("streamrt._core.tracking.hazards", "from ..planning import order", "each other"),
        ("streamrt._core.planning.plan", "from streamrt._core.tracking import pool", "each other"),
        ("streamrt._core.flow.flow", "from streamrt._core.planning import plan", "each other"),
        ("streamrt._core.flow.pace", "import time", "pure"),
        ("streamrt._runtime.stream", "from streamrt.pipeline import run", "down only"),
        ("streamrt._backends.cpu.device", "from streamrt._runtime import stream", "down only"),
        ("streamrt._runtime.stream", "from streamrt import Kernel", "down only"),
        ("streamrt._runtime.lane", "def f():\n    import streamrt._runtime.door", "down only"),
        (
            "streamrt._runtime.lane",
            "x = import_module('streamrt._jit.calling.jitted')",
            "down only",
        ),
        ("streamrt._runtime.lane", "importlib.import_module('streamrt.array_api')", "down only"),
        ("streamrt._jit.tracing.tracer", "__import__('streamrt.array_api')", "down only"),
        ("streamrt._runtime.lane", "def f():\n    import_module('scipy')", "run time"),
        ("streamrt._runtime.stream", "def f():\n    import scipy", "run time"),
        ("streamrt._runtime.stream", "import streamrt_kernels", "down only"),
        ("streamrt._runtime.stream", "from streamrt._core import hazards", None),
        ("streamrt.pipeline.progress", "import rich", None),
    ],
)
def test_an_offender_is_found(importer: str, statement: str, rule: str | None) -> None:
    """The checks above can fail."""
    (one,) = house.read_text(statement, importer, OURS)
    found = offence(one)
    assert found is None if rule is None else found is not None and rule in found
