"""What a kernel runs on a kind of device: LLVM IR, a native function or a Python function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from streamrt._compile import thunks
from streamrt._compile.arguments import spell_type
from streamrt._compile.binding import Binding
from streamrt._compile.pointers import Foreign, resolve
from streamrt._compile.signature import Signature
from streamrt._core.handles import Unique
from streamrt.errors import ArgumentError, ArgumentTypeError, SignatureError

__all__ = ["LLVM", "Implementation", "Native", "Python", "check_implementation"]


@dataclass(frozen=True, slots=True)
class LLVM(Unique):
    """An implementation in LLVM IR, compiled for the host's CPU when first needed.

    Attributes:
        source: IR text, or a function that writes it for a binding. It names neither target
            nor data layout, which the compiler sets.
        entry: the function `i32 entry(ptr args, i64 lo, i64 hi)` in it; None is the kernel's
            name.
        strided: whether it follows the strides of its arguments. Without, arguments that are
            not C-contiguous are refused.
        symbols: absolute addresses of external functions and data it names. Whatever the
            process exports by name, such as the C library, needs no address.
        opt: how hard to optimise, 0 to 3. IR with explicit vectors needs 0, scalar loops 1.
    """

    _instead = "pickle the kernel, which goes by its name"

    source: str | Callable[[Binding], str]
    entry: str | None = None
    strided: bool = False
    symbols: Mapping[str, int] = field(default_factory=dict[str, int])
    opt: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.source, str) and not callable(self.source):
            raise ArgumentTypeError(
                f"LLVM: source is of type {spell_type(self.source)}; "
                "pass IR text or a function that returns it"
            )
        if self.opt not in (0, 1, 2, 3):
            raise ArgumentError(f"LLVM: opt is {self.opt!r}; it is 0, 1, 2 or 3")
        for name, address in self.symbols.items():
            if not _is_address(address):
                raise ArgumentError(
                    f"LLVM: the symbol {name} is at {address!r}; symbols have absolute addresses"
                )


def _is_address(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


class Native(Unique):
    """An implementation by a native function, wherever it came from.

    The C prototype follows from the kernel's signature, see `streamrt._compile.thunks`. Its
    arguments must be C-contiguous. A function that takes the GIL works, but waits for it.

    Attributes:
        pointer: the object given, kept alive.
        foreign: its address and, where the object knows it, its prototype.
        returns: `i32` if the function returns an error code, None if nothing.
    """

    _instead = "pickle the kernel, which goes by its name"

    __slots__ = ("foreign", "pointer", "returns")

    def __init__(self, pointer: object, *, returns: str | None = None) -> None:
        """Takes an address, a ctypes or cffi function, a numba cfunc or a PyCapsule.

        Raises:
            ArgumentTypeError: for anything else.
            ArgumentError: for a null pointer or an unknown `returns`.
        """
        if returns not in (None, "i32"):
            raise ArgumentError(f'Native: returns is {returns!r}; it is None or "i32"')
        self.pointer: object = pointer
        self.foreign: Foreign = resolve(pointer, "Native")
        self.returns = returns

    def __repr__(self) -> str:
        return f"Native({self.foreign.address:#x}, returns={self.returns!r})"


@dataclass(frozen=True, slots=True)
class Python(Unique):
    """An implementation by a Python function, run in a worker thread.

    Attributes:
        function: called with one positional argument for each parameter, in order: arrays as
            NumPy views, writable only where the kernel writes them, scalars as given.
    """

    _instead = "pickle the kernel, which goes by its name"

    function: Callable[..., object]

    def __post_init__(self) -> None:
        function: object = self.function
        if not callable(function) or inspect.iscoroutinefunction(function):
            raise ArgumentTypeError(
                f"Python: the function is {self.function!r}; pass a function that is "
                "no coroutine function"
            )


Implementation: TypeAlias = "LLVM | Native | Python"


def check_implementation(
    implementation: Implementation, signature: Signature, split: str | None, what: str
) -> None:
    if isinstance(implementation, Native):
        thunks.check_native(signature, split, implementation.foreign, implementation.returns, what)
    elif isinstance(implementation, Python):
        _check_function(implementation.function, signature, what)
    elif isinstance(implementation.source, str):
        for variable, allowed in signature.types.items():
            if len(allowed) > 1:
                raise SignatureError(
                    f"{what}: {variable} may be {' or '.join(allowed)}, but the source is one "
                    "text; pass a function that writes it for a binding"
                )


def _check_function(function: Callable[..., object], signature: Signature, what: str) -> None:
    try:
        inspected = inspect.signature(function)
    except (TypeError, ValueError):  # some builtins do not say what they take
        return
    try:
        inspected.bind(*signature.parameters)
    except TypeError as error:
        raise SignatureError(
            f"{what}: the Python function takes {inspected}: {error}; "
            f"it is called with {signature.names}"
        ) from error
