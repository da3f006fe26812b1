// The frames round the cell that is read and those that it comes from.
import { element } from "../shared/dom.js";

/** A frame round the cell { track: its id, row, step, own: the cell that is read } of one of the views; null where it is
 * not seen. */
export function markOf(views, time, { track: id, row, step, own }) {
  const view = views.find((each) => each.track.id === id);
  if (!view || !time.has(step) || row === -1) return null;
  const { top, height } = view.rowPlace(row, step),
    left = time.x(step);
  return element("div", {
    class: own ? "mark own" : "mark",
    style: {
      left: `${left - 2}px`,
      width: `${Math.max(time.x(step + 1) - left, 2) + 4}px`,
      top: `${view.canvas.offsetTop + top - 2}px`,
      height: `${height + 4}px`,
    },
  });
}
