"""Draws public functions of packages, `python tests/realcode/drawing.py`, for corpus.toml.

All modules of a package whose names are public are imported. A function counts if some arrays and
numbers, tried in turn, have it return floats: the same ones twice, with its arguments as they were.
Of those that count, the same number is drawn for each package, by a fixed seed, and printed as rows
of corpus.toml; those that take no float32 are left out then. It runs for half an hour, and needs
the packages that corpus.toml names.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import itertools
import os
import pkgutil
import random
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from realcode.judging import arguments, corpus, leaves  # noqa: E402

SEED, EACH, LIMIT = 34, 14, 2
NOT_ARRAYS = {"tests", "testing", "conftest", "datasets", "data", "io", "plotting", "graphics",
              "display", "externals", "viewer", "sandbox", "utils", "config", "setup", "cutils",
              "samp", "vo", "__main__", "plot", "mpl"}  # fmt: skip
KINDS = "vmpihn"  # the letters of an argument: see judging.py
MOST = 4  # required parameters


def modules(package: str) -> Iterator[ModuleType]:
    """Imports a package and its public modules, as far as they can be."""
    top = importlib.import_module(package)
    yield top
    names = [package]
    while names:
        name = names.pop(0)
        for found in pkgutil.iter_modules(sys.modules[name].__path__):
            if found.name.startswith("_") or found.name in NOT_ARRAYS:
                continue
            inner = f"{name}.{found.name}"
            try:
                yield importlib.import_module(inner)
            except Exception:  # noqa: BLE001 - it wants what is not installed
                continue
            if found.ispkg:
                names.append(inner)


def functions(package: str) -> dict[str, Callable[..., Any]]:
    """The public functions that a package defines, each by its shortest name."""
    found: dict[int, tuple[str, Callable[..., Any]]] = {}
    for module in modules(package):
        for name in getattr(module, "__all__", None) or sorted(vars(module)):
            try:
                function: Any = getattr(module, name, None)
            except ImportError:  # it wants what is not installed
                continue
            own = inspect.isfunction(function) and function.__module__.startswith(package)
            if not own or name.startswith("_"):
                continue
            path = f"{module.__name__}.{name}"
            known = found.setdefault(id(function), (path, function))
            if (path.count("."), path) < (known[0].count("."), known[0]):
                found[id(function)] = (path, function)
    return dict(found.values())


def _stop(_: int, __: FrameType | None) -> None:
    raise TimeoutError


def accepted(function: Callable[..., Any]) -> str | None:
    """The first arguments with which it counts, as letters; None if there are none."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    required = [p for p in parameters if p.default is p.empty and p.kind < p.VAR_POSITIONAL]
    if not 1 <= len(required) <= MOST:
        return None
    for letters in itertools.product(KINDS, repeat=len(required)):
        if letters[0] not in "hn" and counts(function, "".join(letters)):
            return "".join(letters)
    return None


def counts(function: Callable[..., Any], letters: str, dtype: str = "f8") -> bool:
    """Whether a call with these arguments returns floats, twice the same, and changes nothing."""
    given, before = arguments(letters, dtype), arguments(letters, dtype)
    signal.alarm(LIMIT)
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            first, second = leaves(function(*given)), leaves(function(*given))
        pairs = zip([*given, *first], [*before, *second], strict=True)
        is_same = all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)
    except (Exception, SystemExit):  # noqa: BLE001 - whatever it says of such arguments
        return False
    finally:
        signal.alarm(0)
    return is_same and any(np.isfinite(leaf).any() for leaf in first if leaf.dtype.kind == "f")


def main() -> int:
    """Prints the rows."""
    signal.signal(signal.SIGALRM, _stop)
    packages = corpus()["packages"]
    os.chdir(tempfile.mkdtemp())
    for package in packages:
        known = functions(package)
        found = {name: letters for name in sorted(known) if (letters := accepted(known[name]))}
        print(f"# {package}: {len(found)} of {len(known)} public functions count", flush=True)
        drawn = random.Random(f"{SEED} {package}").sample(sorted(found), min(EACH, len(found)))
        for name in sorted(name for name in drawn if counts(known[name], found[name], "f4")):
            print(f'"{name}" = {{ given = "{found[name]}" }}', flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
