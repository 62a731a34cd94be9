"""Models of ONNX as users hold them: `read_onnx` reads one, `from_onnx` compiles it for calls."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

from streamrt._compile.signatures.dtypes import from_numpy
from streamrt._core.values import shown
from streamrt._jit.calling.first_call import Calls
from streamrt._jit.calling.jitted import Jitted
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.options import Options
from streamrt._jit.tracing.recording import CURRENT
from streamrt._module.inlining import device_of
from streamrt._module.naming import identifiers
from streamrt._module.parting import bytes_of
from streamrt._module.weights import Weights
from streamrt._onnx.model import OnnxModel
from streamrt._onnx.nodes import OnnxPort, named
from streamrt._onnx.operators.table import NOT_READ, OPERATORS
from streamrt._onnx.reading import read_bytes, read_file
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["OnnxFunction", "from_onnx", "read_onnx"]


def read_onnx(path: str | os.PathLike[str] | bytes) -> OnnxModel:
    """Reads a model of ONNX, and compiles nothing.

    Args:
        path: the path of a file, or the bytes of one that has no external weights.

    Raises:
        ArgumentTypeError: it is neither.
        ModuleError: it is no model, or has what is not read; the message names the file, the place
            and the reason, and all operators that are not read at once.
        StateError: the package `onnx` is not installed.
    """
    known, folder = OPERATORS.keys(), None
    if isinstance(path, bytes | bytearray | memoryview):
        data, name = bytes(path), "the model"
    elif isinstance(path, str | os.PathLike):
        file = Path(path)
        data, name, folder = read_file(file), file.name, file.parent
    else:
        raise ArgumentTypeError(f"read an ONNX model: found {shown(path)}; pass a path or bytes")
    what = f"read {named(name) if folder else name}"
    graph = read_bytes(data, what, folder=folder, known=known, why=NOT_READ)
    return OnnxModel(Path(name).stem if folder else graph.name or "model", graph)


@refusing
def from_onnx(path: str | os.PathLike[str] | bytes) -> OnnxFunction:
    """Returns the function of a model of ONNX, which is compiled as `jit` compiles functions.

        net = streamrt.from_onnx("minilm.onnx")
        embeddings = net(ids, mask)                # a Buffer, at once
        embeddings = net(input_ids=ids, attention_mask=mask)

    A call takes the inputs of the model in its order, or by their names, as Buffers or NumPy
    arrays. It returns one array, or a tuple of the outputs in the order of the model. Weights are
    put on a device when it is first used, and stay there. The sets of operators 13 to 22 are read;
    weights in other files lie below the folder of the model.

    Args:
        path: the path of the file, or its bytes.

    Raises:
        ArgumentTypeError: it is neither.
        ModuleError: it is no model, or has what is not read; the message names the file, the place
            and the reason, and all operators that are not read at once.
        StateError: the package `onnx` is not installed: `pip install 'streamrt[onnx]'`.
    """
    return OnnxFunction(read_onnx(path))


class OnnxFunction(Jitted[..., Any]):
    """The compiled function of a model. Made by `streamrt.from_onnx`.

    It has the methods of every compiled function: `on`, `lower`, `compile`, `warm`, `aio`, `stats`.
    What `lower` returns can be saved, with the weights.
    """

    _instead = "read the model there"

    def __init__(self, model: OnnxModel, options: Options | None = None) -> None:
        """Not for users: `streamrt.from_onnx` makes one."""
        self._model = model
        super().__init__(_Run(model), Options() if options is None else options)

    @property
    def inputs(self) -> tuple[OnnxPort, ...]:
        """The name, the dtype and the shape of each input of the model, in order."""
        return self._model.inputs

    @property
    def outputs(self) -> tuple[OnnxPort, ...]:
        """Those of each output."""
        return self._model.outputs

    @property
    def _calls(self) -> Calls:
        found = self._lazy
        if found is None:
            found = self._lazy = _ModelCalls(self, self._options)
        return found

    @refusing
    def _again(self, options: Options) -> OnnxFunction:
        if options.static:
            raise ArgumentError(f"jit {self._model.name}: the inputs of a model are arrays")
        return OnnxFunction(self._model, options)

    def __repr__(self) -> str:
        ports = ", ".join([f"{port.name}: {port}" for port in self.inputs])
        return f"<onnx {self._model.name}({ports})>"


class _Run:
    """A model as a function with one parameter for each input."""

    __module__ = "streamrt"

    def __init__(self, model: OnnxModel) -> None:
        self._model = model
        self._weights = Weights(
            {name.encode(): bytes_of(array) for name, array in model.weights.items()}
        )
        self.__name__ = self.__qualname__ = model.name
        self.__doc__ = f"A model of ONNX, {model.name}."
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        names = identifiers(port.name for port in model.inputs)
        self.__signature__ = inspect.Signature([inspect.Parameter(each, kind) for each in names])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the model: in a trace over the weights of its device, else over NumPy's arrays."""
        inputs = self.__signature__.bind(*args, **kwargs).args
        recording = CURRENT.recording
        if recording is None:
            return self._model.run(self._model.weights, *inputs)
        device = device_of(recording)
        frame, weights = frame_of_user(), dict[str, Any]()
        for name, array in self._model.weights.items():
            dtype = from_numpy(array.dtype)
            assert dtype is not None  # reading lets no other pass
            weights[name] = self._weights.on(device, name.encode(), dtype.name, array.shape, frame)
        return self._model.run(weights, *inputs)


class _ModelCalls(Calls):
    """The calls of a model, whose weights are put on the device of a call."""

    handle = OnnxFunction
    owns = True

    def __init__(self, function: OnnxFunction, options: Options) -> None:
        super().__init__(function.__wrapped__, function._model.name, options)
        self.site = "a model of ONNX"
