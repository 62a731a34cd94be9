"""The public surface: which names there are, that each is documented and stands in the docs.

A name added to or taken from the library shows up here, in the same change.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"

PUBLIC = {
    "streamrt": {
        *("Buffer", "Device", "Event", "Execution", "Runtime", "Stream", "Times"),
        *("Kernel", "LLVM", "Native", "Python"),
        *("backend", "errors"),
    },
    "streamrt.errors": {
        *("StreamRTError", "ArgumentError", "ArgumentTypeError", "SignatureError", "StateError"),
        *("ClosedError", "DeletedBufferError", "FrozenBufferError", "EventNotRecordedError"),
        *("QueueFullError", "WouldDeadlockError", "ForkedRuntimeError", "CompileError"),
        *("ExecutionError", "KernelError", "HostCallError", "DependencyError"),
        *("ExecutionCancelledError", "DeviceError", "OutOfMemoryError", "DeviceLostError"),
        "BackendNotFoundError",
    },
}


def public_names(module: ModuleType) -> set[str]:
    """The names a user would find: those without an underscore that belong to the module."""
    names: set[str] = set()
    for name, value in vars(module).items():
        if name.startswith("_") or name == "annotations":
            continue
        if inspect.ismodule(value) and not value.__name__.startswith(module.__name__ + "."):
            continue
        names.add(name)
    return names


def members(owner: type) -> Iterator[tuple[str, object]]:
    """The public methods, properties and so on that a class of ours defines itself."""
    for name, value in vars(owner).items():
        if name.startswith("_"):
            continue
        value = getattr(value, "__func__", value)
        if inspect.isfunction(value) or isinstance(value, property):
            yield name, value


def undocumented(module: ModuleType) -> Iterator[str]:
    for name in sorted(public_names(module)):
        value = getattr(module, name)
        path = f"{module.__name__}.{name}"
        own = getattr(value, "__doc__", None) or ""
        if dataclasses.is_dataclass(value) and own.startswith(f"{name}("):
            own = ""  # what dataclass() writes for a class that has no docstring
        if not own.strip():
            yield path
        if inspect.isclass(value):
            for member, function in members(value):
                if not (function.__doc__ or "").strip():
                    yield f"{path}.{member}"


@pytest.mark.parametrize("name", PUBLIC)
def test_the_public_names_are_these(name: str) -> None:
    found = public_names(importlib.import_module(name))
    assert found == PUBLIC[name], "a change of the public surface: note it in changelog.d, too"


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_a_docstring(name: str) -> None:
    assert not list(undocumented(importlib.import_module(name)))


def test_a_missing_docstring_is_found() -> None:
    module = ModuleType("sample")

    class Documented:
        """Has a docstring, but its method has none."""

        def method(self) -> None: ...

    vars(module).update(Documented=Documented, function=lambda: None)
    assert list(undocumented(module)) == ["sample.Documented.method", "sample.function"]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_stands_in_the_api_reference(name: str) -> None:
    reference = "\n".join(path.read_text() for path in sorted((DOCS / "api").glob("*.md")))
    documented = set(re.findall(r"^::: (\S+)$", reference, flags=re.MULTILINE))
    if name not in documented:  # a module may be documented as a whole
        missing = {f"{name}.{member}" for member in PUBLIC[name]} - documented
        assert not missing, "each needs a line `::: name` in docs/api"
