"""Attributes of nodes as values of Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from streamrt._onnx.external import Externals
from streamrt._onnx.nodes import named, text_of
from streamrt._onnx.tensors import array_of_tensor
from streamrt.errors import ModuleError

__all__ = ["attributes_of"]

_TENSOR = 4

# AttributeProto.AttributeType in onnx.proto. Operators that are read have no others.
_READ: Mapping[int, Callable[[Any], Any]] = MappingProxyType({
    1: lambda given: float(given.f),
    2: lambda given: int(given.i),
    3: lambda given: given.s.decode("utf-8"),
    6: lambda given: tuple(map(float, given.floats)),
    7: lambda given: tuple(map(int, given.ints)),
})  # fmt: skip


def attributes_of(node: Any, schema: Any, externals: Externals, what: str) -> dict[str, Any]:
    """Returns the attributes of a NodeProto by their names.

    Args:
        node: the message.
        schema: the schema that `onnx.defs` has of its operator.
        externals: the files that its tensors may name.
        what: begins messages.

    Raises:
        ModuleError: they are not those of the operator.
    """
    found: dict[str, Any] = {}
    for given in node.attribute:
        name = text_of(given.name, what)
        place = f"{what}: attribute {named(name)}"
        expected = schema.attributes.get(name)
        if expected is None:
            raise ModuleError(f"{place}: the operator has none of that name")
        if name in found:
            raise ModuleError(f"{place} is there twice")
        if given.ref_attr_name:
            raise ModuleError(f"{place} has the value of a function's; no functions are read")
        if given.type != int(expected.type.value):
            raise ModuleError(f"{place} has type {given.type}; it should be {expected.type}")
        found[name] = _value(given, externals, place)
    lacking = [n for n, each in schema.attributes.items() if each.required and n not in found]
    if lacking:
        raise ModuleError(f"{what}: it lacks the attribute {', '.join(sorted(lacking))}")
    return found


def _value(given: Any, externals: Externals, place: str) -> Any:
    """Returns the value of an attribute.

    Raises:
        ModuleError: it is of a type that is not read, or its text is not UTF-8.
    """
    if given.type == _TENSOR:
        return array_of_tensor(given.t, externals, place)
    if given.type not in _READ:
        raise ModuleError(f"{place}: values of type {given.type} are not read")
    try:
        return _READ[given.type](given)
    except UnicodeDecodeError as error:
        raise ModuleError(f"{place}: its text is not UTF-8") from error
