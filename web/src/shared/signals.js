// What is said of a signal of a memory or a model: python/tapehead/runs/signals.json, which Python puts into each page.

const ALL = "all",
  LIKE = "like";

/** The row { says, symbol, name, about } of a signal in a machine of these `parts` (its memory, its model), found as by
 * tapehead.runs.signals: its memory's, its model's, or that of all; null without one. */
export function signalIn(table, parts, name) {
  const words = name.split("/");
  for (let part of [...parts, ALL]) {
    for (; part; part = table[part]?.[LIKE]) {
      for (const tail of [words.slice(-2).join("/"), words.at(-1)]) {
        if (tail !== LIKE && Object.hasOwn(table[part] ?? {}, tail)) return table[part][tail];
      }
    }
  }
  return null;
}
