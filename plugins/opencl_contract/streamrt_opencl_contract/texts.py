"""Copies and fills in OpenCL C, over arrays with strides, as `load_standard` asks for them."""

from __future__ import annotations

ENTRIES = {"copy": "streamrt_copy", "fill": "streamrt_fill"}
_UNITS = {8: "ulong", 4: "uint", 2: "ushort", 1: "uchar"}
_START = """\
#define RANK {rank}
#define PIECES {pieces}
typedef {unit} Unit;
typedef struct {{ long at[{words}]; }} Words;

long place_of(const Words *w, int operand, long i)
{{
    long to = 0;
    for (int d = RANK - 1; d >= 0; d--) {{
        to += i % w->at[2 + d] * w->at[2 + RANK + operand * RANK + d];
        i /= w->at[2 + d];
    }}
    return to;
}}
long size_of(const Words *w)
{{
    long count = 1;
    for (int d = 0; d < RANK; d++)
        count *= w->at[2 + d];
    return count;
}}
"""
_TEXTS = {
    "copy": """\
__kernel void streamrt_copy(const Words w, __global char *to, __global const char *from)
{
    for (long i = get_global_id(0); i < size_of(&w); i += get_global_size(0)) {
        __global Unit *target = (__global Unit *)(to + place_of(&w, 0, i));
        __global const Unit *source = (__global const Unit *)(from + place_of(&w, 1, i));
        for (int piece = 0; piece < PIECES; piece++)
            target[piece] = source[piece];
    }
}
""",
    "fill": """\
__kernel void streamrt_fill(const Words w, __global char *to, PARAMETERS)
{
    const ulong element[] = {ELEMENT};
    for (long i = get_global_id(0); i < size_of(&w); i += get_global_size(0)) {
        __global Unit *target = (__global Unit *)(to + place_of(&w, 0, i));
        for (int piece = 0; piece < PIECES; piece++)
            target[piece] = ((const Unit *)element)[piece];
    }
}
""",
}


def slots_of(item: int) -> int:
    """Returns the number of argument slots that hold an element of a fill."""
    return -(-item // 8)


def text_of(name: str, words: tuple[int, ...]) -> str:
    """Returns the text of an operation for such words: the rank, the size of an element, ..."""
    rank, item = words[:2]
    size = next(size for size in _UNITS if item % size == 0)
    start = _START.format(rank=rank, pieces=item // size, unit=_UNITS[size], words=len(words))
    slots = [f"e{k}" for k in range(slots_of(item))]
    parameters = ", ".join([f"ulong {slot}" for slot in slots])
    defined = f"#define PARAMETERS {parameters}\n#define ELEMENT {', '.join(slots)}\n"
    return defined + start + _TEXTS[name]
