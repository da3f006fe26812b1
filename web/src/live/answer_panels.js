// A machine's answer: bits, the most likely of several answers, or token by token.
import { summaryOverTime } from "../player/summaries.js";
import { scaleOf } from "../shared/colour_maps.js";
import { button, element } from "../shared/dom.js";
import { share } from "./words.js";

const LIKELIEST = 5; // number of answers shown

/** `choose(frame, token)` makes a machine that answers token by token say another one. */
export function answerPanels(panels, run, frame, choose) {
  const { about } = run,
    now = run.frames[Math.min(frame, run.frames.length - 1)];
  if (about.scoring === "bits") return bitPanels(panels, run);
  if (!now) return [];
  if (run.way === "speaks") return spokenPanels(panels, run, frame, now, choose);
  const right = run.episode.target.tokens;
  if (run.way === "steps") {
    const asked = run.episode.scored.includes(frame);
    const said = asked ? "It is asked at this step." : "What it would say at this step.";
    const told = bars(panels.kept, "answer", about, now.answer, { right: right?.[frame] });
    return [panels.panel("answer", "Predicted", said, [told])];
  }
  return now.answers.map((chances, at) => {
    const told = bars(panels.kept, `answer ${at}`, about, chances, { right: right?.[now.steps[at]] });
    return panels.panel(`answer ${at}`, "Predicted", "The likeliest answers, and how likely each is held to be.", [
      told,
    ]);
  });
}

function bitPanels(panels, run) {
  const { episode, about } = run,
    rows = about.target.channels,
    scored = new Set(episode.scored),
    asked = scored.size > 0;
  const target = (row, step) => (scored.has(step) ? episode.numbers[episode.target.from + step * rows + row] : NaN);
  const said = (row, step) => (asked && !scored.has(step) ? NaN : (run.frames[step]?.answer?.[row] ?? NaN));
  const gridPanel = (key, title, says, value, settings) =>
    panels.gridPanel(key, title, says, {
      rows,
      columns: episode.inputs[0].steps,
      value,
      scale: scaleOf("unit"),
      overTime: true,
      stepsByKeys: false,
      rowWord: "bit",
      columnWord: "step",
      summary: summaryOverTime({ rows, value, rowWord: "bit", stepName: "step" }),
      ...settings,
    });
  const own = gridPanel("answer", "Predicted", "How likely it holds each bit to be 1.", said, {
    of: [run.frames],
    settled: run.frames.length,
  });
  if (!asked) return [own];
  const passed = episode.scored.filter((step) => step < run.frames.length),
    bits = passed.length * rows;
  const right = passed.reduce((sum, step) => {
    for (let row = 0; row < rows; row++) sum += said(row, step) > 0.5 === target(row, step) > 0.5;
    return sum;
  }, 0);
  const score = bits ? `${right} of ${bits} bits right so far` : "It has not been asked yet.";
  const wanted = gridPanel("right", "Expected", "The bits that are expected, at the steps that are scored.", target, {
    of: [episode],
  });
  return [wanted, own, panels.kept.text("score", "p", "note", score)];
}

const nameOf = (about, token) => about.target.names?.[token] ?? String(token);

/** The most likely tokens. `choose(token)`: makes the machine say another; `right`: the expected token. */
function bars(kept, key, about, chances, { choose = null, right = null }) {
  const likeliest = chances
    .map((chance, token) => [chance, token])
    .sort((a, b) => b[0] - a[0])
    .slice(0, LIKELIEST);
  const rows = likeliest.map(([chance, token], at) => {
    const row = `${key} bar ${at}`,
      name = nameOf(about, token);
    const word = kept.get(`${row} word`, () =>
      choose ? button("", null, { title: "let it say this", "data-key": `${kept.name} ${row}` }) : element("span"),
    );
    word.textContent = name;
    word.onclick = choose && (() => choose(token));
    word.classList.toggle("right", token === right);
    const meter = kept.meter(`${row} meter`, `${name}: ${share(chance)}`, chance);
    return kept.box(row, "div", "", [word, meter, kept.text(`${row} told`, "span", "", share(chance))]);
  });
  return kept.box(`${key} bars`, "div", "chances", rows);
}

function spokenPanels(panels, run, frame, now, choose) {
  const { kept } = panels;
  const words = run.frames.slice(0, frame + 1).map((each) => nameOf(run.about, each.chosen));
  const right = (run.episode.target.tokens ?? []).filter((token) => token > 0).map((token) => nameOf(run.about, token));
  const said = kept.text("said so far", "p", "tokens", words.join(" "));
  const next = bars(kept, "next", run.about, now.answer, { choose: (token) => choose(frame, token) });
  return [
    panels.panel("says", "What it says", "Token by token; each comes back to it before the next.", [said]),
    ...(right.length ? [kept.text("score", "p", "note", `Expected: ${right.join(" ")}`)] : []),
    panels.panel("next", "What it could say next", "Click another and it goes on from there.", [next]),
  ];
}
