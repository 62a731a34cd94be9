"""Kernels that return a code other than zero: the meanings of codes, and the error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from streamrt._core.values import shown
from streamrt.errors import ArgumentError, ArgumentTypeError, KernelError

__all__ = ["meanings", "returned"]


def meanings(errors: object, what: str) -> dict[int, str]:
    """Returns the meanings of codes, as a kernel keeps them; `what` begins messages.

    Raises:
        ArgumentTypeError: if they are no texts by code.
        ArgumentError: if a code is none.
    """
    if errors is None:
        return {}
    if not isinstance(errors, Mapping):
        raise ArgumentTypeError(f"{what}: errors is {shown(errors)}; pass texts by code")
    found: dict[int, str] = {}
    for code, meaning in cast("Mapping[object, object]", errors).items():
        number = isinstance(code, int) and not isinstance(code, bool)
        if not number or code == 0 or not -(1 << 31) <= cast("int", code) < 1 << 31:
            raise ArgumentError(
                f"{what}: {shown(code)} is no error code; codes are 32-bit and not 0"
            )
        if not isinstance(meaning, str):
            raise ArgumentTypeError(
                f"{what}: the meaning of {code} is {shown(meaning)}; meanings are text"
            )
        found[cast("int", code)] = meaning
    return found


def returned(what: str, code: int, errors: Mapping[int, str], who: str = "") -> KernelError:
    """Returns the error for a code.

    Args:
        what: the execution, as in `axpy on cpu:0/s1@3`.
        code: the returned code.
        errors: the kernel's codes and their meanings.
        who: the part of the execution that returned it, with a blank behind; "" for all of it.
    """
    meaning = errors.get(code, "the kernel gives no meaning for it")
    return KernelError(f"{what}: {who}returned {code}; {meaning}", code)
