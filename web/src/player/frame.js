// The frame of a panel: title, colour scale and content.
import { ColourBar } from "../shared/colour_bar.js";
import { element, say } from "../shared/dom.js";
import { onThemeChange } from "../shared/theme.js";

export class Frame {
  constructor(...content) {
    this.title = element("h4");
    this.aside = element("span", { class: "aside" });
    this.head = element("div", { class: "panel-head" }, this.title, this.aside);
    this.bar = null;
    this.root = element("div", { class: "panel" }, this.head, content);
  }

  /** `aside`: a note on the colours. */
  show({ title, scale = null, aside = "" }) {
    say(this.title, title);
    say(this.aside, aside);
    if (scale && !this.bar) this.head.append((this.bar = new ColourBar()).root);
    if (this.bar) this.bar.root.hidden = !scale;
    if (scale) this.bar.show(scale);
    return this.root;
  }
}

/** A frame with a fixed title and scale. */
export function frame(settings, ...content) {
  const made = new Frame(...content);
  if (settings.scale) onThemeChange(() => made.show(settings));
  return made.show(settings);
}
