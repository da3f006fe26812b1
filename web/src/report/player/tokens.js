// Tokens of an answer, as small boxes in a line.
import { element } from "../../shared/dom.js";

export const chip = (text, attributes = {}) => element("bdi", { class: "token", ...attributes }, text);

export const line = (title, ...tokens) =>
  element(
    "div",
    { class: "token-line" },
    element("span", {}, title),
    element("div", { class: "tokens" }, tokens.flat()),
  );

/** The answer without teacher forcing; null if the trace has none. */
export function byItself({ said }) {
  if (!said) return null;
  if (!said.some(([, other]) => other))
    return line("Free decoding", element("span", { class: "verdict right" }, "✓ the same"));
  return line(
    "Free decoding",
    said.flatMap(([tokens, other]) =>
      other && !tokens.length
        ? chip("–", { class: "token other", title: "left out" })
        : tokens.map((token) => chip(token, { class: other ? "token other" : "token" })),
    ),
    element("span", { class: "verdict wrong" }, "✕ not as it should be"),
  );
}
