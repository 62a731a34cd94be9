"""The program in C: launches with callbacks on the driver that streamrt uses, and copies."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from pathlib import Path

import numpy as np

from benchmarks.work.opencl.work import BATCH, BUMP, LAYOUT, STREAMS, WORDS, checked

FLAGS = ("-std=gnu11", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror")


class Plain:
    """The program in C, open; what it computed is checked by `close`."""

    def __init__(self) -> None:
        compiler = shutil.which("cc")
        assert compiler is not None  # benchmarks.peers has looked
        source = Path(__file__).with_name("plain.c")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "plain.so"
            subprocess.run([compiler, *FLAGS, source, "-o", path, "-ldl"], check=True)
            self._library = ctypes.CDLL(str(path))
        self._library.plain_open.argtypes = (c_char_p, c_char_p, c_void_p, c_size_t, c_size_t)
        self._library.plain_open.restype = c_char_p
        self._library.plain_batch.argtypes = (c_int, c_int, POINTER(c_double), POINTER(c_double))
        self._library.plain_copies.argtypes = (c_size_t, c_int, c_void_p)
        self._library.plain_trips.argtypes = (c_int, c_void_p)
        self._library.plain_words.argtypes = (c_int, c_void_p)
        self._launches = [0] * STREAMS
        layout = np.array(LAYOUT, np.int64)
        given = BUMP.encode(), b"bump", layout.ctypes.data, layout.nbytes, WORDS
        wrong = self._library.plain_open(*given)
        if wrong:
            raise RuntimeError(f"open the program in C: {wrong.decode()} does not work")

    def batch(self, queues: int = 1) -> tuple[float, float]:
        """Returns the µs of a launch in a batch, by the clock, and of CPU of all threads."""
        wall, cpu = c_double(), c_double()
        launches = BATCH // queues * queues
        self._library.plain_batch(launches, queues, wall, cpu)
        for number in range(queues):
            self._launches[number] += launches // queues
        return wall.value, cpu.value

    def trips(self, count: int) -> list[float]:
        """Returns the µs of round trips."""
        found = np.empty(count)
        self._library.plain_trips(count, found.ctypes.data)
        self._launches[0] += count
        return found.tolist()

    def copies(self, nbytes: int, count: int) -> list[float]:
        """Returns the ms of copies."""
        found = np.empty(count)
        if not self._library.plain_copies(nbytes, count, found.ctypes.data):
            raise MemoryError(f"copy {nbytes} bytes: the driver has no such memory")
        return found.tolist()

    def close(self) -> None:
        """Checks that each launch has run once."""
        found = np.empty(WORDS, np.uint32)
        for number, launches in enumerate(self._launches):
            self._library.plain_words(number, found.ctypes.data)
            checked(found, launches)
