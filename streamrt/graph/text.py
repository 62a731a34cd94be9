"""Graphs as text: a line for each value, then one for each node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from streamrt.graph.nodes import Loop, Node, Operand, Value

__all__ = ["graph_text", "node_text"]


def graph_text(
    values: Sequence[Value], nodes: Sequence[Node], outputs: Mapping[str, int], state: str = ""
) -> str:
    """Returns a whole graph as text.

    It names no place in a source, so that equal graphs have equal texts.

    Args:
        values: the graph's.
        nodes: the graph's.
        outputs: the results: values' indices by name.
        state: the state of its capture, in words.
    """
    lines = [f"graph: {_count(len(nodes), 'node')}" + (f", {state}" if state else "")]
    for value in values:
        bound = ", bound" if value.bound is not None else ""
        lines.append(f"{value.role} {value.name}: {value.layout}{bound}")
    for name, index in outputs.items():
        if values[index].role == "input":
            lines.append(f"output {name}: the input {values[index].name}")
    lines += _node_lines(nodes, values)
    return "\n".join(lines)


def _node_lines(nodes: Sequence[Node], values: Sequence[Value]) -> Iterator[str]:
    """Yields a line for each node, with the nodes of loops indented below it."""
    for node in nodes:
        yield f"{node.index}: {node_text(node, values)}"
        for number, body in enumerate(() if node.loop is None else node.loop.bodies):
            if number:
                yield "otherwise"
            inner = _named_as_around(node, values)
            yield from (f"  {line}" for line in _node_lines(body.nodes, inner))


def _named_as_around(node: Node, values: Sequence[Value]) -> list[Value]:
    """Returns the values of a loop, with the names that they have around it; rows as `x[turn]`."""
    loop = node.loop
    found = [] if loop is None else [*loop.values]
    for base, operand in zip(() if loop is None else loop.bases, node.operands, strict=False):
        name = values[operand.value].name + ("[turn]" if base.stride else "")
        found[base.value] = replace(found[base.value], name=name)
    return found


def node_text(node: Node, values: Sequence[Value]) -> str:
    """Returns a node as an assignment: its outputs, then its inputs and scalars."""
    if node.loop is not None:
        return _loop_text(node, node.loop, values)
    written = [_spell(a.operand, values) for a in node.accesses if a.writes]
    targets = f"{', '.join(written)} = " if written else ""
    after = f" after {', '.join(map(str, node.after))}" if node.after else ""
    return f"{targets}{node.name}({', '.join(_sources(node, values))}){after}"


def _loop_text(node: Node, loop: Loop, values: Sequence[Value]) -> str:
    """Returns a loop as what it writes, and what it reads."""
    uses = list(zip(node.operands, node.modes, strict=True))[: len(loop.bases)]
    written = [values[operand.value].name for operand, (_, writes) in uses if writes]
    read = [values[o.value].name for o, (reads, _) in uses if reads and o.layout.size]
    after = f" after {', '.join(map(str, node.after))}" if node.after else ""
    flag = "" if loop.flag is None else f" {values[node.operands[loop.flag[0]].value].name}"
    targets = f"{', '.join(dict.fromkeys(written))} = " if written else ""
    return f"{targets}{loop.name}{flag}({', '.join(dict.fromkeys(read))}){after}"


def _sources(node: Node, values: Sequence[Value]) -> list[str]:
    if node.op == "fill":
        dst, element = node.arguments
        size = dst.layout.itemsize
        return [str(np.frombuffer(element.to_bytes(size, "little"), dst.layout.dtype)[0])]
    if node.kernel is None:
        return [_spell(node.arguments[1], values)]
    parameters = node.kernel.signature.parameters
    return [
        _spell(argument, values) if p.is_array else f"{p.name}={argument!r}"
        for p, argument in zip(parameters, node.arguments, strict=True)
        if p.reads or not p.is_array
    ]


def _spell(operand: Operand, values: Sequence[Value]) -> str:
    """Returns the value's name, with the place of the operand if it is a part."""
    value, layout = values[operand.value], operand.layout
    if operand.is_all_of(value):
        return value.name
    strides = "" if layout.contiguous else f" by {layout.strides}"
    return f"{value.name}[{layout} at {operand.offset}{strides}]"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
