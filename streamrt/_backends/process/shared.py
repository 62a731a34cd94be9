"""Memory that this process and a child map at the same addresses.

It is an anonymous file (memfd), not one of /dev/shm: containers limit that to 64 MiB. The file is
sparse and grows with what is in use; it can never shrink, so no process can make another one's
access fail.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import random

from streamrt._backends.far.mapping import FIRST, LAST, TRIES, libc, map_at, unmap
from streamrt.errors import ResourceError

MOST_BYTES = 1 << 36
"""The most bytes of a device; pages that nobody wrote take no memory."""

LEAST_BYTES = 1 << 28
STEP = 1 << 24  # by which the file grows
_SEALS = 0x0001 | 0x0002  # F_SEAL_SEAL, F_SEAL_SHRINK
_ADD_SEALS = 1033  # F_ADD_SEALS
_PUNCH = 0x01 | 0x02  # FALLOC_FL_KEEP_SIZE, FALLOC_FL_PUNCH_HOLE


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
        for _ in range(TRIES):
            address = random.randrange(FIRST, LAST, MOST_BYTES)
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
            libc().fallocate(self.fd, _PUNCH, first, last - first)

    def close(self) -> None:
        """Unmaps it; nobody may use it any more. May be called again."""
        if self.fd >= 0:
            fd, self.fd = self.fd, -1
            unmap(self.address, self.nbytes)
            os.close(fd)
