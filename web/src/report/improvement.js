// The probability of improvement of every group over every other, as a matrix: a row's group against a column's.
import { element } from "../shared/dom.js";
import { onThemeChange } from "../shared/theme.js";
import { tint } from "../shared/tint.js";

const percent = (share) => `${Math.round(100 * share)}`;

/** `names`, and `cells[row][column]`: [probability, low, high], or null where it is not known. */
export function improvementMatrix({ names, cells }, caption) {
  const shaded = [];
  const cell = (found, row, column) => {
    if (!found) return element("td", { class: "number" }, row === column ? "" : "–");
    const [share, low, high] = found;
    const ends = low === null ? "" : ` [${percent(low)}, ${percent(high)}]`;
    const says = `${names[row]} against ${names[column]}: ${percent(share)} %${ends}`;
    const sure = low !== null && (low > 0.5 || high < 0.5);
    const made = element("td", { class: `number${sure ? " sure" : ""}`, title: says }, percent(share));
    shaded.push([made, share]);
    return made;
  };
  const shade = () =>
    shaded.forEach(([place, share]) => place.style.setProperty("background", tint(Math.max(0, 2 * share - 1))));
  const head = (name, scope) => element("th", { scope, class: "text" }, name);
  const table = element(
    "table",
    {},
    element("caption", { class: "hidden-caption" }, caption),
    element("thead", {}, element("tr", {}, [element("td"), ...names.map((name) => head(name, "col"))])),
    element(
      "tbody",
      {},
      names.map((name, row) =>
        element("tr", {}, [head(name, "row"), ...cells[row].map((found, column) => cell(found, row, column))]),
      ),
    ),
  );
  shade();
  onThemeChange(shade);
  const label = { class: "scroll matrix", tabindex: "0", role: "region", "aria-label": caption };
  return element(
    "div",
    {},
    element("div", label, table),
    element(
      "p",
      { class: "note" },
      "How likely, in per cent, a run of the row's group has a lower cost than one of the column's; bold where the 95 % " +
        "interval leaves out 50.",
    ),
  );
}
