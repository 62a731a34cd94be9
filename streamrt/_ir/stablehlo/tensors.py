"""Types of tensors, and the literals of constants."""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._core.values import MOST_DIMENSIONS, MOST_ELEMENTS
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.values import Shape

__all__ = ["ELEMENTS", "TensorType", "Type", "Unread", "literal", "tensor_type"]

Array: TypeAlias = np.ndarray[Any, Any]

ELEMENTS: dict[str, str] = {
    "i1": "bool",
    **{name: name for name in ("f16", "f32", "f64", "i8", "i16", "i32", "i64")},
    **{f"ui{bits}": f"u{bits}" for bits in (8, 16, 32, 64)},
}
"""The dtypes of programs by the names that MLIR has for them."""

_NAMES = {dtype: name for name, dtype in ELEMENTS.items()}


class TensorType(NamedTuple):
    """A type that programs have.

    Attributes:
        dtype: its name in programs.
        shape: its extents.
    """

    dtype: str
    shape: Shape

    def __str__(self) -> str:
        return f"tensor<{'x'.join([*map(str, self.shape), _NAMES[self.dtype]])}>"


class Unread(NamedTuple):
    """A type that programs lack.

    Attributes:
        text: the type as it stands in the text.
        why: what is wrong with it.
    """

    text: str
    why: str

    def __str__(self) -> str:
        return self.text


Type: TypeAlias = TensorType | Unread

_TENSOR = re.compile(r"tensor<\s*((?:\d{1,18}x)*)(\w+)\s*>", re.ASCII)


@lru_cache(4096)
def tensor_type(token: str) -> Type:
    """Returns the type that a token such as `tensor<2x3xf32>` spells."""
    match = _TENSOR.fullmatch(token)
    if match is None:
        why = "dynamic shapes are not supported" if "?" in token else "no such type is known"
        return Unread(token, why)
    shape = tuple(map(int, match[1].split("x")[:-1]))
    if match[2] not in ELEMENTS:
        return Unread(token, f"programs have no {match[2]}")
    if len(shape) > MOST_DIMENSIONS:
        return Unread(token, f"more than {MOST_DIMENSIONS} dimensions")
    if prod(each or 1 for each in shape) >= MOST_ELEMENTS:
        return Unread(token, "no machine has that memory")
    return TensorType(ELEMENTS[match[2]], shape)


# -- literals --------------------------------------------------------------------------------------


def literal(token: str, type_: TensorType) -> Array:
    """Returns the elements that a token `dense<...>` spells: one of no dimensions for a splat.

    Raises:
        RefusedError: it is no literal of that type.
    """
    body = token[6:-1].strip()
    if body[:1] == '"':
        return _of_bytes(body[1:-1], type_)
    if not body:
        if prod(type_.shape):
            raise RefusedError(f"dense<> has no element for {type_}")
        return np.empty(type_.shape, DTYPES[type_.dtype].numpy)
    if body[0] != "[":
        return _elements([body], type_).reshape(())
    words = _listed(body, type_)
    return _elements(words, type_).reshape(type_.shape)


def _of_bytes(text: str, type_: TensorType) -> Array:
    """Returns elements from their bytes, in hexadecimal; bools may be one bit each."""
    try:
        data = bytes.fromhex(text[2:] if text.startswith("0x") else "no")
    except ValueError:
        raise RefusedError("the string of a dense literal is not 0x and hexadecimal") from None
    dtype, count = DTYPES[type_.dtype], prod(type_.shape)
    if len(data) == dtype.itemsize * count:
        found: Array = np.frombuffer(data, dtype.numpy.newbyteorder("<")).reshape(type_.shape)
    elif dtype.name == "bool" and len(data) == (count + 7) // 8:
        bits: Array = np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little")
        found = bits.reshape(type_.shape)
    elif len(data) == dtype.itemsize:
        found = np.frombuffer(data, dtype.numpy.newbyteorder("<")).reshape(())
    else:
        raise RefusedError(f"a dense literal has {len(data)} bytes for {type_}")
    return np.asarray(found != 0 if dtype.name == "bool" else found.astype(dtype.numpy))


_PIECE = re.compile(r"[][,]|[^][,\s]+")


def _listed(body: str, type_: TensorType) -> list[str]:
    """Returns the words of a nested list, whose lists have the extents of the type."""
    words: list[str] = []
    counts: list[int] = []  # of the lists that are open
    before = ""
    for piece in _PIECE.findall(body):
        if piece == "[":
            fits = before in ("", "[", ",") and len(counts) < len(type_.shape)
            fits = fits and (bool(counts) or not before)
            counts.append(0)
        elif not counts:
            fits = False
        elif piece == "]":
            extent = type_.shape[len(counts) - 1]
            fits = before != "," and counts.pop() == extent
            if counts:
                counts[-1] += 1
        elif piece == ",":
            fits = before not in ("[", ",")
        else:
            fits = before in ("[", ",") and len(counts) == len(type_.shape)
            counts[-1] += 1
            words.append(piece)
        if not fits:
            raise RefusedError(f"a dense literal does not have the shape of {type_}")
        before = piece
    if counts:
        raise RefusedError("a dense literal has more brackets that open than that close")
    return words


_INTEGER = re.compile(r"-?\d{1,20}", re.ASCII)
_HEXADECIMAL = re.compile(r"0x[0-9A-Fa-f]{1,16}", re.ASCII)
_REAL = re.compile(r"-?\d{1,400}(\.\d{0,400}([eE][-+]?\d{1,5})?)?", re.ASCII)


def _elements(words: list[str], type_: TensorType) -> Array:
    dtype = DTYPES[type_.dtype]
    if dtype.kind == "f":
        return np.array([_real(word, type_) for word in words], dtype.numpy)
    if dtype.kind == "b":
        known = {"true": True, "false": False, "1": True, "0": False, "-1": True}
        if not all(word in known for word in words):
            raise RefusedError(f"a dense literal of {type_} is neither true nor false")
        return np.array([known[word] for word in words], np.bool_)
    return np.array([_integer(word, type_) for word in words], dtype.numpy)


def _real(word: str, type_: TensorType) -> Any:
    if _HEXADECIMAL.fullmatch(word):
        dtype, bits = DTYPES[type_.dtype], int(word, 16)
        if bits < 1 << 8 * dtype.itemsize:
            return np.frombuffer(bits.to_bytes(8, "little"), dtype.numpy.newbyteorder("<"))[0]
    elif _REAL.fullmatch(word):
        with np.errstate(over="ignore"):
            return DTYPES[type_.dtype].numpy.type(float(word))
    raise RefusedError(f"{word[:40]!r} is no element of {type_}")


def _integer(word: str, type_: TensorType) -> int:
    least, most = DTYPES[type_.dtype].bounds
    is_hex = _HEXADECIMAL.fullmatch(word) is not None
    if is_hex or _INTEGER.fullmatch(word):
        number = int(word, 16 if is_hex else 10)
        if least <= number <= most:
            return number
    raise RefusedError(f"{word[:40]!r} is no element of {type_}")
