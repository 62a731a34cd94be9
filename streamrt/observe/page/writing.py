"""Writing a trace as a page: one file for any browser, which loads nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import IO

from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError
from streamrt.graph.pictures.canvas import clean
from streamrt.graph.pictures.document import document
from streamrt.observe.page.data import data_of, short, spelled
from streamrt.observe.page.figures import GapLike, PathRowLike
from streamrt.observe.trace import Trace
from streamrt.observe.why.critical_path import critical_path
from streamrt.observe.why.gaps import gaps as found_gaps

SCRIPTS = (
    *("units", "trace", "colours", "view", "bars", "timeline", "overview", "charts", "panel"),
    *("tables", "search", "keys", "start"),
)


@refusing
def page_of(
    trace: Trace,
    *,
    title: str = "",
    gaps: Sequence[GapLike] | None = None,
    path: Iterable[PathRowLike] | None = None,
) -> str:
    """Returns a page of HTML that shows a trace, as text.

    The page has a timeline, what was idle for which reason, the critical path, memory and pending
    work over time, and the kernels by time. It loads nothing, so it opens from a file.

    Args:
        trace: what is shown.
        title: the heading; "" takes the name of the trace's process.
        gaps: when streams were idle, and why; None finds that by `gaps`.
        path: the rows of the critical path, with the most time first; None finds it.

    Raises:
        ArgumentTypeError: `trace` is no Trace.
    """
    if not isinstance(trace, Trace):
        raise ArgumentTypeError(
            f"write a page: {type(trace).__name__} is no Trace; pass one, as `recording.trace()` is"
        )
    title = short(title or (f"Trace of {trace.process}" if trace.process else "Trace"))
    markup, rules, script = _assets()
    idle = found_gaps(trace) if gaps is None else tuple(gaps)
    data = spelled(data_of(trace, idle, critical_path(trace).rows if path is None else path))
    body = [
        markup.replace("$title", clean(title)),
        f'<script type="application/json" id="data">{data}</script>',
    ]
    return document(title, rules, body, script=script)


@refusing
def write_page(
    trace: Trace,
    path_or_file: str | os.PathLike[str] | IO[str],
    *,
    title: str = "",
    gaps: Sequence[GapLike] | None = None,
    path: Iterable[PathRowLike] | None = None,
) -> None:
    """Writes the page of `page_of` into a file, as UTF-8.

    Args:
        trace: what is shown.
        path_or_file: where to: a path, or a file that takes text; a file stays open.
        title: as for `page_of`.
        gaps: as for `page_of`.
        path: as for `page_of`.

    Raises:
        ArgumentTypeError: `trace` is no Trace, or `path_or_file` is neither.
        OSError: The file cannot be written.
    """
    if not isinstance(path_or_file, (str, os.PathLike)) and not hasattr(path_or_file, "write"):
        kind = type(path_or_file).__name__
        raise ArgumentTypeError(
            f"write a page: {kind} is neither a path nor a file; pass one that takes text"
        )
    page = page_of(trace, title=title, gaps=gaps, path=path)
    if isinstance(path_or_file, (str, os.PathLike)):
        Path(path_or_file).write_text(page, encoding="utf-8")
    else:
        path_or_file.write(page)


@cache
def _assets() -> tuple[str, str, str]:
    """Returns the markup, the rules of style and the script, as they lie beside this file."""
    here = Path(__file__).parent
    script = "\n".join((here / f"{name}.js").read_text("utf-8") for name in SCRIPTS)
    return (
        (here / "page.html").read_text("utf-8"),
        (here / "style.css").read_text("utf-8"),
        f'"use strict";\n(() => {{\n{script}\n}})();',
    )
