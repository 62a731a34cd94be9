"""A backend as small as it can be: it has memory, copies and fills, and runs no kernels.

It never lags behind: all that was submitted has ended when `submit` returns.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from streamrt.backend import Check, Command, Launch, Plan, Signal, Timeline

BLOCKS: dict[int, object] = {}  # what keeps the memory, by address
PLANS: list[Callable[[Sequence[int]], int]] = []  # what runs each, and returns its error code


class NullQueue(NamedTuple):
    timeline: Timeline

    def submit(self, commands: Sequence[Command]) -> None:
        for command in commands:
            if isinstance(command, Check):
                self.timeline.check(command.cell)
            elif isinstance(command, Signal):
                self.timeline.signal()
            elif isinstance(command, Launch) and self.timeline.start(command.cell):
                self.timeline.finish(command.cell, PLANS[command.plan](command.arguments))

    def close(self, timeout: float) -> bool:
        return True


class NullDevice:
    runs = ""
    host_sees = sees_host = True

    def alloc(self, nbytes: int) -> int:
        if nbytes > 1 << 40:
            return 0
        block = np.empty(nbytes + 63, "u1")
        BLOCKS[address := -(-block.ctypes.data // 64) * 64] = block
        return address

    def free(self, address: int) -> None:
        del BLOCKS[address]

    def load(self, plan: Plan) -> int: ...

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        rank, item, *rest = words
        shape, *steps = (rest[at : at + rank] for at in range(0, len(rest), rank))
        if name not in ("copy", "fill"):
            raise NotImplementedError(f"null devices have no operation {name}")

        def view(address: int, steps: Sequence[int]) -> np.ndarray[Any, Any]:
            first = np.ctypeslib.as_array((ctypes.c_uint8 * item).from_address(address))
            return np.lib.stride_tricks.as_strided(first.view(f"V{item}"), shape, steps)

        def run(arguments: Sequence[int]) -> int:
            to, element = arguments[0], np.array(arguments[1:], "u8").view(f"V{item}")[0]
            view(to, steps[0])[...] = view(arguments[1], steps[1]) if name == "copy" else element
            return 0

        PLANS.append(run)
        return len(PLANS) - 1

    def unload(self, plan: int) -> None: ...

    def can_wait_on(self, timeline: int) -> bool:
        return False

    def open_queue(self, name: str, timeline: Timeline) -> NullQueue:
        return NullQueue(timeline)

    def close(self) -> None: ...


class NullBackend:
    kind = "null"

    def count(self) -> int:
        return 0  # opened only where it is asked for

    def open(self, index: int) -> NullDevice:
        return NullDevice()


backend = NullBackend()
