// What the comparison comes to: two sentences, and a figure with a row for each group and a dot for each seed.
import { fitted } from "../../shared/canvas.js";
import { element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { colour, namedLook, onThemeChange } from "../../shared/theme.js";
import { section } from "../section.js";

const ROW = 30, // pixels
  TOP = 8,
  BELOW = 40,
  DOT = 4,
  LEAST_PANEL = 170,
  GAP = 26,
  FONT = "12px system-ui, sans-serif";

export function answer(data) {
  const blocks = data.answers.map((each) => block(data, each, data.answers.length > 1));
  const root = section(
    "answer",
    "Answer",
    blocks.map((each) => each.root),
  );
  return { root, ready: () => blocks.forEach(({ draw }) => draw()) };
}

function block(data, found, several) {
  const canvas = element("canvas", { role: "img", "aria-label": found.sentences.join(" ") });
  const host = element("div", { class: "answer-figure" }, canvas);
  const draw = () => host.clientWidth && drawn(canvas, data, found, host.clientWidth);
  new ResizeObserver(draw).observe(host);
  onThemeChange(draw);
  const solved = found.panels.some(({ threshold }) => threshold > 0) ? "; dotted: a cost that counts as solved" : "";
  const notes =
    `A dot is a seed; a hollow one was not solved for as long as it was trained; a bar is the median${solved}. Groups ` +
    "with a letter in common do not differ in cost by more than chance.";
  return {
    root: element(
      "div",
      { class: "block" },
      several ? element("h3", {}, found.task) : null,
      element("p", { class: "answer" }, found.sentences.join(" ")),
      host,
      element("p", { class: "note" }, notes),
    ),
    draw,
  };
}

function drawn(canvas, data, { rows, panels }, width) {
  const ruler = canvas.getContext("2d");
  ruler.font = FONT;
  const names = rows.map(({ name, letters }) => `${name}  ${letters}`.trim());
  const left = Math.min(0.4 * width, 10 + Math.max(...names.map((name) => ruler.measureText(name).width)));
  const across = (width - left) / panels.length - GAP >= LEAST_PANEL ? panels.length : 1,
    down = panels.length / across;
  const high = TOP + ROW * rows.length,
    wide = (width - left) / across - GAP;
  const context = fitted(canvas, width, down * (high + BELOW));
  context.clearRect(0, 0, width, down * (high + BELOW));
  panels.forEach((panel, at) => {
    const top = across > 1 ? 0 : at * (high + BELOW);
    if (across === 1 || at === 0) tellNames(context, names, left, top);
    context.save();
    context.translate(left + (across > 1 ? at * (wide + GAP) : 0), top);
    drawPanel(
      context,
      panel,
      rows.map(({ look }) => namedLook(data.looks[look])),
      wide,
      high,
    );
    context.restore();
  });
}

function tellNames(context, names, left, top) {
  context.font = FONT;
  context.fillStyle = colour("text");
  context.textAlign = "right";
  context.textBaseline = "middle";
  names.forEach((name, at) => context.fillText(name, left - 8, top + TOP + ROW * (at + 0.5), left - 10));
}

function drawPanel(context, { label, values, threshold }, looks, wide, high) {
  const shown = values.flat().map(([value]) => value),
    positive = [...shown, threshold].filter((value) => value > 0);
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  const [low, top] = least < most ? [least / 1.3, most * 1.3] : [least / 3, most * 3];
  const x = (value) => (wide * Math.log(Math.max(value, low) / low)) / Math.log(top / low);
  drawAxis(context, label, low, top, x, wide, high);
  if (threshold > 0) line(context, x(threshold), TOP, high, colour("muted"), [1, 3]);
  values.forEach((row, at) => {
    const seeds = row.filter(([value]) => value !== null).sort((a, b) => a[0] - b[0]),
      middle = TOP + ROW * (at + 0.5);
    if (seeds.length > 1) line(context, x(median(seeds)), middle - 11, middle + 11, looks[at].colour, []);
    seeds.forEach(([value, filled], place) => {
      const by = seeds.length > 1 ? ROW * 0.4 * (place / (seeds.length - 1) - 0.5) : 0;
      context.beginPath();
      context.arc(x(value), middle + by, DOT, 0, 2 * Math.PI);
      context.fillStyle = filled ? looks[at].colour : colour("surface");
      context.strokeStyle = looks[at].colour;
      context.lineWidth = 1.5;
      context.fill();
      context.stroke();
    });
  });
}

const median = (seeds) => (seeds[(seeds.length - 1) >> 1][0] + seeds[seeds.length >> 1][0]) / 2;

function line(context, x, from, to, ink, dash) {
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(x, from);
  context.lineTo(x, to);
  context.stroke();
  context.setLineDash([]);
}

/** Those of a range: 1 times powers of ten, or 1, 2 and 5 times, or all digits, as soon as there are three. */
function roundNumbers(low, top) {
  const powers = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(top); power++) powers.push(10 ** power);
  const among = (leads) =>
    powers.flatMap((power) => leads.map((lead) => lead * power)).filter((value) => low <= value && value <= top);
  const choices = [[1], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]].map(among);
  return choices.find((each) => each.length > 2) ?? choices.at(-1);
}

/** Numbers at powers of ten, or at more of their multiples where these are few, as far as they have room. */
function drawAxis(context, label, low, top, x, wide, high) {
  let last = -Infinity;
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const value of roundNumbers(low, top)) {
    const place = x(value);
    if (place - last < 40) continue;
    last = place;
    line(context, place, TOP, high, colour("rule"), []);
    context.fillStyle = colour("muted");
    context.fillText(number(Number(value.toPrecision(2))), place, high + 4);
  }
  line(context, 0, TOP, high, colour("rule"), []);
  context.fillStyle = colour("muted");
  context.fillText(label, wide / 2, high + 21, wide + 10);
}
