// The timeline: the rows of all tracks below an axis, with the waits of the selected event.
//
// Two canvases lie over each other. The lower one has rows and bars and is drawn when the part of
// the time or the height changes; the upper one has what follows the pointer and the selection.

const AXIS = 26;
const HEAD = 24; // of a group of rows
const LANE = 22; // a lane of a stream, with its distance to the next
const THIN = 18; // a lane of a thread
const PAD = 4;
const GAP = 4; // the strip of gaps below a stream
const NEAR = 4; // pixels to an event that still count as on it

class Timeline {
  constructor(view, search) {
    Object.assign(this, { view, search, selected: -1, hovered: null, range: null });
    this.stage = document.getElementById("stage");
    this.bars = document.getElementById("bars");
    this.marks = document.getElementById("marks");
    this.layOut();
    view.listeners.push((isStale) => this.draw(isStale));
    this.stage.addEventListener("scroll", () => view.changed());
    new ResizeObserver(() => this.resize()).observe(this.stage);
  }

  /** Gives each row its place from above. */
  layOut() {
    this.heads = [];
    let [y, group] = [AXIS, null];
    const hasGaps = events.started.length && gaps.started.length;
    for (const row of rows) {
      if (row.group !== group) {
        group = row.group;
        this.heads.push({ y, name: group || "Threads" });
        y += HEAD;
      }
      row.y = y;
      row.lane = row.kind === "thread" ? THIN : LANE;
      row.height = row.lanes.length * row.lane + 2 * PAD;
      if (row.kind === "stream" && hasGaps) row.height += GAP;
      y += row.height;
    }
    this.height = y + 6;
    document.getElementById("sizer").style.height = `${Math.max(this.height, 90)}px`;
  }

  resize() {
    this.width = this.stage.clientWidth;
    this.shown = this.stage.clientHeight;
    this.left = gutterOf(this.width);
    this.right = this.width - MARGIN;
    this.view.changed();
  }

  get scale() {
    return (this.right - this.left) / this.view.length;
  }

  xOf(time) {
    return this.left + (time - this.view.from) * this.scale;
  }

  timeAt(x) {
    return this.view.from + (x - this.left) / this.scale;
  }

  yOf(lane) {
    const row = rows[lane.row];
    return row.y + PAD + lane.depth * row.lane - this.stage.scrollTop;
  }

  draw(isStale) {
    if (this.width === undefined) this.resize();
    if (isStale) this.drawBars();
    this.drawMarks();
  }

  // -- what stands still ------------------------------------------------------------------------

  drawBars() {
    const pen = penOf(this.bars, this.width, this.shown);
    const { from, to } = this.view;
    const place = { from, to, left: this.left, right: this.right, scale: this.scale };
    const top = this.stage.scrollTop;
    const isSeen = (y, height) => y + height > top + AXIS && y < top + this.shown;
    const ticks = this.drawGrid(pen);
    pen.save();
    pen.beginPath();
    pen.rect(this.left, 0, this.right - this.left, this.shown);
    pen.clip();
    for (const row of rows) {
      if (!isSeen(row.y, row.height)) continue;
      for (const lane of row.lanes) {
        if (lane.end > lane.first) {
          drawLane(pen, lane, place, this.yOf(lane), row.lane - 3, this.search);
        }
      }
      this.drawGaps(pen, row, place);
    }
    pen.restore();
    this.drawNames(pen, isSeen);
    this.drawAxis(pen, ticks);
    if (!count) this.drawEmpty(pen);
  }

  drawGrid(pen) {
    const found = ticksOf(this.view.from, this.view.to, (this.right - this.left) / 110);
    pen.strokeStyle = theme.gap;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const { at } of found.ticks) {
      const x = Math.round(this.xOf(at)) + 0.5;
      pen.moveTo(x, AXIS);
      pen.lineTo(x, this.shown);
    }
    pen.stroke();
    return found;
  }

  drawAxis(pen, { base, ticks }) {
    pen.fillStyle = theme.panel;
    pen.fillRect(0, 0, this.width, AXIS);
    pen.fillStyle = pen.strokeStyle = theme.soft;
    pen.fillText(base ? fit(pen, spellExactly(base), this.left - 12) : "time", 10, AXIS / 2);
    pen.textAlign = "center";
    for (const { at, label } of ticks) {
      const x = this.xOf(at);
      const half = pen.measureText(label).width / 2;
      if (x - half >= this.left - 6 && x + half <= this.width - 2) pen.fillText(label, x, AXIS / 2);
    }
    pen.textAlign = "left";
    pen.strokeStyle = theme.line;
    pen.strokeRect(-1, AXIS - 0.5, this.width + 2, 1);
  }

  drawNames(pen, isSeen) {
    const top = this.stage.scrollTop;
    pen.fillStyle = theme.panel;
    pen.fillRect(0, 0, this.left, this.shown);
    for (const { y, name } of this.heads) {
      if (!isSeen(y, HEAD)) continue;
      pen.fillStyle = theme.gap;
      pen.fillRect(0, y - top, this.width, HEAD);
      pen.fillStyle = theme.soft;
      pen.font = `600 ${FONT}`;
      pen.fillText(fit(pen, name, this.width - 20), 10, y - top + HEAD / 2 + 0.5);
      pen.font = FONT;
    }
    for (const row of rows) {
      if (!isSeen(row.y, row.height)) continue;
      const middle = row.y - top + PAD + (row.lane - 3) / 2 + 0.5;
      const note = row.kind === "host" ? "host calls" : row.kind === "replay" ? "nodes" : "";
      const room = note && this.left >= GUTTER ? pen.measureText(note).width + 10 : 0;
      pen.fillStyle = note && !room ? theme.soft : theme.ink;
      const name = note && !room ? note : row.name;
      pen.fillText(fit(pen, name, this.left - 22 - room), 14, middle);
      pen.fillStyle = theme.soft;
      pen.textAlign = "right";
      if (room) pen.fillText(note, this.left - 8, middle);
      pen.textAlign = "left";
      pen.fillStyle = theme.line;
      pen.fillRect(0, row.y + row.height - top - 1, this.width, 1);
    }
    pen.fillRect(this.left - 1, AXIS, 1, Math.min(this.shown, this.height - top) - AXIS);
  }

  /** The strip below a stream, where it was idle for a reason that is known. */
  drawGaps(pen, row, { from, to, scale }) {
    const [first, end] = row.gaps;
    const y = row.y + row.height - GAP - 2 - this.stage.scrollTop;
    let drawn = -1;
    for (let i = Math.max(first, firstAbove(gaps.started, from, first, end) - 1); i < end; i++) {
      if (gaps.started[i] > to) break;
      const x = Math.max(this.left, this.left + (gaps.started[i] - from) * scale);
      const right = Math.min(this.right, this.left + (gaps.started[i] + gaps.length[i] - from) * scale);
      if (right <= drawn) continue;
      pen.fillStyle = reasonColour(data.gaps.reasons[gaps.reason[i]]);
      pen.fillRect(x, y, Math.max(1, right - x - 0.5), GAP - 1);
      drawn = Math.max(right, x + 1);
    }
  }

  drawEmpty(pen) {
    const words = "no events were recorded";
    const [x, y] = [(this.left + this.right) / 2, (AXIS + this.shown) / 2];
    const half = pen.measureText(words).width / 2 + 14;
    pen.fillStyle = theme.page;
    pen.fillRect(x - half, y - 15, 2 * half, 30);
    outline(pen, x - half, y - 15, 2 * half, 30, theme.line, 1);
    pen.fillStyle = theme.ink;
    pen.textAlign = "center";
    pen.fillText(words, x, y);
    pen.textAlign = "left";
  }

  // -- what follows the pointer -----------------------------------------------------------------

  drawMarks() {
    const pen = penOf(this.marks, this.width, this.shown);
    pen.save();
    pen.beginPath();
    pen.rect(this.left, AXIS, this.right - this.left, this.shown - AXIS);
    pen.clip();
    this.drawCursor(pen);
    if (this.selected >= 0) this.drawSelected(pen, this.selected);
    if (this.hovered?.event >= 0) this.drawFrame(pen, this.hovered.event, theme.ink, 1);
    if (this.range) this.drawRange(pen);
    pen.restore();
  }

  drawCursor(pen) {
    if (this.view.cursor === null) return;
    pen.fillStyle = theme.faint;
    pen.globalAlpha = 0.6;
    pen.fillRect(Math.round(this.xOf(this.view.cursor)), AXIS, 1, this.shown);
    pen.globalAlpha = 1;
  }

  /** The place of an event: its bar on the canvas, kept near enough for a canvas's numbers. */
  boxOf(i) {
    const lane = laneOf(i);
    const near = (x) => Math.min(Math.max(x, -1e4), 1e4 + this.width);
    const x = near(this.xOf(events.started[i]));
    const height = rows[lane.row].lane - 3;
    return { x, y: this.yOf(lane), width: Math.max(2, near(this.xOf(ended[i])) - x), height };
  }

  drawFrame(pen, i, colour, thick) {
    const { x, y, width, height } = this.boxOf(i);
    outline(pen, x - thick - 1, y - thick, width + 2 * thick + 1, height + 2 * thick, theme.page, thick + 2);
    outline(pen, x - thick, y - thick + 0.5, width + 2 * thick - 1, height + 2 * thick - 1, colour, thick);
  }

  drawSelected(pen, i) {
    const box = this.boxOf(i);
    for (const span of spansOf(i)) {
      const own = data.spans[span][3];
      if (own >= 0) this.drawFrame(pen, own, theme.blue, 2);
    }
    this.drawQueued(pen, i, box);
    const producer = events.producer[i];
    if (producer >= 0) {
      this.drawFrame(pen, producer, theme.brown, 2);
      this.drawArrow(pen, this.boxOf(producer), box, theme.brown);
    }
    for (const consumer of consumersOf(i)) {
      this.drawArrow(pen, box, this.boxOf(consumer), theme.green);
    }
    this.drawFrame(pen, i, theme.ink, 2);
  }

  /** A line from when the event was submitted; dotted while its queue waited for the producer. */
  drawQueued(pen, i, { x, y, height }) {
    const begin = this.xOf(events.started[i] - events.queued[i]);
    const held = this.xOf(events.started[i] - events.waited[i]);
    if (x - Math.min(begin, held) < 3) return;
    pen.strokeStyle = pen.fillStyle = theme.ink;
    pen.lineWidth = 1.5;
    const middle = y + height + 1;
    pen.fillRect(Math.max(-9, begin), middle - 5, 1.5, 6);
    for (const [from, to, dashes] of [[begin, held, []], [Math.max(begin, held), x, [2, 3]]]) {
      if (to <= from) continue;
      pen.setLineDash(dashes);
      pen.beginPath();
      pen.moveTo(Math.max(-9, from), middle);
      pen.lineTo(to, middle);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  /** An arrow from the end of one bar to the beginning of another. */
  drawArrow(pen, a, b, colour) {
    const from = { x: a.x + a.width, y: a.y + a.height / 2 };
    const to = { x: b.x, y: b.y + b.height / 2 };
    const bend = Math.max(18, Math.abs(to.x - from.x) / 3);
    pen.lineCap = "round";
    for (const [stroke, width] of [[theme.page, 4.5], [colour, 2]]) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(from.x, from.y);
      pen.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x - 7, to.y);
      pen.stroke();
    }
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(to.x, to.y);
    pen.lineTo(to.x - 9, to.y - 5);
    pen.lineTo(to.x - 9, to.y + 5);
    pen.fill();
  }

  drawRange(pen) {
    const [a, b] = this.range.map((time) => this.xOf(time)).sort((one, other) => one - other);
    pen.fillStyle = theme.blue;
    pen.globalAlpha = 0.16;
    pen.fillRect(a, AXIS, b - a, this.shown);
    pen.globalAlpha = 1;
    const words = spellTime(Math.abs(this.range[1] - this.range[0]));
    const width = pen.measureText(words).width;
    const x = Math.min(Math.max((a + b - width) / 2, this.left + 6), this.right - width - 6);
    pen.fillStyle = theme.page;
    pen.fillRect(x - 6, AXIS + 6, width + 12, 20);
    pen.fillStyle = theme.ink;
    pen.fillText(words, x, AXIS + 16.5);
  }

  // -- who is where -----------------------------------------------------------------------------

  /** What is at a place: an event, or a gap; null for neither. */
  at(x, y) {
    if (x < this.left || x > this.right || y < AXIS) return null;
    const down = y + this.stage.scrollTop;
    const row = rows.find((one) => down >= one.y && down < one.y + one.height);
    if (!row) return null;
    const depth = Math.floor((down - row.y - PAD + 1) / row.lane);
    const lane = row.lanes[Math.max(0, Math.min(depth, row.lanes.length - 1))];
    const event = lane ? this.eventAt(lane, this.timeAt(x)) : -1;
    if (event >= 0) return { event };
    const gap = this.gapAt(row, this.timeAt(x));
    return gap >= 0 ? { event: -1, gap, row } : null;
  }

  /** The event of a lane at a time, or the nearest one within some pixels; else -1. */
  eventAt(lane, time) {
    const next = firstAbove(events.started, time, lane.first, lane.end);
    const before = next > lane.first ? Math.max(0, time - ended[next - 1]) : Infinity;
    const after = next < lane.end ? events.started[next] - time : Infinity;
    if (Math.min(before, after) * this.scale > NEAR) return -1;
    return before <= after ? next - 1 : next;
  }

  gapAt(row, time) {
    const next = firstAbove(gaps.started, time, ...row.gaps) - 1;
    return next >= row.gaps[0] && time <= gaps.started[next] + gaps.length[next] ? next : -1;
  }

  // -- selecting --------------------------------------------------------------------------------

  select(i, { isSeen = false } = {}) {
    this.selected = i;
    if (i >= 0 && !isSeen) this.reveal(i);
    this.onSelect?.(i);
    this.view.changed();
  }

  /** Moves the view and the rows so that an event is to be seen. */
  reveal(i) {
    const { from, to, length } = this.view;
    const middle = (events.started[i] + ended[i]) / 2;
    if (middle < from + 0.02 * length || middle > to - 0.02 * length) {
      this.view.show(middle - length / 2, middle + length / 2);
    }
    const lane = laneOf(i);
    const y = this.yOf(lane);
    if (y < AXIS + 4) this.stage.scrollTop += y - AXIS - HEAD;
    else if (y + LANE > this.shown) this.stage.scrollTop += y + 2 * LANE - this.shown;
  }

  zoomTo(i) {
    const around = Math.max(events.length[i] * 1.5, LEAST * 2);
    this.view.show(events.started[i] - around / 2, ended[i] + around / 2);
  }

  /** Selects the event before or after in its lane; the first step takes one in the middle. */
  walk(step) {
    if (this.selected < 0) return this.start();
    const lane = laneOf(this.selected);
    const next = this.selected + step;
    if (next >= lane.first && next < lane.end) this.select(next);
    return undefined;
  }

  /** Selects the nearest event in the lane above or below. */
  climb(step) {
    if (this.selected < 0) return this.start();
    const lane = lanes[lanes.indexOf(laneOf(this.selected)) + step];
    if (!lane) return undefined;
    this.select(this.nearest(lane, (events.started[this.selected] + ended[this.selected]) / 2));
    return undefined;
  }

  nearest(lane, time) {
    const next = firstAbove(events.started, time, lane.first, lane.end);
    if (next === lane.first) return next;
    if (next === lane.end) return next - 1;
    return time - ended[next - 1] <= events.started[next] - time ? next - 1 : next;
  }

  start() {
    if (lanes.length) this.select(this.nearest(lanes[0], (this.view.from + this.view.to) / 2));
  }
}
