"""Kernels from Python functions of loops: numba compiles them, and is loaded at the first launch.

A function takes the parameters of the signature, arrays as contiguous arrays, and behind them the
bounds of its part if it is split. numba compiles it to a native function of pointers and extents,
whose prototype follows from the signature, and `Native` adapts that to the ABI of kernels.

1. Arrays that the signature only reads are read-only, so a function that writes one is refused.
2. An exception becomes a return code. The function's own text and line are lost with it, so
   STREAMRT_JIT=0 and NUMBA_DISABLE_JIT=1 make the kernel a call of the function as it is.
3. A function that numba's `njit` decorates keeps the options that it has from there.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from types import MappingProxyType
from typing import Any

from streamrt._compile.code import Code, Implementation, PythonFunction
from streamrt._compile.native_function import Native
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import ELLIPSIS, Parameter, Signature
from streamrt._interrupts import from_handler
from streamrt._jit.options import SWITCH
from streamrt.errors import CompileError, SignatureError

__all__ = ["NumbaFunction", "grain_of"]

BOUNDS = ("lo", "hi")
RAISED = 1
NUMBAS_SWITCH = "NUMBA_DISABLE_JIT"
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
    def follows_strides(self) -> bool:
        return False

    @property
    def _plain(self) -> Callable[..., None]:
        """The function without numba's decorator."""
        plain: Callable[..., None] = getattr(self.function, "py_func", self.function)
        return plain

    def _takes_bounds(self, signature: Signature) -> bool:
        return len(inspect.signature(self._plain).parameters) > len(signature.names)

    def meaning(self, code: int) -> str | None:
        if code != RAISED:
            return None
        return (
            "its function raised an exception, which numba's code drops; run the program with "
            f"{SWITCH}=0 to see it"
        )

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        taken = inspect.signature(self._plain)
        names = [n for n, p in taken.parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
        bounded = [*signature.names, *BOUNDS]
        if len(names) != len(taken.parameters) or names not in ([*signature.names], bounded):
            behind = " or, with the bounds of its part, lo and hi behind them" if split else ""
            raise SignatureError(
                f"{what}: its function takes {taken}; it must take ({', '.join(signature.names)})"
                f"{behind}"
            )
        if not any(p.writes for p in signature.parameters):
            raise SignatureError(f"{what}: it has no output; declare one, as in `out y: f32[n]`")
        if names == bounded and split is None:
            raise SignatureError(f"{what}: its function takes lo and hi, and split is None")
        if split is not None and names != bounded:
            _check_parts(signature, split, elementwise, what)

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> Code:
        if os.environ.get(SWITCH) == "0" or os.environ.get(NUMBAS_SWITCH, "0") not in ("", "0"):
            return PythonFunction(_as_it_is(self._plain, signature, split))
        bound = replace(
            signature,
            types=MappingProxyType({t: (binding.dtypes[t],) for t in signature.types}),
        )
        bounds = self._takes_bounds(signature)
        native = Native(self._compiled(name, bound), returns="i32", bounds=bounds)
        self._kept.append(native)
        return native.specialise(name, bound, split, binding)

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
        kinds = list(zip(signature.parameters, scalars, strict=True))
        behind = [types.int64] * (2 * self._takes_bounds(signature))
        arrays = [_array(types, p, kind) if p.is_array else kind for p, kind in kinds]
        pointers = [types.CPointer(kind) if p.is_array else kind for p, kind in kinds]
        extents = [types.int64] * len(signature.symbols)
        try:
            inner: Any = numba.njit([(*arrays, *behind)], **self._options(name))(self._plain)
            returned = {signature.return_type for signature in inner.nopython_signatures}
            entry = _entry(signature, inner, numba.carray, takes_bounds=bool(behind))
            made: object = numba.cfunc(types.int32(*pointers, *extents, *behind))(entry)
        except CompileError:
            raise
        except Exception as error:  # numba has errors that are no NumbaError
            if from_handler(error):
                raise
            reason = _reason(error, self._plain)
            raise CompileError(f"compile {name}: numba: {reason}") from error
        if returned - {types.none}:
            raise CompileError(
                f"compile {name}: its function returns {', '.join(map(str, returned))}; a kernel "
                "writes to its outputs, and returns nothing"
            )
        return made

    def _options(self, name: str) -> dict[str, Any]:
        """Returns the options that numba's decorator was given.

        Raises:
            CompileError: it is to start threads of its own.
        """
        given: dict[str, Any] = dict(getattr(self.function, "targetoptions", {}))
        given.pop("nopython", None)  # njit has it already
        parallel = given.get("parallel")
        if parallel is True or getattr(parallel, "enabled", False):
            raise CompileError(
                f"compile {name}: its function is decorated with parallel=True; leave that out, "
                "and pass split= and have it take lo, hi, because streamrt divides the work"
            )
        return given


def _array(types: Any, p: Parameter, dtype: Any) -> Any:
    """Returns numba's type of an array; one that the kernel does not write is read-only."""
    rank = len(_dims(p))
    return types.Array(dtype, rank, "C", readonly=not p.writes)


def _check_parts(signature: Signature, split: str, elementwise: bool, what: str) -> None:
    """Refuses a kernel whose function cannot be given a part as if it were the whole."""
    remedy = "have it take lo, hi behind the parameters"
    if not elementwise:
        raise SignatureError(
            f"{what}: {split} is split, and its function would take a part for the whole; "
            f"{remedy}, or pass elementwise=True if each element depends on those at the same "
            "index alone"
        )
    firsts = [(ELLIPSIS,) if p.ellipsis else (p.dims or ())[:1] for p in signature.arrays]
    if any(first != (split,) for first in firsts):
        raise SignatureError(
            f"{what}: {split} is split, and its function would be given parts of first dimensions; "
            f"{remedy}, or split the first dimension of all its arrays"
        )


def _as_it_is(
    function: Callable[..., None], signature: Signature, split: str | None
) -> Callable[..., None]:
    """Returns the function for a call with NumPy arrays; they have the shapes that numba's have."""
    takes_bounds = len(inspect.signature(function).parameters) > len(signature.names)

    def call(*given: Any) -> None:
        extents: dict[str, int] = {}
        for p, value in zip(signature.parameters, given, strict=True):
            if p.is_array:
                shape = (value.size,) if p.ellipsis else value.shape
                extents |= {str(d): n for d, n in zip(_dims(p), shape, strict=False)}
        arguments = [
            value.reshape(-1) if p.ellipsis or p.dims == () else value
            for p, value in zip(signature.parameters, given, strict=True)
        ]
        if takes_bounds and split is not None:
            arguments += [0, prod([extents[symbol] for symbol in split.split("*")])]
        function(*arguments)

    return call


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
    found: dict[str, Any] = {"inner": inner, "carray": carray}
    exec(compile(text, "<streamrt: the entry of a kernel>", "exec"), found)
    made: Callable[..., int] = found["entry"]
    return made


def _dims(p: Parameter) -> Sequence[str | int]:
    """Returns the dimensions of an array; one of `[...]` is a row of all its elements."""
    return (ELLIPSIS,) if p.ellipsis else p.dims or (1,)


def _shape(p: Parameter, extents: Mapping[str, str]) -> str:
    """Returns the shape of an array as text."""
    parts = [str(d) if isinstance(d, int) else extents[d] for d in _dims(p)]
    return f"({', '.join(parts)},)"


_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'([^\\/" (]+\.py)"?, line (\d+)')
_CALL = ">>> "
_WRITE = re.compile(r"^>>> (setitem|i\w+)\(readonly |Cannot modify readonly")
_HEADS = ("Failed in", "No implementation", "File ", "During:", "<source", "^", "- ", "Overload")


def _reason(error: Exception, function: Callable[..., object]) -> str:
    """Returns numba's reason and the line of the function, of the pages that numba writes."""
    lines = [line.strip() for line in _COLOUR.sub("", str(error)).splitlines() if line.strip()]
    reason = next((line for line in lines if not line.startswith(_HEADS)), "")
    if _WRITE.search(reason):
        reason = "it writes an array that its signature only reads; declare it inout, or out"
    elif reason.startswith(_CALL):
        reason = f"it knows no {reason.removeprefix(_CALL)}"
    elif not _is_of_numba(error):
        reason = f"{type(error).__name__}: {reason}"
    code = function.__code__
    file = os.path.basename(code.co_filename)
    places = [found for line in lines for found in _PLACE.findall(line) if found[0] == file]
    line = next((number for _, number in places), code.co_firstlineno)
    return f"{reason} ({file}:{line})"


def _is_of_numba(error: Exception) -> bool:
    return type(error).__module__.startswith("numba.")


def grain_of(split: str | None) -> int | Callable[[Mapping[str, int]], int]:
    """Returns a grain of `PART` elements, counted in turns of what is split."""

    def grain(extents: Mapping[str, int]) -> int:
        turns = prod([extents[symbol] for symbol in (split or "").split("*")])
        return max(1, PART * turns // max(1, prod(extents.values())))

    return PART if split in (None, ELLIPSIS) else grain
