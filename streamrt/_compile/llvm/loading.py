"""Loads machine code, and unloads what nobody uses any more, the oldest first.

1. A device acquires the entry of a kernel for each plan that it loads, and releases it when the
   plan is unloaded. That is after the plan's last launch, so no thread is in the code any more.
2. Some entries that nobody uses stay loaded, because programs and tests open one runtime after the
   other.
3. LLVM unloads a library, but keeps some 10 KiB of notes on it for as long as its compiler lives.
   So libraries stand on shelves: each shelf has a compiler, which goes when all that was put there
   has been unloaded.
4. A `Library` stays loaded until the process ends, as the native core does. Nothing is unloaded at
   exit, because threads that do not end may be in the code.
"""

from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.llvmlite_types import LLJIT, Tracker
from streamrt._compile.llvm.perf_map import PERF_MAP
from streamrt._compile.llvm.symbols import resolve
from streamrt._compile.llvm_code import AnySymbol, LLVMCode, SharedFunction
from streamrt._notes import listeners, now, rare_listeners, tell
from streamrt.errors import CompileError

if TYPE_CHECKING:
    from streamrt._compile.plan import Plan  # it needs NumPy, and who only loads objects does not

__all__ = ["MOST_UNUSED", "SHELF", "Entry", "Library", "Shelf", "acquire", "load_object", "release"]

MOST_UNUSED = 64
"""The number of entries that stay loaded although nobody uses them."""

SHELF = 32
"""The number of libraries that are ever put on one shelf."""


# ---- code that stays --------------------------------------------------------------------------


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
        with llvm.lock:
            try:
                tracker = _jit().lookup(_library_name(self.number), symbol)
            except RuntimeError as error:
                raise _unresolved(self.name, symbol, error) from error
            address = tracker[symbol]
            tracker.detach()
        return address


_numbers = itertools.count(1)


@cache
def _jit() -> LLJIT:
    return llvm.new_jit()


def load_object(
    data: bytes, *, name: str, symbols: Mapping[str, AnySymbol] = MappingProxyType({})
) -> Library:
    """Loads an object file that `compile_ir` returned, for good.

    Args:
        data: the object. Its code will run, so pass only what was made or verified here.
        name: begins error messages.
        symbols: what the object refers to. Other names are looked up in the process.

    Raises:
        CompileError: if LLVM does not take it.
    """
    with llvm.lock:
        addresses = resolve(symbols, f"load {name}", _address_of)
        number = next(_numbers)  # a library's name can never be used again
        _link(_jit(), number, data, name, addresses, None).detach()
        library = Library(name, number)
        if PERF_MAP is not None:
            PERF_MAP.add_library(data, library.address)
        return library


def _link(
    jit: LLJIT, number: int, data: bytes, name: str, symbols: Mapping[str, int], entry: str | None
) -> Tracker:
    """Loads an object; returns what keeps it loaded, with the address of its entry."""
    builder = llvm.binding().JITLibraryBuilder().add_object_img(data).add_current_process()
    for symbol, address in symbols.items():
        builder.import_symbol(symbol, address)
    if entry is not None:
        builder.export_symbol(entry)
    try:
        tracker = builder.link(jit, _library_name(number))
    except RuntimeError as error:
        if entry is not None:
            raise _unresolved(name, entry, error) from error
        raise CompileError(f"load {name}: LLVM cannot link the object: {error}") from error
    llvm.STATS.loaded += 1
    return tracker


def _library_name(number: int) -> str:
    return f"streamrt.{number}"


def _unresolved(name: str, symbol: str, error: RuntimeError) -> CompileError:
    return CompileError(
        f"load {name}: {symbol}: {error}; it must be defined in the IR, and "
        "what it refers to in the IR, in symbols or in the process"
    )


@cache
def _shared(source: str, opt: int, what: str) -> Library:
    return load_object(llvm.compile_ir(source, name=what, opt=opt), name=what)


def _address_of(function: SharedFunction) -> int:
    """Returns the address of a function of shared code; compiles and loads it if need be."""
    return _shared(function.source, function.opt, function.what).address(function.name)


# ---- code with users --------------------------------------------------------------------------

Key = tuple[str, str, int, frozenset[tuple[str, AnySymbol]]]
"""The facts that the machine code of a kernel depends on, on this CPU: its text, and more."""


class Shelf:
    """A compiler of LLVM's with some libraries.

    Attributes:
        taken: how many libraries were put here.
        loaded: how many are still loaded.
    """

    __slots__ = ("_jit", "loaded", "taken")

    def __init__(self) -> None:
        """Makes the compiler. Under LLVM's lock, as all methods."""
        self._jit: LLJIT = llvm.new_jit()
        self.taken: int = 0
        self.loaded: int = 0

    def put(
        self, data: bytes, entry: str, symbols: Mapping[str, int], name: str
    ) -> tuple[int, Tracker]:
        """Loads an object; returns the address of its entry, and what keeps it loaded."""
        self.taken += 1
        tracker = _link(self._jit, self.taken, data, name, symbols, entry)
        self.loaded += 1
        if PERF_MAP is not None:
            PERF_MAP.add_kernel(data, name, entry, tracker[entry])
        return tracker[entry], tracker

    def drop(self, tracker: Tracker) -> None:
        """Unloads a library."""
        tracker.close()
        self.loaded -= 1
        if not self.loaded and self.taken >= SHELF:
            self._jit.close()


class Entry:
    """The loaded code of one text.

    Attributes:
        address: the address of its entry.
        key: the text, and whatever else the code depends on.
        users: how many plans have it.
    """

    __slots__ = ("_shelf", "_tracker", "address", "key", "users")

    def __init__(self, key: Key, shelf: Shelf, address: int, tracker: Tracker) -> None:
        """Begins with one user."""
        self.key: Key = key
        self.address: int = address
        self.users: int = 1
        self._shelf = shelf
        self._tracker = tracker

    def unload(self) -> None:
        """Unloads the code. Under LLVM's lock, once."""
        self._shelf.drop(self._tracker)


_guard = threading.RLock()  # held for a moment at a time; taken after LLVM's lock
_entries: dict[Key, Entry] = {}
_unused: dict[Entry, None] = {}  # the one that was released first comes first
_doomed: deque[Entry] = deque()  # to be unloaded as soon as nobody has LLVM's lock
_shelf: Shelf | None = None


def acquire(plan: Plan) -> Entry:
    """Returns the entry of a plan's code, which the caller releases; compiles it if need be.

    Raises:
        CompileError: if the source does not compile, or refers to symbols that do not exist.
    """
    code = plan.code
    if not isinstance(code, LLVMCode):
        raise CompileError(f"load {plan.kernel}: it is a Python function; it has no entry")
    key = _key_of(code)
    found = _known(key)
    if found is None:
        since = now() if listeners or rare_listeners else 0
        data = llvm.on_disk(code.source, opt=code.opt, entry=code.entry)
        with llvm.lock:
            found = _known(key) or _load(key, code, plan.kernel, data)
        if since and data is not None:
            tell("load", plan.kernel, since)
        _unload_doomed()
    return found


def release(entry: Entry) -> None:
    """Ends one use of an entry. Its code stays loaded for some time."""
    with _guard:
        entry.users -= 1
        if entry.users:
            return
        _unused[entry] = None
        while len(_unused) > MOST_UNUSED:
            oldest = next(iter(_unused))
            del _unused[oldest], _entries[oldest.key]
            _doomed.append(oldest)
    _unload_doomed()


def _key_of(code: LLVMCode) -> Key:
    return code.source, code.entry, code.opt, frozenset(code.symbols.items())


def _known(key: Key) -> Entry | None:
    with _guard:
        entry = _entries.get(key)
        if entry is not None:
            entry.users += 1
            _unused.pop(entry, None)
        return entry


def _load(key: Key, code: LLVMCode, name: str, data: bytes | None) -> Entry:
    """Loads code that no entry has. Under LLVM's lock."""
    global _shelf
    if data is None:
        data = llvm.compile_ir(code.source, name=name, opt=code.opt, entry=code.entry, look=False)
    symbols = resolve(code.symbols, f"load {name}", _address_of) if code.symbols else {}
    if _shelf is None or _shelf.taken >= SHELF:
        _shelf = Shelf()
    try:
        address, tracker = _shelf.put(data, code.entry, symbols, name)
    except CompileError as error:
        raise llvm.explained(error, code, name) from error
    entry = Entry(key, _shelf, address, tracker)
    with _guard:
        _entries[key] = entry
    return entry


def _unload_doomed() -> None:
    """Unloads what is to be unloaded, unless another thread compiles: then it will do it."""
    while _doomed and llvm.lock.acquire(blocking=False):
        try:
            _doomed.popleft().unload()
        except IndexError:  # another thread was quicker
            return
        finally:
            llvm.lock.release()
