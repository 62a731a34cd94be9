"""Random programs, each run twice: on NumPy arrays, and on devices of which one is lost.

The model knows the elements of each buffer, and whether a log can know them: what an impure kernel
wrote, and what follows from that, it cannot.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from faults.recovery.recovering_setup import Epochs
from shared.threaded_backend import RecoveringBackend
from shared.trial_kernels import axpy, count

import streamrt as srt
from streamrt import testing
from streamrt.errors import DependencyError, DeviceLostError, StreamRTError

N = 12
PARTS = (slice(None), slice(0, 6), slice(3, 9), slice(0, N, 2), slice(N, None))
"""The views of a buffer that operations use; those with strides and without elements, too."""


@srt.jit
def mixed(x: Any, y: Any) -> Any:
    return x * 0.5 + y[::-1]


class Held:
    """A buffer, the elements that it must hold, and whether a log can know them."""

    def __init__(self, buffer: srt.Buffer, value: np.ndarray[Any, Any], is_known: bool) -> None:
        self.buffer = buffer
        self.value = value
        self.is_known = is_known


class Program:
    """A program of one runtime, whose operations are drawn.

    Attributes:
        held: its buffers; others were deleted.
        was_lost: whether its device was lost.
        frozen: those that nothing writes to.
    """

    def __init__(self, rt: srt.Runtime, device: str, draw: random.Random) -> None:
        self._rt = rt
        self._draw = draw
        self.device = rt.device(device)
        self._streams = [self.device.stream() for _ in range(2)]
        self.held: list[Held] = []
        self.frozen: list[Held] = []
        self.was_lost = False
        self._replays: Any = None
        for _ in range(3):
            self._put()

    def _values(self) -> np.ndarray[Any, Any]:
        return np.array([self._draw.randrange(-8, 8) for _ in range(N)], "f4")

    # -- operations -------------------------------------------------------------------------------

    def step(self) -> None:
        """Submits one operation, and does it to the model if it was not refused."""
        ways: list[Callable[[], None]] = [
            self._put, self._fill, self._fill, self._copy, self._copy, self._launch, self._launch,
            self._launch, self._compiled, self._execute, self._replay, self._clone, self._drop,
            self._read, self._impure,
        ]  # fmt: skip
        self._draw.choice(ways)()

    def _pick(self) -> Held:
        return self._draw.choice(self.held)

    def _part(self) -> slice:
        return self._draw.choice(PARTS)

    def _stream(self) -> srt.Stream:
        return self._draw.choice(self._streams)

    def _add(self, buffer: srt.Buffer, value: Any, is_known: bool = True) -> None:
        self.held.append(Held(buffer, np.array(value), is_known))

    def _put(self) -> None:
        array = self._values()
        if self._draw.random() < 0.3:
            array[:] = array[0]
            array.flags.writeable = False
        buffer = self._rt.put(array, self.device)
        self._add(buffer, array)
        if self._draw.random() < 0.2 and len(self.held) > 3:
            self.held.pop()
            self.frozen.append(Held(buffer.freeze(), array, True))

    def _written(self, held: Held, part: slice, value: Any, *read: Held) -> None:
        held.value[part] = value
        is_all = len(held.value[part]) == N
        held.is_known = all(each.is_known for each in read) and (is_all or held.is_known)

    def _fill(self) -> None:
        held, part, value = self._pick(), self._part(), float(self._draw.randrange(9))
        self._stream().fill(held.buffer[part], value)
        self._written(held, part, value)

    def _copy(self) -> None:
        dst, src, part = self._pick(), self._pick(), self._part()
        if dst is src:
            return
        self._stream().copy(dst.buffer[part], src.buffer[part])
        self._written(dst, part, src.value[part], src)

    def _launch(self) -> None:
        x, y, part = self._pick(), self._pick(), self._part()
        if x is y and self._draw.random() < 0.8:
            return
        alpha = self._draw.choice((0.5, -0.25, 1.0))
        self._stream().launch(axpy, x.buffer[part], y.buffer[part], alpha=alpha)
        value = y.value[part] + np.float32(alpha) * x.value[part]
        self._written(y, part, value, x, y)

    def _compiled(self) -> None:
        x, y = self._pick(), self._pick()
        buffer = mixed(x.buffer, y.buffer)
        self._add(buffer, x.value * np.float32(0.5) + y.value[::-1], x.is_known and y.is_known)

    def _execute(self) -> None:
        x, y = self._pick(), self._pick()
        if x is not y:
            self._rt.execute(axpy, x.buffer, y.buffer, alpha=2.0)
            self._written(y, slice(None), y.value + np.float32(2) * x.value, x, y)

    def _replay(self) -> None:
        if self._replays is None:
            shape = self._rt.empty(N, "f4", self.device)
            stream = self._streams[0]
            with self._rt.capture(x=shape) as graph:
                y = self._rt.empty(N, "f4", self.device)
                t = self._rt.empty(N, "f4", self.device)
                stream.copy(t, shape)
                stream.fill(y, 1.0)
                stream.launch(axpy, t, y, alpha=3.0)
                graph.output("y", y)
            self._replays = graph.plan(self.device).instantiate()
        x = self._pick()
        execution = self._replays.replay(x=x.buffer)
        self._add(execution.outcome, np.float32(1) + np.float32(3) * x.value, x.is_known)

    def _clone(self) -> None:
        x = self._pick()
        try:
            self._add(x.buffer.to(self.device), x.value, x.is_known)
        except DeviceLostError as error:
            self._refused(x, error)

    def _drop(self) -> None:
        if len(self.held) > 3:
            self.held.remove(self._pick())

    def _read(self) -> None:
        self.check(self._draw.choice([*self.held, *self.frozen]), self.was_lost)

    def _impure(self) -> None:
        if self._draw.random() < 0.5:
            return
        numbers = self._rt.empty(1, "u4", self.device)
        stream = self._stream()
        stream.fill(numbers, 7)
        stream.launch(count, numbers)  # not known to be pure
        self._put()
        self._tainted(self.held[-1])

    def _tainted(self, held: Held) -> None:
        """Has a kernel that is not known to be pure double a buffer."""
        self._stream().launch(impure_axpy, held.buffer, held.buffer, alpha=1.0)
        held.value += held.value
        held.is_known = False

    # -- results ----------------------------------------------------------------------------------

    def check(self, held: Held, is_lost: bool = False) -> None:
        """Reads a buffer; what a log does not know fails if its device was lost since."""
        try:
            found = held.buffer.to_numpy()
        except (DependencyError, DeviceLostError) as error:
            self._refused(held, error, is_lost)
        else:
            assert found.tobytes() == held.value.tobytes(), (found, held.value)

    def _refused(self, held: Held, error: StreamRTError, is_lost: bool = False) -> None:
        """Allows an error of reading a buffer, if a log cannot know what was in it.

        A read that was submitted before its writer was skipped is skipped, too.
        """
        is_skip = isinstance(error, DependencyError)
        is_over = is_skip or "it cannot be made again, because" in str(error)
        if not (is_over and (is_lost or self.was_lost) and not held.is_known):
            raise DeviceLostError("lost in the middle of this, or a mistake") from error


impure_axpy = srt.Kernel(
    "impure_axpy", "x: f32[n], inout y: f32[n], alpha: f32", split="n", aliasing=True,
    cpu=axpy.implementations["cpu"],
)  # fmt: skip


def run_on_simulator(seed: int, steps: int = 25) -> int:
    """Runs a program on one of two simulated devices, which is lost before a drawn operation.

    Returns:
        The number of buffers that were lost and not made again.
    """
    draw = random.Random(seed)
    simulator = testing.Simulator(seed)
    rt = srt.Runtime(["sim:0", "sim:1"], backends=[simulator], recompute=1 << 16)
    at, unknown = draw.randrange(steps), 0
    try:
        with rt:
            program = Program(rt, "sim:0", draw)
            for _ in range(at):
                program.step()
            simulator.lose(0)
            others = Program(rt, "sim:1", draw)
            for held in [*program.held, *program.frozen]:
                program.check(held, is_lost=True)
                if held.is_known:
                    others.held.append(Held(held.buffer.to("sim:1"), held.value.copy(), True))
                unknown += not held.is_known
            for _ in range(steps - at):
                others.step()
            for held in [*others.held, *others.frozen]:
                others.check(held)
    except* DeviceLostError as lost:
        check_pending(lost)
    assert not simulator.violations
    return unknown


def run_with_recovery(seed: int, memory: Any, epochs: Epochs, steps: int = 25) -> None:
    """Runs a program on a device that is lost at a drawn launch, twice, and comes back."""
    draw = random.Random(f"{seed} {memory}")
    backend = RecoveringBackend()
    rt = srt.Runtime(["recovering:0"], backends=[backend], recompute=1 << 16)
    try:
        with rt:
            program = Program(rt, "recovering:0", draw)
            inside = backend.devices[0]
            inside.memory = memory
            for epoch in (1, 2):
                inside.left = draw.randrange(2 * steps)
                for _ in range(steps):
                    try:
                        program.step()
                    except DeviceLostError:
                        break
                if inside.left >= 0:
                    inside.lose("it fell off the bus")
                epochs.until(f"works again, in epoch {epoch}")
                program.was_lost = True
                for _ in range(steps // 2):
                    program.step()
            for held in [*program.held, *program.frozen]:
                program.check(held, is_lost=True)
    except* DeviceLostError as lost:
        check_pending(lost)


def check_pending(errors: BaseExceptionGroup[Any]) -> None:
    """Checks that errors are those of work that was pending, which leaving a runtime raises."""
    assert str(errors).startswith(("1 failure in a runtime", "2 failures in a runtime")), errors
    for error in errors.exceptions:
        assert "its pending work left no results" in str(error), error
