"""Arguments: the parameters of a function, and the code that takes its calls apart.

That code is written for the structures of a few calls, as dataclasses writes `__init__`: which
containers stand where, and what each leaf is. It finds which of these structures a call has, makes
the key of its variant, and calls what was compiled. Whatever else happens goes to a slow path, with
the values of the parameters in a tuple.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from streamrt._jit.calling.default_runtime import put_beside
from streamrt._jit.calling.free_variables import Source
from streamrt._jit.calling.inputs import SIMPLE, Slot
from streamrt._jit.calling.keys import value_key
from streamrt._jit.trees import Tree, slots_of
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer

__all__ = ["Parameters", "Quick", "Structure", "key_of", "write_binder", "write_fast"]

# The frames of generated code count as streamrt's own; see _refusals.py.
_FILE = str(Path(__file__).with_name("generated code"))


_NUMPYS: Any = (np.ufunc, type(np.sum))
_STARS: dict[Any, str] = {
    inspect.Parameter.VAR_POSITIONAL: "*",
    inspect.Parameter.VAR_KEYWORD: "**",
}


class Parameters:
    """The parameters of a function.

    Attributes:
        name: the function's, for messages.
        names: theirs, in order.
        static: the numbers of those that are compiled in.
        donated: the numbers of those whose Buffers a call gives up.
    """

    def __init__(
        self, function: Any, name: str, static: Sequence[str | int], donate: Sequence[str | int]
    ) -> None:
        """Reads the signature of a function; one without any takes all arguments."""
        try:
            found = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):  # a function in C
            found = [
                inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL),
                inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD),
            ]
        self.name: str = name
        self.names: tuple[str, ...] = tuple(each.name for each in found)
        self.static: frozenset[int] = self._numbers(static)
        self.donated: frozenset[int] = self._numbers(donate)
        self._kinds = [each.kind for each in found]
        self._defaults = [each.default for each in found]
        # NumPy's own functions refuse some of their defaults if one passes them.
        self._is_numpys = isinstance(function, _NUMPYS)

    def _numbers(self, given: Sequence[str | int]) -> frozenset[int]:
        return frozenset(
            self.names.index(each) if isinstance(each, str) else each % len(self.names)
            for each in given
        )

    def head(self) -> tuple[str, dict[str, Any]]:
        """Returns the text of the parameters, and the names that it uses."""
        parts: list[str] = []
        namespace: dict[str, Any] = {}
        star = slash = False
        for number, (name, kind) in enumerate(zip(self.names, self._kinds, strict=True)):
            if slash and kind is not inspect.Parameter.POSITIONAL_ONLY:
                parts.append("/")
            slash = kind is inspect.Parameter.POSITIONAL_ONLY
            if kind is inspect.Parameter.KEYWORD_ONLY and not star:
                parts.append("*")
            star |= kind in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_POSITIONAL)
            text = _STARS.get(kind, "")
            if self._defaults[number] is not inspect.Parameter.empty:
                namespace[f"_0d{number}"] = self._defaults[number]
                parts.append(f"{name}=_0d{number}")
            else:
                parts.append(text + name)
        return ", ".join([*parts, "/"] if slash else parts), namespace

    def spread(self, values: Sequence[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns the arguments of a call that gives the parameters these values."""
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        by_name: set[Any] = {inspect.Parameter.KEYWORD_ONLY}
        rest = zip(self.names, self._kinds, self._defaults, values, strict=True)
        for name, kind, default, value in rest:
            if self._is_numpys and value is default:
                by_name.add(inspect.Parameter.POSITIONAL_OR_KEYWORD)
                continue
            if kind is inspect.Parameter.VAR_POSITIONAL:
                args += value
            elif kind is inspect.Parameter.VAR_KEYWORD:
                kwargs |= value
            elif kind in by_name:
                kwargs[name] = value
            else:
                args.append(value)
        return tuple(args), kwargs


@dataclass(frozen=True, slots=True)
class Structure:
    """Everything about a call except its leaves.

    Attributes:
        trees: those of the parameters.
        hidden: those of the hidden inputs.
        slots: what each leaf is, first those of the parameters.
        same: pairs of numbers of leaves that are captured and one Buffer.
    """

    trees: tuple[Tree, ...]
    hidden: tuple[Tree, ...]
    slots: tuple[Slot, ...]
    same: tuple[tuple[int, int], ...] = ()

    def of_buffers(self) -> Structure:
        """Returns the structure of a call with Buffers in place of the NumPy arrays."""
        if not any(map(_is_copied, self.slots)):
            return self
        slots = [slot._replace(of=Buffer) if _is_copied(slot) else slot for slot in self.slots]
        return replace(self, slots=tuple(slots))

    @property
    def wrapper(self) -> type[Wrapped] | None:
        """The class of the results; None if these are Buffers."""
        arrays = (slot.of for slot in self.slots if slot.kind in ("array", "capture"))
        return next((of for of in arrays if issubclass(of, Wrapped)), None)

    def places(self, *kinds: str) -> list[int]:
        """Returns the numbers of the leaves of these kinds."""
        return [number for number, slot in enumerate(self.slots) if slot.kind in kinds]


def _is_copied(slot: Slot) -> bool:
    """Returns whether a leaf is a NumPy array, of which a Buffer is made."""
    return slot.kind == "array" and not issubclass(slot.of, Buffer | Wrapped)


def key_of(structure: Structure, leaves: Sequence[Any]) -> Hashable:
    """Returns the key of a call; the code of `write_fast` makes an equal one."""
    parts: list[Any] = []
    for slot, leaf in zip(structure.slots, leaves, strict=True):
        if slot.kind in ("array", "capture"):
            parts.append(leaf._layout)
        elif slot.kind == "scalar":
            parts.append(leaf.__class__)
        elif slot.kind == "constant":
            parts.append(id(leaf))
        elif slot.kind == "value":
            parts += (leaf.__class__, leaf) if slot.of in SIMPLE else (value_key(leaf),)
    return parts[0] if len(parts) == 1 else tuple(parts)


def _key_text(structure: Structure, leaves: Sequence[str]) -> str:
    parts: list[str] = []
    for slot, leaf in zip(structure.slots, leaves, strict=True):
        if slot.kind in ("array", "capture"):
            parts.append(f"{leaf}._layout")
        elif slot.kind == "scalar":
            parts.append(f"{leaf}.__class__")
        elif slot.kind == "constant":
            parts.append(f"id({leaf})")
        elif slot.kind == "value":
            is_simple = slot.of in SIMPLE
            parts += (f"{leaf}.__class__", leaf) if is_simple else (f"_0key({leaf})",)
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


# -- writing code ---------------------------------------------------------------------------------


def write_binder(
    parameters: Parameters, then: Callable[..., Any], *, on_stream: bool = False
) -> Callable[..., Any]:
    """Returns a function with these parameters that passes their values on in one tuple.

    Args:
        parameters: the parameters.
        then: called with the tuple, and with the stream if there is one.
        on_stream: whether the function takes a stream, first.
    """
    head, namespace = parameters.head()
    head = f"_0stream, {head}" if on_stream else head
    body = f"    return _0then({_tuple(parameters.names)}{', _0stream' * on_stream})\n"
    return _compiled(parameters.name, head, body, namespace | {"_0then": then})


@dataclass(frozen=True, slots=True)
class Quick:
    """Calls that are quick: those of one structure.

    Attributes:
        structure: the structure.
        known: the variants by their keys.
        bounds: the least and the greatest of arguments that are integers, by their places.
    """

    structure: Structure
    known: dict[Hashable, Any]
    bounds: Mapping[int, tuple[int, int]]


def write_fast(
    parameters: Parameters,
    calls: Sequence[Quick],
    sources: Sequence[Source],
    *,
    on_stream: bool,
    slow: Callable[..., Any],
    tick: Callable[[], object],
    give_up: Callable[[Any, tuple[Any, ...], tuple[Any, ...]], object],
) -> Callable[..., Any]:
    """Returns a function with these parameters that is quick for calls of some structures.

    Args:
        parameters: the parameters.
        calls: the calls that are quick; the first ones are the quickest.
        sources: the places of the hidden inputs.
        on_stream: whether the function takes a stream, first, to which its calls go.
        slow: called with the parameters' values, and the stream if there is one, if the structure
            is another, or there is no such variant.
        tick: called once for each quick call.
        give_up: called after a call that donates with the variant, the donated Buffers, and all
            that was passed to the variant.
    """
    head, namespace = parameters.head()
    namespace |= {"_0slow": slow, "_0tick": tick, "_0give_up": give_up}
    namespace |= {"_0key": value_key, "_0put": put_beside}
    blocks = [
        _block(parameters, quick, sources, f"_0known{number}", on_stream, namespace)
        for number, quick in enumerate(calls)
    ]
    stream = ", _0stream" if on_stream else ""
    blocks.append(f"    return _0slow({_tuple(parameters.names)}{stream})\n")
    head = f"_0stream, {head}" if on_stream else head
    return _compiled(parameters.name, head, "".join(blocks), namespace)


def _block(
    parameters: Parameters,
    quick: Quick,
    sources: Sequence[Source],
    known: str,
    on_stream: bool,
    namespace: dict[str, Any],
) -> str:
    """Returns the code for calls of one structure; what it names goes into the namespace."""
    structure = quick.structure
    namespace[known] = quick.known
    writer = _Writer(namespace)
    for name, tree in zip(parameters.names, structure.trees, strict=True):
        writer.take_apart(tree, name)
    for number, (source, tree) in enumerate(zip(sources, structure.hidden, strict=True)):
        namespace[f"_0h{number}"] = source.holder
        writer.lines.append(f"_0s{number} = {source.expression(f'_0h{number}')}")
        writer.take_apart(tree, f"_0s{number}")
    writer.unwrap(structure)
    leaves = writer.leaves
    for one, other in structure.same:
        writer.check(f"{leaves[one]} is not {leaves[other]}")
    writer.put_arrays(structure)
    given = [_passed(structure.slots[k], leaves[k]) for k in structure.places("array", "scalar")]
    given += [leaves[k] for k in structure.places("capture")]
    for argument, (low, high) in quick.bounds.items():
        writer.check(f"not {low} <= {given[argument]} <= {high}")
    donated = [leaves[k] for k, slot in enumerate(structure.slots) if slot.donated]
    give_up = f"_0give_up(_0v, {_tuple(donated)}, {_tuple(given)})"
    return _BLOCK.format(
        lines="".join(f"        {line}\n" for line in writer.lines),
        known=known,
        key=_key_text(structure, leaves),
        given=", ".join(given),
        tuple=_tuple(given),
        native="natives.get(_0stream)" if on_stream else "native",
        stream=", _0stream" if on_stream else "",
        donate=f"        {give_up}\n" if donated else "",
        result="_0r" if structure.wrapper is None else f"{writer.constant(structure.wrapper)}(_0r)",
    )


_BLOCK = """\
    try:
{lines}        _0v = {known}[{key}]
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    else:
        _0tick()
        _0n = _0v.{native}
        _0r = None if _0n is None else _0n({given})
        if _0r is None:
            _0r = _0v.run({tuple}{stream})
{donate}        _0f = _0v.finish
        return {result} if _0f is None else _0f(_0r, {tuple})
"""


def _passed(slot: Slot, leaf: str) -> str:
    """Returns the text of a leaf as compiled code takes it: numbers as Python's own."""
    is_python = slot.kind == "array" or slot.of in (int, float)
    return leaf if is_python else f"{leaf}.item()"


class _Writer:
    """Writes the statements that take containers apart, and check them."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.lines: list[str] = []
        self.leaves: list[str] = []
        self._namespace = namespace
        self._count = 0

    def check(self, wrong: str) -> None:
        """Writes that the call has another structure if an expression is true."""
        self.lines += [f"if {wrong}:", "    raise KeyError"]

    def take_apart(self, tree: Tree, name: str) -> None:
        """Writes the statements for the thing that a variable holds."""
        if tree.kind == "leaf":
            self.leaves.append(name)
        elif tree.kind == "none":
            self.check(f"{name} is not None")
        else:
            self.check(f"{name}.__class__ is not {self.constant(tree.of)}")
            parts = [f"_0x{self._count + k}" for k in range(len(tree.children))]
            self._count += len(parts)
            if tree.kind == "object":
                self._take_attributes(tree, name, parts)
            else:
                if tree.kind == "dict":
                    self.check(f"tuple({name}) != {self.constant(tree.keys)}")
                elif not parts:
                    self.check(name)
                values = f"{name}.values()" if tree.kind == "dict" else name
                if parts:
                    self.lines.append(f"{', '.join(parts)}, = {values}")
            for part, child in zip(parts, tree.children, strict=True):
                self.take_apart(child, part)

    def unwrap(self, structure: Structure) -> None:
        """Writes the Buffers of wrapped ones, which take their places."""
        for k, slot in enumerate(structure.slots):
            if slot.kind in ("array", "capture") and issubclass(slot.of, Wrapped):
                thing, self.leaves[k] = self.leaves[k], f"_0b{k}"
                self.check(f"{thing}.__class__ is not {self.constant(slot.of)}")
                self.lines.append(f"_0b{k} = {thing}.buffer")

    def put_arrays(self, structure: Structure) -> None:
        """Writes the copies of NumPy arrays to Buffers, which take their places."""
        buffers = [
            self.leaves[k]
            for k, slot in enumerate(structure.slots)
            if slot.kind in ("array", "capture") and not _is_copied(slot)
        ]
        for k, slot in enumerate(structure.slots):
            if _is_copied(slot):
                array, self.leaves[k] = self.leaves[k], f"_0p{k}"
                self.check(f"{array}.__class__ is not {self.constant(slot.of)}")
                beside = buffers[0] if buffers else "None"
                self.lines.append(f"_0p{k} = _0put({array}, {beside})")

    def _take_attributes(self, tree: Tree, name: str, parts: list[str]) -> None:
        in_slots = set(slots_of(tree.of))
        if hasattr(tree.of, "__dict__") and tree.of.__dictoffset__:
            self.lines.append(f"_0a = {name}.__dict__")
            self.check(f"len(_0a) != {sum(key not in in_slots for key in tree.keys)}")
        for key, part in zip(tree.keys, parts, strict=True):
            where = f"{name}.{key}" if key in in_slots else f"_0a[{key!r}]"
            self.lines.append(f"{part} = {where}")

    def constant(self, value: object) -> str:
        """Returns the name under which the code finds a value."""
        name = f"_0c{len(self._namespace)}"
        self._namespace[name] = value
        return name


def _tuple(parts: Sequence[str]) -> str:
    return f"({''.join([f'{part}, ' for part in parts])})"


def _compiled(name: str, head: str, body: str, namespace: dict[str, Any]) -> Callable[..., Any]:
    written = name if name.isidentifier() else "function"
    text = f"def {written}({head}):\n{body}"
    exec(_code_of(text), namespace)
    found: Callable[..., Any] = namespace[written]
    return found


@functools.lru_cache(maxsize=256)
def _code_of(text: str) -> CodeType:
    """Returns the code of a text; the texts for the lambdas of a loop are equal."""
    return compile(text, _FILE, "exec")


def below_objects(tree: Tree, is_below: bool = False) -> Iterator[bool]:
    """Yields for each leaf whether it stands in an attribute of an object, or below one."""
    if tree.kind == "leaf":
        yield is_below
    for child in tree.children:
        yield from below_objects(child, is_below or tree.kind == "object")
