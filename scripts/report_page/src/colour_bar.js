// The legend of colours: a bar of all of them with the values at its ends.
import { gradient } from "./colour_maps.js";
import { element } from "./dom.js";
import { number } from "./format.js";
import { onThemeChange } from "./theme.js";

/** Where there are signs, zero is marked in the middle. */
export function colourBar(scale) {
  const bar = element("span", { class: "gradient" });
  const paint = () => bar.style.setProperty("background", gradient(scale.map));
  onThemeChange(paint);
  paint();
  const write = (value) => number(Number(value.toPrecision(3)));
  const said = `colours from ${write(scale.low)} to ${write(scale.high)}`;
  const ends = scale.map === "diverging" ? [bar, element("span", { class: "zero" }, "0")] : [bar];
  return element(
    "span",
    { class: "colour-bar", role: "img", "aria-label": said },
    write(scale.low),
    element("span", { class: "gradient-box" }, ends),
    write(scale.high),
  );
}
