// A text with a button to copy it, and one to save it as a file.
import { button, element } from "../shared/dom.js";

/** `file`: the name to save it by; without one it cannot be saved. */
export function copyable(text, { label, file }) {
  const shown = element("pre", { class: "command", tabindex: "0", "aria-label": label }, element("code", {}, text));
  const told = element("span", { role: "status", class: "note" });
  const copy = button("Copy", async () => {
    told.textContent = (await copied(text, shown)) ? "copied" : "selected: press Ctrl+C";
  });
  const save = file ? button(`Save as ${file}`, () => saved(text, file)) : null;
  return element(
    "div",
    { class: "command-box" },
    shown,
    element("div", { class: "controls" }, [copy, save, told].filter(Boolean)),
  );
}

/** Copies a text and returns whether that succeeded; without access to the clipboard, leaves it selected. */
async function copied(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(shown);
    return document.execCommand("copy");
  }
}

function saved(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
