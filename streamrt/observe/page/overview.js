// The whole time as a strip: how many events run at once, and the part that is shown.

const STRIP = 36;

class Overview {
  constructor(view, timeline) {
    Object.assign(this, { view, timeline });
    this.canvas = document.getElementById("overview");
    this.canvas.hidden = !count;
    view.listeners.push((isStale) => isStale && this.draw());
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.move(event);
    });
    this.canvas.addEventListener("pointermove", (event) => event.buttons && this.move(event));
  }

  get place() {
    const { left, right } = this.timeline;
    return { left, right, scale: (right - left) / (this.view.most - this.view.least) };
  }

  move(event) {
    const { left, scale } = this.place;
    const middle = this.view.least + (event.offsetX - left) / scale;
    this.view.show(middle - this.view.length / 2, middle + this.view.length / 2);
  }

  /** How many lanes of streams are busy in each pixel, as a part of the most; made once a width. */
  heights(left, right) {
    const width = Math.max(1, Math.round(right - left));
    if (this.width === width) return this.found;
    const found = new Float64Array(width);
    const part = (this.view.most - this.view.least) / width;
    for (const lane of lanes.filter((one) => rows[one.row].kind !== "thread")) {
      let before = spentBefore(lane, this.view.least);
      for (let x = 0; x < width; x++) {
        const after = spentBefore(lane, this.view.least + (x + 1) * part);
        found[x] += (after - before) / part;
        before = after;
      }
    }
    const most = found.reduce((one, other) => Math.max(one, other), 1e-9);
    this.width = width;
    this.found = found.map((height) => height / most);
    return this.found;
  }

  draw() {
    const { left, right, scale } = this.place;
    const pen = penOf(this.canvas, this.timeline.width, STRIP);
    pen.fillStyle = theme.soft;
    pen.fillText("whole run", 10, STRIP / 2);
    pen.fillStyle = theme.faint;
    this.heights(left, right).forEach((height, x) => {
      if (height > 0) pen.fillRect(left + x, STRIP - 2 - height * (STRIP - 8), 1, height * (STRIP - 8));
    });
    pen.fillStyle = theme.line;
    pen.fillRect(left, STRIP - 2, right - left, 1);
    if (this.view.isWhole) return;
    const x = left + (this.view.from - this.view.least) * scale;
    const width = Math.max(3, this.view.length * scale);
    pen.globalAlpha = 0.22;
    pen.fillStyle = theme.blue;
    pen.fillRect(x, 2, width, STRIP - 3);
    pen.globalAlpha = 1;
    outline(pen, x, 2, width, STRIP - 3, theme.blue, 1.5);
  }
}
