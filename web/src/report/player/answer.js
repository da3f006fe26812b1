// The question about a story, the model's answer, and the probabilities of the most likely answers.
import { element } from "../../shared/dom.js";

const MOST_ANSWERS = 5;

export function answer({ question, answer: wanted, given, right, classes, chances }) {
  const order = (classes ?? [])
    .map((name, at) => [name, chances?.[at] ?? 0])
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_ANSWERS);
  return element(
    "div",
    { class: "answer" },
    element("p", { class: "question" }, question, /\?\s*$/.test(question) ? "" : "?"),
    element(
      "p",
      {},
      "Answer given: ",
      element("strong", {}, given ?? "–"),
      element(
        "span",
        { class: `verdict ${right ? "right" : "wrong"}` },
        right ? " ✓ right" : ` ✕ wrong, it is ${wanted}`,
      ),
    ),
    order.length
      ? element(
          "dl",
          { class: "bars" },
          order.map(([name, chance]) =>
            element(
              "div",
              {},
              element("dt", {}, name === wanted ? `${name} ✓` : name),
              element(
                "dd",
                {},
                element(
                  "span",
                  { class: "bar-track", "aria-hidden": "true" },
                  element("span", { class: "bar", style: { width: `${100 * chance}%` } }),
                ),
                chance.toFixed(3),
              ),
            ),
          ),
        )
      : null,
  );
}
