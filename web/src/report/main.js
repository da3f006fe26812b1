// Builds the page: the table and the curves first, the rest when the browser has time.
import { firstTicked, readData } from "./data.js";
import { element, emptyNote } from "../shared/dom.js";
import { explanation } from "./explain.js";
import { answer } from "./sections/answer.js";
import { comparison } from "./sections/comparison.js";
import { curves } from "./sections/curves.js";
import { generalisation } from "./sections/generalisation.js";
import { header } from "./sections/header.js";
import { player } from "./sections/player.js";
import { profiles } from "./sections/profiles.js";
import { reproduce } from "./sections/reproduce.js";
import { runTable } from "./sections/runs.js";
import { sweeps } from "./sections/sweeps.js";
import { section } from "./section.js";
import { Store } from "./store.js";
import { readAddress } from "../shared/address.js";
import "../shared/paper.js";

const LATER = [comparison, profiles, generalisation, sweeps, player, reproduce];
const LINKS = [
  ["answer", "Answer"],
  ["runs", "Runs"],
  ["curves", "Curves"],
  ["comparison", "Comparison"],
  ["profiles", "Profiles"],
  ["generalisation", "Generalisation"],
  ["sweeps", "Sweeps"],
  ["player", "Player"],
  ["reproduce", "Reproduce"],
];

function say(title, text) {
  document.body.append(element("main", {}, element("h1", {}, title), element("p", {}, text)));
}

/** The run whose player the page opens on: one of the best group, if that has any. */
function firstPlayed({ runs, groups, answers }) {
  const played = [...runs.keys()].filter((at) => runs[at].trace !== null && runs[at].trace !== undefined);
  const { task, rows } = answers?.[0] ?? { rows: [] },
    best = rows.length
      ? groups.find(({ look, runs: [first] }) => look === rows[0].look && runs[first].task === task)
      : null;
  return played.find((at) => best?.runs.includes(at)) ?? played[0] ?? 0;
}

/** A trace by itself, as in a notebook: nothing but its player. */
function buildAlone(data) {
  document.title = data.title || "Tapehead trace";
  const explain = explanation(data);
  const made = madeOrSaid(player, data, new Store({ selected: firstTicked(data), chosen: 0 }), explain);
  document.body.append(element("main", {}, made.root ?? made), ...(explain ? [explain.root] : []));
  made.ready?.();
  explain?.ready();
}

function build(data) {
  const store = new Store({ selected: firstTicked(data), chosen: firstPlayed(data) });
  document.title = data.title || "Tapehead report";
  const nav = element(
    "nav",
    { "aria-label": "Sections" },
    LINKS.filter(([id]) => id !== "answer" || data.answers?.length).map(([id, name]) =>
      element("a", { href: `#${id}` }, name),
    ),
  );
  const main = element("main", {});
  const explain = explanation(data);
  const skip = element("a", { class: "skip", href: "#runs" }, "Skip to the runs");
  // report.py puts the live section behind this program: it exists once the page is parsed.
  addEventListener("DOMContentLoaded", () => {
    if (document.getElementById("live")) nav.append(element("a", { href: "#live" }, "Live"));
  });
  document.body.append(skip, header(data), nav, main, ...(explain ? [explain.root] : []));
  const add = (make) => {
    const made = madeOrSaid(make, data, store, explain);
    main.append(made.root ?? made);
    made.ready?.();
  };
  if (data.answers?.length) add(answer);
  add(runTable);
  add(curves);
  performance.mark("ready");
  const rest = [...LATER];
  addEventListener("beforeprint", () => {
    while (rest.length) add(rest.shift());
  });
  const next = () => {
    if (rest.length) {
      add(rest.shift());
      return setTimeout(next);
    }
    performance.mark("complete");
    explain?.ready();
    const at = readAddress("run") ? "player" : location.hash.slice(1);
    if (at) document.getElementById(at)?.scrollIntoView({ behavior: "instant" });
  };
  requestAnimationFrame(() => setTimeout(next));
}

/** A section that cannot be made shows its error instead; the others are not affected. */
function madeOrSaid(make, data, store, explain) {
  try {
    return make(data, store, explain);
  } catch (error) {
    const [id, title] = LINKS[[answer, runTable, curves, ...LATER].indexOf(make)];
    return section(id, title, emptyNote(`This part of the report cannot be shown: ${error.message}.`));
  }
}

try {
  const data = readData();
  if (data) (data.alone ? buildAlone : build)(data);
  else say("Tapehead report", "This is an empty template: scripts/report.py puts the runs into it.");
} catch (error) {
  say("This report cannot be shown", error.message);
  throw error;
}
