// Scalars over time, such as gates: lines whose steps align with the heat maps above and below.
import { fitted } from "../../shared/canvas.js";
import { element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { colour, lineLook, onThemeChange, swatch } from "../../shared/theme.js";
import { frame } from "../../player/frame.js";
import { cellWidth, FONT, roomFor, tickPlaces } from "../../player/axes.js";

const HIGH = 96,
  TICKS = 18,
  PAD = 6;
const short = (value) => number(Number(value.toPrecision(3)));

export function scalars(panel, _, { arrays, steps, stepName, left, go }) {
  const items = panel.items.filter(({ array }) => arrays.has(array));
  const value = ({ array, head, row }, step) => arrays.get(array).scalar(step, head, row);
  const all = items.flatMap((item) => Array.from({ length: steps }, (__, step) => value(item, step)));
  const [low, high] = nice(Math.min(0, ...all), Math.max(...all));
  const canvas = element("canvas", { role: "img", class: "grid" });
  const told = items.map(() => element("strong", {}));
  const list = element("div", { class: "scalar-legend" });
  const fill = () =>
    list.replaceChildren(
      ...items.map(({ name }, at) => element("span", {}, swatch(lineLook(at)), `${name} `, told[at])),
    );
  onThemeChange(fill);
  fill();
  let wide = 1;
  const y = (each) => PAD + (1 - (each - low) / (high - low)) * (HIGH - 2 * PAD);

  function draw(step, width) {
    wide = cellWidth(roomFor(width, left), steps);
    const context = fitted(canvas, width, HIGH + TICKS);
    context.clearRect(0, 0, width, HIGH + TICKS);
    drawAxes(context, left, wide, steps, [low, (low + high) / 2, high], y);
    items.forEach((item, at) => drawLine(context, left, wide, steps, (each) => y(value(item, each)), lineLook(at)));
    context.strokeStyle = colour("cursor");
    context.lineWidth = 2;
    context.strokeRect(left + step * wide - 1, 1, Math.max(wide, 3) + 2, HIGH - 2);
    const said = items.map((item, at) => {
      told[at].textContent = short(value(item, step));
      return `${item.name} ${told[at].textContent}`;
    });
    canvas.setAttribute("aria-label", `${panel.title}. ${stepName} ${step + 1}: ${said.join(", ")}`);
  }

  const take = ({ offsetX, buttons }) => {
    const step = Math.floor((offsetX - left) / wide);
    if (buttons & 1 && step >= 0 && step < steps) go(step);
  };
  canvas.addEventListener("pointerdown", take);
  canvas.addEventListener("pointermove", take);
  return { when: "time", root: frame({ title: panel.title }, canvas, list), draw };
}

/** The limits of an axis, rounded outwards. */
function nice(low, high) {
  if (low >= 0 && high <= 1 && high > 0.2) return [0, 1];
  const span = high - low || 1,
    unit = 10 ** Math.floor(Math.log10(span)) / 2;
  return [Math.floor(low / unit) * unit, Math.ceil(high / unit) * unit || unit];
}

function drawAxes(context, left, wide, steps, ticks, y) {
  context.font = FONT;
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const tick of ticks) {
    context.strokeStyle = colour("rule");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left, y(tick));
    context.lineTo(left + wide * steps, y(tick));
    context.stroke();
    context.fillStyle = colour("muted");
    context.fillText(short(tick), left - 6, y(tick));
  }
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const step of tickPlaces(steps, wide, 34)) context.fillText(step + 1, left + (step + 0.5) * wide, HIGH + 4);
}

function drawLine(context, left, wide, steps, y, { colour: stroke, dash }) {
  context.strokeStyle = stroke;
  context.lineWidth = 2;
  context.setLineDash(dash);
  context.beginPath();
  for (let step = 0; step < steps; step++) context.lineTo(left + (step + 0.5) * wide, y(step));
  context.stroke();
  context.setLineDash([]);
}
