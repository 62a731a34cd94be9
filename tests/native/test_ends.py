"""Completion from C: threads that no Python knows end executions, and each ends in its turn.

The driver is driver/others_driver.h, built with `cc`: its threads call back in any order.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from streamrt._native.core import DONE, FAILED, PENDING, SKIPPED, Core
from streamrt._native.queue import CELL_BYTES, CellStatus
from streamrt._native.timeline import Timeline
from streamrt.backend import Ends, NativeTimeline, include
from streamrt.errors import ArgumentError
from streamrt.testing._real.held import HeldTimeline, Holds, Pacer

HERE = Path(__file__).parent
CELLS = 512

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

SOURCE = """
#include "others_driver.h"

/* A whole queue in C: it begins and ends `count` executions, the first of which is not to run. */
int run_all(const srt_timeline *t, char *cells, int count)
{
    int ran = 0;
    for (int i = 0; i < count; i++)
        if (t->start(t->self, cells + 64 * i, 0) == SRT_RUNS) {
            ran++;
            t->finish(t->self, cells + 64 * i, i == 2 ? 7 : 0, 0);
        }
    return ran;
}

int32_t end_one(const srt_timeline *t, void *cell) { return t->finish(t->self, cell, 0, 0); }

int32_t fail_next(const srt_timeline *t, void *cell, uint64_t reason)
{
    return t->start(t->self, cell, 0) == SRT_RUNS ? t->fail(t->self, cell, reason, 0) : -1;
}

int32_t many(const srt_timeline *t, void *producer, void *cell)
{
    srt_result result = {.error = 3, .started = 5, .finished = 9};
    t->check(t->self, producer);
    if (t->start(t->self, cell, 0) == SRT_RUNS)
        t->advance(t->self, &result, 1);
    return t->signal(t->self);
}
"""


def build(folder: Path, source: str, *options: str, compiler: str = "cc") -> Path:
    text, made = folder / "driver.c", folder / "driver.so"
    text.write_text(source)
    command = [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread"]
    command += [*options, f"-I{HERE / 'driver'}", f"-I{include()}", str(text), "-o", str(made)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The driver, and functions that call the timeline's."""
    library = ctypes.CDLL(str(build(tmp_path_factory.mktemp("driver"), SOURCE)))
    library.open_driver.restype = ctypes.c_void_p
    library.hand_over.argtypes = (
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32),
        *(ctypes.c_void_p, ctypes.c_int32),
    )
    library.hold.argtypes = (ctypes.c_void_p, ctypes.c_int)
    library.close_driver.argtypes = (ctypes.c_void_p,)
    library.run_all.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    library.end_one.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    library.fail_next.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)
    library.many.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    return library


class World:
    """A timeline, status cells for it, and a driver."""

    def __init__(self, core: Core, library: Any) -> None:
        self.core = core
        self.library = library
        self.timeline = Timeline(3, 1 << 20, core)
        self.first = core.new_cells(CELLS)
        self.driver = library.open_driver(4)
        self.errors = (ctypes.c_int32 * CELLS)()
        self.kept: list[object] = []

    def cell(self, number: int) -> int:
        return self.first + CELL_BYTES * number

    def status(self, number: int) -> CellStatus:
        return CellStatus.from_address(self.cell(number))

    def native(self) -> int:
        native = self.timeline.native()
        self.kept.append(native)
        return ctypes.addressof(native)

    def ends(self, **options: Any) -> Ends:
        release = ctypes.cast(self.library.release_event, ctypes.c_void_p).value
        native = options.pop("native", None) or self.timeline.native()
        return Ends(native, release=release or 0, **options)

    def hand_over(self, ends: Ends, number: int, code: int = 0, status: int = 0) -> None:
        """Begins an execution, and hands it to the driver."""
        error = ctypes.addressof(self.errors) + 4 * number
        token = ends.begin(self.cell(number), error)
        assert token
        self.library.hand_over(self.driver, ends.told, token, status, error, code)

    def sync(self, value: int) -> None:
        self.core.srt_sync(self.timeline.handle, value, 0, -1)

    def close(self) -> int:
        released, self.driver = self.library.close_driver(self.driver), None
        return int(released)


@pytest.fixture
def world(core: Core, library: Any) -> Generator[World]:
    world = World(core, library)
    yield world
    if world.driver is not None:
        world.close()
    world.timeline.close()
    core.release(world.first)


def test_threads_of_a_driver_end_executions_in_their_turn(world: World) -> None:
    """Their codes are those of their kernels, and the timeline rises by one for each."""
    ends = world.ends(room=64)
    count = 400
    for number in range(count):
        world.timeline.expect(world.cell(number))
    for number in range(count):
        assert world.timeline.start(world.cell(number))
        while ends.begun - ends.ended == 64:
            world.sync(number - 32)
        world.hand_over(ends, number, code=7 * (number % 9 == 4))
    world.sync(count)
    assert world.timeline.completed == count
    assert world.close() == count  # each event was released
    assert (ends.begun, ends.ended, ends.status) == (count, count, 0)
    for number in range(count):
        failed = number % 9 == 4
        assert world.status(number).state == (FAILED if failed else DONE)
        assert world.status(number).error == 7 * failed
    times = [world.status(number).finished for number in range(count)]
    assert times == sorted(times)
    assert ends.close()


def test_work_that_the_driver_lost_fails_with_the_reason(world: World) -> None:
    reason = world.timeline.number_of("the driver said -14")
    ends = world.ends(reason=reason)
    for number in range(3):
        world.timeline.expect(world.cell(number))
        assert world.timeline.start(world.cell(number))
        world.hand_over(ends, number, status=-14 if number == 1 else 0)
    world.sync(3)
    assert [world.status(number).state for number in range(3)] == [DONE, FAILED, DONE]
    error = world.timeline.lost_work("step", "mine:0", world.status(1).refused)
    assert "the driver said -14" in str(error)
    assert world.timeline.lost is None
    world.close()
    assert ends.status == -14


def test_a_full_ring_has_no_token_until_something_ended(world: World) -> None:
    ends = world.ends(room=2)
    world.library.hold(world.driver, 1)
    for number in range(3):
        world.timeline.expect(world.cell(number))
        assert world.timeline.start(world.cell(number))
    world.hand_over(ends, 0)
    world.hand_over(ends, 1)
    assert ends.begin(world.cell(2)) == 0
    assert not ends.close()  # the driver may still use the memory
    world.library.hold(world.driver, 0)
    world.sync(2)
    world.hand_over(ends, 2)
    world.sync(3)
    world.close()
    assert ends.close()


def test_whoever_hands_over_is_told_of_the_next_end(world: World) -> None:
    """`resume` is called once after `wants`; nobody calls it once all has ended."""
    calls: list[int] = []
    ends = world.ends(resume=lambda: calls.append(ends.ended))
    assert not ends.wants()
    world.library.hold(world.driver, 1)
    for number in range(2):
        world.timeline.expect(world.cell(number))
        assert world.timeline.start(world.cell(number))
        world.hand_over(ends, number)
    assert ends.wants()
    assert calls == []
    world.library.hold(world.driver, 0)
    world.close()
    assert len(calls) == 1
    assert not ends.wants()


def test_c_code_does_what_the_methods_do(world: World) -> None:
    """One execution is cancelled, one is skipped, one fails, and a bare signal passes."""
    for number in range(4):
        world.timeline.expect(world.cell(number))
    world.core.cancel(world.cell(0), world.timeline.handle)
    assert world.library.run_all(world.native(), world.first, 4) == 3
    assert world.timeline.completed == 4
    assert [world.status(number).error for number in range(4)] == [0, 0, 7, 0]
    for producer, number in ((2, 4), (3, 5)):
        world.timeline.expect(world.cell(number))
        world.timeline.expect()
        assert world.library.many(world.native(), world.cell(producer), world.cell(number)) == 0
    assert world.timeline.completed == 8
    assert world.status(4).state == SKIPPED
    told = world.status(5)
    assert (told.state, told.error, told.finished) == (FAILED, 3, 9)
    world.timeline.expect(world.cell(6))
    reason = world.timeline.number_of("gone")
    assert world.library.fail_next(world.native(), world.cell(6), reason) == 0
    assert (world.status(6).state, world.status(6).refused) == (FAILED, reason)
    assert world.timeline.lost is None


def test_a_breach_by_c_code_is_told_by_the_next_method(world: World) -> None:
    world.timeline.expect(world.cell(0))
    assert world.library.end_one(world.native(), world.cell(0)) == 2
    assert world.timeline.lost is None
    assert world.status(0).state == PENDING
    world.timeline.start(world.cell(0))
    assert "finished and never started" in str(world.timeline.lost)


def test_ends_of_a_closed_timeline_have_no_effect(world: World) -> None:
    """The driver comes late, when the timeline is closed and Python has dropped it."""
    ends = world.ends()
    world.library.hold(world.driver, 1)
    world.timeline.expect(world.cell(0))
    assert world.timeline.start(world.cell(0))
    world.hand_over(ends, 0)
    world.timeline.close()
    assert world.close() == 1
    assert world.timeline.strays == 1


@pytest.mark.parametrize("seed", range(3))
def test_completions_of_c_code_are_held_by_perturb(world: World, seed: int) -> None:
    """The wrapper's timeline gives C code functions of its own, which hold what they get."""
    pacer = Pacer("held")
    held = HeldTimeline(world.timeline, pacer, Holds(f"{seed}", 0.002))
    native: NativeTimeline = held.native()
    assert native.finish != world.timeline.native().finish
    reason = world.timeline.number_of("lost")
    ends = world.ends(native=native, reason=reason)
    for number in range(40):
        world.timeline.expect(world.cell(number))
        assert held.start(world.cell(number))
        world.hand_over(ends, number, code=number % 2, status=-1 if number == 9 else 0)
    world.sync(40)
    world.close()
    pacer.end()
    wanted = [FAILED if number % 2 else DONE for number in range(40)]
    assert [world.status(number).state for number in range(40)] == wanted
    assert world.status(9).refused == reason


def test_room_is_a_count() -> None:
    with pytest.raises(ArgumentError, match="Ends: room"):
        Ends(Timeline(1).native(), 0)


@pytest.mark.parametrize(
    ("compiler", "options"),
    [
        ("cc", ("-std=c11", "-Wpedantic", "-Wconversion")),
        ("cc", ("-std=c99",)),
        pytest.param(
            "c++",
            ("-std=c++17", "-x", "c++", "-Wpedantic"),
            marks=pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler"),
        ),
    ],
)
def test_the_header_is_plain_c_and_cpp(
    tmp_path: Path, compiler: str, options: tuple[str, ...]
) -> None:
    c = 'extern "C" ' if compiler == "c++" else ""
    declared = "void told(void *event, int32_t status, void *token)"
    text = f"{c}{declared};\n{declared} {{ srt_ended(event, status, token); }}\n"
    build(tmp_path, f"#include <streamrt.h>\n{text}", *options, compiler=compiler)


def test_structures_are_those_of_the_header(tmp_path: Path) -> None:
    from streamrt._native import ends

    names = {"srt_timeline": NativeTimeline, "srt_end": ends._End, "srt_ends": ends._Ends}
    lines = [
        "#include <stddef.h>",
        "#include <stdio.h>",
        "#include <streamrt.h>",
        "int main(void) {",
    ]
    expected = [ends.VERSION]
    lines.append('printf("%u\\n", SRT_VERSION);')
    for name, structure in names.items():
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        expected.append(ctypes.sizeof(structure))
        for field, *_ in structure._fields_:
            lines.append(f'printf("%zu\\n", offsetof({name}, {field}));')
            expected.append(getattr(structure, field).offset)
    source, program = tmp_path / "layout.c", tmp_path / "layout"
    source.write_text("\n".join([*lines, "}"]))
    subprocess.run(["cc", f"-I{include()}", str(source), "-o", str(program)], check=True)
    told = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert [int(line) for line in told.split()] == expected
