"""The main function of the scripts that make pages and pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path


def main(texts: Mapping[Path, str], complaints: Iterable[str] = ()) -> int:
    """Writes the files whose text is another one; with --check, only says which those are.

    Returns the exit status, which is 1 after complaints and if --check found such a file.
    """
    is_check, status = "--check" in sys.argv[1:], 0
    for complaint in complaints:
        sys.stdout.write(f"{complaint}\n")
        status = 1
    for path, text in texts.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        sys.stdout.write(f"{path.name}: {'out of step' if is_check else 'written'}\n")
        status |= is_check
        if not is_check:
            path.write_text(text, encoding="utf-8")
    return status
