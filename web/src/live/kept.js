// Elements made once and kept by name, so that a redraw keeps their focus, scroll position and cursor.
import { element, say } from "../shared/dom.js";

/** Makes these the children of `place`, in order. Those already in place are not moved, which would lose the focus. */
export function fill(place, children) {
  children.forEach((child, at) => {
    if (place.children[at] !== child) place.insertBefore(child, place.children[at] ?? null);
  });
  while (place.children.length > children.length) place.lastElementChild.remove();
}

export class Kept {
  /** `name`: prefix of the elements' data-key. */
  constructor(name) {
    this.name = name;
    this.made = new Map();
  }

  get(name, make) {
    if (!this.made.has(name)) this.made.set(name, make());
    return this.made.get(name);
  }

  text(name, tag, className, text) {
    const found = this.get(name, () => element(tag));
    found.className = className;
    say(found, text);
    return found;
  }

  box(name, tag, className, children) {
    const found = this.get(name, () => element(tag));
    found.className = className;
    fill(found, children);
    return found;
  }

  meter(name, what, value) {
    const found = this.get(name, () => element("meter", { min: 0, max: 1 }));
    found.value = value;
    found.title = what;
    found.setAttribute("aria-label", what);
    return found;
  }
}
