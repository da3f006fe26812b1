// A table that is only read: `head` are texts, `rows` texts or elements, the first of which says what a row is about.
import { element } from "../shared/dom.js";

export function plainTable(head, rows) {
  const line = (tag, cells) => cells.map((text, at) => element(at ? tag : "th", at ? {} : { scope: "row" }, text));
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": head.join(", ") },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head.map((name) => element("th", { scope: "col" }, name)),
        ),
      ),
      element(
        "tbody",
        {},
        rows.map((row) => element("tr", {}, line("td", row))),
      ),
    ),
  );
}
