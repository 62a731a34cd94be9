"""The shim that runs CUDA C++ on the CPU: it computes, and it finds what a GPU would punish."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from cuda.texts import on_cpu

from streamrt._compile.code import CUDACode
from streamrt._compile.signatures.binding import Binding
from streamrt.errors import CompileError

pytestmark = pytest.mark.cuda

WORDS = "struct Words {\n    long long at[2];\n};\n"
SEEDS = (0, 1, 2, 3)


def kernel(
    body: str, parameters: str = "const int *x, int *y", before: str = "", block: int = 64
) -> CUDACode:
    """A kernel of two arrays, whose body begins at line 3 of its text."""
    text = f'{before}\nextern "C" __global__ void f(const Words w, {parameters}) {{\n{body}\n}}\n'
    return CUDACode(
        source=f'{WORDS}#line 1 "f.cu"\n{text}',
        entry="f",
        block=(block, 1, 1),
        items=1,
        grid=None,
        fallible=False,
        options=(),
        where="",
        binding=Binding({}, 0, frozenset()),
        symbols=("n",),
        split="n",
    )


def ran(code: CUDACode, count: int = 64, seed: int = 0) -> np.ndarray:
    """What the kernel makes of 0, 1, 2 and so on."""
    x, y = np.arange(count, dtype=np.int32), np.full(count, -1, np.int32)
    on_cpu.run(code, (count, 0), [x, y], seed=seed)
    return y


REVERSED = """\
    __shared__ int s[64];
    s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
    {barrier}
    y[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];"""


@pytest.mark.parametrize("seed", SEEDS)
def test_threads_exchange_values_through_shared_memory(seed: int) -> None:
    found = ran(kernel(REVERSED.format(barrier="__syncthreads();")), 192, seed)
    assert found.tolist() == np.arange(192).reshape(3, 64)[:, ::-1].ravel().tolist()


def test_a_missing_barrier_is_seen_in_both_orders() -> None:
    right = np.arange(64)[::-1].tolist()
    assert ran(kernel(REVERSED.format(barrier="")), seed=0).tolist() != right
    assert ran(kernel(REVERSED.format(barrier="")), seed=1).tolist() != right


def test_shared_memory_holds_nothing_that_an_earlier_block_wrote() -> None:
    body = """\
    __shared__ int s[64];
    y[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
    s[threadIdx.x] = 5;"""
    assert ran(kernel(body), 128).tolist() == [-1] * 128


FAULTS = {
    "a barrier behind a condition": ("if (threadIdx.x < 7) __syncthreads();",
        r"block \(0, 0, 0\): line 3: thread 0 waits at a barrier, and thread 63 has ended"),
    "barriers of two branches": (
        "if (threadIdx.x < 7) {\n__syncthreads();\n} else {\n__syncthreads();\n}",
        "threads 0 and 7 wait at the barriers of lines 4 and 6"),
    "a barrier of the block and one of a warp": (
        "if (threadIdx.x) __syncthreads();\nelse __syncwarp();",
        "thread 0 waits at a barrier that others never reach"),
    "a shuffle that half of the warp comes to": (
        "int v = 0;\nif (threadIdx.x & 16) v = __shfl_xor_sync(~0u, v, 1);\nelse __syncthreads();",
        "waits at a barrier that others never reach"),
    "a lane that is not in its mask": ("__syncwarp(1u << 3);",
        "line 3: lane 0 is not in its own mask 0x8"),
    "two masks": ("__syncwarp(threadIdx.x & 1 ? ~0u : 0x7fffffffu);",
        "meet at lines 3 and 3, with masks 0x7fffffff and 0xffffffff"),
    "the value of a lane outside of the mask": (
        "if (threadIdx.x < 8) y[threadIdx.x] = __shfl_sync(0xffu, threadIdx.x, 9);",
        "line 3: lane 0 reads lane 9, which brings nothing"),
    "the value of a lane that has ended": (
        "if (threadIdx.x & 31)\n    y[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0);",
        "reads lane 0, which brings nothing"),
    "a trap": ("if (threadIdx.x == 9) __trap();", "__trap"),
    "a deep stack": ("volatile char deep[1 << 16];\nfor (int i = 0; i < 1 << 16; i++) deep[i] = 1;",
        "needs more than 65536 bytes of stack"),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_a_kernel_that_breaks_a_rule_is_caught(what: str) -> None:
    body, text = FAULTS[what]
    code = kernel(body)
    with pytest.raises(on_cpu.FaultError, match=text):
        ran(code)
    with pytest.raises(on_cpu.FaultError):
        ran(code, seed=1)


WARPS = """\
template <class T> static __device__ T total(T v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}"""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("body", "want"),
    [
        ("y[i] = total(x[i]);", lambda x: np.repeat(x.reshape(-1, 32).sum(1), 32)),
        (
            "y[i] = __shfl_down_sync(~0u, x[i], 3, 8);",
            lambda x: np.where(x % 8 < 5, x + 3, x),
        ),
        ("y[i] = __shfl_up_sync(~0u, x[i], 2);", lambda x: np.where(x % 32 < 2, x, x - 2)),
        ("y[i] = __shfl_sync(~0u, x[i], 5, 16);", lambda x: x // 16 * 16 + 5),
        (
            "y[i] = __popc(__ballot_sync(~0u, x[i] % 3 == 0));",
            lambda x: np.repeat((x.reshape(-1, 32) % 3 == 0).sum(1), 32),
        ),
        (
            "y[i] = __syncthreads_count(x[i] % 5 == 0);",
            lambda x: np.repeat((x.reshape(-1, 64) % 5 == 0).sum(1), 64),
        ),
        ("y[i] = __any_sync(~0u, x[i] == 40);", lambda x: (x // 32 == 1).astype(int)),
        ("y[i] = __all_sync(~0u, x[i] < 64);", lambda x: (x < 64).astype(int)),
        (
            "y[i] = 0;\nif (threadIdx.x < 32) y[i] = total(x[i]);",  # whole warps may part
            lambda x: np.repeat((x.reshape(-1, 32).sum(1) * [1, 0, 1, 0]), 32),
        ),
    ],
)
def test_warps_agree(body: str, want: Callable[[np.ndarray], np.ndarray], seed: int) -> None:
    code = kernel(f"int i = blockIdx.x * blockDim.x + threadIdx.x;\n{body}", before=WARPS)
    assert ran(code, 128, seed).tolist() == want(np.arange(128)).tolist()


@pytest.mark.parametrize("seed", SEEDS)
def test_atomic_functions_lose_nothing(seed: int) -> None:
    body = """\
    int v = x[blockIdx.x * 64 + threadIdx.x];
    atomicAdd(y, v);
    atomicMax(y + 1, v);"""
    found = ran(kernel(body), 192, seed)
    assert found[:3].tolist() == [np.arange(192).sum() - 1, 191, -1]


def test_functions_that_cuda_lacks_do_not_compile() -> None:
    body = "long long v = 0;\natomicAdd(&v, 1);"
    with pytest.raises(CompileError, match="atomicAdd does not take this type"):
        ran(kernel(body))


def test_conversions_saturate_as_on_a_gpu() -> None:
    body = """\
    const float f[] = {NAN, 3e9f, -3e9f, 1e30f, -1.7f};
    int i = threadIdx.x;
    if (i < 5) y[i] = __float2int_rz(f[i]), y[8 + i] = (int)__float2uint_rn(f[i]),
               y[16 + i] = (int)(__float2ll_rz(f[i]) >> 32), y[24 + i] = __double2int_rd(f[i]);"""
    found = ran(kernel(body)).reshape(-1, 8)[:4, :5]
    most, least = 2**31 - 1, -(2**31)
    assert found.tolist() == [
        [0, most, least, most, -1],
        [0, 3000000000 - 2**32, 0, -1, 0],
        [least, 0, -1, most, -1],
        [least, most, least, most, -2],
    ]


def test_a_grid_and_a_block_have_three_dimensions() -> None:
    body = """\
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    y[b * 24 + t] = x[b * 24 + t] * 2;"""
    x, y = np.arange(24 * 24, dtype=np.int32), np.zeros(24 * 24, np.int32)
    for seed in SEEDS:
        y[:] = 0
        on_cpu.run(kernel(body), (1, 0), [x, y], grid=(2, 3, 4), block=(4, 3, 2), seed=seed)
        assert (y == 2 * x).all()


def test_a_wrong_size_of_a_parameter_is_refused() -> None:
    with pytest.raises(AssertionError, match="takes"):
        on_cpu.run(kernel("", "const int *x, int y"), (1, 0), [np.zeros(1), np.float64(1)])
