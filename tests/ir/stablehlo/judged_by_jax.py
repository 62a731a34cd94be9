"""What is spelled as StableHLO, judged by jaxlib: parsed, verified, run by XLA, and compared.

    python tests/ir/stablehlo/judged_by_jax.py --programs 2000 --seed 7

`make hlo-check` runs it in an environment of its own, which has jax. Half of the programs have no
floats and agree bit for bit. The others are compared as far as the last bits of floats leave their
results alone: the interpreter runs each of them several times, with each computed float moved by
some ulps. An element is compared if that moves it little, and the share of these is printed. One
more program for each twenty has nested loops and branches; loops of Python are its reference.

XLA on a CPU takes subnormal numbers for zeros, so the interpreter does so here. Where NumPy may
order in several ways, both sides take the stable one. XLA is not always right: jaxlib 0.10.2 gives
memory that nobody wrote, for some products with one inner element under several functions. A result
that is not the same at a second run is counted, and is no fault of the text.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[2]))  # as tests/conftest.py does

from ir.random_arrays import arrays_for, assert_same_bits
from ir.random_programs import EVERY_DTYPE, INTEGERS, Choices, random_program
from jit.loops import test_random_loops as loops
from jit.loops.running import ROWS

from streamrt._ir.interpret import evaluate
from streamrt._ir.ops import OPS
from streamrt._ir.passes import optimise
from streamrt._ir.program import Program, Value
from streamrt._ir.stablehlo.spelled.values import is_spelled
from streamrt._ir.stablehlo.spelling import spell_stablehlo
from streamrt._jit.tracing.repeating import unrolling
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Spec

Array = np.ndarray[Any, Any]
Judged = Callable[[str, Sequence[Any]], list[Array]]

EXACT = Choices(dtypes=(*INTEGERS, "bool"), takes=is_spelled)
FLOATS = Choices(dtypes=EVERY_DTYPE, takes=is_spelled, steps=8)
MOVED, RUNS = 4.0, 5
"""The ulps by which a computed float is moved, and how often a program runs so."""

_PLAIN = frozenset((
    "absolute", "negative", "floor", "ceil", "trunc", "rint", "sign", "copysign", "where", "cast",
    "reshape", "transpose", "broadcast", "slice", "concatenate", "update", "take", "fmod",
    "take_along_axis", "sort", "partition", "max", "min", "maximum", "minimum", "fmax", "fmin",
    "cummax", "cummin", "constant", "iota",
))  # fmt: skip
_FREE_SIGNS = frozenset((
    "max", "min", "maximum", "minimum", "fmax", "fmin", "sum", "cummax", "cummin", "sort",
    "partition", "matmul", "cumsum", "median",
))  # fmt: skip


def judge() -> Judged:
    """Returns a function that runs a module by XLA on one CPU."""
    os.environ["XLA_FLAGS"] = "--xla_allow_excess_precision=false"  # before jax reads it
    modules = ("jax", "jax._src.interpreters.mlir", "jax._src.lib", "jaxlib.mlir.ir")
    jax, mlir, lib, ir = map(importlib.import_module, modules)
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    device = jax.devices("cpu")[0]
    context, devices = mlir.make_ir_context(), lib._jax.DeviceList((device,))

    def run(text: str, arrays: Sequence[Any]) -> list[Array]:
        with context, ir.Location.unknown(context):
            module = ir.Module.parse(text)
            assert module.operation.verify()
            code = mlir.module_to_bytecode(module)
        options = lib.xla_client.CompileOptions()
        loaded = device.client.compile_and_load(code, devices, options)
        made = loaded.execute_sharded([jax.device_put(np.asarray(each)) for each in arrays])
        return [np.array(each[0]) for each in made.disassemble_into_single_device_arrays()]

    return run


# -- the interpreter, as XLA computes --------------------------------------------------------------


def _settled(value: Value, operands: Sequence[Array]) -> Array:
    """The elements of a value; what NumPy orders in any way is ordered stably."""
    name = value.op.name
    if name in ("partition", "argpartition", "argsort") and value.size:
        order: Any = np.sort if name == "partition" else np.argsort
        found: Array = order(operands[0], value.attributes[0], kind="stable")
        return found
    return evaluate(value, operands)


def _flushed(array: Array) -> Array:
    if array.dtype.kind != "f" or array.dtype.itemsize == 2:
        return array
    is_small = np.abs(array) < np.finfo(array.dtype).tiny
    return np.where(is_small, np.copysign(array.dtype.type(0), array), array)


class Move:
    """Moves floats by some ulps: all up, all down, or each in a way of its own."""

    def __init__(self, number: int) -> None:
        self.rng = np.random.default_rng(number)
        self.whole = {0: 1.0, 1: -1.0}.get(number)

    def __call__(self, array: Array) -> Array:
        ways = self.rng.uniform(-1, 1, array.shape) if self.whole is None else self.whole
        made: Array = (array * (1 + MOVED * np.finfo(array.dtype).eps * ways)).astype(array.dtype)
        return made


def _moved(value: Value, operands: Sequence[Array], move: Move) -> Array:
    """The elements of a value; floats are moved, and zeros have any sign where that is free."""
    array = _settled(value, operands)
    if array.dtype.kind != "f":
        return array
    if value.op.name in _FREE_SIGNS:
        signs = np.copysign(array, np.where(move.rng.random(array.shape) < 0.5, -1, 1))
        array = np.where(array == 0, signs, array).astype(array.dtype)
    if value.op.name == "fma":  # of which the product is rounded, too
        array = move(np.asarray(operands[0] * operands[1])) + operands[2]
    if move.whole:
        array = np.where(_open(value, operands), np.nan, array).astype(array.dtype)
    return array if value.op.name in _PLAIN else move(array)


def _open(value: Value, operands: Sequence[Array]) -> Array | bool:
    """Where a sum or a product may overflow, or vanish, on the way: the interpreter's is wider."""
    sizes = [np.where(np.isfinite(each), np.abs(each), 0) for each in operands]
    if value.op.name == "matmul":
        return np.isinf(sizes[0] @ sizes[1])
    if value.op.name == "sum":
        return np.asarray(np.isinf(np.add.reduce(sizes[0], value.attributes[0])))
    if value.op.name == "prod":
        axes, least = value.attributes[0], np.finfo(operands[0].dtype).tiny
        small = np.where(sizes[0] == 0, 1, np.minimum(sizes[0], 1))
        gone = np.multiply.reduce(small, axes) < least
        return np.isinf(np.multiply.reduce(np.maximum(sizes[0], 1), axes)) | gone
    return False


def interpreted(program: Program, arrays: Sequence[Any], move: Move | None = None) -> list[Array]:
    """The results of a program, whose floats are moved if `move` says how."""
    known = {v: _flushed(np.asarray(a)) for v, a in zip(program.parameters, arrays, strict=True)}
    with np.errstate(all="ignore"):
        for value in program.values():
            if value not in known:
                operands = [known[operand] for operand in value.operands]
                made = _settled(value, operands) if move is None else _moved(value, operands, move)
                known[value] = _flushed(np.asarray(made))
    return [np.asarray(known[result]) for result in program.results]


def agreeing(found: Array, expected: Array, moved: Sequence[Array]) -> tuple[Array, Array]:
    """Which elements are right, and which can be compared."""
    if found.dtype.kind != "f":
        steady = np.all([each == expected for each in moved], axis=0)
        return found == expected, steady
    wide, finest = expected.astype(np.float64), np.finfo(found.dtype)
    others = [each.astype(np.float64) for each in moved]
    with np.errstate(all="ignore"):
        gaps = [np.where(each == wide, 0, np.abs(each - wide)) for each in others]
        gap = np.max(gaps, axis=0)
        room = 16 * gap + 512 * finest.eps * np.abs(wide) + 64 * float(finest.tiny)
        near = np.abs(found.astype(np.float64) - wide) <= room
        far = gap > 0.01 * np.abs(wide) + finest.eps
    is_same = (found == expected) | (np.isnan(found) & np.isnan(expected))
    kinds = [np.isnan(each) == np.isnan(wide) for each in others]
    kinds += [np.isinf(each) == np.isinf(wide) for each in others]
    return is_same | near, np.all(kinds, axis=0) & ~far


# -- programs --------------------------------------------------------------------------------------


@dataclass
class Judgement:
    """Judges programs, and counts what it saw."""

    run: Judged
    seen: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    left: int = 0

    def judge(self, seed: int) -> None:
        """Compares one program, or raises what differs."""
        is_exact = seed % 2 == 1
        program, rng = random_program(Random(seed), EXACT if is_exact else FLOATS), _rng(seed)
        if seed % 3 == 0:
            program = optimise(program)
        self.seen.update({value.op.name for value in program.values()})
        arrays = [_flushed(np.asarray(each)) for each in arrays_for(program, rng)]
        found = self.run(spell_stablehlo(program), arrays)
        expected = interpreted(program, arrays)
        if is_exact and all(value.dtype.kind != "f" for value in program.values()):
            assert_same_bits(found, expected)
            return
        moved = [interpreted(program, arrays, Move(k)) for k in range(RUNS)]
        for k, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert (one.dtype, one.shape) == (other.dtype, other.shape), f"result {k}: {one.dtype}"
            right, steady = agreeing(one, other, [each[k] for each in moved])
            for at in np.argwhere(~right & steady)[:1]:
                place = tuple(int(n) for n in at)
                raise AssertionError(f"result {k} at {place}: {one[place]!r}, {other[place]!r}")
            self.compared += int(steady.sum())
            self.left += int((~steady).sum())

    def judge_loops(self, seed: int) -> None:
        """Compares a function with nested loops and branches with itself, run by Python."""
        block, rows = loops.drawn(_rng(seed), 3, 2), ROWS.astype("f8")

        def function(x: Any) -> Any:
            return loops.run(block, [x[0], x[1], x[2]])

        unrolling.FEW_TURNS = 0
        spec = Spec("f64", rows.shape)
        made = trace(function, [spec], lambda x: (tuple(x), {}), name="f", site="f.py:1 in f")
        self.seen.update({loop.kind for loop in made.program.loops})
        (found,) = self.run(spell_stablehlo(made.program), [rows])
        np.testing.assert_allclose(found, function(rows), rtol=1e-4, atol=1e-5)

    def is_of_xla(self, seed: int) -> bool:
        """Returns whether XLA gives other results of the same text at another run."""
        program, rng = random_program(Random(seed), EXACT if seed % 2 else FLOATS), _rng(seed)
        program = optimise(program) if seed % 3 == 0 else program
        arrays, text = arrays_for(program, rng), spell_stablehlo(program)
        runs = [[each.tobytes() for each in self.run(text, arrays)] for _ in range(4)]
        return any(each != runs[0] for each in runs)


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def main() -> int:
    """Judges programs; returns whether there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    made, faults, unsteady = Judgement(judge()), 0, 0
    for seed in range(arguments.seed, arguments.seed + arguments.programs):
        for which in (made.judge, made.judge_loops)[: 1 + (seed % 20 == 0)]:
            try:
                which(seed)
            except Exception as error:  # noqa: BLE001 - every kind of fault is printed
                is_of_xla = isinstance(error, AssertionError) and made.is_of_xla(seed)
                unsteady, faults = unsteady + is_of_xla, faults + (not is_of_xla)
                said = f"{type(error).__name__}: {str(error)[:500]}"
                print(f"seed {seed}, {which.__name__}: {said}", flush=True)
    print(f"{arguments.programs} programs of {len(made.seen)} operations and kinds of loops")
    spelled = {op.name for op in OPS if is_spelled(op)} - {"inner"}
    print(f"not among them: {', '.join(sorted(spelled - set(made.seen)))}")
    print(f"{faults} faults, {unsteady} programs of which two runs by XLA differ")
    print(f"elements of programs with floats: {made.compared} compared, {made.left} left out")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
