"""A table of driver functions in Python, and a library that finds them: enough for the loader."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from streamrt._backends.cuda import driver

_NAMES = {0: b"CUDA_SUCCESS", 2: b"CUDA_ERROR_OUT_OF_MEMORY", 100: b"CUDA_ERROR_NO_DEVICE"}


class TinyDriver:
    """Functions that note how they were called and return what a test says.

    Attributes:
        calls: the name and the arguments of each call.
        codes: what a function returns instead of 0, by its name.
        results: what a function writes to its first argument, by its name.
    """

    def __init__(self, without: tuple[str, ...] = ()) -> None:
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.codes: dict[str, int] = {}
        self.results: dict[str, int] = {"cuDriverGetVersion": 12_020, "cuDeviceGetCount": 2}
        self._keep: list[Any] = []
        names = dict(driver._FUNCTIONS) | {
            n: letters for n, (letters, _) in driver._OPTIONAL.items()
        }
        self.functions: dict[str, int] = {
            name: self._address(name, letters)
            for name, letters in names.items()
            if name not in without
        }

    def _address(self, name: str, letters: str) -> int:
        def called(*arguments: Any) -> int:
            return self._called(name, arguments)

        types = [driver._TYPES[letter] for letter in letters]
        function = ctypes.CFUNCTYPE(ctypes.c_int, *types)(called)
        self._keep.append(function)
        found = ctypes.cast(function, ctypes.c_void_p).value
        assert found is not None
        return found

    def _called(self, name: str, arguments: tuple[Any, ...]) -> int:
        if name == "cuGetErrorName":
            spelled = _NAMES.get(arguments[0])
            if spelled is None:
                return 1
            ctypes.c_char_p.from_address(arguments[1]).value = spelled
            return 0
        if name == "cuGetErrorString":
            ctypes.c_char_p.from_address(arguments[1]).value = b"in words"
            return 0
        self.calls.append((name, arguments))
        if name in self.results and not self.codes.get(name):
            ctypes.c_int.from_address(arguments[0]).value = self.results[name]
        return self.codes.get(name, 0)


class Library:
    """A stand-in for `ctypes.CDLL("libcuda.so.1")`."""

    def __init__(self, tiny: TinyDriver, version: int, absent: tuple[str, ...] = ()) -> None:
        self.asked: dict[str, int] = {}

        def get_version(place: int) -> int:
            ctypes.c_int.from_address(place).value = version
            return 0

        def find(symbol: bytes, place: int, wanted: int, flags: int, status: int | None) -> int:
            name = symbol.decode()
            self.asked[name] = wanted
            assert (flags, status) == (0, None)
            if wanted > version:
                return 1
            ctypes.c_uint64.from_address(place).value = (
                0 if name in absent else tiny.functions[name]
            )
            return 0

        self.cuDriverGetVersion: Callable[..., int] = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.c_void_p
        )(get_version)
        types = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p)
        if version >= driver.OLDEST:
            self.cuGetProcAddress_v2: Any = ctypes.CFUNCTYPE(ctypes.c_int, *types)(find)
