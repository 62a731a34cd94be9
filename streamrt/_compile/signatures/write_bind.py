"""Writes a kernel's `bind` for its signature, as dataclasses writes `__init__`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from streamrt._compile.signatures.overlap import Pair, clash
from streamrt._compile.signatures.signature import Signature

__all__ = ["Bound", "Form", "form_of", "write_bind"]

Bound: TypeAlias = "tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]"
"""The result of `bind`: the plan's key; the regions that are only read; the regions that are
written, each with whether it is read as well; the values to pack.

Regions belong to the runtime, so this layer cannot name their type.
"""


MOST_WRITTEN_OUT = 512
"""A kernel with more pairs of arrays has them looked at by a loop: its text would be too long."""

Form: TypeAlias = "tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]"


def form_of(signature: Signature, pairs: Sequence[Pair]) -> Form:
    """Returns the facts by which native code matches arguments; see `Kernel.form`."""
    number_of = {name: number for number, name in enumerate(signature.names)}
    modes = [p.reads + 2 * p.writes if p.is_array else 0 for p in signature.parameters]
    flat = [
        number
        for pair in pairs
        for number in (number_of[pair.written], number_of[pair.other], int(pair.may_be_same))
    ]
    return tuple(map(sys.intern, signature.names)), tuple(modes), tuple(flat)


def write_bind(
    identity: object, signature: Signature, pairs: Sequence[Pair]
) -> Callable[..., Bound]:
    """Returns the kernel's `bind`, which costs little more than building its four tuples.

    Arguments whose bytes lie apart share no elements. Only the others are looked at closely.

    Args:
        identity: the first part of each key.
        signature: its parameters.
        pairs: the pairs of arguments that must not share elements.
    """
    arrays = [p.name for p in signature.arrays]
    key = ["_kernel", *(f"{name}._layout" for name in arrays)]
    reads = [f"_r_{p.name}" for p in signature.parameters if p.reads and not p.writes]
    writes = [f"(_r_{p.name}, {p.reads})" for p in signature.parameters if p.writes]
    values = [f"{p.name}._address" if p.is_array else p.name for p in signature.parameters]
    results = ", ".join(
        f"({', '.join(items)},)" if items else "()" for items in (key, reads, writes, values)
    )
    regions = "".join(f"    _r_{name} = {name}._region\n" for name in arrays)
    guards = (
        "    _clash_any(locals())\n"
        if len(pairs) > MOST_WRITTEN_OUT
        else "".join(
            f"    if _r_{a}.tracked.memory == _r_{b}.tracked.memory and _r_{a}.start < _r_{b}.stop "
            f"and _r_{b}.start < _r_{a}.stop:\n        _clash({a}, {b}, {may_be_same})\n"
            for a, b, may_be_same in pairs
        )
    )
    # Names come from the signature's grammar: identifiers without a leading underscore. So the
    # text can hold nothing else, and no parameter can hide `_kernel`.
    namespace: dict[str, Any] = {"_kernel": identity, "_clash": clash}
    namespace["_clash_any"] = partial(_clash_any, pairs)
    exec(
        f"def bind({', '.join(signature.names)}):\n{regions}{guards}    return {results}\n",
        namespace,
    )
    bind: Callable[..., Bound] = namespace["bind"]
    return bind


def _clash_any(pairs: Sequence[Pair], given: dict[str, Any]) -> None:
    """Raises TypeError if two of the arguments share elements that they must not share."""
    for written, other, may_be_same in pairs:
        one, two = given[f"_r_{written}"], given[f"_r_{other}"]
        are_apart = one.tracked.memory != two.tracked.memory
        if not are_apart and one.start < two.stop and two.start < one.stop:
            clash(given[written], given[other], may_be_same)
