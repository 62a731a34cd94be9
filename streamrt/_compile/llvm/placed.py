"""Objects that another process compiled, loaded into this one.

A device that lives in another process sends each object once, and names it by its digest from then
on. The process needs neither NumPy nor a kernel for that, only LLVM's linker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.llvmlite_types import Tracker
from streamrt._compile.llvm.loading import SHELF, Library, Shelf, load_object
from streamrt._compile.llvm.symbols import Packed, unpacked
from streamrt.errors import CompileError

__all__ = ["Objects"]


@dataclass(slots=True)
class _Loaded:
    address: int
    shelf: Shelf
    tracker: Tracker
    entry: str
    symbols: tuple[Packed, ...]
    users: int = 1


class Objects:
    """The objects that this process has loaded, by digest. Any thread may use them.

    1. An object is loaded at its first use, and unloaded after its last.
    2. Shared code, which an object refers to by its digest, stays loaded.
    3. An object that cannot be loaded leaves no use behind.
    4. Whoever drops this unloads the objects, so keep it for as long as their code may run.
    """

    __slots__ = ("_libraries", "_loaded", "_shelf")

    def __init__(self) -> None:
        """Begins with none."""
        self._loaded: dict[bytes, _Loaded] = {}
        self._libraries: dict[bytes, Library] = {}
        self._shelf: Shelf | None = None

    def acquire(
        self,
        digest: bytes,
        images: Mapping[bytes, bytes],
        entry: str,
        symbols: Sequence[Packed],
        name: str,
    ) -> int:
        """Returns the address of an object's entry, and begins a use that `release` ends.

        Args:
            digest: the digest of its code, `LLVMCode.digest`. That of the object would not do:
                equal objects may refer to other symbols.
            images: the objects by digest, with the shared code that this one refers to. Their code
                will run, so pass only what was made or verified by the same user.
            entry: the name of the entry.
            symbols: what the object refers to, as `elsewhere` packed it.
            name: the kernel's name, for messages.

        Raises:
            CompileError: an object is missing, or cannot be loaded, or refers to what does not
                exist here; or the digest is in use for another entry, or other symbols.
        """
        with llvm.lock:
            known = self._loaded.get(digest)
            if known is None:
                known = self._loaded[digest] = self._load(digest, images, entry, symbols, name)
            elif (known.entry, known.symbols) == (entry, tuple(symbols)):
                known.users += 1
            else:
                raise CompileError(
                    f"load {name}: the object {digest.hex()} is in use with another entry or other "
                    "symbols; name it by the digest of its code"
                )
            return known.address

    def release(self, digest: bytes) -> bool:
        """Ends one use of an object; unloads it and returns True if that was the last."""
        with llvm.lock:
            known = self._loaded[digest]
            known.users -= 1
            if known.users:
                return False
            del self._loaded[digest]
            known.shelf.drop(known.tracker)
            return True

    def _load(
        self,
        digest: bytes,
        images: Mapping[bytes, bytes],
        entry: str,
        symbols: Sequence[Packed],
        name: str,
    ) -> _Loaded:
        what = f"load {name}"

        def shared(part: bytes, symbol: str) -> int:
            library = self._libraries.get(part)
            if library is None:
                library = load_object(_image(images, part, what), name=f"shared code of {name}")
                self._libraries[part] = library
            return library.address(symbol)

        addresses = unpacked(symbols, what, shared)
        data = _image(images, digest, what)
        if self._shelf is None or self._shelf.taken >= SHELF:
            self._shelf = Shelf()
        address, tracker = self._shelf.put(data, entry, addresses, name)
        return _Loaded(address, self._shelf, tracker, entry, tuple(symbols))


def _image(images: Mapping[bytes, bytes], digest: bytes, what: str) -> bytes:
    data = images.get(digest)
    if data is None:
        raise CompileError(f"{what}: the object {digest.hex()} is not here; send it first")
    return data
