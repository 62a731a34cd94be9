"""The child of a process device: maps the memory, and does what the messages say."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Sequence

from streamrt._backends.far import messages
from streamrt._backends.far.mapping import map_at
from streamrt._backends.far.messages import GoneError
from streamrt._backends.far.place import Place
from streamrt._backends.process import confine, wire
from streamrt._native.core import core


def main(arguments: Sequence[str]) -> None:
    """Runs the child until its parent ends.

    Args:
        arguments: the descriptors of the socket and of the memory; the memory's address and length;
            the parent's process id; the limits of `Confinement`.
    """
    control, fd, address, nbytes, parent = map(int, arguments[:5])
    confine.die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    source = socket.socket(fileno=control)
    if not map_at(fd, address, nbytes):
        os._exit(confine.NO_ROOM)
    place = Place(core(), address)
    confine.confine(*arguments[5:])
    try:
        wire.send(source, messages.READY)
        while True:
            kind, body = wire.receive(source)
            status, text = place.answer(kind, body)
            wire.send(source, status, text.encode())
    except GoneError:
        os._exit(0)  # the channels' threads do not end by themselves
