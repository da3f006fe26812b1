// Elements. Texts are set as texts: no name can become markup.

export function element(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function button(text, does, settings = {}) {
  return element("button", {type: "button", textContent: text, onclick: does, ...settings});
}

export function labelled(text, field) {
  return element("label", {}, text + " ", field);
}

/// What a number is called: three digits.
export function told(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "–";
}

/// Sets a text that is another one: what stays as it is, is not read out again.
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = text === "";
}

/// Puts these children there, in this order. One that is in its place is not moved, for else it would lose the focus.
export function fill(place, children) {
  children.forEach((child, i) => { if (place.children[i] !== child) place.insertBefore(child, place.children[i] ?? null); });
  while (place.children.length > children.length) place.lastElementChild.remove();
}

/// What is made once, by name: what is drawn again then keeps its focus, its scroll and its cursor.
export class Kept {
  /// name: what the names of all that is in it begin with in the page.
  constructor(name) { Object.assign(this, {name, made: new Map()}); }

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

  /// How much of 1 something is.
  meter(name, what, value) {
    const found = this.get(name, () => element("meter", {min: 0, max: 1}));
    found.value = value;
    found.title = what;
    found.setAttribute("aria-label", what);
    return found;
  }
}
