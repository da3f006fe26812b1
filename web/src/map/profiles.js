// Performance profiles: how many of a machine's runs, over all measures, come how far.
import { acrossChooser } from "./across.js";
import { chart } from "../report/chart.js";
import { element } from "../shared/dom.js";
import { measuresThere, nameOfMean } from "./shown.js";
import { section } from "../report/section.js";
import { shownMachines } from "./state.js";

const FEW = 3, // up to so many lines have their bands, which would hide one another
  MANY = 12; // lines; more are thin

export function profiles(data, store) {
  const host = element("div", { class: "chart" });
  const draw = chart(host, 380);

  function redraw() {
    const found = data.profiles[store.get("across")] ?? {};
    const machines = shownMachines(data, store).filter(({ name }) => found[name]);
    const most = measuresThere(data, data.measures).length;
    if (!machines.length) return draw.nothing("No machine that the table shows has a measure with all its seeds yet.");
    const x = [...Array(101).keys()];
    draw({
      xName: "% of the way from guessing to all right",
      yName: "% of runs that come at least so far",
      yRange: [0, 103],
      note:
        (machines.length > FEW ? "filter the table to three machines or fewer for 95 % bands over seeds; " : "") +
        `every measure counts the same; a machine that lacks some of ${most} tells how many it has`,
      lines: machines.map(({ name, look }) => {
        const { y, low, high, measures } = found[name];
        return {
          name: nameOfMean(name, measures, most),
          x,
          y,
          ...(machines.length <= FEW ? { low, high } : {}),
          look,
          thin: machines.length > MANY,
        };
      }),
    });
  }

  store.on(["across", "machines"], redraw);
  const root = section(
    "profiles",
    "Performance profiles",
    element(
      "p",
      { class: "lead" },
      "Over all measures with all their seeds, of the machines that the table shows. A line that is higher is better; how far it reaches at the right is how many runs have everything right.",
    ),
    element("div", { class: "controls" }, acrossChooser(store)),
    host,
  );
  return { root, ready: redraw };
}
