// Texts beside the pictures, for readers who are new to such machines.

const SENTENCES = [
  [/(^|\/)memory$/, "Memory after this step: a line is a slot, a cell one of its numbers. Click a cell to change it."],
  [/read\/weights$/, "Where the machine reads: the brighter a slot, the more of it is read. Steps go to the right."],
  [/write\/weights$/, "Where the machine writes."],
  [/hop\/weights$/, "Attention over the statements, hop by hop."],
  [/(^|\/)weights$/, "Where it looks."],
  [/content$/, "Where the content is like what the head asks for, before its focus is moved."],
  [/gated$/, "After the gate: content on the one hand, where it looked before on the other."],
  [/shifted$/, "After the shift: the focus moved on by a slot, or back."],
  [/allocation-gate$/, "1: write to a free slot; 0: write where the content is alike."],
  [/allocation$/, "Which slot is free to be written."],
  [/free-gate$/, "1: what was read here may be overwritten."],
  [
    /gate$/,
    "A gate between 0 and 1. Of a head that moves: 1 goes by content, 0 stays where it was. Click to open or shut it.",
  ],
  [/gates$/, "Which slots take in what was said."],
  [/shift$/, "How the focus moves: on, not at all, or back."],
  [/strength$/, "Key strength: how sharply likeness counts."],
  [/sharpening$/, "How much the focus is sharpened after it was moved."],
  [/key$/, "What the head looks for."],
  [/erase$/, "What is wiped out where it writes."],
  [/add$/, "What is added where it writes."],
  [/reads$/, "What was read."],
  [/usage$/, "Which slots are in use."],
  [/links$/, "In which order slots were written."],
  [/modes$/, "How the head reads: backwards in time, by content, forwards."],
  [/push$/, "How much is pushed onto the stack. Click to change it."],
  [/pop$/, "How much is popped off the stack. Click to change it."],
  [/strengths$/, "How much of each entry is there; the newest is lowest."],
  [/hidden$/, "What the controller makes of its input: the numbers that steer the heads."],
  [/attention$/, "What it attends to; a line is a place in what it read."],
];

/** A probability or weight as text. */
export const share = (chance) => (Number.isFinite(chance) ? chance.toFixed(3) : "–");

export function sentence(name) {
  return SENTENCES.find(([pattern]) => pattern.test(name))?.[1] ?? "";
}

/** A machine's limits in the page, as sentences. */
export function limits(about) {
  const said = [];
  if (about.way === "whole")
    said.push(
      "This model answers from all of its input at once: there are no steps, only what it looked at on the way.",
    );
  if (about.stand_in) said.push(`Its episodes come from ${about.stand_in}.`);
  if (about.model === "glimpses")
    said.push("Where it looks is drawn at random; here with one seed, so that it looks alike each time.");
  if (about.options["memory.slots"] && (about.options["memory.init"] ?? "constant") !== "constant")
    said.push("What its memory starts from was learned slot by slot, so the number of slots stays as it is.");
  return said;
}
