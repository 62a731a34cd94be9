"""What copying and pickling do to objects that stand for something that is there once.

A copy of a handle would be a second owner: of memory that both free, of a lane that both submit
to. `copy.copy`, `copy.deepcopy`, `pickle` and what is built of them (`dataclasses.asdict`,
`multiprocessing`) all ask `__reduce_ex__`.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, Self, SupportsIndex

from streamrt.errors import ArgumentTypeError


class Handle:
    """Refuses to be copied or pickled, and says what to do instead."""

    __slots__ = ()

    _instead: ClassVar[str] = "share it"

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        del protocol
        self._refuse("copy or pickle", "it stands for something that is there once")

    def _refuse(self, what: str, found: str) -> NoReturn:
        raise ArgumentTypeError(f"{what} {self!r}: {found}; {self._instead}")


class Unique(Handle):
    """Never changes and is compared by identity: it is its own copy."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        del memo
        return self

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        del protocol
        self._refuse("pickle", "it has a meaning in this process only")
