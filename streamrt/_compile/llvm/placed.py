"""Objects that others compiled, loaded by digest (interim)."""

from __future__ import annotations

from streamrt._compile.code import LLVMCode
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm import loading


class Objects:
    def __init__(self):
        self._known = {}

    def acquire(self, digest, images, entry, symbols, name):
        found = self._known.get(digest)
        if found is None:
            with llvm.lock:
                shelf = loading.Shelf()
                address, tracker = shelf.put(images[digest], LLVMCode("", entry, {}, 0), name)
            found = self._known[digest] = [address, 0, shelf, tracker]
        found[1] += 1
        return found[0]

    def release(self, digest):
        found = self._known[digest]
        found[1] -= 1
        if not found[1]:
            del self._known[digest]
            with llvm.lock:
                found[2].drop(found[3])
            return True
        return False
