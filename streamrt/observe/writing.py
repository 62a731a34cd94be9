"""Writing a trace to a file, in the form that the file's ending names."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from streamrt._refusals import refusing
from streamrt._replacing import replaced
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.observe import chrome, perfetto
from streamrt.observe.trace import Trace

__all__ = ["write"]

_GZIP_LEVEL: Final = 3  # twice as fast as the default, for a tenth more bytes


@refusing
def write(trace: Trace, path: str | os.PathLike[str]) -> None:
    """Writes a trace to a file, in the form that its ending names.

    - `.pftrace` or `.perfetto-trace`: Perfetto's protobuf, which https://ui.perfetto.dev shows.
    - `.json` or `.json.gz`: Chrome's trace events, which Perfetto and many other viewers read.
    - `.html`: a page that shows the trace in a browser, without a network.

    The file is there as a whole or not at all: if the write fails, an older file stays as it was.
    It takes about a microsecond for each event, so write a long trace in a thread, as
    `await asyncio.to_thread(observe.write, trace, "run.pftrace")` does.

    Args:
        trace: the trace.
        path: where to; a file that is there is replaced.

    Raises:
        ArgumentError: the ending is none of these.
        OSError: the file cannot be written.
    """
    if not isinstance(trace, Trace):
        raise ArgumentTypeError(f"write a trace: found {trace!r:.80}; pass a Trace")
    if not isinstance(path, str | os.PathLike):
        raise ArgumentTypeError(f"write a trace: the path is {path!r:.80}; pass a str or a Path")
    place = Path(path)
    writer = next((_WRITERS[end] for end in _WRITERS if place.name.endswith(end)), None)
    if writer is None:
        raise ArgumentError(f"write a trace: {place.name!r} has no known ending; {_rule()}")
    with replaced(place) as beside:
        writer(trace, beside)


def _rule() -> str:
    *others, last = _WRITERS
    return f"end it with {', '.join(others)} or {last}"


def _as_pieces(pieces: Callable[[Trace], Iterable[bytes]]) -> Callable[[Trace, Path], None]:
    def write_pieces(trace: Trace, path: Path) -> None:
        with path.open("xb") as file:
            for piece in pieces(trace):
                file.write(piece)

    return write_pieces


def _write_gzip(trace: Trace, path: Path) -> None:
    with gzip.open(path, "xb", compresslevel=_GZIP_LEVEL) as file:
        for piece in chrome.pieces(trace):
            file.write(piece)


def _write_page(trace: Trace, path: Path) -> None:
    from streamrt.observe.page.writing import write_page  # half of the package, and few need it

    write_page(trace, path)


_WRITERS: Final[dict[str, Callable[[Trace, Path], None]]] = {
    ".pftrace": _as_pieces(perfetto.pieces),
    ".perfetto-trace": _as_pieces(perfetto.pieces),
    ".json": _as_pieces(chrome.pieces),
    ".json.gz": _write_gzip,
    ".html": _write_page,
}
