"""The implementations in LLVM IR and in Python; `Native` has a file of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from streamrt._compile.code import Implementation, PythonFunction
from streamrt._compile.llvm_code import AnySymbol, LLVMCode, SharedFunction, Symbol, Words
from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.binding import Binding
from streamrt._compile.signatures.signature import Signature
from streamrt._core.values import check_count, shown
from streamrt._interrupts import from_handler
from streamrt.errors import ArgumentError, ArgumentTypeError, CompileError, SignatureError

__all__ = ["LLVM", "Python", "written"]

MOST_WORDS = 1 << 20
"""The most words of memory that a symbol may be."""


@dataclass(frozen=True, slots=True)
class LLVM(Implementation):
    """An implementation in LLVM IR, compiled for the host's CPU when first needed.

    The IR defines a function `i32 entry(ptr args, i64 lo, i64 hi)`. `args` has slots of 8 bytes.
    Slot 0 is the address of 64-bit words: the extents in the order in which the signature names
    them, then the strides of each array in bytes. The slots behind it are the parameters in order:
    the address of an array, or a scalar. `lo` and `hi` bound the part of the split extent. The
    result is 0, or an error code. The page "Calling conventions" of the reference says the rest.

    Attributes:
        source: IR text, or a function that writes it for a binding. The text names neither target
            nor data layout, because the compiler sets them.
        entry: the name of the function `i32 entry(ptr args, i64 lo, i64 hi)` in it; None is the
            kernel's name.
        strided: whether it follows the strides of its arguments. If not, arguments that are not
            C-contiguous are refused.
        symbols: what the external functions and data are that it names: a `streamrt.emit.Symbol`
            of a library, `streamrt.emit.Words` of memory, or an absolute address, which serves
            devices in this process alone. A symbol that the process exports by name, such as the C
            library's, needs none.
        opt: how hard to optimise, 0 to 3. IR with explicit vectors needs 0, scalar loops 1.
    """

    source: str | Callable[[Binding], str]
    entry: str | None = None
    strided: bool = False
    symbols: Mapping[str, AnySymbol] = field(default_factory=dict[str, AnySymbol])
    opt: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.source, str) and not callable(self.source):
            raise ArgumentTypeError(
                f"LLVM: source is of type {spell_type(self.source)}; "
                "pass IR text or a function that returns it"
            )
        if not isinstance(self.entry, str | None):
            raise ArgumentTypeError(f"LLVM: entry is {shown(self.entry)}; pass a name, or None")
        check_count(self.opt, "LLVM: opt", 0, 3)
        if not isinstance(self.symbols, Mapping):
            raise ArgumentTypeError(f"LLVM: symbols is {shown(self.symbols)}; pass symbols by name")
        for name, address in self.symbols.items():
            if not isinstance(name, str):
                raise ArgumentTypeError(f"LLVM: a symbol is {shown(name)}; symbols are text")
            if not (_is_address(address) or _is_symbol(address)):
                raise ArgumentError(
                    f"LLVM: the symbol {name} is {shown(address)}; it must be a Symbol or Words of "
                    "streamrt.emit, or an absolute address"
                )

    @property
    def follows_strides(self) -> bool:
        """Whether it takes arrays that are not C-contiguous."""
        return self.strided

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        """Refuses a kernel that it cannot implement; see `streamrt.backend.Implementation`."""
        if not isinstance(self.source, str):
            return
        for variable, allowed in signature.types.items():
            if len(allowed) > 1:
                raise SignatureError(
                    f"{what}: {variable} may be {' or '.join(allowed)}, but the source is one "
                    "text; pass a function that writes it for a binding"
                )

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> LLVMCode:
        """Returns the code for one binding; see `streamrt.backend.Implementation`."""
        text = (
            self.source
            if isinstance(self.source, str)
            else written(self.source, name, binding, "IR")
        )
        return LLVMCode(text, self.entry or name, self.symbols, self.opt)


def _is_symbol(value: object) -> bool:
    if isinstance(value, Words):
        return isinstance(value.count, int) and 0 < value.count <= MOST_WORDS
    texts = (value.library, value.build_id, value.name) if isinstance(value, Symbol) else ()
    return isinstance(value, SharedFunction) or (
        bool(texts) and all(isinstance(text, str) and text for text in texts)
    )


def _is_address(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 64


def written(source: Callable[[Binding], object], name: str, binding: Binding, language: str) -> str:
    """Returns the text that a source function returns.

    Raises:
        CompileError: it fails, or returns something else.
    """
    try:
        text = source(binding)
    except Exception as error:
        if from_handler(error):
            raise
        raise CompileError(
            f"compile {name}: its source function raised "
            f"{type(error).__name__}: {error}; it was asked for {binding}"
        ) from error
    if not isinstance(text, str):
        raise CompileError(
            f"compile {name}: its source function returned {spell_type(text)}; "
            f"it must return {language} text"
        )
    return text


@dataclass(frozen=True, slots=True)
class Python(Implementation):
    """An implementation by a Python function, run in a host thread.

    Attributes:
        function: called with one positional argument for each parameter, in order: arrays as
            NumPy views, writable only where the kernel writes them, scalars as given.
    """

    function: Callable[..., object]

    def __post_init__(self) -> None:
        function: object = self.function
        if not callable(function) or inspect.iscoroutinefunction(function):
            raise ArgumentTypeError(
                f"Python: the function is {shown(self.function)}; pass a function that is "
                "no coroutine function"
            )

    @property
    def follows_strides(self) -> bool:
        """Whether it takes arrays that are not C-contiguous."""
        return True

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        """Refuses a kernel that it cannot implement; see `streamrt.backend.Implementation`."""
        try:
            inspected = inspect.signature(self.function)
        except (TypeError, ValueError):  # some builtins do not say what they take
            return
        try:
            inspected.bind(*signature.parameters)
        except TypeError as error:
            raise SignatureError(
                f"{what}: the Python function takes {inspected}: {error}; "
                f"it is called with {', '.join(signature.names)}"
            ) from error

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> PythonFunction:
        """Returns the code for one binding; see `streamrt.backend.Implementation`."""
        return PythonFunction(self.function)


class NumPys(Python):
    """An implementation by a function of NumPy's, where `jit` compiles nothing."""

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> PythonFunction:
        """Returns the code for one binding; see `streamrt.backend.Implementation`."""
        return PythonFunction(self.function, is_numpys=True)
