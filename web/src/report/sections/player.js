// The memory player: one episode of a run step by step, or of two runs side by side at the same step. Its state is kept
// in the address.
import { addressWriter, readAddress } from "../../shared/address.js";
import { chooser, element, setChosen } from "../../shared/dom.js";
import { Clock } from "../../player/clock.js";
import { column, reasons } from "../player/column.js";
import { keys, transport } from "../../player/transport.js";
import { decodeTrace } from "../player/values.js";
import { section } from "../section.js";
import { onPaper, onThemeChange } from "../../shared/theme.js";

const TITLE = "Memory player";
const IDLE = 50; // milliseconds until a player out of view is unpacked too
const HELP =
  "With the focus anywhere in the player (click into it, or Tab to it): Space plays and stops; ← and → step, with " +
  "Shift by ten; Home and End go to the ends. Tab goes to a track, ↑ and ↓ to its rows; drag to zoom into the time, a " +
  "double click or Escape shows all of it. The address of the page leads others to what you see.";

export function player(data, store, explain) {
  const hasTrace = (run) => run.trace !== null && run.trace !== undefined && data.traces[run.trace];
  if (!data.runs.some(hasTrace)) return section("player", TITLE, reasons(data.runs));
  const decoded = new Map();
  const arraysOf = (at) => {
    if (!decoded.has(at)) decoded.set(at, decodeTrace(data.traces[at]));
    return decoded.get(at);
  };
  let second = null,
    begun = false,
    write = () => {}, // writes the address, once it has been read
    views = [],
    scores = [], // by place, of those that have one
    zooms = [], // the steps that the address asks for, by place
    turn = 0,
    traces = []; // shown, or to be shown once decoded
  const clock = new Clock({ show: () => update() });
  const bar = transport(clock);
  const names = data.runs.map((run, at) => [at, run.name]).filter(([at]) => hasTrace(data.runs[at]));
  const none = ["", "choose a run"]; // a run chosen elsewhere may have no player
  const first = chooser(
    "Run",
    [none, ...names],
    store.get("chosen"),
    (value) => value && store.set("chosen", Number(value)),
  );
  const beside = chooser("Beside it", [["", "no other run"], ...names], "", (value) => {
    second = value === "" ? null : Number(value);
    show();
  });
  const told = (text = "") => element("p", { class: "empty", role: "status", hidden: true }, text);
  const unlike = told("The two runs show different episodes: only the step is shared."),
    unknown = told();
  const stage = element("div", { class: "stage" });

  function update() {
    const { step_name: name, step_labels: labels } = traces[0] ?? {};
    bar.update(name, labels?.[clock.step]);
    for (const { view } of views) view.show(clock.step);
    write(seen());
  }

  const seen = () => ({
    run: data.runs[store.get("chosen")].name,
    beside: second === null ? null : data.runs[second].name,
    step: clock.step + 1,
    zoom: scores[0]?.zoomed,
    "zoom-beside": scores[1]?.zoomed,
  });

  /** Applies the address and says which of its runs are missing; returns whether it names a run. */
  function obey() {
    const asked = readAddress("run");
    if (!asked) return false;
    const find = (name) => data.runs.findIndex((run) => run.name === name);
    const missing = [asked.run, asked.beside].filter((name) => name && find(name) < 0);
    unknown.hidden = !missing.length;
    unknown.textContent = `The address asks for ${missing.join(" and ")}, which this report does not have.`;
    second = asked.beside && find(asked.beside) >= 0 ? find(asked.beside) : null;
    if (find(asked.run) >= 0) store.set("chosen", find(asked.run));
    zooms = [asked.zoom, asked["zoom-beside"]];
    announce();
    const step = Number(asked.step);
    if (Number.isInteger(step) && step > 0) clock.go(step - 1);
    return true;
  }

  const wantedRuns = () => [store.get("chosen"), second].filter((at) => at !== null);

  /** Sets clock and controls for the wanted traces at once, so that keys work before anything is decoded. */
  function announce() {
    traces = wantedRuns()
      .map((at) => hasTrace(data.runs[at]))
      .filter(Boolean);
    setChosen(first, hasTrace(data.runs[store.get("chosen")]) ? store.get("chosen") : "");
    setChosen(beside, second ?? "");
    clock.setSteps(Math.max(0, ...traces.map(({ steps }) => steps)));
    update();
  }

  async function show() {
    const mine = ++turn,
      wanted = wantedRuns();
    clock.stop();
    announce();
    const settings = { go: (step) => clock.go(step), explain, signals: data.signals ?? {}, seen: () => write(seen()) };
    const columns = await Promise.all(
      wanted.map((at) => {
        const run = data.runs[at];
        return column(run, hasTrace(run), () => arraysOf(run.trace), settings);
      }),
    );
    if (mine !== turn) return;
    for (const { view } of views) view.end();
    views = columns.filter(({ view }) => view);
    scores = columns.map(({ view }) => view?.score);
    stage.classList.toggle("pair", columns.length > 1);
    stage.replaceChildren(...columns.map(({ root }) => root));
    unlike.hidden = views.length < 2 || views[0].trace.episode === views[1].trace.episode;
    scores.forEach((score, at) => score && zooms[at] && (score.zoomed = zooms[at]));
    zooms = [];
    update();
    performance.mark("player");
  }

  const without = data.runs.filter((run) => !hasTrace(run));
  const root = section(
    "player",
    TITLE,
    element("div", { class: "player-head" }, first, beside, explain?.button()),
    bar.root,
    unknown,
    unlike,
    stage,
    element("p", { class: "note help" }, HELP),
    without.length ? reasons(without) : null,
  );
  root.tabIndex = -1; // focusable by a click between pictures or by its link, so that keys work
  root.addEventListener("keydown", (event) => keys(event, clock));
  onThemeChange(() => views.forEach(({ view }) => view.redraw()));
  announce();
  const asked = obey();
  write = addressWriter(seen());
  store.on(["chosen"], () => (begun ? show() : announce()));
  addEventListener("hashchange", () => obey() && show());
  // A trace is unpacked when it comes near the viewport, or after a short wait, so that prints and screenshots of the
  // whole page have it too.
  const begin = () => {
    if (!begun) show();
    begun = true;
  };
  const ready = () => {
    if (asked || onPaper()) return begin();
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && (watcher.disconnect(), begin()),
      { rootMargin: "300px" },
    );
    watcher.observe(root);
    setTimeout(begin, IDLE);
    addEventListener("beforeprint", begin);
  };
  return { root, ready };
}
