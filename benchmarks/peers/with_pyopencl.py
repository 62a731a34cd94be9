"""pyopencl: a batch ends by the queue's `finish`, a round trip by the event's `wait`.

To await, it has `set_callback`, which resolves a future of the loop.
"""

from __future__ import annotations

import asyncio
import importlib
import time
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, blocking_trips, median, round_trips
from benchmarks.work.opencl.work import BATCH, BUMP, COPIED, LAYOUT, WORDS, checked

cl: Any = importlib.import_module("pyopencl")


class Launcher:
    """A queue of the first device, and the kernel with its arguments."""

    def __init__(self) -> None:
        device = cl.get_platforms()[0].get_devices()[0]
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context)
        program = cl.Program(self.context, BUMP).build(["-cl-std=CL1.2"])
        self._kernel = cl.Kernel(program, "bump")
        self._words = np.zeros(WORDS, np.uint32)
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        self._memory = cl.Buffer(self.context, flags, hostbuf=self._words)
        self._kernel.set_args(np.array(LAYOUT, np.int64), self._memory)
        self._count = 0

    def launch(self) -> Any:
        """Enqueues the kernel, and returns its event."""
        self._count += 1
        size = (WORDS,)
        return cl.enqueue_nd_range_kernel(self.queue, self._kernel, size, size)

    def wait(self) -> None:
        """Launches, and blocks until the kernel has ended."""
        self.launch().wait()

    async def ended(self) -> None:
        """Launches, and awaits the end of the kernel."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        event = self.launch()

        def tell(_status: int) -> None:
            loop.call_soon_threadsafe(future.set_result, None)

        event.set_callback(cl.command_execution_status.COMPLETE, tell)
        self.queue.flush()
        await future

    def batch(self) -> tuple[float, float]:
        """Returns the µs of a launch in a batch, by the clock, and of CPU of all threads."""
        began, used = time.perf_counter(), time.process_time()
        for _ in range(BATCH):
            self.launch()
        self.queue.finish()
        wall, cpu = time.perf_counter() - began, time.process_time() - used
        return wall / BATCH * 1e6, cpu / BATCH * 1e6

    def copies(self, count: int) -> list[float]:
        """Returns the ms of copies between two blocks of memory that are written before."""
        ones = np.ones(COPIED // 4, np.uint32)
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        source, target = (cl.Buffer(self.context, flags, hostbuf=ones) for _ in range(2))

        def copy() -> None:
            cl.enqueue_copy(self.queue, target, source)
            self.queue.finish()

        return [us / 1e3 for us in blocking_trips(copy, count)]

    def check(self) -> None:
        """Checks that each launch has run once."""
        cl.enqueue_copy(self.queue, self._words, self._memory)
        self.queue.finish()
        checked(self._words, self._count)


async def opencl(scale: Scale) -> Results:
    """The rows of launches, round trips and copies."""
    launcher = Launcher()
    launcher.batch()
    batches = [launcher.batch() for _ in range(scale.count(30, 9))]
    blocking_trips(launcher.wait, 100)
    trips = blocking_trips(launcher.wait, scale.count(3000, 500))
    await round_trips(launcher.ended, 50, 0.0)
    awaited = await round_trips(launcher.ended, scale.count(2000, 300), 0.0)
    launcher.copies(2)
    copies = launcher.copies(scale.count(15, 5))
    launcher.check()
    return {
        "opencl-launch": median([wall for wall, _ in batches]),
        "opencl-cpu": median([cpu for _, cpu in batches]),
        "opencl-trip": median(trips),
        "opencl-await": median(awaited),
        "opencl-copy": median(copies),
    }
