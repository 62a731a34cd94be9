"""Exploration: a program's orders, drawn from a tape, run in one simulated world.

Users find it in `streamrt.testing`.

    tape.py         Tape: labelled, bounded draws; recorded, replayed, strict
    strategies.py   who draws: random, PCT, all with few deviations, mixed
    threads.py      which threads are the exploration's own
    puppets.py      threads that run host functions one at a time
    programs.py     the kind of a program; whether all of it has run
    sites.py        the lines of the program in frames, tracebacks and tasks
    escaping.py     real time, sockets and threads are found, and refused
    loop.py         the event loop of a world
    stuck.py        deadlocks, lost wakes and livelocks: who waits at which line
    shrinking.py    fewer and smaller deviations that fail alike
    devices.py      the simulated devices of a world, in which faults strike
    world.py        World: devices, timers, host functions and jobs, one virtual clock
    faults.py       what may go wrong: cancellation, failures, short memory, lost devices
    checks.py       the settings of an exploration, and the checks of what users pass
    running.py      one run of a program, and what came of it
    explore.py      explore and replay, which users call
    sweep.py        each fault at each of its places
    plans.py        check_plan: the orders in which a plan's nodes can run
    in_pytest.py    the half of the pytest plugin that needs streamrt
    waits.py        without_waits: a program without each of its explicit waits
"""
