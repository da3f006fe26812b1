// An answer given token by token: the source shaded by the current token's attention, by head, the answer so far, and the
// answer without teacher forcing. The attention of all tokens is the score's to show.
import { cssColour, inkOn, scaleOf } from "../../shared/colour_maps.js";
import { chooser, element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { onThemeChange } from "../../shared/theme.js";
import { frame } from "../../player/frame.js";
import { byItself, chip, line } from "./tokens.js";

const MEAN = -1;
const short = (value) => number(Number(value.toPrecision(2)));

export function alignment(panel, values, context) {
  const { source, target, first } = panel;
  const scale = scaleOf("unit");
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
      each.style.background = share === null ? "" : cssColour(share, scale);
      each.style.color = share === null ? "" : inkOn(share, scale);
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
    draw(present);
  };
  const names = [[MEAN, `mean of ${heads}`], ...Array.from({ length: heads }, (_, at) => [at, at + 1])];
  onThemeChange(paint);
  const root = frame(
    { title: panel.title, scale: values ? scale : null },
    line("Source", read),
    line("Answer", said),
    byItself(panel),
    heads > 1 ? element("div", { class: "controls" }, chooser("Head", names, head, choose)) : null,
    told,
    panel.aligned
      ? element("p", { class: "note" }, element("span", { class: "linked key" }), "what the token comes from")
      : null,
  );
  root.classList.add("alignment-panel");
  return { when: "beside", root, draw };
}
