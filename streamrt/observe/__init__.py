"""See what runs: record a program, and read where its time goes.

    trace.py     Trace: what a recorder noted, as data
    page/        page_of, write_page: a trace as one page of HTML

Everything that shows or explains reads a `Trace` alone, so it needs no runtime.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt.observe.page.writing import page_of as page_of
    from streamrt.observe.page.writing import write_page as write_page
    from streamrt.observe.trace import Trace as Trace
else:
    from streamrt import _lazy

    __getattr__, __dir__, __all__ = _lazy.lazy(
        __name__,
        {
            "streamrt.observe.page.writing": "page_of write_page",
            "streamrt.observe.trace": "Trace",
        },
    )
