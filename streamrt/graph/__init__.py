"""Graphs: what to run, as data, and the plan that fixes how. Capturing and replaying are above."""
