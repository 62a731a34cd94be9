"""The fields of the lines that the logger `streamrt` writes, as their `extra`.

Each line has those that are known; docs/services.md lists them. A handler that writes JSON shows
them as they are, and the text of the line says the same in words.
"""

from __future__ import annotations

from typing import NamedTuple


class Where(NamedTuple):
    """An execution as messages name it, without the execution.

    Attributes:
        kernel: the name of what it ran: a kernel, a replay, a function.
        stream: the name of its stream, as in `cpu:0/s1`.
        value: its value on the stream's timeline.
    """

    kernel: str
    stream: str
    value: int

    def __str__(self) -> str:
        return f"{self.kernel} on {self.stream}@{self.value}"


def fields(where: Where | None, site: object = None, **more: object) -> dict[str, object]:
    """Returns the `extra` of a line about an execution.

    Args:
        where: the execution; None if the line is about none.
        site: the place of its submission.
        more: other fields, without the prefix.
    """
    found: dict[str, object] = {}
    if where is not None:
        found["kernel"], found["stream"] = where.kernel, where.stream
        found["execution"] = f"{where.stream}@{where.value}"
    if site is not None:
        found["site"] = str(site)
    return {f"streamrt_{name}": value for name, value in (found | more).items()}
