// An answer given token by token: the source shaded by the current token's attention, by head, in the colour and to the
// scale of the score's track, which shows the attention of all tokens; the answer so far, and the one without teacher
// forcing.
import { chooser, element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { frame } from "../../player/frame.js";
import { byItself, chip, line } from "./tokens.js";

const MEAN = -1,
  LEAST = 1e-6;
const short = (value) => number(Number(value.toPrecision(2)));

export function alignment(panel, values, context) {
  const { source, target, first } = panel;
  const heads = values ? values.shape[1] : 0;
  let head = heads > 1 ? MEAN : 0,
    present = 0;
  const rowNow = (step) => (step >= first && step - first < target.length ? step - first : -1);
  const linked = (row) => panel.aligned?.[row] ?? null;
  const weight = (row, column) => {
    if (head !== MEAN) return values.at(first + row, column, head);
    let sum = 0;
    for (let each = 0; each < heads; each++) sum += values.at(first + row, column, each);
    return sum / heads;
  };
  /** The greatest weight of all tokens. */
  const greatest = () => Math.max(LEAST, ...target.flatMap((_, row) => source.map((__, at) => weight(row, at))));
  let most = values ? greatest() : 1;
  const read = source.map((token) => chip(token));
  const said = target.map((token, row) => chip(token, { onclick: () => context.go(first + row) }));
  const told = values ? element("output", { class: "readout" }) : null;

  function words(step) {
    const row = rowNow(step);
    if (row < 0) return step < first && step < source.length ? `reads “${source[step]}”` : "";
    const best = source.reduce((most, _, at) => (weight(row, at) > weight(row, most) ? at : most), 0);
    const place = linked(row);
    const comes = place === null ? "" : place === best ? ", which it comes from" : `; it comes from “${source[place]}”`;
    return `“${target[row]}” looks most at “${source[best]}”: ${short(weight(row, best))}${comes}`;
  }

  function paint() {
    const row = rowNow(present);
    read.forEach((each, at) => {
      const share = row >= 0 && values ? weight(row, at) : null;
      each.style.setProperty("--look", share === null ? 0 : share / most);
      each.title = share === null ? "" : short(share);
      each.classList.toggle("present", row < 0 && at === present);
      each.classList.toggle("linked", row >= 0 && linked(row) === at);
    });
    said.forEach((each, at) => {
      each.classList.toggle("present", at === row);
      each.classList.toggle("later", at > row);
    });
  }

  function draw(step) {
    present = step;
    paint();
    if (told) told.textContent = words(step);
  }

  const choose = (value) => {
    head = Number(value);
    most = greatest();
    draw(present);
  };
  const names = [[MEAN, `mean of ${heads}`], ...Array.from({ length: heads }, (_, at) => [at, at + 1])];
  const root = frame(
    { title: panel.title },
    line("Source", read),
    line("Answer", said),
    byItself(panel),
    heads > 1 ? element("div", { class: "controls" }, chooser("Head", names, head, choose)) : null,
    told,
    values
      ? element(
          "p",
          { class: "note" },
          element("span", { class: "look key" }),
          "attended to ",
          panel.aligned ? [element("span", { class: "linked key" }), "what the token comes from"] : null,
        )
      : null,
  );
  root.classList.add("alignment-panel");
  return { when: "beside", root, draw };
}
