"""The recorder of a runtime: rings of events, and what the numbers in them stand for.

From the ground up:

    hooks.py          Hooks: what a runtime tells its recorder; Watcher: who reads its rings
    names.py          the names of work, by number
    spans.py          spans of the program, and values that a recording follows, by number
    flight_format.py  what lies where in a flight file
    flight_file.py    FlightFile: rings in a file that other processes read
    sources.py        Source: a ring, and whose events are in it from when on
    samples.py        Samples: when to note how much memory is in use
    python_side.py    PythonSide: events of Python's own
    recorder.py       Recorder: turns recording on and off; notes what happens in Python
    reading.py        Reader: what was read of the rings so far
    flights.py        recording into a file from the beginning; copies of rings on disk

A recorder makes no program fail, and changes no order: what it cannot note counts as lost. What
shows and explains recordings is above, in `streamrt.observe`.
"""
