// Colours that canvases need, taken from the style sheet, so that light and dark stand in one place.

export const LINES = 6; // line colours in style.css; each is told from the others under every colour blindness
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = [];
let paper = false;

export const isDark = () => dark.matches && !paper;

export const onPaper = () => paper;

/** Calls back when the reader's system goes from light to dark or back, and when the page goes to paper or back. */
export const onThemeChange = (call) => listeners.push(call);

const tell = () => listeners.forEach((call) => call());
dark.addEventListener("change", tell);

/** Paper is light and as wide as the style sheet makes it, so all that is drawn is drawn anew. */
export function toPaper(now) {
  if (paper === now) return;
  paper = now;
  document.documentElement.classList.toggle("on-paper", paper);
  tell();
}

const known = new Map();
onThemeChange(() => known.clear()); // before anyone else hears of it

/** The colour that style.css calls --NAME; kept, for asking makes the browser work out its styles anew. */
export function colour(name) {
  if (!known.has(name))
    known.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return known.get(name);
}

/** How the line of this number looks: another colour each, then another dash. */
export function lineLook(index) {
  return { colour: colour(`line-${(index % LINES) + 1}`), dash: DASHES[Math.floor(index / LINES) % DASHES.length] };
}

/** `#rrggbb` with an opacity. */
export function faded(hex, opacity) {
  return (
    hex +
    Math.round(255 * opacity)
      .toString(16)
      .padStart(2, "0")
  );
}

/** A small picture of a line for a legend; a colour is never the only sign. */
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
