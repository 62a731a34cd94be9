"""The subject of an execution: what it runs, as far as messages and errors tell of it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from streamrt._compile.failing import returned
from streamrt.errors import KernelError


class Subject(Protocol):
    """A kernel, a replay, a check, or a mere name."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        ...

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        """Returns the error of an execution that failed.

        Args:
            what: the execution's name.
            code: the one in its cell.
            node: of a replay, one more than the node that failed; 0 is unknown.
        """
        ...


class Named(NamedTuple):
    """A subject with nothing but a name: a copy, a fill, a host call."""

    name: str

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        del node
        return returned(what, code, {})
