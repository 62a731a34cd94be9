"""The devices of one runtime, by name; each opens at its first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from streamrt import _backends
from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt._runtime.device import Device
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.devices.registry import Registry
from streamrt._runtime.engine import Engine
from streamrt.backend import Backend, ProbedBackend
from streamrt.errors import ArgumentError, ArgumentTypeError, BackendNotFoundError

MOST_DIGITS = 10  # of a device's index


class DeviceList:
    """The devices that a runtime was opened with.

    Attributes:
        engine: the engine of the runtime.
        registry: its registered kernels.
        left_out: why a device that the machine has, and that nobody named, is not used, by name.
    """

    @refusing
    def __init__(
        self, engine: Engine, names: object, backends: object, memory_limit: int | None
    ) -> None:
        """Opens no device yet; `Runtime` documents the arguments and the errors."""
        if isinstance(names, str) or not isinstance(names, Sequence | None):
            raise ArgumentTypeError(f"Runtime: devices is {shown(names)}; pass a list of names")
        self.engine: Engine = engine
        self.registry: Registry = Registry()
        self._memory_limit = memory_limit
        self._backends = _by_kind(backends)
        self.left_out: dict[str, str] = {}
        self._is_named: bool = names is not None
        given = cast("Sequence[object]", names or ())
        for name in given:
            if type(name) is not str:
                self._add_own(name)
        wanted = [self._find(name) for name in given] if self._is_named else self._present()
        if not wanted:
            raise ArgumentError("Runtime: devices is empty; name one, or pass None for all")
        self._devices: dict[str, Device | None] = dict.fromkeys(wanted)
        if engine.options.kernel_timeout is not None:
            self._check_timeout()

    def _add_own(self, name: object) -> None:
        """Takes the backend that a name brings with it, as those of a cluster's devices do."""
        own = getattr(name, "backend", None)
        if own is None or not isinstance(name, str):
            return
        if self._backends.setdefault(own.kind, own) is not own:
            raise ArgumentError(
                f"Runtime: devices has {shown(name)} of two clusters, or of a backend that was "
                "passed as well; open a runtime for each"
            )

    def _check_timeout(self) -> None:
        """Refuses `kernel_timeout` if it would have no effect."""
        kinds = {name.partition(":")[0] for name in self._devices}
        if not any(getattr(self._backend(kind), "ends_kernels", False) for kind in kinds):
            raise ArgumentError(
                f"Runtime: kernel_timeout has no effect on {', '.join(self._devices)}: only a "
                'kernel in a process of its own can be ended; name "process+cpu:0", or leave it out'
            )

    @property
    def names(self) -> tuple[str, ...]:
        """Their full names, as in `cpu:0`."""
        return tuple(self._devices)

    def opened(self) -> tuple[Device, ...]:
        """Returns all devices, opened. One that nobody named is left out if it cannot be opened."""
        found: list[Device] = []
        for name in self.names:
            try:
                found.append(self.device(name))
            except BackendNotFoundError as error:
                if self._is_named:
                    raise
                self.left_out[name] = str(error)
        return tuple(found)

    @refusing
    def device(self, name: str | None = None, index: int | None = None) -> Device:
        """Returns a device, opened at its first use; see `Runtime.device`."""
        if index is not None:
            check_count(index, "find device: index", 0)
            if not isinstance(name, str) or ":" in name:
                raise ArgumentError(
                    f"find device: the name is {shown(name)}, the index {index}; name a kind, like "
                    "'cpu'"
                )
            name = f"{name}:{index}"
        key = next(iter(self._devices)) if name is None else _normal(name)
        if key not in self._devices:
            raise self._unknown(name, key)
        return self._devices[key] or self._open(key)

    def _unknown(self, name: object, key: str) -> BackendNotFoundError:
        """Returns the error for a device that the runtime does not have, with the reason if known.

        The reason is the error of a runtime that would be opened with the device.
        """
        has = f"find device {shown(name)}: this runtime has {', '.join(self._devices)}"
        try:
            self._find(key)
        except BackendNotFoundError as error:
            return BackendNotFoundError(f"{has}; {error}")
        remedy = f"open one with Runtime(devices=[{shown(name)}]) if the machine has it"
        return BackendNotFoundError(f"{has}; {remedy}")

    def _open(self, name: str) -> Device:
        self.engine.check_open(f"open {name}")
        kind, _, index = name.partition(":")
        opened = self._backend(kind).open(int(index))
        ends = len(self.engine.at_end)
        try:
            state = DeviceState(self.engine, opened, name, self._memory_limit, self.registry)
        except ArgumentError:  # it has closed the device
            raise
        except BaseException:
            if len(self.engine.at_end) == ends:  # nobody else closes it
                opened.close()
            raise
        device = self._devices[name] = Device(state, int(index), self.device)
        return device

    @refusing
    def target(self, device: Device | str | None) -> Device:
        """Returns the device that a user names; None is the first."""
        if isinstance(device, Device):
            if device._state.engine is not self.engine:
                raise ArgumentError(
                    f"find device: {device} belongs to another runtime; pass its name"
                )
            return device
        return self.device(device)

    @refusing
    def host_target(self, device: Device | str | None, what: str) -> Device:
        """Returns the device that a user names, if its kernels can use the host's memory."""
        target = self.target(device)
        if not target.sees_host:
            raise ArgumentError(
                f"{what}: {target} cannot use the host's memory; use rt.put, which copies"
            )
        return target

    # -- backends -------------------------------------------------------------------------------

    def _find(self, name: object) -> str:
        """Returns the full name of a device, if the machine may have it; opens nothing.

        Raises:
            BackendNotFoundError: the machine has no device of that kind, or not that many.
        """
        full = _normal(name)
        kind, _, index = full.partition(":")
        backend = self._backend(kind)
        # Quicker than to look at the whole protocol.
        if hasattr(backend, "has") and not cast(ProbedBackend, backend).has(int(index)):
            raise BackendNotFoundError(
                f"open {full}: this machine has no such device; `streamrt devices` lists those it "
                "has"
            )
        return full

    def _backend(self, kind: str) -> Backend:
        given = self._backends.get(kind)
        if self.engine.world is not None:
            return self.engine.world.backend(kind, given)
        return given or _backends.backend(kind)

    def _present(self) -> list[str]:
        """Returns the names of all devices of all kinds that could be opened here.

        Nobody asked for these devices, so one that lacks a driver or a package is no error.
        """
        found: list[str] = []
        kinds = (kind for kind in _backends.kinds() if kind not in _backends.ONLY_BY_NAME)
        for kind in dict.fromkeys((*self._backends, *kinds)):
            for name in (f"{kind}:{index}" for index in range(self._backend(kind).count())):
                try:
                    found.append(self._find(name))
                except BackendNotFoundError as error:
                    self.left_out[name] = str(error)
        return found


def _by_kind(backends: object) -> dict[str, Backend]:
    """Returns the backends that a runtime was given, by kind."""
    if isinstance(backends, str) or not isinstance(backends, Sequence):
        raise ArgumentTypeError(f"Runtime: backends is {shown(backends)}; pass a list of backends")
    found: dict[str, Backend] = {}
    for backend in cast("Sequence[Backend]", backends):
        if not isinstance(getattr(backend, "kind", None), str) or not hasattr(backend, "open"):
            raise ArgumentTypeError(
                f"Runtime: backends holds {shown(backend)}; pass objects that keep "
                "streamrt.backend's contract, such as streamrt.testing.Simulator()"
            )
        found[backend.kind] = backend
    return found


def _normal(name: object) -> str:
    if not isinstance(name, str):
        raise ArgumentTypeError(
            f"find device: the name is {shown(name)}; names are text, like 'cpu:0'"
        )
    kind, _, index = name.partition(":")
    if not kind or (index and not (index.isdecimal() and len(index) < MOST_DIGITS)):
        raise ArgumentError(
            f"find device: the name is {shown(name)}; names are like 'cpu' or 'cpu:0'"
        )
    return f"{kind}:{int(index or 0)}"
