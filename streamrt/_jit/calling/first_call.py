"""Calls: the way from the arguments of a call to the variant that serves it, if it is not quick.

1. The containers among the arguments and the hidden inputs are taken apart.
2. NumPy arrays are copied to the device of the Buffers, or of the current runtime.
3. The variant is found by the structure and the key of the call, or traced and compiled.
4. The quick path is written for this structure, and takes the next call like it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any

from streamrt._ir.extents.kept import kept
from streamrt._ir.lower import kernels
from streamrt._jit.calling import executable
from streamrt._jit.calling.arguments import Parameters, Structure
from streamrt._jit.calling.counting import Story
from streamrt._jit.calling.earlier_arrays import EarlierArrays
from streamrt._jit.calling.free_variables import hidden_inputs
from streamrt._jit.calling.inputs import GENERIC, dtype_name, scalar_dtype
from streamrt._jit.calling.integer_ranges import ranges_of
from streamrt._jit.calling.jitted import Jitted
from streamrt._jit.calling.quick_path import Quick, kind_with, write_binder, write_fast
from streamrt._jit.calling.rebuilding import Rebuild
from streamrt._jit.calling.taking_apart import Looked, look, place
from streamrt._jit.calling.variants import Variant, forget_at_end, variants_of
from streamrt._jit.defects import Reporting
from streamrt._jit.options import SWITCH, JitStats, Options
from streamrt._jit.shapes import Shapes
from streamrt._jit.sites import site_of
from streamrt._jit.tracing.complex_tracer import ComplexTracer
from streamrt._jit.tracing.needed import NumbersNeeded
from streamrt._jit.tracing.purity import check_pure
from streamrt._jit.tracing.recording import CURRENT, Caller
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Spec, Traced
from streamrt._jit.tracing.tracer import Tracer
from streamrt._notes import listeners, now, rare_listeners, tell
from streamrt._refusals import showing_users
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.execution import Execution
from streamrt._runtime.hosts.host_calls import HostCall
from streamrt._runtime.hosts.host_lane import host_lane_of
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError

if TYPE_CHECKING:
    from streamrt._jit.calling.lowering import Lowering

MOST_QUICK = 4
"""The structures of calls that are quick at the same time."""


class Calls:
    """The calls of one function: its parameters, its variants, and the quick path for the next.

    Attributes:
        function: the function.
        parameters: its parameters.
        bind: takes the function's arguments, and returns the values of the parameters.
        kind: the class of its handles, whose `__call__` is the quick path, at first the slow one.
        kind_on_stream: the same for calls that take a stream, first.
        handle: the class of the function's handles before its first call.
        owns: whether the Buffers that it finds by itself are saved with it.
    """

    handle: type[Jitted[..., Any]] = Jitted
    owns: bool = False

    def __init__(self, function: Callable[..., Any], name: str, options: Options) -> None:
        """Reads the function's signature."""
        self.function: Callable[..., Any] = function
        self.name: str = name
        self.site: str = site_of(function)
        self.options: Options = options
        self.parameters: Parameters = Parameters(function, name, options.static, options.donate)
        self.bind: Callable[..., tuple[Any, ...]] = write_binder(self.parameters, tuple)
        start = write_binder(self.parameters, self.call)
        self.kind: type[Jitted[..., Any]] = kind_with(self.handle, start)
        start_on = write_binder(self.parameters, self.call, on_stream=True)
        self.kind_on_stream: type[object] = kind_with(object, start_on)
        self._hidden = hidden_inputs(function)
        self.variants = variants_of(function, options, self._hidden, self.parameters.key())
        self.story: Story = Story(name)
        self._recent: tuple[list[Quick], list[Quick]] = [], []  # the second on streams

    # -- calling --------------------------------------------------------------------------------

    def call(self, values: tuple[Any, ...], stream: Stream | None = None) -> Any:
        """Makes a call by the slow path.

        Args:
            values: those of the parameters.
            stream: where to; None is the device's stream for this.
        """
        structure, leaves = self._look(values)
        is_inner = CURRENT.recording is not None and not structure.places("array", "capture")
        if is_inner or any(
            isinstance(leaf, Tracer | ComplexTracer) for leaf in leaves
        ):  # part of another trace
            args, kwargs = self.parameters.spread(values)
            return self.function(*args, **kwargs)
        looked = place(
            structure, leaves, f"call {self.name}", stream=stream, note=self.story.note_copy
        )
        looked, variant = self.variant(looked)
        given = _given(looked.structure, looked.leaves)
        far = [k for k, (low, high) in variant.ranges.items() if not low <= given[k] <= high]
        if far:
            looked, variant = self.variant(looked.with_values(looked.paths(far)))
            given = _given(looked.structure, looked.leaves)
        else:
            self._install(looked.given, variant, stream is not None)
        self.story.tick()
        made = variant.run(given, stream)
        donated = [leaf for leaf, slot in zip(leaves, structure.slots, strict=True) if slot.donated]
        if donated:
            variant.give_up(tuple(one for one in donated if isinstance(one, Buffer)), given)
        if variant.finish is not None:
            return variant.finish(made, given)
        wrapper = structure.wrapper
        return made if wrapper is None else wrapper(made)

    # -- without a call -------------------------------------------------------------------------

    @showing_users
    def lower(self, args: tuple[Any, ...], kwargs: dict[str, Any], bound: int = 0) -> Lowering:
        """See `Jitted.lower`; `bound` counts the arguments that a method has by itself."""
        from streamrt._jit.calling.lowering import Lowering

        looked, variant = self.variant(self._described(args, kwargs), load=False)
        return Lowering(variant, self, looked, bound)

    @showing_users
    def compile(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """See `Jitted.compile`."""
        self._load(self._described(args, kwargs))

    def warm(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        frame: FrameType,
        first: tuple[Any, ...] = (),
    ) -> Execution[None]:
        """See `Jitted.warm`; `first` are the arguments that a method has by itself."""
        if args and isinstance(args[0], Shapes):
            return self._warm_shapes(first, args[0], args[1:], kwargs, frame)
        looked = self._described((*first, *args), kwargs)
        return self._in_host_thread(looked.device, partial(self._load, looked), frame)

    def _warm_shapes(
        self,
        before: tuple[Any, ...],
        shapes: Shapes,
        rest: tuple[Any, ...],
        kwargs: dict[str, Any],
        frame: FrameType,
    ) -> Execution[None]:
        """Compiles the function for the arguments of each combination of extents."""
        if len(rest) != 1 or kwargs or not callable(rest[0]):
            raise ArgumentError(
                f"warm {self.name}: after Shapes, pass a function of their extents that returns "
                "the arguments of a call, as a tuple"
            )

        def described(extents: dict[str, int]) -> Looked:
            given: Any = rest[0](**extents)
            if not isinstance(given, tuple):
                return self._described((*before, given), {})
            listed: list[Any] = [*given]
            return self._described((*before, *listed), {})

        # The first is described here, so that a wrong function fails at the call.
        device = described(next(iter(shapes))).device

        def load() -> None:
            for extents in shapes:
                self._load(described(extents))

        return self._in_host_thread(device, load, frame)

    async def ready(self, args: tuple[Any, ...], kwargs: dict[str, Any], frame: FrameType) -> None:
        """Compiles the function for a call in a host thread, if its kind is new."""
        looked = self._described(args, kwargs)
        if self.variants.find(looked.structure, looked.key()) is None:
            await self._in_host_thread(looked.device, partial(self._load, looked), frame)

    @showing_users
    def _load(self, looked: Looked) -> None:
        """Compiles what a call needs."""
        _, variant = self.variant(looked, load=False)
        with Reporting(self.name, self.site):
            variant.load()

    def _in_host_thread(
        self, device: Device, function: Callable[[], object], frame: FrameType
    ) -> Execution[Any]:
        state = device._state
        lane = state.internal_lane("warm")
        call = HostCall(state.engine.hosts, function, (), {}, None)
        call.name = f"warm {self.name}"
        return host_lane_of(lane).submit(call, lane, (), (), frame)

    def stats(self) -> JitStats:
        """See `Jitted.stats`."""
        return self.story.stats(len(self.variants))

    def _described(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Looked:
        """Takes a call apart that is not made: arrays are described, not copied."""
        values = self.bind(*args, **kwargs)
        structure, leaves = self._look(values)
        return place(structure, leaves, f"call {self.name}")

    def _look(self, values: tuple[Any, ...]) -> tuple[Structure, list[Any]]:
        """Takes a call apart, with what the function finds by itself now."""
        if not self._hidden.is_current:
            self._hidden = hidden_inputs(self.function)
            self.variants = variants_of(
                self.function, self.options, self._hidden, self.parameters.key()
            )
            self._recent = [], []
        structure, leaves = look(self.parameters, self._hidden.sources, values)
        numbers = self.variants.numbers
        return structure.with_values(numbers) if numbers else structure, leaves

    # -- variants -------------------------------------------------------------------------------

    def variant(self, looked: Looked, *, load: bool = True) -> tuple[Looked, Variant]:
        """Returns the variant of a call; traces and compiles it if there is none.

        Args:
            looked: the call.
            load: whether the code of a new one is compiled now.

        Returns:
            The call, with the numbers compiled in that the function needs, and its variant.
        """
        found = self.variants.find(looked.structure, looked.key())
        if found is None:
            with Reporting(self.name, self.site):
                looked, found = self._make(looked, load)
            self.variants.add(looked.structure, looked.key(), found)
            forget_at_end(self.variants, looked.device._state.engine)
        return looked, found

    def _install(self, structure: Structure, variant: Variant, on_stream: bool) -> None:
        """Has the next call like this one take the quick path."""
        known = self.variants.young(structure.of_buffers())
        recent = self._recent[on_stream]
        found = next((quick for quick in recent if quick.structure == structure), None)
        # Of all variants of this structure, so that whatever the path finds is in range.
        bounds = dict(found.bounds) if found else {}
        for each in [variant] if found else [variant, *list(known.values())]:
            for argument, (low, high) in each.ranges.items():
                least, most = bounds.get(argument, (low, high))
                bounds[argument] = max(low, least), min(high, most)
        if found and found.known is known and found.bounds == bounds:
            return  # it is there already, and the variant is new
        rest = [quick for quick in recent if quick is not found]
        recent[:] = [Quick(structure, known, bounds), *rest][:MOST_QUICK]
        fast = write_fast(
            self.parameters,
            recent,
            self._hidden.sources,
            on_stream=on_stream,
            slow=self.call,
            tick=self.story.tick,
            give_up=Variant.give_up,
        )
        self._accept(fast, on_stream)

    def _accept(self, fast: Callable[..., Any], on_stream: bool) -> None:
        """Has the handles of the function take a quick path."""
        kind = self.kind_on_stream if on_stream else self.kind
        setattr(kind, "__call__", staticmethod(fast))  # noqa: B010

    # -- making a variant -----------------------------------------------------------------------

    def _make(self, looked: Looked, load: bool) -> tuple[Looked, Variant]:
        begun = time.perf_counter()
        since = now() if listeners or rare_listeners else 0
        looked, traced = self.with_numbers(looked)
        structure, device = looked.structure, looked.device
        traced_at = time.perf_counter()
        made, lowered = kernels.made, kept.lowered
        places = structure.places("array", "scalar")
        hidden = [looked.leaves[place] for place in structure.places("capture")]
        parameters = [looked.layouts[place] for place in places]
        parameters += [buffer._layout for buffer in traced.captures]

        def make(traced: Traced) -> executable.Executable:
            name, fma = self.name, self.options.contract
            made = executable.prepare(traced.program, device, parameters, name=name, contract=fma)
            made.site = self.site
            return made

        def place_of(buffer: Buffer) -> int | Buffer:
            found = (len(places) + k for k, leaf in enumerate(hidden) if leaf is buffer)
            return next(found, buffer)

        integers = [k for k, place in enumerate(places) if structure.slots[place].of is int]
        ranges = ranges_of(traced.program, integers)
        known = [looked.leaves[place] for place in structure.places("constant")]
        variant = Variant(
            traced, device, len(places), place_of, make, ranges, structure.wrapper, known
        )
        if load:
            variant.load()
        self.story.tell(
            looked.structure,
            looked.leaves,
            traced,
            variant,
            trace=traced_at - begun,
            compiling=time.perf_counter() - traced_at,
            kernels=kernels.made - made,
            lowered=kept.lowered - lowered,
        )
        if since:
            tell("compile", self.name, since)
        return looked, variant

    def with_numbers(self, looked: Looked) -> tuple[Looked, Traced]:
        """Traces the function for a call until it knows the numbers that it needs.

        Returns:
            The call, with these numbers compiled in, and the trace.
        """
        found: dict[str, tuple[str, str]] = {}
        while True:
            try:
                traced = self.trace(looked)
                break
            except NumbersNeeded as needed:
                if needed.asker is not looked:  # another trace, around this one, asks
                    raise
                paths = looked.paths(needed.numbers)
                found |= dict.fromkeys(paths, (needed.what, needed.place))
            looked = looked.with_values(paths)
        if not found:
            return looked, traced
        self.variants.numbers.update(found)
        for path, (what, line) in found.items():
            self.story.note_number(path, what, line)
        return looked, traced

    def trace(self, looked: Looked) -> Traced:
        """Traces the function for a call."""
        what = f"call {self.name}"
        specs: list[Spec] = []
        rest = zip(looked.structure.slots, looked.leaves, looked.layouts, strict=True)
        for slot, leaf, layout in rest:
            if slot.kind == "array" and layout is not None:
                dtype = dtype_name(layout.dtype, slot.path, what)
                specs.append(Spec(dtype, layout.shape, False, False, slot.path))
            elif slot.kind == "scalar":
                dtype = scalar_dtype(leaf, slot.path, what)
                specs.append(Spec(dtype, (), True, not isinstance(leaf, GENERIC), slot.path))
        rebuild = Rebuild(self.parameters, self._hidden.sources, looked)
        tracing = check_pure if self.options.check else trace
        watched = rebuild.watch(self.function)

        def things() -> list[Any]:
            slots = zip(looked.structure.slots, looked.leaves, strict=True)
            found = [leaf for slot, leaf in slots if slot.kind in ("constant", "value")]
            return [*found, *[value for _, value in self._hidden.watched]]

        earlier = EarlierArrays(things)
        return tracing(
            watched, specs, rebuild, name=self.name, site=self.site,
            caller=Caller(looked, earlier.has, looked.structure.wrapper is not None),
        )  # fmt: skip


def calls_of(function: Callable[..., Any], options: Options) -> Calls:
    """Returns the calls of a function."""
    name = getattr(function, "__name__", type(function).__name__)
    if os.environ.get(SWITCH) == "0":
        from streamrt._jit.calling.uncompiled import PlainCalls

        return PlainCalls(function, name, options)
    return Calls(function, name, options)


def _given(structure: Structure, leaves: Sequence[Any]) -> tuple[Any, ...]:
    """Returns the arguments of a variant: arrays, numbers, then Buffers it may capture."""
    given: list[Any] = [
        leaves[k].item() if isinstance(leaves[k], GENERIC) else leaves[k]
        for k in structure.places("array", "scalar")
    ]
    return (*given, *[leaves[k] for k in structure.places("capture")])
