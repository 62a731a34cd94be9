"""The floors of the house, the imports between its rooms, and the circles among them.

The floors stand in floors.toml. The imports are read from the sources, also those inside of
functions, those for type checking alone, and `import_module("name")`.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ROOT / "docs" / "pictures" / "floors.toml"
PACKAGES = ("streamrt", "kernels/streamrt_kernels", "plugins/streamrt_pytest")


@dataclass(frozen=True, slots=True)
class Floor:
    """A floor as floors.toml has it."""

    name: str
    job: str
    rooms: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    def has(self, module: str) -> bool:
        """Whether a module is one of its rooms."""
        inside = (f"{package}." for package in self.packages)
        return module in (*self.rooms, *self.packages) or module.startswith(tuple(inside))


@cache
def floors() -> tuple[Floor, ...]:
    """Returns the floors, from the ground up."""
    found = tomllib.loads(FLOORS.read_text(encoding="utf-8"))["floor"]
    return tuple(
        Floor(f["name"], f["job"], tuple(f.get("rooms", ())), tuple(f.get("packages", ())))
        for f in found
    )


@dataclass(frozen=True, slots=True)
class Import:
    """One import: who imports what, and in which line."""

    importer: str
    target: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}, line {self.line}, imports {self.target}"


def modules(*folders: str) -> dict[str, Path]:
    """Returns the source of every module below some folders, or below those of the packages."""
    found: dict[str, Path] = {}
    for folder in folders or PACKAGES:
        base = (ROOT / folder).parent
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(found: Mapping[str, Path]) -> dict[str, set[str]]:
    """Returns the modules that each one imports."""
    return {
        name: {one.target for one in read(path, name, found) if one.target in found} - {name}
        for name, path in found.items()
    }


def read(path: Path, importer: str, known: Container[str]) -> Iterator[Import]:
    """Yields every import of a module, wherever in it the statement stands; see `read_text`."""
    is_package = path.name == "__init__.py"
    yield from read_text(path.read_text(encoding="utf-8"), importer, known, is_package)


def read_text(
    source: str, importer: str, known: Container[str], is_package: bool = False
) -> Iterator[Import]:
    """Yields every import of a source: statements, and `import_module("name")` and `__import__`.

    Args:
        source: the text.
        importer: the name of the module.
        known: the modules there are; other names that are imported are no modules.
        is_package: whether relative imports start at it.
    """
    for node in _statements(source):
        targets: list[str] = []
        match node:
            case ast.Import(names=names):
                targets = [alias.name for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                up = level - is_package  # how many names a relative import leaves out
                above = importer.split(".")[: -up or None] if level else []
                base = ".".join([*above, *([module] if module else [])])
                whole = [f"{base}.{alias.name}" for alias in names]
                targets = [name if name in known else base for name in whole]
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                targets = [name]
            case _:
                pass
        for target in dict.fromkeys(targets):
            yield Import(importer, target, getattr(node, "lineno", 0))


@cache
def _statements(source: str) -> tuple[ast.AST, ...]:
    """Returns the statements and calls of a source that may import, parsed once however asked."""
    nodes = ast.walk(ast.parse(source))
    return tuple(n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom | ast.Call))


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Returns the groups of modules that import each other in a loop, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in sorted(arrows[module]):
            if target not in index:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            at = stack.index(module)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for module in sorted(arrows):
        if module not in index:
            visit(module)
    return [group for group in found if len(group) > 1]
