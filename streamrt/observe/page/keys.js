// The keys, and what pointer and wheel do on the timeline.

const FAR = 0.2; // of the part that is shown: how far a key moves it
const CLOSER = 0.6;

function actions(view, timeline, search) {
  const goTo = (i) => i !== undefined && i >= 0 && timeline.select(i);
  const move = (part) => () => view.pan(part * view.length);
  const zoom = (factor) => () => {
    const i = timeline.selected;
    const middle = i >= 0 ? (events.started[i] + ended[i]) / 2 : NaN;
    view.zoom(factor, middle >= view.from && middle <= view.to ? middle : undefined);
  };
  const everywhere = {
    "+": zoom(CLOSER), "=": zoom(CLOSER), "-": zoom(1 / CLOSER), "0": () => view.all(),
    "/": () => document.getElementById("search").select(),
    "?": () => document.getElementById("keys").showModal(),
    Escape: () => timeline.select(-1),
  };
  const onStage = {
    ArrowLeft: () => timeline.walk(-1), ArrowRight: () => timeline.walk(1),
    ArrowUp: () => timeline.climb(-1), ArrowDown: () => timeline.climb(1),
    "Shift+ArrowLeft": move(-FAR), "Shift+ArrowRight": move(FAR),
    a: move(-FAR), d: move(FAR), w: zoom(CLOSER), s: zoom(1 / CLOSER),
    Home: () => view.show(view.least, view.least + view.length),
    End: () => view.show(view.most - view.length, view.most),
    Enter: () => timeline.selected >= 0 && timeline.zoomTo(timeline.selected),
    p: () => timeline.selected >= 0 && goTo(events.producer[timeline.selected]),
    c: () => timeline.selected >= 0 && goTo(consumersOf(timeline.selected)[0]),
    f: () => goTo(bad[firstAbove(bad, timeline.selected, 0, bad.length) % bad.length]),
  };
  return { everywhere, onStage };
}

function listenToKeys(view, timeline, search, clear) {
  const { everywhere, onStage } = actions(view, timeline, search);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.closest("dialog") || target.matches("input")) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const arrow = event.shiftKey && name.startsWith("Arrow") ? `Shift+${name}` : name;
    const action = (target === timeline.stage ? onStage[arrow] : undefined) ?? everywhere[name];
    if (!action) return;
    if (name === "Escape" && search.isOn) clear();
    else action();
    event.preventDefault();
  });
}

function listenToPointer(view, timeline, panel) {
  const { stage } = timeline;
  const placeOf = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left - stage.clientLeft, event.clientY - box.top - stage.clientTop];
  };
  let drag = null;
  stage.addEventListener("pointerdown", (event) => {
    const [x, y] = placeOf(event);
    if (event.button || x > stage.clientWidth) return;
    drag = { x, y, from: view.from, to: view.to, top: stage.scrollTop, isMoved: false };
    drag.range = event.shiftKey && x >= timeline.left ? timeline.timeAt(x) : null;
  });
  stage.addEventListener("pointermove", (event) => {
    const [x, y] = placeOf(event);
    if (!drag) {
      const found = event.pointerType === "touch" ? null : timeline.at(x, y);
      timeline.hovered = found;
      panel.hover(found, event.clientX, event.clientY);
      view.point(x >= timeline.left && x <= timeline.right ? timeline.timeAt(x) : null);
      view.changed(true);
      return;
    }
    if (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < 4) return;
    if (!drag.isMoved) stage.setPointerCapture(event.pointerId);
    drag.isMoved = true;
    panel.hover(null);
    timeline.hovered = null;
    if (drag.range !== null) {
      timeline.range = [drag.range, timeline.timeAt(x)];
      view.changed(true);
    } else {
      stage.classList.add("moving");
      const ns = (drag.x - x) / timeline.scale;
      view.show(drag.from + ns, drag.to + ns);
      if (event.pointerType !== "touch") stage.scrollTop = drag.top + drag.y - y;
    }
  });
  stage.addEventListener("pointerup", (event) => {
    const [x, y] = placeOf(event);
    if (drag && !drag.isMoved) timeline.select(timeline.at(x, y)?.event ?? -1, { isSeen: true });
    if (timeline.range) view.show(Math.min(...timeline.range), Math.max(...timeline.range));
    end();
  });
  const end = () => {
    drag = timeline.range = null;
    stage.classList.remove("moving");
    view.changed(true);
  };
  stage.addEventListener("pointercancel", end);
  stage.addEventListener("pointerleave", () => {
    panel.hover(null);
    timeline.hovered = null;
    view.point(null);
    view.changed(true);
  });
  stage.addEventListener("dblclick", (event) => {
    const [x] = placeOf(event);
    if (x >= timeline.left) view.zoom(1 / 4, timeline.timeAt(x));
  });
  stage.addEventListener("wheel", (event) => turn(event, placeOf(event)[0], view, timeline), { passive: false });
}

/** Zooms, or moves if the wheel turns sideways. A wheel that only passes by scrolls the page. */
function turn(event, x, view, timeline) {
  const isOurs = event.ctrlKey || event.metaKey || document.activeElement === timeline.stage;
  if (!isOurs && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
  event.preventDefault();
  const unit = event.deltaMode ? 16 : 1;
  const sideways = event.deltaX || (event.shiftKey ? event.deltaY : 0);
  if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
    view.pan((sideways * unit) / timeline.scale);
  } else {
    view.zoom(Math.exp(event.deltaY * unit * 0.0016), timeline.timeAt(Math.max(x, timeline.left)));
  }
}
