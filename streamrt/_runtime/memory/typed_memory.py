"""The inner half of a buffer: elements of one layout, at an address of an allocation."""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._compile.signatures.layout import DELETED as NO_LAYOUT
from streamrt._compile.signatures.layout import Layout
from streamrt._core.handles import Handle
from streamrt._core.tracking.ranges import CAPTURED, DELETED, FROZEN, label
from streamrt._core.values import told
from streamrt._native.core import DONE, RUNNING
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.engine import Engine
from streamrt._runtime.execution import Execution
from streamrt._runtime.memory.allocations import Allocation, Shared
from streamrt._runtime.memory.shown_elements import ends_of, spelled
from streamrt._runtime.submission import Submission
from streamrt._runtime.tracking import Region
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    DeletedBufferError,
    FrozenBufferError,
    StateError,
)


class TypedMemory(Handle):
    """The part of a buffer that submissions and captures know.

    Attributes:
        _state: its device.
        _allocation: its memory, which it keeps alive; None after it was given up.
        _layout: the layout of its elements; NO_LAYOUT after it was given up.
        _address: the address of its first element; in a capture, counted from 0.
        _region: the bytes that it covers, as the hazard tracker knows them.
    """

    __slots__ = ("_address", "_allocation", "_layout", "_region", "_state")

    _state: DeviceState
    _allocation: Allocation | None
    _layout: Layout
    _address: int
    _region: Region

    def __repr__(self) -> str:
        return f"{self._told()[:-1]}{self._contents()}>"

    def _told(self) -> str:
        if self._layout is NO_LAYOUT:
            return "<Buffer, deleted>"
        frozen = ", frozen" if self._region.tracked.bar & FROZEN else ""
        name = label(self._region.tracked.name)
        return f"<Buffer {name} {self._layout} on {self._state.name}{frozen}>"

    def _contents(self) -> str:
        """Returns the elements as `repr` shows them, or why there are none; it never waits."""
        engine, tracked = self._state.engine, self._region.tracked
        is_known = engine.world is None and not engine.options.manual and not engine.lock.is_mine()
        if not is_known or tracked.bar & (CAPTURED | DELETED):
            return ""
        with engine.lock:  # so that nobody frees the memory meanwhile
            writers = self._region.writers()
            states = [step._state() for step in writers if isinstance(step, Submission)]
            if any(state > DONE for state in states):
                return ", poisoned"
            if any(state <= RUNNING for state in states):
                return ", pending"
            if engine.state != OPEN or not self._state.host_sees:
                return ""
            if self._layout.size == 0:
                return ": []"
            ends, is_cut = ends_of(self._over(self._layout, True, None))
        return f": {spelled(ends, is_cut)}"

    def _distance(self, other: TypedMemory, /) -> int | None:
        """Returns the bytes from its first element to another's; None in different memory."""
        if self._region.tracked.memory != other._region.tracked.memory:
            return None
        return other._address - self._address

    # -- checking -------------------------------------------------------------------------------

    def _alive(self, what: str) -> Layout:
        if self._layout is NO_LAYOUT or self._region.tracked.bar & DELETED:
            raise DeletedBufferError(
                f"{what} of {label(self._region.tracked.name)}: the buffer was deleted or donated; "
                "make a new one"
            )
        return self._layout

    def _present(self, what: str) -> Layout:
        """Returns its layout, if it has contents: buffers made in a capture have none."""
        layout = self._alive(what)
        if self._region.tracked.bar & CAPTURED:
            raise StateError(
                f"{what} {told(self)}: it was made in a capture and has no memory; name it an "
                "output, a replay gives it some"
            )
        return layout

    def _refuse_frozen(self, what: str) -> None:
        """Raises FrozenBufferError if nothing may write to it."""
        if self._region.tracked.bar & FROZEN:
            raise FrozenBufferError(
                f"{what}: it would write {told(self)}; a frozen buffer stays frozen, write to a "
                "copy of it"
            )

    def _writers(self) -> list[Execution]:
        """Returns the writers of its contents that are not known to have succeeded."""
        engine = self._state.engine
        region = self._region
        if engine.lineage is not None:
            region = engine.lineage.readable(self)._region
        with engine.lock:
            found = region.writers()
        return [step for step in found if isinstance(step, Execution)]

    def _know_written(self) -> None:
        """Tells the watch, if there is one, that the program knows all its writes to have ended."""
        watch = self._state.engine.watch
        if watch is not None:
            watch.know_writers(self)

    # -- sharing --------------------------------------------------------------------------------

    def _share(self, readonly: bool, for_call: bool = False) -> np.ndarray[Any, Any]:
        """Returns an array that shares its memory and keeps it alive; its use is not tracked.

        Args:
            readonly: whether nobody may write to the array.
            for_call: whether only a host call uses the array, which is tracked.
        """
        layout = self._present("share")
        if not self._state.host_sees:
            raise ArgumentError(
                f"share {told(self)} with the host: its memory is not the host's; "
                + self._way_to_host("fetch it, or copy it with buffer.to")
            )
        if layout.size == 0:
            empty: np.ndarray[Any, Any] = np.empty(layout.shape, layout.dtype)
            empty.flags.writeable = not readonly
            return empty
        assert self._allocation is not None
        if not (readonly or for_call):
            self._expose()
        return self._over(layout, readonly, self._allocation.share(self._state.engine))

    def _expose(self) -> None:
        """Tells the log, if there is one, that others may write to its memory from now on."""
        log = self._state.engine.lineage
        if log is not None:
            log.expose(self, "its memory was shared, and others may have written to it")

    def _way_to_host(self, remedy: str) -> str:
        """Returns the remedy if the host cannot use the memory: in exploration another device."""
        if self._state.engine.world is None:
            return remedy
        return 'explore the program with devices=["cpu:0"], whose memory is the host\'s'

    def _over(self, layout: Layout, readonly: bool, keep: object) -> np.ndarray[Any, Any]:
        """Returns a NumPy array over its memory; the array keeps `keep` alive."""
        args = (self._address, layout.dtype, layout.shape, layout.strides, readonly, keep)
        array = np.asarray(Shared(*args))
        return array if layout.dtype.names is None else array.view(layout.dtype)

    def _forget(self) -> None:
        self._layout = NO_LAYOUT
        self._allocation = None


def check_buffer(
    value: object, what: object, engine: Engine | None = None, name: str = ""
) -> TypedMemory:
    """Returns the value if it is a live buffer, of the engine's runtime if an engine is given.

    Args:
        value: a user's argument.
        what: begins messages; a text, or something with one.
        engine: the runtime's.
        name: the argument's, if messages are to name it.

    Raises:
        ArgumentTypeError: the value is no buffer.
        ArgumentError: the buffer belongs to another runtime.
        DeletedBufferError: the buffer was deleted or donated.
    """
    if isinstance(value, TypedMemory):
        is_alive = value._layout is not NO_LAYOUT and not value._region.tracked.bar & DELETED
        if is_alive and (engine is None or value._state.engine is engine):
            return value
    text = f"{what}: {name}" if name else str(what)
    if not isinstance(value, TypedMemory):
        remedy = "await it first" if isinstance(value, Submission) else "`rt.put(array)` makes one"
        if isinstance(getattr(value, "buffer", None), TypedMemory):
            remedy = "which is its attribute `buffer`"
        raise ArgumentTypeError(f"{text}: found {type(value).__name__}; pass a Buffer, {remedy}")
    value._alive(text)
    raise ArgumentError(
        f"{text}: {told(value)} belongs to another runtime; fetch it there and put it here"
    )
