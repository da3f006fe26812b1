// The frame of a panel: its title, the scale of its colours, the picture, and a line that says what is seen.
import { colourBar } from "../colour_bar.js";
import { element } from "../dom.js";

/** `aside`: what else there is to say of the colours. */
export function frame({ title, scale, aside }, ...content) {
  const head = element(
    "div",
    { class: "panel-head" },
    element("h4", {}, title),
    aside ? element("span", { class: "aside" }, aside) : null,
    scale ? colourBar(scale) : null,
  );
  return element("div", { class: "panel" }, head, content);
}
