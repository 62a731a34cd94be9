// Fills the page, and joins its parts.

/** What is said above the timeline: how much there is, how long it took, what did not end well. */
function showFacts(timeline) {
  const streams = rows.filter((row) => row.kind === "stream").length;
  const facts = [plural(data.count, "event"), plural(streams, "stream"), spellTime(data.duration)];
  if (data.process) facts.unshift(data.pid ? `${data.process}, process ${data.pid}` : data.process);
  if (data.began) facts.push(data.began);
  const line = document.getElementById("facts");
  line.append(facts.join(" · "));
  for (const name of ["failed", "skipped", "cancelled", "expired"]) {
    const own = bad.filter((i) => events.state[i] === STATE[name]);
    if (!own.length) continue;
    const next = () => {
      const place = firstAbove(own, timeline.selected, 0, own.length);
      timeline.select(own[place % own.length]);
    };
    const words = `${spellCount(own.length)} ${name}`;
    const button = element("button", { type: "button", className: `link ${name}`, onclick: next }, words);
    button.title = "Go to the next one";
    line.append(" · ", button);
  }
}

function showNotices() {
  const place = document.getElementById("notices");
  if (data.lost) {
    const words = `${plural(data.lost, "event")} ${data.lost === 1 ? "was" : "were"} lost: overwritten `
      + "before they were read, or not kept. What is missing is not shown, and figures count too little.";
    place.append(element("p", { className: "notice alarm", role: "note" }, words));
  }
  if (data.clock === "virtual") {
    const words = "Time is virtual: it says in which order things ran, not how long they took here.";
    place.append(element("p", { className: "notice", role: "note" }, words));
  }
}

/** Chips for the kernels with the most time, which find them, and a key to the other looks. */
function showLegend(find) {
  const place = document.getElementById("legend");
  place.replaceChildren();
  const seen = new Set();
  for (const [label] of data.kernels) {
    const [text] = data.labels[label];
    if (seen.has(text) || seen.size === 8) continue;
    seen.add(text);
    const chip = element("button", { type: "button", className: "chip" }, dot(labelColours[label]), text);
    chip.dataset.text = text;
    chip.title = text;
    chip.addEventListener("click", () => {
      find(chip.getAttribute("aria-pressed") === "true" ? "" : text);
    });
    place.append(chip);
  }
  const kinds = new Set(events.kind);
  for (const [kind, [fill, edge, isHatched]] of Object.entries(KIND_LOOKS)) {
    if (!kinds.has(KIND[kind])) continue;
    const own = element("span", { className: isHatched ? "swatch hatched" : "swatch" });
    own.style.background = isHatched
      ? `repeating-linear-gradient(135deg, ${theme[fill]} 0 3px, ${theme[edge]} 3px 4px)` : theme[fill];
    own.style.borderColor = theme[edge];
    place.append(element("span", {}, own, KIND_NAMES[kind]));
  }
  for (const name of ["failed", "cancelled", "expired", "skipped"]) {
    if (bad.some((i) => events.state[i] === STATE[name])) place.append(element("span", {}, badge(name), name));
  }
  markChips(document.getElementById("search").value);
}

/** The mark of a state, as the timeline has it. */
function badge(name) {
  const canvas = element("canvas", { className: "badge" });
  mark(penOf(canvas, 14, 14), STATE[name], 7, 7);
  return canvas;
}

function markChips(text) {
  for (const chip of document.querySelectorAll(".chip")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.text === text));
  }
}

/** The button that changes between light and dark; `redraw` is called after each change. */
function listenToTheme(redraw) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const show = () => {
    readTheme();
    button.textContent = isDark() ? "Light" : "Dark";
    redraw();
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  dark.addEventListener("change", show);
  show();
  return show;
}

/** Prints in light colours, and all rows. */
function listenToPrinting(show, timeline, view) {
  const root = document.documentElement;
  let before;
  const change = (theme, isPrinting) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.toggleAttribute("data-printing", isPrinting);
    show();
    timeline.resize();
    view.draw();
  };
  addEventListener("beforeprint", () => {
    before = root.dataset.theme;
    change("light", true);
  });
  addEventListener("afterprint", () => change(before, false));
}

function begin() {
  const view = new View(data.duration);
  const search = new Search();
  readTheme();
  const timeline = new Timeline(view, search);
  const panel = new Panel(timeline);
  timeline.onSelect = (i) => panel.show(i);
  new Overview(view, timeline);
  new Charts(view, timeline);
  const find = listenToSearch(search, timeline, view);
  const findAbove = (text) => {
    find(text);
    document.getElementById("timeline-head").scrollIntoView({ block: "start" });
  };
  listenToKeys(view, timeline, search, () => find(""));
  listenToPointer(view, timeline, panel);
  for (const [id, action] of [
    ["wider", () => view.zoom(1 / CLOSER)], ["closer", () => view.zoom(CLOSER)], ["whole", () => view.all()],
    ["help", () => document.getElementById("keys").showModal()],
  ]) document.getElementById(id).addEventListener("click", action);
  showFacts(timeline);
  showNotices();
  showPath();
  showKernels(findAbove);
  const show = listenToTheme(() => {
    showLegend(find);
    showGaps();
    showPath();
    panel.show(timeline.selected);
    view.changed();
  });
  listenToPrinting(show, timeline, view);
  const shown = document.getElementById("shown");
  view.listeners.push(() => {
    const part = `Shown: ${spellTime(view.length)} from ${spellTime(Math.max(0, view.from))}.`;
    const words = view.isWhole ? "The whole run is shown." : part;
    if (shown.textContent !== words) shown.textContent = words;
    // When the first picture was complete, in ms since the page was opened.
    document.documentElement.dataset.drawn ??= String(Math.round(performance.now()));
  });
}

begin();
