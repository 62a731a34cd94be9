"""Memory on a device.

From the ground up:

    blocks.py        Memory, Allocation: blocks of a device's pool, and foreign memory
    pinned.py        Staging: memory of the host that a device has made, for copies
    typed_memory.py  TypedMemory: the inner half of Buffer
"""
