"""Kernels from Python functions of loops: numba compiles them, and is loaded at the first launch.

A function takes the parameters of the signature, arrays as contiguous arrays, and behind them the
bounds of its part if it is split. numba compiles it to a native function of pointers and extents,
whose prototype follows from the signature, and `Native` adapts that to the ABI of kernels.
"""

from __future__ import annotations

import importlib
import inspect
import linecache
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from types import MappingProxyType
from typing import Any

from streamrt._compile.binding import Binding
from streamrt._compile.code import Implementation, LLVMCode
from streamrt._compile.native_function import Native
from streamrt._compile.signature import ELLIPSIS, Parameter, Signature
from streamrt.errors import CompileError, SignatureError

__all__ = ["NumbaFunction", "grain_of"]

BOUNDS = ("lo", "hi")
RAISED = 1
PART = 32768
"""The elements that are worth a thread of their own, if the kernel does not say."""


@dataclass(frozen=True, slots=True)
class NumbaFunction(Implementation):
    """An implementation by a Python function of loops, compiled by numba.

    Attributes:
        function: takes the parameters in order, maybe `lo, hi` behind them, and writes to the
            outputs.
    """

    function: Callable[..., None]
    _kept: list[object] = field(default_factory=list[object], init=False, repr=False, compare=False)

    @property
    def _follows_strides(self) -> bool:
        return False

    @property
    def _takes_bounds(self) -> bool:
        return tuple(inspect.signature(self.function).parameters)[-2:] == BOUNDS

    def _meaning(self, code: int) -> str | None:
        if code != RAISED:
            return None
        return (
            "its function raised an exception, which numba's code drops; call the function with "
            "NumPy arrays to see it"
        )

    def _check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        taken = inspect.signature(self.function)
        wanted = (*signature.names, *(BOUNDS if self._takes_bounds else ()))
        if tuple(taken.parameters) != wanted:
            behind = " or, with bounds of its part, lo and hi behind them" if split else ""
            raise SignatureError(
                f"{what}: its function takes {taken}; it must take ({', '.join(signature.names)})"
                f"{behind}"
            )
        if self._takes_bounds and split is None:
            raise SignatureError(f"{what}: its function takes lo and hi, and split is None")
        if split is not None and not (self._takes_bounds or elementwise):
            raise SignatureError(
                f"{what}: {split} is split, and its function would take a part for the whole; have "
                "it take lo, hi behind the parameters, or pass elementwise=True if each element "
                "depends on those at the same index alone"
            )

    def _specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> LLVMCode:
        bound = replace(
            signature,
            types=MappingProxyType({t: (binding.dtypes[t],) for t in signature.types}),
        )
        native = Native(self._compiled(name, bound), returns="i32", bounds=self._takes_bounds)
        self._kept.append(native)
        return native._specialise(name, bound, split, binding)

    def _compiled(self, name: str, signature: Signature) -> object:
        """Returns numba's native function for arguments of certain dtypes.

        Raises:
            CompileError: numba is missing, or cannot compile it.
        """
        try:
            numba: Any = importlib.import_module("numba")
        except ImportError as error:
            raise CompileError(
                f"compile {name}: its compiler is numba, which is not installed; run "
                "`pip install numba`"
            ) from error
        types = numba.types
        dtypes = [signature.dtype_of(p, _bound(signature)).numpy for p in signature.parameters]
        scalars: list[Any] = [numba.from_dtype(dtype) for dtype in dtypes]
        arguments = [
            types.CPointer(kind) if p.is_array else kind
            for p, kind in zip(signature.parameters, scalars, strict=True)
        ]
        count = len(signature.symbols) + 2 * self._takes_bounds
        prototype: Any = types.int32(*arguments, *([types.int64] * count))
        inner: Any = numba.njit(self.function)
        entry = _entry(signature, inner, numba.carray, takes_bounds=self._takes_bounds)
        try:
            made: object = numba.cfunc(prototype)(entry)
        except numba.core.errors.NumbaError as error:
            raise CompileError(f"compile {name}: numba: {_first_lines(str(error))}") from error
        returned = {signature.return_type for signature in inner.nopython_signatures}
        if returned - {types.none}:
            raise CompileError(
                f"compile {name}: its function returns {', '.join(map(str, returned))}; a kernel "
                "writes to its outputs, and returns nothing"
            )
        return made


def _bound(signature: Signature) -> dict[str, str]:
    return {variable: dtypes[0] for variable, dtypes in signature.types.items()}


def _entry(
    signature: Signature, inner: Any, carray: Any, *, takes_bounds: bool
) -> Callable[..., int]:
    """Returns a function of pointers and extents that calls the user's function with arrays."""
    extents = {symbol: f"e{number}" for number, symbol in enumerate(signature.symbols)}
    arguments = [
        f"carray(p{number}, {_shape(p, extents)})" if p.is_array else f"p{number}"
        for number, p in enumerate(signature.parameters)
    ]
    names = [f"p{number}" for number in range(len(signature.parameters))]
    behind = list(BOUNDS) if takes_bounds else []
    text = (
        f"def entry({', '.join([*names, *extents.values(), *behind])}):\n"
        "    try:\n"
        f"        inner({', '.join([*arguments, *behind])})\n"
        "    except Exception:\n"
        f"        return {RAISED}\n"
        "    return 0\n"
    )
    filename = f"<streamrt kernel {id(inner)}>"  # numba reads the source of what it compiles
    linecache.cache[filename] = len(text), None, text.splitlines(keepends=True), filename
    found: dict[str, Any] = {"inner": inner, "carray": carray}
    exec(compile(text, filename, "exec"), found)
    made: Callable[..., int] = found["entry"]
    return made


def _shape(p: Parameter, extents: Mapping[str, str]) -> str:
    """Returns the shape of an array as text; one of `[...]` is a row of all its elements."""
    dims: Sequence[str | int] = (ELLIPSIS,) if p.ellipsis else p.dims or (1,)
    parts = [str(d) if isinstance(d, int) else extents[d] for d in dims]
    return f"({', '.join(parts)},)"


_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'([^\\/" (]+\.py)"?, line (\d+)')
_HEADS = ("Failed in", "No implementation", "File ", "During:", "<source", "^")


def _first_lines(text: str) -> str:
    """Returns numba's reason and its place, of the pages that it writes."""
    lines = [line.strip() for line in _COLOUR.sub("", text).splitlines() if line.strip()]
    places = [found for line in lines if (found := _PLACE.search(line))]
    place = f"{places[0][1]}:{places[0][2]}" if places else ""
    reason = next((line for line in lines if not line.startswith(_HEADS)), "it failed")
    return f"{reason}{f' ({place})' if place else ''}"


def grain_of(split: str | None) -> int | Callable[[Mapping[str, int]], int]:
    """Returns a grain of `PART` elements, counted in turns of what is split."""

    def grain(extents: Mapping[str, int]) -> int:
        turns = prod([extents[symbol] for symbol in (split or "").split("*")])
        return max(1, PART * turns // max(1, prod(extents.values())))

    return PART if split in (None, ELLIPSIS) else grain
