// Colours for canvases, read from the style sheet, so that light and dark are defined in one place.

export const LINES = 6; // line colours in colours.css, distinguishable under every colour blindness
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = [];
let paper = false;

export const isDark = () => dark.matches && !paper;

export const onPaper = () => paper;

/** Calls back when the system switches between light and dark, and the page between screen and paper. */
export const onThemeChange = (call) => listeners.push(call);

const tell = () => listeners.forEach((call) => call());
dark.addEventListener("change", tell);

/** Redraws everything: paper is light and has its own width. */
export function toPaper(now) {
  if (paper === now) return;
  paper = now;
  document.documentElement.classList.toggle("on-paper", paper);
  tell();
}

const known = new Map();
onThemeChange(() => known.clear()); // before all other listeners

/** The style sheet's colour --NAME, cached because reading it makes the browser recompute styles. */
export function colour(name) {
  if (!known.has(name))
    known.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return known.get(name);
}

const lineName = (index) => `line-${(index % LINES) + 1}`;

/** The colour of a line for a style. */
export const lineHue = (index) => `var(--${lineName(index)})`;

/** Colour and dash of line `index`: colours change first, then dashes. */
export function lineLook(index) {
  return { colour: colour(lineName(index)), dash: DASHES[Math.floor(index / LINES) % DASHES.length] };
}

const NAMED_DASHES = { "-": DASHES[0], "--": DASHES[1], ":": DASHES[2], "-.": DASHES[3] };

/** The look of a group, as Python tells it: { colour, dark, dash }. */
export const namedLook = ({ colour: light, dark: onDark, dash }) => ({
  colour: isDark() ? onDark : light,
  dash: NAMED_DASHES[dash] ?? [],
});

/** `#rrggbb` with an opacity. */
export function faded(hex, opacity) {
  return (
    hex +
    Math.round(255 * opacity)
      .toString(16)
      .padStart(2, "0")
  );
}

/** A sample of a line for a legend, with its dash: colour is never the only cue. */
export function swatch({ colour: stroke, dash }) {
  const canvas = document.createElement("canvas");
  const ratio = devicePixelRatio || 1;
  canvas.width = 30 * ratio;
  canvas.height = 10 * ratio;
  canvas.className = "swatch";
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.strokeStyle = stroke;
  context.lineWidth = 2.5;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(0, 5);
  context.lineTo(30, 5);
  context.stroke();
  return canvas;
}
