"""Programs and loops that a device has instantiated: lists of steps.

Such a list is handed over by the feeder's thread, turn by turn; see gpu_loop.h. A program is a loop
of one turn. A driver that has graphs may do better, in a subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from streamrt._backends.gpu.steps import check_step, in_order, packed_turns
from streamrt._backends.gpu.structures import kernel_of
from streamrt._core.program import Program, ProgramLoop, ProgramStep
from streamrt._native.core import Core
from streamrt._native.loops import check_loop
from streamrt._native.program import Order, check_size
from streamrt.errors import ArgumentError

__all__ = ["Instance", "Programs"]

WHAT = "instantiate a program"


@dataclass(slots=True, eq=False)
class Instance:
    """The parts of an instantiated program or loop; 0: not there (any more).

    Attributes:
        turns: the words of its list of steps, in native memory.
        inner: the plans of the loops among its steps.
    """

    turns: int = 0
    inner: tuple[int, ...] = ()


class Programs:
    """The programs and loops that a device has instantiated."""

    def __init__(self, core: Core) -> None:
        """Takes the native core."""
        self._core = core
        self._opened: dict[int, Instance] = {}
        self._loops: dict[int, ProgramLoop] = {}  # by the plan
        self._made: list[Instance] = []  # also those whose opening an interrupt breaks off

    def open(self, program: Program) -> int:
        """Instantiates a program; returns the handle of a plan that launches it.

        Raises:
            ArgumentError: the program is not sound, or could hang.
            MemoryError: there is no memory for it.
            CompileError: a kernel of the device itself does not compile.
            DriverError: the driver refuses.
        """
        check_size(program)
        order = Order(program.streams)
        steps = tuple(step for _, step in in_order(program.streams, order))
        inner = self._check(steps, program.bases, WHAT)
        return self._open_program(program, order, steps, inner)

    def _open_program(
        self,
        program: Program,
        order: Order,
        steps: tuple[ProgramStep, ...],
        inner: tuple[int, ...],
    ) -> int:
        """Instantiates a program that is sound."""
        del order  # the list has one
        whole = ProgramLoop(steps, program.bases, 1)
        return self._open(self._new_instance(inner), lambda made: self._in_turns(made, whole, 0))

    def open_loop(self, loop: ProgramLoop) -> int:
        """Loads a loop; returns the handle of a plan that runs it, or is the plan of a step.

        Raises:
            ArgumentError: the loop is not sound.
            MemoryError: there is no memory for it.
        """
        check_size(Program((loop.body, loop.other), loop.bases))
        check_loop(loop)
        inner = self._check((*loop.body, *loop.other), loop.bases, "load a loop")
        plan = self._open_loop(loop, inner)
        self._loops[plan] = loop
        return plan

    def _open_loop(self, loop: ProgramLoop, inner: tuple[int, ...]) -> int:
        """Loads a loop that is sound."""
        return self._open(self._new_instance(inner), lambda made: self._in_turns(made, loop, 0))

    def _check(self, steps: Sequence[ProgramStep], bases: int, what: str) -> tuple[int, ...]:
        """Refuses steps that do not fit their plans; returns the loops among these."""
        for step in steps:
            check_step(step, bases, what)
        inner = tuple(step.plan for step in steps if step.plan in self._loops)
        taken = {plan for made in self._opened.values() for plan in made.inner}
        if len(set(inner)) < len(inner) or not taken.isdisjoint(inner):
            raise ArgumentError(f"{what}: a loop is a step in two places; load it for each")
        return inner

    def close(self, plan: int, *, is_lost: bool) -> None:
        """Frees what a plan launches, if that is a program or a loop.

        Args:
            plan: the plan.
            is_lost: whether the device is lost, so that its driver is not called any more.

        Raises:
            DriverError: the device is lost.
        """
        self._loops.pop(plan, None)
        made = self._opened.pop(plan, None)
        if made is not None:
            self._drop(made, is_lost=is_lost)

    def end(self) -> None:
        """Frees all that is left, because an interrupt has lost the plans.

        Raises:
            DriverError: the device is lost.
        """
        for made in list(self._made):
            self._drop(made, is_lost=False)

    def _new_instance(self, inner: tuple[int, ...]) -> Instance:
        return Instance(inner=inner)

    def _open(self, made: Instance, make: Callable[[Instance], int]) -> int:
        self._made.append(made)
        try:
            plan = make(made)
        except BaseException:
            self._drop(made, is_lost=False)
            raise
        self._opened[plan] = made
        return plan

    def _in_turns(self, made: Instance, loop: ProgramLoop, graph: int) -> int:
        """Makes the list of a loop.

        Args:
            made: gets the list.
            loop: the loop, or the steps of a program as a loop of one turn.
            graph: the words of its graph; 0 if it has none.
        """
        made.turns = self._core.copied(packed_turns(loop, graph), WHAT)
        is_plain = loop.turns == 1 and loop.flag is None and not made.inner
        may_fail = not is_plain or any(kernel_of(step.plan).fallible for step in loop.body)
        return self._new_plan("srt_hand_loop", may_fail, loop.bases, made.turns)

    def _new_plan(self, hand: str, may_fail: bool, bases: int, block: int) -> int:
        one = (1, 1, 1)
        codes = (ord("P"),) * bases
        address = self._core.entries[hand]
        return self._core.new_gpu_plan(address, 0, one, one, 0, int(may_fail), codes, (block,))

    def _drop(self, made: Instance, *, is_lost: bool) -> None:
        if is_lost:  # a thread that was given up in the driver may still use the words
            return
        if made.turns:
            turns, made.turns = made.turns, 0
            self._core.release(turns)
        if made in self._made:
            self._made.remove(made)
