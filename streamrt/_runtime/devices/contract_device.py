"""Devices of backends without native code, as the runtime uses them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from streamrt._compile.kernel import Kernel, Plan
from streamrt._core.finalizers import Inbox
from streamrt._native.loss import FOR_EVER, RECOVERING, Loss
from streamrt._native.timeline import Timeline
from streamrt._runtime.devices.contract_plans import ContractPlans, Packed
from streamrt._runtime.devices.contract_queue import DispatchedQueue
from streamrt._runtime.ending.losing import Losing
from streamrt._runtime.telling.fields import fields
from streamrt.backend import (
    BackendDevice,
    BeginCall,
    HostingDevice,
    PinningDevice,
    Program,
    ProgramLoop,
    Queue,
    RecoveringDevice,
)

logger = logging.getLogger("streamrt")

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine

# Memory of closed devices that arrays had shared. It is freed when another device is opened or
# closed, because a finalizer may not call a backend.
_left: Inbox[tuple[DispatchedDevice, int]] = Inbox()


def _free_left() -> None:
    for device, address in _left.taken():
        device.free(address)


class DispatchedDevice:
    """A device of the contract, whose queues are `DispatchedQueue`s."""

    calls_python = True

    def __init__(self, engine: Engine, device: BackendDevice, name: str) -> None:
        if _left.things:
            _free_left()
        self.name = name
        self.runs: str = device.runs
        implement: Callable[[Kernel], object] | None = getattr(device, "implement", None)
        self.implement: Callable[[Kernel], object] | None = implement  # see lookup.py
        self.host_sees: bool = device.host_sees
        self.sees_host: bool = device.sees_host
        # Quicker than to look at the whole protocols.
        self.pins: bool = hasattr(device, "alloc_host")
        self.orders_calls: bool = hasattr(device, "open_host_queue")
        self.recovers: bool = hasattr(device, "recover")
        self.loss: Loss = Loss(name, RECOVERING if self.recovers else FOR_EVER)
        self.losing: Losing = Losing(engine, self.loss)
        self.plans: ContractPlans = ContractPlans(engine, device, self.loss)
        self.failed: int = 0  # the cell of an execution that failed, after a loss
        self._engine = engine
        self._device = device
        self._kept: list[Callable[[], object]] = []  # memory to free when it works again
        self._waits: dict[int, bool] = {}  # answers of `can_wait_on`

    def observe(self, observer: Callable[..., None]) -> bool:
        """Has a function told what each kernel changes; False if the backend cannot tell."""
        observe = getattr(self._device, "observe", None)
        if observe is not None:
            observe(observer)
        return observe is not None

    def alloc(self, nbytes: int) -> int:
        if self.loss.reason is not None:
            self.loss.check(f"allocate {nbytes} bytes on {self.name}")
        return self._device.alloc(nbytes)

    def free(self, address: int) -> None:
        if self.loss.reason is None:
            self._device.free(address)
        else:  # it may still be writing
            self._kept.append(partial(self._device.free, address))

    def sends_from(self, address: int) -> bool:
        """Whether it copies from an address of the host's memory, which it need not have made."""
        del address
        return not self.pins

    def alloc_host(self, nbytes: int) -> int:
        """Returns new memory of the host, where the device `pins`."""
        self.loss.check(f"allocate {nbytes} bytes of the host for {self.name}")
        return cast(PinningDevice, self._device).alloc_host(nbytes)

    def free_host(self, address: int) -> None:
        """Gives memory of the host back, where the device `pins`."""
        free = cast(PinningDevice, self._device).free_host
        if self.loss.reason is None:
            free(address)
        else:
            self._kept.append(partial(free, address))

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer that leaves memory to be freed later."""
        return partial(_left, (self, address))

    def load(self, plan: Plan) -> int:
        return self.plans.add(partial(self._device.load, plan), plan.slots)

    def load_packed(self, plan: Plan) -> int:
        """Loads a plan whose launches pass argument slots, instead of arguments."""
        return self.plans.add(partial(self._device.load, plan))

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        load = self._device.load_standard
        return self.plans.add(partial(load, name, words, extent, grain))

    @property
    def can_replay(self) -> bool:
        """Whether it runs whole programs."""
        return hasattr(self._device, "instantiate")

    @property
    def can_loop(self) -> bool:
        """Whether it runs loops and branches."""
        return hasattr(self._device, "load_loop")

    def turns(self, plan: int) -> list[tuple[int, int]]:
        """Returns the loops of a program that run now: nobody knows."""
        return []

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a plan for a loop whose steps have plans of this device."""
        return self.plans.add_loop(loop)

    def instantiate(self, program: Program) -> int:
        """Returns a plan for a program whose steps have plans of this device."""
        return self.plans.add_program(program)

    def unload(self, plan: int) -> None:
        self.plans.drop(plan)

    def can_wait_on(self, timeline: int) -> bool:
        known = self._waits.get(timeline)
        if known is None:
            known = self._waits[timeline] = self._device.can_wait_on(timeline)
        return known

    def open_queue(self, name: str, timeline: Timeline) -> DispatchedQueue:
        return self._opened(name, timeline, self._device.open_queue)

    def open_host_queue(self, name: str, timeline: Timeline, begin: BeginCall) -> DispatchedQueue:
        """Opens the queue for the host calls of one stream."""
        open_queue = cast(HostingDevice, self._device).open_host_queue
        return self._opened(name, timeline, partial(open_queue, begin=begin))

    def call_plan(self, name: str) -> str:
        """Returns the plan that stands for calls of a function of that name. Under the lock."""
        return self.plans.call(name)

    def _opened(
        self, name: str, timeline: Timeline, open_queue: Callable[[str, Timeline], Queue]
    ) -> DispatchedQueue:
        if self.loss.reason is not None:
            self.loss.check(f"open {name}")
        queue = DispatchedQueue(self._engine, self, open_queue, name, timeline)
        self.losing.add(queue)
        return queue

    def convert(self, plan: int, values: tuple[Any, ...], peer: str = "") -> Packed:
        """Returns the payload of a launch; see `ContractPlans`. Loads the plan again if need be.

        Raises:
            TypeError: a scalar does not convert.
        """
        if plan not in self.plans.handles:
            self.plans.ready([plan])
        return plan, self.plans.converts[plan](values), peer

    def recover(self) -> object:
        """Has the device recover, after a loss. Under no lock, because it may take long."""
        return cast(RecoveringDevice, self._device).recover()

    def begin_epoch(self, failed: int) -> None:
        """Lets the device work again: other queues serve its lanes. Under the lock.

        Args:
            failed: the cell of an execution that failed.
        """
        self.failed = failed
        self.plans.forget_handles()
        self._waits.clear()
        self.loss.renew()
        while self._kept:
            self._kept.pop()()
        queues = [cast(DispatchedQueue, each) for each in self.losing.queues if not each.is_closed]
        for queue in queues:
            if self.loss.reason is None:
                queue.renew()
        for queue in queues:
            queue.accept()
        if self.loss.reason is not None:  # it was lost again meanwhile, from another thread
            for queue in queues:
                queue.refuse_all()

    def close(self) -> None:
        if _left.things:
            _free_left()
        recovery, timeout = self.losing.recovery, self._engine.options.drain_timeout
        if recovery is None or recovery.wait(timeout):
            self._device.close()
        else:
            text = "close %s: its `recover` has not returned after %g s; it is not closed"
            logger.error(text, self.name, timeout, extra=fields(None, device=self.name))
