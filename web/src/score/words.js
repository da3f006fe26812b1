// What a watched quantity is called in a score, its symbol, and the sentence about it, by the table of signals.
import { signalIn } from "../shared/signals.js";
import { isNumbers, lastWord } from "./views.js";

/** What a view is called, its symbol, and the sentence about it. */
export function wordsFor(episode, view) {
  const row = signalIn(episode.signals, episode.parts, view.name);
  const name = row?.name ?? (view.title && !isNumbers(view) ? view.title : lastWord(view).replaceAll("-", " "));
  return { name, symbol: row?.symbol ?? "", says: row?.says ?? view.title ?? "" };
}
