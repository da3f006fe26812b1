// The dialog "What am I seeing?": docs/how-it-works.md, embedded in the report; panels link into it.
import { button, element } from "../shared/dom.js";

const TITLE = "What am I seeing?";
const idOf = (about) => `about-${about}`;

/** { root, button(), link(about, text, label), ready() }, or null if the report has no explanation. */
export function explanation({ explanation: blocks }) {
  if (!blocks?.length) return null;
  let body = null;
  const title = element("h2", { id: "explanation-title" }, TITLE);
  const close = button("Close", () => root.close());
  const root = element(
    "dialog",
    { class: "explanation", "aria-labelledby": "explanation-title" },
    element("div", { class: "explanation-head" }, title, close),
  );
  root.addEventListener("click", ({ target }) => target === root && root.close()); // a click beside it

  /** Builds the content when first opened, so that its pictures are not decoded earlier. */
  function open(about) {
    if (!body) root.append((body = element("div", { class: "explanation-body" }, blocks.map(made))));
    if (!root.open) root.showModal();
    const place = about ? document.getElementById(idOf(about)) : null;
    if (place) place.scrollIntoView({ block: "start", behavior: "instant" });
    else body.scrollTop = 0;
  }

  const made = ({ kind, id, parts, image, alt, caption }) => {
    if (kind === "heading") return element("h3", { id: idOf(id), tabindex: "-1" }, parts.map(inline));
    if (kind === "subheading") return element("h4", { id: idOf(id), tabindex: "-1" }, parts.map(inline));
    if (kind === "figure")
      return element("figure", {}, element("img", { src: image, alt }), element("figcaption", {}, caption.map(inline)));
    return element("p", {}, parts.map(inline));
  };
  const inline = (part) => {
    if (typeof part === "string") return part;
    if (part.to) return link(part.to, part.text);
    return element(part.code ? "code" : part.strong ? "strong" : "em", {}, part.code ?? part.strong ?? part.em);
  };
  const link = (about, text, label = null) =>
    element(
      "a",
      {
        href: `#${idOf(about)}`,
        "aria-label": label,
        onclick: (event) => {
          event.preventDefault(); // the address holds the player's state
          open(about);
        },
      },
      text,
    );
  const asked = location.hash.startsWith("#about-") ? location.hash.slice("#about-".length) : null;
  return { root, link, button: () => button(TITLE, () => open()), ready: () => asked !== null && open(asked) };
}
