"""The part that runs inside a Dask worker: it starts places, and tells them when the worker ends.

A place is a process of its own. So what the worker's tasks do with the interpreter's lock does not
keep it from answering, a kernel that crashes does not end the worker, and nothing is left of a
device that was closed. It ends with the worker, however that ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from streamrt._backends.dask.greeting import RELEASE

STARTING = 60.0
"""Seconds that a place gets to start."""

_MAIN = (
    "import sys; sys.path += sys.argv[1:]; from streamrt._backends.dask.main import main; main()"
)


async def open_place(
    nonces: Mapping[str, str], ports: tuple[int, int], dask_worker: Any
) -> dict[str, Any]:
    """Starts a place, and says where it listens. Runs in the worker's event loop.

    Args:
        nonces: what connections to it have to name, in hex, by the worker's address.
        ports: the first and the last port that it may use; (0, 0) is any.
        dask_worker: the worker.

    Returns:
        `port`, or `error` with a text.
    """
    address = str(dask_worker.address)
    protocol, _, rest = address.partition("://")
    if protocol not in ("tcp", "tls"):
        return {"error": f"it listens at {address}; places need tcp:// or tls://"}
    if dask_worker.status.name.startswith("clos"):
        return {"error": "it is being closed"}
    tls: dict[str, Any] = {}
    if protocol == "tls":
        tls = dask_worker.security.get_tls_config_for_role("worker")
    config: dict[str, Any] = {
        "host": rest.rpartition(":")[0].strip("[]"),
        "ports": list(ports),
        "nonce": nonces[address],
        "tls": tls,
        "version": RELEASE,
        "parent": os.getpid(),
        "libraries": _libraries(),
    }
    place = subprocess.Popen(  # noqa: ASYNC220 - the system ends it with the thread that starts it
        _command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    answer = await asyncio.to_thread(_begun, place, config)
    if "port" in answer:
        _watch(place, dask_worker)
    return answer


def _begun(place: subprocess.Popen[str], config: Mapping[str, Any]) -> dict[str, Any]:
    """Tells a place what it is to do; returns its answer."""
    assert place.stdin is not None
    assert place.stdout is not None
    try:
        place.stdin.write(json.dumps(config) + "\n")
        place.stdin.flush()
        line = place.stdout.readline()
        answer: dict[str, Any] = json.loads(line)
    except (OSError, ValueError):
        place.kill()
        return {"error": f"its place ended at the start, with exit code {place.wait()}"}
    place.stdout.close()
    return answer


def _watch(place: subprocess.Popen[str], worker: Any) -> None:
    """Has a place know of the worker's end, and the worker of the place's."""
    places: list[subprocess.Popen[str]] = worker.__dict__.setdefault("_streamrt_places", [])
    places[:] = [each for each in places if each.poll() is None]
    places.append(place)
    if not any(isinstance(each, Leaving) for each in worker.plugins.values()):
        worker.plugins["streamrt"] = Leaving(places)


class Leaving:
    """The plugin of a worker that tells its places when the worker is closed."""

    name = "streamrt"

    def __init__(self, places: list[subprocess.Popen[str]]) -> None:
        self._places = places

    def teardown(self, worker: Any) -> None:
        """Tells them; Dask calls it."""
        for place in self._places:
            if place.poll() is None and place.stdin is not None:
                try:
                    place.stdin.write(f"its worker {worker.name} is being closed\n")
                    place.stdin.flush()
                except OSError:  # it has just ended
                    continue


def _libraries() -> list[str]:
    """Returns the folders in which a place looks for libraries, such as NumPy's BLAS."""
    numpy = find_spec("numpy")
    if numpy is None or numpy.origin is None:
        return []
    folder = Path(numpy.origin).parents[1]
    return [str(each) for each in (folder / "numpy.libs", folder / "numpy" / ".dylibs")]


def _command() -> list[str]:
    """Returns the command of a place, which imports this very streamrt and llvmlite."""
    folders = [Path(__file__).parents[3]]
    llvmlite = find_spec("llvmlite")
    if llvmlite is not None and llvmlite.origin is not None:
        folders.append(Path(llvmlite.origin).parents[1])
    return [sys.executable, "-I", "-S", "-c", _MAIN, *map(str, folders)]
