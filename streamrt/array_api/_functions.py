"""The decorator of the namespace's functions, with the types that users see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, cast

from streamrt.array_api import _native
from streamrt.array_api._array import Array

__all__ = ["native"]

P = ParamSpec("P")


def native(
    *, static: Sequence[str] = (), is_real: bool = False
) -> Callable[[Callable[P, Any]], Callable[P, Array]]:
    """Returns a decorator of functions that return one array; see `_native.native`."""
    made = _native.native(static=static, is_real=is_real)
    return cast("Callable[[Callable[P, Any]], Callable[P, Array]]", made)
