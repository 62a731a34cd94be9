"""Simulated devices: in virtual time, with a seeded choice of what runs next."""

from streamrt._backends.sim.simulator import Simulator, seed_of_environment

backend = Simulator(seed_of_environment())
