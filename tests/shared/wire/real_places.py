"""Real places without a cluster: processes of this machine, which end with this one.

places = RealPlaces(2)
with srt.Runtime(devices=places.devices()) as rt: ...
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
from collections.abc import Mapping

from streamrt import __version__
from streamrt._backends.dask import worker
from streamrt._backends.dask.backend import DaskBackend, WorkerDevice
from streamrt._backends.dask.link import Endpoint
from streamrt._backends.dask.starter import WorkerInfo

PATIENCE = 3600.0


class RealPlaces:
    """Starts places as a Dask worker does, each with this process as its worker.

    Attributes:
        processes: those that were started last, by number.
    """

    def __init__(self, count: int) -> None:
        self.processes: dict[int, subprocess.Popen[str]] = {}
        self._count = count

    def workers(self) -> list[WorkerInfo]:
        """Returns that many workers."""
        return [
            WorkerInfo(f"w{i}", f"tcp://127.0.0.1:{i + 1}", 1 << 26) for i in range(self._count)
        ]

    def start(self, wanted: Mapping[int, WorkerInfo]) -> dict[int, Endpoint]:
        """Starts places, all at once."""
        nonces: dict[int, bytes] = {}
        for index in wanted:
            nonces[index] = secrets.token_bytes(16)
            config = {
                "host": "127.0.0.1", "ports": [0, 0], "nonce": nonces[index].hex(), "tls": {},
                "version": __version__, "parent": os.getpid(), "libraries": worker._libraries(),
            }  # fmt: skip
            process = self.processes[index] = subprocess.Popen(
                worker._command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            assert process.stdin
            process.stdin.write(json.dumps(config) + "\n")
            process.stdin.flush()
        found: dict[int, Endpoint] = {}
        for index in wanted:
            stdout = self.processes[index].stdout
            assert stdout
            found[index] = Endpoint(
                "127.0.0.1", json.loads(stdout.readline())["port"], nonces[index], None
            )
        return found

    def devices(self, silence: float = PATIENCE) -> list[WorkerDevice]:
        """Starts the places; returns the names of devices there."""
        return DaskBackend(self, self.workers(), memory=None, silence=silence).names()

    def end(self) -> list[int]:
        """Waits for the ends of places whose devices have gone; returns their exit codes."""
        codes = [process.wait() for process in self.processes.values()]
        for process in self.processes.values():
            for stream in (process.stdin, process.stdout, process.stderr):
                assert stream
                stream.close()
        return codes
