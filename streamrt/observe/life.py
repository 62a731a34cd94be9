"""The fate of the process that wrote a flight file, as far as the system can tell it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from streamrt._runtime.recorder.flight_file import where
from streamrt._runtime.recorder.flight_format import Head

RUNS, STOPPED, ENDED, KILLED, COPY, UNKNOWN = (
    "runs", "stopped", "ended", "killed", "copy", "unknown",
)  # fmt: skip
WORDS = {
    RUNS: "it runs",
    STOPPED: "it is stopped, as by SIGSTOP",
    ENDED: "its runtime was closed",
    KILLED: "it was killed, or crashed",
    COPY: "a copy, made when work was stuck",
    UNKNOWN: "whether it runs cannot be told from here",
}
"""The fates in words."""


def life_of(head: Head) -> str:
    """Returns the fate of the process.

    Its number may be another process's by now. That one was started after the file was begun, or
    the machine was started since. In another container the number means nothing.
    """
    if head.ended:
        return ENDED
    if head.copied:
        return COPY
    namespace, machine = where()
    if head.machine and machine and head.machine != machine:
        return KILLED
    if not namespace or head.namespace != namespace:
        return UNKNOWN
    found = _state(head.pid)
    if found is None:
        return KILLED
    state, started = found
    if started > (head.began + head.boot) / 1e9 + 1 or state in "ZX":
        return KILLED
    return STOPPED if state in "Tt" else RUNS


def _state(pid: int) -> tuple[str, float] | None:
    """Returns the state of a process, and when it was started; None if there is no such process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
        return fields[0], int(fields[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def now_of(head: Head) -> int | None:
    """Returns the time now by the clock of a file's events; None if that was another machine."""
    machine = where()[1]
    if machine and machine != head.machine:
        return None
    return time.monotonic_ns()
