"""All errors that streamrt raises, by who is at fault.

    StreamRTError
    ├── ArgumentError (ValueError)          the caller passed a wrong value, shape, device …
    │   ├── ArgumentTypeError (TypeError)   … or a wrong type
    │   ├── SharingError (BufferError)      memory that cannot be shared as requested
    │   └── SignatureError                  a kernel's signature text is wrong
    ├── StateError (RuntimeError)           an object cannot do this now
    │   ├── ClosedError                     a closed runtime, device or stream
    │   ├── DeletedBufferError              a buffer deleted or donated earlier
    │   ├── FrozenBufferError               a write to a frozen buffer
    │   ├── EventNotRecordedError           a wait on an event nobody recorded
    │   ├── QueueFullError                  the stream's hard limit of pending work
    │   ├── WouldDeadlockError              a blocking wait for work that waits for the caller
    │   └── ForkedRuntimeError              a runtime opened before a fork, used in the child
    ├── ResourceError (RuntimeError)        a descriptor, a thread or a driver's memory is refused
    ├── CaptureError                        a graph cannot hold this, or a capture not record it
    ├── CompileError                        a kernel does not compile or load
    ├── ModuleError                         a module or a model that cannot be read
    ├── TraceError                          a function that `jit` traces does what it cannot trace
    │   ├── TraceTypeError (TypeError)      … and NumPy refuses it, too: a type, or a dtype
    │   └── TraceValueError (ValueError)    … and NumPy refuses it, too: a shape, or an index
    ├── ExecutionError                      submitted work did not complete
    │   ├── KernelError                     a kernel returned an error code
    │   │   ├── NonFiniteError              … or left a NaN or infinity (`check_finite=True`)
    │   │   └── OutOfBoundsError            … or wrote outside of a buffer (`guard=True`)
    │   ├── HostCallError                   a host call raised an error that no await can pass on
    │   ├── DependencyError                 skipped: an input's producer had failed
    │   └── ExecutionCancelledError         cancelled before it started
    │       └── DeadlineError (TimeoutError)  … because its deadline had passed
    ├── OverloadedError (RuntimeError)      a service refuses what it cannot answer in time
    ├── DeviceError                         a device failed or is missing
    │   ├── OutOfMemoryError (MemoryError)  the pool's limit or the device's memory
    │   ├── DeviceLostError                 the device is gone; its pending work failed
    │   ├── BackendNotFoundError            this machine has no such kind of device
    │   └── UnsupportedPlatformError        the native core does not exist for this platform
    ├── RaceError                           nothing orders two accesses to the same bytes
    │   └── UndeclaredAccessError           a kernel wrote bytes that it does not declare to write
    └── ExplorationError                    found by `streamrt.testing`, while it explores a program
        ├── StuckError                      tasks are left, and nothing can go on
        ├── EscapedError                    real time, a socket or a thread of the program's own
        ├── InjectedError                   a host call that was made to fail
        └── ReplayError                     a saved failure that cannot be replayed
            └── NotDeterministicError       the same schedule went differently the second time

A host call that raises keeps its own exception type: an await of its execution raises that same
exception, with the submit site as a note. `ExecutionCancelledError` is deliberately not asyncio's
`CancelledError`, because a TaskGroup would swallow that.

Every message reads `<what was tried>: <what was found>; <rule or remedy>`.
"""

from __future__ import annotations

from typing import NamedTuple


class StreamRTError(Exception):
    """The base of all errors of streamrt."""


class ArgumentError(StreamRTError, ValueError):
    """An argument's value, shape, dtype or device is not what the call needs."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument is of a type that the call does not take."""


class ArgumentIndexError(ArgumentError, IndexError):
    """An index or an axis is out of range, or is no index."""


class SharingError(ArgumentError, BufferError):
    """Memory cannot be shared in the way that a consumer of DLPack requests.

    It is a `BufferError`, because the array API tells consumers to expect that.
    """


class SignatureError(ArgumentError):
    """A kernel's signature is wrong, or an implementation does not fit it."""


class StateError(StreamRTError, RuntimeError):
    """An object is in a state in which the call cannot be carried out."""


class ClosedError(StateError):
    """The runtime, device or stream was closed."""


class DeletedBufferError(StateError):
    """The buffer was deleted or donated."""


class FrozenBufferError(StateError):
    """The buffer was frozen; frozen buffers are read-only for good."""


class EventNotRecordedError(StateError):
    """The event was never recorded, so nothing will ever signal it."""


class QueueFullError(StateError):
    """The stream holds as many pending executions as it may (`queue_limit`)."""


class WouldDeadlockError(StateError):
    """A blocking wait would never end, because it is for work that waits for the caller."""


class ForkedRuntimeError(StateError):
    """The runtime was opened before a fork; its threads do not exist in the child."""


class ResourceError(StreamRTError, RuntimeError):
    """The system gives the process no more descriptors or threads, or a GPU's driver no memory.

    Memory that has run out is an `OutOfMemoryError`; here the driver gave another reason.
    """


class CaptureError(StreamRTError):
    """A capture cannot record a call, or a graph cannot be planned.

    Attributes:
        node: the index of the node at fault; None if no node is at fault.
    """

    def __init__(self, message: str, node: int | None = None) -> None:
        super().__init__(message)
        self.node = node


class CompileError(StreamRTError):
    """A kernel could not be compiled or loaded."""


class ModuleError(StreamRTError):
    """A module or a model cannot be read: the message names the file, the place and the reason."""


class TraceError(StreamRTError):
    """A function that `jit` traces does something that no trace can hold.

    The message names the function, the line, the operation and the value's origin, and says what to
    write instead.
    """


class TraceTypeError(TraceError, TypeError):
    """A traced function does what NumPy refuses, too, because of a type or a dtype."""


class TraceValueError(TraceError, ValueError, IndexError):
    """A traced function does what NumPy refuses, too, because of a shape, an axis or an index."""


class ExecutionError(StreamRTError):
    """An execution did not complete."""


class KernelError(ExecutionError):
    """A kernel returned an error code, or its device refused the launch.

    Attributes:
        code: the value that the kernel's entry returned; 0 if it did not run.
    """

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class NonFiniteError(KernelError):
    """A kernel left a NaN or an infinity in an output; `check_finite=True` looks for them.

    Attributes:
        parameter: the output's name in the kernel's signature.
        index: the index of the first such element in C order, one number for each dimension.
    """

    def __init__(self, message: str, parameter: str = "", index: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.index = index


class OutOfBoundsError(KernelError):
    """Memory beside a buffer was overwritten; `guard=True` looks for that.

    Attributes:
        offset: the distance of the first damaged byte from the allocation's first byte: negative
            before the allocation, at least its size after it.
    """

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


class HostCallError(ExecutionError):
    """A host call ended neither with a result nor with an ordinary exception.

    It raised StopIteration, SystemExit, a cancellation or the like, the `__cause__`; it returned a
    coroutine that nobody runs; or its loop was closed.
    """


class DependencyError(ExecutionError):
    """The execution was skipped, because a failure kept its inputs from being written.

    Its `__cause__` is that first failure, if it is still known.
    """


class ExecutionCancelledError(ExecutionError):
    """The execution was cancelled before it started."""


class DeadlineError(ExecutionCancelledError, TimeoutError):
    """Work, or a request to a Batcher, was past its deadline; it did not begin, or did not end."""


class OverloadedError(StreamRTError, RuntimeError):
    """A service refuses a request: it is full, it could not answer in time, or it is ending."""


class DeviceError(StreamRTError):
    """A device failed or is missing."""


class OutOfMemoryError(DeviceError, MemoryError):
    """The device has no memory left, or the pool's byte limit is reached."""


class DeviceLostError(DeviceError):
    """The device stopped working; everything pending on it failed."""

    # The device, the reason, and the epoch that ended, -1 if the device went on. Failures of one
    # cause are reported as one.
    _cause: tuple[str, str, int] | None = None
    _is_told: bool = False  # whether nobody has to be told, because it is the error of no work


class BackendNotFoundError(DeviceError):
    """This machine has no device of the requested kind."""


class UnsupportedPlatformError(DeviceError):
    """The native core does not exist for this system, machine or interpreter.

    Importing streamrt and compiling kernels need no core. Opening a runtime does. It is raised for
    parts that need more of the system, too: `fill(processes=True)` of a pipeline.
    """


class RaceAccess(NamedTuple):
    """One of the two accesses of a race.

    Attributes:
        name: the execution, as in `fill on sim:0/load@3`.
        site: the place that submitted it, as in `feed.py:41 in feed`.
        writes: whether it writes the bytes.
        buffer: the label of the buffer it was given, as in `#4 float32[1024]`.
        start: the first byte it uses, counted from the beginning of the allocation.
        stop: the byte behind the last one.
    """

    name: str
    site: str
    writes: bool
    buffer: str
    start: int
    stop: int


class RaceError(StreamRTError):
    """Two executions use the same bytes, one of them writes, and nothing orders the two.

    Attributes:
        first: the access that was submitted first.
        second: the other one.
        remedy: what would order them, as code.
    """

    def __init__(
        self,
        message: str,
        first: RaceAccess | None = None,
        second: RaceAccess | None = None,
        remedy: str = "",
    ) -> None:
        super().__init__(message)
        self.first = first
        self.second = second
        self.remedy = remedy


class UndeclaredAccessError(RaceError):
    """A kernel wrote bytes that it does not declare to write, so nothing can order them.

    Simulated devices find this with `races=True`: they compare their memory before and after.

    Attributes:
        first: the launch, and the bytes that it wrote.
        second: None.
        remedy: what to change, in words.
    """


class ExplorationError(StreamRTError):
    """A program was explored, and did what no explored program may do."""


class StuckError(ExplorationError):
    """Tasks are left and nothing can go on, or they go on for ever without any progress.

    Attributes:
        kind: `deadlock`, `lost wake` or `livelock`.
        sites: the lines at which the tasks wait.
    """

    def __init__(self, message: str, kind: str = "deadlock", sites: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.sites = sites


class EscapedError(ExplorationError):
    """The program uses real time, a socket, a process or a thread, which exploration cannot order.

    Attributes:
        site: the line that does.
    """

    def __init__(self, message: str, site: str = "") -> None:
        super().__init__(message)
        self.site = site


class InjectedError(ExplorationError):
    """A host call was made to fail, as `testing.fail()` asked."""


class ReplayError(ExplorationError):
    """A saved failure cannot be replayed: another program, another version, or a broken file."""


class NotDeterministicError(ReplayError):
    """The program went differently the second time, in the same schedule."""
