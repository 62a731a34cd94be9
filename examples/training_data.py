"""Training from files: a pipeline decodes them into batches, and each batch replays one graph.

    python examples/training_data.py

Four threads read files while the graph computes; files that were cut short are skipped. Two threads
decode what was read into rows of a batch, so no copy makes a batch. The graph takes one step of
logistic regression: it computes the loss, changes the weights, and hands out a copy of them. Many
steps may be under way. Each one changes the same weights, so they run in order.

The training is cut in the middle. What is saved belongs together: the state of the run after some
step, and the copy of the weights that this step handed out. The weights themselves may be some
steps further. A second run resumes with more threads, and ends with the weights of a training that
nobody cut, bit for bit.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from streamrt.pipeline import Pipeline, Spec, skip, source
from streamrt_kernels import axpy

FILES, BROKEN = 500, 3
PIXELS = 16 * 16
ROWS, EPOCHS = 20, 4
RATE = 0.02
CUT = 37  # steps after which the training is cut

Array: TypeAlias = "np.ndarray[Any, Any]"


def write_files(folder: Path) -> list[Path]:
    """Writes pictures with a bright half: `<number>_<label>.raw`; some of them are cut short."""
    random = np.random.default_rng(7)
    paths: list[Path] = []
    for number in range(FILES):
        label = int(random.integers(2))
        picture = random.integers(0, 156, PIXELS).reshape(2, -1)
        picture[label] += 100
        path = folder / f"{number:04}_{label}.raw"
        size = PIXELS if number % (FILES // BROKEN) != 9 else PIXELS // 2
        path.write_bytes(picture.astype("u1").tobytes()[:size])
        paths.append(path)
    return paths


def read(path: Path) -> tuple[bytes, int]:
    """Returns the bytes of a file and its label; a file that was cut short is an error."""
    pixels = path.read_bytes()
    if len(pixels) != PIXELS:
        raise ValueError(f"{path.name} has {len(pixels)} bytes, not {PIXELS}")
    return pixels, int(path.stem.partition("_")[2])


def decode(item: tuple[bytes, int], image: Array, label: Array) -> None:
    """Writes an item into its row."""
    image[:] = np.frombuffer(item[0], "u1")
    image /= 255
    label[...] = item[1]


@srt.jit
def error(x: Any, label: Any, w: Any) -> Any:
    """Returns by how much the answer to each picture is wrong."""
    return 1 / (1 + np.exp(-((x - 0.5) * w).sum(axis=-1))) - label


@srt.jit
def gradient(x: Any, wrong: Any) -> Any:
    """Returns the direction in which the weights make answers worse."""
    return ((x - 0.5) * wrong[:, None]).sum(axis=0)


@srt.jit
def squares(wrong: Any) -> Any:
    """Returns the loss."""
    return (wrong * wrong).mean()


def record(rt: srt.Runtime, weights: srt.Buffer) -> srt.GraphExec:
    """Captures one step, which writes the weights."""
    stream = rt.device().stream()
    image, label = rt.put(np.zeros((ROWS, PIXELS), "f4")), rt.put(np.zeros(ROWS, "f4"))
    with rt.capture(image=image, label=label) as graph:
        wrong = error(image, label, weights)
        stream.launch(axpy, gradient(image, wrong), weights, alpha=-RATE / ROWS)
        after = rt.empty(weights.shape, weights.dtype)
        stream.copy(after, weights)
        graph.output("loss", squares(wrong))
        graph.output("weights", after)
    return graph.plan(rt.device()).instantiate()


def training(paths: list[Path], step: srt.GraphExec, workers: int) -> Pipeline[Any]:
    """Defines the pipeline from files to steps."""
    specs = {"image": Spec(PIXELS), "label": Spec(())}
    return (
        source(paths, shuffle=7, epochs=EPOCHS)
        .map(read, workers=workers, on_error=skip(most=EPOCHS * BROKEN))
        .fill(decode, specs, workers=2)
        .batch(ROWS, drop_last=True)  # the graph takes full batches only
        .replay(step)  # image and label are inputs of these names
    )


@dataclass
class Saved:
    """A training so far, as it would lie on a disk.

    Attributes:
        state: where the pipeline stood, as JSON.
        weights: the weights at that place.
        losses: the loss of each step so far.
    """

    state: str | None
    weights: Array
    losses: list[float]


def train(paths: list[Path], saved: Saved, workers: int, most: int | None = None) -> Saved:
    """Goes on with a training to its end, or for at most so many steps."""
    with srt.Runtime() as rt:
        step = record(rt, rt.put(saved.weights))
        resume = None if saved.state is None else json.loads(saved.state)
        weights, losses = saved.weights, list(saved.losses)
        with training(paths, step, workers).run(rt, resume=resume) as run:
            for loss, after in run:
                losses.append(float(np.asarray(loss)))
                weights = np.asarray(after)
                if run.delivered == most:
                    break
        return Saved(json.dumps(run.state()), weights, losses)


def main() -> None:
    """Trains without a cut and with one, and compares."""
    with tempfile.TemporaryDirectory() as folder:
        paths = write_files(Path(folder))
        start = Saved(None, np.zeros(PIXELS, "f4"), [])
        whole = train(paths, start, workers=4)
        first = train(paths, start, workers=4, most=CUT)
        second = train(paths, first, workers=7)
    print(f"{len(whole.losses)} steps: the loss fell from", end=" ")
    print(f"{whole.losses[0]:.3f} to {whole.losses[-1]:.3f}")
    print(f"cut after {len(first.losses)} steps, in a state of {len(first.state or '')} bytes")
    print(f"the same losses: {whole.losses == second.losses}", end=", ")
    print(f"the same weights: {np.array_equal(whole.weights, second.weights)}")


if __name__ == "__main__":
    main()
