"""Variants: what was compiled for calls of one kind, and the caches that hold them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any
from weakref import ref

from streamrt._jit.calling.arguments import Structure
from streamrt._jit.calling.free_variables import Hidden, closes_over_data
from streamrt._jit.calling.results import Results, frame_of_user, reduced
from streamrt._jit.options import Options
from streamrt._jit.tracing.traced import Traced
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._refusals import shorten
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.compiled_calls import Argument, Compiled, Scalar
from streamrt._runtime.device import Device
from streamrt._runtime.door import interpreter_of
from streamrt._runtime.engine import Engine
from streamrt._runtime.stream import Stream
from streamrt.errors import StreamRTError

if TYPE_CHECKING:
    from streamrt._jit.calling.executable import Executable

__all__ = ["Variant", "Variants", "forget_at_end", "variants_of"]


_lock = threading.Lock()


MOST_STREAMS = 4
"""The streams of the user's for which a variant keeps native calls."""


class Variant:
    """A function compiled for calls of one kind.

    Attributes:
        traced: the trace.
        known: what its key knows by identity, which no other thing may be given meanwhile.
        executable: what runs; None if there is nothing to compute.
        native: takes the arguments, and returns the output, a tuple of them, or None if the call
            has to go through Python; None if there is no such way.
        natives: the same for calls on streams of the user's, of which it keeps a few.
        finish: makes the results; None if there is nothing left to do.
        passed: the places of arguments that are returned as they are.
        ranges: the bounds of arguments that are integers, by their places.
        device: the device that it runs on.
    """

    __slots__ = (
        "_captures",
        "_count",
        "_wholes",
        "device",
        "executable",
        "finish",
        "known",
        "native",
        "natives",
        "passed",
        "ranges",
        "traced",
    )

    def __init__(
        self,
        traced: Traced,
        device: Device,
        count: int,
        place: Callable[[Buffer], int | Buffer],
        make: Callable[[Traced], Executable],
        ranges: dict[int, tuple[int, int]],
        wrapper: type[Wrapped] | None,
        known: Sequence[Any],
    ) -> None:
        """Puts a variant together.

        Args:
            traced: the trace.
            device: the device.
            count: how many arguments are parameters of the function.
            place: tells the place among the arguments of a Buffer that the function found, or
                returns the Buffer if it is none.
            make: makes a program, without the results that need no code, ready to run.
            ranges: see the attribute.
            wrapper: the class of the results; None if these are Buffers.
            known: see the attribute.
        """
        results = Results(traced, wrapper)
        self.ranges: dict[int, tuple[int, int]] = ranges
        # The trace's Buffers may be bound again, and then nothing here should keep them.
        self.traced: Traced = replace(traced, result=None, captures=())
        self.device: Device = device
        self.known: Sequence[Any] = known
        self.executable: Executable | None = None
        if results.kept:
            self.executable = make(reduced(traced, results.kept))
        self.native: Callable[..., Any] | None = None
        self.natives: dict[Stream, Callable[..., Any]] = {}
        self._wholes: dict[Stream | None, Compiled | None] = {}
        self._count = count
        self._captures = tuple(map(place, traced.captures))
        self.passed: tuple[int, ...] = ()
        self.finish: Callable[[Any, tuple[Any, ...]], Any] | None = None
        self.passed, self.finish = results.finisher(
            device, lambda what: place(what) if isinstance(what, Buffer) else self._place(what)
        )

    def _place(self, parameter: int) -> int | Buffer:
        """Returns the place of a parameter of the program among the arguments."""
        return parameter if parameter < self._count else self._captures[parameter - self._count]

    def load(self) -> None:
        """Compiles and loads its code, if that was not done yet. Blocks."""
        if self.executable is not None:
            self.executable.load()

    def run(self, arguments: Sequence[Any], stream: Stream | None = None) -> Any:
        """Submits the program by way of Python; returns the output, or a tuple of them.

        Args:
            arguments: those of the parameters, then the Buffers that the function may capture.
            stream: where to; None is the device's stream for this.
        """
        try:
            return self._submit(arguments, stream)
        except StreamRTError as error:
            shorten(error)
            raise

    def _submit(self, arguments: Sequence[Any], stream: Stream | None) -> Any:
        if self.executable is None:
            return ()
        frame = frame_of_user()
        if interpreter_of(self.device._state.engine) is None:
            whole = self._current(stream, arguments, frame)
            if whole is not None:
                return whole.in_python(arguments, frame)
        given = list(arguments[: self._count])
        given += [arguments[c] if isinstance(c, int) else c for c in self._captures]
        made = self.executable.call(stream, given, frame)
        return made[0] if len(made) == 1 else tuple(made)

    def _current(
        self, stream: Stream | None, arguments: Sequence[Any], frame: FrameType
    ) -> Compiled | None:
        """Returns the native calls that serve arguments like these; None if there are none.

        On a stream of the user's, the second call makes them.
        """
        assert self.executable is not None
        found = self._wholes.get(stream)
        if found is not None and found.is_current:
            return found
        if stream is not None and stream not in self._wholes:
            if len(self._wholes) > MOST_STREAMS:
                oldest = next(each for each in self._wholes if each is not None)
                del self._wholes[oldest]
                self.natives.pop(oldest, None)
            self._wholes[stream] = None
            return None
        parameters = self.traced.program.parameters
        kinds: list[Argument] = []
        for number, argument in enumerate(arguments):
            if isinstance(argument, Buffer):
                kinds.append(argument._layout)
            else:
                kinds.append(Scalar(type(argument), parameters[number].dtype.code))
        found = self._wholes[stream] = self.executable.whole(stream, kinds, self._place, frame)
        native = None if found is None else found.submit
        if stream is None:
            self.native = native
        elif native is not None:
            self.natives[stream] = native
        return found

    def give_up(self, buffers: tuple[Buffer, ...], arguments: tuple[Any, ...]) -> None:
        """Donates Buffers after a call, each once, except those that the call returns."""
        if interpreter_of(self.device._state.engine) is not None:
            return  # a capture records the call, and each replay is to have these Buffers
        kept = [arguments[place] for place in self.passed]
        for buffer in {id(buffer): buffer for buffer in buffers}.values():
            if not any(buffer is one for one in kept):
                buffer.donate()


class Variants:
    """The variants of one function, by structure and key, at most about `most` of them.

    There are two generations. A variant that is used goes into the young one; when that is full, it
    becomes the old one, whose variants are dropped unless they are used again. So the quick path is
    one look into a dictionary that knows nothing of its order.

    Attributes:
        numbers: the paths of numbers that the function needs to know, and that are compiled in.
    """

    def __init__(self, most: int) -> None:
        self.numbers: set[str] = set()
        self._half = max(1, most // 2)
        self._young: dict[Structure, dict[Hashable, Variant]] = {}
        self._old: dict[Structure, dict[Hashable, Variant]] = {}
        self._count = 0

    def __len__(self) -> int:
        generations = (self._young, self._old)
        return sum(len(known) for each in generations for known in each.values())

    def __iter__(self) -> Iterator[tuple[Structure, Hashable, Variant]]:
        for generation in (self._young, self._old):
            for structure, known in generation.items():
                for key, variant in known.items():
                    yield structure, key, variant

    def young(self, structure: Structure) -> dict[Hashable, Variant]:
        """Returns the dictionary of a structure in which the quick path looks.

        It is another one after some time in which the structure had no variants.
        """
        return self._young.setdefault(structure, {})

    def find(self, structure: Structure, key: Hashable) -> Variant | None:
        """Returns a variant, and keeps it for longer; None if there is none."""
        found = self.young(structure).get(key)
        if found is None:
            found = self._old.get(structure, {}).pop(key, None)
            if found is not None:
                self.add(structure, key, found)
        return found

    def add(self, structure: Structure, key: Hashable, variant: Variant) -> None:
        """Keeps a variant."""
        with _lock:
            self._add(structure, key, variant)

    def _add(self, structure: Structure, key: Hashable, variant: Variant) -> None:
        if self._count >= self._half:
            # The dictionaries stay, because quick paths look into them.
            self._old = {known: dict(young) for known, young in self._young.items()}
            for young in self._young.values():
                young.clear()
            if len(self._young) > 2 * self._half:
                self._young = {known: self._young[known] for known in self._old if self._old[known]}
            self._count = 0
        self.young(structure)[key] = variant
        self._count += 1

    def forget(self, engine: Engine) -> None:
        """Forgets the variants of a runtime."""
        for generation in (self._young, self._old):
            for known in generation.values():
                for key, variant in list(known.items()):
                    if variant.device._state.engine is engine:
                        del known[key]


# -- variants that functions share --------------------------------------------------------------

MOST_SHARED = 256
_shared: OrderedDict[Hashable, tuple[Variants, object]] = OrderedDict()


def variants_of(function: object, options: Options, hidden: Hidden, defaults: Hashable) -> Variants:
    """Returns the variants of a function, or those of one that has the same code.

    A lambda in a loop is another function each time, with the same code. What is in its closure is
    part of the keys, if it is data; so is what it finds in its module. The functions that it finds
    there have to be the same ones, because these have hidden inputs of their own. So have the
    defaults that are compiled in, because no key has them.
    """
    if not isinstance(function, FunctionType) or not closes_over_data(function):
        return Variants(options.variants)
    key = (function.__code__, id(function.__globals__), options, hidden.key(), defaults)
    with _lock:
        found, _ = _shared.pop(key, (None, None))
        if found is None:
            found = Variants(options.variants)
        _shared[key] = found, (function.__globals__, hidden)  # which therefore keep their ids
        if len(_shared) > MOST_SHARED:
            _shared.popitem(last=False)
        return found


# -- runtimes that close ------------------------------------------------------------------------


class _Users:
    """The variants of functions that a runtime forgets when it closes.

    They are found in the runtime's list of what to do at its end. References without callbacks, as
    everywhere, because a callback would run in the middle of anything.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = ref(engine)
        self._known: list[ref[Variants]] = []

    def add(self, variants: Variants) -> None:
        """Notes variants, if they are not known yet."""
        living = [known for known in self._known if known() is not None]
        if not any(known() is variants for known in living):
            living.append(ref(variants))
        self._known = living

    def __call__(self) -> None:
        """Has all of them forgotten."""
        engine = self._engine()
        for known in self._known:
            variants = known()
            if variants is not None and engine is not None:
                variants.forget(engine)


def forget_at_end(variants: Variants, engine: Engine) -> None:
    """Has variants forgotten when their runtime closes, so that they do not keep it."""
    with _lock:
        users = next((each for each in engine.at_end if isinstance(each, _Users)), None)
        if users is None:
            users = _Users(engine)
            engine.at_end.append(users)
        users.add(variants)
