"""A fixture that imports the examples by path, as the files that users run."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
sys.path.append(str(EXAMPLES))  # for the package `demo`
sys.path.append(str(EXAMPLES / "models"))  # which import each other


@pytest.fixture
def example() -> Generator[Callable[[str], ModuleType]]:
    """Imports an example by name."""
    loaded: list[str] = []

    def load(name: str) -> ModuleType:
        (path,) = EXAMPLES.rglob(f"{name}.py")
        spec = importlib.util.spec_from_file_location(f"example_{name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # dataclasses look their module up
        loaded.append(spec.name)
        spec.loader.exec_module(module)
        return module

    yield load
    for name in loaded:
        del sys.modules[name]


@pytest.fixture
def needs_numba() -> None:
    pytest.importorskip("numba")
