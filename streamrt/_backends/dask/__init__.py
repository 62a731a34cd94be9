"""CPUs behind Dask workers.

The files, from the top:

    backend.py   the kind `dask+cpu`: the workers of a cluster, and the places on them
    starter.py   the starter of places, by a Dask client
    device.py    a device: addresses here, memory and threads at its place
    link.py      the connections to a place, and the threads that use them

    worker.py    what runs inside a worker: it starts places
    main.py      the main of a place's process: its connections
    place.py     the place: memory, and errands for it
    parcels.py   bytes that come for errands
    peers.py     copies between places
    contexts.py  TLS, by the certificates of the workers

    greeting.py  how a connection begins
    frames.py    what travels on it
"""
