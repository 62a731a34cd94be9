// The tables: why streams were idle, the critical path, the kernels by time.

const MANY = 200; // the most rows of a table

/** A table; a head is a text and whether its column has numbers. */
function table(heads, rowsOfCells) {
  const head = element("tr", {}, ...heads.map(([text, isNumber]) => cell("th", text, isNumber)));
  const body = rowsOfCells.slice(0, MANY).map((cells) =>
    element("tr", {}, ...cells.map((content, at) => cell("td", content, heads[at][1]))),
  );
  const made = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  const parts = [element("div", { className: "wide" }, made)];
  if (rowsOfCells.length > MANY) {
    parts.push(element("p", { className: "soft" }, `and ${plural(rowsOfCells.length - MANY, "more row")}`));
  }
  return parts;
}

function cell(tag, content, isNumber) {
  const made = element(tag, isNumber ? { className: "number" } : {}, content);
  if (tag === "th") made.scope = "col";
  return made;
}

/** A part of a whole as a bar with its number. */
function shareBar(share, colour) {
  const fill = element("span", { className: "fill" });
  fill.style.width = `${100 * Math.min(1, share)}%`;
  if (colour) fill.style.background = colour;
  const rail = element("span", { className: "rail" }, fill);
  return element("span", { className: "share" }, rail, element("span", {}, spellShare(share)));
}

function dot(colour) {
  const made = element("span", { className: "swatch" });
  made.style.background = made.style.borderColor = colour;
  return made;
}

function showGaps() {
  const section = document.getElementById("gaps");
  section.querySelectorAll(":scope > :not(h2)").forEach((old) => old.remove());
  section.hidden = !data.totals.length;
  if (section.hidden) return;
  const reasons = [...new Set(data.totals.map(([, reason]) => reason))];
  const legend = element("p", { className: "legend" });
  for (const reason of reasons) {
    const all = data.totals.filter(([, own]) => own === reason).reduce((sum, one) => sum + one[3], 0);
    const words = `${reason} ${REASONS[reason] ?? ""}`.trim();
    legend.append(element("span", { title: spellTime(all) }, dot(reasonColour(reason)), words));
  }
  const bars = element("div", { className: "idle", role: "img" });
  bars.setAttribute("aria-label", "How long each stream was idle, by reason; the table has the numbers");
  for (const place of new Set(data.totals.map(([row]) => row))) bars.append(...idleBar(place));
  const cells = data.totals.map(([row, reason, many, ns]) => [
    rowNameOf(rows[row]),
    element("span", {}, dot(reasonColour(reason)), reason),
    spellCount(many),
    spellTime(ns),
    shareBar(ns / (data.duration || 1), reasonColour(reason)),
  ]);
  const heads = [["stream"], ["reason"], ["gaps", true], ["in all", true], ["of the run"]];
  section.append(legend, bars, ...table(heads, cells));
}

const REASONS = {
  producer: "(waited for another stream)", host: "(nothing was submitted)",
  wake: "(its thread woke late)", full: "(its queue was full)", window: "(the window was full)",
};

function idleBar(place) {
  const own = data.totals.filter(([row]) => row === place);
  const all = own.reduce((sum, one) => sum + one[3], 0);
  const rail = element("span", { className: "rail" });
  for (const [, reason, , ns] of own) {
    const part = element("span", { className: "fill", title: `${reason}: ${spellTime(ns)}` });
    part.style.width = `${(100 * ns) / (data.duration || 1)}%`;
    part.style.background = reasonColour(reason);
    rail.append(part);
  }
  const told = `idle ${spellShare(all / (data.duration || 1))}`;
  return [element("span", {}, rowNameOf(rows[place])), rail, element("span", { className: "soft" }, told)];
}

function showPath() {
  const section = document.getElementById("path");
  section.hidden = !data.path.length;
  if (section.hidden) return;
  const labels = new Map(data.labels.map(([text], label) => [text, label]));
  const colour = (label) => (labels.has(label) ? labelColours[labels.get(label)] : reasonColour(label));
  const cells = data.path.map(([label, ns, share, saved]) => [
    element("span", {}, dot(colour(label)), label),
    spellTime(ns),
    shareBar(share, colour(label)),
    spellShare(saved),
  ]);
  section.querySelectorAll(".wide").forEach((old) => old.remove());
  section.append(...table([["kernel or reason"], ["on the path", true], ["share"], ["twice as fast saves", true]], cells));
}

const KERNEL_HEADS = [["kernel"], ["count", 1], ["in all", 2], ["share"], ["p50", 3], ["p99", 4], ["failed", 5]];

/** The table of kernels, in the order of one of its columns; its heads are buttons. */
function showKernels(find, order = 2) {
  const section = document.getElementById("kernels");
  section.querySelectorAll(":scope > :not(h2)").forEach((old) => old.remove());
  section.hidden = !data.kernels.length;
  if (section.hidden) return;
  const all = data.kernels.reduce((sum, row) => sum + row[2], 0) || 1;
  const sorted = data.kernels.toSorted((a, b) => b[order] - a[order]);
  const hasFailed = sorted.some((row) => row[5]);
  const heads = KERNEL_HEADS.filter(([, column]) => column !== 5 || hasFailed);
  const cells = sorted.map((row) => {
    const [label, many, total, p50, p99, failed] = row;
    const [text, kind, site] = data.labels[label];
    const name = element("button", { type: "button", className: "link", title: site || "Find it above" }, text);
    name.addEventListener("click", () => find(text));
    const first = element("span", {}, dot(labelColours[label]), name);
    if (kind && kind !== "kernel") first.append(element("span", { className: "soft" }, ` ${kind}`));
    const numbers = [spellCount(many), spellTime(total), shareBar(total / all, labelColours[label])];
    numbers.push(spellTime(p50), spellTime(p99));
    return [first, ...numbers, ...(hasFailed ? [failed ? spellCount(failed) : ""] : [])];
  });
  const marked = heads.map(([text, column]) => {
    if (!column) return [text];
    const button = element("button", { type: "button", className: "link" }, column === order ? `${text} ↓` : text);
    button.addEventListener("click", () => {
      showKernels(find, column);
      document.querySelector(`#kernels th:nth-child(${heads.findIndex((one) => one[1] === column) + 1}) button`).focus();
    });
    return [button, true];
  });
  section.append(...table(marked, cells));
  section.querySelectorAll("th").forEach((head, at) => {
    if (heads[at][1] === order) head.setAttribute("aria-sort", "descending");
  });
}
