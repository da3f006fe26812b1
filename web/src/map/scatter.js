// Points on two axes, each with a name where there is room for it, else with a number.
import { NAMESPACE } from "../shared/svg.js";
import { namedLook } from "../shared/theme.js";
import { number } from "../shared/format.js";

const HIGH = 420,
  EDGE = { left: 56, right: 16, top: 12, bottom: 44 },
  LETTERS = 12, // height of letters in pixels, as in scatter.css
  LINE = 14, // height of a name
  DOT = 5.5, // radius of a point
  FARTHEST = 6; // times as far as beside it, where a number may stand

function shape(tag, attributes, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** `x`, `y`: { name, log }; `points`: [{ name, label, hollow, look, x, y, note }]. Returns the points of which not the
 * label but a number is in the picture, from 1 in their order. */
export function scatter(host, { x, y, points }) {
  const width = Math.max(280, host.clientWidth);
  const [across, up] = [
    scaleOf(
      x,
      points.map((one) => one.x),
      [EDGE.left, width - EDGE.right],
    ),
    scaleOf(
      y,
      points.map((one) => one.y),
      [HIGH - EDGE.bottom, EDGE.top],
    ),
  ];
  const grid = [
    ...across.ticks.map((value) => tick(across.at(value), EDGE.top, across.at(value), HIGH - EDGE.bottom)),
    ...up.ticks.map((value) => tick(EDGE.left, up.at(value), width - EDGE.right, up.at(value))),
  ];
  const words = [
    ...across.ticks.map((value) => text(across.at(value), HIGH - EDGE.bottom + 16, number(value), "middle")),
    ...up.ticks.map((value) => text(EDGE.left - 6, up.at(value) + 4, number(value), "end")),
    text((EDGE.left + width - EDGE.right) / 2, HIGH - 8, x.log ? `${x.name} (log)` : x.name, "middle"),
    shape("g", { transform: `translate(12 ${(HIGH - EDGE.bottom) / 2}) rotate(-90)` }, text(0, 0, y.name, "middle")),
  ];
  const placed = points.map((one) => ({ ...one, left: across.at(one.x), top: up.at(one.y) }));
  const label = `${y.name} against ${x.name}: ${placed.map((one) => said(one)).join("; ")}`;
  const box = { viewBox: `0 0 ${width} ${HIGH}`, width, height: HIGH, role: "img", "aria-label": label };
  const { texts, unnamed } = namesOf(placed, width, widthIn(host));
  host.replaceChildren(shape("svg", box, ...grid, ...words, ...placed.map(mark), ...texts));
  return unnamed;
}

const tick = (x1, y1, x2, y2) => shape("line", { x1, y1, x2, y2, class: "scatter-grid" });
const text = (x, y, words, anchor, kind = "scatter-text") =>
  shape("text", { x, y, "text-anchor": anchor, class: kind }, words);
const said = (one) => `${one.name} ${number(one.x)}, ${number(one.y)}${one.note ? ` (${one.note})` : ""}`;

function mark({ left, top, look, hollow, ...one }) {
  const { colour } = namedLook(look);
  const dot = { cx: left, cy: top, r: DOT, class: hollow ? "scatter-dot hollow" : "scatter-dot" };
  return shape("circle", { ...dot, [hollow ? "stroke" : "fill"]: colour }, shape("title", {}, said(one)));
}

/** Measures how wide a text is in the picture. */
function widthIn(host) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${LETTERS}px ${getComputedStyle(host).fontFamily}`;
  return (words) => pen.measureText(words).width;
}

/** Where a text may stand beside a point, or so many times as far from it: to its right or left, above or below, or
 * between these. */
const placesOf = ({ left, top }, wide, far) => [
  [left + 9 * far, top + 4],
  [left - 9 * far - wide, top + 4],
  [left - wide / 2, top - 9 * far],
  [left - wide / 2, top + 4 + 14 * far],
  [left + 6 * far, top - 7 * far],
  [left - 6 * far - wide, top - 7 * far],
  [left + 6 * far, top + 4 + 11 * far],
  [left - 6 * far - wide, top + 4 + 11 * far],
];

/** A label beside each point where it hides nothing; else a number, for which the labels of others leave room, and
 * which stands farther away where there is none beside it. */
function namesOf(points, width, widthOf) {
  let unnamed = [];
  for (;;) {
    const taken = points.map(({ left, top }) => [left - 6, top - 6, left + 6, top + 6]);
    const numbers = unnamed.map((one, at) => near(one, String(at + 1), taken, width, widthOf));
    const rest = points.filter((one) => !unnamed.includes(one));
    const labels = rest.map((one) => beside(one, one.label, taken, width, widthOf));
    const more = rest.filter((_, at) => !labels[at]);
    if (!more.length) return { texts: [...numbers, ...labels].filter(Boolean), unnamed };
    unnamed = [...unnamed, ...more].sort((a, b) => a.left - b.left);
  }
}

/** As beside(), but as far away as is needed, with a line to the point. */
function near(point, words, taken, width, widthOf) {
  for (let far = 1; far <= FARTHEST; far++) {
    const label = beside(point, words, taken, width, widthOf, far);
    if (!label) continue;
    if (far === 1) return label;
    const [x1, y1, x2, y2] = taken.at(-1),
      end = { x2: within(point.left, x1, x2), y2: within(point.top, y1, y2) };
    return shape("g", {}, shape("line", { x1: point.left, y1: point.top, ...end, class: "scatter-leader" }), label);
  }
  return null;
}

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** Words beside a point, where nothing is in the way, whose place is taken from then on; null where there is none. */
function beside(point, words, taken, width, widthOf, far = 1) {
  const wide = widthOf(words);
  const boxOf = ([x, y]) => [x, y - LINE + 3, x + wide, y + 3];
  const free = ([x, y]) =>
    x >= EDGE.left &&
    x + wide <= width &&
    y > LINE &&
    y < HIGH - EDGE.bottom &&
    !taken.some((each) => meet(each, boxOf([x, y])));
  const place = placesOf(point, wide, far).find(free);
  if (!place) return null;
  taken.push(boxOf(place));
  return text(...place, words, "start", "scatter-text scatter-label");
}

const meet = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

/** { at(value) → pixels, ticks }; logarithmic only where all values are above zero. */
function scaleOf(axis, values, [from, to]) {
  axis.log = axis.log && values.every((value) => value > 0);
  const bent = axis.log ? Math.log10 : (value) => value;
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const room = axis.log ? 0.06 * (bent(greatest) - bent(least)) || 0.1 : 0.06 * (greatest - least) || 1;
  const [low, high] = [bent(least) - room, bent(greatest) + room];
  const at = (value) => from + ((bent(value) - low) / (high - low)) * (to - from);
  const unbent = axis.log ? (value) => 10 ** value : (value) => value;
  return { at, ticks: axis.log ? decades(unbent(low), unbent(high)) : even(low, high) };
}

function decades(low, high) {
  const powers = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) powers.push(power);
  const found = (leads) =>
    powers
      .flatMap((power) => leads.map((lead) => Number(`${lead}e${power}`)))
      .filter((value) => low <= value && value <= high);
  return [[1], [1, 3], [1, 2, 5]].map(found).find((ticks) => ticks.length >= 3) ?? found([1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

function even(low, high) {
  const rough = (high - low) / 6,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((lead) => lead * power).find((one) => one >= rough);
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high; at++) found.push(Number((at * step).toPrecision(10)));
  return found;
}
