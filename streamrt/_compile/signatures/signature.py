"""Kernel signatures: the text `x: T[n, m], inout y: T[n], alpha: T`, parsed and checked.

    signature = parameter {"," parameter} [","]
    parameter = ["in" | "out" | "inout"] name ":" dtype ["[" dims "]"]
    dtype     = "f32" | "float32" | ... | type variable (one capital letter, then digits)
    dims      = "..." | [dim {"," dim}]
    dim       = symbol | positive integer

A parameter without brackets is a scalar, passed by value; it has any dtype except f16. `[...]` is
an array of any rank; all arrays written so in one signature have the same shape. `[]` is an array
of rank 0. A dtype has a short name and NumPy's full name. A parsed signature has the short one, so
two signatures that differ in the spelling are equal.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, cast

from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES, SPELLINGS, DType, of_code
from streamrt._core.values import shown
from streamrt.errors import SignatureError

__all__ = ["ELLIPSIS", "MAX_PARAMETERS", "Mode", "Parameter", "Signature", "divides", "parse"]

Mode = Literal["in", "out", "inout", "scalar"]

ELLIPSIS = "..."
"""Stands for the extents of `[...]` arrays wherever a symbol may stand."""

MAX_PARAMETERS = 255
"""The number of parameters that a kernel may have; each takes an argument slot of a plan."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TYPE_VARIABLE = re.compile(r"[A-Z][0-9]*")
_PARAMETER = re.compile(
    r"(?:(?P<mode>in|out|inout)\s+)?(?P<name>\w+)\s*:\s*(?P<dtype>\w+)"
    r"\s*(?:\[(?P<dims>[^\[\]]*)\])?"
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a kernel.

    Attributes:
        name: its name, which is also the keyword under which callers may pass it.
        mode: how an array is accessed, or `scalar`.
        dtype: a dtype's name or a type variable's.
        dims: symbols and extents of an array; None for a scalar, empty for `[...]`.
        ellipsis: whether it is an array written `[...]`.
        is_array: whether it is passed as a Buffer.
        reads: whether it is an array whose old elements matter.
        writes: whether it is an array that the kernel writes.
        declared: the dtype that it names; None where it names a type variable.
    """

    name: str
    mode: Mode
    dtype: str
    dims: tuple[str | int, ...] | None
    ellipsis: bool
    is_array: bool = field(init=False, repr=False, compare=False)
    reads: bool = field(init=False, repr=False, compare=False)
    writes: bool = field(init=False, repr=False, compare=False)
    declared: DType | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Worked out once: every launch that is checked, planned or captured asks for these.
        object.__setattr__(self, "is_array", self.dims is not None)
        object.__setattr__(self, "reads", self.mode in ("in", "inout"))
        object.__setattr__(self, "writes", self.mode in ("out", "inout"))
        object.__setattr__(self, "declared", DTYPES.get(self.dtype))

    def __str__(self) -> str:
        mode = f"{self.mode} " if self.writes else ""
        if self.dims is None:
            return f"{self.name}: {self.dtype}"
        dims = ELLIPSIS if self.ellipsis else ", ".join(map(str, self.dims))
        return f"{mode}{self.name}: {self.dtype}[{dims}]"


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a kernel, with their type variables and symbols.

    Attributes:
        parameters: the parameters, in the order in which callers pass them.
        types: the dtypes that each type variable may stand for.
        symbols: symbolic extents in order of first appearance; `...` stands for those of
            `[...]` arrays.
        arrays: the array parameters, in order.
        scalars: the other parameters, in order.
        names: the parameters' names, in order.
    """

    parameters: tuple[Parameter, ...]
    types: Mapping[str, tuple[str, ...]]
    symbols: tuple[str, ...]
    arrays: tuple[Parameter, ...] = field(init=False, repr=False, compare=False)
    scalars: tuple[Parameter, ...] = field(init=False, repr=False, compare=False)
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parameters = self.parameters
        object.__setattr__(self, "arrays", tuple(p for p in parameters if p.is_array))
        object.__setattr__(self, "scalars", tuple(p for p in parameters if not p.is_array))
        object.__setattr__(self, "names", tuple(p.name for p in parameters))

    def dtype_of(self, parameter: Parameter, types: Mapping[str, str]) -> DType:
        """Returns the dtype of a parameter once type variables are bound."""
        return parameter.declared or DTYPES[types[parameter.dtype]]

    def __str__(self) -> str:
        return ", ".join(map(str, self.parameters))


def parse(
    text: str,
    types: Mapping[str, Sequence[str]] | None = None,
    *,
    what: str = "signature",
) -> Signature:
    """Parses a signature; the module's docstring has the grammar.

    Args:
        text: the signature.
        types: the dtypes that each type variable may stand for; one left out may be any dtype,
            except f16 if a scalar has it.
        what: begins error messages, such as `kernel axpy`.

    Raises:
        SignatureError: if the text, or `types` against it, is wrong.
    """
    if not isinstance(text, str):
        raise SignatureError(f"{what}: the signature is {shown(text)}; signatures are text")
    parameters = tuple(_parameter(part, what) for part in _split(text, what))
    if not parameters:
        raise SignatureError(f"{what}: it has no parameters; a kernel needs at least one")
    if len(parameters) > MAX_PARAMETERS:
        raise SignatureError(
            f"{what}: {len(parameters)} parameters; a kernel takes at most {MAX_PARAMETERS}"
        )
    _refuse_duplicates(parameters, what)
    bound = _types(parameters, {} if types is None else types, what)
    symbols = dict.fromkeys(symbol for p in parameters for symbol in _symbols(p))
    return Signature(parameters, MappingProxyType(bound), tuple(symbols))


def _split(text: str, what: str) -> Iterator[str]:
    """Yields the parameters' texts: cut at commas outside brackets; the last comma may trail."""
    parts = re.split(r",(?![^\[]*\])", text)
    if not parts[-1].strip():
        parts.pop()
    for number, part in enumerate(parts, 1):
        if not part.strip():
            raise SignatureError(f"{what}: parameter {number} is empty; remove one comma")
        yield part.strip()


def _parameter(text: str, what: str) -> Parameter:
    match = _PARAMETER.fullmatch(text)
    if match is None:
        raise SignatureError(
            f"{what}: cannot read {shown(text)}; write [in|out|inout] name: dtype[dims]"
        )
    name, dims = match["name"], match["dims"]
    dtype = SPELLINGS.get(match["dtype"], match["dtype"])
    what = f"{what}: parameter {name}"
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise SignatureError(
            f"{what} cannot be passed by keyword; names start with an ASCII letter, "
            "hold letters, digits and underscores and are no Python keywords"
        )
    if dtype not in DTYPES and not _TYPE_VARIABLE.fullmatch(dtype):
        raise SignatureError(
            f"{what} has the type {dtype}; "
            + _instead_of(dtype, "; a type variable is a capital letter with digits: T or T1")
        )
    mode = match["mode"]
    if dims is None:
        if mode in ("out", "inout"):
            raise SignatureError(
                f"{what} is an {mode} scalar; scalars are inputs, "
                f"an array of one element is written {name}: {dtype}[1]"
            )
        if dtype == "f16":
            raise SignatureError(
                f"{what} is a scalar of f16; scalars are passed as numbers of a CPU, pass an f32"
            )
        return Parameter(name, "scalar", dtype, None, False)
    extents, ellipsis = _dims(dims, what)
    return Parameter(name, cast("Mode", mode or "in"), dtype, extents, ellipsis)


def _instead_of(text: str, more: str = "") -> str:
    """Returns the end of a message about a text that is no dtype: what may stand there."""
    meant = of_code(text)
    if meant is not None:
        return f"write {' or '.join(dict.fromkeys((meant.name, str(meant.numpy))))}"
    return f"dtypes are {', '.join(DTYPES)}, or NumPy's full names such as float32{more}"


def _dims(text: str, what: str) -> tuple[tuple[str | int, ...], bool]:
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if parts == [ELLIPSIS]:
        return (), True
    dims: list[str | int] = []
    for part in parts:
        if part.isascii() and part.isdigit():
            dims.append(int(part))
            if dims[-1] == 0:
                raise SignatureError(f"{what} has an extent of 0; extents are at least 1")
        elif _NAME.fullmatch(part):
            dims.append(part)
        else:
            raise SignatureError(
                f"{what} has the extent {shown(part)}; extents are symbols, positive integers, "
                "or ... alone"
            )
    return tuple(dims), False


def _refuse_duplicates(parameters: Sequence[Parameter], what: str) -> None:
    seen: set[str] = set()
    for p in parameters:
        if p.name in seen:
            raise SignatureError(f"{what}: two parameters are called {p.name}; rename one")
        seen.add(p.name)


def _symbols(parameter: Parameter) -> Iterator[str]:
    if parameter.ellipsis:
        yield ELLIPSIS
    for dim in parameter.dims or ():
        if isinstance(dim, str):
            yield dim


def _types(
    parameters: Sequence[Parameter], given: Mapping[str, Sequence[str]], what: str
) -> dict[str, tuple[str, ...]]:
    used = dict.fromkeys(p.dtype for p in parameters if p.declared is None)
    if not isinstance(given, Mapping):
        raise SignatureError(f"{what}: types is {shown(given)}; pass dtypes by type variable")
    for variable in given:
        if variable not in used:
            raise SignatureError(
                f"{what}: types names {shown(variable)}; no parameter has that type"
            )
    of_arrays = {p.dtype for p in parameters if p.is_array}
    of_scalars = {p.dtype for p in parameters if not p.is_array}
    result: dict[str, tuple[str, ...]] = {}
    for variable in used:
        if variable not in of_arrays:
            raise SignatureError(
                f"{what}: only scalars have the type {variable}; "
                "a type variable is bound by an array, give scalars a dtype"
            )
        allowed = given.get(variable, COMPUTED if variable in of_scalars else tuple(DTYPES))
        if isinstance(allowed, str):
            allowed = (allowed,)
        elif not isinstance(allowed, Iterable):
            raise SignatureError(f"{what}: types allows {variable} {shown(allowed)}; pass dtypes")
        names = [name if isinstance(name, str) else shown(name) for name in allowed]
        unknown = next((name for name in names if name not in SPELLINGS), None if names else "")
        if unknown is not None:
            raise SignatureError(
                f"{what}: types allows {variable} {unknown or 'nothing'}; {_instead_of(unknown)}"
            )
        result[variable] = tuple(dict.fromkeys(SPELLINGS[name] for name in names))
        if variable in of_scalars and "f16" in result[variable]:
            raise SignatureError(
                f"{what}: types allows {variable} f16, and a scalar has that type; scalars of f16 "
                "cannot be passed, give the scalar the type f32"
            )
    return result


def divides(split: object, symbols: Sequence[str]) -> bool:
    """Whether it is a symbol that can be split, or several."""
    if not isinstance(split, str):
        return False
    named = split.split("*")
    return split in symbols or (ELLIPSIS not in named and set(named) <= set(symbols))
