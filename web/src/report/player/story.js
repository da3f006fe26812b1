// The question about a story, the model's answer, and the story's statements. What was attended to is the score's to show.
import { cssColour, inkOn, scaleOf } from "../../shared/colour_maps.js";
import { element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { onThemeChange } from "../../shared/theme.js";
import { answer } from "./answer.js";
import { frame } from "../../player/frame.js";

const PRINTED = 0.1; // from here on a share is told in its cell
const short = (value) => number(Number(value.toPrecision(2)));

export function story(panel, values) {
  const byHop = panel.columns !== "slot";
  const forgotten = byHop ? panel.statements.length - values.length : 0;
  const lines = panel.statements.map((text, at) => {
    const marks = [panel.supports?.includes(at) ? "support" : "", at < forgotten ? "forgotten" : ""];
    return element("li", { class: marks.filter(Boolean).join(" ") }, text);
  });
  const notes = [
    panel.supports?.length ? "Bold: supporting facts" : "",
    forgotten > 0 ? `the oldest ${forgotten} are no longer in the memory` : "",
  ]
    .filter(Boolean)
    .join("; ");
  const root = frame(
    { title: panel.title ?? "Story" },
    answer(panel),
    element("ol", { class: "story" }, lines),
    notes ? element("p", { class: "note" }, notes) : null,
    attention(panel),
  );
  root.classList.add("story-panel");
  const draw = (step) =>
    lines.forEach((line, at) => {
      line.classList.toggle("present", !byHop && at === step);
      line.classList.toggle("later", !byHop && at > step);
    });
  return { when: "beside", root, draw };
}

/** The question's attention to the slots, where it has one. */
function attention({ attention: weights }) {
  if (!weights?.length) return null;
  const scale = scaleOf("unit");
  const cells = weights.map((weight, slot) =>
    element(
      "span",
      { class: "cell", title: `slot ${slot + 1}: ${short(weight)}` },
      weight >= PRINTED ? short(weight) : "",
    ),
  );
  const paint = () =>
    cells.forEach((cell, slot) => {
      cell.style.background = cssColour(weights[slot], scale);
      cell.style.color = inkOn(weights[slot], scale);
    });
  onThemeChange(paint);
  paint();
  return element("div", { class: "attention" }, element("span", {}, "The question's attention to the slots"), cells);
}
