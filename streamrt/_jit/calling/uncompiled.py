"""Functions as they are: what `jit` makes of one if the environment says STREAMRT_JIT=0.

Buffers come to the function as NumPy arrays, which the call waits for. Arrays that it returns are
put to the device of the Buffers, or of the current runtime. So a debugger stops inside of it, and
its side effects happen at each call.
"""

from __future__ import annotations

from types import FrameType
from typing import Any

import numpy as np

from streamrt._jit.calling.default_runtime import current_runtime, put_on
from streamrt._jit.calling.first_call import Calls
from streamrt._jit.calling.inputs import ARRAY, GENERIC, is_plain
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped, unwrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.execution import Execution
from streamrt._runtime.stream import Stream

__all__ = ["PlainCalls"]


class PlainCalls(Calls):
    """The calls of a function that runs as it is."""

    def call(self, values: tuple[Any, ...], stream: Stream | None = None) -> Any:
        """Runs the function; see `Calls.call`."""
        given: list[Any] = []
        buffers: list[tuple[Any, Buffer | Wrapped]] = []
        donated: dict[int, Buffer] = {}
        for number, value in enumerate(values):
            if number in self.parameters.static:
                given.append(value)
                continue
            leaves, tree = flatten(value, self.parameters.names[number], is_object=is_plain)
            arrays = [_plain(leaf) for leaf in leaves]
            found = [(a, leaf) for a, leaf in zip(arrays, leaves, strict=True) if a is not leaf]
            given.append(tree.unflatten(arrays) if found else value)
            buffers += found
            if number in self.parameters.donated:
                donated |= {id(each): unwrapped(each) for _, each in found}
        args, kwargs = self.parameters.spread(given)
        returned = self.function(*args, **kwargs)
        self.story.tick()
        device = None if stream is None else stream.device
        if device is None and buffers:
            device = unwrapped(buffers[0][1]).device
        results, tree = flatten(returned, "the result")
        made = [_result(leaf, buffers, device) for leaf in results]
        for buffer in donated.values():
            if not any(buffer is unwrapped(result) for result in made):
                buffer.donate()
        return tree.unflatten(made)

    def compile(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Does nothing, because there is nothing to compile."""

    def warm(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        frame: FrameType,
        first: tuple[Any, ...] = (),
    ) -> Execution[None]:
        """Returns an execution that ends at once."""
        return self._in_host_thread(current_runtime().device(), lambda: None, frame)

    async def ready(self, args: tuple[Any, ...], kwargs: dict[str, Any], frame: FrameType) -> None:
        """Does nothing, because there is nothing to compile."""


def _plain(leaf: Any) -> Any:
    buffer = unwrapped(leaf)
    return np.asarray(buffer) if isinstance(buffer, Buffer) else leaf


def _result(leaf: Any, buffers: list[tuple[Any, Buffer | Wrapped]], device: Device | None) -> Any:
    """Returns a result as a compiled function would return it."""
    if not isinstance(leaf, (ARRAY, GENERIC)):
        return leaf
    found = next((buffer for array, buffer in buffers if array is leaf), None)
    if found is not None:
        return found
    target = current_runtime().device() if device is None else device
    made = put_on(target, np.asarray(leaf), frame_of_user())
    wrapper = next((type(each) for _, each in buffers if isinstance(each, Wrapped)), None)
    return made if wrapper is None else wrapper(made)
