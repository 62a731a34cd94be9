"""A definition as data: one step for each method that was called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from streamrt.pipeline.filling import Spec
from streamrt.pipeline.policies import Retry, Skip

Policy: TypeAlias = Skip | Retry | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a definition.

    Attributes:
        name: what messages call it.
        site: the line that defined it, such as `train.py:14`.
    """

    name: str
    site: str

    def identity(self) -> tuple[object, ...]:
        """Returns the values that decide its results, for the digest of the definition."""
        return (type(self).__name__, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Step):
    """The step that gives items.

    Attributes:
        items: a sequence, an iterable, or a function that returns an iterator; also asynchronous.
        size: how many items an epoch has; None if that is not known.
        shuffle: the seed of its order; None leaves it as it is.
        epochs: how often it is gone through; None for ever.
        is_async: whether the items come asynchronously.
        rank: the number of this part of the items.
        world: how many parts there are.
    """

    items: Any
    size: int | None
    shuffle: int | None
    epochs: int | None
    is_async: bool = False
    rank: int = 0
    world: int = 1

    @property
    def part(self) -> int | None:
        """The number of items that an epoch of this part has; None if that is not known."""
        return None if self.size is None else len(range(self.rank, self.size, self.world))

    @property
    def called(self) -> str:
        """The name of this part of the items in messages."""
        return f"part {self.rank} of {self.world} of the source" if self.world > 1 else "the source"

    def identity(self) -> tuple[object, ...]:
        """See `Step`."""
        return ("Source", self.size, self.shuffle, self.epochs, self.rank, self.world)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(Step):
    """A step that calls a function of the user.

    Attributes:
        function: the function.
        workers: how many calls of it run at once.
        ordered: whether results keep the order of items from here on.
        policy: what happens to items that fail; None raises the error.
        is_async: whether it is a coroutine function.
        takes_rng: whether it has a parameter `rng`.
    """

    function: Callable[..., Any]
    workers: int = 1
    ordered: bool = True
    policy: Policy = None
    is_async: bool = False
    takes_rng: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Map(Stage):
    """Replaces each item by what the function returns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter(Stage):
    """Keeps the items for which the function returns true."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Stage):
    """Has the function write each item into rows of buffers.

    Attributes:
        specs: the rows, by name.
        processes: whether its workers are processes.
    """

    specs: dict[str, Spec] = field(default_factory=dict[str, Spec])
    processes: bool = False

    def identity(self) -> tuple[object, ...]:
        """See `Step`."""
        rows = tuple((name, spec.shape, str(spec.dtype)) for name, spec in self.specs.items())
        return ("Fill", self.name, rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatMap(Stage):
    """Replaces each item by those that the function yields for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch(Step):
    """Makes one item of several.

    Attributes:
        size: the most items of a batch.
        within: the seconds after its first item in which a batch goes on.
        drop_last: whether a last batch with fewer items is dropped.
    """

    size: int
    within: float | None
    drop_last: bool

    def identity(self) -> tuple[object, ...]:
        """See `Step`."""
        return ("Batch", self.size, self.within, self.drop_last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unbatch(Step):
    """Makes several items of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Step):
    """Ends the pipeline after so many items."""

    most: int

    def identity(self) -> tuple[object, ...]:
        """See `Step`."""
        return ("Take", self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Step):
    """Changes the order of the items of each window."""

    window: int
    seed: int

    def identity(self) -> tuple[object, ...]:
        """See `Step`."""
        return ("Shuffle", self.window, self.seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit(Step):
    """Has a function submit work for each item to a stream."""

    function: Callable[..., Any]
    on: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Step):
    """Replays a graph for each item."""

    graph: Any
    inputs: dict[str, str | None]

    def identity(self) -> tuple[object, ...]:
        """See `Step`; another process makes the graph again, perhaps for another device."""
        return ("Replay",)


@dataclass(frozen=True, slots=True, kw_only=True)
class To(Step):
    """Copies the buffers of each item to a device."""

    device: Any

    def identity(self) -> tuple[object, ...]:
        """See `Step`; a run may go on with another device."""
        return ("To",)
