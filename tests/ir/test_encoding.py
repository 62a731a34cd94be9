"""Programs as bytes: one encoding of each, and nothing else is read."""

from __future__ import annotations

import os
from contextlib import suppress
from random import Random

import numpy as np
import pytest
from ir.random_arrays import arrays_for, assert_same_bits
from ir.random_programs import Choices, random_program

from streamrt._ir.encoding import constants, decode, digest, encode
from streamrt._ir.interpret import interpret
from streamrt._ir.program import Builder, Program, Value

MUTATIONS = int(os.environ.get("STREAMRT_MUTATIONS", "4000"))


def test_a_program_that_is_read_back_is_the_same() -> None:
    for seed in range(300):
        program = random_program(Random(seed))
        data, beside = encode(program), constants(program)
        again = decode(data, beside)
        assert encode(again) == data
        arrays = arrays_for(program, np.random.default_rng(seed))
        assert_same_bits(interpret(again, arrays), interpret(program, arrays))


def test_large_constants_stand_beside() -> None:
    builder = Builder()
    small, large = (builder.constant(np.arange(n, dtype="f4")) for n in (16, 17))
    program = builder.finish([small, large])
    assert small.attributes[0] in encode(program)
    assert large.attributes[0] not in encode(program)
    (beside,) = constants(program).values()
    assert beside == large.attributes[0]
    for wrong in ({}, dict.fromkeys(constants(program), bytes(68))):
        with pytest.raises(ValueError, match="is missing or differs"):
            decode(encode(program), wrong)


def test_the_order_in_which_values_were_made_does_not_matter() -> None:
    """Nor do values that no result needs, or the places in the source."""
    for seed in range(200):
        program, random = random_program(Random(seed)), Random(seed)
        assert encode(_made_again(program, random)) == encode(program)


def _made_again(program: Program, random: Random) -> Program:
    """The same values, made in another order that has operands first."""
    builder = Builder()
    new: dict[int, Value] = {}
    for old in program.parameters:
        new[id(old)] = builder.parameter(old.dtype.name, old.shape, is_scalar=old.attributes[1])
    left = [value for value in program.values() if id(value) not in new]
    while left:
        ready = [v for v in left if all(id(operand) in new for operand in v.operands)]
        old = random.choice(ready)
        left.remove(old)
        builder.site = f"model.py:{random.randrange(9)}"
        if random.random() < 0.2:
            builder.full(random.random(), "f64", (3,))
        if old.op.name == "constant":
            made = builder.constant(old.array)
        elif old.op.name == "iota":
            made = builder.iota(*old.attributes)
        else:
            operands = [new[id(operand)] for operand in old.operands]
            dtype = old.dtype.name if old.op.result == "given" else None
            made = builder.apply(old.op, *operands, attributes=old.attributes, dtype=dtype)
        new[id(old)] = made
    return builder.finish([new[id(result)] for result in program.results])


def test_different_programs_have_different_digests() -> None:
    known: dict[bytes, str] = {}
    for seed in range(1000):
        program = random_program(Random(seed), Choices(steps=4))
        described = _described(program)
        assert known.setdefault(digest(program), described) == described
    assert len(set(known.values())) == len(known) > 900


def _described(program: Program) -> str:
    """Everything that makes a program what it is, spelled in another way."""
    places: dict[int, int] = {id(value): -k - 1 for k, value in enumerate(program.parameters)}
    lines = [f"{value} {value.attributes}" for value in program.parameters]
    for value in program.values():
        operands = [places.get(id(operand)) for operand in value.operands]
        places.setdefault(id(value), len(places))
        lines.append(f"{places[id(value)]} {value} {value.op} {operands} {value.attributes}")
    return "\n".join([*lines, str([places[id(result)] for result in program.results])])


def test_bytes_that_were_changed_are_refused_or_another_program() -> None:
    """Nothing but a ValueError comes out; what is read has one encoding, and can be run."""
    random, read = Random(1), 0
    for seed in range(MUTATIONS):
        program = random_program(Random(seed % 500), Choices(steps=6))
        data = bytearray(encode(program))
        for _ in range(random.randint(1, 3)):
            _mutate(data, random)
        other = _read(bytes(data), constants(program))
        if isinstance(other, str):
            assert other.startswith("read a program: ")
            continue
        read += 1
        assert encode(other) == bytes(data)
        if sum(value.size for value in (*other.values(), *other.parameters)) < 100_000:
            # Which index is out of range, and which share is none, the bytes do not say.
            with suppress(IndexError, ValueError):
                interpret(other, arrays_for(other, np.random.default_rng(seed)))
    assert read > MUTATIONS // 100


def _read(data: bytes, beside: dict[bytes, bytes]) -> Program | str:
    try:
        return decode(data, beside)
    except ValueError as error:
        return str(error)


def _mutate(data: bytearray, random: Random) -> None:
    place = random.randrange(len(data))
    kind = random.random()
    if kind < 0.6:
        data[place] = random.choice((0, 1, 2, 40, 127, 128, 255, random.randrange(256)))
    elif kind < 0.75:
        del data[place : place + random.choice((1, 1, 2, len(data)))]
    elif kind < 0.9:
        data[place:place] = bytes(random.choices(range(256), k=random.randint(1, 4)))
    else:
        other = random.randrange(len(data))
        data[place:place] = data[other : other + random.randint(1, 9)]
    if not data:
        data.append(0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "4 bytes are missing"),
        (b"SRTQ\1\0\0\0", "do not begin with SRTP"),
        (b"SRTP\3\0\0\0", "the version is 3; this release reads version 1 and 2"),
        (b"SRTP\1\1\0\0\1\xff\xff\xff\xff\xff\xff\xff\xff\x7f\0\0", "is above"),
        (b"SRTP\1\1\0\0\2" + 2 * b"\x80\x80\x80\x80\x80\x80\x80\x40" + b"\0\0", "no machine has"),
        (b"SRTP\1\1\0\1\1\3\0\0", "a scalar parameter has the shape"),
        (b"SRTP\1\0\x01\x07", "no operation has this number"),
        (b"SRTP\1\0\x01\x30\x00", "value 0 does not come before value 0"),
        (b"SRTP\1\1\x0a\0\0\x01\x30\x00", "negative takes no bool"),
        (b"SRTP\1\0\0\0\0", "bytes behind the end"),
        (b"SRTP\1\0\x80\0\0", "not the canonical ones"),
        (b"SRTP\1\1\0\0\2\2\3\1\x1e\0\2\0\1\1\1", "argmax over 2 axes"),
        (b"SRTP\1\1\0\0\1\0\1\x1a\0\1\0\1\1", "max of nothing"),
        (b"SRTP\1\2\0\0\2\2\3\0\0\1\3\1\x14\0\1\1\2", "matmul of f32"),
        (b"SRTP\1\0\1\1\x0a\1\2\1\2\1\0", "a bool is neither 0 nor 1"),
        (b"SRTP\1\x7f" + 90 * b"\0", "127 is above 96"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode(data)


def test_a_long_chain_needs_no_deep_stack() -> None:
    builder = Builder()
    value = builder.parameter("f32", ())
    for _ in range(20_000):
        value = builder.apply("negative", value)
    data = encode(builder.finish([value]))
    assert encode(decode(data)) == data
