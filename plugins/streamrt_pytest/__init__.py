"""The pytest plugin of `streamrt.testing`: a test that runs in many schedules.

    plugin.py    the hooks, the fixture and the test item

pytest finds it by itself where streamrt is installed. A test with the marker `explore` is run by
`streamrt.testing.explore`: again and again, in another order of its tasks, completions and timers
each time, on simulated devices.

    @pytest.mark.explore(schedules=500)
    async def test_feed(streamrt_rt):
        ...

**The marker.** `explore(...)` takes the options of `streamrt.testing.explore`, and those of the
`Runtime`, such as `hazards="manual"`. With `sweep=True` it takes those of `streamrt.testing.sweep`,
which has each fault strike at each of its places. A test, its class and its module may have the
marker, too: the nearest one that gives an option decides about it.

**The runtime.** `streamrt_rt` is the runtime of the test, a fresh one in each schedule. Only the
test itself can take it. A test that does not take it opens its own `Runtime`.

**Other fixtures** are ordinary ones: pytest makes each once, before the first schedule, and every
schedule is given the same value. A test that changes one, or its class's instance, sees in one
schedule what an earlier one left behind. So use such fixtures for what is only read, and make in
the test what it changes. `tmp_path` and `monkeypatch` are the usual traps.

**Options.** `--explore N` is the number of schedules of all marked tests, except sweeps, and
`--explore-seed S` is the seed of all. `--explore-replay FILE` runs one saved failure again, and
nothing else.

**Failures** are saved in `.streamrt/failures` of pytest's root directory: as JSON, to be run again,
and beside it as a page of HTML, to be looked at. The next run of the test tries its saved failures
first, as far as they fit the test as it is now. A saved failure that has become a good run is
removed, and the summary at the end says so.

The plugin runs marked tests itself: neither pytest-asyncio nor anyio's plugin sees them.
"""

__all__: list[str] = []
