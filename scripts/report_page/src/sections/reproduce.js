// How a run is made again: its command line, options and manifest; of two runs, what differs.
import { button, chooser, element, emptyNote, tickBox } from "../dom.js";
import { section } from "../section.js";

export function reproduce(data, store) {
  if (!data.runs.length) return section("reproduce", "Reproduce", emptyNote("The report has no run."));
  const body = element("div", {});
  const state = { other: null, onlyDifferences: false };
  const controls = element("div", { class: "controls" });

  function redraw() {
    const run = data.runs[store.get("chosen")],
      other = state.other === null ? null : data.runs[state.other];
    const names = data.runs.map((each, at) => [at, each.name]);
    controls.replaceChildren(
      chooser("Run", names, store.get("chosen"), (value) => store.set("chosen", Number(value))),
      chooser("Compare with", [["", "no other run"], ...names], state.other ?? "", (value) => {
        state.other = value === "" ? null : Number(value);
        redraw();
      }),
      other
        ? tickBox("only what differs", state.onlyDifferences, (value) => {
            state.onlyDifferences = value;
            redraw();
          })
        : "",
    );
    body.replaceChildren(command(run), ...["options", "manifest"].map((key) => facts(key, run, other, state)));
  }

  store.on(["chosen"], redraw);
  return { root: section("reproduce", "Reproduce", controls, body), ready: redraw };
}

function command(run) {
  if (!run.command) return emptyNote(`There is no command for ${run.name}: its directory has no config.ini.`);
  const text = element("pre", { class: "command", tabindex: "0" }, element("code", {}, run.command));
  const told = element("span", { role: "status", class: "note" });
  const copy = button("Copy", async () => {
    told.textContent = (await copied(run.command, text)) ? "copied" : "selected: press Ctrl+C";
  });
  return element(
    "div",
    { class: "block" },
    element("h3", {}, "Command"),
    element("p", { class: "note" }, "Directory of the run: ", element("code", {}, run.directory ?? run.name)),
    element("div", { class: "command-box" }, text, element("div", { class: "controls" }, copy, told)),
  );
}

/** Whether it could be put into the clipboard; where not, it is selected. */
async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(shown);
    return document.execCommand("copy");
  }
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
