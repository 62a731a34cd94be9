"""Calls: the way from the arguments of a call to the variant that serves it, if it is not quick.

1. The containers among the arguments and the hidden inputs are taken apart (`_look`).
2. NumPy arrays are copied to the device of the Buffers, or of the current runtime.
3. The variant is found by the structure and the key of the call, or traced and compiled.
4. The quick path is written for this structure, and takes the next call like it.
"""

from __future__ import annotations

import inspect
import os
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from streamrt._compile.layout import Layout
from streamrt._ir.lower import kernels
from streamrt._jit import executable
from streamrt._jit.arguments import (
    Parameters,
    Structure,
    below_objects,
    key_of,
    write_binder,
    write_fast,
)
from streamrt._jit.default_runtime import current_runtime, put_on
from streamrt._jit.hidden import MOST_PARTS as MOST_HIDDEN
from streamrt._jit.hidden import hidden_sources
from streamrt._jit.inputs import (
    ARRAY,
    GENERIC,
    Slot,
    check_static,
    class_of,
    dtype_name,
    function_key,
    is_plain,
    kind_of,
    scalar_dtype,
)
from streamrt._jit.jitted import Jitted
from streamrt._jit.options import Options
from streamrt._jit.story import Stats, Story
from streamrt._jit.trace import Spec, Traced, trace
from streamrt._jit.tracer import Tracer
from streamrt._jit.trees import LEAF, MOST_PARTS, Tree, flatten
from streamrt._jit.variants import Variant, Variants, forget_at_end, frame_of_user
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.execution import Execution
from streamrt._runtime.host_calls import HostCall
from streamrt._runtime.host_lane import host_lane_of
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError, ArgumentTypeError, TraceError

if TYPE_CHECKING:
    from streamrt._jit.lowering import Lowering

SWITCH = "STREAMRT_JIT"
"""The environment variable which has functions run as they are if it is 0."""

MOST_SHARED = 256
_shared: dict[tuple[Hashable, Options], Calls] = {}
_lock = threading.Lock()

MOST_PARAMETERS = 240
"""The most arrays and numbers that one call may pass."""


@dataclass(slots=True)
class Looked:
    """One call, taken apart.

    Attributes:
        structure: everything except the leaves.
        leaves: the leaves; NumPy arrays were copied to Buffers, or are only described.
        layouts: the layout of each array and captured Buffer, None for every other leaf.
        device: the device.
    """

    structure: Structure
    leaves: list[Any]
    layouts: list[Layout | None]
    device: Device

    def key(self) -> Hashable:
        """Returns the key of its variant."""
        return key_of(self.structure, self.leaves)


class Calls:
    """The calls of one function: its parameters, its variants, and the quick path for the next.

    Attributes:
        function: the function.
        parameters: its parameters.
        bind: takes the function's arguments, and returns the values of the parameters.
        kind: the class of its handles, whose `__call__` is the quick path, at first the slow one.
    """

    def __init__(self, function: Callable[..., Any], name: str, options: Options) -> None:
        """Reads the function's signature."""
        self.function: Callable[..., Any] = function
        self.name: str = name
        self.site: str = _site_of(function)
        self.options: Options = options
        self.parameters: Parameters = Parameters(function, name, options.static, options.donate)
        self.bind: Callable[..., tuple[Any, ...]] = write_binder(self.parameters, tuple)
        start = write_binder(self.parameters, self.call)
        self.kind: type[Jitted[...]] = _kind_with(start)
        self.variants: Variants = Variants(options.variants)
        self.story: Story = Story(name)
        self._sources = hidden_sources(function)
        self._fast: dict[Structure, object] = {}

    # -- calling --------------------------------------------------------------------------------

    def call(self, values: tuple[Any, ...], stream: Stream | None = None) -> Any:
        """Makes a call by the slow path.

        Args:
            values: those of the parameters.
            stream: where to; None is the device's stream for this.
        """
        structure, leaves = self._look(values)
        if any(isinstance(leaf, Tracer) for leaf in leaves):  # another function is being traced
            args, kwargs = self.parameters.spread(values)
            return self.function(*args, **kwargs)
        looked = self._place(structure, leaves, stream, is_called=True)
        variant = self.variant(looked)
        if stream is None:
            setattr(self.kind, "__call__", self._quick(structure))  # noqa: B010
        self.story.tick()
        given = _given(structure, looked.leaves)
        made = None
        if variant.native is not None and stream is None:
            made = variant.native(*given)
        if made is None:
            made = variant.run(given, stream)
        donated = [leaf for leaf, slot in zip(leaves, structure.slots, strict=True) if slot.donated]
        if donated:
            variant.give_up(tuple(one for one in donated if isinstance(one, Buffer)), given)
        return made if variant.finish is None else variant.finish(made, given)

    def on(self, stream: Stream, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Makes a call on a stream."""
        if not isinstance(stream, Stream):
            raise ArgumentTypeError(
                f"call {self.name} on a stream: found {type(stream).__name__}; pass a Stream"
            )
        return self.call(self.bind(*args, **kwargs), stream)

    # -- without a call -------------------------------------------------------------------------

    def lower(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Lowering:
        """See `Jitted.lower`."""
        from streamrt._jit.lowering import Lowering

        looked = self._described(args, kwargs)
        slots = looked.structure.slots
        names = [slots[k].path for k in looked.structure.places("array", "scalar")]
        return Lowering(self.variant(looked, load=False), self.name, names)

    def compile(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """See `Jitted.compile`."""
        variant = self.variant(self._described(args, kwargs))
        if variant.executable is not None:
            variant.executable.load()

    def warm(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], frame: FrameType
    ) -> Execution[None]:
        """See `Jitted.warm`."""
        looked = self._described(args, kwargs)
        variant = self.variant(looked, load=False)
        return self._in_host_thread(looked.device, variant.load, frame)

    def _in_host_thread(
        self, device: Device, function: Callable[[], object], frame: FrameType
    ) -> Execution[Any]:
        state = device._state
        lane = state.internal_lane("warm")
        call = HostCall(state.engine.hosts, function, (), {}, None)
        call.name = f"warm {self.name}"
        return host_lane_of(lane).submit(call, lane, (), (), frame)

    def stats(self) -> Stats:
        """See `Jitted.stats`."""
        return self.story.stats(len(self.variants))

    def _described(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Looked:
        """Takes a call apart that is not made: arrays are described, not copied."""
        structure, leaves = self._look(self.bind(*args, **kwargs))
        return self._place(structure, leaves, None, is_called=False)

    # -- variants -------------------------------------------------------------------------------

    def variant(self, looked: Looked, *, load: bool = True) -> Variant:
        """Returns the variant of a call; traces and compiles it if there is none.

        Args:
            looked: the call.
            load: whether the code of a new one is compiled now.
        """
        key = looked.key()
        found = self.variants.find(looked.structure, key)
        if found is None:
            found = self._make(looked, load)
            self.variants.add(looked.structure, key, found)
            forget_at_end(self.variants, looked.device._state.engine)
        return found

    def _quick(self, structure: Structure) -> object:
        found = self._fast.get(structure)
        if found is None:
            if len(self._fast) >= self.options.variants:
                self._fast.clear()
            fast = write_fast(
                self.parameters,
                structure,
                self._sources,
                self.variants.young(structure),
                slow=self.call,
                tick=self.story.tick,
                give_up=Variant.give_up,
            )
            found = self._fast[structure] = staticmethod(fast)
        return found

    # -- taking apart ---------------------------------------------------------------------------

    def _look(self, values: tuple[Any, ...]) -> tuple[Structure, list[Any]]:
        what, parameters = f"call {self.name}", self.parameters
        leaves: list[Any] = []
        slots: list[Slot] = []
        trees: list[Tree] = []
        for number, (name, value) in enumerate(zip(parameters.names, values, strict=True)):
            if number in parameters.static:
                check_static(value, name, what)
                trees.append(LEAF)
                leaves.append(value)
                slots.append(Slot("value", name, class_of(value)))
                continue
            found, tree = flatten(value, name, is_object=is_plain)
            trees.append(tree)
            leaves += found
            rest = zip(found, tree.named(name), below_objects(tree), strict=True)
            for leaf, path, is_attribute in rest:
                if isinstance(leaf, Tracer):
                    slots.append(Slot("array", path, Tracer))
                    continue
                kind = kind_of(leaf, path, what, is_attribute=is_attribute, is_hidden=False)
                is_donated = number in parameters.donated and kind == "array"
                of = Buffer if kind == "array" else class_of(leaf)
                slots.append(Slot(kind, path, of, is_donated))
        if sum(slot.kind in ("array", "scalar") for slot in slots) > MOST_PARAMETERS:
            raise ArgumentError(
                f"{what}: it is passed {len(slots)} arrays and numbers, and may be passed "
                f"{MOST_PARAMETERS}; join numbers to arrays"
            )
        hidden = [self._look_hidden(source.read(), source.path) for source in self._sources]
        for found, _, kinds in hidden:
            leaves += found
            slots += kinds
        same = _same(slots, leaves)
        return Structure(
            tuple(trees), tuple(tree for _, tree, _ in hidden), tuple(slots), same
        ), leaves

    def _look_hidden(self, value: Any, path: str) -> tuple[list[Any], Tree, list[Slot]]:
        try:
            leaves, tree = flatten(value, path, is_object=is_plain, most=MOST_HIDDEN)
        except ArgumentError:  # there is too much in it by now
            leaves, tree = [value], LEAF
        slots: list[Slot] = []
        for leaf, where, below in zip(leaves, tree.named(path), below_objects(tree), strict=True):
            kind = kind_of(leaf, where, "", is_attribute=below, is_hidden=True)
            slots.append(Slot(kind, where, class_of(leaf)))
        return leaves, tree, slots

    def _place(
        self,
        structure: Structure,
        leaves: Sequence[Any],
        stream: Stream | None,
        *,
        is_called: bool,
    ) -> Looked:
        """Finds the device, and puts arrays there."""
        device = self._device(structure, leaves, stream)
        found = list(leaves)
        layouts: list[Layout | None] = [None] * len(found)
        for number, (slot, leaf) in enumerate(zip(structure.slots, leaves, strict=True)):
            if slot.kind == "capture":
                layouts[number] = leaf._layout
            if slot.kind != "array":
                continue
            if isinstance(leaf, ARRAY):
                dtype_name(leaf.dtype, slot.path, f"call {self.name}")
                if is_called:
                    self.story.note_copy(slot.path)
                    found[number] = put_on(device, leaf, frame_of_user())
                else:
                    layout = device._state.intern(leaf.dtype, leaf.shape)
                    found[number] = Described(layout)
            layouts[number] = found[number]._layout
        return Looked(structure, found, layouts, device)

    def _device(self, structure: Structure, leaves: Sequence[Any], stream: Stream | None) -> Device:
        """Returns the device of all Buffers of a call."""
        what = f"call {self.name}"
        device, first = (None, "") if stream is None else (stream.device, f"stream {stream.name}")
        for slot, leaf in zip(structure.slots, leaves, strict=True):
            if not isinstance(leaf, Buffer) or slot.kind not in ("array", "capture"):
                continue
            leaf._alive(f"{what}: {slot.path}")
            if device is None:
                device, first = leaf.device, slot.path
            elif leaf.device is not device:
                same = leaf._state.engine is device._state.engine
                raise ArgumentError(
                    f"{what}: {first} is on {device}, and {slot.path} on {leaf.device}"
                    + ("; use buffer.to" if same else " of another runtime; fetch it there")
                )
        return current_runtime().device() if device is None else device

    # -- making a variant -----------------------------------------------------------------------

    def _make(self, looked: Looked, load: bool) -> Variant:
        structure, device = looked.structure, looked.device
        begun = time.perf_counter()
        traced = self.trace(looked)
        traced_at = time.perf_counter()
        made = kernels.made
        places = structure.places("array", "scalar")
        parameters = [looked.layouts[place] for place in places]
        parameters += [buffer._layout for buffer in traced.captures]

        def make(traced: Traced) -> executable.Executable:
            return executable.prepare(
                traced.program, device, parameters, name=self.name, contract=self.options.contract
            )

        captures = _captures(looked, traced, len(places))
        variant = Variant(traced, device, len(places), captures, make)
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
        )
        return variant

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
        rebuild = _Rebuild(self.parameters, looked)
        traced = trace(self.function, specs, rebuild, name=self.name, site=self.site)
        rebuild.check(self.name)
        return traced


def calls_of(function: Callable[..., Any], options: Options) -> Calls:
    """Returns the calls of a function, or those of one that does the same.

    A lambda in a loop is another function each time, with the same code. If only plain values are
    in its closure, all of them are one here.
    """
    name = getattr(function, "__name__", type(function).__name__)
    if os.environ.get(SWITCH) == "0":
        from streamrt._jit.plain import PlainCalls

        return PlainCalls(function, name, options)
    key = function_key(function) if isinstance(function, FunctionType) else None
    if key is None:
        return Calls(function, name, options)
    with _lock:
        found = _shared.pop((key, options), None)
        if found is None:
            found = Calls(function, name, options)
        _shared[key, options] = found
        if len(_shared) > MOST_SHARED:
            del _shared[next(iter(_shared))]
        return found


def _kind_with(start: Callable[..., Any]) -> type[Jitted[...]]:
    """Returns a class of handles whose calls are those of a function."""
    return type("Jitted", (Jitted,), {"__slots__": (), "__call__": staticmethod(start)})


class Described:
    """Stands for the Buffer of a call that is not made."""

    __slots__ = ("_layout",)

    def __init__(self, layout: Layout) -> None:
        self._layout: Layout = layout


class _Rebuild:
    """Makes the arguments of a traced call, and checks afterwards that the function kept them."""

    def __init__(self, parameters: Parameters, looked: Looked) -> None:
        self._parameters = parameters
        self._looked = looked
        self._made: list[tuple[list[Any], list[Any]]] = []

    def __call__(self, tracers: Sequence[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        structure, given = self._looked.structure, iter(tracers)
        leaves: list[Any] = []
        for slot, leaf in zip(structure.slots, self._looked.leaves, strict=True):
            leaves.append(next(given) if slot.kind in ("array", "scalar") else leaf)
        values: list[Any] = []
        start = 0
        for tree in structure.trees:
            values.append(tree.unflatten(leaves[start : start + tree.count]))
            start += tree.count
        self._made.append((values, leaves))
        return self._parameters.spread(values)

    def check(self, name: str) -> None:
        """Raises TraceError if the function changed a container or an attribute that it got."""
        for values, leaves in self._made:
            start = 0
            for number, tree in enumerate(self._looked.structure.trees):
                expected = leaves[start : start + tree.count]
                start += tree.count
                path = self._parameters.names[number]
                if tree is LEAF or tree.kind == "leaf":
                    continue
                changed = _changed(values[number], tree, expected, path)
                if changed:
                    raise TraceError(
                        f"trace {name}: the function changed {changed}, which a compiled function "
                        "does not do again; return the new value instead"
                    )


def _changed(value: Any, tree: Tree, leaves: Sequence[Any], path: str) -> str:
    """Returns the path of what is not as it was made; empty if all is."""
    found, now = flatten(value, path, is_object=is_plain, most=MOST_PARTS)
    if now == tree:
        rest = zip(found, leaves, tree.named(path), strict=True)
        return next((where for one, other, where in rest if one is not other), "")
    before, after = tree.named(path), now.named(path)
    differing = [where for where in (*after, *before) if (where in before) != (where in after)]
    return differing[0] if differing else path


def _same(slots: Sequence[Slot], leaves: Sequence[Any]) -> tuple[tuple[int, int], ...]:
    """Returns the pairs of captured leaves that are one Buffer."""
    first: dict[int, int] = {}
    pairs: list[tuple[int, int]] = []
    for number, (slot, leaf) in enumerate(zip(slots, leaves, strict=True)):
        if slot.kind == "capture" and first.setdefault(id(leaf), number) != number:
            pairs.append((first[id(leaf)], number))
    return tuple(pairs)


def _given(structure: Structure, leaves: Sequence[Any]) -> tuple[Any, ...]:
    """Returns what a variant is passed: arrays and numbers, then the Buffers it may capture."""
    given: list[Any] = [
        leaves[k].item() if isinstance(leaves[k], GENERIC) else leaves[k]
        for k in structure.places("array", "scalar")
    ]
    return (*given, *[leaves[k] for k in structure.places("capture")])


def _captures(looked: Looked, traced: Traced, first: int) -> list[int | Buffer]:
    """Returns for each capture its place among what a variant is passed, or itself."""
    hidden = [looked.leaves[k] for k in looked.structure.places("capture")]
    found: list[int | Buffer] = []
    for buffer in traced.captures:
        places = (first + k for k, leaf in enumerate(hidden) if leaf is buffer)
        found.append(next(places, buffer))
    return found


def _site_of(function: Any) -> str:
    """Returns the place of a function, as sites are written; empty for one in C."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return "" if code is None else f"{code.co_filename}:{code.co_firstlineno} in {code.co_name}"
