"""A CPU in a child process as a device: shared memory, plans, queues, and what a crash costs.

The host sees the memory, at the same addresses; kernels see only this memory. Copies from and to
other memory, and the checks that write to a word of the host, run in this process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from streamrt._backends.process import wire
from streamrt._backends.process.arena import Arena
from streamrt._backends.process.child import ChildEnd, Confinement
from streamrt._backends.process.keeper import Keeper, Request
from streamrt._backends.process.queue import ProcessQueue
from streamrt._backends.process.shared import SharedMemory
from streamrt._compile.llvm.compiler import compile_object
from streamrt._compile.llvm.symbols import elsewhere, shared_of
from streamrt._compile.llvm_code import LLVMCode, SharedFunction
from streamrt._compile.plan import Plan
from streamrt._core.program import Program
from streamrt._native.core import Core
from streamrt._native.device import NativeDevice
from streamrt._native.host_plan import standard_entry
from streamrt._native.loss import Loss
from streamrt._native.program import pack
from streamrt._native.threads import Worker
from streamrt._native.timeline import Timeline
from streamrt.errors import CompileError, ResourceError

MOST_CHANNELS = 256
LARGE = 1 << 16  # bytes; the system gets freed memory of that size


class ProcessDevice(NativeDevice):
    """A CPU in a child process.

    Attributes:
        keeper: the thread that has the child.
    """

    runs = "cpu"
    host_sees = True
    sees_host = False
    can_replay = True
    calls_python = False

    def __init__(
        self, native: Core, name: str, confinement: Confinement, spares: int, nbytes: int
    ) -> None:
        """Makes the memory and starts the child; waits for nothing.

        Raises:
            ResourceError: there is no room for the memory, or for another thread.
        """
        super().__init__(native, Loss(name))
        self._memory = SharedMemory(name, nbytes)
        first = self._memory.address + -(-native.far_layout() // 4096) * 4096
        self._memory.reach(first)
        self._arena = Arena(first, self._memory.address + self._memory.nbytes)
        self._far = native.new_far(self._memory.address, self._memory.nbytes)
        self._lander = Worker(partial(native.srt_land, self._far), f"{name}.lander")
        self._queues: list[ProcessQueue] = []
        self._channels: list[int] = list(range(MOST_CHANNELS - 1, -1, -1))
        self._numbers: list[int] = list(range(wire.MOST_PLANS - 1, 0, -1))
        self._placed: dict[int, int] = {}  # numbers by plan
        self._names: dict[int, str] = {}  # of kernels, by number
        self._digests: dict[int, bytes] = {}  # of the plans' objects, by number
        self._users: dict[bytes, int] = {}  # how many plans use an object, by digest
        self._lock = threading.Lock()
        self._shared: set[int] = set()  # blocks that arrays share after the close
        self._is_closed = False
        self.keeper: Keeper = Keeper(
            name, self._memory, confinement, spares, self._fail_what_ran, self._loss.lose,
            self._longest,
        )  # fmt: skip
        self._loss.tell(partial(native.lose_far, self._far))
        self._loss.tell(self.keeper.lose)
        self._lander.start()
        self.keeper.start()

    @property
    def _loss(self) -> Loss:
        assert self.loss is not None
        return self.loss

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

    # -- plans ----------------------------------------------------------------------------------

    def load(self, plan: Plan) -> int:
        what = f"load {plan.kernel} on {self._loss.name}"
        self._loss.check(what)
        code = plan.code
        if not isinstance(code, LLVMCode):
            raise CompileError(f"{what}: its code is a {type(code).__name__}; use cpu:0")
        symbols = elsewhere(code, what)
        for digest, part in shared_of(code).items():
            if digest not in self._users:
                self._keep(part, plan.kernel)  # for good: code that kernels share stays loaded
        self._keep(code, plan.kernel)
        number = self._new_number()
        try:
            self._digests[number] = code.digest
            grain = self.part_of(plan.extent, plan.grain)
            placed = wire.Placed(
                number, plan.kernel, code.entry, plan.extent, grain, plan.words, plan.codes,
                code.digest, symbols,
            )  # fmt: skip
            self._ask(Request(wire.PLAN, placed.pack(), ("plan", number)), what)
            return self._new_plan(placed, 0)
        except BaseException:
            self._drop(number)
            raise

    def _keep(self, code: LLVMCode | SharedFunction, name: str) -> None:
        """Has the child keep the object of a code, for one use more."""
        digest = code.digest
        image = b"" if digest in self._users else compile_object(code, name=name)
        with self._lock:
            users = self._users.get(digest, 0)
            if not users:  # under the lock, so that no plan of it is sent before
                image = image or compile_object(code, name=name)  # its last use has just ended
                self.keeper.post(Request(wire.OBJECT, digest + image, ("object", digest)))
            self._users[digest] = users + 1

    def _drop_image(self, digest: bytes) -> None:
        with self._lock:
            self._users[digest] -= 1
            if not self._users[digest]:
                del self._users[digest]
                self.keeper.post(Request(wire.FORGET, digest, drops=("object", digest)))

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        entry, codes = standard_entry(self._core, name)
        number = self._new_number()
        placed = wire.Placed(number, name, name, extent, self.part_of(extent, grain), words, codes)
        try:
            request = Request(wire.STANDARD, placed.pack(), ("plan", number))
            self._ask(request, f"load {name} on {self._loss.name}")
            return self._new_plan(placed, entry)
        except BaseException:
            self._drop(number)
            raise

    def instantiate(self, program: Program) -> int:
        """Returns a plan that runs a whole program at the child.

        Raises:
            ArgumentError: the program is not sound, could hang, or has too many bases.
            DeviceLostError: the device is lost.
        """
        what = f"instantiate a program on {self._loss.name}"
        words = pack(program, self._core.entries, self._placed)
        number = self._new_number()
        try:
            head = wire.pack_words((number, len(program.streams), program.bases))
            self._ask(Request(wire.PROGRAM, head + words.tobytes(), ("plan", number)), what)
            placed = wire.Placed(number, "a program", "", 1, 1, (0,), "P" * program.bases)
            return self._new_plan(placed, 0)
        except BaseException:
            self._drop(number)
            raise

    def unload(self, plan: int) -> None:
        number = self._placed.pop(plan, None)
        super().unload(plan)
        if number is not None:
            self._drop(number)

    def _new_number(self) -> int:
        try:
            return self._numbers.pop()
        except IndexError:
            raise ResourceError(
                f"load a plan on {self._loss.name}: it has {wire.MOST_PLANS} already; drop kernels"
            ) from None

    def _new_plan(self, placed: wire.Placed, here: int) -> int:
        """Returns a plan of this process for one of the child; `here` may run in this process."""
        codes = tuple(placed.codes.encode())
        plan = self._core.new_far_plan(
            placed.number, here, placed.extent, placed.grain, codes, placed.words
        )
        self._names[placed.number] = placed.name
        self._placed[plan] = placed.number
        return plan

    def _drop(self, number: int) -> None:
        """Has the child drop a plan; its number is free once that is done."""
        self._names.pop(number, None)
        digest = self._digests.pop(number, None)
        body = wire.pack_words((number,))
        self.keeper.post(Request(wire.UNLOAD, body, drops=("plan", number)))
        if digest is not None:
            self._drop_image(digest)
        self._numbers.insert(0, number)  # it is asked for the next plan of that number later

    def _ask(self, request: Request, what: str) -> None:
        status, text = self.keeper.ask(request)
        if status == wire.MISSING:
            raise NotImplementedError(text)
        if status != wire.OK:
            raise CompileError(f"{what}: {text}")

    # -- queues ---------------------------------------------------------------------------------

    def open_queue(self, name: str, timeline: Timeline) -> ProcessQueue:
        queue = ProcessQueue(self._core, name, timeline, self._far, self, self._loss)
        self._queues.append(queue)
        return queue

    def take_channel(self) -> int:
        """Returns the number of a channel that is not in use.

        Raises:
            ResourceError: all are in use.
        """
        try:
            return self._channels.pop()
        except IndexError:
            raise ResourceError(
                f"open a stream on {self._loss.name}: it has {MOST_CHANNELS} already; close some"
            ) from None

    def open_channel(self, number: int) -> None:
        """Has the child serve a channel, which was cleared."""
        body = wire.pack_words((number,))
        self.keeper.ask(Request(wire.OPEN, body, ("channel", number)))

    def give_channel_back(self, number: int) -> None:
        """Closes a channel, whose queue has ended."""
        body, free = wire.pack_words((number,)), partial(self._channels.insert, 0, number)
        self.keeper.post(Request(wire.CLOSE, body, drops=("channel", number), then=free))

    def forget(self, queue: ProcessQueue) -> None:
        """Takes note that a queue has ended. May be called again."""
        if queue in self._queues:
            self._queues.remove(queue)

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
