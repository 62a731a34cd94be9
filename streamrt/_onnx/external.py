"""External weights: parts of files below the folder of a model.

A model that comes from elsewhere names the files, so:

1. A location is relative, has no `..`, and leads to no place outside of the folder, also by links.
2. Offset and length lie in the file, and the length is what the tensor's shape needs.
3. The parts of one file that tensors name are no longer than the file together; tensors may share
   a part. So a small file does not become many large arrays.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path, PurePosixPath

from streamrt._onnx.nodes import named
from streamrt.errors import ModuleError

__all__ = ["Externals"]

_SOME_DRIVE = re.compile(r"[A-Za-z]:")


class Externals:
    """The files below the folder of one model."""

    def __init__(self, folder: Path | None) -> None:
        """Takes the folder of the model; None if the model is no file."""
        self._folder = folder
        self._parts: dict[tuple[Path, int, int], bytes] = {}
        self._taken: dict[Path, int] = {}

    def read(self, location: str, offset: int, nbytes: int, what: str) -> bytes:
        """Returns a part of a file.

        Args:
            location: the place of the file, below the folder of the model.
            offset: the first byte.
            nbytes: the number of bytes.
            what: begins messages.

        Raises:
            ModuleError: it may not be read, or is too short.
        """
        path = self._path(location, what)
        part = (path, offset, nbytes)
        if part not in self._parts:
            try:
                self._parts[part] = self._read(*part, what)
            except OSError as error:
                raise ModuleError(f"{what}: {named(location)}: {error.strerror}") from error
        return self._parts[part]

    def _path(self, location: str, what: str) -> Path:
        """Returns the file at a location, which is checked.

        Raises:
            ModuleError: it is outside of the folder, or is not there.
        """
        told = f"{what}: its data are in {named(location)}"
        if self._folder is None:
            raise ModuleError(f"{told}; a model with external data is read by its path")
        parts = PurePosixPath(location).parts
        is_bad = "\\" in location or "\0" in location or _SOME_DRIVE.match(location)
        if not parts or is_bad or location.startswith("/") or ".." in parts:
            raise ModuleError(f"{told}; data are read below the folder of the model alone")
        try:
            folder = self._folder.resolve(strict=True)
            path = self._folder.joinpath(*parts).resolve(strict=True)
        except (OSError, RuntimeError) as error:  # links may go round
            raise ModuleError(f"{told}: {error}") from error
        if not path.is_relative_to(folder):
            raise ModuleError(
                f"{told}, a link that leaves the folder of the model; copy the file there"
            )
        return path

    def _read(self, path: Path, offset: int, nbytes: int, what: str) -> bytes:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise ModuleError(f"{what}: {named(path.name)} is no file")
            if offset < 0 or offset + nbytes > state.st_size:
                raise ModuleError(
                    f"{what}: bytes {offset} to {offset + nbytes} of {named(path.name)}, which has "
                    f"{state.st_size}"
                )
            self._taken[path] = self._taken.get(path, 0) + nbytes
            if self._taken[path] > state.st_size:
                raise ModuleError(
                    f"{what}: the tensors in {named(path.name)} need more than its "
                    f"{state.st_size} bytes, because some of them overlap"
                )
            file.seek(offset)
            found = file.read(nbytes)
        if len(found) != nbytes:
            raise ModuleError(f"{what}: {named(path.name)} was cut while it was read")
        return found
