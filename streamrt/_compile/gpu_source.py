"""The base of implementations in a GPU's C, `CUDA` and `OpenCL`, and the checks of their texts.

A text serves all bindings of its kernel, because what differs has a name in it: streamrt writes
definitions before it, which each subclass spells.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import ClassVar, cast

from streamrt._compile.code import GPUText, GridRule, Implementation
from streamrt._compile.implementations import written
from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import ELLIPSIS, Signature
from streamrt._core.values import check_count, check_flag, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, CompileError, SignatureError

__all__ = ["GPUSource", "Language", "check_text", "places_of", "written_where"]

MOST_THREADS = 1024
"""The most threads of a block, and MOST_BYTES the most bytes of all parameters of a kernel, on
every architecture ("CUDA C++ Programming Guide", "Compute Capabilities" and "Function
Parameters"). A device of OpenCL may allow less, and refuses the kernel then."""

MOST_BYTES = 4096

_PACKAGE = str(Path(__file__).parents[1]) + os.sep
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Language:
    """A language of GPUs, as messages name its parts, and what no text may have.

    Attributes:
        name: the name of its implementations, as in `CUDA(text)`.
        full: the name of the language.
        head: what the definition of a kernel begins with.
        suffix: that of its files.
        refused: a pattern of options that are refused.
        sizeless: shared memory without a size as the language spells it, and a pattern of it; None:
            it has none.
        reserved: the names that streamrt defines before a text.
        code: the class of the code.
        prelude: returns the definitions before a text, and the number of layout words.
    """

    name: str
    full: str
    head: str
    suffix: str
    refused: re.Pattern[str]
    sizeless: tuple[str, re.Pattern[str]] | None
    reserved: frozenset[str]
    code: type[GPUText]
    prelude: Callable[[Signature, Binding], tuple[str, int]]


@dataclass(frozen=True, slots=True)
class GPUSource(Implementation):
    """An implementation by a text in a language of GPUs."""

    language: ClassVar[Language]

    source: str | Callable[[Binding], str]
    entry: str | None = None
    strided: bool = field(default=False, kw_only=True)
    block: int | tuple[int, ...] = field(default=256, kw_only=True)
    items: int = field(default=1, kw_only=True)
    grid: GridRule | None = field(default=None, kw_only=True)
    fallible: bool = field(default=False, kw_only=True)
    options: tuple[str, ...] = field(default=(), kw_only=True)
    _where: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        name, full = self.language.name, self.language.full
        if not isinstance(self.source, str) and not callable(self.source):
            raise ArgumentTypeError(
                f"{name}: source is of type {spell_type(self.source)}; "
                f"pass {full} text or a function that returns it"
            )
        if not isinstance(self.entry, str | None):
            raise ArgumentTypeError(f"{name}: entry is {shown(self.entry)}; pass a name, or None")
        if self.entry is not None and not _IDENTIFIER.fullmatch(self.entry):
            raise ArgumentError(
                f"{name}: entry is {shown(self.entry)}; pass the name of a function"
            )
        object.__setattr__(self, "strided", check_flag(self.strided, f"{name}: strided"))
        object.__setattr__(self, "fallible", check_flag(self.fallible, f"{name}: fallible"))
        check_count(self.items, f"{name}: items", 1)
        _block_of(self.block, name)
        grid: object = self.grid
        if not (grid is None or callable(grid)):
            raise ArgumentTypeError(
                f"{name}: grid is {shown(grid)}; pass a function of the binding, the extents and "
                "the number of multiprocessors"
            )
        object.__setattr__(self, "options", _checked_options(self.options, self.language))
        object.__setattr__(self, "_where", written_where())

    @property
    def follows_strides(self) -> bool:
        """Whether it takes arrays that are not C-contiguous."""
        return self.strided

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        """Refuses a kernel that it cannot implement; see `streamrt.backend.Implementation`."""
        language, name = self.language, what.removeprefix("kernel ")
        if self.entry is None and not _IDENTIFIER.fullmatch(name):
            raise SignatureError(
                f"{what}: its name is no name of a {language.full} function; "
                f"pass {language.name}(text, entry=...)"
            )
        if isinstance(self.source, str):
            check_text(self.source, self.entry or name, what, language)
        reserved = language.reserved & set(signature.types)
        if reserved:  # no type variable is spelled so today
            raise SignatureError(f"{what}: {', '.join(reserved)} has a meaning of its own in texts")

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> GPUText:
        """Returns the code for one binding; see `streamrt.backend.Implementation`."""
        entry, language = self.entry or name, self.language
        source = self.source
        if isinstance(source, str):
            text = source
        else:
            text = written(source, name, binding, language.full)
            wrong = _defect(text, entry, language)
            if wrong is not None:
                raise CompileError(f"compile {name}: {wrong}")
        before, words = language.prelude(signature, binding)
        nbytes = 8 * (words + len(signature.parameters) + 1)
        if nbytes > MOST_BYTES:
            raise CompileError(
                f"compile {name}: its parameters and {words} layout words have up to {nbytes} "
                f"bytes, and a kernel in {language.full} takes {MOST_BYTES}; pass fewer arrays, or "
                "arrays of fewer dimensions"
            )
        return language.code(
            source=f'{before}#line 1 "{entry}{language.suffix}"\n{text}',
            entry=entry,
            block=_block_of(self.block, language.name),
            items=self.items,
            grid=self.grid,
            fallible=self.fallible,
            options=self.options,
            where=self._where,
            binding=binding,
            symbols=signature.symbols,
            split=split,
        )


def places_of(signature: Signature, binding: Binding) -> tuple[int, int, int, list[int]]:
    """Returns the places of layout words.

    Returns:
        The number of words; the rank of `[...]`, 0 without; the place of its first extent; and the
        place of the first stride of each array.
    """
    starts: list[int] = []
    words = first = 0
    for symbol in signature.symbols:
        if symbol == ELLIPSIS:
            first = words
        words += binding.rank if symbol == ELLIPSIS else 1
    for p in signature.arrays:
        starts.append(words)
        words += binding.rank if p.ellipsis else len(p.dims or ())
    return words, binding.rank if ELLIPSIS in signature.symbols else 0, first, starts


def written_where() -> str:
    """Returns the file and line of the nearest frame outside of streamrt."""
    frame: FrameType | None = sys._getframe()  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith((_PACKAGE, "<")):
            return f"{name}:{frame.f_lineno}"
        frame = frame.f_back
    return "streamrt"


def check_text(text: str, entry: str, what: str, language: Language) -> None:
    """Raises if a text cannot be the kernel's, as far as it can be seen without a compiler.

    Raises:
        SignatureError: it cannot.
    """
    wrong = _defect(text, entry, language)
    if wrong is not None:
        raise SignatureError(f"{what}: {wrong}")


def _defect(text: str, entry: str, language: Language) -> str | None:
    """Returns the defect of a text, if it can be seen without a compiler."""
    bare = _NOT_CODE.sub(" ", text)
    if "\0" in text:
        return f"the {language.name} text holds a NUL character; correct the source"
    if not re.search(rf"\b{re.escape(entry)}\s*\(", bare):
        return (
            f"the {language.name} text defines no {entry}; it must define `{language.head} {entry}`"
        )
    if language.sizeless is not None and language.sizeless[1].search(bare):
        return (
            f"the {language.name} text has shared memory without a size, "
            f"`{language.sizeless[0]}`, and streamrt gives none at a launch; write the size into "
            "the text"
        )
    return None


@refusing
def _block_of(given: object, name: str) -> tuple[int, int, int]:
    """Returns the threads of a block in x, y and z."""
    text = shown(given)
    numbers = cast("tuple[object, ...]", given) if isinstance(given, tuple) else (given,)
    if not 1 <= len(numbers) <= 3:
        raise ArgumentError(f"{name}: block is {text}; pass up to three numbers")
    limits = (MOST_THREADS, MOST_THREADS, 64)
    sizes = [
        check_count(n, f"{name}: block", 1, most) for n, most in zip(numbers, limits, strict=False)
    ]
    x, y, z = (*sizes, 1, 1)[:3]
    if x * y * z > MOST_THREADS:
        raise ArgumentError(
            f"{name}: block is {text}, {x * y * z} threads; a block has at most {MOST_THREADS}"
        )
    return x, y, z


@refusing
def _checked_options(given: object, language: Language) -> tuple[str, ...]:
    name = language.name
    if not isinstance(given, tuple | list):
        raise ArgumentTypeError(f"{name}: options is {shown(given)}; pass a tuple of texts")
    options: list[str] = []
    for option in cast("Sequence[object]", given):
        if not isinstance(option, str):
            raise ArgumentTypeError(f"{name}: an option is {shown(option)}; options are texts")
        if language.refused.match(option):
            raise ArgumentError(
                f"{name}: an option is {shown(option)}; streamrt itself chooses what is compiled "
                "for which architecture"
            )
        options.append(option)
    return tuple(options)
