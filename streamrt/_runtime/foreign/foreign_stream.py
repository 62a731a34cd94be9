"""Streams of other libraries on the same GPU, and the order between their work and streamrt's.

    record   their work so far ─> an event, for which anything of streamrt can wait
    wait     work of streamrt  ─> all that the other stream is given from then on

The driver does both; no data moves, and nothing waits on the host that need not. A point of the
CPU or of another GPU is waited for on the host, because nobody else can.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from streamrt._core.handles import Handle
from streamrt._core.values import shown
from streamrt._native.device import Foreign, NativeDevice
from streamrt._refusals import refusing
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.door import HostSide, take
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.foreign.holding import Handing, Points, foreign_of
from streamrt._runtime.foreign.sharing import uses_of
from streamrt._runtime.stream import Stream
from streamrt._runtime.subject import Named
from streamrt.errors import ArgumentError, ArgumentTypeError, ClosedError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.devices.device_list import DeviceList

MARK = Named("wait for a foreign stream")


class ForeignStream(Handle):
    """A stream of another library on a GPU of this runtime. Made by `Runtime.foreign`.

    It is ordered with streamrt's work only where `record` and `wait` say so. It keeps the object
    that it was made of, so that library does not destroy the stream meanwhile.

    Attributes:
        device: the device that it runs on.
        handle: the address of the CUDA stream, or 0, 1 or 2 for CUDA's default streams.
    """

    _instead = "rt.foreign(stream) makes another"

    __slots__ = ("_foreign", "_keep", "_stream", "device", "handle")

    def __init__(self, device: Device, handle: int, keep: object) -> None:
        """Not for users: `Runtime.foreign` makes it."""
        self.device: Device = device
        self.handle: int = handle
        self._keep = keep
        self._foreign = foreign_of(device._state, "foreign")
        self._foreign.check(handle, f"foreign on {device}")
        self._stream: Stream = device.stream(f"foreign-{handle:x}")
        self._stream._lane.internal = True

    def record(self) -> Event:
        """Records the point after everything that the stream was given so far.

        Returns:
            An event like those of streams of streamrt: `stream.wait(event)`, `await event`.

        Raises:
            ArgumentError: the stream was destroyed, or records a CUDA graph.
            DeviceLostError: the device is lost.
        """
        what = f"record on {self!r}"
        mark = self._ready(what).mark(self.handle, what)
        lane, frame = self._stream._lane, sys._getframe(1)
        # The execution keeps the mark until it has ended.
        run = lane.launch(self._foreign.plan, (), (), (mark.event,), MARK, frame, mark)
        event = Event()
        event._record((lane.mark() if lane.value == run.value else (lane, run.value),))
        return event

    def wait(self, *sources: Event | Execution[Any] | Stream | Buffer) -> Handing:
        """Has the stream run all that it is given from then on after work of streamrt.

        `await foreign.wait(...)` suspends, `foreign.wait(...).sync(timeout)` blocks the thread. On
        the same GPU that lasts until the work is handed to the driver, as a rule some
        microseconds, and the stream waits for its end. Of work elsewhere it lasts until its end.

        Args:
            sources: events and executions; streams, for all that was submitted to them so far;
                buffers, for all submitted accesses to their memory.

        Returns:
            A coroutine with a method `sync`.
        """
        what = f"wait on {self!r}"
        points = tuple(point for source in sources for point in _points_of(source, what))
        self._ready(what)
        return Handing(self._foreign, self.handle, points, what)

    @refusing
    def _ready(self, what: str) -> Foreign:
        """Returns the object that does the work, or refuses if the work cannot be done now."""
        engine = self._stream._engine
        if engine.interpreters:
            take(engine, HostSide(what))
        engine.check_open(what)
        if self._stream._is_closed:
            raise ClosedError(f"{what}: it is closed; rt.foreign(stream) makes another")
        self._foreign.check(self.handle, what)
        return self._foreign

    def close(self) -> None:
        """Lets go of the stream, which is not changed. A second close does nothing."""
        self._stream.close()
        self._keep = None

    def __repr__(self) -> str:
        return f"<ForeignStream {self.handle:#x} on {self.device}>"


@refusing
def handle_of(stream: object, what: str) -> int:
    """Returns the handle of a CUDA stream, as any library describes it.

    Raises:
        ArgumentTypeError: it is no stream.
    """
    if isinstance(stream, Stream):
        raise ArgumentTypeError(f"{what}: {stream!r} is a stream of streamrt; use its own methods")
    given: Any = stream
    found: Any = given
    if hasattr(given, "__cuda_stream__"):
        described: Any = given.__cuda_stream__()
        try:
            version, found = described
        except (TypeError, ValueError):
            version = None
        if version != 0:
            raise ArgumentError(
                f"{what}: __cuda_stream__ of {type(stream).__name__} returned {shown(described)}; "
                "the protocol is (0, handle)"
            )
    else:
        for name in ("cuda_stream", "ptr", "handle"):  # of PyTorch, CuPy and numba
            if hasattr(stream, name):
                found = getattr(stream, name)
                break
    if hasattr(found, "value"):  # a ctypes.c_void_p, in which None is 0
        found = found.value or 0
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 1 << 64:
        raise ArgumentTypeError(
            f"{what}: found {shown(stream)}; pass a stream of CuPy, PyTorch, cuda.core or numba, "
            "or its handle"
        )
    return found


def opened(devices: DeviceList, stream: object, device: Device | str | None) -> ForeignStream:
    """Makes a foreign stream; see `Runtime.foreign`."""
    devices.engine.check_open("foreign")
    handle = handle_of(stream, "foreign")
    if device is not None:
        return ForeignStream(devices.target(device), handle, stream)
    found = [
        one
        for one in map(devices.device, devices.names)
        if isinstance(one._state.backend, NativeDevice) and one._state.backend.foreign is not None
    ]
    if len(found) <= 1:
        return ForeignStream(found[0] if found else devices.device(), handle, stream)
    refusal: ArgumentError | None = None
    for one in found if handle > 2 else ():  # CUDA's default streams are those of every GPU
        try:
            return ForeignStream(one, handle, stream)
        except ArgumentError as error:
            refusal = error
    names = ", ".join(map(str, found))
    raise refusal or ArgumentError(
        f"foreign: the stream {handle} is a default stream, and there is one on each of {names}; "
        "pass device="
    )


def _points_of(source: object, what: str) -> Points:
    """Returns the points that a user names."""
    if isinstance(source, Event):
        return source._recorded(what)
    if isinstance(source, Execution):
        return source._points()
    if isinstance(source, Stream):
        return ((source._lane, source._lane.value),)
    if isinstance(source, Buffer):
        source._present(what)
        return uses_of(source)
    raise ArgumentTypeError(
        f"{what}: found {type(source).__name__}; pass events, executions, streams or buffers"
    )
