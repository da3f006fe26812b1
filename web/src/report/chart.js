// A uPlot chart of lines with bands: hovering or arrow keys read values, the legend highlights lines.
import uPlot from "uplot";
import { chartData, nearest, unshown } from "./chart_data.js";
import { exports } from "./chart_export.js";
import { element, emptyNote } from "../shared/dom.js";
import { counted, number } from "../shared/format.js";
import { legend } from "./legend.js";
import { colour, faded, lineLook, namedLook, onThemeChange } from "../shared/theme.js";

const REACH = 40; // pixels from the pointer within which a line is highlighted
const GUESSED = [
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
]; // dashes of what guessers get

/**
 * Returns a function that draws into `host`, replacing the previous chart. It takes
 * { xName, yName, xLog, yLog, yRange?: [from, to], note, shaded?: [from, to] of x, lines: [{ name, x, y, low?, high?,
 * look?: index of its colour and dash, guesser?: index of its dash in grey, stepped?, points?, thin? }] }. Its
 * `nothing(why)` says why there is no chart.
 */
export function chart(host, height = 340) {
  let plot = null,
    last = null;
  const draw = (spec) => {
    last = spec;
    plot?.destroy();
    plot = make(host, spec, height);
  };
  draw.nothing = (why) => {
    plot?.destroy();
    plot = last = null;
    host.replaceChildren(emptyNote(why));
  };
  new ResizeObserver(() => {
    if (plot && host.clientWidth > 0 && plot.width !== widthOf(host)) plot.setSize({ width: widthOf(host), height });
  }).observe(host);
  onThemeChange(() => last && draw(last));
  return draw;
}

const lookOf = ({ look, guesser }, at) =>
  guesser === undefined
    ? look?.colour
      ? namedLook(look)
      : lineLook(look ?? at)
    : { colour: colour("muted"), dash: GUESSED[guesser % GUESSED.length] };

const widthOf = (host) => Math.max(240, host.clientWidth);

function make(host, spec, height) {
  const lines = spec.lines.map((line, at) => ({ ...line, look: lookOf(line, at) }));
  const { data, places } = chartData(lines, spec.xLog, spec.yLog);
  const side = legend(lines, (at) => light(at));
  const tip = element("div", { class: "tip", hidden: true });
  const box = element("div", { class: "plot", tabindex: "0", role: "img", "aria-label": summary(spec, lines) });
  const hidden = unshown(lines, spec.xLog, spec.yLog);
  const notes = [
    spec.note?.replace(/\.$/, ""),
    hidden ? `${counted(hidden, "value")} at or below zero, which a logarithmic axis cannot show` : "",
  ].filter(Boolean);
  const help = `${notes.length ? "; " : ""}dragging enlarges a part, a double click shows all`;
  const below = element(
    "div",
    { class: "below-chart" },
    element("p", { class: "note" }, notes.join("; "), element("span", { class: "help" }, help)),
  );
  host.replaceChildren(box, side.root, below);

  const plot = new uPlot(
    options(spec, lines, widthOf(host), height, (u) => read(u)),
    data,
    box,
  );
  plot.over.append(tip);
  below.append(exports(spec, lines, plot));
  let lit = null;

  function light(at) {
    if (at === lit) return;
    lit = at;
    plot.setSeries(at === null ? null : places[at], { focus: true }, false);
    side.light(at);
  }

  /** Shows each line's value at the pointer in the legend, and the nearest line's in the tip. */
  function read(u) {
    const { left, top, idx } = u.cursor;
    tip.hidden = true;
    if (idx === null || idx === undefined || left < 0) {
      side.values(null);
      return light(null);
    }
    let best = null,
      closest = REACH;
    const values = lines.map((line, at) => {
      const where = nearest(u.data[places[at]], idx);
      if (where === null) return null;
      const value = u.data[places[at]][where];
      const far = Math.hypot(u.valToPos(value, "y") - top, 0.5 * (u.valToPos(u.data[0][where], "x") - left));
      if (far < closest) [best, closest] = [[at, where], far];
      return u.data[0][idx] < lines[at].x[0] || u.data[0][idx] > lines[at].x.at(-1) ? null : value;
    });
    side.values(values);
    light(best && best[0]);
    if (best) showTip(u, best);
  }

  function showTip(u, [at, where]) {
    const { low, name } = lines[at],
      value = u.data[places[at]][where],
      x = u.data[0][where];
    const band = low ? ` [${number(u.data[places[at] + 1][where])}, ${number(u.data[places[at] + 2][where])}]` : "";
    tip.replaceChildren(
      element("strong", {}, name),
      element("br"),
      `${spec.xName} ${number(x)}: ${number(value)}${band}`,
    );
    tip.hidden = false;
    const place = u.valToPos(x, "x"),
      right = place > u.over.clientWidth / 2;
    tip.style.left = right ? "" : `${place + 12}px`;
    tip.style.right = right ? `${u.over.clientWidth - place + 12}px` : "";
    tip.style.top = `${Math.max(0, Math.min(u.over.clientHeight - 48, u.valToPos(value, "y") - 20))}px`;
  }

  box.addEventListener("keydown", (event) => byKey(event, plot, places));
  box.addEventListener("blur", () => plot.setCursor({ left: -10, top: -10 }));
  return plot;
}

/** Left and right move along x, at the first line's values; up and down are left to the page. */
function byKey(event, plot, places) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way || !plot.data[0].length) return;
  event.preventDefault();
  const now = plot.cursor.left >= 0 && plot.cursor.idx !== null ? plot.cursor.idx + way : 0;
  const at = Math.max(0, Math.min(plot.data[0].length - 1, now));
  const where = nearest(plot.data[places[0]], at) ?? at;
  plot.setCursor({ left: plot.valToPos(plot.data[0][at], "x"), top: plot.valToPos(plot.data[places[0]][where], "y") });
}

function options(spec, lines, width, height, read) {
  const series = [{}],
    bands = [];
  for (const line of lines) {
    const { colour: stroke, dash } = line.look;
    const paths = line.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined;
    const points = { show: Boolean(line.points), size: 6, fill: stroke };
    series.push({ label: line.name, stroke, dash, width: line.thin ? 1.2 : 2.2, points, paths });
    if (line.low) {
      const edge = { stroke: "transparent", width: 0, points: { show: false }, paths };
      bands.push({ series: [series.length + 1, series.length], fill: faded(stroke, 0.16) });
      series.push(edge, edge);
    }
  }
  return {
    width,
    height,
    series,
    bands,
    legend: { show: false },
    focus: { alpha: 0.25 },
    axes: axes(spec),
    cursor: { drag: { x: true, y: true, uni: 20 }, points: { show: false } },
    scales: { x: { time: false, distr: spec.xLog ? 3 : 1 }, y: { distr: spec.yLog ? 3 : 1, range: range(spec) } },
    padding: [10, 34, 0, 0],
    hooks: { setCursor: [read], drawClear: spec.shaded ? [(u) => shade(u, spec.shaded)] : [] },
  };
}

/** Shades a range of x, behind everything. */
function shade(u, [from, to]) {
  const ends = [from, to].map((value) =>
    Math.min(u.bbox.left + u.bbox.width, Math.max(u.bbox.left, u.valToPos(value, "x", true))),
  );
  u.ctx.fillStyle = colour("soft");
  u.ctx.fillRect(ends[0], u.bbox.top, Math.max(2, ends[1] - ends[0]), u.bbox.height);
}

/** The range of y: padded above and below, from zero if no value is negative. */
function range({ yLog, yRange }) {
  if (yRange) return yRange;
  return (_, low, high) => {
    if (low === null || low === undefined) return yLog ? [0.1, 1] : [0, 1];
    if (low === high && !yLog) return low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * low)];
    if (yLog) return low === high ? [low / 2, high * 2] : uPlot.rangeLog(low, high, 10, false);
    return uPlot.rangeNum(low, high, { min: { pad: 0.05, soft: 0, mode: 1 }, max: { pad: 0.05, soft: 0, mode: 2 } });
  };
}

const FEW = 3; // least count of numbers from which an axis can be read
const STEPS = [[1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9]];

/** The splits of a logarithmic axis that get lines and numbers: powers of ten, and more if those are few. */
function told(splits) {
  const leads = (value) => Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
  for (const steps of STEPS) {
    const found = splits.filter((value) => value > 0 && steps.includes(leads(value)));
    if (found.length >= FEW || steps === STEPS.at(-1)) return new Set(found);
  }
}

function axes({ xName, yName, xLog, yLog }) {
  const look = {
    stroke: colour("muted"),
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    ticks: { stroke: colour("rule"), width: 1, size: 5 },
  };
  const kept = (log, splits) => {
    const all = log ? told(splits) : new Set(splits);
    return splits.map((value) => (all.has(value) ? value : null));
  };
  const grid = (log) => ({ stroke: colour("rule"), width: 1, filter: (_, splits) => kept(log, splits) });
  const words = (log) => (_, splits) =>
    kept(log, splits).map((value) => (value === null ? "" : number(Number(value.toPrecision(10)))));
  return [
    { ...look, label: xName, grid: grid(xLog), labelSize: 20, size: 36, space: 80, values: words(xLog) },
    { ...look, label: yName, grid: grid(yLog), labelSize: 22, size: 62, values: words(yLog) },
  ];
}

function summary({ xName, yName }, lines) {
  const ends = lines
    .slice(0, 6)
    .map(({ name, y }) => `${name} ends at ${number(y.findLast((value) => value !== null))}`);
  const more = lines.length > 6 ? [`and ${lines.length - 6} more`] : [];
  return (
    `${yName} over ${xName}, ${counted(lines.length, "line")}: ${[...ends, ...more].join("; ")}. ` +
    "Left and right arrow keys read values."
  );
}
