"""The standard operations of devices in CUDA C++: copy, fill, finite and guard; and two of graphs.

`collect` (errors, count) is the last step of a graph: it finds the first error of the others.
`condition` is a step before each turn of a loop of a graph; see condition.cu.

Their texts lie in the folder texts. A text is compiled for an item size and a number of dimensions;
extents and strides are layout words, as those of kernels are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from streamrt._compile.code import CUDACode
from streamrt._compile.cuda.text import words_type
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import ELLIPSIS

__all__ = ["OPERATIONS", "standard_code"]

OPERATIONS = {"copy": 2, "fill": 1, "finite": 1, "guard": 1, "collect": 0, "condition": 0}
"""The number of operands of each operation."""

FALLIBLE = frozenset({"finite", "guard", "collect"})
BLOCK = 256
BLOCKS_OF_ONE = {"guard": 64, "collect": 1, "condition": 1}
"""The threads of those that run as one block: `guard` has one for each byte of a canary."""

_FOLDER = Path(__file__).parent / "texts"
_ITEMS = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long long"}


def standard_code(name: str, words: tuple[int, ...]) -> CUDACode:
    """Returns the code of a standard operation.

    The kernel's parameters, after the layout words, are addresses and items, as `load_standard`
    lists them: `copy` (to, from), `fill` (to, item), `finite` (array, word), `guard` (allocation,
    bytes, word). The words of `finite` and `guard` are written by the device.

    Args:
        name: the operation's name.
        words: rank, item size in bytes, extents, then the byte strides of each operand.

    Raises:
        NotImplementedError: there is no such operation, or not for items of that size.
    """
    rank, item = words[:2]
    if name not in OPERATIONS or (name == "finite" and item not in (2, 4, 8)):
        raise NotImplementedError(f"{name} of items of {item} bytes")
    return _code(name, rank, item)


def _one_block(binding: Binding, extents: Mapping[str, int], multiprocessors: int) -> int:
    del binding, extents, multiprocessors
    return 1


@cache
def _code(name: str, rank: int, item: int) -> CUDACode:
    count = OPERATIONS[name]
    starts = [2 + rank * (1 + operand) for operand in range(count)]
    integer = _ITEMS.get(item)
    if integer is None:  # no dtype has such items, but the contract does not exclude them
        element = f"struct Item {{\n    unsigned char bytes[{item}];\n}};"
    else:
        element = f"typedef {integer} Item;"
    source = "\n".join(
        [
            words_type(2 + rank * (1 + count), rank, 2, starts) + element,
            f'#line 1 "{name}.cu"',
            (_FOLDER / f"{name}.cu").read_text("utf-8"),
        ]
    )
    return CUDACode(
        source=source,
        entry=f"streamrt_{name}",  # `finite` is a function of C
        block=(BLOCKS_OF_ONE.get(name, BLOCK), 1, 1),
        items=1,
        grid=_one_block if name in BLOCKS_OF_ONE else None,
        fallible=name in FALLIBLE,
        options=(),
        where="streamrt",
        binding=Binding({}, rank, frozenset()),
        symbols=("rank", "item", ELLIPSIS),
        split=ELLIPSIS,
    )
