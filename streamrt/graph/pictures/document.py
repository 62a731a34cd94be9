"""A page of HTML that needs no network: its head, its policy, and the look that all pages share."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from streamrt.graph.pictures.canvas import PALETTE, clean

__all__ = ["document"]

# The colours of the palette are variables. A page may have a button that sets `data-theme`.
LOOK = """
body { margin: 0 auto; padding: 28px 24px 48px; max-width: 1080px;
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  background: var(--page); color: var(--ink) }
h1 { font-size: 21px; line-height: 1.35; margin: 6px 0 12px }
h2 { font-size: 16px; margin: 30px 0 8px }
p { margin: 6px 0 } h1, p, th, td { overflow-wrap: anywhere }
pre, code, td.code { font: 13px/1.55 ui-monospace, "DejaVu Sans Mono", Menlo, monospace }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: 4px 12px 4px 0; vertical-align: top }
th, td { border-bottom: 1px solid var(--line) } th { font-weight: 600 }
.soft, th { color: var(--soft) }
"""


def document(title: str, rules: str, body: Iterable[str], *, script: str = "") -> str:
    """Returns a page, light or dark as the reader prefers, that loads nothing.

    The policy in its head lets this script run and no other, even if an escape were forgotten.
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    if script:
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{clean(title)}</title>",
        f"<style>{_colours()}{LOOK}{rules}</style></head><body><main>",
        *body,
        "</main>",
        *([f"<script>{script}</script>"] if script else ()),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _colours() -> str:
    """Returns the rules that define the colours as variables: `var(--ink)`."""
    light, dark = (
        " ".join(f"--{name}: {pair[page]};" for name, pair in PALETTE.items()) for page in (0, 1)
    )
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
        f":root[data-theme=light] {{ color-scheme: light; {light} }}\n"
        f":root[data-theme=dark] {{ color-scheme: dark; {dark} }}\n"
    )
