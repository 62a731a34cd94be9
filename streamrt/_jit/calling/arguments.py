"""Arguments: the parameters of a function, and the structure of a call."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from streamrt._jit.calling.inputs import Slot, is_number
from streamrt._jit.calling.keys import value_key
from streamrt._jit.trees import Tree
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer

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
        defaults: the defaults that are numbers, by the parameters' numbers, of those not static.
        described: the parameters as `inspect` has them.
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
        self.described: list[inspect.Parameter] = found
        self.names: tuple[str, ...] = tuple(each.name for each in found)
        self.static: frozenset[int] = self._numbers(static)
        self.donated: frozenset[int] = self._numbers(donate)
        self._kinds = [each.kind for each in found]
        self._defaults = [each.default for each in found]
        self.defaults: dict[int, Any] = {
            number: default
            for number, default in enumerate(self._defaults)
            if is_number(default) and number not in self.static
        }
        # NumPy's own functions refuse some of their defaults if one passes them; and a decorator
        # may tell an argument that was passed from one that was not.
        self._leaves_out = isinstance(function, _NUMPYS) or hasattr(function, "__wrapped__")

    def _numbers(self, given: Sequence[str | int]) -> frozenset[int]:
        return frozenset(
            self.names.index(each) if isinstance(each, str) else each % len(self.names)
            for each in given
        )

    def key(self) -> Hashable:
        """Returns a key that is equal for parameters with the same defaults compiled in."""
        return tuple([(number, value_key(default)) for number, default in self.defaults.items()])

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
            if self._leaves_out and value is default:
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
        if not any(map(is_copied, self.slots)):
            return self
        slots = [slot._replace(of=Buffer) if is_copied(slot) else slot for slot in self.slots]
        return replace(self, slots=tuple(slots))

    def with_values(self, paths: Collection[str]) -> Structure:
        """Returns the structure of a call with some numbers, by their paths, compiled in."""
        slots = [
            slot._replace(kind="value") if slot.kind == "scalar" and slot.path in paths else slot
            for slot in self.slots
        ]
        return replace(self, slots=tuple(slots))

    @property
    def wrapper(self) -> type[Wrapped] | None:
        """The class of the results; None if these are Buffers."""
        arrays = (slot.of for slot in self.slots if slot.kind in ("array", "capture"))
        return next((of for of in arrays if issubclass(of, Wrapped)), None)

    def places(self, *kinds: str) -> list[int]:
        """Returns the numbers of the leaves of these kinds."""
        return [number for number, slot in enumerate(self.slots) if slot.kind in kinds]


def is_copied(slot: Slot) -> bool:
    """Returns whether a leaf is a NumPy array, of which a Buffer is made."""
    return slot.kind == "array" and not issubclass(slot.of, Buffer | Wrapped)


def below_objects(tree: Tree, is_below: bool = False) -> Iterator[bool]:
    """Yields for each leaf whether it stands in an attribute of an object, or below one."""
    if tree.kind == "leaf":
        yield is_below
    for child in tree.children:
        yield from below_objects(child, is_below or tree.kind == "object")
