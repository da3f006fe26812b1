// A text to take along: shown, copied, or saved as a file.
import { button, element } from "../shared/dom.js";

/** `file`: the name to save it by, where it is worth a file. */
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

/** Whether it could be put into the clipboard; where not, it is selected. */
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
