"""Workers that are processes: they fill rows of memory that they share with this process.

This is the remedy where functions hold the interpreter's lock: threads of one process cannot run
them at once.

1. A segment is a file without a name (`memfd_create`), mapped here and in each process that fills
   rows of it. It is used again when nobody holds a batch in it any more, and the kernel frees it
   with the last process, however that ends.
2. A thread of the run stands for each process: it sends an item and a row, and waits for the answer
   without the lock. So order, policies and leaving are those of threads.
3. Items, and errors, are pickled. The function is imported in the process, so it must be one of a
   module.
4. A process that dies fails its item with a ChildProcessError, and another one takes its place.
"""

from __future__ import annotations

import contextlib
import mmap
import multiprocessing
import os
import pickle
import queue
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from streamrt._core.finalizers import AtEnd, Inbox
from streamrt._core.values import shown
from streamrt._interrupts import from_handler
from streamrt._refusals import refusing
from streamrt._runtime.memory.allocations import Shared
from streamrt.errors import ArgumentError, UnsupportedPlatformError

ALIGNED = 64  # bytes, of each array in a segment
PATIENCE = 0.5  # seconds that a process has to end after the last item
OPENED = "/proc/self/fd"  # where the system shows a process's open files
DYING = 5.0  # seconds that one has whose connection has ended, or a thread that waited for it

Array = Any


@dataclass(frozen=True, slots=True)
class SegmentLayout:
    """The places of a block's arrays in its segment.

    Attributes:
        arrays: name, offset in bytes, shape and dtype of each.
        nbytes: the bytes of a segment.
    """

    arrays: tuple[tuple[str, int, tuple[int, ...], str], ...]
    nbytes: int

    @staticmethod
    def of(likes: dict[str, np.ndarray[Any, Any]]) -> SegmentLayout:
        """Returns a layout for arrays of such shapes and dtypes."""
        offset, arrays = 0, list[tuple[str, int, tuple[int, ...], str]]()
        for name, like in likes.items():
            arrays.append((name, offset, like.shape, like.dtype.str))
            nbytes = int(np.prod(like.shape, dtype=np.int64)) * like.dtype.itemsize
            offset += -(-nbytes // ALIGNED) * ALIGNED
        return SegmentLayout(tuple(arrays), max(offset, ALIGNED))

    def over(self, memory: mmap.mmap, keep: object) -> dict[str, np.ndarray[Any, Any]]:
        """Returns the arrays over a segment's memory, which keep something alive."""
        address = np.frombuffer(memory, np.uint8).ctypes.data
        made: dict[str, np.ndarray[Any, Any]] = {}
        for name, offset, shape, typestr in self.arrays:
            dtype = np.dtype(typestr)
            strides = dense(shape, dtype.itemsize) if shape else ()
            made[name] = np.asarray(Shared(address + offset, dtype, shape, strides, False, keep))
        return made


class Segment(AtEnd):
    """Memory that processes share.

    Attributes:
        path: where other processes of this user find it, as long as this process lives.
        memory: the memory.
    """

    __slots__ = ("memory", "path")

    def __init__(self, nbytes: int) -> None:
        """Makes one of so many bytes, which are 0."""
        file = os.memfd_create("streamrt-rows", os.MFD_CLOEXEC)
        self.__del__: Callable[[], object] = partial(os.close, file)
        os.ftruncate(file, nbytes)
        self.path: str = f"/proc/{os.getpid()}/fd/{file}"
        self.memory: mmap.mmap = mmap.mmap(file, nbytes)


class Segments:
    """The segments of one fill: those that are free are used again."""

    def __init__(self, layout: SegmentLayout) -> None:
        self.layout = layout
        self._free: Inbox[Segment] = Inbox()

    def take(self) -> tuple[Segment, dict[str, np.ndarray[Any, Any]]]:
        """Returns a segment, and arrays over it; it is free when all of these are gone."""
        segment = next(self._free.taken(), None) or Segment(self.layout.nbytes)
        return segment, self.layout.over(segment.memory, Lease(self._free, segment))


class Lease(AtEnd):
    """One use of a segment: its arrays hold it, and with the last of them the segment is free."""

    __slots__ = ()

    def __init__(self, free: Inbox[Segment], segment: Segment) -> None:
        """Makes it."""
        self.__del__: Callable[[], object] = partial(free, segment)


def dense(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """Returns the strides in bytes of a C-contiguous array."""
    strides = [itemsize]
    for extent in shape[:0:-1]:
        strides.append(strides[-1] * extent)
    return tuple(strides[::-1])


class ProcessWorker:
    """A process that fills rows, and the connection to it."""

    def __init__(self, function: bytes, layout: SegmentLayout) -> None:
        """Starts it.

        Args:
            function: the pickled function.
            layout: of its segments.
        """
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.connection: Connection = ours
        self._process = context.Process(
            target=serve, args=(theirs, function, layout), name="streamrt-fill", daemon=True
        )
        self._process.start()
        theirs.close()

    def fill(self, request: tuple[object, ...]) -> None:
        """Has a row filled.

        Raises:
            ChildProcessError: the process died.
            Exception: whatever the function raised.
        """
        try:
            self.connection.send(request)
            error = self.connection.recv()
        except (EOFError, ConnectionError):
            self._process.join(DYING)
            raise ChildProcessError(
                f"a worker process died with exit code {self._process.exitcode}"
            ) from None
        if error is not None:
            raise error

    def stop(self) -> None:
        """Ends it, after the row that it fills."""
        self.connection.close()

    def join(self) -> None:
        """Waits for its end; one that does not end soon is terminated."""
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()


class Workers:
    """The processes of one fill: started when they are needed, and used again."""

    def __init__(self, function: Callable[..., Any], layout: SegmentLayout) -> None:
        """Makes it, without a process."""
        self._function = pickle.dumps(function)
        self._layout = layout
        self._free: queue.LifoQueue[ProcessWorker] = queue.LifoQueue()
        self._all: list[ProcessWorker] = []

    def fill(self, segment: Segment, row: int | None, item: object, rng: dict[str, Any]) -> None:
        """Has a row of a segment filled, or all of it without rows; see `ProcessWorker.fill`."""
        try:
            worker = self._free.get_nowait()
        except queue.Empty:
            worker = ProcessWorker(self._function, self._layout)
            self._all.append(worker)
        try:
            worker.fill((segment.path, row, item, rng))
        except ChildProcessError:
            with contextlib.suppress(ValueError):  # it was ended by `close`
                self._all.remove(worker)
            raise
        except BaseException:
            self._free.put(worker)
            raise
        self._free.put(worker)

    def close(self) -> None:
        """Ends all processes."""
        workers = list(self._all)  # a thread whose process dies removes it meanwhile
        for worker in workers:
            worker.stop()
        for worker in workers:
            worker.join()
        self._all.clear()


@refusing
def check_function(function: Callable[..., Any], what: str) -> None:
    """Refuses a function that another process cannot import, and a system without such memory.

    Raises:
        ArgumentError: it cannot be pickled.
        UnsupportedPlatformError: the system has no files without a name, or no /proc.
    """
    has = {"memfd_create": hasattr(os, "memfd_create"), OPENED: os.path.isdir(OPENED)}
    if not all(has.values()):
        missing = " and no ".join(name for name in has if not has[name])
        raise UnsupportedPlatformError(
            f"{what}: this system has no {missing}, by which processes share memory; leave out "
            "processes=True, and threads of this process do the work"
        )
    try:
        pickle.dumps(function)
    except Exception as error:
        if from_handler(error):
            raise
        raise ArgumentError(
            f"{what}: {shown(function)} cannot be sent to a process: {error}; define it at the top "
            "of a module"
        ) from None


# --- in the process ------------------------------------------------------------------------------


def serve(connection: Connection, function: bytes, layout: SegmentLayout) -> None:
    """The main function of a process: fills rows until the connection ends."""
    fill = pickle.loads(function)
    mapped: dict[str, dict[str, np.ndarray[Any, Any]]] = {}
    while True:
        try:
            path, row, item, rng = connection.recv()
        except (EOFError, ConnectionError, KeyboardInterrupt):
            return
        connection.send(_filled(fill, _views(mapped, path, layout), row, item, rng))


def _views(
    mapped: dict[str, dict[str, np.ndarray[Any, Any]]], path: str, layout: SegmentLayout
) -> dict[str, np.ndarray[Any, Any]]:
    if path not in mapped:
        with open(path, "r+b") as file:
            memory = mmap.mmap(file.fileno(), layout.nbytes)
            mapped[path] = layout.over(memory, memory)
    return mapped[path]


def _filled(
    fill: Callable[..., Any],
    arrays: dict[str, np.ndarray[Any, Any]],
    row: int | None,
    item: object,
    rng: dict[str, Any],
) -> BaseException | None:
    """Returns the error of a call, in a form that can be pickled; None if there is none."""
    try:
        views = {name: a[...] if row is None else a[row, ...] for name, a in arrays.items()}
        used = fill(item, **views, **rng)
        if used is not None:
            raise TypeError(f"it returned {shown(used)}; in a process it returns None")
    except BaseException as error:  # noqa: BLE001 - the other process raises it
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # noqa: BLE001 - a class of the user's that pickle cannot make again
            return RuntimeError(f"{type(error).__name__}: {error}")
        return error
    return None
