"""Loading: the file of a module becomes functions. It compiles nothing, and runs nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from streamrt._core.handles import Unique
from streamrt._core.values import check_flag, shown
from streamrt._jit.calling.results import frame_of_user
from streamrt._module.file import Opened, open_module
from streamrt._module.functions import Function
from streamrt._module.weights import Weights
from streamrt._refusals import refusing
from streamrt._runtime.device import Device
from streamrt.errors import ArgumentError, ArgumentTypeError, CaptureError, ModuleError
from streamrt.graph.graph import Graph

__all__ = ["Module", "load"]


class Module(Unique, Mapping[str, Function]):
    """The functions of a file, by name. Made by `streamrt.load`.

        module = streamrt.load("net.srtm")
        y = module["net"](x)

    Attributes:
        name: what messages call the file.
        note: who made it, as text.
        nbytes: the bytes of the file.
    """

    _instead = "load it there"

    def __init__(self, opened: Opened, name: str) -> None:
        """Not for users: `streamrt.load` makes modules."""
        self.name: str = name
        self.note: str = opened.contents.note
        self.nbytes: int = opened.nbytes
        self._contents = opened.contents
        weights = self._weights = Weights(opened.parts)
        self._functions = {
            record.name: Function(record, weights) for record in opened.contents.functions
        }
        self._graphs = {record.name: record for record in opened.contents.graphs}

    @property
    def functions(self) -> dict[str, tuple[str, ...]]:
        """The calls that each function takes, as text, by its name."""
        return {name: function.signatures for name, function in self._functions.items()}

    @property
    def graphs(self) -> dict[str, str]:
        """The inputs and the results of each graph, as text, by its name."""
        return {name: str(record) for name, record in self._graphs.items()}

    @refusing
    def graph(self, name: str, device: Device) -> Graph:
        """Returns a graph, to be planned for a device.

            graph = module.graph("step", rt.device())
            y = await graph.plan(rt.device()).instantiate().replay(x=x)

        Each call returns another graph. Its functions become nodes as this release lowers them for
        the device; inputs that were saved with their contents are bound to frozen buffers of the
        device, and those that the graph writes to buffers of their own.

        Args:
            name: its name.
            device: the device that will run it.

        Raises:
            KeyError: the module has none of that name.
            ModuleError: a file of somebody else's says a graph that cannot be.
            CompileError: the device cannot run a function that it calls.
        """
        if not isinstance(device, Device):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentTypeError(
                f"graph {shown(name)}: device is {shown(device)}; pass one that rt.device() gave"
            )
        record = self._graphs.get(name) if isinstance(name, str) else None
        if record is None:
            known = ", ".join(map(shown, self._graphs)) or "none"
            raise KeyError(f"{self.name} has no graph {shown(name)}; it has {known}")
        from streamrt._module.graphs.building import GraphBuilder  # functions do not need it

        site = f"graph {name} of {self.name}"
        builder = GraphBuilder(record, self._weights, device, site, frame_of_user())
        try:
            return builder.graph()
        except (ArgumentError, CaptureError) as error:
            raise ModuleError(f"load {self.name}: graph {name}: {builder.at}{error}") from error

    @refusing
    def __getitem__(self, name: str) -> Function:
        """Returns a function.

        Raises:
            KeyError: the module has none of that name.
        """
        try:
            return self._functions[name]
        except (KeyError, TypeError):
            known = ", ".join(map(shown, self._functions))
            raise KeyError(f"{self.name} has no function {shown(name)}; it has {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    async def warm(self) -> None:
        """Compiles all functions for the first device of the current runtime, in a host thread."""
        for function in self._functions.values():
            for args, kwargs in function._examples():
                await function.warm(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<Module {self.name}: {', '.join(map(shown, self._functions))}>"


@refusing
def load(source: bytes | str | os.PathLike[str] | BinaryIO, *, copy: bool = False) -> Module:
    """Reads a module, which `streamrt.save` wrote: its functions, without their source.

    Nothing is compiled and nothing runs; the first call of a function compiles it, if the cache on
    disk does not have it. The file is checked whole, and may come from anybody: it holds programs
    and arrays, and no code. What it makes the compiler do is within the limits of functions that
    are written in Python.

    Args:
        source: the path of a file, its bytes, or a file that is open for reading bytes.
        copy: whether the file is read, in place of mapped. The arrays of a mapped file are used
            where they are, so whoever changes it while it is used changes what functions compute.

    Raises:
        ModuleError: it cannot be read, or is no module, or damaged, or of a newer release.
        ArgumentTypeError: it is nothing that can be read.
    """
    is_copy = check_flag(copy, "load: copy")
    is_bytes = isinstance(source, bytes | bytearray | memoryview)
    if not is_bytes and not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        raise ArgumentTypeError(
            f"load: source is {shown(source)}; pass a path, the bytes of a file, or an open file"
        )
    name = "a module" if is_bytes else str(getattr(source, "name", source))
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
    try:
        return Module(open_module(source, copy=is_copy), name)
    except OSError as error:
        raise ModuleError(f"load {name}: {error.strerror or error}") from error
    except ValueError as error:
        raise ModuleError(f"load {name}: {error}") from None
