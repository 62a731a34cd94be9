"""`python -m benchmarks`, or `python benchmarks`, from the repository's root."""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__:  # run as a directory: make `benchmarks` and `streamrt` importable
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks.cli import main

if __name__ == "__main__":
    sys.exit(main())
