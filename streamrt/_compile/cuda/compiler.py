"""Compiles CUDA C++ by NVRTC, through CuPy, to code for one architecture; the cache on disk.

1. NVRTC needs neither a driver nor a GPU. CuPy is imported when something is first compiled.
2. The code is a cubin: machine code, which a driver loads although it is older than NVRTC, within
   one major version ("CUDA Compatibility", "Minor Version Compatibility"). Architectures newer than
   NVRTC get PTX of the newest one that it knows, which their driver compiles.
3. Products and sums are not contracted to fused multiply-adds, unless the kernel's options say
   otherwise, because NumPy rounds both.
4. NVRTC is called by several threads at once where several compile, as its manual allows. Two that
   compile the same text at once do it twice, and one entry of the cache wins.
"""

from __future__ import annotations

import importlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

from streamrt._compile.cache import DiskCache
from streamrt._compile.code import GPUText
from streamrt._compile.llvm_code import digest_of
from streamrt._compile.spent import SPENT
from streamrt.errors import CompileError

__all__ = ["NVRTC", "Nvrtc", "TextStats"]

GENERATOR_VERSION = 1
"""A part of every cache key. Raise it whenever this file makes other code of the same text."""

STANDARD = "--std=c++17"
ROUNDED = "--fmad=false"

_log = logging.getLogger(__name__)


class Nvrtc(Protocol):
    """The functions of `cupy.cuda.nvrtc` that are used here; CuPy ships no types."""

    NVRTCError: type[Exception]

    def getVersion(self) -> tuple[int, int]: ...  # noqa: N802 - CuPy's names
    def getSupportedArchs(self) -> Sequence[int]: ...  # noqa: N802
    def createProgram(  # noqa: N802
        self, src: str, name: str, headers: Sequence[str], include_names: Sequence[str], /
    ) -> int: ...
    def compileProgram(self, program: int, options: Sequence[str], /) -> None: ...  # noqa: N802
    def getProgramLog(self, program: int, /) -> str: ...  # noqa: N802
    def getCUBIN(self, program: int, /) -> bytes: ...  # noqa: N802
    def getPTX(self, program: int, /) -> str | bytes: ...  # noqa: N802
    def destroyProgram(self, program: int, /) -> None: ...  # noqa: N802


@dataclass(slots=True)
class TextStats:
    """The number of texts that a compiler has compiled, and found on disk."""

    compiled: int = 0
    from_disk: int = 0


class NVRTC:
    """The compiler of CUDA C++, with the cache on disk of all compiled kernels.

    Attributes:
        stats: what it has done.
    """

    def __init__(self, library: Nvrtc | None = None, disk: DiskCache | None = None) -> None:
        """Takes another NVRTC than CuPy's, or another cache, for tests."""
        self._given = library
        self._disk = disk or DiskCache()
        self.stats = TextStats()

    def compile(self, code: GPUText, architecture: str) -> bytes:
        """Returns a cubin for an architecture such as `sm_90`, or PTX for one that is unknown.

        Raises:
            CompileError: if the text does not compile, CuPy is absent, or the architecture too old.
        """
        library = self._given or _nvrtc(code.entry)
        target = _target(library, architecture, code.entry)
        options = [f"--gpu-architecture={target}", *_options(code)]
        key = _key(library, code, options)
        found = self._disk.get(key, (architecture,))
        if found is not None:
            self.stats.from_disk += 1
            SPENT.found += 1
            return found
        start = time.perf_counter()
        made = _compiled(library, code, target, options)
        self.stats.compiled += 1
        seconds = SPENT.note_compiled(time.perf_counter() - start)
        _log.debug("compiled %s for %s in %.1f ms", code.entry, target, 1e3 * seconds)
        self._disk.put(key, made, (architecture,))
        return made


@cache
def _imported() -> Nvrtc:
    return cast("Nvrtc", importlib.import_module("cupy.cuda").nvrtc)


def _nvrtc(entry: str) -> Nvrtc:
    """Returns CuPy's NVRTC, which is ready to compile."""
    try:
        library = _imported()
        library.getVersion()  # loads the shared library
    except (ImportError, RuntimeError, OSError) as error:
        raise CompileError(
            f"compile {entry}: NVRTC, the compiler of CUDA C++, cannot be loaded through CuPy: "
            f"{error}; install streamrt[cuda13] or streamrt[cuda12], as the driver is"
        ) from error
    return library


def _target(library: Nvrtc, architecture: str, entry: str) -> str:
    """Returns the target of NVRTC: the architecture itself, or the newest older one it knows."""
    number = int(architecture.removeprefix("sm_"))
    known = sorted(library.getSupportedArchs())
    if number in known:
        return f"sm_{number}"
    below = [one for one in known if one < number]
    if not below:
        raise CompileError(
            f"compile {entry}: {_name(library)} knows architectures from sm_{known[0]} on, the "
            f"device is {architecture}; install an older CuPy with its NVRTC, streamrt[cuda12]"
        )
    return f"compute_{below[-1]}"


def _name(library: Nvrtc) -> str:
    return "NVRTC {}.{}".format(*library.getVersion())


def _options(code: GPUText) -> list[str]:
    """Returns the options that do not depend on the architecture, the user's last."""
    usual = [(ROUNDED, ("fmad", "use_fast_math")), (STANDARD, ("std",))]
    given = {option.lstrip("-").partition("=")[0] for option in code.options}
    given |= {option.lstrip("-").split()[0] for option in code.options if option.split()}
    return [mine for mine, names in usual if not given & set(names)] + list(code.options)


def _key(library: Nvrtc, code: GPUText, options: list[str]) -> bytes:
    """Returns a digest of everything that the image depends on."""
    generator = f"cuda generator {GENERATOR_VERSION}"
    return digest_of((generator, _name(library), *options, code.source))


def _compiled(library: Nvrtc, code: GPUText, target: str, options: list[str]) -> bytes:
    program = 0
    try:
        program = library.createProgram(code.source, f"{code.entry}.cu", (), ())
        library.compileProgram(program, tuple(options))
        if target.startswith("sm_"):
            return bytes(library.getCUBIN(program))
        text = library.getPTX(program)
        return (text.encode() if isinstance(text, str) else bytes(text)).rstrip(b"\0") + b"\0"
    except (library.NVRTCError, UnicodeEncodeError) as error:
        log = library.getProgramLog(program).strip() if program else ""
        raise CompileError(
            f"compile {code.entry}: {_name(library)} refuses the CUDA text that {code.where} "
            f"gives, for {target}; correct the source\n{log or error}"
        ) from error
    finally:
        if program:
            library.destroyProgram(program)
