// The question of which sizes a section tells: those of training, or beyond them.
import { chooser, setChosen } from "../shared/dom.js";

export const QUESTIONS = [
  ["beyond", "beyond what was trained"],
  ["within", "within what was trained"],
];

/** All choosers of a page follow one another. */
export function acrossChooser(store) {
  const field = chooser("Sizes", QUESTIONS, store.get("across"), (value) => store.set("across", value));
  store.on(["across"], () => setChosen(field, store.get("across")));
  return field;
}
