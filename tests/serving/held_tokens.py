"""The service of examples/models/serve_tokens.py, where some texts are held and never end.

uvicorn --app-dir tests/serving --factory held_tokens:create_app
"""

from __future__ import annotations

import sys
from pathlib import Path

from starlette.applications import Starlette

from streamrt.serving import End

sys.path.append(str(Path(__file__).resolve().parents[2] / "examples" / "models"))

import serve_tokens as service

HELD = 0
"""A text that begins with this token gets a few tokens more, and then none."""
BEFORE = 3  # tokens that it gets


class HeldDecoder(service.Decoder):
    """The decoder, which does not move on with texts that are held."""

    def moved_on(self, slot: int, token: int) -> list[int | End]:
        """Returns the new parts of a text; none for one that is held."""
        text = self.texts[slot]
        if text.tokens[0] == HELD and text.place >= BEFORE:
            return []
        return super().moved_on(slot, token)


def create_app() -> Starlette:
    """Makes the application."""
    return service.create_app(HeldDecoder)
