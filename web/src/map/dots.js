// Rows of rings on an axis from 0 to 100 %: a ring a seed, a line where a guesser is.
import { element } from "../shared/dom.js";
import { middle, percent } from "./shown.js";
import { number } from "../shared/format.js";

/** `rows`: [{ name, question, right: [% or null], perfect: [count or null], episodes, guess? }]. A share of what can be
 * known may by chance be below none or above all: it is drawn at the end. */
export const dots = (rows) => element("dl", { class: "bars dots" }, rows.map(row));

function row({ name, question, right, perfect, episodes, guess }) {
  const there = right.filter((one) => one !== null),
    counts = perfect.filter((one) => one !== null);
  const sum = counts.reduce((total, one) => total + one, 0);
  const mark = (kind, at) => element("span", { class: kind, style: { left: `${Math.min(100, Math.max(0, at))}%` } });
  const rings = there.map((one) => mark("ring", one));
  const line = Number.isFinite(guess) ? [mark("guess", guess)] : [];
  const median = there.length ? `${percent(middle(there))} %` : "–";
  return element(
    "div",
    {},
    element("dt", {}, name, element("small", {}, question)),
    element(
      "dd",
      {},
      element("span", { class: "bar-track", "aria-hidden": "true" }, line, rings),
      element(
        "span",
        { class: "dots-told" },
        element("strong", {}, median),
        element("small", {}, counts.length ? `${number(sum)} of ${number(counts.length * episodes)}` : ""),
      ),
    ),
  );
}
