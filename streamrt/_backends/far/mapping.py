"""Memory at chosen addresses: mapped, reserved, dropped, and looked at.

The addresses of far devices are far from those that Linux gives out by itself, so that another
process most likely has them free as well.
"""

from __future__ import annotations

import ctypes
import mmap
import random
from functools import cache

FIRST, LAST = 0x2000_0000_0000, 0x4000_0000_0000
"""The addresses of far devices' memory: below those of libraries and heaps."""

TRIES = 64

_FIXED_NOREPLACE = 0x100000  # Linux's MAP_FIXED_NOREPLACE
_NORESERVE = 0x4000  # MAP_NORESERVE
_NO_ACCESS = 0  # PROT_NONE
_DONTNEED = 4  # MADV_DONTNEED
_WRITABLE = 0x200  # PyBUF_WRITE
_FAILED = ctypes.c_void_p(-1).value


@cache
def libc() -> ctypes.CDLL:
    """Returns the C library with the types of the functions that memory needs."""
    libc = ctypes.CDLL(None, use_errno=True)
    size, long = ctypes.c_size_t, ctypes.c_long
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, size, ctypes.c_int, ctypes.c_int, ctypes.c_int, long]
    libc.munmap.argtypes = [ctypes.c_void_p, size]
    libc.madvise.argtypes = [ctypes.c_void_p, size, ctypes.c_int]
    libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]
    return libc


def map_at(fd: int, address: int, nbytes: int) -> bool:
    """Maps a file at an address; False if something is mapped there, or there is no room."""
    return _mapped(address, nbytes, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED, fd)


def map_zeros(address: int, nbytes: int) -> bool:
    """Maps zeros of this process alone at an address; False if there is no room."""
    how = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    return _mapped(address, nbytes, mmap.PROT_READ | mmap.PROT_WRITE, how, -1)


def _mapped(address: int, nbytes: int, rights: int, how: int, fd: int) -> bool:
    found = libc().mmap(address, nbytes, rights, how | _NORESERVE | _FIXED_NOREPLACE, fd, 0)
    if found == address:
        return True
    if found != _FAILED:  # a kernel that does not know the flag
        libc().munmap(found, nbytes)
    return False


def zeros(nbytes: int) -> int:
    """Returns the address of zeros of this process alone, that take memory when they are written.

    Raises:
        MemoryError: there is no room for them.
    """
    how = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NORESERVE
    found: int | None = libc().mmap(None, nbytes, mmap.PROT_READ | mmap.PROT_WRITE, how, -1, 0)
    if found is None or found == _FAILED:
        raise MemoryError(f"map {nbytes} bytes: the process has no room for them")
    return found


def reserve(nbytes: int, unit: int) -> int:
    """Takes addresses that nothing here may use, and that another process has memory at.

    Args:
        nbytes: how many.
        unit: the alignment in bytes, at least as many.

    Returns:
        The first address; 0 if there is no room for them.
    """
    how = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    for _ in range(TRIES):
        address = random.randrange(FIRST, LAST, unit)
        if _mapped(address, nbytes, _NO_ACCESS, how, -1):
            return address
    return 0


def unmap(address: int, nbytes: int) -> None:
    """Gives addresses back."""
    libc().munmap(address, nbytes)


def drop_pages(address: int, nbytes: int) -> None:
    """Gives the whole pages in a range back to the system; they read as zeros then."""
    page = mmap.PAGESIZE
    first, last = -(-address // page) * page, (address + nbytes) // page * page
    if last > first:
        libc().madvise(first, last - first, _DONTNEED)


def view(address: int, nbytes: int) -> memoryview:
    """Returns the bytes at an address; whoever uses them keeps that memory."""
    make = ctypes.pythonapi.PyMemoryView_FromMemory
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]
    found: memoryview = make(address, nbytes, _WRITABLE)
    return found
