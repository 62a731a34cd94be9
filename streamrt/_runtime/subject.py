"""The subject of an execution: its name in messages, and the error when it fails."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from streamrt._compile.failing import returned
from streamrt.errors import KernelError, StreamRTError


class Subject(Protocol):
    """A kernel, a replay, a check, or a mere name."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        ...

    def _failure(self, what: str, code: int, node: int) -> StreamRTError:
        """Returns the error of an execution that failed.

        Args:
            what: the execution's name.
            code: the error code in its status cell.
            node: for a replay, the number of the failed node plus one; 0 if it is unknown.
        """
        ...


class Named(NamedTuple):
    """A subject with nothing but a name: a copy, a fill, a host call."""

    name: str

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        del node
        return returned(what, code, {})
