"""What imports load: `import streamrt` little, and each public name what it needs.

A package names what it imports lazily twice: for type checkers, and in a table that it reads.
"""

from __future__ import annotations

import ast
import importlib
import pydoc
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

MOST_AT_FIRST = 40
LAZY = (
    "streamrt",
    "streamrt.graph",
    "streamrt.observe",
    "streamrt.pipeline",
    "streamrt.testing",
    "streamrt_kernels",
)
LAUNCH = """
import asyncio
import numpy as np, streamrt, streamrt_kernels
async def main():
    with streamrt.Runtime() as rt:
        x, y = rt.put(np.ones(5, np.float32)), rt.put(np.ones(5, np.float32))
        await rt.device("cpu").stream().launch(streamrt_kernels.axpy, x, y, alpha=2.0)
        assert (await y.fetch()).tolist() == [3.0] * 5
asyncio.run(main())
"""


def loaded(code: str) -> set[str]:
    """The modules of a new process that has run the code."""
    code += "\nimport sys; print(*sys.modules, sep='\\n')"
    command = [sys.executable, "-c", code]
    return set(subprocess.check_output(command, text=True, timeout=60).split())


def within(modules: set[str], *packages: str) -> list[str]:
    """Those of the modules that are one of the packages, or in one."""
    return sorted(m for m in modules if any(f"{m}.".startswith(f"{p}.") for p in packages))


def test_importing_streamrt_loads_few_of_its_modules_and_nothing_slow() -> None:
    modules = loaded("import streamrt")
    assert 0 < len(within(modules, "streamrt")) <= MOST_AT_FIRST
    assert not within(modules, "llvmlite", "numba", "cupy", "rich", "anyio", "asyncio", "numpy")


def test_a_launch_of_a_standard_kernel_loads_no_compiler_of_programs() -> None:
    modules = loaded(LAUNCH)
    assert within(modules, "streamrt._runtime.runtime", "llvmlite")
    assert not within(modules, "streamrt._ir", "streamrt._jit", "numba")
    assert not within(modules, "streamrt.pipeline", "streamrt.testing", "streamrt.array_api")
    assert not within(modules, "streamrt.graph.graph", "streamrt._core.planning")
    assert not within(modules, "streamrt._backends.sim")


def test_the_native_core_and_the_loading_of_objects_need_no_numpy() -> None:
    """A process that only runs what others compiled starts in the time of LLVM's linker."""
    modules = loaded(
        "import streamrt._native.core, streamrt._backends.process.main\n"
        "streamrt._native.core.core()\n"
        "streamrt._compile.llvm.placed.Objects()"
    )
    assert within(modules, "llvmlite")
    assert not within(modules, "numpy", "streamrt._compile.signatures", "streamrt._runtime")


def named_twice(package: str) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The names by their modules: for type checkers, and as the package imports them."""
    source = Path(importlib.import_module(package).__file__ or "").read_text()
    [chosen] = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    typed: dict[str, set[str]] = {}
    for node in chosen.body:
        assert isinstance(node, ast.ImportFrom)
        assert all(alias.asname == alias.name for alias in node.names)
        home = "." * node.level + (node.module or "")
        typed.setdefault(home, set()).update(alias.name for alias in node.names)
    [table] = [
        node for node in ast.walk(ast.Module(chosen.orelse, [])) if isinstance(node, ast.Dict)
    ]
    homes: dict[str, str] = ast.literal_eval(table)
    for node in ast.walk(ast.Module(chosen.orelse, [])):
        if isinstance(node, ast.keyword) and node.arg == "modules":
            homes[package] = ast.literal_eval(node.value)
    return typed, {home: set(names.split()) for home, names in homes.items()}


@pytest.mark.parametrize("package", LAZY)
def test_type_checkers_see_the_names_that_are_imported_lazily(package: str) -> None:
    typed, lazily = named_twice(package)
    assert typed == lazily
    module = importlib.import_module(package)
    for home, names in lazily.items():
        for name in names:
            assert getattr(module, name) is getattr(importlib.import_module(home, package), name)


@pytest.mark.parametrize("package", LAZY)
def test_lazy_names_are_completed_shown_by_help_and_imported_by_a_star(package: str) -> None:
    modules = loaded(f"import {package}; assert {{*{package}.__all__}} <= {{*dir({package})}}")
    assert not within(modules, "streamrt._runtime", "streamrt._jit", "streamrt._ir")
    namespace: dict[str, Any] = {}
    exec(f"from {package} import *", namespace)
    module = importlib.import_module(package)
    assert {*module.__all__} == {*namespace} - {"__builtins__"}
    shown = pydoc.plain(pydoc.render_doc(module))
    assert all(name in shown for name in module.__all__)


def test_threads_that_use_names_at_once_find_the_same_objects() -> None:
    loaded(
        "import streamrt, threading\n"
        "names, found = streamrt.__all__ * 2, []\n"
        "barrier = threading.Barrier(len(names))\n"
        "def use(name):\n"
        "    barrier.wait()\n"
        "    found.append((name, getattr(streamrt, name)))\n"
        "threads = [threading.Thread(target=use, args=[name]) for name in names]\n"
        "for each in threads: each.start()\n"
        "for each in threads: each.join()\n"
        "assert len(found) == len(names)\n"
        "assert all(getattr(streamrt, name) is value for name, value in found)\n"
    )


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package whose lazy names stand in modules that fail, each in its way."""
    name = "lazy_sample"
    folder = tmp_path / name
    folder.mkdir()
    homes = {f"{name}.missing": "a", f"{name}.wrong": "b", f"{name}.partial": "c", name: "d"}
    (folder / "__init__.py").write_text(
        "from streamrt import _lazy\n"
        f"__getattr__, __dir__, __all__ = _lazy.lazy(__name__, {homes})\n"
    )
    (folder / "missing.py").write_text("import no_such_module_at_all\n")
    (folder / "wrong.py").write_text("import math; math.no_such_function\n")
    (folder / "partial.py").write_text("c = 1\n1 / 0\n")
    (folder / "d.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module(name)


def test_an_error_of_a_lazy_module_is_its_own(package: ModuleType) -> None:
    for _ in range(2):  # a module that failed is run again
        with pytest.raises(ModuleNotFoundError, match="no_such_module_at_all"):
            _ = package.a
        with pytest.raises(ImportError, match=r"lazy_sample\.wrong.*no_such_function") as raised:
            _ = package.b
        assert isinstance(raised.value.__cause__, AttributeError)
        with pytest.raises(ImportError, match="no_such_function"):
            exec("from lazy_sample import b")
        with pytest.raises(ZeroDivisionError):
            _ = package.c


def test_a_name_that_a_package_lacks_is_an_attribute_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="module 'lazy_sample' has no attribute 'nothing'"):
        _ = package.nothing
    with pytest.raises(ImportError, match="cannot import name 'nothing' from 'lazy_sample'"):
        exec("from lazy_sample import nothing")
