"""Copies and fills of one device: their plans, and the lanes of those that belong to no stream.

A device that has no host memory is written and read by copies; two lanes keep the two directions
from waiting for each other.
"""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._compile.binding import coalesce
from streamrt._compile.elements import element_bits
from streamrt._compile.layout import Layout, dense_strides
from streamrt._compile.overlap import share_elements
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.execution import Execution
from streamrt._runtime.graphs.capture import refuse_in_capture
from streamrt.errors import ArgumentError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.lane import Lane

GRAIN = 1 << 18  # bytes a thread copies at least


class Copies:
    """What a device copies and fills."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._lanes: dict[str, Lane] = {}

    def _lane(self, name: str) -> Lane:
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._device._new_lane(name)
            lane.internal = True
            self._lanes[name] = lane
        return lane

    # -- without a stream of the user's -----------------------------------------------------------

    def put(self, array: np.ndarray[Any, Any], frame: FrameType) -> Buffer:
        """A new buffer with a copy of an array, which may change as soon as this returns."""
        device = self._device
        layout = device._intern(array.dtype, array.shape)
        if device.host_memory:
            buffer = device._empty(layout, for_host=True)
            if layout.size:
                np.copyto(buffer._over(layout, readonly=False, keep=None), array)
            return buffer
        buffer, staged = device._empty(layout), np.array(array, order="C")
        values = (buffer._address, staged.__array_interface__["data"][0])
        lane, writes = self._lane("in"), ((buffer._region, False),)
        copy = lane.launch(self._plan_of(layout, layout), (), writes, values, "put", frame)
        with device._engine.lock:
            device._engine.keep_until_passed(staged, {lane: copy.value})
        return buffer

    def fetch(self, buffer: Buffer, frame: FrameType) -> Execution:
        """Submits a copy of a buffer to a new NumPy array, the execution's result."""
        layout = buffer._present("fetch")
        if self._device._engine.captures:
            refuse_in_capture(self._device._engine, f"fetch {buffer!r}")
        array: np.ndarray[Any, Any] = np.empty(layout.shape, layout.dtype)
        plan = self._plan_of(self._device._intern(layout.dtype, layout.shape), layout)
        values = (array.__array_interface__["data"][0], buffer._address)
        return self._lane("out").launch(plan, (buffer._region,), (), values, "fetch", frame, array)

    def bring(self, dst: Buffer, src: Buffer, frame: FrameType) -> None:
        """Submits a copy to a buffer of this device."""
        self._copy("in", dst, src, frame)

    def send(self, dst: Buffer, src: Buffer, frame: FrameType) -> None:
        """Submits a copy from a buffer of this device."""
        self._copy("out", dst, src, frame)

    def _copy(self, lane: str, dst: Buffer, src: Buffer, frame: FrameType) -> None:
        plan = self.plan(dst, src, f"copy on {self._device.name}")
        values = (dst._address, src._address)
        reads, writes = (src._region,), ((dst._region, False),)
        self._lane(lane).launch(plan, reads, writes, values, "copy", frame)

    # -- plans ------------------------------------------------------------------------------------

    def plan(self, dst: Buffer, src: Buffer, what: str) -> int:
        """The plan that copies `src` to `dst`, which may be refused as by `check`."""
        self.check(dst, src, what)
        return self._plan_of(dst._layout, src._layout)

    def check(self, dst: Buffer, src: Buffer, what: str) -> None:
        """Refuses copies that cannot be.

        Raises:
            ArgumentError: shapes or dtypes differ, or the two share elements and are not the same.
        """
        to, source = dst._layout, src._layout
        if to.shape != source.shape or to.dtype != source.dtype:
            raise ArgumentError(
                f"{what}: dst is {to}, src is {source}; copy needs equal shapes and dtypes"
            )
        if share_elements(dst, src, may_be_same=True):
            raise ArgumentError(
                f"{what}: dst {dst!r} and src {src!r} overlap; copy through another buffer"
            )

    def _plan_of(self, to: Layout, source: Layout) -> int:
        plans = self._device._plans
        plan = plans.get(("copy", to, source))
        if plan is None:
            plan = plans["copy", to, source] = self.load_copy(to, source)
        return plan

    def load_copy(self, to: Layout, source: Layout) -> int:
        """A plan that copies between two layouts."""
        item = to.itemsize
        extents, (dst, src) = coalesce(to.shape, [_steps(to), _steps(source)], [item, item])
        words = (len(extents), item, *extents, *dst, *src)
        return self._load("copy", words, to.nbytes)

    def fill_plan(self, dst: Buffer, value: object, what: str) -> tuple[int, int]:
        """The plan that fills a buffer, and the bytes of an element as an integer.

        Raises:
            ArgumentError: the value does not convert, or elements have more than 8 bytes.
        """
        layout, plans = dst._layout, self._device._plans
        bits = element_bits(value, layout, what)
        plan = plans.get(("fill", layout))
        if plan is None:
            plan = plans["fill", layout] = self.load_over("fill", layout)
        return plan, bits

    def load_over(self, name: str, layout: Layout) -> int:
        """A plan for a standard operation that walks one array."""
        extents, (steps,) = coalesce(layout.shape, [_steps(layout)], [layout.itemsize])
        words = (len(extents), layout.itemsize, *extents, *steps)
        return self._load(name, words, layout.nbytes)

    def load_nothing(self) -> int:
        """A plan that does nothing: a fill of no elements."""
        return self._device._backend.load_standard("fill", (1, 1, 0, 1), 0, 1)

    def _load(self, name: str, words: tuple[int, ...], nbytes: int) -> int:
        extent = words[2]
        grain = max(1, GRAIN * extent // max(1, nbytes))
        return self._device._backend.load_standard(name, words, extent, grain)


def _steps(layout: Layout) -> tuple[int, ...]:
    if layout.contiguous:
        return dense_strides(layout.shape, layout.itemsize)
    return layout.strides
