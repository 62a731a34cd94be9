// Times, sizes and counts as people read them, and the ticks of an axis.

const TIMES = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
const SIZES = [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10], ["bytes", 1]];

/** A number with its largest unit that leaves at least 1, and four digits: `34.56 µs`. */
function withUnit(number, units) {
  const [unit, one] = units.find(([, one]) => Math.abs(number) >= one) ?? units.at(-1);
  const value = number / one;
  return `${Math.abs(value) >= 1e4 ? spellCount(value) : Number(value.toPrecision(4))} ${unit}`;
}

const spellTime = (ns) => withUnit(ns, TIMES);
const spellBytes = (bytes) => (bytes === 1 ? "1 byte" : withUnit(bytes, SIZES));
const spellCount = (number) => Math.round(number).toLocaleString("en");
const spellValue = (value, unit) => (unit === "bytes" ? spellBytes(value) : spellCount(value));

/** A part of a whole: `12 %`, `<0.1 %`. */
function spellShare(share) {
  const percent = 100 * share;
  if (percent > 0 && percent < 0.1) return "<0.1 %";
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toFixed(1))} %`;
}

const plural = (count, noun) => `${spellCount(count)} ${noun}${count === 1 ? "" : "s"}`;

/** The least of 1, 2 and 5 times a power of ten that is not below a number. */
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return power * [1, 2, 5, 10].find((step) => step * power >= number * (1 - 1e-9));
}

/** The ticks of a part of the time: a time that all labels count from, or 0, and the ticks. */
function ticksOf(from, to, most) {
  const step = Math.max(1, roundUp((to - from) / Math.max(1, most)));
  const far = Math.max(Math.abs(from), Math.abs(to));
  const base = far / step > 1e5 ? Math.floor(from / (step * 10)) * step * 10 : 0;
  const [unit, one] = TIMES.find(([, one]) => (base ? to - base : far) >= one) ?? TIMES.at(-1);
  const decimals = Math.max(0, Math.ceil(Math.log10(one / step) - 1e-9));
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const label = `${((at - base) / one).toFixed(decimals)} ${unit}`;
    ticks.push({ at, label: base ? `+${label}` : at === 0 ? "0" : label });
  }
  return { base, ticks };
}

/** A time with all its digits, in one unit: `1.234567891 s`. */
function spellExactly(ns) {
  const [unit, one] = TIMES.find(([, one]) => Math.abs(ns) >= one) ?? TIMES.at(-1);
  return `${Number((ns / one).toFixed(Math.round(Math.log10(one))))} ${unit}`;
}
