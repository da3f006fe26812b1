// The window of learning rates: seeds of their own, trained with rates of three decades.
import { element, emptyNote } from "../shared/dom.js";
import { plainTable } from "./plain_table.js";
import { section } from "../report/section.js";

export function rates({ rates: told }) {
  return section(
    "rates",
    "The window of learning rates",
    element(
      "p",
      { class: "lead" },
      "How wide is the window of learning rates in which a machine solves a measure? Three decades in steps of half a decade, seeds of their own: the seeds that solved, and the median of what is right within, in per cent.",
    ),
    ...(told.length
      ? told.flatMap(({ measure, head, rows }) => [element("h3", {}, measure), plainTable(head, rows)])
      : [emptyNote("No run of the window is there yet.")]),
  );
}
