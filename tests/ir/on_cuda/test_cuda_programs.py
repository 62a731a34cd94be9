"""Whole programs on the texts of their kernels: fused, cut, and with long axes in short blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from ir import test_lower
from ir.on_cuda.cuda_runs import Array, OnCPU, compiled
from ir.random_arrays import arrays_for, assert_same_bits
from ir.random_programs import random_program
from ir.test_lower import EXACT, Memory

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.execute_loops import execute
from streamrt._ir.interpret import interpret
from streamrt._ir.loops import Loops
from streamrt._ir.lower import lower

pytestmark = [
    pytest.mark.cuda,
    pytest.mark.usefixtures("no_code"),
]
no_code = test_lower.no_code

Executes = Callable[[Loops, Sequence[Array], Sequence[Any]], list[Array]]


@pytest.mark.parametrize("way", ["fused", "in short blocks"])
@pytest.mark.parametrize("first", range(0, 120, 40))
def test_texts_compute_what_programs_say(
    first: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "in short blocks":
        monkeypatch.setattr("streamrt._ir.fusion.rows.LONG", 4)
        monkeypatch.setattr("streamrt._ir.fusion.rows.BLOCK", 3)
    seeds = range(first, first + 40)
    forms: dict[Loops, OnCPU | None] = {}
    for seed in seeds:
        monkeypatch.setattr(test_lower, "execute", _collecting(forms))
        _run(seed)
    for form, code in zip(list(forms), compiled(list(forms)), strict=True):
        forms[form] = code
    for seed in seeds:
        monkeypatch.setattr(test_lower, "execute", _executing(forms, seed))
        assert_same_bits(*_run(seed))


def _run(seed: int) -> tuple[list[Array], list[Array]]:
    """The results of a random program, and what they should be."""
    program = random_program(Random(seed), EXACT)
    arrays = arrays_for(program, np.random.default_rng(seed))
    arguments = [
        array.item() if value.attributes[1] else Memory(array)
        for value, array in zip(program.parameters, arrays, strict=True)
    ]
    strides = [one.strides if isinstance(one, Memory) else () for one in arguments]
    found = test_lower.run(lower(program, strides), arguments)
    return found, interpret(program, arrays)


def _collecting(forms: dict[Loops, OnCPU | None]) -> Executes:
    """Runs forms by their reference, and keeps them."""

    def run(form: Loops, inputs: Sequence[Array], scalars: Sequence[Any]) -> list[Array]:
        forms[form] = None
        return execute(form, inputs, scalars)

    return run


def _executing(forms: dict[Loops, OnCPU | None], seed: int) -> Executes:
    """Runs forms by their texts, with threads in the order of a seed."""

    def run(form: Loops, inputs: Sequence[Array], scalars: Sequence[Any]) -> list[Array]:
        code = forms[form]
        assert code is not None
        outputs = [np.zeros(form.shape_of(o), DTYPES[o.dtype].numpy) for o in form.outputs]
        replace(code, form=form).run([*inputs, *outputs], scalars, grid=seed % 3, seed=seed)
        return outputs

    return run
