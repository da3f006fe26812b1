// A chart as SVG text: the part that is seen, with the axes, ticks and looks of the plot on the page.
import { NAMESPACE } from "../shared/svg.js";
import { colour } from "../shared/theme.js";

const LEGEND_ROW = 18, // pixels
  KEY = 30,
  FONT = "font-family='sans-serif' font-size='12'";

const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const at = (value) => value.toFixed(2);

/** `lines` with looks, as in chart.js; `plot`: uPlot's. */
export function drawing(spec, lines, plot) {
  const ratio = plot.ctx.canvas.width / plot.width;
  const [left, top, wide, high] = ["left", "top", "width", "height"].map((side) => plot.bbox[side] / ratio);
  const x = (value) => left + plot.valToPos(value, "x"),
    y = (value) => top + plot.valToPos(value, "y");
  const height = plot.height + LEGEND_ROW * (lines.length + 0.5);
  const parts = [
    `<svg xmlns='${NAMESPACE}' width='${plot.width}' height='${height}' ` + `viewBox='0 0 ${plot.width} ${height}'>`,
    `<rect width='100%' height='100%' fill='${colour("surface")}'/>`,
    ...axisParts(spec, plot, { left, top, wide, high, x, y }),
    clipped(left, top, wide, high),
    ...lines.map((line) => bandPart(line, spec, x, y)),
    ...lines.map((line) => linePart(line, spec, x, y)),
    "</svg>",
    ...lines.map(({ name, look }, row) => keyPart(name, look, plot.height + LEGEND_ROW * (row + 0.5))),
    "</svg>",
  ];
  return parts.filter(Boolean).join("\n") + "\n";
}

/** An inner picture, which cuts what is drawn in it, but for the half of a line at its edge. */
function clipped(left, top, wide, high) {
  const [x, y, width, height] = [left - 2, top - 2, wide + 4, high + 4].map(at);
  return `<svg x='${x}' y='${y}' width='${width}' height='${height}' viewBox='${x} ${y} ${width} ${height}'>`;
}

/** The lines and numbers of both axes, as the plot has them, and their names. */
function axisParts({ xName, yName }, plot, { left, top, wide, high, x, y }) {
  const rule = (ends) => `<path d='${ends}' stroke='${colour("rule")}' fill='none'/>`;
  const word = (text, px, py, anchor, more = "") =>
    `<text x='${at(px)}' y='${at(py)}' text-anchor='${anchor}' fill='${colour("muted")}' ${FONT}${more}>${escaped(text)}</text>`;
  const ticks = (axis, draw) =>
    plot.axes[axis]._splits.flatMap((value, k) =>
      plot.axes[axis]._values[k] ? draw(value, plot.axes[axis]._values[k]) : [],
    );
  const middle = top + high / 2;
  return [
    ...ticks(0, (value, said) => [
      rule(`M${at(x(value))} ${at(top)}v${at(high + 5)}`),
      word(said, x(value), top + high + 18, "middle"),
    ]),
    ...ticks(1, (value, said) => [
      rule(`M${at(left - 5)} ${at(y(value))}h${at(wide + 5)}`),
      word(said, left - 8, y(value) + 4, "end"),
    ]),
    word(xName, left + wide / 2, top + high + 38, "middle"),
    word(yName, 14, middle, "middle", ` transform='rotate(-90 14 ${at(middle)})'`),
  ];
}

/** The points that both axes can show, as pixels; a line that steps goes level to the next x first. */
function pixels({ x: xs, stepped }, ys, { xLog, yLog }, x, y) {
  const shown = xs
    .map((value, k) => [value, ys[k]])
    .filter(([a, b]) => Number.isFinite(b) && (!xLog || a > 0) && (!yLog || b > 0))
    .map(([a, b]) => [x(a), y(b)]);
  if (!stepped) return shown;
  return shown.flatMap(([px, py], k) =>
    k
      ? [
          [px, shown[k - 1][1]],
          [px, py],
        ]
      : [[px, py]],
  );
}

const path = (points) => points.map(([px, py], k) => `${k ? "L" : "M"}${at(px)} ${at(py)}`).join("");

function bandPart(line, spec, x, y) {
  if (!line.low) return "";
  const [low, high] = [line.low, line.high].map((edge) => pixels(line, edge, spec, x, y));
  return `<path d='${path([...high, ...low.reverse()])}Z' fill='${line.look.colour}' fill-opacity='0.16'/>`;
}

function linePart(line, spec, x, y) {
  const { colour: stroke, dash } = line.look,
    points = pixels(line, line.y, spec, x, y);
  const dots = line.points
    ? points.map(([px, py]) => `<circle cx='${at(px)}' cy='${at(py)}' r='3' fill='${stroke}'/>`)
    : [];
  const width = line.thin ? 1.2 : 2.2;
  return [
    `<path d='${path(points)}' fill='none' stroke='${stroke}' stroke-width='${width}' stroke-dasharray='${dash.join(" ")}'/>`,
    ...dots,
  ].join("\n");
}

function keyPart(name, { colour: stroke, dash }, y) {
  return (
    `<path d='M12 ${at(y)}h${KEY}' stroke='${stroke}' stroke-width='2.2' stroke-dasharray='${dash.join(" ")}'/>` +
    `<text x='${20 + KEY}' y='${at(y + 4)}' fill='${colour("text")}' ${FONT}>${escaped(name)}</text>`
  );
}
