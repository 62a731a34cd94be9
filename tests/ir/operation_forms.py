"""Forms of single operations, and forms that do the work of several."""

from __future__ import annotations

from typing import Any

import numpy as np
from ir.random_arrays import random_array
from ir.random_forms import is_exact
from ir.random_programs import takes

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.loops import Instruction, Loops, Operand
from streamrt._ir.ops import OPS, Op

Array = np.ndarray[Any, Any]
OPERANDS = {"unary": 1, "cast": 1, "binary": 2, "ternary": 3}
EDGES = 3001  # pairs of edge values that each operation is tried with


def form_of(op: Op, dtype: str, result: str, length: int) -> Loops:
    """A form of one operation of dense arrays."""
    count = OPERANDS[op.group]
    given = [dtype] * count
    if op.name == "where":
        given[0] = "bool"
    body = [Instruction("load", each, at=k) for k, each in enumerate(given)]
    body.append(Instruction(op.name, result, tuple(range(count))))
    body.append(Instruction("store", result, (count,), count))
    operands = [Operand(each, (0,), dense=True) for each in given]
    operands.append(Operand(result, (0,), dense=True, writes=True))
    return Loops("elementwise", (length,), tuple(operands), (), (), tuple(body))


def results_of(op: Op, dtype: str) -> tuple[str, ...]:
    """The dtypes that an operation's result may have."""
    if op.name == "cast":
        return tuple(DTYPES)
    return ("bool",) if op.result == "bool" else (dtype,)


def exact_cases(dtype: str) -> list[tuple[Op, str, list[Array]]]:
    """Each exact operation, the dtype of its result, and arrays of edge values."""
    rng = np.random.default_rng(5)
    edges = np.concatenate([random_array(rng, dtype, (40,)) for _ in range(4)])
    pairs = np.repeat(edges, len(edges)), np.tile(edges, len(edges))
    some = rng.permutation(pairs[0].size)[:EDGES]
    three = [pairs[0][some], pairs[1][some], rng.permutation(pairs[0])[some]]
    choice = [random_array(rng, "bool", (EDGES,)), *three[1:]]
    return [
        (op, to, (choice if op.name == "where" else three)[: OPERANDS[op.group]])
        for op in OPS
        if op.is_elementwise and takes(op, dtype) and is_exact(op, dtype)
        for to in results_of(op, dtype)
    ]


def joined(forms: list[Loops]) -> Loops:
    """One form that does the work of several."""
    operands = [operand for form in forms for operand in form.inputs]
    outputs = [operand for form in forms for operand in form.outputs]
    body: list[Instruction] = []
    inputs = 0
    for number, form in enumerate(forms):
        first = len(body)
        for each in form.body:
            at = each.at
            if each.name == "load":
                at += inputs
            elif each.name == "store":
                at = len(operands) + number
            body.append(
                Instruction(each.name, each.dtype, tuple([first + k for k in each.inputs]), at)
            )
        inputs += len(form.inputs)
    return Loops("elementwise", forms[0].extents, (*operands, *outputs), (), (), tuple(body))
