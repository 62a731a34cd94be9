"""Tells the rooms below how the namespace of arrays is loaded; see `_namespace.py`."""

from __future__ import annotations

from types import ModuleType

from streamrt._namespace import provide


def _load() -> ModuleType:
    from streamrt import array_api

    return array_api


provide(_load)
