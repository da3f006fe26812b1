// A machine's answer: the most likely of several, or token by token.
import { button, element } from "../shared/dom.js";
import { share } from "./words.js";

const LIKELIEST = 5; // number of answers shown

/** `choose(frame, token)` makes a machine that answers token by token say another one. */
export function answerPanels(panels, run, frame, choose) {
  const { about } = run,
    now = run.frames[Math.min(frame, run.frames.length - 1)];
  if (about.scoring === "bits" || !now) return [];
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
