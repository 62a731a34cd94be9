"""The operations that a GPU has without a user's kernel, as CUDA C++: copy, fill, finite, guard.

Each text is compiled for one rank and size of elements. Their layout words are those of
`load_standard` without the first two. entries.h has the same operations for the CPU.
"""

from __future__ import annotations

from types import MappingProxyType

from streamrt._compile.binding import Binding
from streamrt._compile.code import CUDACode
from streamrt._compile.signature import ELLIPSIS

# An element is moved in one piece where the address allows. Elements of 4 or 8 bytes are whole
# words, so that a NaN or infinity is known by its exponent: all bits set.
_PRELUDE = """\
#define RANK {rank}
#define ITEM {item}
struct Words {{ long long at[{words}]; }};
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ __forceinline__ long long size(const Words &w)
{{
    long long count = 1;
    for (int d = 0; d < RANK; d++)
        count *= w.at[d];
    return count;
}}

__device__ __forceinline__ long long offset(const Words &w, int array, long long i)
{{
    long long to = 0;
    for (int d = RANK - 1; d >= 0; d--) {{
        to += i % w.at[d] * w.at[RANK * (1 + array) + d];
        i /= w.at[d];
    }}
    return to;
}}

__device__ __forceinline__ void move(char *to, const char *from)
{{
    u64 both = (u64)to | (u64)from;
    if (ITEM == 8 && both % 8 == 0)
        *(u64 *)to = *(const u64 *)from;
    else if (ITEM == 4 && both % 4 == 0)
        *(u32 *)to = *(const u32 *)from;
    else if (ITEM == 2 && both % 2 == 0)
        *(u16 *)to = *(const u16 *)from;
    else
        for (int k = 0; k < ITEM; k++)
            to[k] = from[k];
}}

#define ELEMENTS(i) long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; \\
    i < size(w); i += (long long)gridDim.x * blockDim.x
"""
_TEXTS = {
    "copy": """
extern "C" __global__ void copy(const Words w, char *to, const char *from)
{
    for (ELEMENTS(i))
        move(to + offset(w, 0, i), from + offset(w, 1, i));
}
""",
    "fill": """
extern "C" __global__ void fill(const Words w, char *to, u64 element)
{
    for (ELEMENTS(i))
        move(to + offset(w, 0, i), (const char *)&element);
}
""",
    "finite": """
extern "C" __global__ void finite(const Words w, const char *from, u64 *first, int *error)
{
    const u64 exponent = ITEM == 8 ? 0x7ffull << 52 : 0xffull << 23;
    for (ELEMENTS(i)) {
        u64 bits = 0;
        move((char *)&bits, from + offset(w, 0, i));
        if ((bits & exponent) == exponent) {
            atomicMin(first, (u64)i);
            *error = 1;
        }
    }
}
""",
    "guard": """
#define CANARY 64

__device__ long long mend(u8 *at)
{
    long long found = -1;
    for (int i = CANARY - 1; i >= 0; i--)
        if (at[i] != (u8)(0xa5 ^ i)) {
            at[i] = (u8)(0xa5 ^ i);
            found = i;
        }
    return found;
}

extern "C" __global__ void guard(const Words w, u8 *start, u64 bytes, long long *first, int *error)
{
    if (blockIdx.x || threadIdx.x)
        return;
    long long before = mend(start - CANARY), behind = mend(start + bytes);
    if (before < 0 && behind < 0)
        return;
    *first = before >= 0 ? before - CANARY : (long long)bytes + behind;
    *error = 1;
}
""",
}
_CODES = {"copy": "PP", "fill": "PQ", "finite": "PP", "guard": "PQP"}
_FALLIBLE = ("finite", "guard")


def standard_code(name: str, words: tuple[int, ...]) -> tuple[CUDACode, str, tuple[int, ...]]:
    """Returns the code of an operation, the codes of its arguments, and its layout words.

    Args:
        name: the operation.
        words: rank, item size in bytes, extents, then the byte strides of each operand.

    Raises:
        NotImplementedError: there is no operation of that name.
    """
    if name not in _TEXTS:
        raise NotImplementedError(f"a GPU has no operation {name}")
    rank, item, *rest = words
    prelude = _PRELUDE.format(rank=rank, item=item, words=max(1, len(rest)))
    code = CUDACode(
        source=prelude + _TEXTS[name],
        entry=name,
        block=(256, 1, 1),
        items=1,
        grid=None,
        fallible=name in _FALLIBLE,
        options=(),
        where=f"streamrt's own {name}",
        binding=Binding(MappingProxyType({}), rank, frozenset()),
        symbols=(ELLIPSIS,),
        split=None,
    )
    return code, _CODES[name], tuple(rest) or (0,)
