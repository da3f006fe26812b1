// An answer given token by token: the source shaded by the current token's attention, the answer so far, the answer
// without teacher forcing, and the attention of all tokens, by head.
import { cssColour, inkOn, scaleOf } from "../../shared/colour_maps.js";
import { chooser, element } from "../../shared/dom.js";
import { number } from "../../shared/format.js";
import { onThemeChange } from "../../shared/theme.js";
import { AlignmentGrid } from "../../player/alignment_grid.js";
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
  const grid = values
    ? new AlignmentGrid({
        title: panel.title,
        source,
        target,
        scale,
        value: weight,
        rowNow,
        linked,
        stepOf: (row) => first + row,
        go: context.go,
        said: short,
        summary: (step) => words(step),
      })
    : null;

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

  function draw(step, width) {
    present = step;
    paint();
    grid?.draw(step, width);
  }

  const choose = (value) => {
    head = Number(value);
    grid.forget();
    paint();
    grid.paint();
  };
  const names = [[MEAN, `mean of ${heads}`], ...Array.from({ length: heads }, (_, at) => [at, at + 1])];
  onThemeChange(paint);
  const root = frame(
    { title: panel.title, scale: values ? scale : null },
    line("Source", read),
    line("Answer", said),
    byItself(panel),
    heads > 1 ? element("div", { class: "controls" }, chooser("Head", names, head, choose)) : null,
    grid
      ? element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": panel.title }, grid.canvas)
      : null,
    grid?.told,
    panel.aligned
      ? element("p", { class: "note" }, element("span", { class: "linked key" }), "what the token comes from")
      : null,
  );
  root.classList.add("alignment-panel");
  return { when: "wide", root, draw };
}
