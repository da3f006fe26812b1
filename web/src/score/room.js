// The height that tracks may have for all of them to be in the window, below what stands above them in their section.
import { onPaper } from "../shared/theme.js";

const BELOW = 6, // free
  NARROW = 544; // pixels of width, 34rem in score.css

/** Infinity on paper, and in a window that is narrow, or half filled by what stands above: that is scrolled anyway. */
export function roomBelow(tracks) {
  const page = document.documentElement,
    section = tracks.closest("section"),
    top = (part) => part.getBoundingClientRect().top;
  const bar = section ? parseFloat(getComputedStyle(page).scrollPaddingTop) || 0 : 0; // stays above the section
  const above = top(tracks) - top(section ?? page) + bar;
  if (onPaper() || tracks.clientWidth < NARROW || above > innerHeight / 2) return Infinity;
  return innerHeight - above - BELOW;
}
