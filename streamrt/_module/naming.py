"""Names that others gave to arguments, as parameters of Python's functions have them."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

__all__ = ["identifiers"]


def identifiers(names: Iterable[str]) -> list[str]:
    """Returns names that Python's parameters may have, each once, as near as possible to some."""
    found: dict[str, None] = {}
    for each in names:
        name = re.sub(r"\W+", "_", each, flags=re.ASCII).strip("_") or "x"
        name = f"_{name}" if not name.isidentifier() or keyword.iskeyword(name) else name
        while name in found:
            name += "_"
        found[name] = None
    return list(found)
