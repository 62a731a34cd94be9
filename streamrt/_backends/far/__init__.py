"""Far devices: their plans and queues are at a place, which is another process.

The files, from the top:

    device.py    the base of far devices: plans and queues here, by requests to the place
    queue.py     a queue, whose records go through a channel
    requests.py  a request to the place, and whoever sends it
    arena.py     which addresses of a device's memory are in use
    mapping.py   address ranges: reserved, mapped at given places, seen as bytes

    place.py     the place: loads code and programs, and runs channels
    messages.py  the requests and answers as bytes

`streamrt/_native/c/far` has the channels, and the threads on both sides.
"""
