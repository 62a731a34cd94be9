"""Compiles LLVM IR to machine code for this CPU.

1. LLVM asserts: IR that it does not expect ends the process. So every text is parsed and
   verified first, and a defect that this finds becomes a CompileError. A defect that only code
   generation finds cannot be caught, such as an intrinsic of an instruction set that this CPU
   lacks. Kernels with inline assembly or thread-local variables are refused for that reason.
2. One lock serialises all use of LLVM. The interpreter's lock is free meanwhile.
3. Objects are cached on disk by everything that they depend on (cache.py).
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache

from streamrt._compile.cache import DiskCache
from streamrt._compile.llvm.llvmlite_types import (
    LLJIT,
    LlvmBinding,
    LlvmModule,
    TargetMachine,
    llvmlite,
)
from streamrt._compile.llvm_code import LLVMCode
from streamrt._compile.spent import SPENT
from streamrt._notes import begin, end, listeners, now, openers, rare_listeners, tell
from streamrt.errors import CompileError

__all__ = [
    "STATS", "Host", "binding", "compile_ir", "explained", "host", "lock", "new_jit", "on_disk",
]  # fmt: skip

ABI = "i32 (ptr, i64, i64)"
"""The type of every kernel's entry."""

GENERATOR_VERSION = 1
"""A part of every cache key. Raise it whenever this file makes other code of the same IR."""

_log = logging.getLogger(__name__)


lock = threading.RLock()
"""Is held by whoever uses LLVM."""


@dataclass(slots=True)
class Stats:
    """The number of kernels that this process has compiled, found on disk, and loaded."""

    compiled: int = 0
    from_disk: int = 0
    loaded: int = 0


STATS = Stats()


@dataclass(frozen=True, slots=True)
class Host:
    """A CPU and a compiler: machine code depends on them besides its source.

    Attributes:
        versions: the versions of llvmlite and LLVM.
        triple: the triple of the target.
        cpu: LLVM's name of the CPU, which decides how code is tuned.
        features: the instruction sets that code may use.
        flags: the features as LLVM takes them, with those that the CPU lacks, and tuning.
    """

    versions: str
    triple: str
    cpu: str
    features: frozenset[str]
    flags: str


@cache
def _llvmlite() -> tuple[LlvmBinding, str]:
    found, version = llvmlite()
    found.initialize_native_target()
    found.initialize_native_asmprinter()
    # Without the parser, inline assembly aborts the process.
    found.initialize_native_asmparser()
    return found, version


def binding() -> LlvmBinding:
    """Returns `llvmlite.binding`, ready to be used; imports it."""
    return _llvmlite()[0]


@cache
def host() -> Host:
    """Returns the CPU and compiler of this process; imports llvmlite."""
    with lock:
        llvm, version = _llvmlite()
        found = llvm.get_host_cpu_features()
        features = frozenset(name for name, present in found.items() if present)
        flags = found.flatten()
        if "avx512f" in features:
            # LLVM would otherwise split 512-bit vectors in two on most CPUs that have them.
            flags += ",-prefer-256-bit"
        llvm_version = ".".join(map(str, llvm.llvm_version_info))
        return Host(
            versions=f"llvmlite {version} LLVM {llvm_version}",
            triple=_machine_for("", "", 1).triple,
            cpu=llvm.get_host_cpu_name(),
            features=features,
            flags=flags,
        )


def _machine_for(cpu: str, flags: str, opt: int) -> TargetMachine:
    target = binding().Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=flags, opt=opt, jit=True)


@cache
def _machine(target: Host, opt: int) -> TargetMachine:
    return _machine_for(target.cpu, target.flags, opt)


def new_jit() -> LLJIT:
    """Returns a new compiler, which keeps what is loaded with it. Under the lock."""
    # On AArch64 the older linker cannot reach code more than 4 GiB away.
    use_jit_link = host().triple.startswith(("aarch64", "arm64"))
    return binding().create_lljit_compiler(
        _machine(host(), 2), use_jit_link=use_jit_link, suppress_errors=True
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
    target: Host | None = None,
    look: bool = True,
) -> bytes:
    """Compiles IR to an object file in memory, or finds it in the cache on disk.

    Args:
        text: the text of an LLVM module.
        name: begins error messages.
        opt: how hard to optimise, 0 to 3. Code generation uses 2 at least.
        passes: whether to run LLVM's passes. IR from a C compiler does not need them.
        entry: the name of a function that must have the type of a kernel's entry, or None.
        target: the CPU that the code is for; None is this process's. Another one is this process's
            `host()` with another `cpu`, and with `features` and `flags` that agree.
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


def on_disk(text: str, *, opt: int, entry: str) -> bytes | None:
    """Returns the object of a kernel's text, if a `compile_ir` has left it on disk."""
    target = host()
    return _look(_key(target, text, f"opt={opt}", "passes=True", f"entry={entry}"), target)


def _look(key: bytes, target: Host) -> bytes | None:
    data = disk().get(key, target.features)
    STATS.from_disk += data is not None
    SPENT.found += data is not None
    return data


def _key(target: Host, *options: str) -> bytes:
    """Returns a digest of everything that the object depends on, each part with its length."""
    digest = _digest_of(target, GENERATOR_VERSION).copy()
    _add(digest, options)
    return digest.digest()


@cache
def _digest_of(target: Host, generator: int) -> hashlib.blake2b:
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
    text: str, name: str, opt: int, passes: bool, entry: str | None, target: Host
) -> bytes:
    if entry is not None:
        _check_text(text, name)
    with _parsed(text, name) as module:
        if entry is not None:
            _check_entry(module, entry, name)
        machine = _machine(target, max(opt, 2))
        _retarget(module, machine, name)
        if passes:
            _run_passes(module, machine, opt)
        try:
            return machine.emit_object(module)
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
            f"compile {name}: the IR is for {named}, this machine is {own}; "
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
