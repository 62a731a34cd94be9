"""A child process that runs the commands of one device: its start, its messages and its end."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from streamrt._backends.far import messages
from streamrt._backends.far.messages import GoneError
from streamrt._backends.process import wire
from streamrt._backends.process.shared import SharedMemory
from streamrt.errors import ResourceError

START_TIMEOUT = 60.0
"""Seconds after which a child that has not said a word is given up."""

PATIENCE = 5.0
"""Seconds that a child gets to end that has closed its socket."""

_MAIN = (
    "import sys; sys.path += sys.argv[1].split({sep!r}); "
    "from streamrt._backends.process.main import main; main(sys.argv[2:])"
)


class Confinement(NamedTuple):
    """Limits of a child; by default there are none.

    Attributes:
        memory: the most bytes of address space that it may have besides the shared memory.
        cpus: the CPU cores that it may use.
        sealed: whether it may open files and sockets, or start programs, once it has started.
    """

    memory: int | None = None
    cpus: tuple[int, ...] | None = None
    sealed: bool = False


class ChildEnd(NamedTuple):
    """The end of a child, in words.

    Attributes:
        what: what happened, as in "its process 12 was killed by SIGSEGV".
        hint: what it may mean; begins with a comma, or is empty.
    """

    what: str
    hint: str = ""


class Child:
    """A child process that has mapped the memory of a device.

    Attributes:
        pid: its process id.
        pidfd: a descriptor that is readable once it has ended.
        socket: where the messages go.
        is_ready: whether it has said that it has started.
        why: why this process has ended it; "" if it has not.
    """

    def __init__(self, memory: SharedMemory, confinement: Confinement) -> None:
        """Starts it; `await_ready` waits until it can be used.

        Raises:
            ResourceError: the system cannot start it.
        """
        self.socket: socket.socket
        self.socket, theirs = socket.socketpair()
        numbers = (theirs.fileno(), memory.fd, memory.address, memory.nbytes, os.getpid())
        limits = (
            confinement.memory or 0,
            ",".join(map(str, confinement.cpus or ())),
            int(confinement.sealed),
        )
        self.is_ready: bool = False
        self.why: str = ""
        try:
            self._process = subprocess.Popen(
                [*_command(), *map(str, numbers + limits)],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(), memory.fd),
                start_new_session=True,  # Ctrl-C in a terminal is not for it
            )
        except OSError as error:
            self.socket.close()
            raise ResourceError(f"start a process for a device: {error}") from error
        finally:
            theirs.close()
        self.pid: int = self._process.pid
        self.pidfd: int = os.pidfd_open(self.pid)

    def await_ready(self) -> None:
        """Waits until it has started.

        Raises:
            GoneError: it has ended.
        """
        if not self.is_ready:
            self.socket.settimeout(START_TIMEOUT)
            kind, _ = wire.receive(self.socket)
            self.socket.settimeout(None)
            if kind != messages.READY:
                raise GoneError
            self.is_ready = True

    def ask(self, kind: int, body: bytes) -> tuple[int, str]:
        """Sends a message and returns the answer: its status, and its text.

        Raises:
            GoneError: the child has ended.
        """
        wire.send(self.socket, kind, body)
        status, text = wire.receive(self.socket)
        return status, text.decode(errors="replace")

    def kill(self, why: str) -> None:
        """Ends it; `ended` tells why, as in "after 5 seconds"."""
        self.why = self.why or why
        self._process.kill()

    def ended(self) -> ChildEnd:
        """Returns how it ended; asked once, and not after `end`.

        One that does not answer and has not ended is killed.
        """
        self.socket.close()
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        if not poll.poll(1e3 * PATIENCE):
            self.kill(f"because it did not answer for {PATIENCE:g} seconds")
        code: int | None = self._process.returncode  # if it was asked for before
        peak = 0
        if code is None:
            try:
                _, status, usage = os.wait4(self.pid, 0)
                code, peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss << 10
            except ChildProcessError:  # another part of the program has waited for it
                pass
        self._process.returncode = code or 0
        os.close(self.pidfd)
        return _described(self.pid, code, self.why, peak)

    def end(self, timeout: float = 5.0) -> None:
        """Lets it end, and kills it if it does not."""
        self.socket.close()
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self.pidfd)


def _command() -> Sequence[str]:
    """Returns the command of a child, which imports this very streamrt and llvmlite."""
    if not sys.executable:
        raise ResourceError(
            "start a process for a device: this interpreter is embedded and has no executable; use "
            "cpu:0"
        )
    llvmlite = find_spec("llvmlite")
    folders = [Path(__file__).parents[3]]
    if llvmlite is not None and llvmlite.origin is not None:
        folders.append(Path(llvmlite.origin).parents[1])
    path = os.pathsep.join(map(str, folders))
    return (sys.executable, "-I", "-S", "-c", _MAIN.format(sep=os.pathsep), path)


def _described(pid: int, code: int | None, why: str, peak: int) -> ChildEnd:
    if why:
        return ChildEnd(f"its process {pid} was ended {why}")
    if code is None:
        return ChildEnd(f"its process {pid} has ended, and the program has waited for it elsewhere")
    if code >= 0:
        return ChildEnd(f"its process {pid} ended with exit code {code}")
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    what = f"its process {pid} was killed by {name}"
    if -code == signal.SIGKILL:
        return ChildEnd(what, f", maybe by the system for memory: it had {peak >> 20} MiB at most")
    return ChildEnd(what)
