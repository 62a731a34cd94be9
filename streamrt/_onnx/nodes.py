"""The graph of a model as plain data: nodes, what goes in and out, and weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from streamrt._onnx.dtypes import DTypeOf
from streamrt.errors import ModuleError

__all__ = ["Array", "OnnxGraph", "OnnxNode", "OnnxPort", "named", "text_of"]

Array: TypeAlias = "np.ndarray[Any, Any]"


def named(name: str) -> str:
    """Returns a name from a file as messages show it: quoted, escaped and cut short."""
    return repr(name if len(name) <= 80 else f"{name[:77]}...")


@dataclass(frozen=True, slots=True)
class OnnxPort:
    """An input or an output of a model.

    Attributes:
        name: its name in the file.
        dtype: the dtype of its elements; None if the file does not say it, as of some outputs.
        shape: an integer, the name of an extent that each call chooses, or None for each
            dimension; None if the file does not say the number of dimensions.
    """

    name: str
    dtype: DTypeOf | None
    shape: tuple[int | str | None, ...] | None

    def __str__(self) -> str:
        kind = "any dtype" if self.dtype is None else self.dtype.name
        if self.shape is None:
            return f"{kind} of any shape"
        return f"{kind}[{', '.join(['?' if e is None else str(e) for e in self.shape])}]"


@dataclass(frozen=True, slots=True)
class OnnxNode:
    """One operation of a model.

    Attributes:
        operator: the name of its operator, as in `MatMul`.
        domain: the domain of the operator; empty for those of ONNX itself.
        name: its own name; empty if it has none.
        inputs: the names of its operands; empty for one that is left out.
        outputs: the names of its results; empty for one that nobody wants.
        attributes: integers, floats, text, arrays, and tuples of these.
    """

    operator: str
    domain: str
    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]

    def __str__(self) -> str:
        own = self.name or next(filter(None, self.outputs), "")
        return f"{self.operator} {named(own)}"


@dataclass(frozen=True, slots=True)
class OnnxGraph:
    """The graph of a model, as far as it was read.

    Attributes:
        name: its name in the file.
        opset: the set of operators that it uses.
        inputs: what a call passes, in order.
        outputs: what a call returns, in order.
        nodes: the operations; each stands behind those whose results it uses.
        constants: the arrays of the file by their names, read-only.
    """

    name: str
    opset: int
    inputs: tuple[OnnxPort, ...]
    outputs: tuple[OnnxPort, ...]
    nodes: tuple[OnnxNode, ...]
    constants: Mapping[str, Array]


def text_of(text: object, what: str) -> str:
    """Returns a text of a file.

    Raises:
        ModuleError: it is not UTF-8; then protobuf gives bytes.
    """
    if not isinstance(text, str):
        raise ModuleError(f"{what}: the name {text!r:.80} is not UTF-8")
    return text
