"""The face of the namespace's functions: what goes wrong in them is an error of streamrt's."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from streamrt._refusals import shorten
from streamrt.errors import (
    ArgumentError,
    ArgumentIndexError,
    ArgumentTypeError,
    OutOfMemoryError,
    SharingError,
    StreamRTError,
)

__all__ = ["MISTAKES", "public", "refusal"]

P = ParamSpec("P")
T = TypeVar("T")

MISTAKES = (
    *(AttributeError, TypeError, ValueError, LookupError, ArithmeticError),
    *(BufferError, SyntaxError, RecursionError, MemoryError),
)
"""The errors of Python and NumPy for arguments that are no arrays, axes, numbers or dtypes."""


def refusal(name: str, error: Exception) -> StreamRTError:
    """Returns the error of streamrt's that stands for one of Python's or NumPy's.

    Args:
        name: the function.
        error: what was raised there.
    """
    if isinstance(error, AttributeError):
        return ArgumentTypeError(f"{name}: {error}; pass arrays of streamrt.array_api")
    if isinstance(error, TypeError):
        return ArgumentTypeError(f"{name}: {error}")
    if isinstance(error, MemoryError):
        return OutOfMemoryError(f"{name}: NumPy finds no memory for the arguments")
    kind: type[ArgumentError] = ArgumentError
    if isinstance(error, LookupError):
        kind = ArgumentIndexError
    elif isinstance(error, BufferError):
        kind = SharingError
    return kind(f"{name}: {error}")


def public(function: Callable[P, T]) -> Callable[P, T]:
    """Returns a function of the namespace, which raises errors of streamrt's only.

    Arguments that are too many, or have another name, are a TypeError, as of any function.
    """

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            try:
                return function(*args, **kwargs)
            except StreamRTError:
                raise
            except MISTAKES as error:
                if error.__traceback__ is not None and error.__traceback__.tb_next is None:
                    raise  # the function was not even entered
                raise refusal(function.__name__.strip("_"), error) from error
        except StreamRTError as error:
            shorten(error)
            raise

    return called
