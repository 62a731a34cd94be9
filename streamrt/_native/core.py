"""Loads the native core and offers its functions: builtins, and ctypes calls that block.

The core is LLVM IR, one file per platform, shipped in the folder ll. The disk cache keeps its
object code. Builtins run under the interpreter's lock and cost some 50 ns. Functions that may
block (drain, sync, work) are called through ctypes, which releases the lock.

The code stays mapped until the process ends, because daemon threads run in it and the interpreter
does not wait for them.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import platform
import sys
import threading
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from streamrt._compile.llvm.compiler import compile_ir
from streamrt._compile.llvm.loading import Library, load_object
from streamrt._native.python_symbols import python_symbols
from streamrt._native.threads import Worker
from streamrt.errors import UnsupportedPlatformError

PENDING, RUNNING, DONE, CANCELLED, FAILED, SKIPPED, EXPIRED = range(7)
STATES = ("pending", "running", "done", "cancelled", "failed", "skipped", "expired")
CALL_HOST = 2
CREDIT = 256  # submissions of a driver's queue in flight, and so its events

_BLOCKING: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "srt_drain": (ctypes.c_int32, (ctypes.c_uint64,)),
    "srt_feed": (ctypes.c_int32, (ctypes.c_uint64,)),
    "srt_complete": (ctypes.c_int32, (ctypes.c_uint64,)),
    "srt_host_done": (None, (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int32)),
    "srt_sync": (
        ctypes.c_int32,
        (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64),
    ),
    "srt_work": (None, ()),
    "srt_land": (None, (ctypes.c_uint64,)),
    "srt_place": (ctypes.c_int32, (ctypes.c_uint64,)),
    "srt_run_errand": (ctypes.c_int32, (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)),
    "srt_take_words": (None, (ctypes.c_uint64, ctypes.c_uint64)),
    "srt_accept_results": (
        ctypes.c_int32,
        (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64),
    ),
    "srt_find_parcel": (ctypes.c_int32, (ctypes.c_uint64, ctypes.c_uint64)),
    "srt_land_parcel": (None, (ctypes.c_uint64, ctypes.c_uint64)),
    "srt_give_words": (ctypes.c_int32, (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)),
    "srt_take_results": (None, (ctypes.c_uint64,)),
    "srt_end_begun": (ctypes.c_void_p, (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)),
    "srt_end_wanted": (ctypes.c_int32, (ctypes.c_uint64,)),
}
_ENTRIES = (
    *("srt_copy", "srt_fill", "srt_finite", "srt_guard", "srt_replay"),
    *("srt_replay_loops", "srt_control"),
    *("srt_hand_kernel", "srt_hand_copy", "srt_hand_graph", "srt_hand_loop", "srt_hand_mark"),
    *("srt_cl_set_context", "srt_cl_launch", "srt_cl_copy", "srt_cl_record", "srt_cl_wait"),
    *("srt_cl_query", "srt_cl_synchronize", "srt_cl_no_graph", "srt_cl_no_node"),
    *("srt_cl_exchange_mode", "srt_cl_attach"),
)
_ENDINGS = ("check", "start", "finish", "fail", "advance", "signal", "end_told")
_HANDLERS = (
    *("jump", "wait", "check", "signal", "launch", "host", "stop", "part"),
    *("wait", "launch", "signal", "stop"),  # of queues of drivers
    *("wait", "check", "launch", "signal", "stop"),  # of far queues
)


class _MethodDef(ctypes.Structure):
    """CPython's PyMethodDef; the core holds a table of them."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("call", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Core:
    """The functions of the native core; the C describes them, python.h lists them."""

    can_issue: Callable[[int], int]
    pack: Callable[[int, int, tuple[Any, ...]], int]
    issue: Callable[[int, int, tuple[int, ...], tuple[int, ...]], int]
    push_host: Callable[[int, tuple[int, ...], tuple[int, ...], int], int]
    promise: Callable[[int, int], int]
    mark: Callable[[int, tuple[int, ...], tuple[int, ...]], int]
    stop: Callable[[int, tuple[int, ...], tuple[int, ...]], int]
    expect: Callable[[int, int], int]
    check: Callable[[int, int], int]
    begin: Callable[[int, int, int], int]
    finish: Callable[[int, int, int, int], int]
    fail_one: Callable[[int, int, int, int], int]
    carry_out: Callable[[int], int]
    advance: Callable[[int, memoryview], int]
    fail_to: Callable[[int, int], int]
    end_promises: Callable[[int, bool], int]
    raise_one: Callable[[int], int]
    fail_early: Callable[[int, int, int], int]
    lose: Callable[[int, int], int]
    completed: Callable[[int], int]
    failures: Callable[[int], int]
    look: Callable[[int], int]
    glance: Callable[[int, int], int]
    cancel: Callable[[int, int], int]
    ask_to_stop: Callable[[int], int]
    ask_far_to_stop: Callable[[int, int, int], int]
    arm: Callable[[int, int, int], int]
    new_cells: Callable[[int], int]
    new_queue: Callable[[int], int]
    new_plan: Callable[[int, int, int, tuple[int, ...], tuple[int, ...]], int]
    drain_by_submitters: Callable[[int], int]
    declare: Callable[[int, int], int]
    show_executions: Callable[[int], int]
    new_gpu: Callable[[int, int], int]
    gpu_lost: Callable[[int], int]
    lose_gpu: Callable[[int, int], int]
    ends_gpu: Callable[[int], int]
    open_gpu: Callable[[int, int, int, tuple[int, ...], int], int]
    part_gpu: Callable[[int, bool], int]
    close_gpu: Callable[[int], int]
    cover_of: Callable[[int, int], int]
    new_gpu_plan: Callable[..., int]
    new_cl_stream: Callable[[int, int], int]
    drop_cl_stream: Callable[[int], int]
    cl_stream_rests: Callable[[int], int]
    give_cl_stream_up: Callable[[int], int]
    new_cl_mark: Callable[[int], int]
    drop_cl_mark: Callable[[int], int]
    new_cl_function: Callable[[int, int, tuple[int, ...]], int]
    far_layout: Callable[[], int]
    new_far: Callable[[int, int], int]
    open_far: Callable[[int, int, int], int]
    close_far: Callable[[int], int]
    far_running: Callable[[int], int]
    fail_far: Callable[[int, int], int]
    lose_far: Callable[[int], int]
    part_far: Callable[[int], int]
    end_landing: Callable[[int], int]
    far_since: Callable[[int], int]
    new_far_plan: Callable[[int, int, int, int, tuple[int, ...], tuple[int, ...]], int]
    bind_program: Callable[[int, int], int]
    new_relayed: Callable[[int, int, int, int, int], int]
    renew_far: Callable[[int], int]
    wake_taker_of: Callable[[int], int]
    name_strayed: Callable[[int, int], int]
    new_place: Callable[[int, int, int, bool], int]
    begin_relayed: Callable[[int, int, int, int], int]
    leave_relayed: Callable[[int, int], int]
    stop_placed: Callable[[int, int, int], int]
    errand_of: Callable[[int], tuple[int, ...]]
    end_errand: Callable[[int, int, int], int]
    allocate: Callable[[int], int]
    release: Callable[[int], int]
    free_records: Callable[[int], int]
    set_limit: Callable[[int, int], int]
    listen: Callable[[int], int]
    set_up: Callable[[int], int]
    make_types: Callable[[int, tuple[str, ...], str], tuple[Any, ...]]
    find_timelines: Callable[[type[Any], int], None]
    collect: Callable[[Any], None]
    deadlines_from: Callable[[Any], None]
    record_to: Callable[[int, int], None]
    new_ring: Callable[[int, int], None]
    note_nodes: Callable[[int], None]
    label_with: Callable[[Any, Any, Any, Any], None]
    note_event: Callable[..., None]
    tell_of_pauses: Callable[[int, bool, int, int, str], None]
    note_pause: Callable[[str, dict[str, Any]], None]
    find_slots: Callable[..., None]
    new_launch: Callable[[type[Any], Callable[..., Any], int], Any]
    new_lock: Callable[[type[Exception]], Any]
    new_empty: Callable[[type[Any], Callable[..., Any], int, type[Any], str, str], Any]
    new_execute: Callable[[type[Any], Callable[..., Any], int, type[Any]], Any]
    new_fresh: Callable[[Any, Any, Any, Any, Any], Any]
    with_outcome: Callable[[Any, object], Any]
    new_call: Callable[..., Any]
    new_keeper: Callable[[list[Any], object], object]
    new_replay: Callable[[type[Any], Callable[..., Any], int, str], Any]
    new_replays: Callable[..., Any]
    forget_locks: Callable[[], None]
    new_plans: Callable[[], Any]
    new_timeline: Callable[[Any, int, int], Any]
    new_tracked: Callable[[int, str | int, Any, int], Any]
    same_memory: Callable[[Any, str | int], Any]
    join_tracked: Callable[[tuple[Any, ...], int, int], None]
    new_region: Callable[[Any, int, int, bool, int], Any]
    new_dropped: Callable[[Any, Any, Any, Any], Any]
    new_allocation: Callable[[int, Any, Any, Any, int], Any]
    whole: Callable[[Any, int], Any]
    track: Callable[[Any, Any, int, int, Any, Any, Any, bool], Any]
    wait_edges: Callable[[Any, Any, bool], tuple[Any, ...]]
    forget_workers: Callable[[], int]
    srt_drain: Callable[[int], int]
    srt_feed: Callable[[int], int]
    srt_complete: Callable[[int], int]
    srt_host_done: Callable[[int, int, int, int], None]
    srt_sync: Callable[[int, int, int, int], int]
    srt_work: Callable[[], None]
    srt_land: Callable[[int], None]
    srt_place: Callable[[int], int]
    srt_run_errand: Callable[[int, int, int], int]
    srt_take_words: Callable[[int, int], None]
    srt_accept_results: Callable[[int, int, int, int], int]
    srt_find_parcel: Callable[[int, int], int]
    srt_land_parcel: Callable[[int, int], None]
    srt_give_words: Callable[[int, int, int], int]
    srt_take_results: Callable[[int], None]
    srt_end_begun: Callable[[int, int, int], int | None]
    srt_end_wanted: Callable[[int], int]

    def __init__(self, library: Library) -> None:
        self._library = library
        self.entries: dict[str, int] = {name: library.address(name) for name in _ENTRIES}
        self.endings: dict[str, int] = {name: library.address(f"srt_{name}") for name in _ENDINGS}
        table = library.address("srt_handlers")
        handlers = (ctypes.c_uint64 * len(_HANDLERS)).from_address(table)
        self.handlers: dict[int, str] = dict(zip(handlers, _HANDLERS, strict=True))
        for name, builtin in _builtins(library.address("srt_builtins")):
            setattr(self, name, builtin)
        for name, (result, arguments) in _BLOCKING.items():
            prototype = ctypes.CFUNCTYPE(result, *arguments)
            setattr(self, name, prototype(library.address(name)))
        self.set_up(int(os.environ.get("STREAMRT_PORTABLE", "") == "1"))
        names = ("RAW", "WAR", "WAW", "reuse", "event")
        self.types: tuple[Any, ...] = self.make_types(object.__basicsize__, names, "")
        self.refusing: int = self.new_queue(0)  # takes the place of freed queues
        self._workers: list[Worker] = []
        self._lock = threading.Lock()

    def copied(self, words: array[int], what: str) -> int:
        """Returns the address of new memory that holds some words; `release` frees it.

        Raises:
            MemoryError: there is none; `what` begins the message.
        """
        address = self.allocate(8 * len(words))
        if not address:
            raise MemoryError(f"{what}: no memory for {8 * len(words)} bytes")
        ctypes.memmove(address, words.buffer_info()[0], 8 * len(words))
        return address

    def start_workers(self, threads: int | None = None) -> None:
        """Starts worker threads of the process, unless as many run already.

        Args:
            threads: the most threads that a launch may run on, one of which is its stream's own;
                never more than there are CPU cores. None is as many as there are cores.
        """
        cores = core_count()
        wanted = min(cores, threads or cores) - 1
        with self._lock:
            while len(self._workers) < wanted:
                number = len(self._workers)
                worker = Worker(self.srt_work, f"streamrt-worker-{number}")
                worker.start()
                self._workers.append(worker)

    def forked(self) -> None:
        """Forgets the worker threads, in the child of a fork, where they do not exist."""
        self._workers = []
        self._lock = threading.Lock()
        self.forget_workers()


def core_count() -> int:
    """Returns the number of CPU cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _builtins(table: int) -> list[tuple[str, Any]]:
    """Returns the core's functions as builtins of this interpreter, by name."""
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    found: list[tuple[str, Any]] = []
    while name := _MethodDef.from_address(table).name:
        found.append((name.decode(), make(table, None, None)))
        table += ctypes.sizeof(_MethodDef)
    return found


def _source() -> Path:
    """Returns the core's IR for this platform.

    The machine alone says too little: a 32-bit interpreter may run on a 64-bit kernel.

    Raises:
        UnsupportedPlatformError: if there is no IR for the platform.
    """
    machine, bits = platform.machine(), 64 if sys.maxsize > 1 << 32 else 32
    interpreter = sys.implementation.name
    source = Path(__file__).parent / "ll" / f"{machine}-{sys.platform}.ll"
    fits = bits == 64 and sys.byteorder == "little" and interpreter == "cpython"
    if not fits or not source.is_file():
        known = " and ".join(sorted(path.stem for path in source.parent.glob("*.ll")))
        raise UnsupportedPlatformError(
            f"load the native core: this is {bits}-bit {interpreter} on {machine}-{sys.platform}, "
            f"{sys.byteorder}-endian; the core exists for 64-bit CPython on {known}"
        )
    return source


def _load() -> Core:
    source = _source()
    text = source.read_text()
    data = compile_ir(text, name="streamrt-core", opt=2, passes=False)
    library = load_object(data, name="streamrt-core", symbols=python_symbols())
    core = Core(library)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(core))  # never unloaded; see above
    for prepare in _at_load:
        prepare(core)
    return core


_core: Core | None = None
_loading = threading.RLock()
_at_load: list[Callable[[Core], object]] = []


def at_load(prepare: Callable[[Core], object]) -> None:
    """Has a function called with the core when it is loaded, or now if it is.

    So classes of Python that native code works on are told to it, and importing them loads nothing.
    """
    with _loading:
        _at_load.append(prepare)
        if _core is not None:
            prepare(_core)


def doc_of(signature: str, function: object) -> int:
    """Returns the address of a native method's docstring, headed by its signature."""
    text = f"{signature}\n--\n\n{inspect.getdoc(function) or ''}"
    doc = ctypes.create_string_buffer(text.encode())
    _docs.append(doc)
    return ctypes.addressof(doc)


_docs: list[object] = []


def core() -> Core:
    """Returns the native core, loaded at the first call."""
    global _core
    with _loading:
        if _core is None:
            _core = _load()
        return _core
