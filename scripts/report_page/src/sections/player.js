// The memory player: one episode of a run step by step, or of two runs side by side at the same step.
import { chooser, element, emptyNote } from "../dom.js";
import { Clock } from "../player/clock.js";
import { controls, keys } from "../player/controls.js";
import { traceView } from "../player/trace_view.js";
import { decodeTrace } from "../player/values.js";
import { section } from "../section.js";
import { onThemeChange } from "../theme.js";

const TITLE = "Memory player";

export function player(data, store) {
  const hasTrace = (run) => run.trace !== null && run.trace !== undefined && data.traces[run.trace];
  if (!data.runs.some(hasTrace)) return section("player", TITLE, reasons(data.runs));
  const decoded = new Map();
  const arraysOf = (at) => {
    if (!decoded.has(at)) decoded.set(at, decodeTrace(data.traces[at]));
    return decoded.get(at);
  };
  let second = null,
    views = [],
    turn = 0,
    traces = []; // those that are shown, or will be once they are decoded
  const clock = new Clock(() => update());
  const bar = controls(clock);
  const choosers = element("div", { class: "controls" });
  const unlike = element(
    "p",
    { class: "empty", hidden: true },
    "The two runs show different episodes: only the step is shared.",
  );
  const stage = element("div", { class: "stage" });

  function update() {
    const { step_name: name, step_labels: labels } = traces[0] ?? {};
    bar.update(name ?? "step", labels?.[clock.step]);
    for (const { view } of views) view.show(clock.step);
  }

  function choose() {
    const names = data.runs.map((run, at) => [at, run.name]).filter(([at]) => hasTrace(data.runs[at]));
    const chosen = store.get("chosen");
    const none = hasTrace(data.runs[chosen]) ? [] : [["", "choose a run"]]; // chosen elsewhere, it has none
    choosers.replaceChildren(
      chooser("Run", [...none, ...names], none.length ? "" : chosen, (value) => store.set("chosen", Number(value))),
      chooser("Beside it", [["", "no other run"], ...names], second ?? "", (value) => {
        second = value === "" ? null : Number(value);
        show();
      }),
    );
  }

  const wantedRuns = () => [store.get("chosen"), second].filter((at) => at !== null);

  /** The clock and the controls are those of the traces from the start: keys count before anything is decoded. */
  function follow(shown) {
    traces = shown;
    clock.setSteps(Math.max(1, ...traces.map(({ steps }) => steps)));
  }
  const announce = () =>
    follow(
      wantedRuns()
        .map((at) => hasTrace(data.runs[at]))
        .filter(Boolean),
    );

  async function show() {
    const mine = ++turn,
      wanted = wantedRuns();
    clock.stop();
    choose();
    announce();
    const columns = await Promise.all(
      wanted.map((at) => column(data, at, hasTrace(data.runs[at]), arraysOf, clock, wanted.length < 2)),
    );
    if (mine !== turn) return;
    for (const { view } of views) view.end();
    views = columns.filter(({ view }) => view);
    stage.classList.toggle("pair", columns.length > 1);
    stage.replaceChildren(...columns.map(({ root }) => root));
    unlike.hidden = views.length < 2 || views[0].trace.episode === views[1].trace.episode;
    follow(views.map(({ trace }) => trace));
    performance.mark("player");
  }

  const help = element(
    "p",
    { class: "note" },
    "With the focus anywhere in the player (click into it, or Tab to it): Space plays and stops; ← and → step, with " +
      "Shift by ten; Home and End go to the ends. Point at a picture to read a value, or Tab to it and use ↑ ↓ (in " +
      "matrices and strips ← → too).",
  );
  const without = data.runs.filter((run) => !hasTrace(run));
  const root = section(
    "player",
    TITLE,
    choosers,
    bar.root,
    unlike,
    stage,
    help,
    without.length ? reasons(without) : null,
  );
  root.tabIndex = -1; // a click between the pictures, or the link to the player, gives it the keys
  root.addEventListener("keydown", (event) => keys(event, clock));
  onThemeChange(() => views.forEach(({ view }) => view.redraw()));
  announce();
  let begun = false;
  store.on(["chosen"], () => (begun ? show() : announce()));
  const begin = () => {
    if (begun) return;
    begun = true;
    show();
  };
  // A trace is unpacked when it is about to be seen.
  const ready = () =>
    new IntersectionObserver(
      (seen, observer) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        begin();
      },
      { rootMargin: "300px" },
    ).observe(root);
  return { root, ready };
}

/** A run's name and what its episode is, over its panels; or why there are none. */
async function column(data, at, trace, arraysOf, clock, alone) {
  const run = data.runs[at];
  const head = element("h3", {}, run.name);
  if (!trace) {
    return {
      root: element(
        "div",
        { class: "run-column" },
        head,
        emptyNote(`No player for this run: ${run.no_trace ?? "it has no trace"}`),
      ),
    };
  }
  try {
    const view = traceView(trace, await arraysOf(run.trace), (step) => clock.go(step), alone);
    const root = element(
      "div",
      { class: "run-column" },
      head,
      element("p", { class: "note" }, trace.title),
      (trace.notes ?? []).map((note) => element("p", { class: "note" }, note)),
      view.root,
    );
    return { root, view, trace };
  } catch (error) {
    return {
      root: element(
        "div",
        { class: "run-column" },
        head,
        emptyNote(`The trace of this run cannot be read: ${error.message}`),
      ),
    };
  }
}

/** Why runs have no player, those of one reason together. */
function reasons(runs) {
  if (!runs.length) return emptyNote("The report has no run.");
  const by = new Map();
  for (const run of runs) {
    const why = run.no_trace ?? "the report was made without its trace";
    by.set(why, [...(by.get(why) ?? []), run.name]);
  }
  return element(
    "details",
    { class: "block", open: by.size === 1 && runs.length <= 8 },
    element("summary", {}, `Runs without a player (${runs.length})`),
    element(
      "ul",
      { class: "reasons" },
      [...by].map(([why, names]) => element("li", {}, element("strong", {}, names.join(", ")), `: ${why}`)),
    ),
  );
}
