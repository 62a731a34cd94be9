"""Parting: what stands in a module apart from its programs, the arrays and large constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._ir.encoding import constants
from streamrt._ir.encoding.pieces import INLINE, digest_of
from streamrt._ir.program import Program, Value
from streamrt._ir.rebuilding import rebuilt
from streamrt._ir.ufunc_calls import IMPORTED
from streamrt.errors import ArgumentError

__all__ = ["add_arrays", "bytes_of", "parts_of", "refuse_code", "without_arrays"]


def without_arrays(
    program: Program, order: Sequence[int], more: Sequence[np.ndarray[Any, Any]] = ()
) -> tuple[Program, list[np.ndarray[Any, Any]]]:
    """Returns a program whose large constants are its last parameters, and these constants.

    The arguments are those of `rebuilt`.
    """
    large = [value for value in program.values() if _is_large(value)]
    return rebuilt(program, order, large, more), [value.array for value in large]


def bytes_of(array: np.ndarray[Any, Any]) -> memoryview:
    """Returns the elements of an array, in C order, as bytes; without a copy if they lie so."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def parts_of(
    program: Program, arrays: Sequence[np.ndarray[Any, Any]], parts: dict[bytes, memoryview]
) -> list[bytes]:
    """Adds what stands apart from a program to the parts of a module.

    Args:
        program: the program.
        arrays: what its last parameters are.
        parts: bytes by their digests.

    Returns:
        The digests of the arrays.
    """
    for digest, data in constants(program).items():
        parts[digest] = memoryview(data)
    return add_arrays(arrays, parts)


def add_arrays(
    arrays: Sequence[np.ndarray[Any, Any]], parts: dict[bytes, memoryview]
) -> list[bytes]:
    """Adds the elements of arrays to the parts of a module; returns their digests."""
    digests: list[bytes] = []
    for array in arrays:
        data = bytes_of(array)
        digests.append(digest_of(data))
        parts[digests[-1]] = data
    return digests


def refuse_code(program: Program, what: str) -> None:
    """Refuses a program that calls functions which are no part of it; `what` begins the message.

    Raises:
        ArgumentError: it does.
    """
    for value in program.values():
        if value.op.name == "ufunc" and value.attributes[0].partition(":")[0] not in IMPORTED:
            raise ArgumentError(
                f"{what}: it calls {value.attributes[0].replace(':', '.')}, which is code, and no "
                "file holds that"
            )


def _is_large(value: Value) -> bool:
    """Returns whether a value is a constant that stands apart from its program.

    Passes look at constants of equal elements alone, and take these for numbers.
    """
    if value.op.name != "constant" or len(value.attributes[0]) <= INLINE:
        return False
    data, size = np.frombuffer(value.attributes[0], np.uint8), value.dtype.itemsize
    rows = data.reshape(-1, size)
    return bool((rows != rows[0]).any())
