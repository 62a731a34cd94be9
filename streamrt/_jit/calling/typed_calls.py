"""Types of calls of compiled functions, as type checkers see them. At run time nothing is here.

1. Arrays that the function is annotated to return are Buffers to the caller, alone and in tuples,
   lists and dicts. So are its numbers, because a sum is an array without dimensions.
2. Anything else it returns is what its annotation says; Any if it has none.
3. The arguments are shown as the function has them, but others are accepted: a Buffer stands where
   an annotation says `np.ndarray`, and no ParamSpec can say that.

A checker takes the first overload that fits. Never stands for Any, which alone fits it: Any fits
all the others, too. Python's tuples of two to four have overloads of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Never, ParamSpec, TypeVar, overload

import numpy as np

if TYPE_CHECKING:
    from streamrt._runtime.buffer import Buffer

__all__ = ["R_co", "TypedCalls"]

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)
K = TypeVar("K")
T = TypeVar("T", bound="Number")

Number = np.ndarray[Any, Any] | np.generic | float
"""Annotations of results that are arrays, as far as the caller sees."""

if TYPE_CHECKING:

    class TypedCalls(Generic[P, R_co]):
        """The calls of a function with parameters P that is annotated to return R_co."""

        @overload
        def __call__(self: TypedCalls[P, Never], *args: P.args, **kwargs: P.kwargs) -> Any: ...
        @overload
        def __call__(self: TypedCalls[P, Never], *args: Any, **kwargs: Any) -> Any: ...
        @overload
        def __call__(self: TypedCalls[P, Number], *args: P.args, **kwargs: P.kwargs) -> Buffer: ...
        @overload
        def __call__(self: TypedCalls[P, Number], *args: Any, **kwargs: Any) -> Buffer: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, Number]], *args: P.args, **kwargs: P.kwargs
        ) -> tuple[Buffer, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, Number]], *args: Any, **kwargs: Any
        ) -> tuple[Buffer, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, Number, Number]], *args: P.args, **kwargs: P.kwargs
        ) -> tuple[Buffer, Buffer, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, Number, Number]], *args: Any, **kwargs: Any
        ) -> tuple[Buffer, Buffer, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, Number, Number, Number]],
            *args: P.args,
            **kwargs: P.kwargs,
        ) -> tuple[Buffer, Buffer, Buffer, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, Number, Number, Number]], *args: Any, **kwargs: Any
        ) -> tuple[Buffer, Buffer, Buffer, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, ...]], *args: P.args, **kwargs: P.kwargs
        ) -> tuple[Buffer, ...]: ...
        @overload
        def __call__(
            self: TypedCalls[P, tuple[Number, ...]], *args: Any, **kwargs: Any
        ) -> tuple[Buffer, ...]: ...
        @overload
        def __call__(
            self: TypedCalls[P, list[T]], *args: P.args, **kwargs: P.kwargs
        ) -> list[Buffer]: ...
        @overload
        def __call__(self: TypedCalls[P, list[T]], *args: Any, **kwargs: Any) -> list[Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, dict[K, T]], *args: P.args, **kwargs: P.kwargs
        ) -> dict[K, Buffer]: ...
        @overload
        def __call__(
            self: TypedCalls[P, dict[K, T]], *args: Any, **kwargs: Any
        ) -> dict[K, Buffer]: ...
        @overload
        def __call__(self: TypedCalls[P, R_co], *args: P.args, **kwargs: P.kwargs) -> R_co: ...
        @overload
        def __call__(self: TypedCalls[P, R_co], *args: Any, **kwargs: Any) -> R_co: ...
        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            """Calls the function; see `streamrt.jit`."""

else:

    class TypedCalls(Generic[P, R_co]):
        """The calls of a function with parameters P that is annotated to return R_co."""

        __slots__ = ()
