"""The implementation that a device runs: the kernel's, the device's, or that of another kind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conformance.null_backend import PLANS, NullDevice

import streamrt as srt
from streamrt import LLVM, Binding, Kernel
from streamrt._compile.lookup import is_run_by, plan_for
from streamrt._compile.signatures.layout import Layout
from streamrt.backend import HostPlan, Implementation, LLVMCode, Plan, Signature
from streamrt.errors import ArgumentError, ArgumentTypeError, SignatureError


class Spoken(Implementation):
    """An implementation whose code is what it was made of; it counts what it is asked."""

    def __init__(self, code: object, refusal: str = "") -> None:
        self.code = code
        self.refusal = refusal
        self.asked: list[str] = []

    def check(self, signature: Signature, split: str | None, elementwise: bool, what: str) -> None:
        self.asked.append(what)
        if self.refusal:
            raise SignatureError(f"{what}: {self.refusal}")

    def specialise(
        self, name: str, signature: Signature, split: str | None, binding: Binding
    ) -> object:
        self.asked.append(binding.dtypes["x"])
        return self.code

    def meaning(self, code: int) -> str | None:
        return "spoken badly" if code == 9 else None


IN_IR = LLVM(lambda binding: f"; {binding}", entry="twice")


class Device:
    """A device that runs what is called `spoken`, and gives what it was made of."""

    runs = "spoken"

    def __init__(self, given: Any = None) -> None:
        self.given = given

    def implement(self, kernel: Kernel) -> Any:
        del kernel
        return self.given


def kernel(**implementations: Any) -> Kernel:
    return Kernel("twice", "x: T[n], out y: T[n]", **implementations)


def layouts(dtype: str = "f4", count: int = 3) -> list[Layout]:
    return [Layout(None, np.dtype(dtype), (count,))] * 2


def test_the_code_of_an_implementation_reaches_the_plan_as_it_is() -> None:
    code = object()
    plan = plan_for(kernel(spoken=Spoken(code)), layouts(), Device())
    assert plan.code is code
    assert plan.words == (3, 4, 4)
    assert plan.id is None


def test_the_kernels_own_comes_before_what_the_device_gives() -> None:
    own, given = Spoken("own"), Spoken("given")
    assert plan_for(kernel(spoken=own), layouts(), Device(given)).code == "own"
    assert given.asked == []


def test_what_a_device_gives_is_checked_once_and_asked_once_for_each_binding() -> None:
    given, twice = Spoken("given"), kernel(cpu=IN_IR)
    for count in (3, 4, 3):
        assert plan_for(twice, layouts("f4", count), Device(given)).code == "given"
    plan_for(twice, layouts("f8"), Device(given))
    assert given.asked == ["kernel twice", "f32", "f64"]
    assert twice.explain(9) == "spoken badly"
    assert list(twice.implementations) == ["cpu"]


def test_what_two_devices_of_one_kind_give_is_kept_apart() -> None:
    twice = kernel(cpu=IN_IR)
    one, other = Device(Spoken("one")), Device(Spoken("other"))
    for device, code in ((one, "one"), (other, "other"), (one, "one")):
        assert plan_for(twice, layouts(), device).code == code


def test_a_device_may_run_the_implementation_of_another_kind() -> None:
    twice = kernel(cpu=IN_IR)
    code = plan_for(twice, layouts(), Device("cpu")).code
    assert isinstance(code, LLVMCode)
    assert is_run_by(twice, Device("cpu"))


@pytest.mark.parametrize("device", [Device(), Device("opencl"), type("Plain", (), {"runs": "p"})()])
def test_a_kernel_that_nobody_implements_is_refused(device: Any) -> None:
    twice = kernel(cpu=IN_IR)
    assert not is_run_by(twice, device)
    words = f"launch twice: twice has no implementation for {device.runs}; it runs on cpu"
    with pytest.raises(ArgumentError, match=words):
        plan_for(twice, layouts(), device)


def test_a_device_that_gives_no_implementation_is_told_so() -> None:
    with pytest.raises(ArgumentTypeError, match="implement twice: the device returned 7"):
        plan_for(kernel(cpu=IN_IR), layouts(), Device(7))


def test_an_implementation_may_refuse_a_kernel_of_others() -> None:
    device = Device(Spoken("", refusal="too hard"))
    with pytest.raises(SignatureError, match="kernel twice: too hard"):
        plan_for(kernel(cpu=IN_IR), layouts(), device)


class ForeignDevice(NullDevice):
    """A kind under another name whose code is that of the CPU."""

    runs = "foreign"

    def load(self, plan: Plan) -> int:
        PLANS.append(HostPlan.load(plan).run)
        return len(PLANS) - 1

    def implement(self, kernel: Kernel) -> str:
        del kernel
        return "cpu"


class ForeignBackend:
    kind = "foreign"

    def count(self) -> int:
        return 0

    def open(self, index: int) -> ForeignDevice:
        del index
        return ForeignDevice()


@srt.jit
def softened(x: Any, y: Any) -> Any:
    return np.tanh(x @ y + 1).sum(axis=1)


@srt.kernel("x: f32[n, m], b: f32[m], out y: f32[n, m]")
def biased(x: Any, b: Any, y: Any) -> None:
    y[...] = np.maximum(x + b, 0)


def test_compiled_functions_ask_the_device_for_the_kind_whose_code_it_runs() -> None:
    x, y = np.linspace(-1, 1, 12, dtype="f4").reshape(4, 3), np.ones((3, 2), "f4")
    with srt.Runtime(devices=["foreign:0"], backends=[ForeignBackend()]) as rt:
        stream = rt.device().stream()
        found = np.asarray(softened(rt.put(x), rt.put(y)))
        out = rt.empty((4, 3), "f4")
        stream.launch(biased, rt.put(x), rt.put(np.ones(3, "f4")), out)
        relu = np.asarray(out)
    with srt.Runtime(devices=["cpu:0"]) as rt:
        assert found.tobytes() == np.asarray(softened(rt.put(x), rt.put(y))).tobytes()
    np.testing.assert_allclose(found, np.tanh(x @ y + 1).sum(axis=1), rtol=1e-6)
    np.testing.assert_array_equal(relu, np.maximum(x + 1, 0))
