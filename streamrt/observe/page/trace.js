// The trace: its columns as typed arrays, its rows and lanes, and what is known of one event.
//
// Events are numbered in the order of rows, of lanes and of time, so a lane is one range of them.

const TYPES = { u1: Uint8Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array, f8: Float64Array };

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  return bytes;
}

/** The numbers of a column, which is of one value or of a type. */
function column(packed) {
  if ("same" in packed) return new Float64Array(packed.count).fill(packed.same);
  return new TYPES[packed.type](bytesOf(packed.base64).buffer);
}

/** The first place in [first, end) whose number is above a limit, or not below it. */
function firstAbove(numbers, limit, first, end) {
  while (first < end) {
    const middle = (first + end) >> 1;
    if (numbers[middle] > limit) end = middle;
    else first = middle + 1;
  }
  return first;
}

function firstFrom(numbers, limit, first, end) {
  while (first < end) {
    const middle = (first + end) >> 1;
    if (numbers[middle] >= limit) end = middle;
    else first = middle + 1;
  }
  return first;
}

const data = JSON.parse(document.getElementById("data").textContent);
const events = Object.fromEntries(
  Object.entries(data.events).map(([name, packed]) => [name, column(packed)]),
);
const count = events.started.length;
const ended = Float64Array.from(events.started, (started, i) => started + events.length[i]);
const KIND = Object.fromEntries(data.kinds.map((kind, number) => [kind, number]));
const STATE = Object.fromEntries(data.states.map((state, number) => [state, number]));
const BAD = new Set([STATE.failed, STATE.skipped, STATE.cancelled, STATE.expired]);

/** Time that is spent in events before each of them. */
const spent = new Float64Array(count + 1);
for (let i = 0; i < count; i++) spent[i + 1] = spent[i] + events.length[i];

const isRun = (i) => events.kind[i] === KIND.execution;
const isBad = (i) => isRun(i) && BAD.has(events.state[i]);
const bad = [];
for (let i = 0; i < count; i++) if (isBad(i)) bad.push(i);

/** The rows, with the range of events of each lane, and the range of its gaps. */
const rows = [];
const lanes = [];
{
  let first = 0;
  let gap = 0;
  data.rows.forEach((row, place) => {
    const own = row.lanes.map((size, depth) => {
      const lane = { row: place, depth, first, end: first + size };
      first += size;
      return lane;
    });
    rows.push({ ...row, lanes: own, gaps: [gap, gap + data.gaps.counts[place]] });
    lanes.push(...own.filter((lane) => lane.end > lane.first));
    gap += data.gaps.counts[place];
  });
}
const gaps = {};
for (const name of ["started", "length", "reason", "cause"]) gaps[name] = column(data.gaps[name]);

/** The lane of an event: the last one that does not begin after it. */
function laneOf(i) {
  let low = 0;
  for (let high = lanes.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (lanes[middle].first <= i) low = middle;
    else high = middle;
  }
  return lanes[low];
}

/** The time that a lane has spent in events before a time. */
function spentBefore(lane, time) {
  const next = firstAbove(events.started, time, lane.first, lane.end);
  return spent[next] - (next > lane.first ? Math.max(0, ended[next - 1] - time) : 0);
}

const textOf = (i) => data.labels[events.label[i]][0];
const rowNameOf = (row) => (row.group ? `${row.group}/${row.name}` : row.name);

/** The spans around an event, the innermost first. A span's own number is not among them. */
function spansOf(i) {
  const found = [];
  for (let span = events.tag[i]; span && data.spans[span] && found.length < 50; ) {
    if (!(found.includes(span))) found.push(span);
    else break;
    span = data.spans[span][1];
  }
  return found.filter((span) => data.spans[span][3] !== i);
}

/** The events that waited for one, at most 50 of them. */
function consumersOf(i) {
  const found = [];
  for (let at = events.producer.indexOf(i); at >= 0 && found.length < 50; ) {
    found.push(at);
    at = events.producer.indexOf(i, at + 1);
  }
  return found;
}

/** What is known of an event, as pairs of a term and a text. */
function factsOf(i) {
  const [, kind, site, bytes] = data.labels[events.label[i]];
  const row = rows[laneOf(i).row];
  const length = events.length[i];
  const state = data.states[events.state[i]];
  const facts = [["on", `${rowNameOf(row)}${row.kind === "stream" ? "" : `, ${ROW_KINDS[row.kind]}`}`]];
  const kindName = KIND_NAMES[data.kinds[events.kind[i]]];
  facts.push(["kind", isRun(i) || events.kind[i] === KIND.node ? kind || kindName : kindName]);
  if (isRun(i)) facts.push(["state", state]);
  if (events.error[i]) facts.push(["error", `code ${events.error[i]}`]);
  facts.push(["lasted", spellTime(length)], ["began at", spellExactly(events.started[i])]);
  if (isRun(i)) facts.push(["queued", spellTime(events.queued[i])]);
  const producer = events.producer[i];
  if (events.waited[i] > 0) facts.push(["waited", spellTime(events.waited[i])]);
  if (producer >= 0) {
    facts.push(["waited for", `${textOf(producer)} on ${rowNameOf(rows[laneOf(producer).row])}`]);
  }
  if (bytes) facts.push(["memory", spellBytes(bytes)]);
  if (bytes && length) facts.push(["rate", `${withUnit((bytes / length) * 1e9, SIZES)}/s`]);
  if (site) facts.push(["defined at", site]);
  const spans = spansOf(i).map((span) => data.spans[span]);
  if (spans.length) facts.push(["in span", spans.map(([name]) => name).join(" ‹ ")]);
  for (const [, , told] of spans.slice(0, 1)) facts.push(...told);
  return facts;
}

const ROW_KINDS = { host: "host calls", replay: "nodes of replays", thread: "thread" };
const KIND_NAMES = {
  execution: "execution", node: "node", span: "span", compile: "compiling",
  load: "reading the cache", collect: "garbage collection", late: "late loop",
  wake: "wake-up", sync: "blocked", stage: "stage of a pipeline",
};
