"""The floors of the house, the imports between its rooms, and the circles among them.

The floors stand in floors.toml. The imports are read from the sources, also those inside of
functions, those for type checking alone, and `import_module("name")`.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ROOT / "docs" / "pictures" / "floors.toml"


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


def floors() -> tuple[Floor, ...]:
    """Returns the floors, from the ground up."""
    found = tomllib.loads(FLOORS.read_text(encoding="utf-8"))["floor"]
    return tuple(
        Floor(f["name"], f["job"], tuple(f.get("rooms", ())), tuple(f.get("packages", ())))
        for f in found
    )


def modules() -> dict[str, Path]:
    """Returns the source of every module."""
    found: dict[str, Path] = {}
    for folder in ("streamrt", "kernels/streamrt_kernels", "plugins/streamrt_pytest"):
        base = (ROOT / folder).parent
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(found: dict[str, Path]) -> dict[str, set[str]]:
    """Returns the modules that each one imports; the sources have no relative imports."""
    return {name: set(_targets(path, found)) - {name} for name, path in found.items()}


def _targets(path: Path, found: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in found)
        elif (name := imported_by_call(node)) in found:
            yield name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in found:
                    yield whole
                elif node.module in found:
                    yield node.module


def imported_by_call(node: ast.AST) -> str:
    """Returns the module that `import_module("name")` or `__import__("name")` loads, else ""."""
    match node:
        case ast.Call(
            func=ast.Name(id=called) | ast.Attribute(attr=called),
            args=[ast.Constant(value=str(name)), *_],
        ) if called in ("import_module", "__import__"):
            return name
        case _:
            return ""


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
