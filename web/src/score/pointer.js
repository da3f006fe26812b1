// What pointer and keys do in a score's tracks: point at a cell to read it, click to go there (and to change it, where
// that can be done), drag to zoom into the time, double click to see all of it.

const MOVED = 6; // pixels from which a press is a drag

/** `score` has time, view(), point(), go(), pick(), zoom(), showDrag(). */
export function follow(score, view) {
  const { canvas } = view;
  let pressed = null; // { x, step } of the press that may become a drag
  const stepOf = (x) => score.time.stepAt(x);
  const within = (x) => Math.max(score.time.left, Math.min(x, score.time.end - 0.01));
  const cellAt = ({ offsetX, offsetY }) => {
    const step = stepOf(offsetX);
    return step < 0 ? null : { track: view.track, row: view.rowAt(offsetY, step), step };
  };
  canvas.addEventListener("pointermove", (event) => {
    if (pressed && event.buttons & 1 && Math.abs(event.offsetX - pressed.x) >= MOVED)
      score.showDrag(pressed.x, within(event.offsetX));
    else if (!pressed) score.point(cellAt(event));
  });
  canvas.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (!cell || event.button > 0) return;
    pressed = { x: event.offsetX };
    view.row = cell.row;
    score.point(cell);
    if (event.pointerId && event.isTrusted) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!pressed) return;
    const { x } = pressed,
      cell = cellAt(event);
    pressed = null;
    score.showDrag(null);
    if (Math.abs(event.offsetX - x) >= MOVED) {
      const ends = [stepOf(x), stepOf(within(event.offsetX))].sort((a, b) => a - b);
      return score.zoom(ends[0], ends[1] + 1);
    }
    if (!cell) return;
    score.go(cell.step);
    score.pick(cell, canvas);
  });
  canvas.addEventListener("pointercancel", () => {
    pressed = null;
    score.showDrag(null);
  });
  canvas.addEventListener("dblclick", () => score.zoom(0, Infinity));
  canvas.addEventListener("pointerleave", () => score.point(score.focused ? score.entry() : null));
  canvas.addEventListener("focus", () => score.focus(view));
  canvas.addEventListener("blur", () => score.focus(null));
  canvas.addEventListener("keydown", (event) => byKey(score, view, event));
}

/** ↑ and ↓ go to another row; ← and → are left to the player; Enter picks. */
function byKey(score, view, event) {
  const { key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !["ArrowUp", "ArrowDown", "Enter", "Escape"].includes(key))
    return;
  event.preventDefault();
  event.stopPropagation();
  if (key === "Escape") return score.zoom(0, Infinity);
  if (key === "Enter") return score.pick(score.entry(), view.canvas);
  view.row = Math.max(0, Math.min(view.track.rows - 1, view.row + (key === "ArrowDown" ? 1 : -1)));
  score.point(score.entry());
}
