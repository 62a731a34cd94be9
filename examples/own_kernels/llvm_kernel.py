"""A kernel of your own, in LLVM IR text: `y[i] = table[index[i]]`, with a check of each index.

    python examples/own_kernels/llvm_kernel.py

Every kernel on a CPU has the same type:

    i32 entry(ptr args, i64 lo, i64 hi)

`args` is an array of slots of 8 bytes:

    slot 0    points to the layout, an array of i64: first the extents in the order in which the
              signature names them, then the byte strides of each array
    slot 1..  the parameters in the order of the signature: where an array starts, or the scalar

`lo` and `hi` are the part of the split extent that this call handles, because a large array is
divided among worker threads. The result is 0, or an error code to which you give a meaning. Arrays
are dense unless the implementation says `strided=True`. Never write after finding a bad index.
docs/api/calling.md has all the rules.
"""

from __future__ import annotations

import asyncio

import numpy as np

import streamrt as srt

SOURCE = """
define i32 @gather(ptr %args, i64 %lo, i64 %hi) {
entry:
  ; layout = {m, n, stride of table, stride of index, stride of y}; of these we need m
  %layout = load ptr, ptr %args
  %m = load i64, ptr %layout
  %slot.1 = getelementptr i64, ptr %args, i64 1
  %table = load ptr, ptr %slot.1
  %slot.2 = getelementptr i64, ptr %args, i64 2
  %index = load ptr, ptr %slot.2
  %slot.3 = getelementptr i64, ptr %args, i64 3
  %y = load ptr, ptr %slot.3
  br label %head

head:                                      ; for i in lo .. hi
  %i = phi i64 [ %lo, %entry ], [ %next, %take ]
  %more = icmp slt i64 %i, %hi
  br i1 %more, label %body, label %done

body:
  %at.index = getelementptr i64, ptr %index, i64 %i
  %j = load i64, ptr %at.index
  %inside = icmp ult i64 %j, %m            ; without a sign, -1 is too large as well
  br i1 %inside, label %take, label %outside

take:
  %at.table = getelementptr float, ptr %table, i64 %j
  %value = load float, ptr %at.table
  %at.y = getelementptr float, ptr %y, i64 %i
  store float %value, ptr %at.y
  %next = add i64 %i, 1
  br label %head

outside:
  ret i32 1

done:
  ret i32 0
}
"""

gather = srt.Kernel(
    "gather",
    "table: f32[m], index: i64[n], out y: f32[n]",
    cpu=srt.LLVM(SOURCE),  # its entry is the function with the name of the kernel
    split="n",
    errors={1: "index out of range"},
)


async def main() -> None:
    """Runs the kernel with good indices, then with one that is out of range."""
    async with srt.Runtime() as rt:
        table = rt.put(np.linspace(0, 1, 11, dtype="f4"))

        # The first use compiles the kernel, here in another thread; later runs load it from disk.
        good = rt.put(np.array([10, 0, 5, 5]))
        await rt.warm(gather, table, good, rt.empty(4, "f4"))

        # `execute` allocates the outputs (`out`); it knows n from `index`.
        taken: srt.Buffer = await rt.execute(gather, table, good)
        print("taken:", await taken.fetch())

        try:
            await rt.execute(gather, table, rt.put(np.array([3, 11])))
        except srt.errors.KernelError as error:
            print("refused:", error)
            print("code:", error.code)


if __name__ == "__main__":
    asyncio.run(main())
