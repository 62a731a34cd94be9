"""An extension of griffe, for the site: kernels get the docstrings that `help` shows."""

from __future__ import annotations

import importlib
from typing import Any

import griffe

import streamrt as srt


class KernelTexts(griffe.Extension):
    """Reads the docstrings of kernels at run time; a table's row has only the first sentences."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Replaces the text of an assignment of `streamrt_kernels`, if a kernel was assigned."""
        if attr.path.startswith("streamrt_kernels."):
            kernel = getattr(importlib.import_module(attr.module.path), attr.name, None)
            if isinstance(kernel, srt.Kernel):
                signature, *rest = (kernel.__doc__ or "").split("\n")
                text = "\n".join([f"`{signature}`", *rest])
                attr.docstring = griffe.Docstring(text, parent=attr, parser="google")
