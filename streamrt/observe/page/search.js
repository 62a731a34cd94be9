// Search by name: what does not match is shown weakly.

class Search {
  constructor() {
    this.isOn = false;
    this.matches = []; // the numbers of the events that match, rising
  }

  set(text) {
    const wanted = text.trim().toLowerCase();
    this.isOn = wanted !== "";
    this.labels = data.labels.map(([name]) => name.toLowerCase().includes(wanted));
    this.matches = [];
    if (!this.isOn) return;
    for (let i = 0; i < count; i++) if (this.labels[events.label[i]]) this.matches.push(i);
  }

  has(i) {
    return this.labels[events.label[i]];
  }

  /** The first match in [first, end); -1 if there is none. */
  first(first, end) {
    if (!this.isOn) return -1;
    const found = this.matches[firstFrom(this.matches, first, 0, this.matches.length)];
    return found < end ? found : -1;
  }

  /** The match after an event, or before it, round the end. */
  next(i, step) {
    const { matches } = this;
    if (!matches.length) return -1;
    const place = step > 0 ? firstAbove(matches, i, 0, matches.length) : firstFrom(matches, i, 0, matches.length) - 1;
    return matches[(place + matches.length) % matches.length];
  }
}

/** Joins the search with its field. */
function listenToSearch(search, timeline, view) {
  const field = document.getElementById("search");
  const found = document.getElementById("found");
  const tell = () => {
    const at = search.matches.indexOf(timeline.selected);
    const place = at >= 0 ? `${spellCount(at + 1)} of ` : "";
    found.textContent = search.isOn ? `${place}${spellCount(search.matches.length)} found` : "";
  };
  const start = () => {
    search.set(field.value);
    tell();
    markChips(field.value);
    view.changed();
  };
  field.addEventListener("input", start);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      const next = search.next(timeline.selected, event.shiftKey ? -1 : 1);
      if (next >= 0) timeline.select(next);
      tell();
    } else if (event.key === "Escape") {
      field.value = "";
      start();
      timeline.stage.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return (text) => {
    field.value = text;
    start();
  };
}
