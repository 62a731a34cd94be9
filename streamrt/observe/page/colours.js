// Colours: one for each kernel, which is the same in other traces, and those of the page's palette.
//
// The eight hues are Paul Tol's scheme "light", which people who see fewer colours tell apart. From
// the ninth kernel on, they come again, darker: lightness is told apart by everybody.

const HUES = [
  "#77aadd", "#ee8866", "#44bb99", "#eedd88", "#ffaabb", "#99ddff", "#bbcc33", "#999900",
  "#2a558c", "#a4482b", "#176650", "#8f7a1f", "#b04a68", "#2e8fb0", "#66751a", "#54540a",
];
const RING = 8; // hues of one lightness
const theme = {}; // the palette's colours on the page as it is shown

function hash(text) {
  let found = 2166136261;
  for (let i = 0; i < text.length; i++) found = Math.imul(found ^ text.charCodeAt(i), 16777619);
  return (found ^ (found >>> 15)) >>> 0;
}

/**
 * A colour for each label. The hash of its name is its hue; if another name has that already, it
 * takes the next one. So a name keeps its colour from trace to trace unless
 * it meets another one.
 */
function chooseColours() {
  const names = [...new Set(data.kernels.map(([label]) => data.labels[label][0]))];
  const colours = new Map();
  const taken = new Set();
  for (const name of names.slice(0, HUES.length).sort()) {
    let hue = hash(name) % RING;
    const ring = taken.size < RING ? 0 : RING;
    for (hue += ring; taken.has(hue); ) hue = ring + ((hue + 1) % RING);
    taken.add(hue);
    colours.set(name, HUES[hue]);
  }
  return data.labels.map(([name]) => colours.get(name) ?? HUES[hash(name) % HUES.length]);
}

const labelColours = chooseColours();

/** How the kinds of thread rows look: filling, edge, and whether they are hatched. */
const KIND_LOOKS = {
  span: ["paleblue", "blue", false], compile: ["palebrown", "brown", false],
  load: ["palebrown", "brown", true], collect: ["palered", "red", false],
  late: ["palered", "red", true], wake: ["palegreen", "green", true],
  sync: ["gap", "faint", true], stage: ["palegreen", "green", false],
};
const REASON_COLOURS = {
  producer: "blue", host: "brown", wake: "green", full: "red", window: "faint",
};

function reasonColour(reason) {
  return theme[REASON_COLOURS[reason]] ?? HUES[hash(reason) % HUES.length];
}

/** Reads the palette again, after a change between light and dark. */
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ink", "soft", "faint", "line", "gap", "panel", "page", "blue", "paleblue"];
  names.push("green", "palegreen", "brown", "palebrown", "red", "palered");
  for (const name of names) theme[name] = style.getPropertyValue(`--${name}`).trim();
  inks.clear();
}

const inks = new Map();

/** The ink that can be read on a colour `#rrggbb`. */
function inkOn(colour) {
  if (!inks.has(colour)) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
    const light = 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2;
    inks.set(colour, light > 0.2 ? "#14181d" : "#ffffff");
  }
  return inks.get(colour);
}

/** The filling, the edge and the hatching of an event. */
function lookOf(i) {
  const kind = data.kinds[events.kind[i]];
  const look = KIND_LOOKS[kind];
  if (look) return { fill: theme[look[0]], edge: theme[look[1]], hatched: look[2], ink: theme.ink };
  const fill = labelColours[events.label[i]];
  return { fill, edge: null, hatched: false, ink: inkOn(fill) };
}
