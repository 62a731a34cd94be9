"""The open loop of requests at a service, which every peer is measured by.

network.py  the network, its rows, and how fast full batches are
wire.py     requests and answers as bytes, on a socket between two processes
load.py     the process that sends requests at times that were drawn before
service.py  the process that answers them, and the values of the rows
threaded.py the network in NumPy and a thread, for the peers that have no network of their own
"""

from __future__ import annotations
