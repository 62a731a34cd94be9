"""Compiles LLVM IR to machine code.

1. LLVM asserts: IR that it does not expect ends the process. So every text is parsed and
   verified first, and a defect that this finds becomes a CompileError. A defect that only code
   generation finds cannot be caught, such as an intrinsic of an instruction set that this CPU
   lacks. Kernels with inline assembly or thread-local variables are refused for that reason.
2. Objects are cached on disk by everything that they depend on (cache.py).
"""

from __future__ import annotations

import hashlib
import logging
import re
import time
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache

from streamrt._compile.cache import DiskCache
from streamrt._compile.llvm.llvmlite_types import (
    LLJIT,
    LlvmModule,
    TargetMachine,
)
from streamrt._compile.llvm.targets import Target, binding, host, lock, machine
from streamrt._compile.llvm_code import LLVMCode, SharedFunction
from streamrt._compile.spent import SPENT
from streamrt._notes import begin, end, listeners, now, openers, rare_listeners, tell
from streamrt.errors import ArgumentTypeError, CompileError

__all__ = [
    "STATS", "binding", "compile_ir", "compile_object", "explained", "host", "lock", "new_jit",
    "on_disk",
]  # fmt: skip

ABI = "i32 (ptr, i64, i64)"
"""The type of every kernel's entry."""

GENERATOR_VERSION = 1
"""A part of every cache key. Raise it whenever this file makes other code of the same IR."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Stats:
    """The number of kernels that this process has compiled, found on disk, and loaded."""

    compiled: int = 0
    from_disk: int = 0
    loaded: int = 0


STATS = Stats()


def new_jit() -> LLJIT:
    """Returns a new compiler, which keeps what is loaded with it. Under the lock."""
    # On AArch64 the older linker cannot reach code more than 4 GiB away.
    use_jit_link = host().triple.startswith(("aarch64", "arm64"))
    return binding().create_lljit_compiler(
        machine(host(), 2), use_jit_link=use_jit_link, suppress_errors=True
    )


@cache
def disk() -> DiskCache:
    """Returns the cache of objects on disk."""
    return DiskCache()


def compile_ir(
    text: str,
    *,
    name: str,
    opt: int = 1,
    passes: bool = True,
    entry: str | None = None,
    target: Target | None = None,
    look: bool = True,
) -> bytes:
    """Compiles IR to an object file in memory, or finds it in the cache on disk.

    Args:
        text: the text of an LLVM module.
        name: begins error messages.
        opt: how hard to optimise, 0 to 3. Code generation uses 2 at least.
        passes: whether to run LLVM's passes. IR from a C compiler does not need them.
        entry: the name of a function that must have the type of a kernel's entry, or None.
        target: the CPU that the code is for; None is this process's.
        look: whether to look on disk first; False after `on_disk` has found nothing.

    Raises:
        CompileError: if LLVM refuses the text, or it does not define the entry.
    """
    target = target or host()
    key = _key(target, text, f"opt={opt}", f"passes={passes}", f"entry={entry}")
    since = now() if listeners or rare_listeners else 0
    found = _look(key, target) if look else None  # waits for no thread that compiles
    if found is not None:
        if since:
            tell("load", name, since)
        return found
    with lock:
        since = now() if listeners or rare_listeners else 0
        start = time.perf_counter()
        ends = begin("compile", name) if openers else ()
        try:
            data = _compile(text, name, opt, passes and opt > 0, entry, target)
        finally:
            end(ends)
        STATS.compiled += 1
        seconds = SPENT.note_compiled(time.perf_counter() - start)
        _log.debug("compiled %s in %.1f ms", name, 1e3 * seconds)
        disk().put(key, data, target.features)
    if since:
        tell("compile", name, since)
    return data


def compile_object(
    code: LLVMCode | SharedFunction, target: Target | None = None, *, name: str = ""
) -> bytes:
    """Compiles code to an object file, or finds it in the cache on disk; it loads nothing.

    An object refers to the symbols of the code by their names in the IR.

    Args:
        code: the code of a plan, or the shared code of one of its symbols.
        target: the CPU that the object is for; None is this process's. It may come from another
            process.
        name: begins error messages; "" is the name of the code's function.

    Raises:
        CompileError: LLVM refuses the text, or it is not for that CPU.
    """
    given: tuple[object, object] = target, name
    if not (isinstance(given[0], Target | None) and isinstance(given[1], str)):
        kinds = [type(each).__name__ for each in given]
        raise ArgumentTypeError(
            f"compile_object: target and name are of the types {' and '.join(kinds)}; pass a "
            "Target or None, and text"
        )
    if not isinstance(code, LLVMCode | SharedFunction):
        raise CompileError(
            f"compile {name or 'an object'}: the code is of type {type(code).__name__}; "
            "pass an LLVMCode, or the shared code of one of its symbols"
        )
    entry = code.entry if isinstance(code, LLVMCode) else None
    what = name or (code.entry if isinstance(code, LLVMCode) else code.what)
    if target is not None and target != host():
        target = target.tried()
        _check_portable(code.source, what, target)
    return compile_ir(code.source, name=what, opt=code.opt, entry=entry, target=target)


def on_disk(text: str, *, opt: int, entry: str) -> bytes | None:
    """Returns the object of a kernel's text, if a `compile_ir` has left it on disk."""
    target = host()
    return _look(_key(target, text, f"opt={opt}", "passes=True", f"entry={entry}"), target)


def _look(key: bytes, target: Target) -> bytes | None:
    data = disk().get(key, target.features)
    STATS.from_disk += data is not None
    SPENT.found += data is not None
    return data


def _key(target: Target, *options: str) -> bytes:
    """Returns a digest of everything that the object depends on, each part with its length."""
    digest = _digest_of(target, GENERATOR_VERSION).copy()
    _add(digest, options)
    return digest.digest()


@cache
def _digest_of(target: Target, generator: int) -> hashlib.blake2b:
    """Returns the beginning of all keys of a CPU and a compiler, to be copied."""
    digest = hashlib.blake2b(digest_size=32)
    versions = f"generator {generator}", target.versions
    _add(digest, (*versions, target.triple, target.cpu, target.flags))
    return digest


def _add(digest: hashlib.blake2b, parts: Iterable[str]) -> None:
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)


def _compile(
    text: str, name: str, opt: int, passes: bool, entry: str | None, target: Target
) -> bytes:
    if entry is not None:
        _check_text(text, name)
    with _parsed(text, name) as module:
        if entry is not None:
            _check_entry(module, entry, name)
        made = machine(target, max(opt, 2))
        _retarget(module, made, name)
        if passes:
            _run_passes(module, made, opt)
        try:
            return made.emit_object(module)
        except RuntimeError as error:
            raise CompileError(
                f"compile {name}: LLVM cannot emit code for {target.cpu}: {error}; "
                "correct the source"
            ) from error


@contextmanager
def _parsed(text: str, name: str) -> Generator[LlvmModule]:
    """Gives a verified module in a context of its own, and frees both afterwards."""
    if "\0" in text:
        raise CompileError(f"compile {name}: the IR holds a NUL character; correct the source")
    llvm = binding()
    with ExitStack() as stack:
        context = llvm.create_context()
        stack.callback(context.close)
        try:
            module = llvm.parse_assembly(text, context)
            stack.callback(module.close)
            module.verify()
        except (RuntimeError, UnicodeEncodeError) as error:
            found = str(error).removeprefix("LLVM IR parsing error").strip()
            raise CompileError(
                f"compile {name}: LLVM refuses the IR: {found}; correct the source"
            ) from error
        yield module


# Strings and comments, or one of the words; names that hold a word have a sigil before them.
_FATAL = re.compile(r'"[^"]*"|;[^\n]*|(?<![%@$!#.\w-])(?P<word>asm|thread_local)(?![.\w-])')


def _check_text(text: str, name: str) -> None:
    """Refuses text that would make LLVM end the process."""
    if "asm" not in text and "thread_local" not in text:
        return  # the search below takes half a millisecond
    for match in _FATAL.finditer(text):
        if match["word"]:
            raise CompileError(
                f"compile {name}: the IR holds {match['word']}; kernels have neither inline "
                "assembly nor thread-local variables, use intrinsics and arguments"
            )


_BOUND = re.compile(
    r"@llvm\.(?:x86|aarch64|arm|riscv|ppc|loongarch|nvvm|amdgcn)\.[\w.]*"
    r'|"(?:target|tune)-(?:cpu|features)"'
)


def _check_portable(text: str, name: str, target: Target) -> None:
    """Refuses text that names what this CPU has: LLVM ends the process if the target lacks it."""
    found = _BOUND.search(text)
    if found:
        raise CompileError(
            f"compile {name}: the IR holds {found[0]}, which is for one CPU, and "
            f"{target.cpu or target.triple} may lack it; use IR that names no CPU"
        )


def _check_entry(module: LlvmModule, entry: str, name: str) -> None:
    try:
        function = module.get_function(entry)
    except NameError:
        function = None
    if function is None or function.is_declaration:
        defined = [f.name for f in module.functions if not f.is_declaration]
        raise CompileError(
            f"compile {name}: the IR defines {', '.join(defined) or 'no function'}; "
            f"it must define the entry {entry}"
        )
    found = str(function.global_value_type)
    if found != ABI:
        raise CompileError(
            f"compile {name}: {entry} has the type {found}; a kernel's entry has {ABI}"
        )


def _retarget(module: LlvmModule, machine: TargetMachine, name: str) -> None:
    """Makes the module one for this machine; refuses IR of another architecture."""
    named, own = module.triple.partition("-")[0], machine.triple.partition("-")[0]
    if named and named != own:
        raise CompileError(
            f"compile {name}: the IR is for {named}, the target is {own}; "
            "leave the target triple out"
        )
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)


def _run_passes(module: LlvmModule, machine: TargetMachine, opt: int) -> None:
    llvm = binding()
    with ExitStack() as stack:
        options = llvm.create_pipeline_tuning_options(opt)
        stack.callback(options.close)
        builder = llvm.create_pass_builder(machine, options)
        stack.callback(builder.close)
        # A pass manager that sees a second module aborts the process, and one that is merely
        # closed is never freed.
        manager = builder.getModulePassManager()
        stack.callback(llvm.NewPassManager._dispose, manager)  # pyright: ignore[reportPrivateUsage]
        manager.run(module, builder)


def explained(error: CompileError, code: LLVMCode, name: str) -> CompileError:
    """Returns a better error for code that does not link: LLVM does not say which symbols miss."""
    missing = _undefined(code, name)
    if not missing:
        return error
    return CompileError(
        f"load {name}: nothing defines {', '.join(missing)}; "
        "define it in the IR or give its address in symbols"
    )


def _undefined(code: LLVMCode, name: str) -> list[str]:
    find = binding().address_of_symbol
    with _parsed(code.source, name) as module:
        declared = [f.name for f in module.functions if f.is_declaration]
    return [
        symbol
        for symbol in declared
        if not symbol.startswith("llvm.") and symbol not in code.symbols and not find(symbol)
    ]
