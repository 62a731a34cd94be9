// What is known of the selected event, below the timeline; and of what is below the pointer.

/** An element with properties and children; texts stay texts. */
function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function swatch(i) {
  const look = lookOf(i);
  const made = element("span", { className: "swatch" });
  made.style.background = look.fill;
  made.style.borderColor = look.edge ?? look.fill;
  return made;
}

function list(facts) {
  const found = element("dl");
  for (const [term, text] of facts) {
    found.append(element("div", {}, element("dt", {}, term), element("dd", {}, text)));
  }
  return found;
}

class Panel {
  constructor(timeline) {
    this.timeline = timeline;
    this.place = document.getElementById("panel");
    this.tip = document.getElementById("tip");
  }

  show(i) {
    this.place.replaceChildren();
    if (i < 0) return;
    const { timeline } = this;
    const button = (text, go) => element("button", { type: "button", onclick: go }, text);
    const buttons = element("div", { className: "buttons" });
    const producer = events.producer[i];
    const consumers = consumersOf(i);
    if (producer >= 0) buttons.append(button("What it waited for", () => timeline.select(producer)));
    if (consumers.length) {
      const many = consumers.length > 1 ? ` (first of ${consumers.length})` : "";
      buttons.append(button(`What waited for it${many}`, () => timeline.select(consumers[0])));
    }
    const span = spansOf(i).map((one) => data.spans[one][3]).find((own) => own >= 0);
    if (span !== undefined) buttons.append(button("Its span", () => timeline.select(span)));
    buttons.append(button("Zoom to it", () => timeline.zoomTo(i)));
    const head = element("h3", {}, swatch(i), textOf(i));
    this.place.append(element("div", { className: "bar" }, head, buttons), list(factsOf(i)));
  }

  /** Shows a note beside the pointer, on the side with more room. */
  hover(found, x, y) {
    this.tip.hidden = !found;
    if (!found) return;
    if (found.event >= 0) {
      const head = element("b", {}, swatch(found.event), textOf(found.event));
      this.tip.replaceChildren(head, list(factsOf(found.event)));
    } else {
      const reason = data.gaps.reasons[gaps.reason[found.gap]];
      const cause = data.gaps.causes[gaps.cause[found.gap]];
      const facts = [["on", rowNameOf(found.row)], ["lasted", spellTime(gaps.length[found.gap])]];
      if (cause) facts.push(["cause", cause]);
      this.tip.replaceChildren(element("b", {}, `idle: ${reason}`), list(facts));
    }
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const left = x + 16 + width < innerWidth ? x + 16 : Math.max(4, x - 16 - width);
    const top = y + 20 + height < innerHeight ? y + 20 : Math.max(4, y - 12 - height);
    this.tip.style.transform = `translate(${left}px, ${top}px)`;
  }
}
