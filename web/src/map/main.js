// Builds the map's page: the table first, the rest when the browser has time.
import { AXES, axes } from "./axes.js";
import { cell } from "./cell.js";
import { element, emptyNote } from "../shared/dom.js";
import { head } from "./head.js";
import { mapTable } from "./table.js";
import { profiles } from "./profiles.js";
import { questions } from "./questions.js";
import { ranks } from "./ranks.js";
import { QUESTIONS } from "./across.js";
import { rates } from "./rates.js";
import { readAddress } from "../shared/address.js";
import { SHOWN } from "./shown.js";
import { section } from "../report/section.js";
import { begun, keepInAddress } from "./state.js";
import { words } from "./words.js";
import "../shared/paper.js";

const SECTIONS = [
  ["table", "Table", mapTable],
  ["cell", "Cell", cell],
  ["profiles", "Profiles", profiles],
  ["ranks", "Ranks", ranks],
  ["axes", "Axes", axes],
  ["questions", "Questions", questions],
  ["rates", "Rates", rates],
  ["words", "What can be concluded", words],
];

/** The map's data, which studies/map_page.py puts into the page; null in the empty template. */
function readData() {
  const data = JSON.parse(document.getElementById("data").textContent);
  if (data !== null && data.version !== 1)
    throw new Error(`Its data are of version ${data.version}, and this page understands version 1.`);
  return data;
}

/** A section that cannot be made shows its error instead; the others are not affected. */
function madeOrSaid([id, title, make], data, store) {
  try {
    return make(data, store);
  } catch (error) {
    return section(id, title, emptyNote(`This part of the map cannot be shown: ${error.message}.`));
  }
}

/** What may be chosen from each list. */
const choices = (data) => ({
  show: Object.keys(SHOWN),
  across: QUESTIONS.map(([key]) => key),
  x: Object.keys(AXES),
  y: Object.keys(AXES),
  of: ["", ...data.measures.map(({ name }) => name)],
});

function build(data) {
  const store = begun(readAddress(), choices(data));
  const main = element("main", {});
  const add = (one) => {
    const made = madeOrSaid(one, data, store);
    main.append(made.root ?? made);
    made.ready?.();
  };
  const links = SECTIONS.map(([id, title]) =>
    element("a", { href: `#${id}`, onclick: (event) => goTo(event, `#${id}`) }, title),
  );
  const skip = element(
    "a",
    { class: "skip", href: "#table", onclick: (event) => goTo(event, "#table .scroll", "#table") },
    "Skip to the table",
  );
  document.body.append(skip, head(data), element("nav", { "aria-label": "Sections" }, links), main);
  const rest = [...SECTIONS];
  add(rest.shift());
  performance.mark("ready");
  addEventListener("beforeprint", () => {
    while (rest.length) add(rest.shift());
  });
  const next = () => {
    if (!rest.length) return performance.mark("complete");
    add(rest.shift());
    setTimeout(next);
  };
  requestAnimationFrame(() => setTimeout(next));
  keepInAddress(store);
}

/** The first place that there is has the focus, at the top, without a change of the address: the page's state is there. */
function goTo(event, ...places) {
  event.preventDefault();
  const place = places.map((each) => document.querySelector(each)).find(Boolean);
  if (!place) return;
  if (!place.hasAttribute("tabindex")) {
    place.setAttribute("tabindex", "-1");
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
  place.scrollIntoView();
}

function say(title, text) {
  document.body.append(element("main", {}, element("h1", {}, title), element("p", {}, text)));
}

try {
  const data = readData();
  if (data) build(data);
  else say("Tapehead map", "This is an empty template: studies/map_page.py puts the map into it.");
} catch (error) {
  say("This map cannot be shown", error.message);
  throw error;
}
