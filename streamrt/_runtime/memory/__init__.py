"""Memory on a device.

From the ground up:

    allocations.py     Allocation: the memory of a buffer and its views, also foreign memory
    blocks.py          Memory: the blocks of a device's pool
    pinned.py          Staging: memory of the host that a device has made, for copies
    rooms.py           Rooms: those who wait until bytes of a device are free
    room.py            Room: `Device.room`, which waits for that
    shown_elements.py  elements as `repr` shows them
    typed_memory.py    TypedMemory: the inner half of Buffer
    moving.py          copies of whole buffers from device to device
    arithmetic.py      the operators that buffers lack, and what to write instead
"""
