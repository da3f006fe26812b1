// The frame of a panel: its title, the scale of its colours, the picture, and a line that says what is seen.
import { gradient } from "../colour_maps.js";
import { element } from "../dom.js";
import { number } from "../format.js";
import { onThemeChange } from "../theme.js";

export function frame(title, scale, ...content) {
  const head = element("div", { class: "panel-head" }, element("h4", {}, title), scale ? colourBar(scale) : null);
  return element("div", { class: "panel" }, head, content);
}

/** A bar of all colours, with the values at its ends and, where there are signs, at its middle. */
export function colourBar(scale) {
  const bar = element("span", { class: "gradient" });
  const paint = () => bar.style.setProperty("background", gradient(scale.map));
  onThemeChange(paint);
  paint();
  const write = (value) => number(Number(value.toPrecision(3)));
  const said = `colours from ${write(scale.low)} to ${write(scale.high)}`;
  const ends = scale.map === "diverging" ? [bar, element("span", { class: "zero" }, "0")] : [bar];
  return element("span", { class: "colour-bar", role: "img", "aria-label": said },
    write(scale.low), element("span", { class: "gradient-box" }, ends), write(scale.high));
}
