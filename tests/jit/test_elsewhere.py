"""Compiled functions run on every kind of device, also where no address of this process is known.

The kind `placed` loads objects whose symbols went through their packed form.
"""

from __future__ import annotations

import ctypes
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from shared.threaded_backend import AheadBackend, PlacedBackend, PlacedDevice, ThreadedBackend

import streamrt as srt
from streamrt._compile.llvm.symbols import resolve
from streamrt._compile.llvm_code import LLVMCode
from streamrt.backend import Plan, compile_object, elsewhere, shared_of
from streamrt.emit import find_blas
from streamrt.errors import CompileError
from streamrt_kernels import matmul

BACKENDS = [ThreadedBackend(), AheadBackend(), PlacedBackend()]
KINDS = ["cpu", "sim", *[backend.kind for backend in BACKENDS]]


@srt.jit
def squared(x: Any) -> Any:
    return np.tanh(x @ x) + 1


def drawn(n: int, dtype: str) -> np.ndarray[Any, Any]:
    return np.random.default_rng(n).standard_normal((n, n)).astype(dtype)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_product_and_what_is_made_of_it_are_numpys_on_every_kind(kind: str, dtype: str) -> None:
    with srt.Runtime(devices=[f"{kind}:0"], backends=BACKENDS) as rt:
        for n in (1, 3, 40, 67):
            x = drawn(n, dtype)
            found = squared(rt.put(x)).fetch().sync()
            close = 2e-5 if dtype == "f4" else 1e-12
            np.testing.assert_allclose(found, np.tanh(x @ x) + 1, rtol=close, atol=close)


def test_products_through_blas_run_elsewhere_and_keep_numpys_threads() -> None:
    """The words of the guard are the same for code that was loaded here and there."""
    found = find_blas()
    assert found is not None
    addresses = resolve({"set_threads": found.set_threads}, "test", lambda shared: 0)
    set_threads = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(addresses["set_threads"])
    before, x = set_threads(2), drawn(40, "f4")
    try:
        with srt.Runtime(devices=["cpu:0", "placed:0"], backends=BACKENDS) as rt:
            made: list[srt.Buffer] = []
            for device in list(rt.devices) * 20:
                given, out = rt.put(x, device=device), rt.empty(x.shape, "f4", device=device)
                device.stream().launch(matmul, given, given, out)
                made.append(out)
            for out in made:
                np.testing.assert_allclose(out.fetch().sync(), x @ x, rtol=1e-4, atol=1e-4)
        assert set_threads(2) == 2
    finally:
        set_threads(before)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
def nothing(x: Any, n: int) -> None:
    pass


def test_a_native_function_is_refused_elsewhere_and_the_device_goes_on() -> None:
    """Row 236."""
    kernel = srt.Kernel("mine", "inout x: f32[n]", cpu=srt.Native(nothing))
    with srt.Runtime(devices=["placed:0"], backends=BACKENDS) as rt:
        x = rt.put(np.ones((4, 4), "f4"))
        words = "load mine on a placed device: the symbol streamrt_target is the address 0x"
        with pytest.raises(CompileError, match=words):
            rt.device().stream().launch(kernel, rt.put(np.ones(4, "f4")))
        np.testing.assert_allclose(squared(x).fetch().sync(), np.tanh(np.full((4, 4), 4.0)) + 1)


CHILD = """
import ctypes, pickle, sys
from streamrt._compile.llvm.placed import Objects
given = pickle.load(sys.stdin.buffer)
data, out, words = [ctypes.create_string_buffer(each, len(each)) for each in given["memory"]]
objects = Objects()
address = objects.acquire(*given["object"], "squared")
slots = (ctypes.c_uint64 * 4)(*map(ctypes.addressof, (words, data, data, out)))
entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
assert entry(address)(slots, 0, given["extent"]) == 0
assert "numpy" not in sys.modules
sys.stdout.buffer.write(out.raw)
"""


def test_a_process_without_numpy_computes_what_this_one_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plans: list[Plan] = []
    load = PlacedDevice.load

    def noted(self: PlacedDevice, plan: Plan) -> int:
        plans.append(plan)
        return load(self, plan)

    monkeypatch.setattr(PlacedDevice, "load", noted)
    x = drawn(40, "f4")
    with srt.Runtime(devices=["placed:0"], backends=BACKENDS) as rt:
        squared(rt.put(x)).fetch().sync()
    (plan,) = plans
    code = plan.code
    assert isinstance(code, LLVMCode)
    images = {code.digest: compile_object(code)}
    images |= {digest: compile_object(part) for digest, part in shared_of(code).items()}
    layout = np.array(plan.words, "i8").tobytes()
    given = {
        "memory": (x.tobytes(), bytes(x.nbytes), layout),
        "object": (code.digest, images, code.entry, elsewhere(code, "test")),
        "extent": plan.extent,
    }
    assert plan.codes == "PPP"  # both factors, and the result
    command = [sys.executable, "-c", CHILD]
    made = subprocess.run(command, input=pickle.dumps(given), capture_output=True, check=True)
    found = np.frombuffer(made.stdout, "f4").reshape(x.shape)
    np.testing.assert_allclose(found, np.tanh(x @ x) + 1, rtol=2e-5, atol=2e-5)
