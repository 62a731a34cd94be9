"""Arrays of the namespace: each wraps a Buffer; operations on them return at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Self

import numpy as np

from streamrt._core.values import shown, told
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._namespace import array_namespace
from streamrt._runtime.device import Device
from streamrt._runtime.inner import beside, contents_of
from streamrt.array_api import _views
from streamrt.array_api._dtypes import Dtype
from streamrt.array_api._numpys import NumpyFunctions
from streamrt.array_api._operators import Operators
from streamrt.array_api._public import public
from streamrt.array_api._ufuncs import Ufuncs
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["Array"]

VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")


class Array(Operators, Ufuncs, NumpyFunctions, Wrapped):
    """An array of the namespace. Made by its functions, `asarray` among them.

    Operations return at once, with arrays whose elements are there later. `await x` waits, and so
    do `np.asarray(x)`, `float(x)`, `bool(x)` and `print(x)`. An error of an operation is raised
    there, and wherever its results are used. Indexes, `reshape` and the like give views.

    Attributes:
        dtype: the type of the elements.
        shape: the extents.
        device: where the memory is.
        buffer: the Buffer that it wraps, with the same memory.
    """

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment] # `==` compares elements

    # -- describing -----------------------------------------------------------------------------

    @property
    def dtype(self) -> Dtype:
        """The type of the elements."""
        return self.buffer.dtype

    @property
    def device(self) -> Device:
        """The device of the memory."""
        return self.buffer.device

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents, in elements."""
        return self.buffer.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self.buffer.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.buffer.size

    @property
    def nbytes(self) -> int:
        """The size of all elements, in bytes."""
        return self.buffer.nbytes

    @property
    def itemsize(self) -> int:
        """The size of one element, in bytes."""
        return self.dtype.itemsize

    @property
    def T(self) -> Self:  # noqa: N802
        """A view of a matrix with its axes swapped."""
        if self.ndim != 2:
            raise ArgumentError(
                f".T of {told(self)}: it has {self.ndim} dimensions, not 2; use .mT"
            )
        return self.mT

    @property
    def mT(self) -> Self:  # noqa: N802
        """A view with the last two axes swapped."""
        found: Self = _views.view(self, lambda x: x.mT, f".mT of {told(self)}")
        return found

    def __len__(self) -> int:
        if not self.shape:
            raise ArgumentTypeError(f"len of {told(self)}: it has no dimensions")
        return self.shape[0]

    def __repr__(self) -> str:
        """Describes the array; shows elements that are there, but waits for none."""
        return f"{self._told()[:-1]}{contents_of(self.buffer)}>"

    def _told(self) -> str:
        buffer = self.buffer
        return f"<Array {buffer.dtype}{list(buffer.shape)} on {buffer.device}>"

    def __str__(self) -> str:
        return str(np.asarray(self.buffer))

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """Returns the namespace `streamrt.array_api`.

        Args:
            api_version: the version of the standard, as in `2024.12`; None means the newest.
        """
        is_known = isinstance(api_version, str) and api_version in VERSIONS
        if api_version is not None and not is_known:
            raise ArgumentError(
                f"__array_namespace__: found {shown(api_version)}; it follows {', '.join(VERSIONS)}"
            )
        return array_namespace()

    # -- waiting --------------------------------------------------------------------------------

    def __await__(self) -> Generator[Any, None, Self]:
        """Waits for the elements, and returns the array; raises if an operation failed."""
        yield from self.buffer.__await__()
        return self

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """Returns a NumPy copy. Blocks until the elements are there."""
        return self.buffer.__array__(dtype, copy)

    def _number(self, what: str) -> Any:
        if self.shape:
            raise ArgumentTypeError(f"{what} of {told(self)}: it has dimensions; index one element")
        return np.asarray(self.buffer)[()]

    def __bool__(self) -> bool:
        return bool(self._number("bool"))

    def __int__(self) -> int:
        number = self._number("int")
        if self.dtype.kind == "c":
            raise ArgumentTypeError(f"int of {told(self)}: it is complex; use real()")
        return int(number)

    def __float__(self) -> float:
        if self.dtype.kind == "c":
            raise ArgumentTypeError(f"float of {told(self)}: it is complex; use real()")
        return float(self._number("float"))

    def __complex__(self) -> complex:
        return complex(self._number("complex"))

    def __index__(self) -> int:
        if self.dtype.kind not in "iu":
            raise ArgumentTypeError(f"index by {told(self)}: it is no integer")
        return int(self._number("index"))

    # -- sharing --------------------------------------------------------------------------------

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Shares the memory by DLPack; see `Buffer.__dlpack__`."""
        return self.buffer.__dlpack__(
            stream=stream, max_version=max_version, dl_device=dl_device, copy=copy
        )

    def __dlpack_device__(self) -> tuple[int, int]:
        """Returns the DLPack device of the memory."""
        return self.buffer.__dlpack_device__()

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        """The memory as other libraries describe it; only arrays on GPUs have it."""
        return self.buffer.__cuda_array_interface__

    @public
    def to_device(self, device: Device | str, /, *, stream: None = None) -> Self:
        """Returns the array on a device: itself, if it is there, else a copy.

        Args:
            device: the device, or its name.
            stream: None; there are no others.
        """
        if stream is not None:
            raise ArgumentError(f"to_device: stream is {shown(stream)}; leave it out")
        target = beside(self.device, device, "to_device")
        return self if target is self.device else type(self)(self.buffer.to(target))

    def __copy__(self) -> Self:
        return type(self)(_views.copied(self).buffer)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        del memo
        return self.__copy__()

    # -- elements -------------------------------------------------------------------------------

    def __getitem__(self, key: Any, /) -> Self:
        """Returns a view for integers and slices, else a copy.

        A mask has this wait for its elements, because the shape of the result depends on them.
        """
        found: Self = _views.get(self, key)
        return found

    def __setitem__(self, key: Any, value: Any, /) -> None:
        """Writes to elements, also of all views of the same memory."""
        _views.put(self, key, value)

    def __iter__(self) -> Iterator[Self]:
        if not self.shape:
            raise ArgumentTypeError(f"iteration over {told(self)}: it has no dimensions")
        return (self[place] for place in range(self.shape[0]))
