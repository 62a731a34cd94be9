"""Public names that a package imports when they are first used (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy"]


def lazy(
    package: str, homes: Mapping[str, str], modules: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Returns `__getattr__`, `__dir__` and `__all__` of a package.

    There is no lock: threads that want one name at once find the same object, because Python runs
    a module once.

    Args:
        package: its name.
        homes: the names that each module has, with blanks between them. Type checkers do not read
            them, so the package imports the same names under TYPE_CHECKING;
            tests/house/test_imports.py compares the two.
        modules: the names of its own modules that are such names, too.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}
    home_of |= {name: f"{package}.{name}" for name in modules.split()}

    def find(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            module = import_module(home_of[name])
        except AttributeError as error:  # else it would look as if the package lacked the name
            raise ImportError(f"import {home_of[name]}: {error}") from error
        value: object = module if name in modules.split() else getattr(module, name)
        setattr(sys.modules[package], name, value)  # so that it is not asked for again
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home_of})

    return find, names, sorted(home_of)
