// Charts over the time of the timeline: memory in use, work that is pending, windows of pipelines.

const CHART = 84;
const BLOCK = 256; // so many steps have their most in one number

/** A number that changes in steps. */
class Steps {
  constructor(times, values) {
    Object.assign(this, { times, values });
    this.blocks = new Float64Array(Math.ceil(values.length / BLOCK));
    for (let i = 0; i < values.length; i++) {
      const block = Math.floor(i / BLOCK);
      if (values[i] > this.blocks[block]) this.blocks[block] = values[i];
    }
    this.most = this.blocks.reduce((one, other) => Math.max(one, other), 0);
  }

  /** The place of the last step up to a time; -1 before the first. */
  before(time) {
    return firstAbove(this.times, time, 0, this.times.length) - 1;
  }

  at(time) {
    const place = this.before(time);
    return place < 0 ? 0 : this.values[place];
  }

  /** The most of the steps from one place to another, both with it. */
  mostOf(first, last) {
    let most = 0;
    for (let i = Math.max(0, first); i <= last; ) {
      if (i % BLOCK === 0 && i + BLOCK - 1 <= last) {
        most = Math.max(most, this.blocks[i / BLOCK]);
        i += BLOCK;
      } else {
        most = Math.max(most, this.values[i++]);
      }
    }
    return most;
  }
}

/** How many executions of some lanes are submitted and have not ended, as steps. */
function pendingOf(own) {
  const begins = [];
  const ends = [];
  for (const lane of own) {
    for (let i = lane.first; i < lane.end; i++) {
      if (!isRun(i)) continue;
      begins.push(events.started[i] - events.queued[i]);
      ends.push(ended[i]);
    }
  }
  const [up, down] = [Float64Array.from(begins).sort(), Float64Array.from(ends).sort()];
  const times = new Float64Array(2 * up.length);
  const values = new Float64Array(2 * up.length);
  for (let [i, j, at] = [0, 0, 0]; at < times.length; at++) {
    times[at] = i < up.length && up[i] <= down[j] ? up[i++] : down[j++];
    values[at] = i - j;
  }
  return new Steps(times, values);
}

/** The charts of a trace: title, unit and steps. */
function chartsOf() {
  const found = data.series.map(({ name, unit, times, values }) => ({
    title: unit === "bytes" ? `Memory in use on ${name}` : `Items in the window of ${name}`,
    unit,
    steps: new Steps(column(times), column(values)),
  }));
  const groups = [...new Set(rows.map((row) => row.group).filter(Boolean))];
  for (const group of groups) {
    const own = lanes.filter((lane) => rows[lane.row].group === group && rows[lane.row].kind !== "replay");
    const steps = pendingOf(own);
    if (steps.times.length) found.push({ title: `Pending work on ${group}`, unit: "", steps });
  }
  return found;
}

class Charts {
  constructor(view, timeline) {
    Object.assign(this, { view, timeline });
    const section = document.getElementById("charts");
    this.charts = chartsOf().map((chart) => {
      const now = element("span", { className: "now" });
      const canvas = element("canvas", { role: "img" });
      const most = `at most ${spellValue(chart.steps.most, chart.unit)}`;
      canvas.setAttribute("aria-label", `${chart.title}: ${most}`);
      const caption = element("figcaption", {}, element("b", {}, chart.title), ` ${most}`, now);
      section.append(element("figure", {}, caption, canvas));
      canvas.addEventListener("pointermove", (event) => view.point(timeline.timeAt(event.offsetX)));
      canvas.addEventListener("pointerleave", () => view.point(null));
      return { ...chart, canvas, now };
    });
    section.hidden = !this.charts.length;
    view.listeners.push(() => this.charts.forEach((chart) => this.draw(chart)));
  }

  draw({ canvas, steps, unit, now }) {
    const { left, right, width, scale } = this.timeline;
    const { from, to, cursor } = this.view;
    const pen = penOf(canvas, width, CHART);
    const bottom = CHART - 8;
    const top = 10;
    const high = steps.most || 1;
    const yOf = (value) => bottom - (value / high) * (bottom - top);
    for (const [value, y] of [[steps.most, top], [0, bottom]]) {
      pen.fillStyle = theme.line;
      pen.fillRect(left, Math.round(y), right - left, 1);
      pen.fillStyle = theme.soft;
      pen.textAlign = "right";
      if (steps.most || !value) pen.fillText(value ? spellValue(value, unit) : "0", left - 8, y);
      pen.textAlign = "left";
    }
    pen.beginPath();
    let place = steps.before(from);
    let y = yOf(place < 0 ? 0 : steps.values[place]);
    pen.moveTo(left, y);
    for (let x = left; x < right; x++) { // of several steps in a pixel, the highest one
      const last = steps.before(from + (x + 1 - left) / scale);
      const most = last === place ? steps.at(from + (x - left) / scale) : steps.mostOf(place + 1, last);
      place = last;
      if (yOf(most) === y) continue;
      pen.lineTo(x, y);
      y = yOf(most);
      pen.lineTo(x, y);
    }
    pen.lineTo(right, y);
    pen.strokeStyle = pen.fillStyle = theme.blue;
    pen.lineWidth = 1.2;
    pen.stroke();
    pen.lineTo(right, bottom);
    pen.lineTo(left, bottom);
    pen.globalAlpha = 0.22;
    pen.fill();
    pen.globalAlpha = 1;
    this.drawCursor(pen, { steps, unit, now }, cursor !== null && cursor >= from && cursor <= to ? cursor : null, yOf);
  }

  drawCursor(pen, { steps, unit, now }, cursor, yOf) {
    now.textContent = cursor === null ? "" : `${spellValue(steps.at(cursor), unit)} at ${spellTime(Math.max(0, cursor))}`;
    if (cursor === null) return;
    const x = Math.round(this.timeline.xOf(cursor));
    pen.fillStyle = theme.faint;
    pen.fillRect(x, 6, 1, CHART - 14);
    pen.fillStyle = theme.blue;
    pen.beginPath();
    pen.arc(x + 0.5, yOf(steps.at(cursor)), 3.5, 0, 7);
    pen.fill();
  }
}
