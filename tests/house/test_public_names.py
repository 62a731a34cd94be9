"""The public surface: the list of its names; each is documented and stands in the docs.

A name added to or taken from the library shows up here, in the same change.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from types import ModuleType

import pytest

import streamrt
import streamrt.pipeline as _pipeline  # noqa: F401  # pyright: ignore[reportUnusedImport]
from streamrt._compile.named import docstring_of

pytestmark = pytest.mark.wheel

DOCS = Path(__file__).resolve().parents[2] / "docs"

PUBLIC = {
    "streamrt": {
        *(
            "Buffer",
            "Deadline",
            "Device",
            "Event",
            "Execution",
            "ForeignStream",
            "MemoryStats",
            "Runtime",
            "Scope",
            "Stream",
            "Times",
            "Waiting",
            "WaitingTable",
            "deadline",
        ),
        *("Binding", "CUDA", "Kernel", "LLVM", "Native", "OpenCL", "Python"),
        *("Capture", "CapturePlan", "Graph", "GraphExec"),
        *("jit", "Jitted", "JitStats", "LoweredStep", "Lowering", "Shapes", "kernel", "erf"),
        *("cond", "fori", "scan", "while_loop"),
        *("Function", "Module", "load", "save"),
        *("from_onnx", "from_stablehlo"),
        *("StreamRTError", "errors"),
        "dask",
    },
    "streamrt.backend": {
        *("Backend", "BackendDevice", "ProbedBackend", "Plan", "Queue", "Timeline", "VirtualQueue"),
        *("Check", "Command", "Launch", "Signal", "Wait"),
        *("Program", "ProgramStep", "ReplayDevice", "PinningDevice"),
        *("HostLoop", "LoopDevice", "MOST_TURNS", "ProgramLoop", "STOPPED"),
        *("Recovered", "RecoveringDevice"),
        *("HostPlan", "CUDACode", "LLVMCode", "PythonFunction", "BeginCall", "HostingDevice"),
        *("SharedFunction", "Target", "compile_object", "elsewhere", "shared_of"),
        *("GPUText", "Implementation", "ImplementingDevice", "OpenCLCode"),
        *("Layout", "Parameter", "Signature", "Ends", "NativeTimeline", "include"),
    },
    "streamrt.process": {"ProcessBackend"},
    "streamrt.dask": {"WorkerDevice", "devices"},
    "streamrt.emit": {
        *("ENTRY", "SIZES", "TYPES", "Code", "Loop", "Module", "suffix", "vector"),
        *("float_of_half", "half_of_double", "half_of_float"),
        *("Blas", "emit_guard", "find_blas", "Symbol", "Words", "symbol_of"),
    },
    "streamrt.pipeline": {
        *("Pipeline", "Run", "Spec", "source", "Retry", "Skip", "retry", "skip"),
        *("StageStats", "Stats", "Verdict"),
    },
    "streamrt.observe": {
        *("Recording", "Trace", "record", "span", "read", "write", "page_of", "write_page"),
        *("Exposition", "Metric", "metrics", "metrics_for", "watch_loop"),
        *("CriticalPath", "Gap", "HostRow", "Idle", "IdleRow", "KernelRow", "PathPart", "PathRow"),
        *("Summary", "critical_path", "gaps", "idle", "summarise"),
        *("Nvtx", "nvtx"),
    },
    "streamrt.observe.otel": {"spans"},
    "streamrt.serving": {
        *("Batcher", "Served", "Tenant", "on_signal"),
        *("END", "End", "Parts", "StreamBatcher", "StreamModel"),
    },
    "streamrt.graph": {"Access", "Block", "Branch", "Node", "Operand", "Repeat", "Value"},
    "streamrt.errors": {
        *("StreamRTError", "ArgumentError", "ArgumentIndexError", "ArgumentTypeError"),
        *("SignatureError", "StateError"),
        *("ClosedError", "DeletedBufferError", "FrozenBufferError", "EventNotRecordedError"),
        *("QueueFullError", "WouldDeadlockError", "ForkedRuntimeError", "CompileError"),
        "ModuleError",
        *("TraceError", "TraceTypeError", "TraceValueError"),
        *("ExecutionError", "KernelError", "HostCallError", "DependencyError"),
        *("NonFiniteError", "OutOfBoundsError", "SharingError", "ResourceError"),
        *("ExecutionCancelledError", "DeviceError", "OutOfMemoryError", "DeviceLostError"),
        *("BackendNotFoundError", "UnsupportedPlatformError", "CaptureError"),
        *("ExplorationError", "StuckError", "EscapedError", "InjectedError", "ReplayError"),
        *("NotDeterministicError", "DeadlineError", "OverloadedError"),
        *("UndeclaredAccessError", "RaceAccess", "RaceError"),
    },
    "streamrt.testing": {
        *("Costs", "Simulator", "TraceEvent"),
        *("explore", "replay", "sweep", "Failure", "FailureFoundError", "Found", "Swept"),
        *("check_plan", "CheckedPlan", "Disorder"),
        *("Fault", "cancel", "fail", "slow", "out_of_memory", "lose"),
        *("perturb", "soak", "Soaked", "SoakFailedError", "without_waits", "TriedWait", "Waits"),
    },
    "streamrt.testing.conformance": {
        *("TAGS", "Case", "NotApplicable", "Report", "Row", "Violation", "cases", "check"),
        "kernels",
    },
    "streamrt_kernels": {
        # by hand
        *("axpy", "cast", "copy", "fill", "matmul", "matmul_nt", "ngrams", "normalize_rows"),
        *("reference", "sum_rows", "top_k"),
        *("iota", "scatter_add", "random_bits", "uniform", "normal"),
        *("sort", "argsort", "bincount", "histogram"),
        # from the compiler
        *("add", "subtract", "multiply", "divide", "maximum", "minimum", "power"),
        *("negative", "absolute", "square", "sqrt", "reciprocal", "floor", "ceil"),
        *("rint", "clip"),
        *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
        *("sin", "cos", "tan", "arctan", "tanh"),
        *("relu", "leaky_relu", "elu", "sigmoid", "silu", "gelu", "gelu_tanh"),
        "softplus",
        *("softmax", "log_softmax", "layer_norm", "rms_norm"),
        *("max_rows", "min_rows", "argmax_rows", "argmin_rows", "mean_rows", "var_rows"),
        *("cumsum_rows", "cumprod_rows", "take", "batched_matmul"),
    },
    "streamrt.array_api": {
        *("Array", "abs", "acos", "acosh", "add", "all", "any", "arange", "argmax", "argmin"),
        *("argsort", "asarray", "asin", "asinh", "astype", "atan", "atan2", "atanh"),
        *("bitwise_and", "bitwise_invert", "bitwise_left_shift", "bitwise_or"),
        *("bitwise_right_shift", "bitwise_xor", "bool", "broadcast_arrays", "broadcast_to"),
        *("can_cast", "ceil", "clip", "complex128", "complex64", "concat", "conj", "copysign"),
        *("cos", "cosh", "count_nonzero", "cumulative_prod", "cumulative_sum", "diff", "divide"),
        *("e", "empty", "empty_like", "equal", "exp", "expand_dims", "expm1", "eye", "fft"),
        *("finfo", "flip", "float32", "float64", "floor", "floor_divide", "from_dlpack", "full"),
        *("full_like", "greater", "greater_equal", "hypot", "iinfo", "imag", "inf", "int16"),
        *("int32", "int64", "int8", "isdtype", "isfinite", "isinf", "isnan", "less", "less_equal"),
        *("linalg", "linspace", "log", "log10", "log1p", "log2", "logaddexp", "logical_and"),
        *("logical_not", "logical_or", "logical_xor", "matmul", "matrix_transpose", "max"),
        *("maximum", "mean", "meshgrid", "min", "minimum", "moveaxis", "multiply", "nan"),
        *("negative", "newaxis", "nextafter", "nonzero", "not_equal", "ones", "ones_like"),
        *("permute_dims", "pi", "positive", "pow", "prod", "real", "reciprocal", "remainder"),
        *("repeat", "reshape", "result_type", "roll", "round", "searchsorted", "sign", "signbit"),
        *("sin", "sinh", "sort", "sqrt", "square", "squeeze", "stack", "std", "subtract", "sum"),
        *("take", "take_along_axis", "tan", "tanh", "tensordot", "tile", "tril", "triu", "trunc"),
        *("uint16", "uint32", "uint64", "uint8", "unique_all", "unique_counts", "unique_inverse"),
        *("unique_values", "unstack", "var", "vecdot", "where", "zeros", "zeros_like"),
    },
    "streamrt.array_api.linalg": {
        *("cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul"),
        *("matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "outer", "pinv", "qr"),
        *("slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm"),
    },
    "streamrt.array_api.fft": {
        *("fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft"),
        *("irfft", "irfftn", "rfft", "rfftfreq", "rfftn"),
    },
    "streamrt_pytest": set[str](),  # its face is a marker, a fixture and options
}
MODULES = [name for name in PUBLIC if name != "streamrt_kernels"]


def tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def public_names(module: ModuleType) -> set[str]:
    """The names a user would find: `__all__`, or those without an underscore.

    A submodule is an attribute of its package once anybody imported it; it counts only where
    the package says `import x as x`. So does what comes from elsewhere.
    """
    if hasattr(module, "__all__"):
        return set(module.__all__)
    nodes = [n for n in ast.walk(tree(module)) if isinstance(n, ast.Import | ast.ImportFrom)]
    imported = {alias.asname or alias.name for node in nodes for alias in node.names}
    exported = {
        alias.asname for node in nodes for alias in node.names if alias.asname == alias.name
    }
    names = {name for name in vars(module) if not name.startswith("_")} - (imported - exported)
    return {name for name in names if name in exported or not inspect.ismodule(vars(module)[name])}


def members(owner: type) -> Iterator[tuple[str, object]]:
    """The public methods, properties and so on that a class of ours defines itself."""
    for name, value in vars(owner).items():
        if name.startswith("_"):
            continue
        value = getattr(value, "__func__", value)
        if inspect.isroutine(value) or isinstance(value, property):
            yield name, value


def undocumented(module: ModuleType, names: set[str]) -> Iterator[str]:
    for name in sorted(names):
        value = getattr(module, name)
        path = f"{module.__name__}.{name}"
        own = getattr(value, "__doc__", None) or ""
        if dataclasses.is_dataclass(value) and own.startswith(f"{name}("):
            own = ""  # what dataclass() writes for a class that has no docstring
        if value is not None and not own.strip():
            yield path
        if inspect.isclass(value):
            for member, function in members(value):
                if not (function.__doc__ or "").strip():
                    yield f"{path}.{member}"


@pytest.mark.parametrize("name", PUBLIC)
def test_the_public_names_are_these(name: str) -> None:
    found = public_names(importlib.import_module(name))
    assert found == PUBLIC[name], "a change of the public surface: note it in CHANGELOG.md, too"


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_a_docstring(name: str) -> None:
    assert not list(undocumented(importlib.import_module(name), PUBLIC[name]))


def test_every_standard_kernel_has_a_docstring() -> None:
    """A kernel is an object, so the docstring stands in the module that makes it."""
    package = importlib.import_module("streamrt_kernels")
    found = {
        name
        for name in PUBLIC["streamrt_kernels"]
        if docstring_of(getattr(package, name)) or getattr(package, name).__doc__.count("\n") > 4
    }
    assert PUBLIC["streamrt_kernels"] - found == {"reference"}


def test_a_missing_docstring_is_found() -> None:
    module = ModuleType("sample")

    class Documented:
        """Has a docstring, but its method has none."""

        def method(self) -> None: ...

    vars(module).update(Documented=Documented, function=lambda: None)
    assert list(undocumented(module, {"Documented", "function"})) == [
        "sample.Documented.method",
        "sample.function",
    ]


MEMBERS = {
    "Buffer": {
        *("delete", "device", "donate", "dtype", "fetch", "freeze", "nbytes", "ndim", "reshape"),
        *("shape", "size", "strides", "sync", "to", "to_numpy"),
    },
    "Capture": set[str](),
    "Device": {
        *("epoch", "host_sees", "memory_stats", "name", "room", "sees_host", "stream", "trim"),
    },
    "Event": {"done", "sync"},
    "Execution": {
        *("add_done_callback", "cancel", "cancelled", "done", "exception", "explain"),
        *("remove_done_callback", "result", "site", "sync", "times"),
    },
    "ForeignStream": {"close", "record", "wait"},
    "GraphExec": {"close", "replay", "streams"},
    "Jitted": {"aio", "compile", "lower", "on", "stats", "warm"},
    "Lowering": {
        *("cuda", "kernels", "llvm", "opencl", "program", "stablehlo", "steps", "traced"),
    },
    "pipeline.Pipeline": {
        *("map", "filter", "fill", "flat_map", "batch", "unbatch", "take", "shuffle", "shard"),
        *("submit", "replay", "to", "run"),
    },
    "pipeline.Run": {"delivered", "report", "resumable", "state", "stats", "verdict"},
    "Scope": {"cancel", "pending"},
    "Stream": {
        *("call", "close", "copy", "drain", "fill", "launch", "lend", "name", "pending"),
        *("record", "sync", "wait"),
    },
}


@pytest.mark.parametrize("name", MEMBERS)
def test_a_user_can_call_these_of_a_handle(name: str) -> None:
    """Whatever the runtime alone may call, such as a device's end, begins with an underscore."""
    assert {member for member, _ in members(attrgetter(name)(streamrt))} == MEMBERS[name]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_stands_in_the_api_reference(name: str) -> None:
    reference = "\n".join(path.read_text() for path in sorted((DOCS / "api").glob("*.md")))
    documented = set(re.findall(r"^::: (\S+)$", reference, flags=re.MULTILINE))
    module = importlib.import_module(name)
    kernels = [vars(sys.modules[m]) for m in documented & {*sys.modules} if "_kernels." in m]
    for member in PUBLIC[name] if name not in documented else ():
        value = getattr(module, member)
        home = getattr(value, "__module__", "")  # documented as a whole?
        is_top = getattr(streamrt, member, None) is value  # or under its shorter name?
        direct = re.compile(rf"{'streamrt' if is_top else name}\.(\w+\.)?{member}")
        is_there = home in documented or any(map(direct.fullmatch, documented))
        is_there = is_there or any(names.get(member) is value for names in kernels)
        if not home:  # a constant, or a module
            is_there = is_there or f"`{member}`" in reference
        assert is_there, f"{name}.{member}"


def test_the_reference_names_the_members_of_a_package_that_imports_them_late() -> None:
    """mkdocstrings shows only such names as it finds in the source, without running it."""
    page = (DOCS / "api" / "testing.md").read_text()
    members = re.search(
        r"^::: streamrt\.testing\n.*?members:\s+\[(.*?)\]", page, re.MULTILINE | re.DOTALL
    )
    assert members is not None
    assert set(re.split(r",\s+", members[1])) == PUBLIC["streamrt.testing"]
