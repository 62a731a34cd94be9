"""Types and attributes, read from tokens."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.tensors import Type, Unread, literal, tensor_type
from streamrt._ir.stablehlo.tokens import Tokens

__all__ = ["read_dictionary", "read_location", "read_type", "read_types", "read_value", "skip"]

_DEEPEST = 32
"""The most brackets within each other that an attribute may have."""

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def skip(tokens: Tokens) -> None:
    """Goes on after the bracket that closes the one here."""
    open_: list[str] = []
    while True:
        token = tokens.take()
        if token in _CLOSING:
            open_.append(_CLOSING[token])
        elif open_ and token == open_[-1]:
            open_.pop()
            if not open_:
                return
        elif token in (")", "]", "}", ""):
            tokens.at -= bool(token)
            tokens.fail(f"expected {open_[-1]!r}, not {tokens.shown()}")


# -- types -----------------------------------------------------------------------------------------


def read_type(tokens: Tokens) -> Type:
    """Returns the type that stands here.

    Raises:
        StableHLOError: there is none.
    """
    token = tokens.texts[tokens.at]
    if token.startswith("tensor<"):
        tokens.at += 1
        return tensor_type(token)
    if not (token[:1].isalpha() or (token[:1] == "!" and len(token) > 1)):
        tokens.fail(f"expected a type, not {tokens.shown()}")
    first = tokens.at
    tokens.at += 1
    if tokens.texts[tokens.at] == "<":
        skip(tokens)
        token = tokens.between(first, tokens.at - 1)[:80]
    return Unread(token, "programs have no such type")


def read_types(tokens: Tokens) -> list[Type]:
    """Returns the type here, or the types in parentheses."""
    if not tokens.takes("("):
        return [read_type(tokens)]
    found: list[Type] = []
    while not tokens.takes(")"):
        if found:
            tokens.expect(",")
        found.append(read_type(tokens))
    return found


# -- attributes ------------------------------------------------------------------------------------


def read_location(tokens: Tokens) -> str:
    """Goes on after a location, if there is one; returns the name that it begins with, or ""."""
    if tokens.texts[tokens.at] != "loc" or tokens.texts[tokens.at + 1] != "(":
        return ""
    tokens.at += 1
    label = tokens.texts[tokens.at + 1]
    skip(tokens)
    return label[1:-1] if label[:1] == '"' else ""


def read_dictionary(tokens: Tokens, depth: int = 0) -> dict[str, Any]:
    """Returns the attributes in braces.

    Raises:
        StableHLOError: there are none.
    """
    tokens.expect("{")
    return _read_pairs(tokens, "}", depth)


def _read_pairs(tokens: Tokens, end: str, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while not tokens.takes(end):
        if found:
            tokens.expect(",")
        name = tokens.texts[tokens.at].strip('"')
        if not (name[:1].isalpha() or name[:1] == "_"):
            tokens.fail(f"expected the name of an attribute, not {tokens.shown()}")
        if name in found:
            tokens.fail(f"the attribute {name!r} stands here twice")
        tokens.at += 1
        found[name] = read_value(tokens, depth + 1) if tokens.takes("=") else True
    return found


def read_value(tokens: Tokens, depth: int = 0, *, is_typed: bool = True) -> Any:
    """Returns the attribute that stands here; None for one that nobody here reads.

    Args:
        tokens: it begins here.
        depth: the brackets around it.
        is_typed: whether a type may follow, as in `1 : i64`. In the pretty form of an operation,
            a colon after an attribute begins the types of the operation.

    Raises:
        StableHLOError: there is none, or it has too many brackets.
    """
    if depth > _DEEPEST:
        tokens.fail(f"more than {_DEEPEST} brackets within each other")
    token = tokens.texts[tokens.at]
    if token.startswith("dense<"):
        return _read_dense(tokens)
    first = token[:1]
    if first == "[":
        return _read_list(tokens, depth)
    if first == "{":
        return read_dictionary(tokens, depth)
    if first == "#" and len(token) > 1:
        return _read_dialect(tokens, depth)
    if token.startswith("tensor<"):
        return read_type(tokens)
    if first == "<":  # the parameters of an attribute, whose name the operation knows
        return skip(tokens)
    if first == "(":
        read_types(tokens)
        tokens.expect("->")
        return read_types(tokens) and None
    return _read_word(tokens, token, is_typed)


def _read_word(tokens: Tokens, token: str, is_typed: bool) -> Any:
    """Returns a number, a string, a symbol or a word; or an `array`."""
    first = token[:1]
    value: Any = None
    if first.isdigit() or (first == "-" and len(token) > 1 and token != "->"):
        value = _number(tokens, token)
    elif first == '"' and len(token) > 1:
        value = token[1:-1]
    elif first == "@" and len(token) > 1:
        value = token[1:].strip('"')
    elif token in ("true", "false", "unit"):
        value = token != "false"
    elif first.isalpha():
        value = token
    else:
        tokens.fail(f"expected an attribute, not {tokens.shown()}")
    tokens.at += 1
    if first.isalpha() and tokens.texts[tokens.at] == "<":
        if token == "array":
            return _read_array(tokens)
        skip(tokens)
        value = None
    if is_typed and tokens.takes(":"):
        read_type(tokens)
    return value


def _number(tokens: Tokens, token: str) -> int | float:
    if len(token) > 400:
        tokens.fail("a number of more than 400 digits")
    try:
        return int(token, 16 if "0x" in token else 10)
    except ValueError:
        return float(token)


def _read_dense(tokens: Tokens) -> Any:
    at = tokens.at
    tokens.at += 1
    tokens.expect(":")
    type_ = read_type(tokens)
    if isinstance(type_, Unread):
        return None
    try:
        found = literal(tokens.texts[at], type_)
    except RefusedError as error:
        _fail_at(tokens, at, str(error))
    return np.broadcast_to(found, type_.shape)  # a splat takes no memory


def _fail_at(tokens: Tokens, at: int, text: str) -> NoReturn:
    tokens.at = at
    tokens.fail(text)


def _read_list(tokens: Tokens, depth: int) -> list[Any]:
    tokens.expect("[")
    found: list[Any] = []
    while not tokens.takes("]"):
        if found:
            tokens.expect(",")
        found.append(read_value(tokens, depth + 1))
    return found


def _read_array(tokens: Tokens) -> list[Any]:
    """Returns the elements of `array<i64: 1, 2>`."""
    tokens.expect("<")
    read_type(tokens)
    found: list[Any] = []
    if tokens.takes(":"):
        found.append(read_value(tokens, is_typed=False))
        while tokens.takes(","):
            found.append(read_value(tokens, is_typed=False))
    tokens.expect(">")
    return found


def _read_dialect(tokens: Tokens, depth: int) -> Any:
    """Returns `#stablehlo.gather<...>` as a dictionary, `#stablehlo<precision HIGH>` as a word."""
    tokens.at += 1
    if tokens.texts[tokens.at] != "<":
        return None
    if tokens.texts[tokens.at + 2] == "=":
        tokens.at += 1
        return _read_pairs(tokens, ">", depth)
    skip(tokens)
    return tokens.texts[tokens.at - 2]
