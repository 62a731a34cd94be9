"""The package `onnx`, which reads the files of models; it is loaded when a model is first read."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from streamrt.errors import StateError

__all__ = ["onnx_package"]


def onnx_package() -> ModuleType:
    """Returns the package `onnx`.

    Raises:
        StateError: it is not installed.
    """
    try:
        return import_module("onnx")
    except ImportError as error:
        raise StateError(
            "read an ONNX model: onnx is not installed; pip install 'streamrt[onnx]'"
        ) from error
