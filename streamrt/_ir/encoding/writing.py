"""Writing: a program becomes its canonical bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrt._ir.encoding.order import Begin, in_order
from streamrt._ir.encoding.pieces import (
    BLOCK,
    BLOCKS,
    INLINE,
    LOOPS,
    MAGIC,
    PLAIN,
    Written,
    digest_of,
)
from streamrt._ir.program import Program, Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["OF_MANY", "constants", "digest", "encode"]

OF_MANY = ("concatenate", "ufunc")
"""The operations of as many operands as one likes."""

Places = Mapping[Value, int]


def encode(program: Program) -> bytes:
    """Returns the canonical bytes of a program."""
    written = Written()
    places = {value: place for place, value in enumerate(program.parameters)}
    written.data += MAGIC
    items = in_order(program)
    has_loops = bool(program.loops) and not all(isinstance(item, Value) for item in items)
    written.number(LOOPS if has_loops else PLAIN)
    written.number(len(program.parameters))
    for value in program.parameters:
        written.dtype(value.dtype)
        written.number(int(value.attributes[1]))
        written.numbers(value.shape)
    written.number(len(items))
    for item in items:
        made: Sequence[Value] = ()
        if isinstance(item, Value):
            _value(written, item, places)
            places[item] = len(places)
        elif isinstance(item, Begin):
            _begin(written, item.loop, places)
            made = item.loop.inners
        else:
            _end(written, item.loop, places)
            made = item.loop.results
        for value in made:
            places[value] = len(places)
    written.numbers([places[result] for result in program.results])
    return bytes(written.data)


def digest(program: Program) -> bytes:
    """Returns the BLAKE2b-256 digest of a program's bytes: its identity."""
    return digest_of(encode(program))


def constants(program: Program) -> dict[bytes, bytes]:
    """Returns the bytes of the constants that do not stand in the program's bytes, by digest."""
    large: list[bytes] = []
    for item in in_order(program):
        if isinstance(item, Value) and item.op.name == "constant":
            data: bytes = item.attributes[0]
            if len(data) > INLINE:
                large.append(data)
    return {digest_of(data): data for data in large}


def _value(written: Written, value: Value, places: Places) -> None:
    op, attributes = value.op, value.attributes
    assert op.number != BLOCK, f"{value!r} is of no loop of the program"
    written.number(op.number)
    if op.name in OF_MANY:
        written.number(len(value.operands))
    for operand in value.operands:
        written.number(places[operand])
    if op.name == "constant":
        data: bytes = attributes[0]
        written.dtype(value.dtype)
        written.numbers(value.shape)
        written.data += data if len(data) <= INLINE else digest_of(data)
    elif op.name == "cast":
        written.dtype(value.dtype)
    elif op.name in ("slice", "update"):
        written.signed(attributes[0])
        written.signed(attributes[1])
        if op.name == "slice":
            written.numbers(attributes[2])
    else:
        for attribute in attributes:
            if isinstance(attribute, int):
                written.number(attribute)
            elif isinstance(attribute, str):
                written.text(attribute)
            else:
                written.numbers(attribute)


def _begin(written: Written, loop: TracedLoop, places: Places) -> None:
    written.number(BLOCK)
    written.number(BLOCKS.index(loop.kind))
    if loop.kind == "branch":
        assert loop.flag is not None
        written.number(places[loop.flag])
        return
    if loop.kind == "repeat":
        written.number(loop.turns)
    written.numbers([places[one.initial] for one in loop.carried])
    if loop.kind == "repeat":
        written.numbers([places[array] for _, array in loop.rows])
        written.number(int(loop.index is not None))


def _end(written: Written, loop: TracedLoop, places: Places) -> None:
    written.number(BLOCK)
    written.number(0)
    for one in loop.carried:
        written.number(places[one.next])
    if loop.kind == "repeat":
        written.numbers([places[value] for value, _ in loop.stacked])
    elif loop.kind == "while":
        assert loop.flag is not None
        written.number(places[loop.flag])
    else:
        written.number(len(loop.choices))
        for choice in loop.choices:
            written.number(places[choice.true])
            written.number(places[choice.false])
