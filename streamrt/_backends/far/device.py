"""A device whose plans and queues are at a place: another process, here or on another machine.

The base of such devices. Requests tell the place what to load and which channels to serve, and the
queues hand it their records; see mirror.h. Where the memory is, and how requests and records
travel, is a subclass's.
"""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from streamrt._backends.far import messages
from streamrt._backends.far.queue import FarQueue
from streamrt._backends.far.requests import Request, Speaker
from streamrt._compile.llvm.compiler import compile_object
from streamrt._compile.llvm.symbols import elsewhere, shared_of
from streamrt._compile.llvm.targets import Target
from streamrt._compile.llvm_code import LLVMCode, SharedFunction
from streamrt._compile.plan import Plan
from streamrt._core.program import Program, ProgramLoop, ProgramStep
from streamrt._native.core import Core
from streamrt._native.device import NativeDevice
from streamrt._native.host_plan import standard_entry
from streamrt._native.loops import pack_loop
from streamrt._native.loss import Loss
from streamrt._native.program import pack
from streamrt._native.timeline import Timeline
from streamrt.errors import CompileError, ResourceError


class FarDevice(NativeDevice):
    """A CPU in another process.

    Attributes:
        speaker: whoever sends the requests to the place.
        target: the CPU that code is compiled for; None is that of this process.
    """

    runs = "cpu"
    sees_host = False
    can_replay = True
    can_loop = True
    calls_python = False
    speaker: Speaker
    target: Target | None = None

    def __init__(self, native: Core, loss: Loss, far: int) -> None:
        """Begins with no plan and no queue.

        Args:
            native: the native core.
            loss: the loss of the device.
            far: the core's handle of the device.
        """
        super().__init__(native, loss)
        self._far = far
        self._queues: list[FarQueue] = []
        self._channels: list[int] = list(range(messages.MOST_CHANNELS - 1, -1, -1))
        self._numbers: Iterator[int] = iter(range(1, messages.MOST_PLANS))
        self._dropped: deque[int] = deque()  # numbers to be used again
        self._placed: dict[int, int] = {}  # numbers by plan
        self._loops: set[int] = set()  # the plans that are loops
        self._names: dict[int, str] = {}  # of kernels, by number
        self._digests: dict[int, bytes] = {}  # of the plans' objects, by number
        self._users: dict[bytes, int] = {}  # how many plans use an object, by digest
        self._lock = threading.Lock()

    @property
    def _loss(self) -> Loss:
        assert self.loss is not None
        return self.loss

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
            placed = messages.Placed(
                number, plan.kernel, code.entry, plan.extent, grain, plan.words, plan.codes,
                code.digest, symbols,
            )  # fmt: skip
            self._ask(Request(messages.PLAN, placed.pack(), ("plan", number)), what)
            return self._new_plan(placed, 0)
        except BaseException:
            self._drop(number)
            raise

    def _keep(self, code: LLVMCode | SharedFunction, name: str) -> None:
        """Has the place keep the object of a code, for one use more."""
        digest = code.digest
        image = b"" if digest in self._users else compile_object(code, self.target, name=name)
        with self._lock:
            users = self._users.get(digest, 0)
            if not users:  # under the lock, so that no plan of it is sent before
                if not image:  # its last use has just ended
                    image = compile_object(code, self.target, name=name)
                self.speaker.post(Request(messages.OBJECT, digest + image, ("object", digest)))
            self._users[digest] = users + 1

    def _drop_image(self, digest: bytes) -> None:
        with self._lock:
            self._users[digest] -= 1
            if not self._users[digest]:
                del self._users[digest]
                self.speaker.post(Request(messages.FORGET, digest, drops=("object", digest)))

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        entry, codes = standard_entry(self._core, name)
        number = self._new_number()
        placed = messages.Placed(
            number, name, name, extent, self.part_of(extent, grain), words, codes
        )
        try:
            request = Request(messages.STANDARD, placed.pack(), ("plan", number))
            self._ask(request, f"load {name} on {self._loss.name}")
            return self._new_plan(placed, entry)
        except BaseException:
            self._drop(number)
            raise

    def instantiate(self, program: Program) -> int:
        """Returns a plan that runs a whole program at the place.

        Raises:
            ArgumentError: the program is not sound, could hang, or has too many bases.
            DeviceLostError: the device is lost.
        """
        what = f"instantiate a program on {self._loss.name}"
        words = pack(program, self._core.entries, self._placed)
        inner = self._loops_of(step for steps in program.streams for step in steps)
        head = (len(program.streams), program.bases, *inner)
        return self._place(messages.PROGRAM, head, words, program.bases, what)

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a plan that runs a loop or a branch at the place; see control.h.

        Raises:
            ArgumentError: the loop is not sound.
            DeviceLostError: the device is lost.
        """
        what = f"load a loop on {self._loss.name}"
        parts = pack_loop(loop, lambda program: pack(program, self._core.entries, self._placed))
        inner = self._loops_of((*loop.body, *loop.other))
        head = (loop.bases, len(parts.head), len(parts.body), len(parts.other), *inner)
        words = parts.head + parts.body + parts.other
        plan = self._place(messages.LOOP, head, words, loop.bases, what)
        self._loops.add(plan)
        return plan

    def _place(
        self, kind: int, head: Sequence[int], words: array[int], bases: int, what: str
    ) -> int:
        """Has the place put a program or a loop into its memory; returns a plan for it.

        Args:
            kind: of the message.
            head: the numbers that the message has behind that of the plan.
            words: the program or the loop, packed.
            bases: how many addresses a launch passes.
            what: begins messages.
        """
        number = self._new_number()
        try:
            body = messages.pack_words((number, *head)) + words.tobytes()
            self._ask(Request(kind, body, ("plan", number)), what)
            name = "a program" if kind == messages.PROGRAM else "a loop"
            return self._new_plan(messages.Placed(number, name, "", 1, 1, (0,), "P" * bases), 0)
        except BaseException:
            self._drop(number)
            raise

    def _loops_of(self, steps: Iterable[ProgramStep]) -> list[int]:
        """Returns the numbers of the loops among some steps."""
        return [self._placed[step.plan] for step in steps if step.plan in self._loops]

    def unload(self, plan: int) -> None:
        self._loops.discard(plan)
        number = self._placed.pop(plan, None)
        super().unload(plan)
        if number is not None:
            self._drop(number)

    def _new_number(self) -> int:
        try:
            return next(self._numbers, 0) or self._dropped.popleft()
        except IndexError:
            raise ResourceError(
                f"load a plan on {self._loss.name}: it has {messages.MOST_PLANS} already; drop "
                "kernels"
            ) from None

    def _new_plan(self, placed: messages.Placed, here: int) -> int:
        """Returns a plan of this process for one of the place; `here` may run in this process."""
        codes = tuple(placed.codes.encode())
        plan = self._core.new_far_plan(
            placed.number, here, placed.extent, placed.grain, codes, placed.words
        )
        self._names[placed.number] = placed.name
        self._placed[plan] = placed.number
        return plan

    def _drop(self, number: int) -> None:
        """Has the place drop a plan; its number is free once that is done."""
        self._names.pop(number, None)
        digest = self._digests.pop(number, None)
        body = messages.pack_words((number,))
        self.speaker.post(Request(messages.UNLOAD, body, drops=("plan", number)))
        if digest is not None:
            self._drop_image(digest)
        self._dropped.append(number)  # it is asked for the next plan of that number later

    def _ask(self, request: Request, what: str) -> None:
        status, text = self.speaker.ask(request)
        if status != messages.OK:
            raise CompileError(f"{what}: {text}")

    # -- queues ---------------------------------------------------------------------------------

    def open_queue(self, name: str, timeline: Timeline) -> FarQueue:
        queue = FarQueue(self._core, name, timeline, self._far, self, self._loss)
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
                f"open a stream on {self._loss.name}: it has {messages.MOST_CHANNELS} already; "
                "close some"
            ) from None

    def ask_to_stop(self, number: int, value: int) -> None:
        """Has the loops of what runs in a channel end, where the place does not see the request."""

    def meet(self, peer: str) -> None:
        """Has the place know another one, by the name of its device."""

    def part(self) -> None:
        """Has all leave that carry bytes of a lost device."""

    def open_channel(self, number: int, timeline: Timeline) -> None:
        """Has the place serve a channel, which was cleared, for a queue with that timeline."""
        del timeline  # the place sees the channel
        body = messages.pack_words((number,))
        self.speaker.ask(Request(messages.OPEN, body, ("channel", number)))

    def give_channel_back(self, number: int) -> None:
        """Closes a channel, whose queue has ended."""
        body, free = messages.pack_words((number,)), partial(self._channels.insert, 0, number)
        self.speaker.post(Request(messages.CLOSE, body, drops=("channel", number), then=free))

    def forget(self, queue: FarQueue) -> None:
        """Takes note that a queue has ended. May be called again."""
        if queue in self._queues:
            self._queues.remove(queue)
