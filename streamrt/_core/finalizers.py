"""Finalizers that no signal handler can interrupt: they are C from their first step to their last.

A `__del__` in Python, like a Python callback of a weak reference, is a frame in which a signal
handler may run and raise. The interpreter prints what a finalizer raises and goes on. Then Ctrl-C
is lost, and so is whatever the finalizer was to give back. So no finalizer of this library is
Python:

1. CPython finds `__del__` on the class and honours descriptors. `AtEnd` has it as a slot, so each
   instance holds its own finalizer, which is built of `functools.partial` and builtins.
2. A finalizer posts something to an `Inbox`, or frees native memory. It takes no lock and calls
   no backend, because the collector may run under any lock. The reader of the inbox does the rest.
3. The collector finalizes all objects of a garbage cycle before it breaks the cycle, and the
   finalizers of others may still use an object that was finalized. So an object may be posted,
   then used, then posted again. The reader of an inbox has to expect that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from streamrt._core.handles import Handle

T = TypeVar("T")

CALL = "__call__"  # by name, because type checkers do not know it as a slot

NOTHING: Callable[[], object] = int
"""A finalizer that does nothing; a builtin, too."""


class AtEnd(Handle):
    """An object that calls its attribute `__del__` when it is dropped, if it has one.

    It is a handle, because a copy would call the finalizer, too.

    Attributes:
        __del__: takes no arguments and holds no reference to its owner; never a Python function.
    """

    __slots__ = ("__del__",)

    __del__: Callable[[], object]

    def disarm(self) -> None:
        """Takes the finalizer away."""
        self.__del__ = NOTHING


class Inbox(Generic[T]):
    """A box into which finalizers post the things that somebody has to look after.

    `partial(inbox, thing)` is such a finalizer.

    Attributes:
        __call__: posts something; a builtin, found as `__del__` is.
        things: those that were posted and not yet taken.
    """

    __slots__ = (CALL, "things")

    if TYPE_CHECKING:

        def __call__(self, thing: T, /) -> object: ...

    def __init__(self) -> None:
        self.things: deque[T] = deque()
        setattr(self, CALL, self.things.append)

    def taken(self) -> Iterator[T]:
        """Takes out one thing after the other, also while others post and take."""
        while True:
            try:
                thing = self.things.popleft()
            except IndexError:
                return
            yield thing

    def close(self) -> None:
        """Drops its contents, and from now on whatever is posted."""
        setattr(self, CALL, deque[T](maxlen=0).append)
        self.things.clear()
