// What a chart can be taken away as: its numbers, a picture, a drawing.
import { button, element } from "../shared/dom.js";
import { colour } from "../shared/theme.js";
import { drawing } from "./chart_svg.js";

const LEGEND_ROW = 18, // pixels
  KEY = 30;

/** Three buttons; `spec`, `lines` (with their looks) and `plot` are those of chart.js. */
export function exports(spec, lines, plot) {
  const name = `${spec.yName} over ${spec.xName}`.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "");
  const by = (kind, says, make) =>
    button(kind.toUpperCase(), () => make((blob) => save(blob, `${name}.${kind}`)), { class: "export", title: says });
  return element("div", { class: "exports" }, [
    by("svg", "a drawing, for papers", (done) => done(text(drawing(spec, lines, plot), "image/svg+xml"))),
    by("png", "a picture", (done) => picture(lines, plot).toBlob(done)),
    by("csv", "the numbers", (done) => done(text(table(spec, lines), "text/csv"))),
  ]);
}

const text = (content, type) => new Blob([content], { type: `${type};charset=utf-8` });

function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

const quoted = (word) => (/[",\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word);

/** A row for each point: the line's name, x, y, and the ends of its band. */
export function table({ xName, yName }, lines) {
  const rows = lines.flatMap(({ name, x, y, low, high }) =>
    x.map((at, k) => [name, at, y[k], low?.[k], high?.[k]].map((cell) => quoted(String(cell ?? "")))),
  );
  return [["line", xName, yName, "low", "high"].map(quoted), ...rows].map((row) => row.join(",") + "\n").join("");
}

/** The plot as it is seen, its legend below. */
function picture(lines, plot) {
  const { canvas } = plot.ctx,
    ratio = canvas.width / plot.width;
  const made = document.createElement("canvas");
  made.width = canvas.width;
  made.height = canvas.height + ratio * LEGEND_ROW * (lines.length + 0.5);
  const context = made.getContext("2d");
  context.fillStyle = colour("surface");
  context.fillRect(0, 0, made.width, made.height);
  context.drawImage(canvas, 0, 0);
  context.scale(ratio, ratio);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  lines.forEach(({ name, look }, at) => {
    const y = canvas.height / ratio + LEGEND_ROW * (at + 0.5);
    context.strokeStyle = look.colour;
    context.lineWidth = 2.2;
    context.setLineDash(look.dash);
    context.beginPath();
    context.moveTo(12, y);
    context.lineTo(12 + KEY, y);
    context.stroke();
    context.fillStyle = colour("text");
    context.fillText(name, 20 + KEY, y);
  });
  return made;
}
