// A section of the page: a landmark with a heading.
import { element } from "../shared/dom.js";

export function section(id, title, ...children) {
  const heading = element("h2", { id: `${id}-title` }, title);
  return element("section", { id, "aria-labelledby": `${id}-title` }, heading, ...children);
}
