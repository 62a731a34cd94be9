"""Reading: the bytes of a model become a graph, or are refused."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from streamrt._interrupts import from_handler
from streamrt._onnx.attributes import attributes_of
from streamrt._onnx.bounds import MOST_BYTES, MOST_DIMENSIONS, MOST_NODES
from streamrt._onnx.checks import check_known, check_opset, ordered
from streamrt._onnx.dtypes import dtype_of_number
from streamrt._onnx.external import Externals
from streamrt._onnx.nodes import Array, OnnxGraph, OnnxNode, OnnxPort, named, text_of
from streamrt._onnx.package import onnx_package
from streamrt._onnx.tensors import array_of_tensor
from streamrt.errors import ModuleError

__all__ = ["read_bytes", "read_file"]


def read_file(path: Path) -> bytes:
    """Returns the bytes of a file.

    Raises:
        ModuleError: it cannot be read, or is too long.
    """
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode) or state.st_size > MOST_BYTES:
                raise ModuleError(
                    f"read {path}: it is no file, or has more than {MOST_BYTES} bytes, as no model "
                    "has beside its external weights"
                )
            return file.read(state.st_size)
    except OSError as error:
        raise ModuleError(f"read {path}: {error.strerror}") from error
    except ValueError as error:  # the path has letters that no path has
        raise ModuleError(f"read {path!r}: {error}") from error


def read_bytes(
    data: bytes,
    what: str,
    *,
    folder: Path | None,
    known: Collection[str],
    why: Mapping[str, str],
) -> OnnxGraph:
    """Returns the graph of a model.

    Args:
        data: the bytes of its file.
        what: begins messages.
        folder: where external weights may lie; None if there are none.
        known: the operators that are read.
        why: reasons for which some others are not.

    Raises:
        ModuleError: it is no model, or not one that is read.
        StateError: the package `onnx` is not installed.
    """
    onnx = onnx_package()
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
    except Exception as error:
        if from_handler(error):
            raise
        raise ModuleError(f"{what}: it is no model of ONNX, or is cut off: {error}") from error
    graph = model.graph
    if not model.HasField("graph") or not graph.output:
        raise ModuleError(f"{what}: it has no graph with outputs, so it is no model of ONNX")
    versions = [(text_of(e.domain, what), e.version) for e in model.opset_import]
    opset = check_opset(versions, what)
    externals = Externals(folder)
    constants = _constants(graph, externals, what)
    inputs = _ports(graph.input, what, constants)
    outputs = _ports(graph.output, what, ())
    nodes = _nodes(graph, onnx, opset, externals, what, known, why)
    given = {port.name for port in inputs} | constants.keys()
    in_order = ordered(nodes, given, [port.name for port in outputs], what)
    return OnnxGraph(text_of(graph.name, what), opset, inputs, outputs, in_order, constants)


def _constants(graph: Any, externals: Externals, what: str) -> dict[str, Array]:
    """Returns the initializers by their names."""
    if graph.sparse_initializer:
        raise ModuleError(f"{what}: it has sparse weights; write them as dense ones")
    found: dict[str, Array] = {}
    for tensor in graph.initializer:
        name = text_of(tensor.name, what)
        place = f"{what}: weight {named(name)}"
        if not name or name in found:
            raise ModuleError(f"{place}: it has no name of its own")
        found[name] = array_of_tensor(tensor, externals, place)
    return found


def _ports(ports: Any, what: str, without: Collection[str]) -> tuple[OnnxPort, ...]:
    """Returns inputs or outputs, without those that have values in the file."""
    found: dict[str, OnnxPort] = {}
    for port in ports:
        name = text_of(port.name, what)
        place = f"{what}: {named(name)}"
        if name in found or not name:
            raise ModuleError(f"{place}: an input or output has no name of its own")
        if name not in without:
            found[name] = _port(port, name, place)
    return tuple(found.values())


def _port(port: Any, name: str, place: str) -> OnnxPort:
    """Returns one input or output."""
    kind = port.type.WhichOneof("value")
    if kind is None:
        return OnnxPort(name, None, None)
    if kind != "tensor_type":
        raise ModuleError(f"{place}: it is a {kind.removesuffix('_type')}; tensors are read")
    tensor = port.type.tensor_type
    dtype = dtype_of_number(tensor.elem_type, place) if tensor.elem_type else None
    if not tensor.HasField("shape"):
        return OnnxPort(name, dtype, None)
    extents: list[int | str | None] = []
    for extent in tensor.shape.dim:
        chosen = extent.WhichOneof("value")
        found = extent.dim_value if chosen == "dim_value" else extent.dim_param
        extents.append(None if chosen is None or found in ("", -1) else found)
    numbers = [each for each in extents if isinstance(each, int)]
    if len(extents) > MOST_DIMENSIONS or min(numbers, default=0) < 0:
        raise ModuleError(f"{place}: no array has the shape {extents[: MOST_DIMENSIONS + 1]}")
    for each in extents:
        text_of("" if isinstance(each, int | None) else each, place)
    return OnnxPort(name, dtype, tuple(extents))


def _nodes(
    graph: Any,
    onnx: ModuleType,
    opset: int,
    externals: Externals,
    what: str,
    known: Collection[str],
    why: Mapping[str, str],
) -> list[OnnxNode]:
    """Returns the nodes, in the order of the file."""
    if len(graph.node) > MOST_NODES:
        raise ModuleError(f"{what}: {len(graph.node)} nodes; at most {MOST_NODES} are read")
    used = [(text_of(n.domain, what), text_of(n.op_type, what)) for n in graph.node]
    check_known(used, known, why, what)
    return [_node(each, onnx, opset, externals, what) for each in graph.node]


def _node(node: Any, onnx: ModuleType, opset: int, externals: Externals, what: str) -> OnnxNode:
    """Returns one node, checked against the schema of its operator.

    Raises:
        ModuleError: the set of operators has no such operator, or it has other operands.
    """
    inputs = tuple([text_of(name, what) for name in node.input])
    outputs = tuple([text_of(name, what) for name in node.output])
    bare = OnnxNode(node.op_type, node.domain, text_of(node.name, what), inputs, outputs, {})
    place = f"{what}: {bare}"
    try:
        schema = onnx.defs.get_schema(node.op_type, opset, "")
    except onnx.defs.SchemaError as error:
        raise ModuleError(f"{place}: opset {opset} has no such operator") from error
    for count, least, most, name in (
        (len(inputs), schema.min_input, schema.max_input, "operands"),
        (len(outputs), schema.min_output, schema.max_output, "results"),
    ):
        if not least <= count <= most:
            raise ModuleError(f"{place}: {count} {name}; it has {least} to {most}")
    if not all(inputs[: schema.min_input]) or not any(outputs):
        raise ModuleError(f"{place}: an operand or the result has no name")
    found = attributes_of(node, schema, externals, place)
    return OnnxNode(bare.operator, "", bare.name, inputs, outputs, found)
