// The map's title and how much of it is there.
import { element } from "../shared/dom.js";
import { number } from "../shared/format.js";

export function head(data) {
  const { machines, measures, cells, seeds } = data;
  const runs = Object.values(cells).reduce((sum, cell) => sum + cell.seeds.length, 0);
  const facts = [
    ["machines", machines.length],
    ["measures", measures.length],
    ["runs there", runs],
    ["runs planned", machines.length * measures.length * seeds],
  ];
  return element(
    "header",
    { class: "top" },
    element("h1", {}, "The map: every memory on every measure"),
    element("p", { class: "made" }, data.words[0] ?? ""),
    element(
      "dl",
      { class: "facts" },
      facts.map(([name, count]) => element("div", {}, element("dt", {}, name), element("dd", {}, number(count)))),
    ),
  );
}
