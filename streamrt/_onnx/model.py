"""OnnxModel: a model as a function of NumPy, which traces can run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._core.values import shown
from streamrt._interrupts import BAD_VALUE
from streamrt._jit.tracing.recording import tuple_of
from streamrt._onnx.bounds import MOST_FOLDED, MOST_KNOWN, check_extents
from streamrt._onnx.nodes import Array, OnnxGraph, OnnxNode, OnnxPort, named
from streamrt._onnx.operators.creations import constant_of
from streamrt._onnx.operators.given import Given, as_data, is_known
from streamrt._onnx.operators.table import OPERATORS
from streamrt.errors import ArgumentError, ArgumentTypeError, ModuleError, StreamRTError

__all__ = ["OnnxModel"]

_SOME_BYTES = 64
"""The bytes of a known operand that is compiled into an operation."""

_ERRORS: tuple[type[Exception], ...] = (StreamRTError, *BAD_VALUE)
"""The errors of a function of NumPy, with a trace or without one."""


class OnnxModel:
    """A model of ONNX that was read.

    Constants that are integers or bools of at most 64 elements, and floats of one element, are part
    of the function. All others are its weights.

    Attributes:
        name: what messages call it.
        inputs: what a call passes, in order.
        outputs: what it returns, in order.
        weights: its weights by their names, read-only arrays.
    """

    __slots__ = ("_known", "_last", "_nodes", "_opset", "inputs", "name", "outputs", "weights")

    def __init__(self, name: str, graph: OnnxGraph) -> None:
        """Takes a graph; parts its constants."""
        self.name: str = name
        self.inputs: tuple[OnnxPort, ...] = graph.inputs
        self.outputs: tuple[OnnxPort, ...] = graph.outputs
        self._opset = graph.opset
        constants = dict(graph.constants)
        nodes: list[OnnxNode] = []
        for node in graph.nodes:
            if node.operator == "Constant":
                constants[node.outputs[0]] = self._constant(node)
            else:
                nodes.append(node)
        self._nodes = tuple(nodes)
        self._last = _last_uses(nodes, [port.name for port in graph.outputs])
        used = {name for node in nodes for name in node.inputs} | {p.name for p in graph.outputs}
        constants = {name: array for name, array in constants.items() if name in used}
        self._known = {name: array for name, array in constants.items() if _is_small(array)}
        self.weights: Mapping[str, Array] = MappingProxyType(
            {name: array for name, array in constants.items() if name not in self._known}
        )

    def _constant(self, node: OnnxNode) -> Array:
        try:
            made: Array = constant_of(Given(node, self._opset, ()))
        except ModuleError as error:
            raise ModuleError(f"{self.name}: {node}: {error}") from error
        return made

    def run(self, weights: Mapping[str, Any], *inputs: Any) -> Any:
        """Returns the outputs: one array, or a tuple of several.

        Args:
            weights: the weights by their names: arrays, Buffers or tracers.
            *inputs: the inputs in their order: arrays or tracers.

        Raises:
            ArgumentTypeError: an input is no array.
            ArgumentError: an input has another dtype or shape than the model says.
            ModuleError: a node cannot be computed; the message names it.
        """
        self.check(inputs)
        values: dict[str, Any] = {"": None, **self._known}
        values |= {name: as_data(weights[name]) for name in self.weights}
        values |= {port.name: value for port, value in zip(self.inputs, inputs, strict=True)}
        for number, node in enumerate(self._nodes):
            made = self._computed(node, [values[name] for name in node.inputs])
            values |= {n: each for n, each in zip(node.outputs, made, strict=False) if n}
            for name in self._last.get(number, ()):
                del values[name]
        found = tuple([values[port.name] for port in self.outputs])
        return found if len(found) != 1 else found[0]

    def _computed(self, node: OnnxNode, values: Sequence[Any]) -> tuple[Any, ...]:
        """Returns the results of a node."""
        rule = OPERATORS[node.operator]
        try:
            for place in rule.known:
                value = values[place] if place < len(values) else None
                if not (value is None or is_known(value)):
                    raise ModuleError(
                        f"its operand {place}, {named(node.inputs[place])}, depends on arguments; "
                        "it has to be known before a call"
                    )
            with np.errstate(all="ignore"):
                made = rule.function(Given(node, self._opset, _beside(values, rule.known)))
            found = tuple_of(made)
            wanted = max(n for n, name in enumerate(node.outputs, 1) if name)
            if len(found) < wanted:
                raise ModuleError(f"its result {len(found)} is not computed")
            return tuple([_checked(each) for each in found])
        except ModuleError as error:
            raise ModuleError(f"{self.name}: {node}: {error}") from None
        except _ERRORS as error:
            raise ModuleError(f"{self.name}: {node}: {error}") from error

    def check(self, inputs: Sequence[Any]) -> None:
        """Checks the inputs of a call against the model.

        Raises:
            ArgumentTypeError: one is no array.
            ArgumentError: their number, or the dtype or the shape of one, is another.
        """
        if len(inputs) != len(self.inputs):
            names = ", ".join([named(port.name) for port in self.inputs])
            raise ArgumentError(
                f"call {self.name}: {len(inputs)} arguments; it takes {len(self.inputs)}: {names}"
            )
        extents: dict[str, tuple[int, str]] = {}
        for port, value in zip(self.inputs, inputs, strict=True):
            told = f"call {self.name}: the input {named(port.name)} is"
            if not hasattr(value, "dtype"):
                raise ArgumentTypeError(f"{told} {shown(value)}; pass a Buffer or a NumPy array")
            told = f"{told} {value.dtype}{list(value.shape)}"
            if (port.dtype is not None and value.dtype != port.dtype) or not _fits(port, value):
                raise ArgumentError(f"{told}; the model takes {port}")
            for extent, wanted in zip(value.shape, port.shape or (), strict=False):
                if not isinstance(wanted, str):
                    continue
                other, where = extents.setdefault(wanted, (extent, port.name))
                if other != extent:
                    raise ArgumentError(
                        f"{told}; {named(wanted)} is {other} in {named(where)}, and one in a call"
                    )


def _beside(values: Sequence[Any], known: Sequence[int]) -> list[Any]:
    """Returns operands, of which the large known ones are data if others are data, too."""
    if all(value is None or is_known(value) for value in values):
        return list(values)
    return [
        as_data(value)
        if place not in known and is_known(value) and value.nbytes > _SOME_BYTES
        else value
        for place, value in enumerate(values)
    ]


def _fits(port: OnnxPort, value: Any) -> bool:
    """Returns whether a value has the dimensions of an input, and its fixed extents."""
    if port.shape is None:
        return True
    return len(port.shape) == len(value.shape) and all(
        not isinstance(wanted, int) or wanted == extent
        for wanted, extent in zip(port.shape, value.shape, strict=True)
    )


def _is_small(array: Array) -> bool:
    """Returns whether a constant is known while the model is traced."""
    return array.size <= (MOST_KNOWN if array.dtype.kind in "iub" else 1)


def _checked(value: Any) -> Any:
    """Returns the result of a node; one that is known and large becomes data.

    Raises:
        ModuleError: it has too many elements.
    """
    if value is None:
        return None
    check_extents(value.shape, "the result")
    if not is_known(value):
        return value
    array = np.asarray(value)
    return array if array.size <= MOST_FOLDED else as_data(array)


def _last_uses(nodes: Sequence[OnnxNode], kept: Sequence[str]) -> dict[int, tuple[str, ...]]:
    """Returns for each node the values that nobody uses after it."""
    last: dict[str, int] = {}
    for number, node in enumerate(nodes):
        for name in (*node.inputs, *node.outputs):
            if name and name not in kept:
                last[name] = number
    found: dict[int, list[str]] = {}
    for name, number in last.items():
        found.setdefault(number, []).append(name)
    return {number: tuple(names) for number, names in found.items()}
