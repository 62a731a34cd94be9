"""Trees: how tuples, lists, dicts, dataclasses and other containers hold their leaves.

    leaves, tree = flatten({"w": w, "b": [b, None]})    # leaves == [w, b]
    tree.paths                                          # ("['w']", "['b'][0]")
    tree.unflatten([1, 2])                              # {"w": 1, "b": [1, None]}

A tree is the same as another if the containers have the same types, in the same places, and the
dicts have the same keys in the same order: a function may walk a dict in its order, so order is
part of what a call is. None is a container without leaves. An instance of a subclass of list, dict
or tuple, except named tuples, is a leaf, because only its class knows how to make another one.

Containers may stand in one another `DEEPEST` deep, and in several places, but not in themselves.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Sequence
from types import MemberDescriptorType
from typing import Any, TypeAlias

from streamrt._core.values import shown
from streamrt._runtime.buffer import Buffer
from streamrt.errors import ArgumentError

__all__ = [
    "DEEPEST",
    "LEAF",
    "MOST_PARTS",
    "Tree",
    "attributes_of",
    "flatten",
    "slots_of",
]

DEEPEST = 32
"""The most containers that may stand in one another."""

MOST_PARTS = 1 << 20
"""The most containers and leaves that are taken apart at once."""

Key: TypeAlias = Hashable


class Tree:
    """The containers around some leaves, without the leaves; hashable, and never changes.

    Attributes:
        kind: `leaf`, `none`, `tuple`, `named`, `list`, `dict` or `object`.
        of: the class of the container.
        keys: the keys of a dict, or the names of the attributes of an object.
        children: the trees of what the container holds.
        count: the number of leaves.
    """

    __slots__ = ("_hash", "_paths", "children", "count", "keys", "kind", "of")

    def __init__(
        self, kind: str, of: type[Any], keys: tuple[Key, ...], children: tuple[Tree, ...]
    ) -> None:
        """Describes one container with what it holds."""
        self.kind: str = kind
        self.of: type[Any] = of
        self.keys: tuple[Key, ...] = keys
        self.children: tuple[Tree, ...] = children
        self.count: int = 1 if kind == "leaf" else sum(child.count for child in children)
        self._hash: int = hash((kind, of, keys, children))
        self._paths: tuple[str, ...] | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The way to each leaf from the outermost container, as Python writes it: `['w'][0]`."""
        if self._paths is None:
            self._paths = tuple(_paths(self, ""))
        return self._paths

    def named(self, name: str) -> tuple[str, ...]:
        """Returns the paths of the leaves behind a name: `params['w'][0]`."""
        return tuple(name + path for path in self.paths)

    def unflatten(self, leaves: Sequence[Any]) -> Any:
        """Returns new containers that hold these leaves, of which there are `count`."""
        if len(leaves) != self.count:
            raise ValueError(f"unflatten {self}: found {len(leaves)} leaves, not {self.count}")
        return _build(self, iter(leaves))

    def builder(self) -> Callable[..., Any]:
        """Returns a function from `count` leaves to new containers that hold them."""
        namespace: dict[str, Any] = {"_new_object": new_object}
        names = [f"x{k}" for k in range(self.count)]
        text = _text(self, iter(names), namespace)
        exec(f"def build({', '.join(names)}):\n    return {text}\n", namespace)
        built: Callable[..., Any] = namespace["build"]
        return built

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Tree) or self._hash != other._hash:
            return False
        return (
            self.kind == other.kind
            and self.of is other.of
            and self.keys == other.keys
            and all(type(a) is type(b) for a, b in zip(self.keys, other.keys, strict=True))
            and self.children == other.children
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        """Returns the containers as Python writes them, with a star for each leaf."""
        parts = [repr(child) for child in self.children]
        if self.kind == "leaf":
            return "*"
        if self.kind == "none":
            return "None"
        if self.kind == "tuple":
            return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
        if self.kind == "list":
            return f"[{', '.join(parts)}]"
        if self.kind == "dict":
            pairs = zip(self.keys, parts, strict=True)
            return f"{{{', '.join(f'{shown(key)}: {part}' for key, part in pairs)}}}"
        pairs = zip(self.keys, parts, strict=True)
        return f"{self.of.__name__}({', '.join(f'{key}={part}' for key, part in pairs)})"


LEAF = Tree("leaf", object, (), ())
"""The tree of a leaf."""

_NONE = Tree("none", type(None), (), ())


def flatten(
    thing: object,
    name: str = "",
    *,
    is_object: Callable[[object], bool] | None = None,
    most: int = MOST_PARTS,
) -> tuple[list[Any], Tree]:
    """Returns the leaves of a thing, in order, and its tree.

    Args:
        thing: a container, or a leaf.
        name: what error messages call the thing.
        is_object: whether to look into an instance of a class that is no container; such an object
            is a container of its attributes. None means never.
        most: the most containers and leaves that there may be.

    Raises:
        ArgumentError: a container holds itself, there are more than `DEEPEST` in one another, or
            there are too many.
    """
    walk = _Walk(is_object, most)
    return walk.leaves, walk.take_apart(thing, (), name)


# -- taking apart ---------------------------------------------------------------------------------

_EXACT: dict[type[Any], str] = {
    type(None): "none", tuple: "tuple", list: "list", dict: "dict", Buffer: "leaf",
}  # fmt: skip


class _Walk:
    """One walk through containers, which gathers their leaves."""

    def __init__(self, is_object: Callable[[object], bool] | None, most: int) -> None:
        self.leaves: list[Any] = []
        self._is_object = is_object
        self._left = most

    def take_apart(self, thing: object, around: tuple[Any, ...], path: str) -> Tree:
        """Adds the leaves of a thing, and returns its tree."""
        of = type(thing)
        kind = _kind_of(thing, of, self._is_object)
        self._left -= 1
        if kind == "leaf":
            self.leaves.append(thing)
            return LEAF
        if kind == "none":
            return _NONE
        self._check(thing, around, path)
        keys, parts = _parts(kind, thing)
        inner = (*around, thing)
        children = [
            self.take_apart(part, inner, path + step)
            for part, step in zip(parts, _steps(kind, keys, len(parts)), strict=True)
        ]
        return Tree(kind, of, keys, tuple(children))

    def _check(self, thing: object, around: tuple[Any, ...], path: str) -> None:
        what = f"flatten {path or f'a {type(thing).__name__}'}"
        if any(thing is outer for outer in around):
            raise ArgumentError(
                f"{what}: it is one of the containers that hold it; pass containers that do not "
                "hold themselves"
            )
        if len(around) >= DEEPEST:
            raise ArgumentError(
                f"{what}: it lies in {DEEPEST} containers; pass a flatter structure"
            )
        if self._left < 0:
            raise ArgumentError(f"{what}: there are too many things in it; pass arrays")


def _kind_of(thing: object, of: type[object], is_object: Callable[[object], bool] | None) -> str:
    found = _EXACT.get(of)
    if found is not None:
        return found
    if tuple in of.__mro__:
        return "named" if hasattr(of, "_fields") and hasattr(of, "_make") else "leaf"
    if dataclasses.is_dataclass(of):
        return "object"
    return "object" if is_object is not None and is_object(thing) else "leaf"


def _parts(kind: str, thing: Any) -> tuple[tuple[Key, ...], tuple[Any, ...]]:
    """Returns the keys or names, and what stands there, of a container."""
    if kind == "dict":
        return tuple(thing), tuple(thing.values())
    if kind == "object":
        attributes = attributes_of(thing)
        return tuple(attributes), tuple(attributes.values())
    return (tuple(thing._fields) if kind == "named" else ()), tuple(thing)


def attributes_of(thing: object) -> dict[str, Any]:
    """Returns the attributes of an object by name: those in slots, then those in `__dict__`."""
    found = {name: getattr(thing, name) for name in slots_of(type(thing)) if hasattr(thing, name)}
    return found | getattr(thing, "__dict__", {})


def slots_of(of: type[Any]) -> list[str]:
    """Returns the names of the attributes that instances of a class keep in slots."""
    return [
        name
        for base in reversed(of.__mro__)
        for name, what in vars(base).items()
        if isinstance(what, MemberDescriptorType)
    ]


def _steps(kind: str, keys: tuple[Key, ...], count: int) -> list[str]:
    if kind in ("tuple", "list"):
        return [f"[{index}]" for index in range(count)]
    if kind == "dict":
        return [f"[{shown(key)}]" for key in keys]
    return [f".{key}" for key in keys]


def _paths(tree: Tree, path: str) -> Iterator[str]:
    if tree.kind == "leaf":
        yield path
    steps = _steps(tree.kind, tree.keys, len(tree.children))
    for child, step in zip(tree.children, steps, strict=True):
        yield from _paths(child, path + step)


# -- putting together -----------------------------------------------------------------------------


def _build(tree: Tree, leaves: Iterator[Any]) -> Any:
    if tree.kind == "leaf":
        return next(leaves)
    if tree.kind == "none":
        return None
    parts = [_build(child, leaves) for child in tree.children]
    if tree.kind == "list":
        return parts
    if tree.kind == "tuple":
        return tuple(parts)
    if tree.kind == "dict":
        return dict(zip(tree.keys, parts, strict=True))
    if tree.kind == "named":
        return tree.of._make(parts)
    return new_object(tree.of, tree.keys, parts)


def _text(tree: Tree, leaves: Iterator[str], namespace: dict[str, Any]) -> str:
    """Returns Python text that makes a tree's containers; the names it uses go into a namespace."""
    if tree.kind == "leaf":
        return next(leaves)
    if tree.kind == "none":
        return "None"
    parts = [_text(child, leaves, namespace) for child in tree.children]
    inside = "".join(f"{part}, " for part in parts)
    if tree.kind == "list":
        return f"[{inside}]"
    if tree.kind == "tuple":
        return f"({inside})"
    name = f"_c{len(namespace)}"
    if tree.kind == "named":
        namespace[name] = tree.of._make
        return f"{name}(({inside}))"
    if tree.kind == "dict":
        namespace[name] = tree.keys
        pairs = (f"{name}[{k}]: {part}" for k, part in enumerate(parts))
        return f"{{{', '.join(pairs)}}}"
    namespace[name] = tree.of, tree.keys
    return f"_new_object(*{name}, ({inside}))"


def new_object(of: type[Any], names: Sequence[Any], values: Sequence[Any]) -> Any:
    """Returns an instance with these attributes; neither `__init__` nor `__setattr__` runs."""
    made: Any = object.__new__(of)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)
    return made
