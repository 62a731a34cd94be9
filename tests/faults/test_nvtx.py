"""NVTX where no library of it is there."""

from __future__ import annotations

import sys

import pytest

import streamrt as srt
from streamrt import _notes as notes
from streamrt import observe


def test_a_machine_without_nvtx_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    """Row 190."""
    monkeypatch.setitem(sys.modules, "nvtx", None)
    monkeypatch.setattr("streamrt.observe.nvtx_ranges.LIBRARY", "libstreamrt-absent.so.1")
    with pytest.raises(srt.errors.StateError, match=r"pip install 'streamrt\[nvtx\]'"):
        observe.nvtx()
    assert not notes.openers
