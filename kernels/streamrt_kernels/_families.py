"""The rows of a table of kernels: those of one signature differ in name, function and accuracy.

A row is an assignment with the first sentences of the kernel's docstring below it, where editors
look for them. `help` adds the rest, which a family writes: arguments, NaN, errors, accuracy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import streamrt as srt

FLOATS = {"T": ("f32", "f64")}
NUMBERS = {"T": ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")}
EVERY = {"T": (*NUMBERS["T"], "bool")}


@dataclass(frozen=True, slots=True)
class Family:
    """A maker of kernels with an output `y`, and the input `x` or the inputs `x` and `z`.

    Attributes:
        x: the form of an input, such as `T[n, m]`, and what it may be.
        y: the form of the output, and what it may be.
        types: the dtypes of T.
        elementwise: as `streamrt.kernel` takes it.
    """

    x: tuple[str, str]
    y: tuple[str, str]
    types: Mapping[str, Sequence[str]]
    elementwise: bool = False

    def __call__(
        self,
        name: str,
        compute: Callable[[Any], Any] | Callable[[Any, Any], Any],
        accuracy: str,
        *,
        nan: str = "stays.",
        numpy: str = "",
    ) -> srt.Kernel:
        """Return a kernel.

        Args:
            name: its name.
            compute: returns what is written to `y`; a ufunc may take two inputs.
            accuracy: the text of its docstring about that.
            nan: likewise.
            numpy: likewise; the default is NumPy's function of that name.
        """
        call: Callable[..., Any] = compute

        def one(x: Any, y: Any) -> None:
            y[...] = call(x)

        def two(x: Any, z: Any, y: Any) -> None:
            y[...] = call(x, z)

        is_binary = isinstance(compute, np.ufunc) and compute.nin == 2
        function: Callable[..., None] = two if is_binary else one
        (form, given), (written, result) = self.x, self.y
        dtypes = "f32 or f64" if self.types is FLOATS else "any dtype but bool"
        second = f"    z ({form}): the same.\n" if is_binary else ""
        function.__name__ = name
        function.__doc__ = (
            f"Args:\n    x ({form}): {given}; {dtypes}.\n{second}    y ({written}): {result}\n\n"
            f"- NaN: {nan}\n- Errors: none.\n- Accuracy: {accuracy}\n"
            f"- NumPy: `{numpy or f'np.{name}'}`."
        )
        inputs = f"x: {form}, z: {form}" if is_binary else f"x: {form}"
        signature = f"{inputs}, out y: {written}"
        return srt.kernel(signature, types=self.types, elementwise=self.elementwise)(function)


_WRITTEN = "written; any strides."
_SHARED = (
    f"{_WRITTEN} It may be the very same view as an input, and else shares\n"
    "        no element with it."
)
_ROWS, _FILLED = ("T[n, m]", "any strides"), ("T[n, m]", "any strides, at least one column")

floats = Family(("T[...]", "any shape and strides"), ("T[...]", _SHARED), FLOATS, elementwise=True)
numbers = Family(floats.x, floats.y, NUMBERS, elementwise=True)
numbers_of_rows = Family(_FILLED, ("T[n]", _WRITTEN), NUMBERS)
places_in_rows = Family(_FILLED, ("i64[n]", _WRITTEN), NUMBERS)
floats_of_rows = Family(_ROWS, ("T[n]", _WRITTEN), FLOATS)
numbers_to_rows = Family(_ROWS, ("T[n, m]", _WRITTEN), NUMBERS)
