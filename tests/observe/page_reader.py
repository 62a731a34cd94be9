"""Reads the page of a trace in a browser, as somebody who looks at it."""

from __future__ import annotations

from typing import Any

from streamrt.graph.pictures.canvas import PALETTE

PANEL = """() => Object.fromEntries(
    [...document.querySelectorAll("#panel dl > div")].map((one) => [...one.children].map(
        (child) => child.textContent)).concat([["name",
    document.querySelector("#panel h3")?.textContent ?? ""]]))"""
PIXEL = """([x, y, id]) => {
    const canvas = document.getElementById(id);
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const ratio = canvas.width / canvas.clientWidth;
    pen.drawImage(canvas, -x * ratio, -y * ratio);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def panel(page: Any) -> dict[str, str]:
    return page.evaluate(PANEL)


def shown(page: Any) -> str:
    return page.inner_text("#shown")


def frame(page: Any) -> None:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def pixel(page: Any, x: float, y: float, canvas: str = "bars") -> list[int]:
    """The colour of a place of the timeline, or of another canvas."""
    return page.evaluate(PIXEL, [x, y, canvas])


def colour(name: str, place: int = 0) -> list[int]:
    """A colour of the palette: of the light page, or of the dark one."""
    return [int(PALETTE[name][place][at : at + 2], 16) for at in (1, 3, 5)]


def cells(page: Any, section: str) -> list[list[str]]:
    """The texts of the table in a section, without its head."""
    script = "(rows) => rows.map((row) => [...row.children].map((one) => one.textContent))"
    return page.eval_on_selector_all(f"{section} tbody tr", script)
