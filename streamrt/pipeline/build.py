"""A definition becomes a flow, once for each run.

source          a producer
map, filter     a stage
flat_map        a producer behind the source
fill            rows, a stage, and with `batch` a stage that makes buffers of the rows
batch, unbatch, shuffle, take        a joint each
submit, replay, to                   a serial stage each
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, cast

from streamrt._core.flow.elements import Failure, Place
from streamrt._core.flow.flow import Fence, Flow
from streamrt._core.flow.joints import Batch, Joint, Rows, Shuffle, Take, Unbatch
from streamrt._core.flow.nodes import Producer, SerialStage, Stage, Worked
from streamrt._core.values import shown
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.inner import device_names, engine_of
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.stream import Stream
from streamrt._runtime.world import exploring
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.pipeline import devices, filling, steps
from streamrt.pipeline.calls import (
    Calling,
    Stopping,
    Where,
    akeep_if,
    keep_if,
    passed_on,
)
from streamrt.pipeline.positions import Positions
from streamrt.pipeline.processes import Workers
from streamrt.pipeline.pulling import Pulling, expander
from streamrt.pipeline.sources import aitems_from, items_from

DEFAULT_AHEAD = 128

SLOTS: dict[type[steps.Step], int] = {
    steps.Source: 1,
    steps.FlatMap: 1,
    steps.Unbatch: 1,
    steps.Shuffle: 2,
    steps.Take: 1,
}
"""The count of a place's numbers that belong to a step."""


def slots(definition: tuple[steps.Step, ...]) -> int:
    """Returns how many numbers a place has at the end of a definition."""
    return sum(SLOTS.get(type(step), 0) for step in definition)


def digest(definition: tuple[steps.Step, ...]) -> str:
    """Returns a digest; two definitions with one digest give the same meaning to a place."""
    text = repr([step.identity() for step in definition])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def largest(definition: tuple[steps.Step, ...]) -> int:
    """Returns the most items that one element needs: of a batch, a batch of batches, a window."""
    sizes, most = [1], 1
    for step in definition:
        if isinstance(step, steps.Batch):
            sizes.append(sizes[-1] * step.size)
        elif isinstance(step, steps.Unbatch) and len(sizes) > 1:
            sizes.pop()
        elif isinstance(step, steps.FlatMap):
            sizes = [1]
        window = step.window if isinstance(step, steps.Shuffle) else 1
        most = max(most, sizes[-1] * window)
    return most


def row_bytes(definition: tuple[steps.Step, ...]) -> float:
    """Returns the bytes of rows that an item of the source takes."""
    total, items = 0.0, 1
    for step in definition:
        if isinstance(step, steps.Batch):
            items *= step.size
        elif isinstance(step, steps.Fill):
            total += sum(spec.nbytes for spec in step.specs.values()) / items
    return total


def window(
    definition: tuple[steps.Step, ...], ahead: int | None, memory: int | None
) -> tuple[int, Literal["ahead", "memory"]]:
    """Returns how many items may be inside, and which of the two arguments decides that.

    Raises:
        ArgumentError: that is less than two of the largest batches.
    """
    need = 2 * largest(definition)
    found = ahead if ahead is not None else max(DEFAULT_AHEAD, need)
    given = f"ahead is {ahead}"
    bound: Literal["ahead", "memory"] = "ahead"
    if memory is not None:
        each = row_bytes(definition)
        if not each:
            raise ArgumentError(
                f"run a pipeline: memory is {memory}, and no stage fills rows; use ahead"
            )
        fitting = int(memory / each)
        if ahead is None or fitting < ahead:
            given, bound = f"memory is {memory} bytes, which is {fitting} items", "memory"
            found = fitting
    if found < need:
        raise ArgumentError(
            f"run a pipeline: {given}; it must be at least {need}, two of the largest batches or "
            "windows"
        )
    return found, bound


@dataclass(slots=True)
class Built:
    """The parts that a run needs of its definition.

    Attributes:
        flow: the flow.
        named: its nodes with workers, with the names that reports show.
        stopping: tells workers that wait, of the end.
        streams: the streams that were opened for it.
        pullings: what may have to be closed.
        workers: processes that fill rows.
        remote: the nodes that have them fill.
    """

    flow: Flow
    named: list[tuple[str, Worked]]
    stopping: Stopping
    streams: list[Stream] = field(default_factory=list[Stream])
    pullings: list[Pulling] = field(default_factory=list[Pulling])
    workers: list[Workers] = field(default_factory=list[Workers])
    remote: list[Worked] = field(default_factory=list[Worked])


class Builder:
    """Makes the nodes of one run."""

    def __init__(
        self, rt: Runtime, definition: tuple[steps.Step, ...], ahead: int, start: Place
    ) -> None:
        """Makes it.

        Args:
            rt: the runtime.
            definition: the steps.
            ahead: the most items inside.
            start: the place at which the run starts.
        """
        self._rt = rt
        self._definition = definition
        self._ahead = ahead
        self._start = start
        self._left = list(start)
        self._nodes: list[Worked | Joint] = []
        self._named: list[tuple[str, Worked]] = []
        self._producers = 0
        self._streams: list[Stream] = []
        self._pullings: list[Pulling] = []
        self._workers: list[Workers] = []
        self._remote: list[Worked] = []
        self._maker: filling.Maker | None = None
        source = definition[0]
        assert isinstance(source, steps.Source)
        self._source = source
        self._positions = Positions(source.size, source.rank, source.world)
        self._counters: tuple[int, ...] = ()

    def build(self, beyond: list[Place]) -> Built:
        """Returns the flow and what belongs to it."""
        stopping = Stopping()
        try:
            for number, step in enumerate(self._definition):
                self._add(step, self._where(step, number), number)
        except BaseException:
            for stream in self._streams:
                stream.close()
            raise
        for _, node in self._named:
            node.step.owner = engine_of(self._rt)
            if isinstance(node.step, Calling):
                node.step.stopping = stopping
        ordered = all(s.ordered for s in self._definition if isinstance(s, steps.Stage))
        flow = Flow(self._nodes, ordered=ordered, start=self._start, beyond=beyond)
        return Built(
            flow,
            self._named,
            stopping,
            self._streams,
            self._pullings,
            self._workers,
            self._remote,
        )

    def _where(self, step: steps.Step, number: int) -> Where:
        seed = self._source.shuffle or 0
        stages = len(self._definition) - 1
        positions, counters = self._positions, self._counters
        return Where(step.name, number, stages, step.site, positions, counters, seed)

    def _slot(self) -> int:
        return self._left.pop(0)

    def _work(self, name: str, node: Worked) -> None:
        self._nodes.append(node)
        self._named.append((name, node))

    def _add(self, step: steps.Step, where: Where, number: int) -> None:
        if isinstance(step, steps.Source):
            self._add_source(step, where)
        elif isinstance(step, steps.FlatMap):
            pulling = Pulling(expander(step.function, where, step.takes_rng), where, step.policy)
            self._produce(step.name, pulling, step.is_async)
        elif isinstance(step, steps.Fill):
            self._add_fill(step, where, number)
        elif isinstance(step, steps.Stage):
            change = step.function
            if isinstance(step, steps.Filter):
                change = (akeep_if if step.is_async else keep_if)(step.function)
            self._call(step, change, where)
        elif isinstance(step, steps.Submit | steps.Replay | steps.To):
            self._add_device(step, where)
        else:
            self._add_joint(step, where)

    def _add_source(self, step: steps.Source, where: Where) -> None:
        opening = aitems_from if step.is_async else items_from
        self._produce(
            step.name,
            Pulling(lambda _, start: opening(step, start, self._positions), where),
            step.is_async,
        )

    def _produce(self, name: str, pulling: Pulling, is_async: bool) -> None:
        node = Producer(pulling, self._producers, self._ahead, self._slot(), is_async)
        self._producers += 1
        self._pullings.append(pulling)
        self._work(name, node)

    def _call(self, step: steps.Stage, change: Any, where: Where, item_of: Any = None) -> Stage:
        calling = Calling(
            change, where, policy=step.policy, takes_rng=step.takes_rng, item_of=item_of
        )
        node = Stage(calling, step.workers, step.is_async)
        self._work(step.name, node)
        return node

    def _add_fill(self, step: steps.Fill, where: Where, number: int) -> None:
        following = self._definition[number + 1 : number + 2]
        rows = following[0].size if following and isinstance(following[0], steps.Batch) else None
        is_remote = step.processes and exploring.get() is None
        maker = filling.Maker(_host_device(self._rt), step.specs, rows, is_remote)
        if rows is not None:
            self._nodes.append(Rows(rows, maker.block))
            self._maker = maker
        if maker.segments is None:
            fill = filling.filler(step.function, step.name, step.is_async, maker)
        else:
            workers = Workers(step.function, maker.segments.layout)
            self._workers.append(workers)
            fill = filling.remote_filler(workers, step.name, maker)
        node = self._call(step, fill, where, None if rows is None else filling.item_of)
        if maker.segments is not None:
            self._remote.append(node)

    def _add_joint(self, step: steps.Step, where: Where) -> None:
        if isinstance(step, steps.Batch):
            group = filling.group if self._maker is not None else None
            batch = Batch(step.size, within=step.within, drop_last=step.drop_last, group=group)
            self._nodes.append(batch)
            if self._maker is not None:
                self._work(f"{where.name}, rows", SerialStage(Calling(filling.assemble, where)))
            self._maker = None
        elif isinstance(step, steps.Unbatch):
            self._nodes.append(Unbatch(partial(_split, where=where), self._slot()))
        elif isinstance(step, steps.Shuffle):
            number, skip = self._slot(), self._slot()
            self._nodes.append(Shuffle(step.window, step.seed, number, skip))
        else:
            assert isinstance(step, steps.Take)
            self._slot()
            start = self._start[: len(self._start) - len(self._left)]
            self._counters += (len(start) - 1,)
            self._nodes.append(Take(step.most, start))

    def _add_device(self, step: steps.Submit | steps.Replay | steps.To, where: Where) -> None:
        fence: Callable[[Any], Fence] = devices.Written
        if isinstance(step, steps.Submit):
            stream = self._rt.device(_device_name(step.on)).stream()
            self._streams.append(stream)
            change = devices.submitter(step.function, stream)
            if not devices.chooses_stream(step.function):
                fence = devices.recorder(stream)
        elif isinstance(step, steps.Replay):
            change = devices.replayer(step.graph, step.inputs)
        else:
            name = _device_name(step.device)
            self._rt.device(name)  # an unknown one is refused here
            assert name is not None
            change = devices.mover(name)
        self._work(step.name, SerialStage(Calling(change, where, fence=fence)))


def _host_device(rt: Runtime) -> Device:
    """Returns the first device in whose memory the host can write.

    Raises:
        ArgumentError: the runtime has none.
    """
    names = sorted(device_names(rt), key=lambda name: not name.startswith("cpu:"))
    for name in names:
        device = rt.device(name)
        if device.host_sees:
            return device
    raise ArgumentError(
        f"fill: the host can write to no memory of {', '.join(names)}; open the runtime with "
        "cpu:0, too"
    )


def _device_name(device: Any) -> str | None:
    return device if device is None or isinstance(device, str) else device.name


def _split(value: Any, where: Where) -> list[Any] | Failure:
    """Returns the parts of a batch."""
    try:
        if isinstance(value, dict):
            named = cast("dict[str, Any]", value)
            count = min(len(part) for part in named.values())
            return [{n: part[i] for n, part in named.items()} for i in range(count)]
        if isinstance(value, Buffer) or hasattr(value, "__array__"):
            return [value[i] for i in range(len(value))]
        if isinstance(value, list | tuple):
            return list(cast("list[Any]", value))
        raise ArgumentTypeError(
            f"unbatch: found {shown(value)}; an item must be a list, a tuple or buffers"
        )
    except Exception as error:  # noqa: BLE001 - it is raised where the item would be delivered
        error.add_note(f"unbatch, stage {where.number} of {where.stages}, defined at {where.site}")
        return Failure(passed_on(error))
