"""Damaged texts: each is refused with StableHLOError, or is a valid program.

    python tests/ir/stablehlo/damaged_texts.py --texts 1000000 [--seed 7]

A text is damaged token by token, so that much of it is still understood. Whatever else is raised,
and what takes longer than a second of processor time, is printed with its seed.
"""

from __future__ import annotations

import argparse
import re
import resource
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from ir.stablehlo.comparing import TEXTS, texts

from streamrt._ir.encoding import constants, decode, encode
from streamrt._ir.stablehlo.building import StableHLO, read_stablehlo
from streamrt._ir.stablehlo.problems import Problem, StableHLOError

TOKEN = re.compile(r'"[^"\n]*"|[%@#^!]?[\w.]+|->|\n|\s|.', re.DOTALL)
STRANGE = (
    "0", "-1", "1", "2", "7", "64", "4294967296", "9223372036854775808", "1000000000000000000",
    "1e400", "0x7FC00000", "nan", "true", "i1", "f16", "bf16", "tensor<?xf32>", "tensor<f32>",
    "tensor<3x4xf32>", "tensor<100000x100000x100000xf32>", "tensor<0x3xf32>", "dense<>",
    "dense<[[1], [2]]>", 'dense<"0x00000000">', "dense<1.0>", "array<i64: 0, 0>", "array<i64>",
    "(", ")", "[", "]", "{", "}", "<", ">", "({", "})", ":", ",", "=", "->", "\n", '"', "//", "loc",
    "%0", "%arg0", "%0#1", "@main", "^bb0", "#stablehlo<x>", "stablehlo.add", "stablehlo.while",
    "stablehlo.reduce", "stablehlo.constant", "call", "return", "module", "func.func", "\x00", "é",
)  # fmt: skip
"""Tokens that are put where others stood."""


def all_texts(most: int = 6000) -> list[str]:
    """The texts that are damaged: those of fewer than `most` characters."""
    files = [path.stem for path in sorted(TEXTS.glob("*.mlir"))]
    found = [text for file in files for text in texts(file).values()]
    return [text for text in found if len(text) < most]


def damaged(random: Random, given: list[str]) -> str:
    """One of the texts, with one to four damages."""
    tokens: list[str] = TOKEN.findall(random.choice(given))
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        place = random.randrange(len(tokens))
        other = random.randrange(len(tokens))
        kind = random.randrange(9)
        if kind == 0:
            del tokens[place : place + random.choice((1, 1, 2, 5, 40))]
        elif kind == 1:
            tokens[place] = random.choice(STRANGE)
        elif kind == 2:
            tokens.insert(place, random.choice(STRANGE))
        elif kind == 3:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif kind == 4:
            tokens[place] = tokens[other]
        elif kind == 5:
            tokens[place:place] = tokens[other : other + random.choice((1, 8, 60))]
        elif kind == 6:
            tokens[place] = tokens[place] * random.choice((2, 50, 3000))
        elif kind == 7:
            tokens[place] = _of_a_kind(random, tokens, tokens[place])
        else:
            del tokens[place:]
        if not tokens:
            break
    return "".join(tokens)


def _of_a_kind(random: Random, tokens: list[str], token: str) -> str:
    """Another token that may well stand there, or one with another number in it."""
    if token.isdigit() and random.random() < 0.5:
        return str(random.choice((0, 1, 2, 3, 5, int(token) + 1, 2**63)))
    if "x" in token and random.random() < 0.7:
        return re.sub(r"\d+", lambda _: str(random.randrange(6)), token, count=1)
    like = [each for each in tokens if each[:1] == token[:1] and each[:6] == token[:6]]
    return random.choice(like)


def check(text: str) -> bool:
    """Returns whether a text is a valid program; any error but StableHLOError is a defect."""
    problems: tuple[Problem, ...] = ()
    read: StableHLO | None = None
    try:
        read = read_stablehlo(text)
    except StableHLOError as error:
        problems = error.problems or (Problem(-1, 0, "an error without a problem"),)
    if read is None:
        lines = text.count("\n") + 1
        assert all(0 <= problem.line <= lines for problem in problems), problems
        return False
    data = encode(read.program)
    assert encode(decode(data, constants(read.program))) == data
    assert len(read.parameters) == len(read.program.parameters)
    assert len(read.results) == len(read.program.results)
    return True


def main() -> int:
    """Returns 0 if all damaged texts were refused, or are valid."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    given, valid, faults = all_texts(), 0, 0
    slowest = 0.0
    for seed in range(options.seed, options.seed + options.texts):
        text = damaged(Random(seed), given)
        begun = time.process_time()
        try:
            valid += check(text)
        except Exception as error:  # noqa: BLE001 - whatever the reader falls over
            faults += 1
            print(f"seed {seed}: {type(error).__name__}: {error}")
        taken = time.process_time() - begun
        slowest = max(slowest, taken)
        if taken > 1:
            faults += 1
            print(f"seed {seed}: {taken:.1f} s")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{options.texts:,} texts, {valid:,} of them valid; {faults} defects; the slowest took")
    print(f"{slowest * 1e3:.0f} ms; {most} MB at most")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
