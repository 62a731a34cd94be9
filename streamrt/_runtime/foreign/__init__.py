"""Arrays, memory and streams of other libraries.

From the ground up:

    arrays.py          arrays, DLPack, dtypes and shapes that come from outside
    dlpack.py          capsules of DLPack and `__cuda_array_interface__`, read and written
    holding.py         Hold: a stream of another library that waits for work of streamrt
    lending.py         Lent: a stream on which other libraries enqueue work for a while
    sharing.py         buffers that other libraries use
    foreign_stream.py  ForeignStream: order with a stream of another library
    borrowing.py       arrays of other libraries on a GPU, as buffers
"""
