// A story: its statements with their attention at each hop (or how far each slot opens for them), the question, and
// the answer.
import { cssColour, inkOn, scaleOf } from "../../shared/colour_maps.js";
import { element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { onThemeChange } from "../../shared/theme.js";
import { answer } from "./answer.js";
import { frame } from "../../player/frame.js";

const MOST_SLOTS = 24,
  PRINTED = 0.1;
const short = (value) => number(Number(value.toPrecision(2)));

export function story(panel, values) {
  const byHop = panel.columns !== "slot";
  const scale = scaleOf(values.low < -0.01 || values.high > 1.01 ? "diverging" : "unit", values.low, values.high);
  const forgotten = byHop ? panel.statements.length - values.length : 0;
  const columns = byHop ? Array.from({ length: values.steps }, (_, at) => at) : widest(values);
  const weight = (statement, column) =>
    byHop ? (statement < forgotten ? null : values.at(column, statement - forgotten)) : values.at(statement, column);
  const cells = panel.statements.map((_, statement) =>
    columns.map((column) => {
      const value = weight(statement, column);
      return element(
        "td",
        { class: value === null ? "cell forgotten" : "cell", title: value === null ? "forgotten" : short(value) },
        value !== null && value >= PRINTED && byHop ? short(value) : "",
      );
    }),
  );
  const bars = panel.statements.map(() => element("span", { class: "story-bar" }));
  const rows = panel.statements.map((text, at) =>
    element(
      "tr",
      { class: at < forgotten ? "forgotten" : null },
      element("td", { class: "number" }, at + 1),
      element(
        "td",
        { class: "support" },
        panel.supports?.includes(at) ? element("span", { title: "supporting fact" }, "●") : "",
      ),
      element("th", { scope: "row", class: "statement" }, bars[at], element("span", { class: "statement-text" }, text)),
      cells[at],
    ),
  );
  const heads = columns.map((column) =>
    element("th", { scope: "col", class: "cell" }, byHop ? `hop ${column + 1}` : column + 1),
  );
  const table = element(
    "table",
    { class: `story ${byHop ? "hops" : "slots"}` },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col", class: "number" }, "no."),
        element("th", { scope: "col" }, element("span", { class: "sr" }, "supports")),
        element("th", { scope: "col" }, "statement"),
        heads,
      ),
    ),
    element("tbody", {}, rows),
  );
  const told = element("output", { class: "readout" });

  function paint() {
    cells.forEach((line, statement) =>
      line.forEach((cell, at) => {
        const value = weight(statement, columns[at]);
        cell.style.background = value === null ? "" : cssColour(value, scale);
        cell.style.color = value === null ? "" : inkOn(value, scale);
      }),
    );
  }

  function draw(step) {
    const now = byHop ? Math.min(step, values.steps - 1) : null;
    heads.forEach((head, at) => head.classList.toggle("present", at === now));
    rows.forEach((row, statement) => {
      row.classList.toggle("present", !byHop && statement === step);
      row.classList.toggle("later", !byHop && statement > step);
      cells[statement].forEach((cell, at) => cell.classList.toggle("present", at === now));
      const share = byHop
        ? weight(statement, now)
        : statement <= step
          ? Math.max(...columns.map((at) => weight(statement, at)))
          : 0;
      bars[statement].style.width = `${100 * Math.max(0, (share ?? 0) / scale.high)}%`;
    });
    told.textContent = words(step, now);
  }

  function words(step, now) {
    if (!byHop) {
      const best = columns.reduce((a, b) => (weight(step, b) > weight(step, a) ? b : a));
      return `statement ${step + 1}, “${panel.statements[step]}”: slot ${best + 1} opens most, ${short(weight(step, best))}`;
    }
    let best = forgotten;
    panel.statements.forEach(
      (_, at) => (weight(at, now) ?? -Infinity) > (weight(best, now) ?? -Infinity) && (best = at),
    );
    return `hop ${now + 1}: most on statement ${best + 1}, “${panel.statements[best]}”, ${short(weight(best, now))}`;
  }

  onThemeChange(paint);
  paint();
  const notes = [
    panel.supports?.length ? "● supporting fact" : "",
    forgotten > 0 ? `the oldest ${forgotten} are no longer in the memory` : "",
    !byHop && columns.length < values.length ? `${columns.length} of ${values.length} slots: those that open most` : "",
    byHop ? "" : "across: how far each slot opens for the statement",
  ]
    .filter(Boolean)
    .join("; ");
  const root = frame(
    { title: panel.title ?? "Story", scale },
    answer(panel),
    told,
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Statements" }, table),
    notes ? element("p", { class: "note" }, notes) : null,
    attention(panel, columns, scale),
  );
  root.classList.add("story-panel");
  return { when: "wide", root, draw };
}

/** The slots that open most, in slot order. */
function widest(values) {
  const opening = Array.from({ length: values.length }, (_, slot) => {
    let most = -Infinity;
    for (let step = 0; step < values.steps; step++) most = Math.max(most, values.at(step, slot));
    return [slot, most];
  });
  return opening
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_SLOTS)
    .map(([slot]) => slot)
    .sort((a, b) => a - b);
}

function attention({ attention: weights }, columns, scale) {
  if (!weights?.length) return null;
  return element(
    "div",
    { class: "attention" },
    element("span", {}, "The question's attention to the slots"),
    columns.map((slot) => {
      const look = { background: cssColour(weights[slot], scale), color: inkOn(weights[slot], scale) };
      return element(
        "span",
        { class: "cell", style: look, title: `slot ${slot + 1}: ${short(weights[slot])}` },
        weights[slot] >= PRINTED ? short(weights[slot]) : "",
      );
    }),
  );
}
