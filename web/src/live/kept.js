// What is made once, by name: what is drawn again then keeps its focus, its scroll and its cursor.
import { element, say } from "../shared/dom.js";

/** Puts these children there, in this order. One that is in its place is not moved, for else it would lose the focus. */
export function fill(place, children) {
  children.forEach((child, at) => {
    if (place.children[at] !== child) place.insertBefore(child, place.children[at] ?? null);
  });
  while (place.children.length > children.length) place.lastElementChild.remove();
}

export class Kept {
  /** `name`: what the names of all that is in it begin with in the page. */
  constructor(name) {
    this.name = name;
    this.made = new Map();
  }

  get(name, make) {
    if (!this.made.has(name)) this.made.set(name, make());
    return this.made.get(name);
  }

  text(name, tag, className, text) {
    const found = this.get(name, () => element(tag, { class: className }));
    say(found, text);
    return found;
  }

  box(name, tag, className, children) {
    const found = this.get(name, () => element(tag));
    found.className = className;
    fill(found, children);
    return found;
  }

  /** How much of 1 something is. */
  meter(name, what, value) {
    const found = this.get(name, () => element("meter", { min: 0, max: 1 }));
    found.value = value;
    found.title = what;
    found.setAttribute("aria-label", what);
    return found;
  }
}
