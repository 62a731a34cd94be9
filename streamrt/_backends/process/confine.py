"""Limits of a child: its parent's end is its own, and what its user has forbidden it."""

from __future__ import annotations

import ctypes
import os
import resource
import signal

NO_ROOM = 65
"""The exit code of a child that cannot map the memory."""

_PDEATHSIG, _NO_NEW_PRIVS, _SECCOMP = 1, 38, 22  # of prctl
_FILTER = 2  # SECCOMP_MODE_FILTER


def die_with(parent: int) -> None:
    """Has the system kill this process as soon as its parent ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended before
        os._exit(0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a dump of the memory would take seconds


def confine(memory: str, cpus: str, sealed: str) -> None:
    """Takes the limits of `Confinement`, as texts."""
    if cpus:
        os.sched_setaffinity(0, map(int, cpus.split(",")))
    if int(memory):
        used = _address_space()
        resource.setrlimit(resource.RLIMIT_AS, (used + int(memory), used + int(memory)))
    if int(sealed):
        _seal()


def _address_space() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE")


# -- system calls that a sealed child does not get ----------------------------------------------

# Their numbers by machine ("arch/x86/entry/syscalls/syscall_64.tbl" and
# "include/uapi/asm-generic/unistd.h" of Linux).
_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_FORBIDDEN = {
    "x86_64": (2, 41, 42, 49, 56, 57, 58, 59, 85, 101, 257, 304, 310, 311, 322, 425, 435, 437),
    "aarch64": (56, 117, 198, 200, 203, 220, 221, 265, 270, 271, 281, 425, 435, 437),
}
_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_NOT_LESS, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _DENY = 0x7FFF0000, 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
_X32 = 0x40000000
"""Numbers from here on are those of another interface, of x86-64 only."""


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def _seal() -> None:
    """Forbids this process to open files and sockets and to start programs.

    Threads may still be made: clone is let through if it makes a thread, and clone3 says that it
    does not exist, so that the C library uses clone.
    """
    raise NotImplementedError
