"""Kernels that a module has under a name: they pickle by it, and are described below it.

A text below an assignment is the docstring of what was assigned, for editors and for the site.
Python itself drops such texts, so `help` finds a kernel's in the source of its module.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from streamrt.errors import ArgumentError

__all__ = ["Docstring", "Identity", "docstring_of", "kernel_named", "name_of"]


class Identity:
    """An object that stands for one kernel.

    Attributes:
        name: the kernel's name.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name: str = name

    def __repr__(self) -> str:
        return f"<Identity of {self.name}>"


def name_of(kernel: object) -> tuple[str, str] | None:
    """Returns the module and the name by which a kernel is imported; the shortest of several.

    Those of the package that made it come first: another process need not have the user's module
    that imported it. `__main__` comes last, because another process has its own.
    """
    found = list(_names_of(kernel))
    makers = {_package(where) for where, module, name in found if not _imports(name, module)}
    return min(
        ((where, name) for where, _, name in found),
        key=lambda at: (at[0] == "__main__", _package(at[0]) not in makers, len(at[0]), at),
        default=None,
    )


def _package(module: str) -> str:
    return module.partition(".")[0]


def _imports(name: str, module: ModuleType) -> bool:
    """Returns whether the source of a module, if there is one, imports the name."""
    return any(
        (alias.asname or alias.name) == name
        for statement in _statements(module)
        for node in ast.walk(statement)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )


def _names_of(kernel: object) -> Iterator[tuple[str, ModuleType, str]]:
    """Yields each module that has a kernel: its name, itself, and the name of the kernel in it."""
    for module_name, module in sys.modules.copy().items():
        if isinstance(module, ModuleType):
            for name, value in list(vars(module).items()):
                if value is kernel:
                    yield module_name, module, name


def kernel_named(module: str, name: str) -> Any:
    """Returns the kernel that another process pickled.

    Raises:
        ArgumentError: if the module has no kernel of that name in this process.
    """
    found = getattr(importlib.import_module(module), name, None)
    if not hasattr(found, "implementations"):
        raise ArgumentError(
            f"unpickle a kernel: {module} has no kernel {name} here; kernels pickle by name, so "
            "both processes need the same module"
        )
    return found


class Docstring:
    """The `__doc__` of a class whose instances have their own, which `_describe` returns."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __get__(self, kernel: Any, kind: type[Any]) -> str | None:
        return self.text if kernel is None else kernel._describe()


def docstring_of(kernel: object) -> str | None:
    """Returns the text below the assignment that named a kernel; None if no source has one."""
    texts = (_text_below(name, module) for _, module, name in _names_of(kernel))
    return next((text for text in texts if text is not None), None)


def _statements(module: ModuleType) -> list[ast.stmt]:
    try:
        return ast.parse(inspect.getsource(module)).body
    except (OSError, TypeError, SyntaxError):  # there is no source, or it has changed
        return []


def _text_below(name: str, module: ModuleType) -> str | None:
    for statement, following in itertools.pairwise(_statements(module)):
        match statement, following:
            case (
                ast.Assign(targets=[ast.Name(id=target)])
                | ast.AnnAssign(target=ast.Name(id=target)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ) if target == name:
                return inspect.cleandoc(text)
            case _:
                pass
    return None
