"""Definitions: `source(...)`, and a method for each stage. They are data; `run` opens one."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterable, Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from streamrt._core.values import check_count, check_flag, check_seconds, shown
from streamrt._refusals import frame_at, refusing
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.graphs.graph_exec import GraphExec
from streamrt._runtime.runtime import Runtime
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.pipeline import steps
from streamrt.pipeline.checking import check_callable, name_of, refuse_to_iterate, site_of, stage
from streamrt.pipeline.filling import Spec, check_specs
from streamrt.pipeline.policies import Retry, Skip
from streamrt.pipeline.processes import check_function
from streamrt.pipeline.run import Run
from streamrt.pipeline.sources import Indexed, source_step

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
U = TypeVar("U")


class Pipeline(Generic[T_co]):
    """A definition of stages, as data: each method returns a longer one. Made by `source`.

    Stages have functions of yours. Functions run in threads, several at once with `workers`;
    coroutine functions run on the event loop that opens the run, or on one of the run's own. Items
    keep their order, however long each of them takes, unless a stage has `ordered=False`.
    """

    __slots__ = ("_steps",)

    def __init__(self, made_of: tuple[steps.Step, ...]) -> None:
        """Not for users: `source` begins a pipeline."""
        self._steps = made_of

    def _with(self, step: steps.Step) -> Pipeline[Any]:
        return Pipeline((*self._steps, step))

    # -- functions ------------------------------------------------------------------------------

    @overload
    def map(
        self,
        function: Callable[..., Coroutine[Any, Any, U]],
        *,
        workers: int = 1,
        ordered: bool = True,
        on_error: Skip | Retry | None = None,
    ) -> Pipeline[U]: ...
    @overload
    def map(
        self,
        function: Callable[..., U],
        *,
        workers: int = 1,
        ordered: bool = True,
        on_error: Skip | Retry | None = None,
    ) -> Pipeline[U]: ...
    @refusing
    def map(
        self,
        function: Callable[..., Any],
        *,
        workers: int = 1,
        ordered: bool = True,
        on_error: Skip | Retry | None = None,
    ) -> Pipeline[Any]:
        """Replaces each item by what a function returns for it.

        Args:
            function: called with the item; or a coroutine function. If it has a parameter `rng` it
                gets a NumPy generator, which depends on the item's position in the source (before
                `shard`) and on the stage alone.
            workers: how many calls of it run at once.
            ordered: False delivers results as they come, from this stage on.
            on_error: what happens to items for which it raises: `skip(...)` or `retry(...)`; None
                raises the error in the item's place.

        Raises:
            ArgumentError: an argument is not of that form.
        """
        step = stage("map", frame_at(2), function, workers, ordered, on_error, 1, ())
        return self._with(steps.Map(**step))

    @refusing
    def filter(
        self,
        function: Callable[..., object],
        *,
        workers: int = 1,
        ordered: bool = True,
        on_error: Skip | Retry | None = None,
    ) -> Pipeline[T_co]:
        """Keeps the items for which a function, or a coroutine function, returns true.

        Args: and errors as for `map`.
        """
        step = stage("filter", frame_at(2), function, workers, ordered, on_error, 1, ())
        return self._with(steps.Filter(**step))

    @refusing
    def fill(
        self,
        function: Callable[..., object],
        specs: Mapping[str, Spec],
        *,
        workers: int = 1,
        processes: bool = False,
        ordered: bool = True,
        on_error: Skip | Retry | None = None,
    ) -> Pipeline[dict[str, Buffer]]:
        """Has a function write each item into memory of a buffer, without a copy.

        With `batch(n)` behind it the function writes one row of a batch of n. Without, each item
        has buffers of its own.

        Args:
            function: called as `function(item, name=array, ...)` with a writable array for each
                Spec; a single number is an array of shape `()`. It must not keep them. Without
                `batch` it may return how many elements of the first axis it used.
            specs: shape and dtype of the arrays by name.
            workers: how many calls of it run at once.
            processes: whether the workers are processes, which fill memory that they share with
                this one. It pays where the function holds the interpreter's lock for a millisecond
                or more. Items are pickled, and the function is one of a module.
            ordered: False delivers results as they come, from this stage on.
            on_error: what happens to items for which it raises; see `map`. After a skip the batch
                is shorter.

        Raises:
            ArgumentError: an argument is not of that form, or the function does not take the names.
            UnsupportedPlatformError: the system cannot share memory with processes, as Linux can.
        """
        checked = check_specs(specs, f"fill with {name_of(function)}")
        step = stage("fill", frame_at(2), function, workers, ordered, on_error, 1, tuple(checked))
        remote = check_flag(processes, f"fill with {step['name']}: processes")
        if remote:
            check_function(function, f"fill with {step['name']} in processes")
            if step["is_async"]:
                raise ArgumentTypeError(
                    f"fill with {step['name']} in processes: it is a coroutine function; pass a "
                    "function"
                )
        return self._with(steps.Fill(**step, specs=checked, processes=remote))

    @refusing
    def flat_map(
        self,
        function: Callable[..., Iterable[U] | AsyncIterable[U]],
        *,
        on_error: Skip | None = None,
    ) -> Pipeline[U]:
        """Replaces each item by those that a function returns or yields for it, one at a time.

        Args:
            function: called with the item; returns an iterable, or is a generator function, also
                an asynchronous one. It may have a parameter `rng`; see `map`.
            on_error: `skip(...)` leaves out the rest of an item for which it raises.

        Raises:
            ArgumentError: an argument is not of that form.
        """
        step = stage("flat_map", frame_at(2), function, 1, True, on_error, 1, ())
        if isinstance(on_error, Retry):
            raise ArgumentTypeError(
                "flat_map: on_error is a retry; some results of the item were delivered already"
            )
        if step["is_async"]:
            raise ArgumentTypeError(
                f"flat_map: {step['name']} is a coroutine function; use map, or yield in it"
            )
        step["is_async"] = inspect.isasyncgenfunction(function)
        return self._with(steps.FlatMap(**step))

    # -- order and number -----------------------------------------------------------------------

    @overload
    def batch(
        self: Pipeline[dict[str, Buffer]],
        size: int,
        *,
        within: float | None = None,
        drop_last: bool = False,
    ) -> Pipeline[Any]: ...
    @overload
    def batch(
        self, size: int, *, within: float | None = None, drop_last: bool = False
    ) -> Pipeline[list[T_co]]: ...
    @refusing
    def batch(
        self, size: int, *, within: float | None = None, drop_last: bool = False
    ) -> Pipeline[Any]:
        """Makes one item of several that follow each other: a list, or buffers with rows.

        Args:
            size: the most items of a batch.
            within: the seconds after its first item in which a batch goes on, full or not.
            drop_last: whether a last batch with fewer items is dropped.

        Raises:
            ArgumentError: an argument is not of that form.
        """
        count = check_count(size, "batch: size", 1)
        seconds = None if within is None else check_seconds(within, "batch: within")
        dropping = check_flag(drop_last, "batch: drop_last")
        site = site_of(frame_at(2))
        return self._with(
            steps.Batch(name="batch", site=site, size=count, within=seconds, drop_last=dropping)
        )

    @refusing
    def unbatch(self) -> Pipeline[Any]:
        """Makes several items of each: the parts of a list or tuple, or the rows of buffers."""
        return self._with(steps.Unbatch(name="unbatch", site=site_of(frame_at(2))))

    @refusing
    def take(self, most: int) -> Pipeline[T_co]:
        """Ends the pipeline after so many items."""
        count = check_count(most, "take: most", 0)
        return self._with(steps.Take(name="take", site=site_of(frame_at(2)), most=count))

    @refusing
    def shuffle(self, window: int, seed: int = 0) -> Pipeline[T_co]:
        """Changes the order of items within each window of so many.

        A source of known size is shuffled better as a whole: `source(items, shuffle=seed)`.

        Args:
            window: the items of a window; more than that are inside at a time.
            seed: decides the orders.
        """
        count = check_count(window, "shuffle: window", 1)
        number = check_count(seed, "shuffle: seed", 0)
        site = site_of(frame_at(2))
        return self._with(steps.Shuffle(name="shuffle", site=site, window=count, seed=number))

    @refusing
    def shard(self, rank: int, world: int) -> Pipeline[T_co]:
        """Keeps every `world`-th item of the source, beginning with item `rank`.

        Each of several processes runs its own part; it stands right behind the source.

        Raises:
            ArgumentError: there is no such part, or another stage stands before it.
        """
        parts = check_count(world, "shard: world", 1)
        part = check_count(rank, "shard: rank", 0, parts - 1)
        first = self._steps[0]
        if len(self._steps) > 1 or not isinstance(first, steps.Source) or first.world > 1:
            raise ArgumentError("shard: it stands behind a stage; put it right behind the source")
        return Pipeline((replace(first, rank=part, world=parts),))

    # -- devices --------------------------------------------------------------------------------

    @refusing
    def submit(self, function: Callable[..., U], *, on: Device | str | None = None) -> Pipeline[U]:
        """Has a function submit work for each item, in order, to a stream of the run's own.

        Args:
            function: called as `function(stream, item)`, or for buffers of `fill` as
                `function(stream, name=buffer, ...)`. It submits and returns buffers, and must not
                block. A function of `jit` gets no stream.
            on: the device of the stream; None is the runtime's first.

        Raises:
            ArgumentError: it is a coroutine function, or no function.
        """
        check_callable("submit", function)
        if inspect.iscoroutinefunction(function):
            raise ArgumentTypeError(
                f"submit: {name_of(function)} is a coroutine function; it only submits, so a "
                "function is enough"
            )
        site = site_of(frame_at(2))
        return self._with(steps.Submit(name=name_of(function), site=site, function=function, on=on))

    @refusing
    def replay(self, graph: GraphExec, /, *names: str, **inputs: str) -> Pipeline[Any]:
        """Replays a graph for each item, and gives its outputs.

        Args:
            graph: what `CapturePlan.instantiate` returned.
            names: inputs of the graph; an item that is a buffer, or several, is bound to these.
            inputs: for inputs of the graph the name of a buffer of `fill`. Without any, each buffer
                is bound to the input of its own name.

        Raises:
            ArgumentError: it is no GraphExec.
        """
        if not isinstance(graph, GraphExec):
            raise ArgumentTypeError(
                f"replay: found {shown(graph)}; pass a GraphExec, as plan.instantiate() returns it"
            )
        given: tuple[object, ...] = (*names, *inputs.values())
        for name in given:
            if not isinstance(name, str):
                raise ArgumentTypeError(f"replay: found {shown(name)}; pass names")
        bound = dict.fromkeys(names) | inputs
        site = site_of(frame_at(2))
        return self._with(steps.Replay(name="replay", site=site, graph=graph, inputs=bound))

    @refusing
    def to(self, device: Device | str) -> Pipeline[T_co]:
        """Copies the buffers of each item to a device; the copies overlap with other work."""
        if not isinstance(device, Device | str):
            raise ArgumentTypeError(f"to: found {shown(device)}; pass a Device, or its name")
        site = site_of(frame_at(2))
        return self._with(steps.To(name=f"to({device})", site=site, device=device))

    if not TYPE_CHECKING:
        __iter__ = __aiter__ = refuse_to_iterate

    # -- running --------------------------------------------------------------------------------

    @refusing
    def run(
        self,
        rt: Runtime,
        *,
        ahead: int | None = None,
        memory: int | None = None,
        resume: Mapping[str, Any] | None = None,
        drain_timeout: float | None = None,
        progress: bool = False,
    ) -> Run[T_co]:
        """Returns a run: `async with ... as run: async for item in run`, or `with` and `for`.

        Args:
            rt: whose devices and memory it uses.
            ahead: the most items of the source that are inside at a time, from being taken to being
                delivered with all their work; None is 128, or twice the largest batch.
            memory: the most bytes of rows that are inside at a time, in place of `ahead`.
            resume: what `Run.state` of an earlier run returned.
            drain_timeout: the seconds that leaving it waits for functions that run; None is the
                runtime's.
            progress: whether to show a bar. In a notebook it is part of the page; in a terminal it
                needs `pip install 'streamrt[progress]'`.

        Raises:
            ArgumentError: an argument is not of that form, the window is smaller than two batches,
                or the state is another definition's.
        """
        if not isinstance(rt, Runtime):
            raise ArgumentTypeError(f"run a pipeline: found {shown(rt)}; pass a Runtime")
        return Run(
            rt,
            self._steps,
            ahead=ahead,
            memory=memory,
            resume=resume,
            drain_timeout=drain_timeout,
            progress=check_flag(progress, "run a pipeline: progress"),
        )

    def __repr__(self) -> str:
        return f"<Pipeline: {' > '.join(step.name for step in self._steps)}>"


@overload
def source(
    items: Indexed[T], *, shuffle: int | None = None, epochs: int | None = 1
) -> Pipeline[T]: ...
@overload
def source(
    items: Iterable[T] | AsyncIterable[T], *, shuffle: int | None = None, epochs: int | None = 1
) -> Pipeline[T]: ...
@overload
def source(
    items: Callable[[], Iterable[T] | AsyncIterable[T]],
    *,
    shuffle: int | None = None,
    epochs: int | None = 1,
) -> Pipeline[T]: ...
@refusing
def source(items: Any, *, shuffle: int | None = None, epochs: int | None = 1) -> Pipeline[Any]:
    """Begins a pipeline with its items.

    Args:
        items: a sequence, such as a list or a Dataset with `__len__` and `__getitem__`; any other
            iterable; or a function that returns an iterator. The last two may be asynchronous. An
            iterator serves one run only.
        shuffle: for sequences the seed of their order, which is another one in each epoch.
        epochs: how often they are gone through; None means without end.

    Raises:
        ArgumentError: the items are none of these, an iterator was read to its end, or it cannot be
            shuffled or read again.
    """
    return Pipeline((source_step(items, shuffle, epochs, site_of(frame_at(2))),))
