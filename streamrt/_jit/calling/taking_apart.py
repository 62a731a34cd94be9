"""Looks at calls: takes the arguments and the hidden inputs apart, and finds their device."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from streamrt._compile.signatures.layout import Layout
from streamrt._jit.calling.arguments import Parameters, Structure, below_objects
from streamrt._jit.calling.default_runtime import current_runtime, put_on
from streamrt._jit.calling.free_variables import MOST_PARTS, Source
from streamrt._jit.calling.inputs import (
    ARRAY,
    Slot,
    check_static,
    class_of,
    dtype_name,
    is_plain,
    kind_of,
)
from streamrt._jit.calling.quick_path import key_of
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.tracing.complex_tracer import ComplexTracer
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import LEAF, Tree, flatten
from streamrt._jit.wrapped_arrays import unwrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError

__all__ = ["Looked", "look", "look_at_hidden", "place"]

MOST_PARAMETERS = 240
"""The most arrays and numbers that one call may pass."""


@dataclass(slots=True)
class Looked:
    """One call, taken apart.

    Attributes:
        given: everything except the leaves.
        structure: the same, as if all arrays were Buffers.
        leaves: the leaves; NumPy arrays were copied to Buffers, or are only described.
        layouts: the layout of each array and captured Buffer, None for every other leaf.
        device: the device.
    """

    given: Structure
    structure: Structure
    leaves: list[Any]
    layouts: list[Layout | None]
    device: Device

    def key(self) -> Hashable:
        """Returns the key of its variant."""
        return key_of(self.structure, self.leaves)

    def paths(self, arguments: Collection[int]) -> list[str]:
        """Returns the paths of arguments, by their places among those that are passed."""
        places = self.structure.places("array", "scalar")
        return [self.structure.slots[places[argument]].path for argument in sorted(arguments)]

    def with_values(self, paths: Collection[str]) -> Looked:
        """Returns the call with some numbers, by their paths, compiled in."""
        given, structure = self.given.with_values(paths), self.structure.with_values(paths)
        return replace(self, given=given, structure=structure)


class Described:
    """Stands for the Buffer of a call that is not made."""

    __slots__ = ("_layout",)

    def __init__(self, layout: Layout) -> None:
        self._layout: Layout = layout


def look(
    parameters: Parameters, sources: Sequence[Source], values: Sequence[Any]
) -> tuple[Structure, list[Any]]:
    """Takes a call apart.

    Args:
        parameters: the parameters of the function.
        sources: the places of its hidden inputs.
        values: the values of the parameters.

    Returns:
        The structure of the call, and its leaves.
    """
    what = f"call {parameters.name}"
    leaves: list[Any] = []
    slots: list[Slot] = []
    trees: list[Tree] = []
    for number, (name, value) in enumerate(zip(parameters.names, values, strict=True)):
        if number in parameters.static:
            check_static(value, name, what)
            found, tree = [value], LEAF
            slots.append(Slot("value", name, class_of(value)))
        elif number in parameters.defaults and value is parameters.defaults[number]:
            found, tree = [value], LEAF
            slots.append(Slot("default", name, class_of(value)))
        else:
            found, tree = flatten(value, name, is_object=is_plain)
            slots += _slots(found, tree, name, what, number in parameters.donated)
            found = list(map(unwrapped, found))
        leaves += found
        trees.append(tree)
    count = sum(slot.kind in ("array", "scalar") for slot in slots)
    if count > MOST_PARAMETERS:
        raise ArgumentError(
            f"{what}: it is passed {count} arrays and numbers, and may be passed "
            f"{MOST_PARAMETERS}; join numbers to arrays"
        )
    hidden: list[Tree] = []
    for source in sources:
        found, tree, kinds = look_at_hidden(source)
        hidden.append(tree)
        leaves += found
        slots += kinds
    return Structure(tuple(trees), tuple(hidden), tuple(slots), _same(slots, leaves)), leaves


def _slots(leaves: Sequence[Any], tree: Tree, name: str, what: str, is_donated: bool) -> list[Slot]:
    found: list[Slot] = []
    rest = zip(leaves, tree.named(name), below_objects(tree), strict=True)
    for leaf, path, is_attribute in rest:
        if isinstance(leaf, Tracer | ComplexTracer):
            found.append(Slot("array", path, Tracer))
            continue
        kind = kind_of(leaf, path, what, is_attribute=is_attribute, is_hidden=False)
        found.append(Slot(kind, path, class_of(leaf), is_donated and kind == "array"))
    return found


def look_at_hidden(source: Source) -> tuple[list[Any], Tree, list[Slot]]:
    """Returns the leaves of a hidden input, its tree, and what the leaves are."""
    value = source.read()
    try:
        leaves, tree = flatten(value, source.path, is_object=is_plain, most=MOST_PARTS)
    except ArgumentError:  # there is too much in it by now
        leaves, tree = [value], LEAF
    rest = zip(leaves, tree.named(source.path), below_objects(tree), strict=True)
    slots = [
        Slot(kind_of(leaf, path, "", is_attribute=below, is_hidden=True), path, class_of(leaf))
        for leaf, path, below in rest
    ]
    return list(map(unwrapped, leaves)), tree, slots


def _same(slots: Sequence[Slot], leaves: Sequence[Any]) -> tuple[tuple[int, int], ...]:
    """Returns the pairs of captured leaves that are one Buffer."""
    first: dict[int, int] = {}
    pairs: list[tuple[int, int]] = []
    for number, (slot, leaf) in enumerate(zip(slots, leaves, strict=True)):
        if slot.kind == "capture" and first.setdefault(id(leaf), number) != number:
            pairs.append((first[id(leaf)], number))
    return tuple(pairs)


# -- devices --------------------------------------------------------------------------------------


def place(
    structure: Structure,
    leaves: Sequence[Any],
    what: str,
    *,
    stream: Stream | None = None,
    note: Callable[[str], None] | None = None,
) -> Looked:
    """Finds the device of a call, and copies NumPy arrays to it.

    Args:
        structure: that of the call.
        leaves: those of the call.
        what: begins messages.
        stream: the stream of the call; None if it names none.
        note: told the path of each array that is copied; None if the call is not made, and arrays
            are only described.
    """
    device = _device(structure, leaves, what, stream)
    found = list(leaves)
    layouts: list[Layout | None] = [None] * len(found)
    for number, (slot, leaf) in enumerate(zip(structure.slots, leaves, strict=True)):
        if slot.kind not in ("array", "capture"):
            continue
        if isinstance(leaf, ARRAY):
            dtype_name(leaf.dtype, slot.path, what)
            if note is None:
                found[number] = Described(device._state.intern(leaf.dtype, leaf.shape))
            else:
                note(slot.path)
                found[number] = put_on(device, leaf, frame_of_user())
        layouts[number] = found[number]._layout
    return Looked(structure, structure.of_buffers(), found, layouts, device)


def _device(
    structure: Structure, leaves: Sequence[Any], what: str, stream: Stream | None
) -> Device:
    """Returns the device of all Buffers of a call."""
    device, first = (None, "") if stream is None else (stream.device, f"the stream {stream.name}")
    for slot, leaf in zip(structure.slots, leaves, strict=True):
        if not isinstance(leaf, Buffer) or slot.kind not in ("array", "capture"):
            continue
        leaf._alive(f"{what}: {slot.path}")
        if device is None:
            device, first = leaf.device, slot.path
        elif leaf.device is not device:
            is_near = leaf._state.engine is device._state.engine
            raise ArgumentError(
                f"{what}: {first} is on {device}, and {slot.path} on {leaf.device}"
                + ("; use buffer.to" if is_near else " of another runtime; fetch it there")
            )
    return current_runtime().device() if device is None else device
