"""`help(kernel)` shows the text below the kernel's definition, which the site shows, too."""

from __future__ import annotations

import inspect
import pydoc
import re
import sys
import types

import pytest

import streamrt as srt
import streamrt_kernels

COMPILED = [
    kernel
    for _, kernel in inspect.getmembers(streamrt_kernels)
    if isinstance(kernel, srt.Kernel) and hasattr(kernel.implementations["cpu"], "contract")
]
KERNELS = {n: k for n, k in inspect.getmembers(streamrt_kernels) if isinstance(k, srt.Kernel)}

ARGUMENT = re.compile(r"^ {8}(\w+) \((.+)\): ", re.MULTILINE)
POINT = re.compile(r"^ {4}- ([\w ,]+): (.*(?:\n {6}.*)*)", re.MULTILINE)


def shown(thing: object) -> str:
    """The text of `help(thing)`."""
    return pydoc.plain(pydoc.render_doc(thing))


@pytest.mark.parametrize("name", KERNELS)
def test_help_of_a_standard_kernel_says_what_each_argument_is(name: str) -> None:
    kernel = KERNELS[name]
    text = shown(kernel)
    assert f"{name}({kernel.signature})" in text
    for variable, dtypes in kernel.signature.types.items():
        assert f"{variable} is {' or '.join(dtypes)}" in text
    says, _, _ = text.partition("Args:")  # first what it computes, in whole sentences
    assert says.rstrip().endswith(".")
    # The parameters in order, each as the signature has it, without its access mode.
    declared = [str(p).removeprefix(f"{p.mode} ") for p in kernel.signature.parameters]
    assert [f"{p}: {dtype}" for p, dtype in ARGUMENT.findall(text)] == declared
    points = dict(POINT.findall(text))
    assert [int(code) for code in re.findall(r"[0-9](?= if)", points["Errors"])] == [*kernel.errors]
    # The compiler chooses the code of an index that is out of range.
    assert points["Errors"] == "none." or kernel.errors or name == "take"
    assert any("NaN" in point for point in points) or "f32" not in str(kernel.signature)
    if kernel in COMPILED:  # its own function says it
        assert points["NumPy"]
        return
    assert points["NumPy"] == f"`streamrt_kernels.reference.{name}`."
    assert callable(getattr(streamrt_kernels.reference, name))


def test_help_of_the_class_is_that_of_the_class() -> None:
    assert "A computation over buffers" in (inspect.getdoc(srt.Kernel) or "")
    assert "class Kernel" in shown(srt.Kernel)


def test_a_kernel_without_a_text_shows_its_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = srt.Python(lambda x: None)
    kernel = srt.Kernel("mine", "x: float32[n]", cpu=nothing)
    assert "mine(x: f32[n])" in shown(kernel)
    assert "A `streamrt.Kernel` for cpu." in shown(kernel)
    # A module without a source, as in an interactive session.
    module = types.ModuleType("interactive")
    module.mine = kernel  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "interactive", module)
    assert "A `streamrt.Kernel` for cpu." in shown(kernel)


below = srt.Kernel("below", "x: f32[n]", cpu=srt.Python(lambda x: None))
"""Does nothing with `x`.

It is here for the test below.
"""
renamed = below


def test_the_text_is_found_under_any_name_that_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("of_this_test")
    module.__dict__.update(vars(sys.modules[__name__]))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert inspect.getdoc(renamed) == (
        "below(x: f32[n])\n\nDoes nothing with `x`.\n\nIt is here for the test below."
    )
