"""Given: a node while it is computed, with the values of its operands.

A value is an array of NumPy's if it is known while the model is traced, as a shape is, and a tracer
if not. The functions of NumPy take both. So an operator is a function that says with NumPy what it
means, and shapes are computed by NumPy while the rest is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np

from streamrt._jit.tracing.recording import CURRENT
from streamrt._jit.tracing.rules.constructions import asarray_, full_
from streamrt._onnx.bounds import MOST_FOLDED, check_extents
from streamrt._onnx.nodes import OnnxNode
from streamrt.errors import ModuleError

__all__ = ["Given", "Rule", "Rules", "as_data", "filled", "is_known"]

MOST_COUNTED = 1 << 20
"""The elements that a known value has at most before it becomes data."""


def is_known(value: Any) -> bool:
    """Returns whether the elements of a value are known while the model is traced."""
    return issubclass(type(value), np.ndarray | np.generic)  # tracers claim to be instances


def as_data(value: Any) -> Any:
    """Returns a value as what a trace records: a known array or a Buffer becomes a tracer.

    Without a trace, as where functions run uncompiled, the value stays what it is.
    """
    recording = CURRENT.recording
    if recording is None:
        return value
    if is_known(value):
        return recording.kind(recording, recording.constant(value, is_ours=True)).as_array()
    return asarray_(recording, value)


def filled(shape: Sequence[int], number: Any, what: str) -> Any:
    """Returns an array with one number everywhere; a large one is data.

    Args:
        shape: its shape.
        number: a known array of one element, with the dtype.
        what: begins the message.

    Raises:
        ModuleError: it is too large.
    """
    check_extents(shape, what)
    one = np.asarray(number).reshape(())
    recording = CURRENT.recording
    if recording is None or prod(shape) <= MOST_FOLDED:
        return np.full(tuple(shape), one)
    return full_(recording, tuple(shape), one[()], one.dtype)


@dataclass(frozen=True, slots=True)
class Given:
    """A node, and the values of its operands.

    Attributes:
        node: the node.
        opset: the set of operators of its model.
        values: its operands; None for one that is left out.
    """

    node: OnnxNode
    opset: int
    values: Sequence[Any]

    def __getitem__(self, place: int) -> Any:
        """Returns an operand that has to be there."""
        return self.values[place]

    def get(self, place: int) -> Any:
        """Returns an operand, or None if it is left out."""
        return self.values[place] if place < len(self.values) else None

    def attribute(self, name: str, default: Any = None) -> Any:
        """Returns an attribute, or a default."""
        return self.node.attributes.get(name, default)

    def integers(self, place: int) -> tuple[int, ...] | None:
        """Returns the elements of a known operand as integers; None if it is left out."""
        value = self.get(place)
        return None if value is None else tuple([int(each) for each in np.ravel(value)])

    def integer(self, place: int, default: int = 0) -> int:
        """Returns the one element of a known operand, or a default if it is left out.

        Raises:
            ModuleError: it has several elements, or none.
        """
        found = self.integers(place)
        if found is None:
            return default
        if len(found) != 1:
            raise ModuleError(f"operand {place} has {len(found)} elements; it needs one")
        return found[0]

    def axes(self, place: int) -> tuple[int, ...] | None:
        """Returns the axes, which are an operand or, before opset 13 or 18, an attribute."""
        found = self.integers(place)
        return self.attribute("axes") if found is None else found


Function: TypeAlias = Callable[[Given], Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """The meaning of an operator.

    Attributes:
        function: gives the result, or a tuple of several, for a node and its operands.
        known: the places of the operands whose elements have to be known while it is traced.
    """

    function: Function
    known: tuple[int, ...] = ()


Rules: TypeAlias = Mapping[str, Rule]
