"""A program as StableHLO text, with some operations of CHLO: one function of tensors, `main`.

What XLA computes of it is what the program computes, except the last bits of floats and these: an
index out of range takes the nearest element, and no launch fails. Some operations become several,
because StableHLO has none, or leaves open what ops.py says.
"""

from __future__ import annotations

import os
from itertools import count

from streamrt._ir.program import Program
from streamrt._ir.stablehlo.spelled.loops import Spelling
from streamrt._ir.stablehlo.spelled.text import Block, Named, renumbered
from streamrt._ir.stablehlo.spelled.values import is_spelled
from streamrt.errors import ArgumentError

__all__ = ["spell_stablehlo"]


def spell_stablehlo(program: Program, name: str = "program") -> str:
    """Returns a program as the text of a module with one public function, `main`.

    A parameter that is passed by value is a tensor without dimensions.

    Args:
        program: the program.
        name: the name of the module; what is no letter, digit or `_` in it becomes `_`.

    Raises:
        ArgumentError: it has operations that StableHLO lacks; all of them are named.
    """
    refused: dict[str, None] = {}
    for value in program.values():
        if not is_spelled(value.op):
            site = value.site.rpartition(os.sep)[2]
            refused[f"{value.op} ({site})" if site else str(value.op)] = None
    if refused:
        raise ArgumentError(
            f"the StableHLO of {name}: it has {', '.join(refused)}, and StableHLO has no such "
            "operation; compute that outside of the function"
        )
    names = [
        Named(f"%arg{place}", value.dtype, value.shape)
        for place, value in enumerate(program.parameters)
    ]
    block = Block(count())
    known = dict(zip(program.parameters, names, strict=True))
    results = ", ".join(Spelling(program).spell(block, known, program.results))
    types = ", ".join([Named("", value.dtype, value.shape).type for value in program.results])
    returned = f"return {results} : {types}" if program.results else "return"
    module = "".join(each if each.isascii() and each.isalnum() else "_" for each in name)
    lines = [
        f"module @{module or '_'} {{",
        f"  func.func public @main({', '.join(x.typed for x in names)}) -> ({types}) {{",
        *[f"    {line}" for line in renumbered([*block.lines, returned])],
        "  }",
        "}",
        "",
    ]
    return "\n".join(lines)
