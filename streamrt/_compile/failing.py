"""The error of a kernel that returned a code other than zero."""

from __future__ import annotations

from collections.abc import Mapping

from streamrt.errors import KernelError


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
