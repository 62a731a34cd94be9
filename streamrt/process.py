"""Devices in child processes, `process+cpu:0`: their options."""

from __future__ import annotations

from streamrt._backends.process.backend import ProcessBackend as ProcessBackend

__all__ = ["ProcessBackend"]
