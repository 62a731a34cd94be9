"""What a kernel runs on a kind of device: LLVM IR, a native function or a Python function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from streamrt._compile import native_function
from streamrt._compile.arguments import spell_type
from streamrt._compile.binding import Binding
from streamrt._compile.pointers import Foreign, resolve
from streamrt._compile.signature import Signature
from streamrt._core.handles import Unique
from streamrt._core.values import check_count, check_flag, shown
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
        if not isinstance(self.entry, str | None):
            raise ArgumentTypeError(f"LLVM: entry is {shown(self.entry)}; it is a name, or None")
        check_count(self.opt, "LLVM: opt", 0, 3)
        if not isinstance(self.symbols, Mapping):
            raise ArgumentTypeError(
                f"LLVM: symbols is {shown(self.symbols)}; pass addresses by name"
            )
        for name, address in self.symbols.items():
            if not isinstance(name, str):
                raise ArgumentTypeError(f"LLVM: a symbol is {shown(name)}; symbols are text")
            if not _is_address(address):
                raise ArgumentError(
                    f"LLVM: the symbol {name} is at {shown(address)}; "
                    "symbols have absolute addresses"
                )


def _is_address(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 64


class Native(Unique):
    """An implementation by a native function, wherever it came from.

    The C prototype follows from the kernel's signature: the parameters in order, arrays as
    pointers to their first elements, scalars by value; then each distinct extent as an `int64_t`
    (all of `[...]` is one, the number of elements); then, with `bounds`, `int64_t lo, int64_t hi`.
    The arrays must be C-contiguous. A function that takes the GIL works, but waits for it.

        axpy(x: f32[n], inout y: f32[n], alpha: f32)  →  void f(float *, float *, float, int64_t)

    A kernel with `split` calls it from several threads, with a part of that extent each. With
    `bounds` it is given the whole arrays, and writes what belongs to lo, ..., hi - 1. Without, it
    is given the part as if it were everything, which only a kernel that is `elementwise` allows.

    Attributes:
        pointer: the object given, kept alive.
        foreign: its address and, where the object knows it, its prototype.
        returns: `i32` if the function returns an error code, None if nothing.
        bounds: whether it takes the bounds of its part.
    """

    _instead = "pickle the kernel, which goes by its name"

    __slots__ = ("bounds", "foreign", "pointer", "returns")

    def __init__(
        self, pointer: object, *, returns: str | None = None, bounds: bool = False
    ) -> None:
        """Takes an address, a ctypes or cffi function, a numba cfunc or a PyCapsule.

        Raises:
            ArgumentTypeError: for anything else.
            ArgumentError: for a null pointer or an unknown `returns`.
        """
        if not (returns is None or (isinstance(returns, str) and returns == "i32")):
            raise ArgumentError(f'Native: returns is {shown(returns)}; it is None or "i32"')
        self.pointer: object = pointer
        self.foreign: Foreign = resolve(pointer, "Native")
        self.returns = returns
        self.bounds: bool = check_flag(bounds, "Native: bounds")

    def __repr__(self) -> str:
        options = f"returns={self.returns!r}, bounds={self.bounds}"
        return f"Native({self.foreign.address:#x}, {options})"


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
                f"Python: the function is {shown(self.function)}; pass a function that is "
                "no coroutine function"
            )


Implementation: TypeAlias = "LLVM | Native | Python"


def check_implementation(
    implementation: Implementation,
    signature: Signature,
    split: str | None,
    elementwise: bool,
    what: str,
) -> None:
    if isinstance(implementation, Native):
        native_function.check_native(signature, split, elementwise, implementation, what)
    elif isinstance(implementation, Python):
        _check_function(implementation.function, signature, what)
    elif not isinstance(implementation, LLVM):
        raise ArgumentTypeError(
            f"{what}: cpu is {shown(implementation)}; pass LLVM(text), Native(pointer) or "
            "Python(function)"
        )
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
