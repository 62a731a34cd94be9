"""Every error streamrt raises, by who is at fault.

    StreamRTError
    ├── ArgumentError (ValueError)          the caller passed a wrong value, shape, device …
    │   ├── ArgumentTypeError (TypeError)   … or a wrong type
    │   ├── SharingError (BufferError)      memory that cannot be shared as it is asked for
    │   └── SignatureError                  a kernel's signature text is wrong
    ├── StateError (RuntimeError)           the object cannot do this now
    │   ├── ClosedError                     a closed runtime, device or stream
    │   ├── DeletedBufferError              a buffer deleted or donated earlier
    │   ├── FrozenBufferError               a write to a frozen buffer
    │   ├── EventNotRecordedError           a wait on an event nobody recorded
    │   ├── QueueFullError                  the stream's hard limit of pending work
    │   ├── WouldDeadlockError              a blocking wait for what waits for the caller
    │   └── ForkedRuntimeError              a runtime opened before fork, used in the child
    ├── ResourceError (RuntimeError)        the process has no descriptor or thread left
    ├── CaptureError                        what a graph cannot hold, or a capture cannot record
    ├── CompileError                        a kernel does not compile or load
    ├── ExecutionError                      what was submitted did not complete
    │   ├── KernelError                     a kernel returned an error code
    │   │   ├── NonFiniteError              … or left a NaN or infinity (`check_finite=True`)
    │   │   └── OutOfBoundsError            … or wrote outside of a buffer (`guard=True`)
    │   ├── HostCallError                   a host call raised what cannot cross an await
    │   ├── DependencyError                 skipped: an input's producer had failed
    │   └── ExecutionCancelledError         cancelled before it started
    └── DeviceError                         the device, or the lack of one
        ├── OutOfMemoryError (MemoryError)  the pool's limit or the device's memory
        ├── DeviceLostError                 the device is gone; its pending work failed
        └── BackendNotFoundError            no such kind of device on this machine

A host call that raises keeps its own exception type: awaiting its execution raises the
very exception, with the submit site as a note. `ExecutionCancelledError` is deliberately
not asyncio's `CancelledError`, which a TaskGroup would swallow.

Every message reads `<what was tried>: <what was found>; <rule or remedy>`.
"""

from __future__ import annotations


class StreamRTError(Exception):
    """The base of all errors of streamrt."""


class ArgumentError(StreamRTError, ValueError):
    """An argument's value, shape, dtype or device is not what the call needs."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument is of a type the call does not take."""


class SharingError(ArgumentError, BufferError):
    """Memory cannot be shared as a consumer of DLPack asks for it.

    A `BufferError`, because that is what the array API has consumers expect.
    """


class SignatureError(ArgumentError):
    """A kernel's signature, or an implementation against it, is wrong."""


class StateError(StreamRTError, RuntimeError):
    """The object is in a state in which the call cannot be carried out."""


class ClosedError(StateError):
    """The runtime, device or stream was closed."""


class DeletedBufferError(StateError):
    """The buffer was deleted or donated."""


class FrozenBufferError(StateError):
    """The buffer was frozen; frozen buffers are read-only for good."""


class EventNotRecordedError(StateError):
    """The event was never recorded, so nothing would ever signal it."""


class QueueFullError(StateError):
    """The stream holds as many pending executions as it may (`queue_limit`)."""


class WouldDeadlockError(StateError):
    """A blocking wait would wait for work that waits for the caller itself."""


class ForkedRuntimeError(StateError):
    """The runtime was opened before a fork; its threads do not exist in the child."""


class ResourceError(StreamRTError, RuntimeError):
    """The system gives the process no more of what the runtime needs: descriptors, threads."""


class CaptureError(StreamRTError):
    """A capture cannot record this, or a graph cannot be planned with it.

    Attributes:
        node: the index of the offending node; None if no node is to blame.
    """

    def __init__(self, message: str, node: int | None = None) -> None:
        super().__init__(message)
        self.node = node


class CompileError(StreamRTError):
    """A kernel could not be compiled or loaded."""


class ExecutionError(StreamRTError):
    """An execution did not complete."""


class KernelError(ExecutionError):
    """A kernel returned an error code.

    Attributes:
        code: what the kernel's entry returned.
    """

    def __init__(self, message: str, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class NonFiniteError(KernelError):
    """A kernel left a NaN or an infinity in an output, which `check_finite=True` looks for.

    Attributes:
        parameter: the output's name in the kernel's signature.
        index: of the first such element in C order, one number for each dimension.
    """

    def __init__(self, message: str, parameter: str = "", index: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.index = index


class OutOfBoundsError(KernelError):
    """Memory beside a buffer was overwritten, which `guard=True` looks for.

    Attributes:
        offset: of the first damaged byte from the allocation's first: negative before it, at
            least its size behind it.
    """

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


class HostCallError(ExecutionError):
    """A host call raised StopIteration, KeyboardInterrupt or SystemExit (the `__cause__`)."""


class DependencyError(ExecutionError):
    """The execution was skipped because what it reads was never written.

    Its `__cause__` is the root failure, where that is still known.
    """


class ExecutionCancelledError(ExecutionError):
    """The execution was cancelled before it started."""


class DeviceError(StreamRTError):
    """A device failed, or is not there."""


class OutOfMemoryError(DeviceError, MemoryError):
    """The device has no memory left, or the pool's byte limit is reached."""


class DeviceLostError(DeviceError):
    """The device stopped working; everything pending on it failed."""


class BackendNotFoundError(DeviceError):
    """This machine has no device of the kind asked for."""
