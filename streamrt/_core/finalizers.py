"""Finalizers that nothing interrupts: they are C from their first step to their last.

A `__del__` in Python, like a Python callback of a weak reference, is a frame in which a signal
handler may run and raise. The interpreter prints what a finalizer raises and goes on: Ctrl-C is
lost, and what was to be given back is lost with it. So no finalizer of this library is Python:

1. CPython finds `__del__` on the class and honours descriptors. `AtEnd` has it as a slot, so each
   instance holds its own finalizer, which is built of `functools.partial` and builtins.
2. A finalizer posts something to an `Inbox`, or frees native memory. It takes no lock and calls
   no backend: the collector may run under any lock. Whoever empties the inbox does the rest.
3. The collector finalizes all of a garbage cycle before it breaks it, and others' finalizers may
   still use what was finalized. So something may be posted, then used, then posted again:
   whoever empties an inbox has to be ready for that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from streamrt._core.handles import Handle

T = TypeVar("T")

CALL = "__call__"  # by name, because type checkers do not know it as a slot

NOTHING: Callable[[], object] = int
"""A finalizer that does nothing. A builtin, too."""


class AtEnd(Handle):
    """Calls `__del__`, an attribute, when it is dropped. Without one, nothing happens.

    A handle, because a copy would call it, too.

    Attributes:
        __del__: takes no arguments and holds no reference to its owner; never a Python function.
    """

    __slots__ = ("__del__",)

    __del__: Callable[[], object]

    def disarm(self) -> None:
        """Has nothing happen at its end."""
        self.__del__ = NOTHING


class Inbox(Generic[T]):
    """Where finalizers post what somebody has to look after: `partial(inbox, thing)` is one.

    Attributes:
        __call__: posts something; a builtin, found as `__del__` is.
        things: what was posted and not yet taken.
    """

    __slots__ = (CALL, "things")

    if TYPE_CHECKING:

        def __call__(self, thing: T, /) -> object: ...

    def __init__(self) -> None:
        self.things: deque[T] = deque()
        setattr(self, CALL, self.things.append)

    def taken(self) -> Iterator[T]:
        """Takes out one thing after the other, also while more are posted and taken elsewhere."""
        while True:
            try:
                thing = self.things.popleft()
            except IndexError:
                return
            yield thing

    def close(self) -> None:
        """Drops what is in it, and from now on whatever is posted."""
        setattr(self, CALL, deque[T](maxlen=0).append)
        self.things.clear()
