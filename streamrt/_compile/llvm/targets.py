"""CPUs that code is compiled for: that of this process, and others.

1. One lock serialises all use of LLVM. The interpreter's lock is free meanwhile.
2. LLVM takes an unknown CPU for a plain one, with a line on stderr. A malformed feature, or a CPU
   without 64-bit registers, ends the process. It offers no list to look these up in. So a target
   that is not this process's is tried once in a process of its own, which compiles a function.
3. Arguments are 64-bit words and little-endian, so code for other CPUs could not read them.
"""

from __future__ import annotations

import sys
import threading
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from streamrt._compile.llvm.llvmlite_types import LlvmBinding, TargetMachine, llvmlite
from streamrt.errors import ArgumentTypeError, CompileError

__all__ = ["Target", "binding", "host", "instruction_sets", "lock", "machine"]

ARCHITECTURES = ("x86_64", "aarch64", "arm64", "riscv64", "powerpc64le", "ppc64le", "loongarch64")
"""The first parts of triples whose CPUs have 64-bit words and are little-endian."""

TRIAL_SECONDS = 60

lock = threading.RLock()
"""Is held by whoever uses LLVM."""


@dataclass(frozen=True, slots=True)
class Target:
    """A CPU and a compiler: machine code depends on them besides its source.

    `Target.host()` is that of this process, and `Target.of` makes another one.

    Attributes:
        versions: the versions of llvmlite and LLVM.
        triple: the triple of the target.
        cpu: LLVM's name of the CPU, which decides how code is tuned; "" is the plainest one.
        features: the instruction sets that code may use besides those of the CPU.
        flags: the features as LLVM takes them, with those that the CPU lacks, and tuning.
    """

    versions: str
    triple: str
    cpu: str
    features: frozenset[str]
    flags: str

    @classmethod
    def host(cls) -> Target:
        """Returns the target of this process; imports llvmlite."""
        return host()

    @classmethod
    def of(cls, triple: str, cpu: str = "", features: str = "") -> Target:
        """Returns the target of a triple, after a trial in a process of its own.

        Args:
            triple: LLVM's triple, such as `aarch64-unknown-linux-gnu`.
            cpu: LLVM's name of the CPU, such as `neoverse-n1`; "" is the plainest one.
            features: what the CPU has or lacks besides, as LLVM takes it: `+sve,-lse`.

        Raises:
            CompileError: LLVM does not know the triple, the CPU or a feature, or it is no CPU of 64
                bits and little-endian.
        """
        given: dict[str, object] = {"triple": triple, "cpu": cpu, "features": features}
        for name, value in given.items():
            if not isinstance(value, str):
                kind = type(value).__name__
                raise ArgumentTypeError(f"Target.of: {name} is of type {kind}; pass text")
        return _tried(triple, cpu, features)

    def tried(self) -> Target:
        """Returns this target as `of` makes it, ready for use; one from elsewhere was not tried."""
        return Target.of(self.triple, self.cpu, self.flags)


# ---- this process -----------------------------------------------------------------------------


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
def host() -> Target:
    """Returns the CPU and compiler of this process; imports llvmlite."""
    with lock:
        llvm = binding()
        found = llvm.get_host_cpu_features()
        features = frozenset(name for name, present in found.items() if present)
        flags = found.flatten()
        if "avx512f" in features:
            # LLVM would otherwise split 512-bit vectors in two on most CPUs that have them.
            flags += ",-prefer-256-bit"
        target = llvm.Target.from_default_triple()
        triple = target.create_target_machine(cpu="", features="", opt=1, jit=True).triple
        return Target(_versions(), triple, llvm.get_host_cpu_name(), features, flags)


def _versions() -> str:
    llvm, version = _llvmlite()
    return f"llvmlite {version} LLVM {'.'.join(map(str, llvm.llvm_version_info))}"


@cache
def machine(target: Target, opt: int) -> TargetMachine:
    """Returns the compiler of a target. Under the lock."""
    found = binding().Target.from_triple(target.triple)
    return found.create_target_machine(cpu=target.cpu, features=target.flags, opt=opt, jit=True)


# ---- others -----------------------------------------------------------------------------------

_TRIAL = """
import sys
folder, triple, cpu, features = sys.argv[1:]
sys.path.insert(0, folder)
import llvmlite.binding as llvm
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
target = llvm.Target.from_triple(triple)
machine = target.create_target_machine(cpu=cpu, features=features, opt=2, jit=True)
module = llvm.parse_assembly("define i64 @f(ptr %p) { %x = load i64, ptr %p ret i64 %x }")
module.triple, module.data_layout = machine.triple, str(machine.target_data)
machine.emit_object(module)
"""


@cache
def _tried(triple: str, cpu: str, features: str) -> Target:
    """Returns a target whose trial went well; other processes cannot take this one with them."""
    what = f"Target.of {triple!r}, cpu {cpu!r}, features {features!r}"
    if triple.partition("-")[0] not in ARCHITECTURES:
        raise CompileError(f"{what}: the triple must begin with {', '.join(ARCHITECTURES)}")
    names = [name for name in features.split(",") if name]
    if any(name[0] not in "+-" or not name[1:] for name in names):
        raise CompileError(f"{what}: each feature must begin with + or -")
    import subprocess  # a process that loads code alone does not need it

    folder = str(Path(str(sys.modules[binding().__name__].__file__)).parent.parent.parent)
    command = [sys.executable or "python3", "-I", "-c", _TRIAL, folder, triple, cpu, features]
    try:
        tried = subprocess.run(
            command, capture_output=True, text=True, timeout=TRIAL_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise CompileError(f"{what}: it cannot be tried: {error}") from error
    if tried.returncode or "not a recognized" in tried.stderr:
        found = tried.stderr.strip().splitlines() or [f"it ended with {tried.returncode}"]
        told = [line for line in found if "not a recognized" in line] or found[-1:]
        raise CompileError(
            f"{what}: LLVM refuses it: {told[0]}; name a CPU and features that LLVM knows"
        )
    with lock:
        binding().initialize_all_targets()
        binding().initialize_all_asmprinters()
    given = frozenset(name[1:] for name in names if name[0] == "+")
    return Target(_versions(), triple, cpu, given, features)


# ---- instruction sets -------------------------------------------------------------------------

_PROBE = """
define <16 x float> @add(<16 x float> %x, <16 x float> %y) {
  %z = fadd <16 x float> %x, %y
  ret <16 x float> %z
}
define float @fma(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
define float @half(i16 %x) {
  %h = bitcast i16 %x to half
  %r = fpext half %h to float
  ret float %r
}
declare float @llvm.fma.f32(float, float, float)
"""
_SIGNS = {
    "x86_64": {"avx512f": "%zmm", "avx": "%ymm", "fma": "vfmadd", "f16c": "vcvtph2ps"},
    "aarch64": {"neon": ".4s"},
    "arm64": {"neon": ".4s"},
}
"""The signs of instruction sets in the assembly of `_PROBE`, by the first part of triples."""


@cache
def instruction_sets(target: Target | None = None) -> frozenset[str]:
    """Returns the instruction sets that code for a target uses, by LLVM's names.

    None is this process's target.

    LLVM has no list of those of a CPU. So for a target that is not this process's, the ones that
    emitters ask for are read from the assembly of three functions: `avx512f` (which is there only
    if LLVM uses vectors of 64 bytes), `avx`, `fma`, `f16c` and `neon`.

    Raises:
        CompileError: LLVM does not know the target.
    """
    if target is None or target == host():
        return host().features
    target = target.tried()
    with lock, closing(binding().create_context()) as context:
        made = machine(target, 2)
        with closing(binding().parse_assembly(_PROBE, context)) as module:
            module.triple, module.data_layout = made.triple, str(made.target_data)
            text = made.emit_assembly(module)
    signs = _SIGNS.get(target.triple.partition("-")[0], {})
    return target.features | {name for name, sign in signs.items() if sign in text}
