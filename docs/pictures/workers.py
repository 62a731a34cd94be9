"""The picture of a device behind a worker: what stands where, and what passes between."""

from __future__ import annotations

from streamrt.graph.pictures.canvas import Canvas

WIDTH, HEIGHT = 900, 560
HERE, THERE = 48, 648  # x of the boxes of this process, and of those at a place
TOP, DOWN = 84, 74  # y of the first row of boxes; from one row to the next
BOX, HIGH = 210, 44
RELAYS, BYTES = 3, 4  # the rows between which connections go

CLIENT = (
    ("streams, graphs, @jit", "they submit to queues"),
    ("mirror", "waits, writes records"),
    ("channels", "records and results"),
    ("relay", "what is new, as bytes"),
    ("your arrays", "put, or fetched"),
)
PLACE = (
    ("memory", "at the same addresses"),
    ("native threads", "one for each stream"),
    ("channels", "records and results"),
    ("relay", "what is new, as bytes"),
    ("errands", "copies with other memory"),
)


def workers() -> str:
    """Draws this process, and two workers with their places, as SVG."""
    canvas = Canvas()
    _draw_process(canvas, HERE - 24, 24, TOP + 5 * DOWN - 30, "your process, the client")
    _draw_process(canvas, THERE - 24, 24, TOP + 5 * DOWN - 30, "worker 0 of Dask")
    canvas.rect(THERE - 14, 50, BOX + 28, TOP + 5 * DOWN - 64, "never")
    canvas.text(THERE, 72, "its child: the place", "note")
    for x, boxes in ((HERE, CLIENT), (THERE, PLACE)):
        for row, (name, note) in enumerate(boxes):
            _draw_box(canvas, x, TOP + DOWN * row, name, note)
            if row < RELAYS:
                _draw_arrow(canvas, x, row, both=row > 0 or x == THERE)
    _draw_connection(canvas, RELAYS, 12, "commands: records, requests", 1)
    _draw_connection(canvas, RELAYS, 34, "results, answers", -1)
    _draw_connection(canvas, BYTES, 12, "up: bytes of arrays", 1)
    _draw_connection(canvas, BYTES, 34, "down: bytes of arrays", -1)
    _draw_process(canvas, THERE - 24, 484, 52, "worker 1 of Dask")
    canvas.text(THERE - 10, 526, "its place, with the same parts", "note")
    middle = THERE + BOX / 2
    canvas.path("edge", "M", middle, TOP + 4 * DOWN + HIGH + 7, "V", 476)
    canvas.head(middle, 483, down=1)
    canvas.head(middle, TOP + 4 * DOWN + HIGH + 1, down=-1)
    canvas.text(middle - 34, 467, "copies between workers", "note end")
    title = "A device behind a worker: four connections carry records there and results back"
    return canvas.svg(title, WIDTH, HEIGHT)


def _draw_process(canvas: Canvas, x: float, y: float, height: float, name: str) -> None:
    canvas.rect(x, y, BOX + 48, height, "gap")
    canvas.text(x + 14, y + 19, name, "name")


def _draw_box(canvas: Canvas, x: float, y: float, name: str, note: str) -> None:
    canvas.rect(x, y, BOX, HIGH, "work")
    canvas.text(x + BOX / 2, y + 18, name, "mid")
    canvas.text(x + BOX / 2, y + 35, note, "note mid")


def _draw_arrow(canvas: Canvas, x: float, row: int, *, both: bool) -> None:
    """Draws an arrow down from a row to the next, or one with two heads."""
    middle, top, bottom = x + BOX / 2, TOP + DOWN * row + HIGH, TOP + DOWN * (row + 1)
    canvas.path("edge", "M", middle, top, "V", bottom - 7)
    canvas.head(middle, bottom - 1, down=1)
    if both:
        canvas.head(middle, top + 1, down=-1)


def _draw_connection(canvas: Canvas, row: int, below: float, words: str, right: int) -> None:
    """Draws a connection between the boxes of a row, and its name."""
    y, left, end = TOP + DOWN * row + below, HERE + BOX + 6, THERE - 6
    canvas.path("edge", "M", left, y, "H", end)
    canvas.head(end if right > 0 else left, y, right=right)
    canvas.text((left + end) / 2, y - 4, words, "small mid")
