// The frame of a panel: its title, the scale of its colours, the picture, and a line that says what is seen.
import { colourBar } from "../colour_bar.js";
import { element } from "../dom.js";

export function frame(title, scale, ...content) {
  const head = element("div", { class: "panel-head" }, element("h4", {}, title), scale ? colourBar(scale) : null);
  return element("div", { class: "panel" }, head, content);
}
