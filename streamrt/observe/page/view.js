// The part of the time that is shown. All that is drawn over time follows one view.

const LEAST = 20; // ns

class View {
  constructor(duration) {
    const margin = Math.max(duration, LEAST) * 0.01;
    this.least = -margin;
    this.most = Math.max(duration, LEAST) + margin;
    this.cursor = null; // the time below the pointer
    this.listeners = [];
    this.from = this.least;
    this.to = this.most;
    this.frame = 0;
  }

  get length() {
    return this.to - this.from;
  }

  get isWhole() {
    return this.from === this.least && this.to === this.most;
  }

  /** Shows a part, moved and cut so that it lies within the whole. */
  show(from, to) {
    const length = Math.max(to - from, LEAST);
    if (length >= this.most - this.least) {
      [this.from, this.to] = [this.least, this.most];
    } else {
      const begin = (from + to - length) / 2;
      this.from = Math.min(Math.max(begin, this.least), this.most - length);
      this.to = this.from + length;
    }
    this.changed();
  }

  zoom(factor, at = (this.from + this.to) / 2) {
    const limited = Math.max(factor, LEAST / this.length);
    this.show(at - (at - this.from) * limited, at + (this.to - at) * limited);
  }

  pan(ns) {
    this.show(this.from + ns, this.to + ns);
  }

  all() {
    this.show(this.least, this.most);
  }

  point(cursor) {
    if (this.cursor === cursor) return;
    this.cursor = cursor;
    this.changed(true);
  }

  /** Draws once for each frame, however often the view changes in it. */
  changed(onlyCursor = false) {
    this.isStale ||= !onlyCursor;
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  /** Draws now: a page that is about to be printed gets no more frames. */
  draw() {
    const isStale = this.isStale;
    this.frame = 0;
    this.isStale = false;
    for (const listener of this.listeners) listener(isStale);
  }
}

/** Gives a canvas the pixels of the screen for a size, and returns its pen in CSS pixels. */
function penOf(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = FONT;
  pen.textBaseline = "middle";
  return pen;
}

const FONT = '12px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const GUTTER = 176; // the width of the names beside rows and charts
const NARROW = 92; // on a narrow screen
const MARGIN = 10; // on the right

const gutterOf = (width) => (width < 620 ? NARROW : GUTTER);

/** The words, cut with an ellipsis to fit a width; "" if nearly nothing fits. */
function fit(pen, words, width) {
  if (words.length * 7 < width * 0.7 || pen.measureText(words).width <= width) return words;
  let [low, high] = [0, Math.min(words.length, Math.ceil(width / 2))];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(`${words.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low > 2 ? `${words.slice(0, low)}…` : "";
}
