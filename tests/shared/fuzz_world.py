"""The calls and the arguments of the fuzzer: a small world of handles, and wrong values."""

from __future__ import annotations

import ctypes
import functools
import inspect
import math
import operator
import random
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from shared.trial_kernels import axpy, count, empty, fail

import streamrt as srt
import streamrt_kernels
from streamrt import array_api, backend, graph, pipeline, testing
from streamrt.array_api import Array

LIMIT = 1 << 26  # bytes of each device: nothing a call asks for may take the machine's memory
MODULES: tuple[ModuleType, ...] = (srt, graph, testing, backend, pipeline)
NAMESPACES: tuple[ModuleType, ...] = (array_api, array_api.linalg, array_api.fft)

# Calls that are not made, and why. Classes "Not for users" refuse themselves or are made by others.
NOT_CALLED = {
    "Device.close": "ends the world",
    "Runtime.close": "ends the world",
    "Runtime.aclose": "ends the world",
    "Execution.note_failure": "the runtime's own, under its lock",
    **dict.fromkeys(("Timeline()", "HostPlan()", "Ends()"), "for backends: it is given addresses"),
    "NativeTimeline()": "for backends: it is given addresses",
    **dict.fromkeys(("Plan()", "Binding()", "Layout()"), "data that the runtime makes"),
    **dict.fromkeys(("Signature()", "Parameter()"), "data that the runtime makes"),
    **dict.fromkeys(("GPUText()", "CUDACode()", "OpenCLCode()"), "data that kernels make"),
    **dict.fromkeys(("CapturePlan()", "Node()", "Operand()"), "data that graphs make"),
    **dict.fromkeys(("Value()", "Access()"), "data that graphs make"),
    "SimDevice": "for the runtime",
    "Run()": "a pipeline makes it",
    "Pipeline()": "`source` makes it",
    **dict.fromkeys(("Stats()", "StageStats()", "Verdict()"), "data that runs make"),
    "Skip()": "data that `skip` makes",
    "Retry()": "data that `retry` makes",
}
# Calls that may leave several frames of streamrt in a traceback, and why.
LONG = {
    "Execution.add_done_callback": "it refuses the state of its runtime, and no argument",
}
SPECIAL = (
    *("__getitem__", "__len__", "__iter__", "__array__", "__dlpack__", "__dlpack_device__"),
    *("__setitem__", "__array_namespace__"),
)
OPERATORS: tuple[Callable[[Any, Any], object], ...] = (
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod),
    *(operator.pow, operator.matmul, operator.and_, operator.xor, operator.lshift),
    *(operator.lt, operator.ge, operator.eq, operator.iadd, operator.ipow, operator.imatmul),
)
ARRAYS = ("x", "x1", "x2", "obj", "indices", "values", "condition", "arrays", "sorter")


def deep(levels: int) -> object:
    """A list in a list in a list."""
    nested: object = 1
    for _ in range(levels):
        nested = [nested]
    return nested


class Hostile:
    """Raises from whatever it is asked."""

    def __index__(self) -> int:
        raise ValueError("no index")

    def __float__(self) -> float:
        raise ValueError("no float")

    def __iter__(self) -> Iterator[object]:
        raise ValueError("no items")

    def __array__(self, *_: object, **__: object) -> Any:
        raise ValueError("no array")


def plain(*args: object, **kwargs: object) -> None:
    """A function for `stream.call`, which takes whatever it is given."""


async def coroutine(*args: object, **kwargs: object) -> None:
    """The same as a coroutine, for use on a loop."""


def junk() -> list[object]:
    """Values that hardly any parameter takes."""
    numbers: list[object] = [0, -1, 1, 2, 3, 7, 64, 2**31, 2**63, 2**64 - 1, 2**64, -(2**63)]
    numbers += [10**400, 0.0, -0.5, 1.5, 1e-300, 1e308, math.nan, math.inf, -math.inf, 1j]
    numbers += [True, False]
    texts: list[object] = ["", "x", "cpu", "cpu:0", "sim:0", "cpu:7", "cpu:-1", "cpu:" + "9" * 5000]
    texts += ["\0", "é\ud800", "9" * 5000, "a" * 10_000, b"", b"x", bytearray(b"x")]
    texts += ["x: f32[n]", "auto", "i32"]
    holders: list[object] = [(), [], {}, set(), [None], {"x": 1}, {1: 2}, [[]]]
    holders += [deep(30), deep(5000), range(3), range(2**40), iter(()), memoryview(b"abc")]
    holders += [slice(None), ...]
    arrays: list[object] = [np.ones(3, "f4"), np.ones((2, 2)), np.float32(1), np.empty(0)]
    arrays += [np.array(None), np.ones(3, "O"), np.ones(3, ">i4"), np.array("text")]
    arrays += [np.dtype("f4"), np.int64(5)]
    odd: list[object] = [None, object(), Hostile(), len, plain, coroutine, int, type, ValueError()]
    odd += [srt, srt.Kernel, srt.Runtime, srt.Event(), testing.Costs(), NotImplemented]
    odd += [ctypes.c_int(3), srt.LLVM(""), srt.CUDA(""), srt.OpenCL(""), srt.Python(plain)]
    return numbers + texts + holders + arrays + odd


@functools.cache
def kernels() -> tuple[srt.Kernel, ...]:
    """Kernels that any memory survives."""
    in_python = srt.Kernel("in_python", "x: f32[n], out y: f32[n]", cpu=srt.Python(plain))
    standard = (streamrt_kernels.axpy, streamrt_kernels.cast, streamrt_kernels.fill)
    return (axpy, count, empty, fail, in_python, *standard)


class Subject(NamedTuple):
    """Something to be called.

    Attributes:
        name: its name, such as `Stream.launch`.
        call: the callable.
        depth: how many functions of streamrt a refusal's traceback may show. Functions and
            operators of eager arrays are compiled at their first call, from a function that calls
            them.
    """

    name: str
    call: Callable[..., object]
    depth: int = 1


class World:
    """A runtime, another one and a closed one, with handles of each, for some hundred calls."""

    def __init__(
        self, draw: random.Random, others: Sequence[str] = ("cpu:1",), backends: Sequence[Any] = ()
    ) -> None:
        """Opens its runtimes.

        Args:
            draw: where chance comes from.
            others: the names of its devices besides `cpu:0` and `sim:0`.
            backends: those of these.
        """
        self.draw = draw
        self.simulator = testing.Simulator(draw.randrange(9), memory=LIMIT)
        self.rt = srt.Runtime(
            ["cpu:0", "sim:0", *others],
            backends=[self.simulator, *backends],
            memory_limit=LIMIT,
            drain_timeout=5.0,
        )
        self.other, closed = srt.Runtime(["cpu"]), srt.Runtime(["cpu"])
        self.rt.__enter__()  # arrays of nothing are made on it, and have its limit
        self.handles: list[object] = []
        self.arrays: list[Array] = []
        for runtime in (self.rt, self.other, closed):
            for device in runtime.devices:
                self.handles += self.of_device(runtime, device)
            self.handles.append(runtime)
        closed.close()
        apart = testing.Simulator(1, memory=LIMIT)
        self.handles += [apart, apart.open(0), testing.Costs(), *kernels()]
        self.handles += self.of_graphs()
        self.handles += self.of_pipelines()
        self.handles += self.arrays
        self.junk = junk()

    def of_device(self, rt: srt.Runtime, device: srt.Device) -> list[object]:
        """The handles that a device gives."""
        stream, event = device.stream(), rt.event()
        x = rt.put(np.ones(6, "f4"), device)
        y, deleted, frozen = (rt.put(np.ones((2, 3), "f4"), device) for _ in range(3))
        done = stream.fill(y, 1.0)
        stream.record(event)
        deleted.delete()
        host = [rt.scope(), rt.capture(), stream.call(plain)] if device.host_sees else []
        self.arrays += self.of_namespace(rt, device)
        views = [x[1:4], x[6:], x[::-2], y[:, 1], deleted, frozen.freeze()]
        return [device, stream, event, rt.event(), x, y, done, *views, *host]

    def of_namespace(self, rt: srt.Runtime, device: srt.Device) -> list[Array]:
        """Eager arrays of several dtypes and shapes, and views of them."""
        numbers = np.arange(1, 7).reshape(2, 3)
        dtypes = ("f4", "f8", "i8", "u1", "?", "c8")
        made = [rt.asarray(numbers.astype(dtype), device=device) for dtype in dtypes]
        others = (np.ones((3, 3)), np.arange(4), np.float32(2), np.empty((0, 2)), np.array(True))
        made += [rt.asarray(other, device=device) for other in others]
        return [*made, made[0].T, made[1][:, ::-1], made[2][0]]

    def of_graphs(self) -> list[object]:
        """Graphs, their parts, and one that is ready to be replayed."""
        free, made = srt.Graph(), srt.Graph()
        operands: list[object] = [free.input("x", 6), free.empty((2, 3)), free.empty(6)]
        x, y = made.input("x", 6), made.empty(6)
        node = made.fill(y, 1.0)
        made.order(node, made.add(axpy, x, y, 1.0))
        made.output("y", y)
        plan = made.plan(self.rt.device())
        return [free, made, *operands, x, node, plan, plan.instantiate()]

    def of_pipelines(self) -> list[object]:
        """Definitions, one with rows, and a run that nobody has entered."""
        items = pipeline.source([1, 2, 3])
        rows = items.fill(plain, {"x": pipeline.Spec(3)}).batch(2)
        policies = [pipeline.skip(1), pipeline.retry(2), pipeline.Spec(3)]
        return [items, rows, items.map(plain).unbatch(), rows.run(self.rt), *policies]

    # -- what is called ---------------------------------------------------------------------------

    def subjects(self) -> list[Subject]:
        """Every public callable of every public class, on each handle, and the classes."""
        found = [subject for handle in self.handles for subject in self.members(handle)]
        for module in MODULES:
            for name in getattr(module, "__all__", None) or dir(module):
                value = getattr(module, name)
                if name.startswith("_") or not callable(value) or f"{name}()" in NOT_CALLED:
                    continue
                if inspect.isfunction(value) or (isinstance(value, type) and _is_for_users(value)):
                    found.append(Subject(name, value))
        found.append(Subject("Array", self._applied, depth=3))
        for module in NAMESPACES:
            public = (name for name in dir(module) if not name.startswith("_"))
            named = [(name, getattr(module, name)) for name in public]
            found += [Subject(*each, depth=2) for each in named if _is_of_namespace(each[1])]
        return found

    def members(self, handle: object) -> Iterator[Subject]:
        """The public methods and properties of a handle."""
        kind = type(handle)
        for name in dir(kind):
            full = f"{kind.__name__}.{name}"
            if (name.startswith("_") and name not in SPECIAL) or full in NOT_CALLED:
                continue
            member = inspect.getattr_static(kind, name)
            if isinstance(member, property):
                yield Subject(full, functools.partial(getattr, handle, name))
            elif inspect.isroutine(member) and kind.__name__ not in NOT_CALLED:
                depth = 2 if isinstance(handle, Array) else 1
                yield Subject(full, getattr(handle, name), depth)

    def _applied(self, other: object = None, *_: object, **__: object) -> object:
        """An operator with an array and something else, on either side."""
        apply, array = self.draw.choice(OPERATORS), self.draw.choice(self.arrays)
        return apply(array, other) if self.draw.random() < 0.7 else apply(other, array)

    # -- what is passed ---------------------------------------------------------------------------

    def value(self, parameter: str) -> object:
        """Something for a parameter of that name: right, nearly right, or wrong altogether."""
        if parameter == "what":  # begins messages
            return "try it"
        right = RIGHT.get(parameter)
        chance = self.draw.random()
        if parameter in ARRAYS and chance < 0.6:
            return self.draw.choice(self.arrays)
        if right is not None and chance < 0.6:
            return self.draw.choice(right())
        found = self.draw.choice(self.handles if chance < 0.85 else self.junk)
        if parameter == "stream" and isinstance(found, int | float) and found in (0, 1, 2):
            return None  # the fake driver has none of CUDA's default streams
        return found

    def arguments(self, call: Callable[..., object]) -> tuple[list[object], dict[str, object]]:
        """Arguments for a call: mostly as many as it takes."""
        args: list[object] = []
        kwargs: dict[str, object] = {}
        if isinstance(call, functools.partial):  # a property
            return [], {}
        for p in _parameters(call):
            if p.kind is p.VAR_POSITIONAL:
                args += [self.value(p.name) for _ in range(self.draw.randrange(4))]
            elif p.kind is p.VAR_KEYWORD:
                for name in self.draw.sample(KEYWORDS, self.draw.choice([0, 0, 1, 2])):
                    kwargs[name] = self.value(name)
            elif p.kind is p.KEYWORD_ONLY:
                if p.default is p.empty or self.draw.random() < 0.3:
                    kwargs[p.name] = self.value(p.name)
            elif p.default is p.empty or self.draw.random() < 0.5:
                args.append(self.value(p.name))
            else:
                break
        if self.draw.random() < 0.05:
            kwargs[self.draw.choice(["nonsense", "x", "device"])] = self.value("x")
        if self.draw.random() < 0.05:
            args = args[:-1] if self.draw.random() < 0.5 else [*args, self.value("x")]
        return args, kwargs

    # -- whether it is unharmed -------------------------------------------------------------------

    def check(self) -> None:
        """Runs a small program on each device, and checks it; then closes everything."""
        for device in self.rt.devices:
            stream = device.stream()
            x, y = (self.rt.put(np.full(9, n, "f4"), device) for n in (2.0, 3.0))
            stream.launch(axpy, x, y, alpha=2.0)
            assert np.asarray(y).tolist() == [7.0] * 9
        for close in (functools.partial(self.rt.__exit__, None, None, None), self.other.close):
            try:
                close()
            except Exception:  # noqa: BLE001 - of work that nobody asked about, whatever it raised
                pass


def _is_of_namespace(value: object) -> bool:
    """Whether a value of a namespace's module is one of its functions."""
    home = str(getattr(value, "__module__", ""))
    return callable(value) and not isinstance(value, type) and home.startswith("streamrt.array_api")


MEMSET = ctypes.CDLL(None).memset
KEYWORDS = ["x", "y", "alpha", "n", "code", "nonsense"]
RIGHT: dict[str, Callable[[], list[Any]]] = {
    "kernel": lambda: [*kernels(), "fill", "axpy"],
    "device": lambda: ["cpu:0", "sim:0", "cuda:0", "opencl:0", None, "cpu"],
    "devices": lambda: [["cpu:0"], ["cpu"], None, ["tpu"], ["cpu:99"], [["cpu"]]],
    "backends": lambda: [[], [testing.Simulator()], [None], {}],
    "shape": lambda: [3, (2, 3), [2, 3], (), (0,), [-1], ([[1]],), (2**40, 2**40)],
    "dtype": lambda: ["f4", np.float32, "i8", "O", "nonsense", None, "2f4"],
    "array": lambda: [np.ones(3, "f4"), [1, 2], 5.0],
    "key": lambda: [0, slice(1, 3), ..., (slice(None), 0), None, (0, None), 99],
    "axis": lambda: [0, 1, -1, None, (0, 1), (), 5, (0, 0), 2**70],
    "axes": lambda: [1, (1, 0), ((0,), (0,)), (0, 0), 3, -1],
    "shifts": lambda: [1, -7, (1, 1), 2**70],
    "repetitions": lambda: [2, 0, (1, 2), -1],
    "num": lambda: [3, 0, 1, -1],
    "stop": lambda: [3, 2.5, -1, None],
    "step": lambda: [1, 0.5, -1, 0],
    "fill": lambda: [0, 1.0],
    "value": lambda: [0, 1.0, -1, 2.5],
    "timeout": lambda: [0, 0.0, None, 1, 0.001],
    "drain_timeout": lambda: [0, 1.0, None],
    "name": lambda: ["a", "b", "x", None, "copy", 5],
    "signature": lambda: ["x: f32[n]", "x: f32[...], out y: f32[...]", "inout x: i8", "", "x:"],
    "split": lambda: ["n", "...", None, 5, ["n"]],
    "grain": lambda: [1, 0, 32768, "1", 2**70, None],
    "types": lambda: [None, {}, {"T": "f32"}, {"T": ["f32"]}, {"T": 5}, 5],
    "errors": lambda: [None, {}, {1: "one"}, {"1": "one"}, {1: 5}, [1]],
    "cpu": lambda: [srt.LLVM("text"), srt.Python(plain), plain, "text", None],
    "cuda": lambda: [srt.CUDA("f()", "f"), plain, "text", None],
    "opencl": lambda: [srt.OpenCL("f()", "f"), plain, "text", None],
    "entry": lambda: ["f", "kernel", None, "a b", 5],
    "block": lambda: [256, (32, 8), (1, 1, 1, 1), (), 2048, (True,), "1", None],
    "options": lambda: [(), ("-G",), ["-G"], "-G", (5,), None, ("-arch=sm_90",)],
    "pointer": lambda: [4096, 0, -1, True, "p", plain, ctypes.c_void_p(5), MEMSET],
    "returns": lambda: [None, "i32", "f32", 32],
    "function": lambda: [plain, coroutine, None],
    "source": lambda: ["text", plain, b"text", None],
    "symbols": lambda: [{}, {"x": 1}, {"x": "1"}, {1: 1}, (), None, [("x", 1)]],
    "opt": lambda: [0, 1, 4, "1", None, 1.0, True],
    "args": lambda: [1.0, 1, np.ones(3)],
    "hazards": lambda: ["auto", "manual", "none", None],
    "depth": lambda: [1, 2, 0, 2**64 - 1, 10**6, 2**31, "1"],
    "streams": lambda: [1, 2, 64, 65, 0, "2"],
    "policy": lambda: [None, "critical-path", "least-memory", "no"],
    "width": lambda: [1, 72, 0, -5, 2**31, 10**30, 1.5, "72"],
    "kind": lambda: ["cpu", "sim", "tpu", None],
    "layouts": lambda: [(), [None], [1], np.ones(3)],
    "inputs": lambda: [{}, {"x": None}, [], None],
    "keywords": lambda: [{}, {"x": 1}, [], None],
    "index": lambda: [0, 1, 63, 64, -1, "0", 1.5],
    "code": lambda: [1, 0, -1, 2**40, "x", 7],
    "after": lambda: [0, 1, -1, 2**70, "x"],
    "seed": lambda: [0, None, "x", 1.5, 2**80],
    "memory": lambda: [None, 0, LIMIT, -1, "x"],
    "trace": lambda: [0, 5, 65536, 2**70, -1, "x"],
    "compute": lambda: [1, 2, 0, 2**40, "x"],
    "copy_engines": lambda: [1, 2, 0, 2**40, "x"],
    "costs": lambda: [None, testing.Costs(), {}, 5],
    "high_water": lambda: [1, 1024, 0, 1.5, "x", 2**70],
    "nbytes": lambda: [0, 100, -1, "x", 2**70],
    "max_version": lambda: [None, (1, 0), (0, 8), 1, "x"],
    "dl_device": lambda: [None, (1, 0), (2, 0), "cpu"],
    "copy": lambda: [None, True, False, 1],
    "watchdog": lambda: [None, "x", -1, math.nan, 10**400],
    "threads": lambda: [None, 1, 2, 0, 1.5, "x", 2**70],
    "queue_limit": lambda: [1, 1 << 20, 0, "x", 2**70],
    "memory_limit": lambda: [None, LIMIT, -1, "x", 2**70],
    "producer": lambda: [np.ones(3), np.ones(3, "O"), [1.0]],
}


def _is_for_users(kind: type) -> bool:
    """Whether users may make one."""
    made_by = (kind.__init__.__doc__ or "").startswith(("Not for users", "An event that was no"))
    return not made_by and not getattr(kind, "_is_protocol", False) and not issubclass(kind, tuple)


def _parameters(call: Callable[..., object]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(call).parameters.values())
    except (TypeError, ValueError):
        return []
