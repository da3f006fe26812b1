// Makes elements. Text only becomes text nodes: a run's options are never parsed as HTML.

/** An element: `onNAME` adds a listener, `style` sets properties; children are elements, texts, null or undefined. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) made.style.setProperty(key, one);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** A labelled <select>; `options` are [value, text]; `change` is called with the value. */
export function chooser(label, options, value, change) {
  const select = element(
    "select",
    { onchange: () => change(select.value) },
    options.map(([each, text]) => element("option", { value: each, selected: String(each) === String(value) }, text)),
  );
  return labelled(label, select);
}

export const labelled = (label, field) => element("label", { class: "field" }, element("span", {}, label), field);

/** Sets a chooser's value without calling `change` or moving the focus. */
export const setChosen = (field, value) => (field.querySelector("select").value = String(value));

/** Replaces a chooser's options. */
export function refill(field, options, value) {
  field
    .querySelector("select")
    .replaceChildren(
      ...options.map(([each, text]) => element("option", { value: each, selected: each === value }, text)),
    );
}

export function tickBox(label, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { class: "tick" }, box, label);
}

export function button(label, press, attributes = {}) {
  return element("button", { type: "button", onclick: press, ...attributes }, label);
}

/** Sets a text only if it differs, so that it is not read out again; hides the element if it is empty. */
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = text === "";
}

/** A sentence that says why there is nothing to show. */
export const emptyNote = (...text) => element("p", { class: "empty" }, ...text);
