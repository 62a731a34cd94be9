"""The part of llvmlite's interface that streamrt uses, typed; llvmlite ships no types.

llvmlite is imported here and nowhere else, and only when something is compiled or loaded: the
import costs more than that of NumPy.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Protocol, cast

__all__ = ["LLJIT", "LlvmBinding", "LlvmModule", "TargetMachine", "Tracker", "llvmlite"]


class Owned(Protocol):
    """An LLVM object; `detach` keeps it for ever, `close` frees it now."""

    def close(self) -> None: ...
    def detach(self) -> None: ...


class FunctionType(Protocol):
    def __str__(self) -> str: ...


class Function(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def is_declaration(self) -> bool: ...
    @property
    def global_value_type(self) -> FunctionType: ...


class LlvmModule(Owned, Protocol):
    triple: str
    data_layout: str

    def verify(self) -> None: ...
    def get_function(self, name: str) -> Function: ...
    @property
    def functions(self) -> list[Function]: ...


class TargetMachine(Owned, Protocol):
    @property
    def triple(self) -> str: ...
    @property
    def target_data(self) -> object: ...
    def emit_object(self, module: LlvmModule) -> bytes: ...
    def emit_assembly(self, module: LlvmModule) -> str: ...


class PassManager(Owned, Protocol):
    def run(self, module: LlvmModule, builder: PassBuilder) -> None: ...


class PassBuilder(Owned, Protocol):
    def getModulePassManager(self) -> PassManager: ...  # noqa: N802


class PassManagerClass(Protocol):
    # ModulePassManager inherits a `_dispose` that does nothing; this one frees it.
    def _dispose(self, manager: PassManager) -> None: ...


class LlvmTarget(Protocol):
    def create_target_machine(
        self, *, cpu: str, features: str, opt: int, jit: bool
    ) -> TargetMachine: ...


class TargetClass(Protocol):
    def from_default_triple(self) -> LlvmTarget: ...
    def from_triple(self, triple: str) -> LlvmTarget: ...


class Features(Protocol):
    def items(self) -> Iterable[tuple[str, bool]]: ...
    def flatten(self) -> str: ...


class LLJIT(Owned, Protocol):
    @property
    def closed(self) -> bool: ...
    def lookup(self, dylib: str, fn: str) -> Tracker: ...


class Tracker(Owned, Protocol):
    def __getitem__(self, name: str) -> int: ...


class LibraryBuilder(Protocol):
    def add_object_img(self, data: bytes) -> LibraryBuilder: ...
    def add_current_process(self) -> LibraryBuilder: ...
    def import_symbol(self, name: str, address: int) -> LibraryBuilder: ...
    def export_symbol(self, name: str) -> LibraryBuilder: ...
    def link(self, lljit: LLJIT, library_name: str) -> Tracker: ...


class LlvmBinding(Protocol):
    """`llvmlite.binding`."""

    __name__: str
    llvm_version_info: tuple[int, ...]
    Target: TargetClass
    NewPassManager: PassManagerClass

    def JITLibraryBuilder(self) -> LibraryBuilder: ...  # noqa: N802
    def initialize_native_target(self) -> None: ...
    def initialize_native_asmprinter(self) -> None: ...
    def initialize_native_asmparser(self) -> None: ...
    def initialize_all_targets(self) -> None: ...
    def initialize_all_asmprinters(self) -> None: ...
    def get_host_cpu_name(self) -> str: ...
    def get_host_cpu_features(self) -> Features: ...
    def create_context(self) -> Owned: ...
    def parse_assembly(self, llvmir: str, context: Owned) -> LlvmModule: ...
    def create_pipeline_tuning_options(self, speed_level: int) -> Owned: ...
    def create_pass_builder(self, tm: TargetMachine, pto: Owned) -> PassBuilder: ...
    def create_lljit_compiler(
        self, target_machine: TargetMachine, *, use_jit_link: bool, suppress_errors: bool
    ) -> LLJIT: ...
    def address_of_symbol(self, name: str) -> int | None: ...


class Package(Protocol):
    """`llvmlite`."""

    __version__: str


def llvmlite() -> tuple[LlvmBinding, str]:
    """Imports llvmlite; returns its binding and its version."""
    package = cast("Package", importlib.import_module("llvmlite"))
    return cast("LlvmBinding", importlib.import_module("llvmlite.binding")), package.__version__
