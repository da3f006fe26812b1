// The map's title and how much of it is there.
import { element } from "../shared/dom.js";
import { number } from "../shared/format.js";

export function head(data) {
  const { machines, measures, cells, seeds, replicated } = data;
  const runs = Object.values(cells).reduce((sum, cell) => sum + cell.seeds.length, 0);
  const facts = [
    ["machines", machines.length],
    ["measures", measures.length],
    ["runs there", runs],
    ["runs planned", machines.length * measures.length * seeds],
  ].map(([name, count]) => [name, number(count)]);
  const agreed = replicated.filter(({ agrees }) => agrees === "yes").length;
  if (replicated.length) facts.push(["cells trained anew that agree", `${agreed} of ${replicated.length}`]);
  return element(
    "header",
    { class: "top" },
    element("h1", {}, "The map: every memory on every measure"),
    element("p", { class: "made" }, data.words[0] ?? ""),
    element(
      "dl",
      { class: "facts" },
      facts.map(([name, count]) => element("div", {}, element("dt", {}, name), element("dd", {}, count))),
    ),
  );
}
