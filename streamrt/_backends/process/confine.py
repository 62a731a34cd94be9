"""Limits of a child: its parent's end is its own, and what its user has forbidden it."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import signal

NO_ROOM, NO_SEAL = 65, 66
"""The exit codes of a child that cannot map the memory, and of one that cannot be sealed."""

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

# By machine: the number of its interface (AUDIT_ARCH_...), those of the calls that open files and
# sockets, start programs and reach into other processes, those of clone and clone3.
# Sources: "include/uapi/linux/audit.h", "arch/x86/entry/syscalls/syscall_64.tbl" and
# "include/uapi/asm-generic/unistd.h" of Linux.
_MACHINES: dict[str, tuple[int, tuple[int, ...], int, int]] = {
    "x86_64": (
        0xC000003E,
        # open, socket, connect, bind, fork, vfork, execve, creat, ptrace, openat,
        # open_by_handle_at, process_vm_readv, process_vm_writev, execveat, io_uring_setup, openat2
        (2, 41, 42, 49, 57, 58, 59, 85, 101, 257, 304, 310, 311, 322, 425, 437),
        56,
        435,
    ),
    "aarch64": (
        0xC00000B7,
        # the same without open, fork, vfork and creat, which it does not have
        (56, 198, 203, 200, 221, 117, 265, 270, 271, 281, 425, 437),
        220,
        435,
    ),
}
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # of BPF
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # in struct seccomp_data
_OTHER_INTERFACE = 0x40000000  # calls of x32 have this bit
_CLONE_THREAD = 0x00010000


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def can_seal() -> bool:
    """Whether a child can be sealed on this machine."""
    return platform.machine() in _MACHINES


def _seal() -> None:
    """Forbids this process, for good, to open files and sockets and to start programs.

    Such calls return EPERM. Threads may still be made: clone is allowed if it makes one; clone3,
    whose flags a filter cannot see, is said not to exist, and then the C library calls clone.
    """
    architecture, forbidden, clone, clone3 = _MACHINES[platform.machine()]
    denied, absent = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS
    code = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, denied),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_INTERFACE),
        (_RETURN, 0, 0, denied),
        (_EQUAL, 0, 1, clone3),
        (_RETURN, 0, 0, absent),
        (_EQUAL, 0, 3, clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 1, 0, _CLONE_THREAD),
        (_RETURN, 0, 0, denied),
        (_LOAD, 0, 0, _NUMBER),
    ]
    for number in forbidden:
        code += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, denied)]
    code.append((_RETURN, 0, 0, _ALLOW))
    instructions = (_Instruction * len(code))(*(_Instruction(*one) for one in code))
    program = _Program(len(code), instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        _SECCOMP, _FILTER, ctypes.byref(program), 0, 0
    ):
        os._exit(NO_SEAL)
