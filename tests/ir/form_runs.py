"""Forms, run as kernels are: compiled, loaded, and called with packed arguments.

    code = compiled(form)
    arrays = operands_for(form, rng)
    assert code.run(arrays, scalars) == 0

Operands lie in memory of their own, between bytes that no kernel may change: `unharmed` says
whether that holds. Their strides are drawn, as far as `dense` leaves a choice.
"""

from __future__ import annotations

import ctypes
import dataclasses
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from ir.random_arrays import random_array

from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm import loading
from streamrt._compile.llvm.targets import Target
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.emit import emit, split_of
from streamrt._ir.loops import Loops, Operand

Array = np.ndarray[Any, Any]
ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


def lesser_cpus() -> list[Target]:
    """This CPU, and those that it can stand in for: with AVX2 and FMA, and without anything."""
    host = llvm.host()
    found = [host]
    if {"avx2", "fma", "bmi2"} <= host.features:
        features = frozenset({"avx2", "fma", "bmi2"})
        found.append(dataclasses.replace(host, cpu="x86-64-v3", features=features, flags=""))
    if host.triple.startswith("x86_64"):
        found.append(dataclasses.replace(host, cpu="x86-64", features=frozenset(), flags=""))
    return found


@dataclass(frozen=True)
class Compiled:
    """The code of a form, loaded."""

    form: Loops
    source: str
    call: Any

    @property
    def extent(self) -> int:
        """The turns that `lo` and `hi` divide."""
        return prod([self.form.extents[loop] for loop in split_of(self.form)])

    def run(self, arrays: Sequence[Array], scalars: Sequence[Any] = (), cuts: Any = ()) -> int:
        """Runs it over operands, outputs last; in parts, if its range is cut. Returns the code."""
        form = self.form
        words = [form.extents[loop] for loop in form.extent_words()]
        for array in arrays:
            words += array.strides
        layout = (ctypes.c_int64 * max(1, len(words)))(*words)
        slots = "Q" * len(arrays) + "".join([DTYPES[dtype].slot for dtype in form.scalars])
        addresses = [array.ctypes.data for array in arrays]
        packed = struct.pack("<Q" + slots, ctypes.addressof(layout), *addresses, *scalars)
        codes = [self.call(packed, *part) for part in pairwise([0, *sorted(cuts), self.extent])]
        return max(codes)


def compiled(form: Loops, target: Target | None = None) -> Compiled:
    """A form's code, for this CPU or a lesser one."""
    text = emit(form, "kernel", target)
    data = llvm.compile_ir(text.source, name="kernel", opt=0, entry="kernel", target=target)
    address = loading.load_object(data, name="kernel", symbols=text.symbols).address("kernel")
    return Compiled(form, text.source, ENTRY(address))


def operands_for(form: Loops, rng: np.random.Generator) -> list[Array]:
    """Memory for each operand, inputs with numbers in them, outputs with anything."""
    found: list[Array] = []
    for operand in form.operands:
        array = _laid_out(form, operand, rng)
        array[...] = random_array(rng, operand.dtype, array.shape)
        found.append(array)
    return found


def _laid_out(form: Loops, operand: Operand, rng: np.random.Generator) -> Array:
    """An array with drawn strides, some of them negative, between guards."""
    shape, itemsize = form.shape_of(operand), DTYPES[operand.dtype].itemsize
    last = len(form.extents) - 1
    if form.kind == "product" and last not in operand.loops:
        last -= 1
    order = list(rng.permutation(len(shape)))
    if operand.dense:
        order.remove(operand.loops.index(last))
        order.append(operand.loops.index(last))
    strides, step = [0] * len(shape), itemsize
    for axis in reversed(order):
        packed = operand.dense and operand.loops[axis] == last
        gap = 1 if packed else int(rng.choice((1, 1, 2, 3)))
        strides[axis] = gap * step
        step = max(1, shape[axis]) * gap * step
        if not packed and rng.random() < 0.3:
            strides[axis] = -strides[axis]
    low = sum(s * (n - 1) for s, n in zip(strides, shape, strict=True) if s < 0 and n)
    memory = np.full(step - low + 2 * GUARD + itemsize, GUARD_BYTE, np.uint8)
    start = GUARD - low + itemsize * int(rng.integers(2))
    start -= start % itemsize
    return np.ndarray(shape, DTYPES[operand.dtype].numpy, memory, start, strides)


GUARD, GUARD_BYTE = 256, 0xA5


def memory_of(array: Array) -> Array:
    """All bytes that `operands_for` allocated for an operand."""
    base: Any = array.base
    return base


def unharmed(array: Array) -> bool:
    """Whether every byte around the elements of an operand is as it was; spoils the elements."""
    whole = array.view(f"u{array.itemsize}")
    whole[...] = int.from_bytes([GUARD_BYTE] * array.itemsize)
    return bool((memory_of(array) == GUARD_BYTE).all())


def same(found: Array, expected: Array) -> bool:
    """Whether two arrays have equal bits; every NaN counts as equal to every other."""
    if found.dtype.kind != "f":
        return bool((found == expected).all())
    nan = np.isnan(expected)
    whole = np.dtype(f"u{found.itemsize}")
    found, expected = np.ascontiguousarray(found), np.ascontiguousarray(expected)
    return bool((np.isnan(found) == nan).all()) and bool(
        ((found.view(whole) == expected.view(whole)) | nan).all()
    )
