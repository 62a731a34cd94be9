"""The face of the namespace's functions: what goes wrong in them is an error of streamrt's."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NoReturn, ParamSpec, TypeVar

from streamrt._refusals import shorten
from streamrt.errors import ArgumentError, ArgumentIndexError, ArgumentTypeError, StreamRTError

__all__ = ["MISTAKES", "public", "refuse"]

P = ParamSpec("P")
T = TypeVar("T")

MISTAKES = (AttributeError, TypeError, ValueError, LookupError, ArithmeticError)
"""What Python and NumPy raise for arguments that are no arrays, axes or numbers."""


def refuse(name: str, error: Exception) -> NoReturn:
    """Raises an error of streamrt's in place of one of Python's or NumPy's.

    Args:
        name: the function.
        error: what was raised there.
    """
    if isinstance(error, StreamRTError):
        shorten(error)
        raise error
    if isinstance(error, AttributeError):
        raise ArgumentTypeError(f"{name}: {error}; pass arrays of streamrt.array_api") from error
    kind: type[ArgumentError] = ArgumentError
    if isinstance(error, TypeError):
        kind = ArgumentTypeError
    elif isinstance(error, LookupError):
        kind = ArgumentIndexError
    raise kind(f"{name}: {error}") from error


def public(function: Callable[P, T]) -> Callable[P, T]:
    """Returns a function of the namespace, which raises errors of streamrt's only."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except StreamRTError as error:
            shorten(error)
            raise
        except MISTAKES as error:
            refuse(function.__name__.strip("_"), error)

    return called
