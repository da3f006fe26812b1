// Parallel coordinates: each point of the sweep is a line across all axes, coloured by its value. Dragging along an
// axis, or its two fields, keeps only the points in a range; the pointer, or a row of the table, highlights one.
import { button, element } from "../shared/dom.js";
import { counted } from "../shared/format.js";
import { colourBar } from "../shared/colour_bar.js";
import { cssColour } from "../shared/colour_maps.js";
import { colour, onThemeChange } from "../shared/theme.js";
import { fitted } from "../shared/canvas.js";
import { axisOf, drawAxis, LEAST_GAP, MARGIN } from "./parallel_axis.js";
import { rangeFields } from "./parallel_ranges.js";

const HEIGHT = 320,
  TOP = 34,
  BOTTOM = 22,
  REACH = 8;

export function parallel(host, sweep, shown) {
  const finite = sweep.points.map(({ value }) => value).filter(Number.isFinite);
  const scale = { map: "lines", low: Math.min(...finite), high: Math.max(...finite) };
  if (scale.low === scale.high) scale.high = scale.low + 1;
  const axes = [
    ...sweep.axes.map((axis, at) =>
      axisOf(
        axis,
        sweep.points.map((point) => point.at[at]),
      ),
    ),
    axisOf({ name: sweep.objective, kind: "number", log: scale.low > 0 && scale.high / scale.low > 100 }, finite),
  ];
  const brushes = axes.map(() => null);
  const canvas = element("canvas", { role: "img" });
  const told = element("p", { class: "note", role: "status" });
  const clear = button(
    "Clear ranges",
    () => {
      brushes.forEach((_, at) => ranges.show(at, null));
      brushes.fill(null);
      changed();
    },
    { hidden: true },
  );
  const ranges = rangeFields(axes, (at, range) => {
    brushes[at] = range;
    changed();
  });
  const bar = finite.length ? colourBar(scale) : element("span", {}, "no point has a value");
  let lit = null,
    from = null;

  const valueOf = (point, at) => (at < sweep.axes.length ? point.at[at] : point.value);
  const textOf = (point, axis, at) =>
    at === sweep.axes.length && point.state === "diverged" ? "∞" : axis.text(valueOf(point, at));
  const width = () => Math.max(host.clientWidth, 2 * MARGIN + LEAST_GAP * (axes.length - 1));
  const x = (at) => MARGIN + (at * (width() - 2 * MARGIN)) / Math.max(1, axes.length - 1);
  const y = (share) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  const share = (point, at) => axes[at].share(valueOf(point, at));
  const kept = (point) =>
    brushes.every(
      (range, at) =>
        !range ||
        (share(point, at) !== null && share(point, at) >= range[0] - 1e-9 && share(point, at) <= range[1] + 1e-9),
    );

  function draw() {
    const context = fitted(canvas, width(), HEIGHT);
    context.clearRect(0, 0, width(), HEIGHT);
    const points = [...sweep.points].sort((a, b) => (b.value ?? Infinity) - (a.value ?? Infinity));
    for (const point of points.filter((each) => !kept(each))) trace(context, point, colour("rule"), 1);
    for (const point of points.filter(kept)) {
      trace(
        context,
        point,
        point.value === null ? colour("muted") : cssColour(point.value, scale),
        2,
        point.value === null,
      );
    }
    if (lit) {
      trace(context, lit, colour("surface"), 7);
      trace(context, lit, colour("accent"), 4);
    }
    axes.forEach((axis, at) => drawAxis(context, axis, x(at), y, brushes[at], at === 0, at === axes.length - 1));
    canvas.setAttribute(
      "aria-label",
      `Parallel coordinates of ${counted(sweep.points.length, "point")} over ` +
        `${axes.map(({ name }) => name).join(", ")}. The fields below keep those within a range; the table of points ` +
        "has the same numbers.",
    );
  }

  function trace(context, point, stroke, thick, dashed = false) {
    context.strokeStyle = stroke;
    context.lineWidth = thick;
    context.setLineDash(dashed ? [4, 4] : []);
    context.beginPath();
    let pen = false;
    axes.forEach((_, at) => {
      const place = share(point, at);
      if (place === null) pen = false;
      else if (pen) context.lineTo(x(at), y(place));
      else {
        context.moveTo(x(at), y(place));
        pen = true;
      }
    });
    context.stroke();
    context.setLineDash([]);
  }

  function say() {
    const rest = lit
      ? `${lit.run} (${lit.state}): ${axes.map((axis, at) => `${axis.name} ${textOf(lit, axis, at)}`).join(", ")}`
      : brushes.some(Boolean)
        ? `${sweep.points.filter(kept).length} of ${sweep.points.length} points are within the ranges`
        : "Drag along an axis, or give a range below, to keep the points within. Dashed: diverged, pruned or failed, so without a value.";
    told.textContent = rest;
  }

  function changed() {
    clear.hidden = !brushes.some(Boolean);
    shown(sweep.points.filter(kept));
    say();
    draw();
  }

  function light(point) {
    if (point === lit) return;
    lit = point;
    say();
    draw();
  }

  const place = (event) => ({
    left: event.offsetX,
    share: Math.min(1, Math.max(0, (HEIGHT - BOTTOM - event.offsetY) / (HEIGHT - TOP - BOTTOM))),
  });
  canvas.addEventListener("pointerdown", (event) => {
    const { left, share: at } = place(event);
    const axis = axes.findIndex((_, each) => Math.abs(x(each) - left) < 16);
    if (axis < 0) return;
    from = { axis, at };
    brushes[axis] = null;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const { left, share: at } = place(event);
    if (!from) return light(under(left, event.offsetY));
    brushes[from.axis] = Math.abs(at - from.at) < 0.02 ? null : [Math.min(at, from.at), Math.max(at, from.at)];
    draw();
  });
  canvas.addEventListener("pointerup", () => {
    if (from) {
      ranges.show(from.axis, brushes[from.axis]);
      changed();
    }
    from = null;
  });
  canvas.addEventListener("pointerleave", () => light(null));

  /** The kept point whose line is nearest to a position, if within REACH. */
  function under(left, top) {
    const at = Math.min(
      axes.length - 2,
      Math.max(0, Math.floor(((left - MARGIN) / (width() - 2 * MARGIN)) * (axes.length - 1))),
    );
    let best = null,
      closest = REACH;
    for (const point of sweep.points.filter(kept)) {
      const [a, b] = [share(point, at), share(point, at + 1)];
      if (a === null || b === null) continue;
      const part = (left - x(at)) / (x(at + 1) - x(at)),
        far = Math.abs(y(a + part * (b - a)) - top);
      if (far < closest) [best, closest] = [point, far];
    }
    return best;
  }

  host.append(
    element(
      "div",
      { class: "controls" },
      element("span", { class: "field" }, element("span", {}, `${sweep.objective}`), bar),
      clear,
    ),
    element("div", { class: "wide" }, canvas),
    told,
    ranges.root,
  );
  new ResizeObserver(() => host.clientWidth && draw()).observe(host);
  onThemeChange(draw);
  say();
  return { light };
}
