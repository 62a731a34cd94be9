"""streamrt: an asynchronous stream scheduler. Python awaits kernels; they run without Python.

The layout of the package, from the top; imports go down only:

    __main__.py   `python -m streamrt`, the same as the command `streamrt`
    _cli/         `streamrt devices`, `streamrt cache`: users of the public names below
    serving/      requests in batches: deadlines, shares of tenants, a door that refuses
    observe/      what a program did: recordings, traces, why it is slow, metrics
    pipeline/     pipelines: sources, stages of workers, batches, graphs; runs that can be resumed
    testing/      the simulator, and the suite that every backend passes
    process.py    devices in child processes: their options
    dask.py       devices behind the workers of a Dask cluster
    _arrays.py    how rooms below load array_api
    array_api/    eager arrays by the Array API standard, each function compiled by itself
    emit.py       helpers that write the LLVM IR of kernels
    _onnx/        models of ONNX as functions that `jit` compiles
    _module/      modules: files of compiled functions, saved and loaded
    _jit/         the decorator `jit`: traces NumPy functions, and runs what becomes of them
    _runtime/     the objects that users hold: Runtime, Device, Stream, Event, Execution, Buffer
    _backends/    kinds of device, each imported when it is first asked for
    graph/        graphs and their plans, as data
    backend.py    the contract of a backend
    _contract.py  the protocols of that contract
    _native/      timelines, and the drain loop in C, shipped as LLVM IR
    _ir/          the compiler of what `jit` traces
    _compile/     kernels: signatures, LLVM, the cache on disk
    _core/        the pure core: timelines, hazards, pool policy, the planner of graphs
    _html.py      HTML of what a notebook shows
    _interrupts.py  tells errors of signal handlers from others
    _lazy.py      names of a package that are imported when they are first used
    _namespace.py  the slot that _arrays.py fills
    _notes.py     what happened in Python, told to whoever listens
    _replacing.py  files that are replaced as a whole
    _refusals.py  ends the tracebacks of refused calls at the caller's line
    errors.py     every error

`import streamrt` loads the errors alone: each other name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from streamrt import _arrays as _arrays
from streamrt import errors as errors
from streamrt.errors import StreamRTError as StreamRTError

if TYPE_CHECKING:
    from streamrt import dask as dask
    from streamrt._compile.cuda.text import CUDA as CUDA
    from streamrt._compile.implementations import LLVM as LLVM
    from streamrt._compile.implementations import Python as Python
    from streamrt._compile.kernel import Kernel as Kernel
    from streamrt._compile.native_function import Native as Native
    from streamrt._compile.opencl.text import OpenCL as OpenCL
    from streamrt._compile.signatures.binding import Binding as Binding
    from streamrt._core.tracking.pool import MemoryStats as MemoryStats
    from streamrt._jit.calling.jitted import Jitted as Jitted
    from streamrt._jit.calling.jitted import jit as jit
    from streamrt._jit.calling.lowering import LoweredStep as LoweredStep
    from streamrt._jit.calling.lowering import Lowering as Lowering
    from streamrt._jit.control import cond as cond
    from streamrt._jit.control import fori as fori
    from streamrt._jit.control import scan as scan
    from streamrt._jit.control import while_loop as while_loop
    from streamrt._jit.kernel_functions.decorator import kernel as kernel
    from streamrt._jit.options import JitStats as JitStats
    from streamrt._jit.shapes import Shapes as Shapes
    from streamrt._jit.tracing.special import erf as erf
    from streamrt._module.functions import Function as Function
    from streamrt._module.importing import from_stablehlo as from_stablehlo
    from streamrt._module.loading import Module as Module
    from streamrt._module.loading import load as load
    from streamrt._module.saving import save as save
    from streamrt._onnx.loading import from_onnx as from_onnx
    from streamrt._runtime.aids.who_waits import Waiting as Waiting
    from streamrt._runtime.aids.who_waits import WaitingTable as WaitingTable
    from streamrt._runtime.buffer import Buffer as Buffer
    from streamrt._runtime.device import Device as Device
    from streamrt._runtime.ending.deadlines import Deadline as Deadline
    from streamrt._runtime.ending.deadlines import deadline as deadline
    from streamrt._runtime.event import Event as Event
    from streamrt._runtime.execution import Execution as Execution
    from streamrt._runtime.execution import Times as Times
    from streamrt._runtime.foreign.foreign_stream import ForeignStream as ForeignStream
    from streamrt._runtime.graphs.capture import Capture as Capture
    from streamrt._runtime.graphs.graph_exec import GraphExec as GraphExec
    from streamrt._runtime.runtime import Runtime as Runtime
    from streamrt._runtime.scope import Scope as Scope
    from streamrt._runtime.stream import Stream as Stream
    from streamrt.graph.capture_plan import CapturePlan as CapturePlan
    from streamrt.graph.graph import Graph as Graph
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt._compile.signatures.binding": "Binding",
            "streamrt._compile.cuda.text": "CUDA",
            "streamrt._compile.implementations": "LLVM Python",
            "streamrt._compile.kernel": "Kernel",
            "streamrt._compile.native_function": "Native",
            "streamrt._compile.opencl.text": "OpenCL",
            "streamrt._core.tracking.pool": "MemoryStats",
            "streamrt._jit.calling.jitted": "Jitted jit",
            "streamrt._jit.control": "cond fori scan while_loop",
            "streamrt._jit.kernel_functions.decorator": "kernel",
            "streamrt._jit.calling.lowering": "LoweredStep Lowering",
            "streamrt._jit.options": "JitStats",
            "streamrt._jit.shapes": "Shapes",
            "streamrt._jit.tracing.special": "erf",
            "streamrt._module.functions": "Function",
            "streamrt._module.importing": "from_stablehlo",
            "streamrt._module.loading": "Module load",
            "streamrt._module.saving": "save",
            "streamrt._onnx.loading": "from_onnx",
            "streamrt._runtime.aids.who_waits": "Waiting WaitingTable",
            "streamrt._runtime.buffer": "Buffer",
            "streamrt._runtime.ending.deadlines": "Deadline deadline",
            "streamrt._runtime.device": "Device",
            "streamrt._runtime.event": "Event",
            "streamrt._runtime.execution": "Execution Times",
            "streamrt._runtime.foreign.foreign_stream": "ForeignStream",
            "streamrt._runtime.graphs.capture": "Capture",
            "streamrt._runtime.graphs.graph_exec": "GraphExec",
            "streamrt._runtime.runtime": "Runtime",
            "streamrt._runtime.scope": "Scope",
            "streamrt._runtime.stream": "Stream",
            "streamrt.graph.capture_plan": "CapturePlan",
            "streamrt.graph.graph": "Graph",
        },
        modules="dask",
    )
    __all__ += ["StreamRTError", "errors"]

__version__ = "0.1.0.dev0"
