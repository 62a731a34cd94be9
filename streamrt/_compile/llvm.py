"""Compiles LLVM IR to machine code for this CPU, and loads it.

1. LLVM asserts: IR that it does not expect ends the process. So every text is parsed and
   verified first, and a defect that this finds becomes a CompileError. A defect that only code
   generation finds cannot be caught, such as an intrinsic of an instruction set that this CPU
   lacks. Kernels with inline assembly or thread-local variables are refused for that reason.
2. One lock serialises all use of LLVM. The interpreter's lock is free meanwhile.
3. Objects are cached on disk by everything that they depend on (cache.py), addresses in memory.
4. Loaded code is never unloaded, because worker threads may be in it until the process ends, and
   no finalizer could know when the last one has left. Its memory is leaked at exit on purpose.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import re
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from streamrt._compile.cache import DiskCache
from streamrt._compile.code import LLVMCode
from streamrt._compile.llvmlite_types import LLJIT, Binding, Module, TargetMachine, llvmlite
from streamrt._compile.plan import Plan
from streamrt.errors import CompileError

__all__ = ["STATS", "Host", "Library", "compile_ir", "host", "load", "load_object"]

ABI = "i32 (ptr, i64, i64)"
"""The type of every kernel's entry."""

GENERATOR_VERSION = 1
"""A part of every cache key. Raise it whenever this file makes other code of the same IR."""

_log = logging.getLogger(__name__)
_lock = threading.RLock()
_numbers = itertools.count(1)


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


@dataclass(frozen=True, slots=True)
class Library:
    """Machine code in memory, for as long as the process lives."""

    name: str
    number: int

    def address(self, symbol: str) -> int:
        """Returns the address of a function or variable of the library.

        Raises:
            CompileError: if the library has no such symbol, or one that it needs is missing.
        """
        with _lock:
            try:
                tracker = _jit().lookup(_library_name(self.number), symbol)
            except RuntimeError as error:
                raise CompileError(
                    f"load {self.name}: {symbol}: {error}; it must be defined in the IR, and "
                    "what it refers to in the IR, in symbols or in the process"
                ) from error
            address = tracker[symbol]
            tracker.detach()
        return address


@cache
def _binding() -> tuple[Binding, str]:
    binding, version = llvmlite()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    # Without the parser, inline assembly aborts the process.
    binding.initialize_native_asmparser()
    return binding, version


@cache
def host() -> Host:
    """Returns the CPU and compiler of this process; imports llvmlite."""
    with _lock:
        binding, version = _binding()
        found = binding.get_host_cpu_features()
        features = frozenset(name for name, present in found.items() if present)
        flags = found.flatten()
        if "avx512f" in features:
            # LLVM would otherwise split 512-bit vectors in two on most CPUs that have them.
            flags += ",-prefer-256-bit"
        llvm_version = ".".join(map(str, binding.llvm_version_info))
        return Host(
            versions=f"llvmlite {version} LLVM {llvm_version}",
            triple=_machine_for("", "", 1).triple,
            cpu=binding.get_host_cpu_name(),
            features=features,
            flags=flags,
        )


def _machine_for(cpu: str, flags: str, opt: int) -> TargetMachine:
    target = _binding()[0].Target.from_default_triple()
    return target.create_target_machine(cpu=cpu, features=flags, opt=opt, jit=True)


@cache
def _machine(target: Host, opt: int) -> TargetMachine:
    return _machine_for(target.cpu, target.flags, opt)


@cache
def _jit() -> LLJIT:
    # On AArch64 the older linker cannot reach code more than 4 GiB away.
    use_jit_link = host().triple.startswith(("aarch64", "arm64"))
    return _binding()[0].create_lljit_compiler(
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

    Raises:
        CompileError: if LLVM refuses the text, or it does not define the entry.
    """
    with _lock:
        target = target or host()
        key = _key(target, text, f"opt={opt}", f"passes={passes}", f"entry={entry}")
        data = disk().get(key, target.features)
        if data is None:
            start = time.perf_counter()
            data = _compile(text, name, opt, passes and opt > 0, entry, target)
            STATS.compiled += 1
            _log.debug("compiled %s in %.1f ms", name, 1e3 * (time.perf_counter() - start))
            disk().put(key, data, target.features)
        else:
            STATS.from_disk += 1
        return data


def _key(target: Host, *options: str) -> bytes:
    """Returns a digest of everything that the object depends on, each part with its length."""
    parts = (
        f"generator {GENERATOR_VERSION}",
        target.versions,
        target.triple,
        target.cpu,
        target.flags,
        *options,
    )
    digest = hashlib.blake2b(digest_size=32)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "little"))
        digest.update(encoded)
    return digest.digest()


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
def _parsed(text: str, name: str) -> Generator[Module]:
    """Gives a verified module in a context of its own, and frees both afterwards."""
    if "\0" in text:
        raise CompileError(f"compile {name}: the IR holds a NUL character; correct the source")
    binding = _binding()[0]
    with ExitStack() as stack:
        context = binding.create_context()
        stack.callback(context.close)
        try:
            module = binding.parse_assembly(text, context)
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
    for match in _FATAL.finditer(text):
        if match["word"]:
            raise CompileError(
                f"compile {name}: the IR holds {match['word']}; kernels have neither inline "
                "assembly nor thread-local variables, use intrinsics and arguments"
            )


def _check_entry(module: Module, entry: str, name: str) -> None:
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


def _retarget(module: Module, machine: TargetMachine, name: str) -> None:
    """Makes the module one for this machine; refuses IR of another architecture."""
    named, own = module.triple.partition("-")[0], machine.triple.partition("-")[0]
    if named and named != own:
        raise CompileError(
            f"compile {name}: the IR is for {named}, this machine is {own}; "
            "leave the target triple out"
        )
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)


def _run_passes(module: Module, machine: TargetMachine, opt: int) -> None:
    binding = _binding()[0]
    with ExitStack() as stack:
        options = binding.create_pipeline_tuning_options(opt)
        stack.callback(options.close)
        builder = binding.create_pass_builder(machine, options)
        stack.callback(builder.close)
        # A pass manager that sees a second module aborts the process, and one that is merely
        # closed is never freed.
        manager = builder.getModulePassManager()
        stack.callback(binding.NewPassManager._dispose, manager)  # pyright: ignore[reportPrivateUsage]
        manager.run(module, builder)


def load_object(
    data: bytes, *, name: str, symbols: Mapping[str, int] = MappingProxyType({})
) -> Library:
    """Loads an object file that `compile_ir` returned.

    Args:
        data: the object. Its code will run, so pass only what was made or verified here.
        name: begins error messages.
        symbols: absolute addresses of the symbols that the object refers to. Other names are
            looked up in the process.

    Raises:
        CompileError: if LLVM does not take it.
    """
    with _lock:
        builder = _binding()[0].JITLibraryBuilder().add_object_img(data).add_current_process()
        for symbol, address in symbols.items():
            builder.import_symbol(symbol, address)
        number = next(_numbers)  # a library's name can never be used again
        try:
            tracker = builder.link(_jit(), _library_name(number))
        except RuntimeError as error:
            raise CompileError(f"load {name}: LLVM cannot link the object: {error}") from error
        tracker.detach()
        STATS.loaded += 1
        return Library(name, number)


def _library_name(number: int) -> str:
    return f"streamrt.{number}"


_Key = tuple[str, str, int, frozenset[tuple[str, int]]]
_entries: dict[_Key, int] = {}


def load(plan: Plan) -> int:
    """Returns the address of a plan's entry; compiles and loads it if that was not done before.

    Raises:
        CompileError: if the source does not compile, or refers to symbols that do not exist.
    """
    code = plan.code
    if not isinstance(code, LLVMCode):
        raise CompileError(f"load {plan.kernel}: it is a Python function; it has no entry")
    key = (code.source, code.entry, code.opt, frozenset(code.symbols.items()))
    address = _entries.get(key)
    if address is None:
        with _lock:
            address = _entries.get(key)
            if address is None:
                address = _entries[key] = _load_new(code, plan.kernel)
    return address


def _load_new(code: LLVMCode, name: str) -> int:
    data = compile_ir(code.source, name=name, opt=code.opt, entry=code.entry)
    library = load_object(data, name=name, symbols=code.symbols)
    try:
        return library.address(code.entry)
    except CompileError as error:
        # LLVM does not say which symbols it missed.
        missing = _undefined(code, name)
        if not missing:
            raise
        raise CompileError(
            f"load {name}: nothing defines {', '.join(missing)}; "
            "define it in the IR or give its address in symbols"
        ) from error


def _undefined(code: LLVMCode, name: str) -> list[str]:
    find = _binding()[0].address_of_symbol
    with _parsed(code.source, name) as module:
        declared = [f.name for f in module.functions if f.is_declaration]
    return [
        symbol
        for symbol in declared
        if not symbol.startswith("llvm.") and symbol not in code.symbols and not find(symbol)
    ]
