// How to reproduce a run: its settings as a config.ini, the command, the manifest; for two runs, the differences.
import { copyable } from "../copy.js";
import { chooser, element, emptyNote, setChosen, tickBox } from "../../shared/dom.js";
import { section } from "../section.js";

const CONFIG = "config.ini";

export function reproduce(data, store) {
  if (!data.runs.length) return section("reproduce", "Reproduce", emptyNote("The report has no run."));
  const body = element("div", {});
  const state = { other: null, onlyDifferences: false };
  const names = data.runs.map((each, at) => [at, each.name]);
  const first = chooser("Run", names, store.get("chosen"), (value) => store.set("chosen", Number(value)));
  const beside = chooser("Compare with", [["", "no other run"], ...names], "", (value) => {
    state.other = value === "" ? null : Number(value);
    redraw();
  });
  const only = tickBox("only what differs", false, (value) => {
    state.onlyDifferences = value;
    redraw();
  });

  function redraw() {
    const run = data.runs[store.get("chosen")],
      other = state.other === null ? null : data.runs[state.other];
    setChosen(first, store.get("chosen"));
    only.hidden = !other;
    body.replaceChildren(again(run), ...["options", "manifest"].map((key) => facts(key, run, other, state)));
  }

  store.on(["chosen"], redraw);
  const controls = element("div", { class: "controls" }, first, beside, only);
  return { root: section("reproduce", "Reproduce", controls, body), ready: redraw };
}

/** All that a reader needs who has only the program. */
function again(run) {
  const text = configOf(run.options ?? {});
  if (!run.command || !text) return emptyNote(`${run.name} cannot be made again: its settings are not known.`);
  return element(
    "div",
    { class: "block" },
    element("p", {}, "Save these settings as ", element("code", {}, CONFIG), ", and give them to the program:"),
    copyable(run.command, { label: "Command" }),
    element(
      "details",
      { class: "block", open: true },
      element("summary", {}, CONFIG),
      copyable(text, { label: CONFIG, file: CONFIG }),
    ),
  );
}

/** One line per option, grouped by part, in the program's format. */
function configOf(options) {
  const part = (name) => name.split(".")[0];
  return Object.entries(options)
    .map(([name, value], at, all) => {
      const next = at > 0 && part(all[at - 1][0]) !== part(name);
      return `${next ? "\n" : ""}${name} = ${value}\n`;
    })
    .join("");
}

const TITLES = { options: "Options", manifest: "Manifest" };

function facts(key, run, other, { onlyDifferences }) {
  const [mine, theirs] = [run[key] ?? {}, other?.[key] ?? {}];
  const names = [...new Set([...Object.keys(mine), ...(other ? Object.keys(theirs) : [])])];
  const differs = (name) => other && mine[name] !== theirs[name];
  const shown = names.filter((name) => !other || !onlyDifferences || differs(name));
  const count = names.filter(differs).length;
  const body = shown.map((name) =>
    element(
      "tr",
      { class: differs(name) ? "differs" : null },
      element("th", { scope: "row" }, name, differs(name) ? element("span", { class: "mark" }, "differs") : null),
      element("td", {}, mine[name] ?? "–"),
      other ? element("td", {}, theirs[name] ?? "–") : null,
    ),
  );
  const head = element(
    "tr",
    {},
    ["name", run.name, other?.name].filter(Boolean).map((name) => element("th", { scope: "col" }, name)),
  );
  const empty = names.length ? "They are the same." : `The run has no ${key}.`;
  return element(
    "details",
    { class: "block", open: Boolean(other) },
    element("summary", {}, `${TITLES[key]} (${other ? `${count} of ${names.length} differ` : names.length})`),
    body.length
      ? element(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": TITLES[key] },
          element("table", { class: "facts-table" }, element("thead", {}, head), element("tbody", {}, body)),
        )
      : emptyNote(empty),
  );
}
