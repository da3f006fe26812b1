// Points on two axes, each with a name where there is room for it.
import { NAMESPACE } from "../shared/svg.js";
import { namedLook } from "../shared/theme.js";
import { number } from "../shared/format.js";

const HIGH = 420,
  EDGE = { left: 56, right: 16, top: 12, bottom: 44 },
  LETTER = 6.6, // width of one in a name, in pixels
  LINE = 14; // height of a name

function shape(tag, attributes, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** `x`, `y`: { name, log }; `points`: [{ name, look, x, y, note }]. */
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
  host.replaceChildren(shape("svg", box, ...grid, ...words, ...placed.map(mark), ...namesOf(placed, width)));
}

const tick = (x1, y1, x2, y2) => shape("line", { x1, y1, x2, y2, class: "scatter-grid" });
const text = (x, y, words, anchor) => shape("text", { x, y, "text-anchor": anchor, class: "scatter-text" }, words);
const said = (one) => `${one.name} ${number(one.x)}, ${number(one.y)}${one.note ? ` (${one.note})` : ""}`;

function mark(one) {
  const dot = { cx: one.left, cy: one.top, r: 5.5, fill: namedLook(one.look).colour, class: "scatter-dot" };
  return shape("circle", dot, shape("title", {}, said(one)));
}

/** A name beside each point, to its right or left, above or below, where it hides nothing; else none. */
function namesOf(points, width) {
  const taken = points.map(({ left, top }) => [left - 6, top - 6, left + 6, top + 6]);
  const found = [];
  for (const { name, left, top } of points) {
    const wide = LETTER * name.length;
    const places = [
      [left + 9, top + 4],
      [left - 9 - wide, top + 4],
      [left - wide / 2, top - 9],
      [left - wide / 2, top + 18],
    ];
    const place = places.find(([x, y]) => {
      const box = [x, y - LINE + 3, x + wide, y + 3];
      return (
        x >= EDGE.left &&
        x + wide <= width &&
        y > LINE &&
        y < HIGH - EDGE.bottom &&
        !taken.some((each) => meet(each, box))
      );
    });
    if (!place) continue;
    taken.push([place[0], place[1] - LINE + 3, place[0] + wide, place[1] + 3]);
    found.push(text(place[0], place[1], name, "start"));
  }
  return found;
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
