"""Memory that this process and a child map at the same addresses.

It is an anonymous file (memfd), not one of /dev/shm: containers limit that to 64 MiB. The file is
sparse and grows with what is in use; it can never shrink, so no process can make another one's
access fail. The addresses are far from those that Linux gives out by itself, where a child has them
free as well.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import random
from functools import cache

from streamrt.errors import ResourceError

MOST_BYTES = 1 << 36
"""The most bytes of a device; pages that nobody wrote take no memory."""

LEAST_BYTES = 1 << 28
STEP = 1 << 24  # by which the file grows
_FIRST, _LAST = 0x2000_0000_0000, 0x4000_0000_0000  # addresses; below those of libraries and heaps
_TRIES = 64

_FIXED_NOREPLACE = 0x100000  # Linux's MAP_FIXED_NOREPLACE
_NORESERVE = 0x4000  # MAP_NORESERVE
_SEALS = 0x0001 | 0x0002  # F_SEAL_SEAL, F_SEAL_SHRINK
_ADD_SEALS = 1033  # F_ADD_SEALS
_PUNCH = 0x01 | 0x02  # FALLOC_FL_KEEP_SIZE, FALLOC_FL_PUNCH_HOLE
_FAILED = ctypes.c_void_p(-1).value


@cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    size, long = ctypes.c_size_t, ctypes.c_long
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, size, ctypes.c_int, ctypes.c_int, ctypes.c_int, long]
    libc.munmap.argtypes = [ctypes.c_void_p, size]
    libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]
    return libc


def map_at(fd: int, address: int, nbytes: int) -> bool:
    """Maps a file at an address; False if something is mapped there, or there is no room."""
    how = mmap.MAP_SHARED | _NORESERVE | _FIXED_NOREPLACE
    found = _libc().mmap(address, nbytes, mmap.PROT_READ | mmap.PROT_WRITE, how, fd, 0)
    if found == address:
        return True
    if found != _FAILED:  # a kernel that does not know the flag
        _libc().munmap(found, nbytes)
    return False


class SharedMemory:
    """A sparse file in memory, mapped into this process.

    Attributes:
        fd: the file's descriptor, for children.
        address: where it is mapped.
        nbytes: the bytes that are mapped; the file has fewer.
    """

    def __init__(self, name: str, nbytes: int = MOST_BYTES) -> None:
        """Makes and maps it.

        Args:
            name: its name, as /proc shows it.
            nbytes: the most bytes; fewer if a limit of the process leaves no room for them.

        Raises:
            ResourceError: there is no room for it.
        """
        self.fd: int = os.memfd_create(f"streamrt {name}", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self._length = 0
        self.address: int = 0
        self.nbytes: int = nbytes
        try:
            fcntl.fcntl(self.fd, _ADD_SEALS, _SEALS)
            while not self._map():
                self.nbytes //= 2
                if self.nbytes < LEAST_BYTES:
                    raise ResourceError(
                        f"open {name}: the process has no room to map {LEAST_BYTES} bytes; raise "
                        "its limit of address space (`ulimit -v`)"
                    )
        except BaseException:
            os.close(self.fd)
            raise

    def _map(self) -> bool:
        for _ in range(_TRIES):
            address = random.randrange(_FIRST, _LAST, MOST_BYTES)
            if map_at(self.fd, address, self.nbytes):
                self.address = address
                return True
        return False

    def reach(self, address: int) -> bool:
        """Makes the file as long as is needed for memory up to an address; False: no room."""
        need = address - self.address
        if need > self._length:
            length = -(-need // STEP) * STEP
            try:
                os.ftruncate(self.fd, length)
            except OSError:
                return False
            self._length = length
        return True

    def clear(self, address: int, nbytes: int) -> None:
        """Gives whole pages of memory back to the system; they read as zeros then."""
        page = mmap.PAGESIZE
        first = -(-(address - self.address) // page) * page
        last = (address - self.address + nbytes) // page * page
        if last > first:
            _libc().fallocate(self.fd, _PUNCH, first, last - first)

    def close(self) -> None:
        """Unmaps it; nobody may use it any more. May be called again."""
        if self.fd >= 0:
            fd, self.fd = self.fd, -1
            _libc().munmap(self.address, self.nbytes)
            os.close(fd)
