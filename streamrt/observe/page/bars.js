// Draws a lane of events. Where several share a pixel, it shows the longest of some, as strong as
// the pixel is busy; a click there zooms in.

const WIDE = 2; // pixels from which on an event is a bar of its own
const STEPS = 4; // how many strengths a pixel has
const SAMPLES = 6; // how many events of a pixel are looked at
const WORDS = 38; // pixels from which on a bar has its name
const MARK = 14; // pixels between two marks
const WORST = [STATE.failed, STATE.cancelled, STATE.expired, STATE.skipped];

/** Draws the lane at a height; `place` has `left`, `right` and `scale` in pixels for each ns. */
function drawLane(pen, lane, place, y, height, search) {
  const { from, to, left, scale } = place;
  const edges = { pen, y, height, cell: null };
  let i = firstAbove(ended, from, lane.first, lane.end);
  if (i > lane.first && ended[i - 1] >= from) i--;
  while (i < lane.end && events.started[i] <= to) {
    const x = left + (events.started[i] - from) * scale;
    if (events.length[i] * scale >= WIDE) {
      flush(edges);
      drawBar(pen, i, x, left + (ended[i] - from) * scale, place, y, height, search);
      i++;
      continue;
    }
    const cell = Math.floor(x);
    const edge = from + (cell + 1 - left) / scale;
    let next = firstFrom(events.started, edge, i + 1, lane.end);
    if (next - 1 > i && events.length[next - 1] * scale >= WIDE) next--;
    addCell(edges, cell, i, next, scale, search);
    i = next;
  }
  flush(edges);
  drawBad(pen, lane, place, y, height, search);
}

/** Adds the pixel of events to the cells before it, if it looks like them. */
function addCell(edges, x, first, next, scale, search) {
  let longest = first;
  const stride = Math.max(1, (next - first) / SAMPLES);
  for (let at = first; at < next; at += stride) {
    const i = Math.floor(at);
    if (events.length[i] > events.length[longest]) longest = i;
  }
  const hit = search.first(first, next);
  const look = lookOf(hit >= 0 ? hit : longest);
  const share = Math.min(1, (spent[next] - spent[first]) * scale);
  const strength = Math.ceil(share * STEPS) / STEPS;
  const alpha = search.isOn && hit < 0 ? 0.12 : 0.4 + 0.6 * strength;
  const colour = look.edge ?? look.fill;
  const cell = edges.cell;
  if (cell && cell.end === x && cell.colour === colour && cell.alpha === alpha) {
    cell.end++;
    return;
  }
  flush(edges);
  edges.cell = { x, end: x + 1, colour, alpha };
}

function flush(edges) {
  const { pen, cell, y, height } = edges;
  if (!cell) return;
  pen.globalAlpha = cell.alpha;
  pen.fillStyle = cell.colour;
  pen.fillRect(cell.x, y, cell.end - cell.x, height);
  pen.globalAlpha = 1;
  edges.cell = null;
}

function drawBar(pen, i, begin, end, place, y, height, search) {
  const x = Math.max(Math.round(begin), place.left - 4);
  const right = Math.min(Math.round(end), place.right + 4);
  const width = Math.max(1, right - x - (right - x > 4 ? 1 : 0));
  const look = lookOf(i);
  const isLow = search.isOn && !search.has(i);
  pen.globalAlpha = isLow ? 0.14 : 1;
  pen.fillStyle = width > 3 ? look.fill : (look.edge ?? look.fill);
  if (isBad(i) && events.state[i] !== STATE.failed) pen.globalAlpha *= 0.45;
  pen.fillRect(x, y, width, height);
  if (look.hatched || isBad(i)) hatch(pen, x, y, width, height, isBad(i) ? theme.red : look.edge);
  if (look.edge && width > 3) outline(pen, x, y, width, height, look.edge, 1);
  if (width >= WORDS && !isLow) {
    const start = Math.max(x, place.left) + 5;
    const words = fit(pen, textOf(i), x + width - start - 4);
    pen.globalAlpha = 1;
    pen.fillStyle = isBad(i) && events.state[i] !== STATE.failed ? theme.ink : look.ink;
    if (words && (look.hatched || isBad(i))) plate(pen, words, start, y, height, look);
    pen.fillText(words, start, y + height / 2 + 0.5);
  }
  pen.globalAlpha = 1;
}

/** Hides the hatching below words. */
function plate(pen, words, x, y, height, look) {
  const ink = pen.fillStyle;
  pen.fillStyle = ink === theme.ink && !look.edge ? theme.page : look.fill;
  pen.fillRect(x - 2, y + 2, pen.measureText(words).width + 4, height - 4);
  pen.fillStyle = ink;
}

function outline(pen, x, y, width, height, colour, thick) {
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  pen.strokeRect(x + thick / 2, y + thick / 2, width - thick, height - thick);
}

function hatch(pen, x, y, width, height, colour) {
  if (!hatchings.has(colour)) {
    const tile = element("canvas", { width: 6, height: 6 });
    const own = tile.getContext("2d");
    own.strokeStyle = colour;
    for (const at of [-6, 0, 6]) {
      own.moveTo(at - 1, 7);
      own.lineTo(at + 7, -1);
    }
    own.stroke();
    hatchings.set(colour, pen.createPattern(tile, "repeat"));
  }
  pen.fillStyle = hatchings.get(colour);
  pen.fillRect(x, y, width, height);
}

const hatchings = new Map(); // patterns by colour

/**
 * Marks what did not end well, by shape too: a cross, a ring, an empty triangle. Of those that lie
 * closer together than marks can stand, the worst one has its mark.
 */
function drawBad(pen, lane, place, y, height, search) {
  const first = firstFrom(ended, place.from, lane.first, lane.end);
  const marks = new Map();
  for (let at = firstFrom(bad, first, 0, bad.length); at < bad.length; at++) {
    const i = bad[at];
    if (i >= lane.end || events.started[i] > place.to) break;
    if (search.isOn && !search.has(i)) continue;
    const begin = Math.max(place.left, place.left + (events.started[i] - place.from) * place.scale);
    const end = Math.min(place.right, place.left + (ended[i] - place.from) * place.scale);
    const x = end - begin > 2 * MARK ? end - MARK / 2 - 2 : (begin + end) / 2;
    const cell = Math.floor(x / MARK);
    const other = marks.get(cell);
    if (!other || WORST.indexOf(events.state[i]) < WORST.indexOf(other.state)) {
      marks.set(cell, { x, state: events.state[i] });
    }
  }
  for (const [cell, { x, state }] of marks) {
    const isAlone = !marks.has(cell - 1) && !marks.has(cell + 1);
    mark(pen, state, isAlone ? x : (cell + 0.5) * MARK, y + height / 2);
  }
}

function mark(pen, state, x, y) {
  pen.beginPath();
  pen.arc(x, y, 6, 0, 7);
  pen.fillStyle = theme.page;
  pen.fill();
  pen.strokeStyle = pen.fillStyle = state === STATE.failed ? theme.red : theme.ink;
  pen.lineWidth = state === STATE.failed ? 2.2 : 1.5;
  pen.beginPath();
  if (state === STATE.failed) {
    pen.moveTo(x - 3, y - 3);
    pen.lineTo(x + 3, y + 3);
    pen.moveTo(x + 3, y - 3);
    pen.lineTo(x - 3, y + 3);
  } else if (state === STATE.cancelled || state === STATE.expired) {
    pen.arc(x, y, 3.4, 0, 7);
  } else {
    pen.moveTo(x - 3.5, y - 3);
    pen.lineTo(x + 3.5, y);
    pen.lineTo(x - 3.5, y + 3);
    pen.closePath();
  }
  pen.stroke();
}
