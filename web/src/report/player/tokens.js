// Words of an answer, as small boxes in a line.
import { element } from "../../shared/dom.js";

export const chip = (text, attributes = {}) => element("bdi", { class: "token", ...attributes }, text);

export const line = (title, ...tokens) =>
  element(
    "div",
    { class: "token-line" },
    element("span", {}, title),
    element("div", { class: "tokens" }, tokens.flat()),
  );

/** What is said without being told what is right; nothing where that was not asked. */
export function byItself({ said }) {
  if (!said) return null;
  if (!said.some(([, other]) => other))
    return line("By itself", element("span", { class: "verdict right" }, "✓ the same"));
  return line(
    "By itself",
    said.flatMap(([tokens, other]) =>
      other && !tokens.length
        ? chip("–", { class: "token other", title: "left out" })
        : tokens.map((token) => chip(token, { class: other ? "token other" : "token" })),
    ),
    element("span", { class: "verdict wrong" }, "✕ not as it should be"),
  );
}
