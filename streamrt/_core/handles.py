"""Objects that stand for something that exists only once: they refuse to be copied or pickled.

A copy of a handle would be a second owner, of memory that both free or of a lane to which both
submit. `copy.copy`, `copy.deepcopy`, `pickle` and those that use them (`dataclasses.asdict`,
`multiprocessing`) all ask `__reduce_ex__`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, Self, SupportsIndex

from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError


class Handle:
    """An object that refuses to be copied or pickled, and says what to do instead."""

    __slots__ = ()

    _instead: ClassVar[str] = "share it"

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in {"__repr__", "__str__", "_told"} & cls.__dict__.keys():
            setattr(cls, name, _of_half_made(cls.__dict__[name]))

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        del protocol
        self._refuse("copy or pickle", "it stands for something that exists only once")

    @refusing
    def _refuse(self, what: str, found: str) -> NoReturn:
        raise ArgumentTypeError(f"{what} {self!r}: {found}; {self._instead}")


class Unique(Handle):
    """An object that never changes and is compared by identity, so that it is its own copy."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        del memo
        return self

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> Any:
        del protocol
        self._refuse("pickle", "it has a meaning in this process only")


def _of_half_made(text: Callable[[Any], str]) -> Callable[[Any], str]:
    """Returns a `__repr__` that also tells of an object that no `__init__` has finished.

    Debuggers and test runners show such objects, as of an `__init__` that refused its arguments.
    """

    @functools.wraps(text)
    def shown(self: Any) -> str:
        try:
            return text(self)
        except AttributeError:
            return f"<{type(self).__name__}, half made>"

    return shown
