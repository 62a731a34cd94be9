"""A CPU in a child process as a device: shared memory, plans, queues, and what a crash costs.

The host sees the memory, at the same addresses; kernels see only this memory. Copies from and to
other memory, and the checks that write to a word of the host, run in this process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from streamrt._backends.far.arena import Arena
from streamrt._backends.far.device import FarDevice
from streamrt._backends.far.requests import Speaker
from streamrt._backends.process.child import ChildEnd, Confinement
from streamrt._backends.process.keeper import Keeper
from streamrt._backends.process.shared import SharedMemory
from streamrt._native.core import Core
from streamrt._native.loss import Loss
from streamrt._native.threads import Worker

LARGE = 1 << 16  # bytes; the system gets freed memory of that size


class ProcessDevice(FarDevice):
    """A CPU in a child process.

    Attributes:
        keeper: the thread that has the child.
    """

    host_sees = True

    def __init__(
        self, native: Core, name: str, confinement: Confinement, spares: int, nbytes: int
    ) -> None:
        """Makes the memory and starts the child; waits for nothing.

        Raises:
            ResourceError: there is no room for the memory, or for another thread.
        """
        self._memory = SharedMemory(name, nbytes)
        far = native.new_far(self._memory.address, self._memory.nbytes)
        super().__init__(native, Loss(name), far)
        first = self._memory.address + -(-native.far_layout() // 4096) * 4096
        self._memory.reach(first)
        self._arena = Arena(first, self._memory.address + self._memory.nbytes)
        self._lander = Worker(partial(native.srt_land, self._far), f"{name}.lander")
        self._shared: set[int] = set()  # blocks that arrays share after the close
        self._is_closed = False
        self.keeper: Keeper = Keeper(
            name, self._memory, confinement, spares, self._fail_what_ran, self._loss.lose,
            self._longest,
        )  # fmt: skip
        self.speaker: Speaker = self.keeper
        self._loss.tell(partial(native.lose_far, self._far))
        self._loss.tell(self.keeper.lose)
        self._lander.start()
        self.keeper.start()

    def limit_kernels(self, seconds: float | None) -> None:
        self.keeper.limit_kernels(seconds)

    # -- memory ---------------------------------------------------------------------------------

    def alloc(self, nbytes: int) -> int:
        address = self._arena.take(nbytes)
        if address and not self._memory.reach(address + nbytes):
            self._arena.give_back(address)
            return 0
        return address

    def free(self, address: int) -> None:
        size = self._arena.give_back(address)
        if size >= LARGE:
            self._memory.clear(address, size)

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer for memory that arrays share; the last one unmaps all of it."""
        self._shared.add(address)
        return partial(self._drop_shared, address)

    def _drop_shared(self, address: int) -> None:
        self._shared.discard(address)
        if self._is_closed and not self._shared:
            self._memory.close()

    # -- crashes --------------------------------------------------------------------------------

    def _fail_what_ran(self, end: ChildEnd) -> str:
        """Fails what a child ran that has ended; returns the reason with what that was."""
        native, queues = self._core, list(self._queues)
        ran = {native.far_running(queue.handle) - 1 for queue in queues} - {-1, 0}
        names = sorted({self._names.get(number, "a kernel that is gone") for number in ran})
        text = end.what + (f" while it ran {', '.join(names)}" if names else "") + end.hint
        for queue in queues:
            queue.fail_what_ran(text)
        self._loss.epoch += 1
        return text

    def _longest(self) -> int:
        """Returns for how many ns a kernel has been running at the child, the longest of all."""
        return max([self._core.far_since(queue.handle) for queue in list(self._queues)], default=0)

    def close(self) -> None:
        """Ends the child and the threads; memory that arrays share stays."""
        if self._is_closed:
            return
        self.keeper.close()
        self._core.end_landing(self._far)
        self._lander.wait(10.0)
        self._is_closed = True
        if not self._shared:
            self._memory.close()
