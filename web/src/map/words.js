// What the numbers are, and what can and cannot be concluded of them: the paragraphs of the results' page.
import { element, emptyNote } from "../shared/dom.js";
import { section } from "../report/section.js";

export function words({ words: said }) {
  const told = said.slice(1).map((text) => element("p", {}, text));
  return section("words", "What can be concluded", ...(told.length ? told : [emptyNote("Nothing is said of it.")]));
}
