"""Random programs of `jit` against NumPy: values, dtypes, shapes, signs of zero, refusals.

    python tests/long/fuzz_jit.py --programs 1000000 [--seed 7]

What differs is cut down to a few lines, and printed as a script. See jit/random_programs.py for
what is drawn and how it is compared.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from jit.random_programs import RandomProgram, random_program, run_on_numpy

import streamrt as srt
from streamrt.errors import StreamRTError

NAMED = (
    "a reshape of the same array is in use", "cannot be traced", "cannot hold", "out of bounds",
    "leave it out", "programs do not have", "would depend on values", "like a NumPy scalar",
    "it is not the function's own", "cannot be joined", "np.einsum: the label", "may be passed",
    "power of two Python numbers", "write it with", "declare", "the host cannot use the device's",
)  # fmt: skip
"""The words of refusals that docs/jit.md and docs/tables/functions.md name, or NumPy's own."""


def difference(program: RandomProgram) -> str:
    """Returns what differs between NumPy and the compiled function; empty if nothing does."""
    space: dict[str, Any] = {"np": np}
    exec(program.source, space)
    given = [np.copy(v) if isinstance(v, np.ndarray) else v for v in program.arguments]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = [np.asarray(y) for y in srt.jit(space["f"], contract=False)(*given)]
        except StreamRTError as error:
            if program.refusal is not None or any(text in str(error) for text in NAMED):
                return ""
            return f"refused: {error}"
        except Exception as error:  # noqa: BLE001 - whatever the compiler falls over
            if type(error) is type(program.refusal) or isinstance(program.refusal, AttributeError):
                return ""  # the program's own, as of `x.shape[-1]`, or of a number's methods
            return f"raised {type(error).__name__}: {error}"
    if program.refusal is not None:
        if isinstance(program.refusal, AttributeError | ZeroDivisionError):
            return ""  # Python's numbers have no methods, and 1 / 0 is inf
        if "object is not subscriptable" in str(program.refusal):
            return ""  # nor elements
        if "np.select" in program.lines[-1] and "Cannot cast" in str(program.refusal):
            return ""  # a number beside unsigned integers
        return f"taken, and NumPy refuses it: {program.refusal}"
    for (name, expected), mine in zip(program.results.items(), found, strict=True):
        text = _compared(
            mine, np.asarray(expected), program.scales.get(name), name in program.loose
        )
        if text:
            return f"{name}: {text}"
    return ""


def _compared(found: Any, expected: Any, scale: Any, is_loose: bool) -> str:
    if (found.dtype, found.shape) != (expected.dtype, expected.shape):
        return (
            f"{found.dtype}{list(found.shape)} for NumPy's {expected.dtype}{list(expected.shape)}"
        )
    if expected.dtype.kind != "f":
        return "" if np.array_equal(found, expected) else f"{found!r} for {expected!r}"
    with np.errstate(all="ignore"):
        is_same = (found == expected) | (np.isnan(found) & np.isnan(expected))
        if not is_loose:
            shown = (found == 0) & (expected == 0) & (np.signbit(found) != np.signbit(expected))
            is_same &= ~shown
        if scale is not None:
            info = np.finfo(expected.dtype)
            least = float(info.smallest_subnormal)
            is_near = np.abs(found.astype("f8") - expected) <= scale * float(info.eps) + 4 * least
            unsure = ~(np.asarray(scale) < float(info.max) / 4)
            is_same |= (is_near & ~((found == 0) & (expected == 0))) | unsure
    return "" if is_same.all() else f"{found!r} for {expected!r}"


def shrunk(program: RandomProgram) -> RandomProgram:
    """Returns a program with fewer lines and results that still differs."""
    kind = difference(program).partition(":")[0]

    def still(lines: list[str], names: list[str]) -> RandomProgram | None:
        space = {f"x{k}": copy(each) for k, each in enumerate(program.arguments)}
        refusals = [run_on_numpy(line, space) for line in lines]
        if any(refusals[:-1]) or (refusals[-1] is None) != (program.refusal is None):
            return None  # a name is missing now
        if not space.keys() >= set(names):
            return None
        results = {name: space[name] for name in names}
        made = RandomProgram(
            program.arguments, lines, program.scales, program.loose, results, refusals[-1]
        )
        return made if difference(made).partition(":")[0] == kind else None

    lines, names = list(program.lines), list(program.results)
    for name in list(names):
        fewer = [each for each in names if each != name]
        if fewer and still(lines, fewer):
            names = fewer
    for k in reversed(range(len(lines))):
        fewer_lines = lines[:k] + lines[k + 1 :]
        if fewer_lines and not (program.refusal and k == len(lines) - 1):
            lines = fewer_lines if still(fewer_lines, names) else lines
    return still(lines, names) or program


def fuzz(seed: int, programs: int, most: int = 10) -> tuple[int, list[str]]:
    """Returns how many programs were compared, and scripts of those that differ."""
    found: list[str] = []
    compared = 0
    for number in range(programs):
        program = random_program(Random(f"{seed}/{number}"))
        if not (program.results or program.refusal):
            continue
        compared += 1
        if compared % 10_000 == 0:
            print(f"{compared} programs, {len(found)} differ", flush=True)
        text = difference(program)
        if text:
            least = shrunk(program)
            found.append(f"# seed {seed}, program {number}: {text}\n{least.paste()}")
            print(found[-1], flush=True)
            if len(found) >= most:
                break
    return compared, found


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description="Compares random programs of jit with NumPy.")
    parser.add_argument("--programs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--most", type=int, default=10, help="differences after which it ends")
    options = parser.parse_args()
    seed = Random().getrandbits(32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    begun = time.process_time()
    with srt.Runtime():
        compared, found = fuzz(seed, options.programs, options.most)
    spent = (time.process_time() - begun) * 1e3 / max(compared, 1)
    print(f"{compared} programs, {len(found)} differ; {spent:.1f} ms of CPU each")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
