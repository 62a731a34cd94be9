"""Loops and branches as bytes: one encoding of each program, and nothing that no trace would make.

Damaged bytes are refused, or they are another program, which the compiler takes or refuses by the
name of what is too much.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from ir.encoding.random_looped import random_looped
from ir.random_arrays import arrays_for, assert_same_bits

from streamrt._ir.composing.compose import compose
from streamrt._ir.composing.interpret_parts import interpret_parts
from streamrt._ir.composing.lowered import lower_parts
from streamrt._ir.encoding import constants, decode, digest, encode
from streamrt._ir.limits import LIMITS, TooMuchError
from streamrt._ir.program import Builder, Program

MUTATIONS = int(os.environ.get("STREAMRT_MUTATIONS", "1500"))


def test_a_program_with_loops_that_is_read_back_is_the_same() -> None:
    looped = 0
    for seed in range(150):
        program = random_looped(Random(seed))
        data, beside = encode(program), constants(program)
        again = decode(data, beside)
        looped += bool(again.loops)
        assert encode(again) == data
        arrays = arrays_for(program, np.random.default_rng(seed), mild=True)
        found, expected = (interpret_parts(compose(each), arrays) for each in (again, program))
        assert_same_bits(found, expected)
    assert looped > 100


def test_places_names_and_what_no_result_needs_do_not_matter() -> None:
    for seed in range(100):
        program = random_looped(Random(seed))
        loops = [replace(loop, name="g", site="g.py:2 in g") for loop in program.loops]
        other = Program(program.parameters, program.results, tuple(loops))
        unneeded = decode(encode(program))
        assert digest(other) == digest(program) == digest(unneeded)


def test_bytes_of_loops_that_were_changed_are_refused_or_compiled() -> None:
    read = 0
    for seed in range(MUTATIONS):
        random = Random(seed)
        program = random_looped(Random(seed % 300))
        data = _changed(encode(program), random)
        with suppress(ValueError):
            other = decode(data, constants(program))
            read += 1
            _check_compiles(other, data)
    assert read > MUTATIONS // 50


def _check_compiles(program: Program, data: bytes) -> None:
    """Fails unless a program has these bytes, and the compiler takes or refuses it by name."""
    try:
        assert encode(program) == data
        lower_parts(compose(program), [None] * len(program.parameters))
    except TooMuchError:
        pass
    except ValueError as error:
        raise AssertionError(data.hex()) from error


def _changed(given: bytes, random: Random) -> bytes:
    """Bytes with other numbers in one to three places, near those that were there or elsewhere."""
    data = bytearray(given)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(4, len(data))
        if random.random() < 0.8:
            near = data[place] + random.choice((-2, -1, 1, 2))
            data[place] = random.choice((near % 256, random.choice(data), random.randrange(40)))
        else:
            other = random.randrange(len(data))
            data[place : place + random.randrange(3)] = data[other : other + random.randrange(5)]
    return bytes(data)


HEAD = b"SRTP\2\1\0\0\0"  # one parameter, an f32 without dimensions: value 0
REPEAT = b"\3\1\5\1\0\0\0"  # five turns that carry value 0: the inner value is the next one
NEGATIVE, ISNAN = b"\x30\1", b"\x60\1"  # of value 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\3" + REPEAT + NEGATIVE + b"\3\0\2\0\1\2", "a result of a value that only the body of"),
        (b"\4" + REPEAT + NEGATIVE + b"\3\0\2\0\x30\2\1\4", "the negative of a value that only"),
        (b"\4" + REPEAT + NEGATIVE + b"\3\0\2\0\3\1\5\1\2\0\0\1\4", "the begin of a loop of a val"),
        (b"\6" + REPEAT + REPEAT + b"\x30\2\3\0\3\0\x30\2\3\0\5\0\1\4", "the negative of a value"),
        (b"\3" + REPEAT + ISNAN + b"\3\0\2\0\1\3", r"a carry is f32\[\], and then bool\[\]"),
        (b"\2" + REPEAT + NEGATIVE + b"\1\2", "a loop has no end"),
        (b"\1\3\0\0\0\1\0", "no loop has begun"),
        (b"\2\3\1\0\1\0\0\0\3\0\1\0\1\2", "a loop has no turns"),
        (b"\2\3\1\5\1\0\1\0\0\3\0\1\0\1\2", r"5 turns has rows of f32\[\]"),
        (b"\2\3\1\5\1\1\0\0\3\0\1\0\1\2", "value 1 does not come before value 1"),
        (b"\2\3\2\1\0\3\0\1\1\1\2", r"the flag of a loop is f32\[\]"),
        (b"\2\3\3\0\3\0\1\0\0\1\1", r"the flag of a branch is f32\[\]"),
        (b"\2\3\4\1\0\1\0", "4 is above 3"),
        (b"\3\3\1\5\2\0\0\0\0" + NEGATIVE + b"\3\0\3\2\0\1\4", "not the canonical ones"),
        (b"\1\x30\0\1\1", "version 2 is for programs with loops"),
    ],
)
def test_what_is_wrong_with_a_loop_is_said(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode(HEAD + data)


def test_loops_in_each_others_bodies_are_counted() -> None:
    def nested(depth: int) -> bytes:
        return HEAD + bytes([2 * depth]) + bytes(
            [byte for k in range(depth) for byte in (3, 1, 5, 1, k, 0, 0)]
            + [byte for k in range(depth) for byte in (3, 0, depth + k, 0)]
        ) + bytes([1, 2 * depth])  # fmt: skip

    limits = replace(LIMITS, nests=50)
    program = decode(nested(50), limits=limits)
    assert encode(program) == nested(50)
    lower_parts(compose(program, limits), [None])
    with pytest.raises(ValueError, match="51 loops are in each other's bodies; 50 is the most"):
        decode(nested(51), limits=limits)
    with pytest.raises(TooMuchError, match="more than 49 loops or branches are in each"):
        compose(program, replace(limits, nests=49))


def test_bytes_stay_what_they_are() -> None:
    """A change here is another version, and this release has to read what earlier ones wrote."""
    builder = Builder()
    x, n = builder.parameter("f32", (300, 2)), builder.parameter("i64", (), is_scalar=True)
    part = builder.apply("slice", x, attributes=((299, 1), (-1, 1), (2, 1)))
    both = builder.apply("concatenate", part, part, attributes=(1,))
    row = builder.apply("sum", builder.apply("sin", both), attributes=((0,),))
    many = builder.broadcast(builder.apply("cast", n, dtype="f32"), (2,))
    program = builder.finish([builder.apply("add", row, many), n])
    assert encode(program).hex() == PLAIN
    assert encode(decode(bytes.fromhex(LOOPED))).hex() == LOOPED


PLAIN = (
    "535254500102000002ac0202050100070b00d60402010202020110020202013e03180401002801000a060102"
    "700507020801"
)
LOOPED = (
    "5352545002040500000500010205000203020500020402120105000000000000000000030202030403010301"
    "0500000300030001050001000000000000007006090105000300000000000000a201060b0300080a0c030102"
    "02030e0101011802020001a20113090303147011110300021210151003000d16011778011a72180d031b031c"
)
