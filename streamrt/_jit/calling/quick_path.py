"""The code that takes the calls of a function apart.

It is written for the structures of a few calls, as dataclasses writes `__init__`: which containers
stand where, and what each leaf is. It finds which of these structures a call has, makes the key of
its variant, and calls what was compiled. Whatever else happens goes to a slow path, with the values
of the parameters in a tuple.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from streamrt._jit.calling.arguments import Parameters, Structure, is_copied
from streamrt._jit.calling.default_runtime import put_beside
from streamrt._jit.calling.free_variables import Source
from streamrt._jit.calling.inputs import SIMPLE, Slot
from streamrt._jit.calling.keys import value_key
from streamrt._jit.tracing.recording import CURRENT
from streamrt._jit.trees import Tree, slots_of
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._refusals import keep_users

# The frames of generated code count as streamrt's own; see _refusals.py.
_FILE = str(Path(__file__).with_name("generated code"))


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
    call = f"_0slow({_tuple(parameters.names)}{', _0stream' * on_stream})"
    namespace |= {"_0slow": then, "_0keep_users": keep_users}
    return _compiled(parameters.name, head, _SLOWLY.format(call=call), namespace)


def kind_with(base: type[Any], start: Callable[..., Any]) -> type[Any]:
    """Returns a class of objects whose calls are those of a function."""
    return type("Jitted", (base,), {"__slots__": (), "__call__": staticmethod(start)})


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
    namespace |= {"_0key": value_key, "_0put": put_beside, "_0keep_users": keep_users}
    blocks = [
        _block(parameters, quick, sources, f"_0known{number}", on_stream, namespace)
        for number, quick in enumerate(calls)
    ]
    stream = ", _0stream" if on_stream else ""
    blocks.append(_SLOWLY.format(call=f"_0slow({_tuple(parameters.names)}{stream})"))
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
    if not structure.places("array", "capture"):  # a trace around it takes it in
        namespace["_0current"] = CURRENT
        writer.check("_0current.recording is not None")
    for number, (name, tree) in enumerate(zip(parameters.names, structure.trees, strict=True)):
        if number in parameters.defaults and tree.kind == "leaf":
            kind = structure.slots[len(writer.leaves)].kind
            if kind in ("default", "scalar"):  # a scalar, too, so that calls have one structure
                writer.check(f"{name} is {'not ' * (kind == 'default')}_0d{number}")
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


# The slow path may trace the function.
_SLOWLY = """\
    try:
        return {call}
    except Exception as _0error:
        _0keep_users(_0error)
        raise
"""


def _passed(slot: Slot, leaf: str) -> str:
    """Returns the text of a leaf as compiled code takes it: numbers as Python's own."""
    is_python = slot.kind == "array" or slot.of in (int, float)
    return leaf if is_python else f"{leaf}.item()"


def key_of(structure: Structure, leaves: Sequence[Any]) -> Hashable:
    """Returns the key of a call; the code of `write_fast` makes an equal one."""
    parts: list[Any] = []
    for slot, leaf in zip(structure.slots, leaves, strict=True):
        if slot.kind in ("array", "capture"):
            parts.append(leaf._layout)
        elif slot.kind == "scalar":
            parts.append(type(leaf))
        elif slot.kind == "constant":
            parts.append(id(leaf))
        elif slot.kind == "value":
            parts += (type(leaf), leaf) if slot.of in SIMPLE else (value_key(leaf),)
    return parts[0] if len(parts) == 1 else tuple(parts)


def _key_text(structure: Structure, leaves: Sequence[str]) -> str:
    parts: list[str] = []
    for slot, leaf in zip(structure.slots, leaves, strict=True):
        if slot.kind in ("array", "capture"):
            parts.append(f"{leaf}._layout")
        elif slot.kind == "scalar":
            parts.append(f"type({leaf})")
        elif slot.kind == "constant":
            parts.append(f"id({leaf})")
        elif slot.kind == "value":
            is_simple = slot.of in SIMPLE
            parts += (f"type({leaf})", leaf) if is_simple else (f"_0key({leaf})",)
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


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
            self.check(f"type({name}) is not {self.constant(tree.of)}")
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
                self.check(f"type({thing}) is not {self.constant(slot.of)}")
                self.lines.append(f"_0b{k} = {thing}.buffer")

    def put_arrays(self, structure: Structure) -> None:
        """Writes the copies of NumPy arrays to Buffers, which take their places."""
        buffers = [
            self.leaves[k]
            for k, slot in enumerate(structure.slots)
            if slot.kind in ("array", "capture") and not is_copied(slot)
        ]
        for k, slot in enumerate(structure.slots):
            if is_copied(slot):
                array, self.leaves[k] = self.leaves[k], f"_0p{k}"
                self.check(f"type({array}) is not {self.constant(slot.of)}")
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
