"""Promotion: the dtypes in which a ufunc computes, as NumPy says (NEP 50), remembered."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy

__all__ = ["Key", "Resolved", "named", "reduced", "resolve"]

Key: TypeAlias = "str | type"
"""The dtype of an operand by name; the Python type of a number, which yields to any dtype."""


class Resolved(NamedTuple):
    """The dtypes of one ufunc with certain operands.

    Attributes:
        inputs: the dtypes to which the operands are cast.
        outputs: the dtypes of the results.
        refusal: why that is refused; empty if it is not.
    """

    inputs: tuple[DType, ...]
    outputs: tuple[DType, ...]
    refusal: str = ""


_known: dict[tuple[Any, ...], Resolved] = {}
_reduced: dict[tuple[str, str], DType] = {}


def resolve(
    ufunc: np.ufunc, keys: tuple[Key, ...], dtype: DType | tuple[Any, ...] | None = None
) -> Resolved:
    """Returns the dtypes in which a ufunc computes.

    Args:
        ufunc: the ufunc.
        keys: for each operand its dtype, or a Python type.
        dtype: the `dtype=` argument, or the `signature=` as a tuple, if there is one.
    """
    key = (ufunc, keys, dtype)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _resolve(ufunc, keys, dtype)
    return found


def _resolve(
    ufunc: np.ufunc, keys: tuple[Key, ...], dtype: DType | tuple[Any, ...] | None
) -> Resolved:
    given = [_numpy_type(key) for key in keys]
    # Python numbers alone would be compared as objects.
    if not any(isinstance(each, np.dtype) for each in given):
        given = [np.dtype(each) for each in given]
    options: dict[str, Any] = {}
    if isinstance(dtype, tuple):
        options["signature"] = dtype
    elif dtype is not None:
        options["signature"] = (*(None,) * ufunc.nin, *(dtype.numpy,) * ufunc.nout)
    try:
        asked: Any = (*given, *(None,) * ufunc.nout)
        resolved = ufunc.resolve_dtypes(asked, **options)
    except TypeError as error:
        return Resolved((), (), str(error))
    found = [from_numpy(each) for each in resolved]
    for each, mine in zip(resolved, found, strict=True):
        if mine is None:
            text = f"{named(ufunc)} of {_spell(keys)}: NumPy computes it in {each}"
            remedy = "compute it outside" if each.kind in "cO" else "use .astype first"
            return Resolved((), (), f"{text}, which programs do not have; {remedy}")
    dtypes = tuple(each for each in found if each is not None)
    return Resolved(dtypes[: ufunc.nin], dtypes[ufunc.nin :])


def named(ufunc: np.ufunc) -> str:
    """Returns the name of a ufunc for messages, as `np.exp`, or `jv` of another library."""
    name = ufunc.__name__
    return f"np.{name}" if vars(np).get(name) is ufunc else name


def _numpy_type(key: Key) -> Any:
    if isinstance(key, str):
        return DTYPES[key].numpy
    return np.dtype(bool) if key is bool else key


def _spell(keys: tuple[Key, ...]) -> str:
    return ", ".join(
        str(DTYPES[key].numpy) if isinstance(key, str) else key.__name__ for key in keys
    )


def reduced(name: str, dtype: DType) -> DType:
    """Returns the dtype of np.sum, np.prod or np.mean of such elements."""
    found = _reduced.get((name, dtype.name))
    if found is None:
        made = from_numpy(getattr(np, name)(np.zeros(1, dtype.numpy)).dtype)
        assert made is not None  # no sum or mean has fewer bits than the elements
        found = _reduced[name, dtype.name] = made
    return found
