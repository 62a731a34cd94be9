"""Host calls.

From the ground up:

    host_threads.py  Hosts: the threads of host calls, and waits that would never end
    host_calls.py    HostCall: a Python function with its arguments and its loop
    host_lane.py     HostLane: the host calls of one stream, in its order
"""
