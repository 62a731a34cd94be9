"""A CPU behind a Dask worker as a device: addresses here, memory and threads there.

The device reserves addresses, and its place maps memory at the same ones. So kernels, graphs and
other places use them as they are, and nothing here can. What is loaded at the place is kept as
requests, so that another place can be told the same after a loss.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from streamrt._backends.dask.frames import BrokenError
from streamrt._backends.dask.greeting import RELEASE
from streamrt._backends.dask.link import Endpoint, Greeted, Link
from streamrt._backends.far import messages
from streamrt._backends.far.arena import Arena
from streamrt._backends.far.device import FarDevice
from streamrt._backends.far.mapping import FIRST, LAST, reserve, unmap, zeros
from streamrt._backends.far.requests import Request, Speaker
from streamrt._compile.llvm.targets import Target
from streamrt._native.core import Core
from streamrt._native.loss import RECOVERING, Loss, Recovered
from streamrt._native.timeline import Timeline
from streamrt.errors import BackendNotFoundError, DeviceLostError, ResourceError

if TYPE_CHECKING:
    from streamrt._backends.dask.backend import DaskBackend

CONNECT = 10.0
"""Seconds that each connection to a place gets to open."""

LARGE = 1 << 16  # bytes; the place's system gets freed memory of that size
_STRAYED = "another worker, from or to which it copied, cannot be reached"


class DaskDevice(FarDevice):
    """A CPU behind a worker."""

    host_sees = False
    pins = True
    recovers = True

    def __init__(
        self, native: Core, backend: DaskBackend, index: int, name: str, nbytes: int, unit: int
    ) -> None:
        """Opens the link to the place, which was started before; waits for it.

        Args:
            native: the native core.
            backend: the kind, with the workers.
            index: the number of the worker.
            name: the name of the device.
            nbytes: the bytes of its memory.
            unit: the alignment of its addresses, in bytes.

        Raises:
            BackendNotFoundError: the place cannot be reached, or is of another version.
            ResourceError: there is no room here for the addresses, or for threads.
        """
        self._backend = backend
        self._index = index
        self._endpoint, greeted = self._greeted(name)
        self._for_peers = self._endpoint  # of an epoch that has begun; see `begin_epoch`
        self._reserve(name, nbytes, unit)
        self._shared = zeros(native.far_layout())
        far = native.new_relayed(self._shared, self._start, nbytes, FIRST, LAST)
        super().__init__(native, Loss(name, RECOVERING), far)
        self._arena = Arena(self._start, self._start + nbytes)
        self._kept: dict[object, Request] = {}
        self._met: dict[str, bytes] = {}  # the nonces of the places that this one knows, by name
        self._closing = False
        self._loss.tell(partial(native.lose_far, far))
        self._loss.tell(self._end_link)
        self._use(greeted)
        try:
            self._map()
        except BaseException:
            self.close()
            raise
        backend.opened[index] = self

    # -- the place ------------------------------------------------------------------------------

    def _greeted(self, name: str) -> tuple[Endpoint, Greeted]:
        try:
            endpoint = self._backend.endpoint(self._index)
            silence = self._backend.silence
            return endpoint, self._backend.link.greet(endpoint, CONNECT, silence, RELEASE)
        except BrokenError as error:
            raise BackendNotFoundError(
                f"open {name}: {self._backend.describe(self._index)} does not answer: {error}; see "
                "that it runs, and that its port is open"
            ) from error

    def _use(self, greeted: Greeted) -> None:
        """Begins to talk to a place."""
        target, here = greeted.welcome.target, Target.host()
        if len(target) == 4:
            triple, cpu, features, flags = target
            there = Target(
                here.versions, triple, cpu, frozenset(filter(None, features.split(","))), flags
            )
            self.target: Target | None = None if there == here else there
        self._link: Link = self._backend.link(
            self._core, self._far, self._loss.name, greeted, self._backend.silence, self._lose,
            self._note_answer,
        )  # fmt: skip
        self.speaker: Speaker = self._link
        self._link.start()

    def _reserve(self, name: str, nbytes: int, unit: int) -> None:
        self._nbytes = nbytes
        self._start = reserve(nbytes, unit)
        if not self._start:
            raise ResourceError(
                f"open {name}: the process has no room for {nbytes} addresses; raise its limit of "
                "address space (`ulimit -v`), or pass memory= to streamrt.dask.devices"
            )

    def _map(self) -> None:
        """Has the place map memory at the device's addresses.

        Raises:
            ResourceError: it cannot.
        """
        body = messages.pack_words((self._start, self._nbytes))
        status, text = self._link.ask(Request(messages.MAP, body))
        if status != messages.OK:
            raise ResourceError(
                f"open {self._loss.name}: {self._backend.describe(self._index)} cannot map its "
                f"memory: {text}; open the runtime again, or pass memory= to streamrt.dask.devices"
            )

    def _lose(self, why: str) -> None:
        if not self._closing:
            self._loss.lose(f"{self._backend.describe(self._index)}: {why}")

    def _end_link(self) -> None:
        self._link.end(self._loss.reason or "")

    def _note_answer(self, request: Request) -> None:
        if request.status == messages.OK:
            self._kept.pop(request.drops, None)
            if request.key is not None:
                self._kept[request.key] = request
            if request.then is not None:
                request.then()

    # -- memory ---------------------------------------------------------------------------------

    def alloc(self, nbytes: int) -> int:
        return self._arena.take(nbytes)

    def free(self, address: int) -> None:
        size = self._arena.give_back(address)
        if size >= LARGE:
            self._link.post(Request(messages.CLEAR, messages.pack_words((address, size))))

    def sends_from(self, address: int) -> bool:
        """Whether it is memory of this process: the link sends any; other places have theirs."""
        return not FIRST <= address < LAST

    def alloc_host(self, nbytes: int) -> int:
        """Returns the address of new memory of this process, for copies."""
        return self._core.allocate(nbytes)

    def free_host(self, address: int) -> None:
        """Gives such memory back."""
        self._core.release(address)

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer that frees memory."""
        return partial(self.free, address)

    # -- queues ---------------------------------------------------------------------------------

    def open_channel(self, number: int, timeline: Timeline) -> None:
        body = messages.pack_words((number, timeline.index, timeline.completed))
        self._link.post(Request(messages.OPEN, body))
        self._core.name_strayed(timeline.handle, timeline.number_of(_STRAYED))

    def ask_to_stop(self, number: int, value: int) -> None:
        self._link.post(Request(messages.STOP, messages.pack_words((number, value))))

    def meet(self, peer: str) -> None:
        other = self._backend.opened.get(int(peer.rpartition(":")[2]))
        if other is None:
            return
        there = other._for_peers
        if self._met.get(peer) == there.nonce:
            return
        self._met[peer] = there.nonce
        body = (
            messages.pack_words((other._start, other._nbytes, there.port))
            + messages.pack_texts([there.host])
            + there.nonce
        )
        self._link.post(Request(messages.PEER, body))

    # -- losses ---------------------------------------------------------------------------------

    def part(self) -> None:
        self._link.part()

    def recover(self) -> Recovered | None:
        """Opens the place of the worker that has this one's name by now; see `Recovered`."""
        if not self._link.part():  # its threads would take what the next epoch publishes
            raise DeviceLostError(
                f"recover {self._loss.name}: threads of its last epoch use memory still; open "
                "another runtime"
            )
        self._link.close()
        endpoint = self._backend.again(self._index, lambda: self._closing)
        if endpoint is None:
            return None
        self._endpoint = endpoint
        self._use(self._backend.link.greet(endpoint, CONNECT, self._backend.silence, RELEASE))
        if self._closing:
            self._link.close()
            return None
        self._map()
        for request in list(self._kept.values()):
            status, text = self._link.ask(Request(request.kind, request.body))
            if status != messages.OK:
                raise DeviceLostError(f"{self._loss.name}: {text}")
        return Recovered("gone")

    def begin_epoch(self, failed: int) -> None:
        del failed  # plans stay what they are
        self._for_peers = self._endpoint  # before, nobody knew that the memory is gone
        self._loss.renew()
        self._core.renew_far(self._far)
        for queue in self._queues:
            queue.renew()
        self._met.clear()

    def close(self) -> None:
        """Ends the link, and with it the place."""
        if self._closing:
            return
        self._closing = True
        self._backend.opened.pop(self._index, None)
        if self._link.close() and not self._queues:
            unmap(self._shared, self._core.far_layout())
        unmap(self._start, self._nbytes)
