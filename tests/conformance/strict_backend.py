"""The backend in Python once more, for each answer to who sees whose memory; it checks addresses.

Rules 11 and 12 say which addresses a launch may get. A launch that gets another one is noted in
`wrong`, and does not run, so it cannot crash the process.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.threaded_backend import ThreadedBackend, ThreadedDevice, ThreadedQueue

from streamrt._native.core import core
from streamrt.backend import Command, HostPlan, Launch, Plan

REFUSED = 14  # the error code of a launch that gets a wrong address
ONLY_COPIES = ("copy", "finite", "guard")  # what may use the host's memory on any device


class Blocks:
    """Memory that was handed out: sizes by address."""

    def __init__(self) -> None:
        self._sizes: dict[int, int] = {}

    def alloc(self, nbytes: int) -> int:
        address = core().allocate(nbytes)
        if address:
            self._sizes[address] = nbytes
        return address

    def free(self, address: int) -> None:
        del self._sizes[address]
        core().release(address)

    def has(self, address: int) -> bool:
        blocks = list(self._sizes.items())
        return any(start <= address < start + size for start, size in blocks)


class StrictQueue(ThreadedQueue):
    device: StrictDevice

    def submit(self, commands: Sequence[Command]) -> None:
        for command in commands:
            if isinstance(command, Launch):
                self.device.note(command)
        super().submit(commands)

    def _do(self, command: Command) -> None:
        if not isinstance(command, Launch) or self.device.may_run(command):
            super()._do(command)
        elif self.timeline.start(command.cell):
            self.timeline.finish(command.cell, REFUSED)


class StrictDevice(ThreadedDevice):
    queue = StrictQueue

    def __init__(self, backend: StrictBackend, name: str) -> None:
        super().__init__()
        self.host_sees = backend.host_sees
        self.sees_host = backend.sees_host
        self.name = name
        self.blocks = Blocks()
        self.alloc, self.free = self.blocks.alloc, self.blocks.free  # type: ignore[method-assign]
        self.prepared: Blocks | None = None
        self._backend = backend
        self._uses: dict[int, tuple[str, list[int]]] = {}  # what a plan is, and its address slots

    def load(self, plan: Plan) -> int:
        handle = super().load(plan)
        return self._note(handle, plan.kernel, [nbytes > 0 for nbytes in plan.sizes])

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        handle = super().load_standard(name, words, extent, grain)
        rank, _, *extents = words
        return self._note(handle, name, [0 not in extents[:rank]] * len(words))

    def _note(self, handle: int, name: str, are_used: Sequence[bool]) -> int:
        loaded = self._plans[handle]
        assert isinstance(loaded, HostPlan)
        codes = loaded.codes
        slots = [slot for slot, code in enumerate(codes) if code == "P"]
        used = [slot for slot, is_used in zip(slots, are_used, strict=False) if is_used]
        self._uses[handle] = name, used
        return handle

    def note(self, launch: Launch) -> None:
        """Notes a launch that was submitted."""
        self._backend.launches.append((self.name, self._uses[launch.plan][0], launch.peer))

    def may_run(self, launch: Launch) -> bool:
        """Whether a launch got the addresses that the contract allows; else it is noted."""
        name, slots = self._uses[launch.plan]
        owners = {self._owner_of(launch.arguments[slot]) for slot in slots} - {self.name}
        allowed = {launch.peer} if launch.peer and name == "copy" else set[str]()
        missing = allowed - owners
        if self.sees_host or name in ONLY_COPIES:
            allowed = allowed | {"prepared"} if self.prepared else allowed | {"host", "prepared"}
        if missing or not owners <= allowed:
            found = f"{self.name} ran {name} with {sorted(owners)}, peer={launch.peer!r}"
            self._backend.wrong.append(found)
        return not missing and owners <= allowed

    def _owner_of(self, address: int) -> str:
        """The device that an address belongs to, for this one; "host" if it is the host's."""
        if self.prepared is not None and self.prepared.has(address):
            return "prepared"
        for device in self._backend.all_devices:
            if device.blocks.has(address):
                is_known = device._backend is self._backend or not device.host_sees
                return device.name if is_known else "host"
        return "host"


class StrictPinningDevice(StrictDevice):
    """A device that copies only memory of the host which it has made."""

    def __init__(self, backend: StrictBackend, name: str) -> None:
        super().__init__(backend, name)
        self.prepared = self._prepared = Blocks()

    def alloc_host(self, nbytes: int) -> int:
        return self._prepared.alloc(nbytes)

    def free_host(self, address: int) -> None:
        self._prepared.free(address)


class StrictBackend(ThreadedBackend):
    """A kind with three devices.

    Attributes:
        launches: the device, the plan's name and the peer of each launch.
        wrong: the launches that got an address which breaks the contract.
        all_devices: the open devices of all kinds that know of each other.
    """

    def __init__(
        self, kind: str, *, host_sees: bool = False, sees_host: bool = False, pins: bool = False
    ) -> None:
        super().__init__()
        self.kind = kind
        self.host_sees = host_sees
        self.sees_host = sees_host
        self.launches: list[tuple[str, str, str]] = []
        self.wrong: list[str] = []
        self.all_devices: list[StrictDevice] = []
        self._makes = StrictPinningDevice if pins else StrictDevice

    def count(self) -> int:
        return 3

    def open(self, index: int) -> StrictDevice:
        device = self.devices[index] = self._makes(self, f"{self.kind}:{index}")
        self.all_devices.append(device)
        return device


def strict_backends() -> list[StrictBackend]:
    """Every combination that makes sense, as kinds that know of each other."""
    found = [
        StrictBackend("apart"),
        StrictBackend("pinning", pins=True),
        StrictBackend("pinning+too", pins=True),
        StrictBackend("seen", host_sees=True),
        StrictBackend("seen+pinning", host_sees=True, pins=True),
        StrictBackend("seeing", sees_host=True),
        StrictBackend("unified", host_sees=True, sees_host=True),
    ]
    for backend in found:
        backend.all_devices = found[0].all_devices
    return found
