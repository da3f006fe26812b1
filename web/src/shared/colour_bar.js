// The legend of a colour scale: a gradient bar with the values at its ends.
import { gradient } from "./colour_maps.js";
import { element } from "./dom.js";
import { number } from "./format.js";
import { onThemeChange } from "./theme.js";

const write = (value) => number(Number(value.toPrecision(3)));

/** On a diverging scale, zero is marked in the middle. */
export class ColourBar {
  constructor() {
    this.bar = element("span", { class: "gradient" });
    this.zero = element("span", { class: "zero" }, "0");
    this.ends = [element("span"), element("span")];
    const [low, high] = this.ends;
    const box = element("span", { class: "gradient-box" }, this.bar, this.zero);
    this.root = element("span", { class: "colour-bar", role: "img" }, low, box, high);
  }

  /** Uses the page's current scheme, light or dark. */
  show({ map, low, high }) {
    this.bar.style.setProperty("background", gradient(map));
    this.zero.hidden = map !== "diverging";
    const said = [low, high].map(write);
    this.ends.forEach((end, at) => (end.textContent = said[at]));
    this.root.setAttribute("aria-label", `colours from ${said[0]} to ${said[1]}`);
  }
}

/** A bar with a fixed scale. */
export function colourBar(scale) {
  const made = new ColourBar();
  onThemeChange(() => made.show(scale));
  made.show(scale);
  return made.root;
}
