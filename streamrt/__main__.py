"""Runs the command `streamrt`, as `python -m streamrt`."""

from __future__ import annotations

from streamrt._cli import main

if __name__ == "__main__":
    raise SystemExit(main())
