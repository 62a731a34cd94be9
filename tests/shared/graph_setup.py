"""A graph, a runtime to replay it in, and a check of both after they were misused.

On the CPU, which replays whole programs natively, on a GPU, and on a device in Python, which do so,
too; on simulated devices, and on a device in Python to which, as to these, the runtime submits the
steps one by one.
"""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from shared.fake_gpu import CUDA, gpus
from shared.replaying_backend import ReplayingBackend
from shared.threaded_backend import ThreadedBackend
from shared.trial_kernels import Gate, axpy, values

import streamrt as srt
from streamrt.testing import Simulator

if TYPE_CHECKING:
    from cuda.driver.fake import Fake

# Counts at an address that no command names, so that counting orders nothing.
_TICK = """
define i32 @tick(ptr %args, i64 %lo, i64 %hi) {
  %slot = getelementptr ptr, ptr %args, i64 2
  %tally = load ptr, ptr %slot
  %old = atomicrmw add ptr %tally, i64 1 seq_cst
  ret i32 0
}
"""
# The address is the host's, and so only the GPU of a fake driver can follow it.
_CUDA_TICK = """
extern "C" __global__ void tick(const Words w, float *y, unsigned long long tally)
{
    if (!blockIdx.x && !threadIdx.x)
        atomicAdd((unsigned long long *)tally, 1ull);
}
"""
tick = srt.Kernel(
    "tick",
    "inout y: f32[n], tally: u64",
    cpu=srt.LLVM(_TICK, entry="tick"),
    cuda=srt.CUDA(_CUDA_TICK, "tick"),
)
KINDS = ("cpu", "sim", "threaded", "replaying", CUDA)
Errors = type[BaseException] | tuple[type[BaseException], ...]
RESULT = [i + 2.0 for i in range(8)]  # the output of the graph for the buffers it was captured with
NO_MEMORY = ("made in a capture and has no memory", "a replay gives it some")


class Setup:
    """A runtime with a device, two streams of it, and a graph that counts its runs.

    The graph is y = x + 2 w, over two streams. `w` is not named, so it is bound to itself.
    """

    def __init__(
        self,
        rt: srt.Runtime,
        kind: str,
        simulator: Simulator,
        threaded: ThreadedBackend,
        fake: Fake | None,
    ) -> None:
        self.rt, self.kind, self.simulator, self.threaded = rt, kind, simulator, threaded
        self.fake = fake
        self.device = rt.device(f"{kind}:0")
        self.a, self.b = self.device.stream("a"), self.device.stream("b")
        self.tallies = np.zeros(2, "u8")  # the times the graph began, and those that a test counts
        self.x, self.w = self.put(np.arange(8)), self.put(np.ones(8))
        rt.barrier().sync()

    def put(self, array: Any) -> srt.Buffer:
        return self.rt.put(np.asarray(array, "f4"), self.device)

    def empty(self, shape: Any = 8, dtype: str = "f4") -> srt.Buffer:
        return self.rt.empty(shape, dtype, self.device)

    def capture(self, body: Callable[[srt.Buffer], object] = lambda y: None) -> srt.Graph:
        """The graph, with `body` recorded in its middle."""
        with self.rt.capture(x=self.x) as graph:
            y = self.empty()
            self.a.copy(y, self.x)
            self.tick(self.a, y)
            body(y)
            self.b.launch(axpy, self.w, y, 2.0)
            graph.output("y", y)
        return graph

    def ready(self, graph: srt.Graph | None = None, depth: int = 1) -> srt.GraphExec:
        plan = (graph or self.capture()).plan(self.device, streams=2)
        return plan.instantiate(depth)

    def runs(self) -> int:
        """The number of times that the graph ran."""
        self.rt.barrier().sync()
        return int(self.tallies[0])

    def tick(self, stream: srt.Stream, y: srt.Buffer, which: int = 0) -> srt.Execution:
        """Counts."""
        return stream.launch(tick, y, self.tallies.ctypes.data + 8 * which)

    @contextmanager
    def held(self, ready: srt.GraphExec) -> Generator[Callable[[], None]]:
        """Keeps its replays from starting, until what it gives is called or it is left.

        A simulated device runs nothing anyway before somebody waits.
        """
        device = self.threaded.devices.get(0)
        with Gate(self.rt) as gate:

            def go_on() -> None:
                gate.open()
                if device is not None:
                    device.is_open.set()

            if self.kind in ("cpu", "cuda"):
                for stream in ready.streams:
                    gate.hold(stream)
            elif device is not None:
                device.is_open.clear()
            try:
                yield go_on
            finally:
                go_on()

    def in_use(self) -> list[int]:
        """The bytes in use of each device, without those that nobody holds."""
        gc.collect()
        return [device.memory_stats().in_use for device in self.rt.devices]

    def works(self) -> bool:
        """Whether the streams still do what they are told, at once."""
        y = self.put(np.zeros(8))
        self.a.copy(y, self.x)
        self.b.launch(axpy, self.x, y, 1.0)
        return values(y) == [2.0 * i for i in range(8)]

    def refuses(self, action: Callable[[], object], error: Errors, *words: str) -> None:
        """Checks that it raises with these words, and runs and leaves nothing; streams go on."""
        runs, in_use = self.runs(), self.in_use()
        text = raised(action, error)
        for word in words:
            assert word in text, text
        assert ": " in text, text
        assert "; " in text, "it says what to do"
        assert self.runs() == runs
        assert self.in_use() == in_use
        assert self.works()


def raised(action: Callable[[], object], error: Errors) -> str:
    """The text of an action's error; the error itself would keep the objects in its frames."""
    with pytest.raises(error) as caught:
        action()
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return str(caught.value)


@contextmanager
def opened(kind: str, **options: Any) -> Generator[Setup]:
    """A runtime with a device of that kind, and another one beside it."""
    simulator = Simulator(0)
    threaded = ReplayingBackend() if kind == "replaying" else ThreadedBackend()
    names = list(dict.fromkeys(("cpu:0", f"{kind}:0", "sim:0")))
    backends: list[Any] = [simulator, threaded]
    fake: Fake | None = None
    with ExitStack() as stack:
        if kind == "cuda":
            backend, fake = stack.enter_context(gpus())
            backends.append(backend)
        with srt.Runtime(names, backends=backends, **options) as rt:
            yield Setup(rt, kind, simulator, threaded, fake)
    assert not simulator.violations


def ended(buffer: srt.Buffer, end: Callable[[srt.Buffer], object]) -> srt.Buffer:
    end(buffer)
    return buffer


def elsewhere(setup: Setup) -> srt.Buffer:
    """A buffer on another device."""
    return setup.rt.empty(8, "f4", "cpu:0" if setup.kind == "sim" else "sim:0")


def of_another_runtime() -> srt.Buffer:
    with srt.Runtime(["cpu:0"]) as other:
        return other.empty(8)


async def wait_for(what: Awaitable[object]) -> object:
    return await what
