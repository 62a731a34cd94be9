"""The standard operations of devices in OpenCL C: copy, fill, finite and guard.

Their texts lie in the folder texts. A text is compiled for an item size and a number of dimensions;
extents and strides are layout words, as those of kernels are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from streamrt._compile.code import OpenCLCode
from streamrt._compile.opencl.text import words_type
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import ELLIPSIS

__all__ = ["standard_code"]

_OPERANDS = {"copy": 2, "fill": 1, "finite": 1, "guard": 1}
_FALLIBLE = frozenset({"finite", "guard"})
_BLOCK = 64
_BLOCKS_OF_ONE = frozenset({"finite", "guard"})
"""Those that run as one work-group: `guard` has a work-item for each byte of a canary."""

_FOLDER = Path(__file__).parent / "texts"
_ITEMS = {1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}
_EXPONENTS = {2: "0x7c00", 4: "0x7f800000", 8: "0x7ff0000000000000ul"}
"""The bits of the exponent of a float of that many bytes."""


def standard_code(name: str, words: tuple[int, ...]) -> OpenCLCode:
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
    if name not in _OPERANDS or item not in _ITEMS or (name == "finite" and item == 1):
        raise NotImplementedError(f"{name} of items of {item} bytes")
    return _code(name, rank, item)


def _one_block(binding: Binding, extents: Mapping[str, int], units: int) -> int:
    del binding, extents, units
    return 1


@cache
def _code(name: str, rank: int, item: int) -> OpenCLCode:
    count = _OPERANDS[name]
    starts = [2 + rank * (1 + operand) for operand in range(count)]
    source = "\n".join(
        [
            words_type(2 + rank * (1 + count), rank, 2, starts),
            f"typedef {_ITEMS[item]} Item;",
            f"#define BLOCK {_BLOCK}",
            f"#define EXPONENT {_EXPONENTS.get(item, '0')}",
            f'#line 1 "{name}.cl"',
            (_FOLDER / f"{name}.cl").read_text("utf-8"),
        ]
    )
    return OpenCLCode(
        source=source,
        entry=f"streamrt_{name}",
        block=(_BLOCK, 1, 1),
        items=1,
        grid=_one_block if name in _BLOCKS_OF_ONE else None,
        fallible=name in _FALLIBLE,
        options=(),
        where="streamrt",
        binding=Binding({}, rank, frozenset()),
        symbols=("rank", "item", ELLIPSIS),
        split=ELLIPSIS,
    )
