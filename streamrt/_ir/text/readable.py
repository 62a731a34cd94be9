"""A program as text for people: one line for each value, with its dtype and shape.

    layer(x: f32[8, 16], w: f32[16, 4], eps: f64 by value)
      v0 = matmul x, w                   f32[8, 4]   # model.py:12 in layer
      v1 = sum v0 over axis 1            f32[8]      # model.py:13 in layer
      return v1, x

A number repeated stands where it is used beside an array; elsewhere it has a line, `all 0.5`.
Nothing reads this text back: `encoding` is for that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.called import described
from streamrt._ir.passes.rewriter import uniform
from streamrt._ir.program import Program, Shape, Value

__all__ = ["Line", "aligned", "lines_of", "spell", "typed"]

Line = tuple[str, str, str]

_SHOWN = 8
"""The elements of the largest constant whose elements are shown."""


def spell(
    program: Program, names: Sequence[str] = (), *, name: str = "program", sites: bool = False
) -> str:
    """Returns the text of a program.

    Args:
        program: the program.
        names: those of its parameters, as far as they have any; the others are x0, x1, ...
        name: the name of what was traced.
        sites: whether each line ends with the place in the source that made the value first.
    """
    known = dict[int, str]()
    heads = list[str]()
    for place, value in enumerate(program.parameters):
        known[id(value)] = names[place] if place < len(names) else f"x{place}"
        by_value = " by value" if value.attributes[1] else ""
        heads.append(f"{known[id(value)]}: {_type(value)}{by_value}")
    count = itertools.count()
    lines = lines_of(program, known, lambda value: f"v{next(count)}", sites=sites)
    rows = aligned([(f"  {done}", kind, site) for done, kind, site in lines])
    results = ", ".join(known[id(result)] for result in program.results)
    return "\n".join([f"{name}({', '.join(heads)})", *rows, f"  return {results}".rstrip(), ""])


def lines_of(
    program: Program, known: dict[int, str], name_of: Callable[[Value], str], *, sites: bool
) -> list[Line]:
    """Returns the lines of a program's values: what is done, the kind of array, the place.

    Args:
        program: the program.
        known: the names of values by identity; those of its parameters at first.
        name_of: names a value that has a line.
        sites: whether the place in the source is part of a line.
    """
    lines, inline = list[Line](), _inline(program)
    for value in program.values():
        if id(value) in inline:
            known[id(value)] = inline[id(value)]
        elif id(value) not in known:
            made = _operation(value, known)
            known[id(value)] = name_of(value)
            site = f"# {value.site}" if sites and value.site else ""
            lines.append((f"{known[id(value)]} = {made}", _type(value), site))
    return lines


def aligned(lines: Sequence[Line]) -> list[str]:
    """Returns lines with their parts one below the other."""
    widths = [max((len(line[column]) for line in lines), default=0) for column in (0, 1)]
    return [
        f"{done:{widths[0]}}  {kind:{widths[1]}}  {site}".rstrip() for done, kind, site in lines
    ]


def _inline(program: Program) -> dict[int, str]:
    """Returns the text of each number that stands where it is used."""
    numbers, lined = dict[int, str](), set(map(id, program.results))
    for value in program.values():
        scalar = uniform(value)
        if scalar is not None:
            numbers[id(value)] = str(scalar.array[()])
        elif value.op.group not in ("binary", "ternary") or all(map(uniform, value.operands)):
            lined.update(map(id, value.operands))
    return {key: text for key, text in numbers.items() if key not in lined}


def _type(value: Value) -> str:
    return typed(value.dtype, value.shape)


def typed(dtype: DType, shape: Shape) -> str:
    """Returns a dtype and a shape as text; a number has the dtype alone."""
    return f"{dtype.name}[{', '.join(map(str, shape))}]" if shape else dtype.name


def _operation(value: Value, known: dict[int, str]) -> str:
    name, attributes = value.op.name, value.attributes
    operands = [known[id(operand)] for operand in value.operands]
    listed = f"{name} {', '.join(operands)}"
    scalar = uniform(value)
    if scalar is not None:
        return f"all {scalar.array[()]}"
    if name == "constant":
        return _constant(value)
    if name == "iota":
        return f"index along axis {attributes[1]}"
    if name == "slice":
        return f"{operands[0]}[{_walks(*attributes)}]"
    if name == "update":
        starts, steps = attributes
        into = _walks(starts, steps, value.operands[1].shape)
        return f"update {operands[0]}[{into}] with {operands[1]}"
    if name == "transpose":
        return f"{listed} by axes {', '.join(map(str, attributes[0]))}"
    if name == "concatenate":
        return f"{listed} along axis {attributes[0]}"
    if value.op.group == "call":
        return f"{listed} {described(name, attributes)}".rstrip()
    if value.op.group == "reduce":
        axes: Shape = attributes[0]
        plural = "axis" if len(axes) == 1 else "axes"
        return f"{listed} over {plural} {', '.join(map(str, axes)) or 'none'}"
    return listed


def _constant(value: Value) -> str:
    if value.size <= _SHOWN:
        return f"constant {value.array.tolist()}"
    first = ", ".join(str(number) for number in value.array.flat[:3])
    return f"constant of {len(value.attributes[0])} bytes: {first}, ..."


def _walks(starts: Shape, steps: Shape, shape: Shape) -> str:
    """Returns the places of a slice as Python spells them."""
    found = list[str]()
    for start, step, count in zip(starts, steps, shape, strict=True):
        stop = start + count * step
        text = f"{start}:{stop if stop >= 0 else ''}"
        found.append(text if step == 1 else f"{text}:{step}")
    return ", ".join(found) or "()"
