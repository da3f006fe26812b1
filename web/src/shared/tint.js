// The background of a cell: from the page's to a tint of its accent, on which text stays legible.
import { colour } from "./theme.js";

const MOST = 0.46; // of the accent: text stays at a contrast of 4.5 on it, light and dark

const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** `share` from 0 to 1. */
export function tint(share) {
  const [from, to] = [parts(colour("surface")), parts(colour("accent"))];
  return `rgb(${from.map((one, at) => Math.round(one + MOST * share * (to[at] - one))).join(" ")})`;
}

export const tintScale = () => `linear-gradient(to right, ${tint(0)}, ${tint(1)})`;
