"""Files that are replaced as a whole.

A file is written beside its place and then renamed, so that nobody reads half of one, and a write
that fails leaves the old one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["replaced"]


@contextmanager
def replaced(place: Path) -> Generator[Path]:
    """A path beside a place; what is written there takes the place if no error ends the block."""
    target = Path(os.path.realpath(place))  # a link stays one
    beside = target.with_name(f".{secrets.token_hex(4)}.{target.name}")
    try:
        yield beside
        beside.replace(target)
    except OSError as error:
        if error.errno is None or error.filename not in (None, os.fspath(beside)):
            raise
        # The caller knows the place alone.
        raise OSError(error.errno, error.strerror, os.fspath(place)) from error
    finally:
        beside.unlink(missing_ok=True)
