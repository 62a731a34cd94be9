"""An extension of mkdocstrings: functions that a table makes stand in the reference as functions.

mkdocstrings reads sources. There `acos: Unary = _unary("acos", ...)` is an attribute, which has
neither a signature nor a docstring.
"""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any

import griffe

from streamrt.array_api._native import Native


class MadeFunctions(griffe.Extension):
    """Puts a function in the place of each attribute of streamrt.array_api that is one."""

    def on_module_members(self, *, mod: griffe.Module, **_: Any) -> None:
        """See `griffe.Extension`; called when a module has been read."""
        if not mod.path.startswith("streamrt.array_api."):
            return
        loaded = vars(importlib.import_module(mod.path))
        for name, member in list(mod.members.items()):
            made = loaded.get(name)
            if isinstance(made, Native) and isinstance(member, griffe.Attribute):
                signature = str(inspect.signature(made)).replace("'", "")  # of annotations
                text = f"def {name}{signature}: {made.__doc__!r}"
                mod.set_member(name, griffe.visit(mod.path, Path(__file__), text).members[name])
